import { readFileSync } from 'node:fs';
import { sampleColumns } from '../../harness/samples/files.mts';
import { OPT_OUTS, SAMPLE_TABLES } from '../../harness/samples/sampleTables.mts';
import { sampleWorkflows } from '../../harness/samples/samples.mts';

/*
 * Who imports a sample creates its data tables by the list in workflows/README.md. A column that is missing there stops the sample.
 */

interface TableParameters {
	operation: string;
	returnAll?: boolean;
	limit?: number;
	dataTableId: { value: string; cachedResultName: string };
	filters?: { conditions?: Array<{ keyName: string }> };
	columns?: { value: Record<string, string>; schema: Array<{ id: string }> };
}

const tables = Object.values(SAMPLE_TABLES);
const readme = readFileSync('workflows/README.md', 'utf8').replace(/\s+/g, ' ');

/** Each Data Table node of the samples, with what it says of its table. */
const nodes = sampleWorkflows().flatMap((sample) =>
	sample.nodes
		.filter(({ type }) => /^n8n-nodes-base\.dataTable(Tool)?$/.test(type))
		.map(({ name, parameters }): [string, string, TableParameters] => [
			sample.name,
			name,
			parameters as unknown as TableParameters,
		]),
);

test('samples work with several tables', () => {
	expect(tables.length).toBeGreaterThan(3);
	expect(nodes.length).toBeGreaterThan(tables.length);
});

test.each(nodes)('%s: %s names a table of the samples, and only its columns', (_s, _n, node) => {
	const { value, cachedResultName } = node.dataTableId;
	const table = tables.find(({ id }) => id === value);
	expect(table?.name).toBe(cachedResultName);
	const named = [
		...(node.filters?.conditions ?? []).map(({ keyName }) => keyName),
		...Object.keys(node.columns?.value ?? {}),
		...(node.columns?.schema ?? []).map(({ id }) => id),
	];
	expect(named.filter((column) => !table?.columns.includes(column))).toEqual([]);
});

/** n8n's node reads 50 rows unless Return All is on: who is in a later row of a list would be called. */
const isWhole = ({ operation, returnAll }: TableParameters) =>
	operation !== 'get' || returnAll === true;

const reading = nodes.filter(([, , { operation }]) => operation === 'get');

test('samples read several tables, also the one of those who opted out', () => {
	const read = reading.map(([, , { dataTableId }]) => dataTableId.value);
	expect(new Set(read).size).toBeGreaterThan(3);
	expect(read).toContain(OPT_OUTS);
});

test.each(reading)('%s: %s reads every row of its table', (_s, _n, node) => {
	expect(isWhole(node)).toBe(true);
});

test.each<[boolean, string, Partial<TableParameters>]>([
	[false, 'as n8n adds it', {}],
	[false, 'with a limit', { returnAll: false, limit: 1000 }],
	[true, 'with Return All', { returnAll: true }],
])('%s: a node that reads a table, %s, has all rows', (expected, _how, parameters) => {
	const node = { ...reading[0]![2], returnAll: undefined, limit: undefined, ...parameters };
	expect(isWhole(node)).toBe(expected);
});

test.each(['docs/recipes.md', 'docs/calling-rules.md', 'workflows/README.md'])(
	'%s says Return All where it says how a list of numbers is read from a table',
	(page) => {
		const entries = readFileSync(page, 'utf8').split(/\n(?=[-|#]|\n)/);
		const reading = entries.filter((text) => /\$\('Do not call'\)\.all\(\)/i.test(text));
		expect(reading.filter((text) => text.includes('Return All'))).toHaveLength(1);
	},
);

describe('"Do not call"', () => {
	const sample = sampleWorkflows().find(({ id }) => id === 'sampleDoNotCall');
	const tableNodes = (sample?.nodes ?? []).filter(
		({ type }) => type === 'n8n-nodes-base.dataTable',
	);
	const { connections } = sample as unknown as {
		connections: Record<string, { main: Array<Array<{ node: string }>> }>;
	};
	/** All that a node leads to. */
	function behind(name: string): string[] {
		const next = (connections[name]?.main ?? []).flat().map(({ node }) => node);
		return [...next, ...next.flatMap(behind)];
	}

	test('looks into the table and writes into it behind its trigger, and behind its schedule', () => {
		const starts = (sample?.nodes ?? []).filter(({ type }) => type.endsWith('Trigger'));
		expect(starts.map(({ type }) => type.split('.').pop())).toEqual([
			'voiceAgentTrigger',
			'scheduleTrigger',
		]);
		for (const { name } of starts)
			expect(behind(name)).toEqual(expect.arrayContaining(tableNodes.map((node) => node.name)));
		expect(tableNodes.map(({ parameters }) => parameters.operation)).toEqual([
			'rowNotExists',
			'upsert',
		]);
	});

	test.each(tableNodes)('$name tries five times, and knows a row by its call_id', (node) => {
		expect(node).toMatchObject({ retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 });
		expect(node.parameters.filters).toEqual({
			conditions: [{ keyName: 'call_id', keyValue: '={{ $json.call_id }}' }],
		});
	});

	test('its schedule reads all calls of the last seven days, each as a whole', () => {
		const parameters = Object.fromEntries(
			(sample?.nodes ?? []).map((node) => [node.name, node.parameters]),
		);
		expect(parameters['Calls of 7 days']).toMatchObject({
			returnAll: true,
			filters: { from: '={{ $now.minus({ days: 7 }).toISO() }}' },
		});
		expect(parameters['Get each call']).toMatchObject({ operation: 'get', output: 'allColumns' });
	});
});

test.each(tables)('workflows/README.md says what columns $name has', ({ name, columns }) => {
	const [, listed = ''] = new RegExp(`\\*\\*${name}\\*\\*: (.*?)\\.(?: |$)`).exec(readme) ?? [];
	// Import CSV makes a table of a file.
	const [, file] = /^`([\w-]+\.csv)`$/.exec(listed) ?? [];
	const names = [...listed.matchAll(/`(\w+)`/g)].map(([, column]) => column);
	expect(file ? sampleColumns(file) : names).toEqual([...columns]);
});
