import { readFileSync } from 'node:fs';
import { codeTexts, makes } from './codeTexts.mts';
import { tableRowsIn } from './markdown.mts';

/*
 * Pages that explain error messages quote them as the code makes them: a message that is changed or removed must be changed here, too.
 */

const texts = [...codeTexts()];

/** The first cell of each row of the tables whose head begins with "Message". */
function messagesIn(page: string): string[] {
	const tables = page.split(/\n(?!\|)/).filter((part) => /\n?\| *Message/.test(part));
	return tables
		.flatMap((table) => tableRowsIn(table.slice(table.indexOf('|'))))
		.map(([message = '']) => message);
}

const PAGES: ReadonlyArray<readonly [page: string, atLeast: number]> = [
	['docs/troubleshooting.md', 60],
	['docs/credential.md', 20],
];

describe.each(PAGES)('%s', (page, atLeast) => {
	const messages = messagesIn(readFileSync(page, 'utf8'));

	test('explains messages, each once', () => {
		expect(messages.length).toBeGreaterThanOrEqual(atLeast);
		expect(messages.filter((message, index) => messages.indexOf(message) !== index)).toEqual([]);
	});

	test.each(messages)('%s', (message) => {
		expect(texts.filter((text) => makes(text, message))).not.toEqual([]);
	});
});

test('messages that the code does not make are found', () => {
	const made = (message: string) => texts.some((text) => makes(text, message));
	expect(['"…" has no country code', '"555-0123" has no country code'].map(made)).toEqual([
		true,
		true,
	]);
	expect(
		[
			'"…" has no code',
			'"…" lacks a country code',
			'The platform',
			'Not found at this address',
			'…',
		].map(made),
	).toEqual([false, false, false, false, false]);
});
