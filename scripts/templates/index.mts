import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../harness/project/project.mjs';
import type { TemplateText } from './texts.mts';
import { texts } from './texts.mts';

/*
 * The samples as n8n's template library wants them: one yellow note that explains all, short notes, and nothing that only the sandbox has.
 */

export interface TemplateNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: unknown;
}

export interface Template {
	name: string;
	nodes: TemplateNode[];
	connections: Record<string, unknown>;
	settings: Record<string, unknown>;
}

export const STICKY_NOTE = 'n8n-nodes-base.stickyNote';
/** n8n's default. */
export const YELLOW = 1;

const SAMPLES = join(root, 'workflows');

/** Sizes of n8n's notes in pixels of its canvas; characters of a line are few, so that there is always room. */
const WIDTH = 560;
const CHARACTERS = 68;
const LINE = 20;
const BETWEEN_STEPS = 4;
const HEADING = 40;
const PADDING = 24;
/** Between the note and the first node, whose name is wider than the node. */
const GAP = 100;

/** 'one two three' is 2 lines, if a line has 8 characters. */
function linesOf(text: string): number {
	const width = (word: string) => word.length + 1;
	let [lines, used] = [1, 0];
	for (const word of text.split(' ')) {
		if (used > 0 && used + width(word) > CHARACTERS + 1) [lines, used] = [lines + 1, 0];
		used += width(word);
	}
	return lines;
}

const heightOf = (content: string): number =>
	content
		.split('\n')
		.map((line) => (line.startsWith('###') ? HEADING : linesOf(line) * LINE + BETWEEN_STEPS))
		.reduce((sum, height) => sum + height, 2 * PADDING);

/** Nodes that write into a data table: n8n empties their columns if another table is chosen. */
const tableWriters = (nodes: readonly TemplateNode[]) =>
	nodes.filter(
		({ type, parameters }) => /\.dataTable(Tool)?$/.test(type) && 'columns' in parameters,
	);

/** ['Save call', 'Mark as logged'] → '**Save call** and **Mark as logged**'. */
const listed = (nodes: readonly TemplateNode[]) =>
	nodes.map(({ name }) => `**${name}**`).join(' and ');

function contentOf(
	{ howItWorks, setup, customization }: TemplateText,
	nodes: TemplateNode[],
): string {
	const writers = tableWriters(nodes);
	const steps = [
		'Install the community node **n8n-nodes-voice-agent** under *Settings → Community nodes*.',
		'Create a **Voice Agent API** credential, and choose it in each Voice Agent node that asks for one.',
		...setup,
		...(writers.length > 0
			? [
					`n8n can empty the columns of ${listed(writers)} when you choose a table. A second copy of this template shows what was in them.`,
				]
			: []),
	];
	const numbered = (lines: readonly string[]) =>
		lines.map((line, index) => `${index + 1}. ${line}`);
	return [
		'### How it works',
		...numbered(howItWorks),
		'### Setup',
		...numbered(steps),
		'### Customization',
		...customization.map((line) => `- ${line}`),
	].join('\n');
}

/** An agent or a data table of the sandbox → none: nobody has them, and n8n asks for them before it runs the node. */
const withoutChoices = (parameters: Record<string, unknown>): Record<string, unknown> =>
	JSON.parse(
		JSON.stringify(parameters, (key, value) =>
			(key === 'agentId' || key === 'dataTableId') && value.mode === 'list'
				? { __rl: true, mode: 'list', value: '' }
				: value,
		),
	);

function nodeOf(node: TemplateNode, { notes }: TemplateText): TemplateNode {
	const short = node.type === STICKY_NOTE ? notes?.[node.name] : undefined;
	const parameters = withoutChoices(node.parameters);
	const copy = { ...node, parameters: short ? { ...parameters, content: short } : parameters };
	delete copy.credentials;
	return copy;
}

/** To the left of all nodes, level with the highest. */
function mainNote(text: TemplateText, nodes: TemplateNode[]): TemplateNode {
	const content = contentOf(text, nodes);
	const left = Math.min(...nodes.map(({ position: [x] }) => x));
	const top = Math.min(...nodes.map(({ position: [, y] }) => y));
	return {
		id: '00000000-0000-4000-8000-000000000001',
		name: 'How it works',
		type: STICKY_NOTE,
		typeVersion: 1,
		position: [left - GAP - WIDTH, top],
		parameters: { content, width: WIDTH, height: heightOf(content), color: YELLOW },
	};
}

/** The files of the samples. */
export const sampleFiles = (): string[] =>
	readdirSync(SAMPLES).filter((file) => file.endsWith('.json'));

/** 'call-me.json' → the template of this sample. */
export function templateOf(file: string): Template {
	const text = texts[file];
	if (!text) throw new Error(`scripts/templates/texts.mts has no text for ${file}`);
	const sample: Template = JSON.parse(readFileSync(join(SAMPLES, file), 'utf8'));
	const nodes = sample.nodes.map((node) => nodeOf(node, text));
	return {
		name: text.title,
		nodes: [mainNote(text, nodes), ...nodes],
		connections: sample.connections,
		settings: sample.settings,
	};
}

/** Writes all of them, one file each. */
export function writeTemplates(folder: string): void {
	mkdirSync(folder, { recursive: true });
	for (const file of sampleFiles())
		writeFileSync(join(folder, file), `${JSON.stringify(templateOf(file), null, '\t')}\n`);
}
