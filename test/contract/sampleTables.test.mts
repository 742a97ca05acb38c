import { readFileSync } from 'node:fs';
import { sampleColumns } from '../../harness/samples/files.mts';
import { SAMPLE_TABLES } from '../../harness/samples/sampleTables.mts';
import { sampleWorkflows } from '../../harness/samples/samples.mts';

/*
 * Who imports a sample creates its data tables by the list in workflows/README.md. A column that is missing there stops the sample.
 */

interface TableParameters {
	operation: string;
	returnAll?: boolean;
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
const reading = nodes.filter(([, , { operation }]) => operation === 'get');

test.each(reading)('%s: %s reads every row of its table', (_s, _n, { returnAll }) => {
	expect(returnAll).toBe(true);
});

test.each(['docs/recipes.md', 'docs/calling-rules.md', 'workflows/README.md'])(
	'%s says Return All where it says how a list of numbers is read from a table',
	(page) => {
		const entries = readFileSync(page, 'utf8').split(/\n(?=[-|#]|\n)/);
		const reading = entries.filter((text) => /\$\('Do not call'\)\.all\(\)/i.test(text));
		expect(reading.filter((text) => text.includes('Return All'))).toHaveLength(1);
	},
);

test.each(tables)('workflows/README.md says what columns $name has', ({ name, columns }) => {
	const [, listed = ''] = new RegExp(`\\*\\*${name}\\*\\*: (.*?)\\.(?: |$)`).exec(readme) ?? [];
	// Import CSV makes a table of a file.
	const [, file] = /^`([\w-]+\.csv)`$/.exec(listed) ?? [];
	const names = [...listed.matchAll(/`(\w+)`/g)].map(([, column]) => column);
	expect(file ? sampleColumns(file) : names).toEqual([...columns]);
});
