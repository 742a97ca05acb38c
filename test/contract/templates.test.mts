import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { root } from '../../harness/project/project.mjs';
import type { Template } from '../../scripts/templates/index.mts';
import { STICKY_NOTE, YELLOW, sampleFiles, templateOf } from '../../scripts/templates/index.mts';
import { texts } from '../../scripts/templates/texts.mts';
import type { Canvas } from './canvas.mts';
import { overlapsIn } from './canvas.mts';
import { phrases } from '../support/phrases.mts';

/*
 * The rules of n8n's template library, for each sample as `npm run release:files` writes it.
 */

const VERBS = phrases`
	Approve | Back up | Book | Call | Collect | Create | Give | Monitor | Pause | Remind | Retry | Run | Save |
	Score | Update
`;
const TITLE = new RegExp(`^(${VERBS.join('|')}) .+ (during|for|from|in|of|over|to|with) `);

/** What only the project's own n8n has. The last is a person of its list. */
const OURS = /\b(sandbox|demo|samples?|Quinn Rossi)\b/i;
/** The phone numbers that nobody has: an area code of the USA, and 555 01xx. */
const EXAMPLE = /^1?\d{3}55501\d\d$/;

/** Between white space, as `wc -w` counts them. */
const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

const isNote = ({ type }: { type: string }) => type === STICKY_NOTE;
const contentOf = ({ parameters }: Template['nodes'][number]) => String(parameters.content);
const colorOf = ({ parameters }: Template['nodes'][number]) => parameters.color ?? YELLOW;
const asCanvas = ({ nodes, connections }: Template) =>
	({ nodes: nodes as unknown as INode[], connections }) as Canvas;

/** The agents and data tables that the nodes have from a list. */
function choicesIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	if ('mode' in value && 'value' in value && value.mode === 'list') return [String(value.value)];
	return Object.values(value).flatMap(choicesIn);
}

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
const DATE = /\d{4}-\d\d-\d\d/g;

/** '+1 (212) 555-0123' in a text → '12125550123'. */
const phoneNumbersIn = (text: string): string[] =>
	(
		text
			.replace(UUID, '')
			.replace(DATE, '')
			.match(/[+(]?\d[\d ().-]{7,}\d/g) ?? []
	).map((found) => found.replace(/\D/g, ''));

/** What the template library would refuse. */
function problemsIn(template: Template): string[] {
	const notes = template.nodes.filter(isNote);
	const yellow = notes.filter((note) => colorOf(note) === YELLOW);
	const main = yellow[0] ? contentOf(yellow[0]) : '';
	const mainWords = wordsIn(main);
	const text = JSON.stringify(template);
	const first = Math.min(
		...template.nodes.filter((node) => node !== yellow[0]).map(({ position: [x] }) => x),
	);
	const right = (yellow[0]?.position[0] ?? 0) + Number(yellow[0]?.parameters.width);
	return [
		...(TITLE.test(template.name) ? [] : [`title: ${template.name}`]),
		...(yellow.length === 1 ? [] : [`${yellow.length} yellow notes`]),
		...(mainWords >= 100 && mainWords <= 300 ? [] : [`${mainWords} words in the yellow note`]),
		...['### How it works', '### Setup']
			.filter((heading) => main.split('\n').filter((line) => line === heading).length !== 1)
			.map((heading) => `no ${heading}`),
		...notes
			.filter((note) => note !== yellow[0] && wordsIn(contentOf(note)) >= 50)
			.map(({ name }) => `${name} is too long`),
		...notes
			.filter((note) => OURS.test(contentOf(note).replace(/\(https:[^)]*\)/g, '')))
			.map(({ name }) => `${name} is about the sandbox`),
		...template.nodes
			.filter((node) => 'credentials' in node)
			.map(({ name }) => `${name} has a credential`),
		...template.nodes.flatMap(({ name, parameters }) =>
			choicesIn(parameters)
				.filter((value) => value !== '' && !value.startsWith('='))
				.map((value) => `${name} has chosen ${value}`),
		),
		...('pinData' in template ? ['pinned data'] : []),
		...phoneNumbersIn(text)
			.filter((number) => !EXAMPLE.test(number))
			.map((number) => `the number ${number}`),
		...(right < first ? [] : ['the yellow note is not to the left']),
		...overlapsIn(asCanvas(template)),
	];
}

test('each sample has a text, and each text a sample', () => {
	expect(sampleFiles().length).toBeGreaterThan(15);
	expect(Object.keys(texts).sort()).toEqual(sampleFiles().sort());
});

describe.each(sampleFiles().map((file) => [file]))('%s', (file) => {
	const template: Template = JSON.parse(JSON.stringify(templateOf(file)));
	const sample: Template = JSON.parse(readFileSync(join(root, 'workflows', file), 'utf8'));

	test("has what n8n's template library wants", () => {
		expect(problemsIn(template)).toEqual([]);
	});

	test('has the nodes and connections of the sample, without what is chosen in the sandbox', () => {
		const [main, ...nodes] = template.nodes;
		expect(main).toMatchObject({ name: 'How it works', type: STICKY_NOTE });
		expect(template.connections).toEqual(sample.connections);
		expect(template.settings).toEqual(sample.settings);
		const kept = sample.nodes.map((node) => {
			const parameters = JSON.parse(JSON.stringify(node.parameters), (_key, value) =>
				value?.__rl && value.mode === 'list' ? { __rl: true, mode: 'list', value: '' } : value,
			);
			const short = texts[file]?.notes?.[node.name];
			const copy = { ...node, parameters: short ? { ...parameters, content: short } : parameters };
			delete copy.credentials;
			return copy;
		});
		expect(nodes).toEqual(kept);
		for (const key of ['id', 'name'] as const)
			expect(new Set(template.nodes.map((node) => node[key])).size).toBe(template.nodes.length);
	});

	test('names nodes that are there', () => {
		const words = new Set(template.nodes.map(({ name }) => name));
		const tables = [...JSON.stringify(sample).matchAll(/"cachedResultName":"([^"]+)"/g)];
		const others = phrases`n8n-nodes-voice-agent | Voice Agent API | Bearer Auth | .n8n-files | slots`;
		const known = new Set([...words, ...tables.map(([, name]) => name), ...others]);
		const main = contentOf(template.nodes[0]!);
		const named = [...main.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name);
		expect(named.length).toBeGreaterThan(4);
		expect(named.filter((name) => !known.has(name))).toEqual([]);
	});
});
