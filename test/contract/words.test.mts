import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { sampleFiles, templateOf } from '../../scripts/templates/index.mts';
import { nodeTypes, triggers } from '../support/nodeTypes.mts';
import { phrases } from '../support/phrases.mts';

/*
 * The texts of the editor are read by people whose first language is often not English, and the platform and n8n have a word for
 * everything they show. A second word for the same thing ("ring" beside "call") makes readers look for a difference. Idioms, and words
 * that are known from books only, cannot be found in the dictionary of a translation tool.
 */

/** Words that no text uses, each with what to write instead. */
const UNWANTED: ReadonlyArray<readonly [pattern: RegExp, instead: string]> = [
	[/\b(ring|rings|ringing|rang|rung)\b/i, 'call'],
	[/\b(give|gives|gave|given) out\b/i, 'emit'],
	[/\b(hand|hands|handed) over\b/i, 'transfer'],
	[/\b(stand|stands|stood)\b/i, 'is, occurs'],
	[/\b(come|comes|came) back\b/i, 'is returned'],
	[/\b(go|goes|went) on\b/i, 'continue'],
	[/\bby itself\b/i, 'automatically'],
	[/\bat once\b/i, 'immediately'],
	[/\bfor good\b/i, 'permanently'],
	[/\bin the clear\b/i, 'unencrypted'],
	[/\bunder way\b/i, 'running'],
	[/\b(as you wish|if you like)\b/i, 'optional'],
	[/\b(anew|afresh)\b/i, 'again'],
	[/\b(beforehand|heretofore)\b/i, 'before'],
	[/\b(thus|hence|thereby)\b/i, 'so'],
	[/\b(whatever|whoever|whichever)\b/i, 'any'],
	[/\b(shall|ought)\b/i, 'must, can'],
	[/(^|[.:;,]\s+)should (n8n|it|the|you|a)\b/im, 'if …'],
	[/\b(dwell|lest|upon|whilst|amid)\b/i, 'a plain word'],
	[/\bhave an agent\b/i, 'make an agent'],
	[/\be-mail/i, 'email'],
];

const TEXT_KEYS = new Set(phrases`
	action | content | description | displayName | errorMessage | hint | name | placeholder
`);

/** Every text that a description, a credential or a workflow shows to a user, at any depth. */
function textsIn(value: unknown, key = ''): string[] {
	if (typeof value === 'string') return TEXT_KEYS.has(key) ? [value] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		textsIn(inner, Array.isArray(value) ? key : name),
	);
}

/** What is wrong with a text: each unwanted word with the word to use. */
const unwantedIn = (text: string): string[] =>
	UNWANTED.filter(([pattern]) => pattern.test(text)).map(
		([pattern, instead]) => `"${pattern.exec(text)?.[0]}" → ${instead}: ${text}`,
	);

const workflows = readdirSync('workflows').filter((file) => file.endsWith('.json'));
const descriptions = [...Object.values(nodeTypes), ...triggers].map((node) => node.description);
const sources: Array<[string, unknown]> = [
	...descriptions.map((description): [string, unknown] => [description.name, description]),
	['credential', new VoiceAgentApi()],
	...workflows.map((file): [string, unknown] => [
		file,
		JSON.parse(readFileSync(join('workflows', file), 'utf8')),
	]),
	...sampleFiles().map((file): [string, unknown] => [`template ${file}`, templateOf(file)]),
];

test.each(sources)('%s: plain words, one for each thing', (_name, source) => {
	const texts = textsIn(source);
	expect(texts.length).toBeGreaterThan(5);
	expect(texts.flatMap(unwantedIn)).toEqual([]);
});

/** The pages, but for those of contributors. Those that are written from the code have their words from there. */
const PAGES = [
	'README.md',
	'CHANGELOG.md',
	'SECURITY.md',
	'workflows/README.md',
	...['docs', 'docs/internals'].flatMap((folder) =>
		readdirSync(folder)
			.filter((file) => file.endsWith('.md'))
			.map((file) => `${folder}/${file}`),
	),
];

/** The paragraphs, entries and cells of a page, each as one line. Code is no text: statuses of the platform, names of files. */
const paragraphsIn = (page: string): string[] =>
	page
		.replace(/^(```+)[\s\S]*?^\1$/gm, '')
		.replace(/`[^`\n]+`/g, '`…`')
		.split(/\n(?=\s*(?:\n|[-*|#] |\d+\. ))|\|/)
		.map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
		.filter((paragraph) => /[a-z]/i.test(paragraph));

test.each(PAGES)('%s is written in plain words', (page) => {
	expect(paragraphsIn(readFileSync(page, 'utf8')).flatMap(unwantedIn)).toEqual([]);
});
