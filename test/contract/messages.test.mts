import { readFileSync } from 'node:fs';
import type { INodeProperties } from 'n8n-workflow';
import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { nodeTypes, triggers } from '../support/nodeTypes.mts';
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
	['docs/credential.md', 15],
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

/*
 * In an error, the name of a parameter is in single quotes, as n8n's guidelines ask for: 'Response Path'. So readers see which words they have
 * to look for in the panel. Only names of several words are looked for: "time", "status" or "call" are words of most sentences.
 */

const descriptions = [
	...[...Object.values(nodeTypes), ...triggers].map(({ description }) => description),
	new VoiceAgentApi(),
];

/** Everything that the panels have under a key, at any depth. */
function textsUnder(key: string, value: unknown = descriptions): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		name === key && typeof inner === 'string' ? [inner] : textsUnder(key, inner),
	);
}

/** The names of all parameters. The modes of a locator have no default, and a notice has no name. */
function namesIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const { displayName, type, default: preset } = value as Partial<INodeProperties>;
	const isNamed = displayName !== undefined && preset !== undefined && type !== 'notice';
	return [...(isNamed ? [displayName] : []), ...Object.values(value).flatMap(namesIn)];
}

const names = [...new Set(namesIn(descriptions.map(({ properties }) => properties)))].filter(
	(name) => name.includes(' '),
);
/** The longest first: 'Voice Agent' is in the names of all nodes. */
const nodeNames = descriptions
	.map(({ displayName }) => displayName)
	.sort((a, b) => b.length - a.length);
const choices = new Set(textsUnder('name'));

/** The panel shows "Timeout (Seconds)": without its unit, a name is neither complete nor in its quotes. */
const withoutUnit = (name: string) => name.replace(/ \([^)]*\)$/, '');

/** What a text has without quotes: names, and entries of a path. A choice may have the name of a parameter: set 'MFA' to Backup Codes. */
function unquotedIn(text: string): string[] {
	const rest = [...nodeNames, ...names.map((name) => `'${name}'`)].reduce(
		(shorter, known) => shorter.replaceAll(known, '…'),
		text,
	);
	const found = names.filter((name) =>
		[name, withoutUnit(name)]
			.filter((form) => form.includes(' '))
			.map((form) => form.replace(/[()]/g, '\\$&'))
			.some((form) => {
				const place = rest.search(new RegExp(`(?<!\\w)${form}(?!\\w)`));
				const isChoice = choices.has(name) && /\b(to|or) $/.test(rest.slice(0, place));
				return place >= 0 && !isChoice;
			}),
	);
	return [...found, ...(text.match(/→ [^'…]+/g) ?? [])];
}

/** What the panels show is no error. */
const panelTexts = new Set(
	['displayName', 'description', 'hint', 'action', 'name'].flatMap((key) => textsUnder(key)),
);

/** What n8n's AI is told of the nodes, in parts of any length. */
const builderHints = JSON.stringify(
	descriptions.map((one) => 'builderHint' in one && one.builderHint),
);

const errors = texts.filter((text) => !panelTexts.has(text) && !builderHints.includes(text));

test('errors name parameters as the panel does, in quotes', () => {
	expect(names.length).toBeGreaterThan(50);
	expect(
		errors.filter((text) => names.some((name) => text.includes(`'${name}'`))).length,
	).toBeGreaterThan(40);
	expect(errors.flatMap((text) => unquotedIn(text).map((name) => `${name}: ${text}`))).toEqual([]);
});
