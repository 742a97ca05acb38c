import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IConnections, IDataObject, INode } from 'n8n-workflow';
import type { Table } from '../../nodes/shared/platform';
import { mainColumns, shownColumns } from '../../nodes/shared/platform';
import { trials } from '../samples/trials/index.mts';
import { nodeTypes, resourcesByNode } from '../support/nodeTypes.mts';
import { assignmentsOf, evaluated } from './expressions.mts';

/*
 * A sample that reads a column that its Output does not show has nothing to show: a call whose transcript is empty, for example. One that reads a
 * column that its Output cuts shows half a sentence.
 */

interface Workflow {
	id: string;
	nodes: INode[];
	connections: IConnections;
}

/** The value of a parameter, or else its default. */
const valueOf = ({ type, parameters }: INode, name: string) =>
	parameters[name] ??
	nodeTypes[type.split('.').pop() ?? '']?.description.properties.find(
		(property) => property.name === name && property.default !== '',
	)?.default;

/** The table of what a node answers. Undefined if it is not one of ours, or has none. */
function tableOf(node: INode): Table | undefined {
	const resources = resourcesByNode[node.type.split('.').pop() ?? ''];
	const resource = resources?.find(({ value }) => value === valueOf(node, 'resource'));
	const operation = resource?.operations.find(({ value }) => value === valueOf(node, 'operation'));
	if (!operation || !('columns' in operation)) return undefined;
	const { columns } = operation;
	return (node.parameters.waitForResult ? columns?.whenOver : undefined) ?? columns;
}

/** The columns that the Output of a node leaves out, or cuts. */
function notWholeIn(node: INode): string[] {
	const table = tableOf(node);
	const { output } = (node.parameters.options ?? {}) as IDataObject;
	if (!table || (output ?? valueOf(node, 'output')) !== 'simplified') return [];
	const shown = mainColumns(table);
	const isWhole = (name: string) => shown.includes(name) && !table.shortened?.includes(name);
	return shownColumns(table).filter((name) => !isWhole(name));
}

/** `node.column` for each column that a later node reads and that is not there, or not whole. */
function missingIn({ nodes, connections }: Workflow): string[] {
	return nodes.flatMap((node) => {
		const nextTo = (connections[node.name]?.main ?? []).flatMap((ends) => ends ?? []);
		const reading = nodes.map(({ name, parameters }) => ({
			isNext: nextTo.some((end) => end.node === name),
			text: JSON.stringify(parameters),
		}));
		return notWholeIn(node)
			.filter((column) =>
				reading.some(({ isNext, text }) => {
					const read = new RegExp(`(.{0,${node.name.length + 20}})json\\.${column}\\b`, 'g');
					return [...text.matchAll(read)].some(([, before = '']) =>
						before.endsWith('$') ? isNext : before.includes(`$('${node.name}')`),
					);
				}),
			)
			.map((column) => `${node.name}.${column}`);
	});
}

const samples = readdirSync('workflows')
	.filter((file) => file.endsWith('.json'))
	.map((file): [string, Workflow] => [
		file,
		JSON.parse(readFileSync(join('workflows', file), 'utf8')) as Workflow,
	]);

test.each(samples)('%s reads only columns that its nodes give as a whole', (_file, workflow) => {
	expect(missingIn(workflow)).toEqual([]);
});

/** Nodes that nothing leads to: not a trigger, nor part of another node, such as a model. */
const unreachedIn = ({ nodes, connections }: Workflow): string[] => {
	const outputs = Object.values(connections).flatMap((kinds) => Object.values(kinds).flat());
	const ends = new Set(outputs.flatMap((output) => output ?? []).map(({ node }) => node));
	const isPart = (name: string) =>
		Object.keys(connections[name] ?? {}).some((kind) => kind !== 'main');
	return nodes
		.filter(
			({ name, type }) => !/(trigger|stickyNote)$/i.test(type) && !ends.has(name) && !isPart(name),
		)
		.map(({ name }) => name);
};

test.each(samples)('something leads to each node of %s', (_file, workflow) => {
	expect(unreachedIn(workflow)).toEqual([]);
});

test('who was not reached is called again on another day', () => {
	const callAgain = samples.find(([file]) => file === 'call-again.json')?.[1];
	const waits = callAgain?.nodes.filter(({ type }) => type === 'n8n-nodes-base.wait');
	expect(waits?.map(({ parameters }) => parameters)).toEqual([
		expect.objectContaining({ amount: 26, unit: 'hours' }),
	]);
});

describe('"Appointment reminders" reads dates and times as they are meant:', () => {
	function read(row: { date?: unknown; time?: unknown }): string {
		const [, sample] = samples.find(([file]) => file === 'appointment-reminders.json')!;
		const node = sample.nodes.find(({ name }) => name === 'Date and time')!;
		return assignmentsOf(node)
			.map(({ value }) => evaluated(sample, node, value, row as IDataObject))
			.join(' ');
	}

	test.each<[date: unknown, time: unknown, expected: string]>([
		['2026-03-02', '9:30', '2026-03-02 9:30'],
		// Dates of a data table: midnight in New York, London and Tokyo.
		['2026-03-02T05:00:00.000Z', '9:30', '2026-03-02 9:30'],
		['2026-03-02T00:00:00.000Z', '9:30', '2026-03-02 9:30'],
		['2026-03-01T15:00:00.000Z', '9:30', '2026-03-02 9:30'],
		[new Date('2026-03-02T05:00:00Z'), '9:30', '2026-03-02 9:30'],
		// Numbers of Google Sheets: two cells, or one with both.
		[46083, 0.3958333333, '2026-03-02 9:30'],
		[46083.75, 46083.75, '2026-03-02 18:00'],
		// Nobody is called.
		[undefined, undefined, ' '],
		['02/03/2026', '9:30', ' 9:30'],
	])('%s and %s: %s', (date, time, expected) => {
		expect(read({ date, time })).toBe(expected);
	});
});

test('no sample stops the durable scheduler of n8n: its Postgres nodes are of version 2.7 or newer', () => {
	const versions = samples
		.flatMap(([, { nodes }]) => nodes)
		.filter(({ type }) => /^n8n-nodes-base\.postgres(Tool)?$/.test(type))
		.map(({ typeVersion }) => typeVersion);
	expect(versions.length).toBeGreaterThan(0);
	expect(versions.filter((version) => version < 2.7)).toEqual([]);
});

test.each(samples)(
	'the notes of %s, and its line in the list of samples, say which n8n it needs if older ones leave it out',
	(file, { id, nodes }) => {
		const needs = trials.find((trial) => trial.id === id)?.needs;
		const said = needs && `n8n ${needs.n8n.replace(/\.\d+$/, '')} or newer`;
		const line = readFileSync('workflows/README.md', 'utf8')
			.split('\n')
			.find((text) => text.startsWith(`| \`${file}\``));
		const notes = nodes
			.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
			.map(({ parameters }) => String(parameters.content));
		const saidIn = (text: string) => /n8n \d[\d.]* or newer/.exec(text)?.[0];
		expect(saidIn(line ?? '')).toBe(said);
		expect(saidIn(notes.join('\n'))).toBe(said);
	},
);
