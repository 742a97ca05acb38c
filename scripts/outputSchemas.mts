import { dirname } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import type { Operation, Resource } from '../nodes/shared/operation';
import type { CellKind, Table } from '../nodes/shared/platform';

/*
 * What the editor offers of an operation's output before it has run: n8n reads `__schema__/v1.0.0/<resource>/<operation>.json` beside the file of the
 * node, for any version of n8n, and shows its fields in the input panel of the node behind. Nobody must be called to map a column.
 */

/** A node that has operations, and what reads its tables. */
export interface NodeWithOperations {
	/** The built file: `dist/nodes/VoiceAgentCall/VoiceAgentCall.node.js`. */
	file: string;
	description: Pick<INodeTypeDescription, 'version'>;
	resources: readonly Resource[];
}

const TYPES = {
	text: 'string',
	time: 'string',
	transcript: 'string',
	json: 'string',
	number: 'number',
	flag: 'boolean',
} as const satisfies Record<Exclude<CellKind, 'raw'>, string>;

type Properties = Record<string, { type: 'string' | 'number' | 'boolean' }>;

/** What an operation with a list of contacts says of its rows, beside its columns. */
const OF_ROWS: Properties = {
	contacts_sent: { type: 'number' },
	contacts_rejected: { type: 'number' },
};
const hasContacts = ({ fields = [] }: Operation) =>
	fields.some(({ name }) => name === 'contactsFrom');

/** The columns that every row of Simplified has, with what is in their cells. Any of them may be null. */
function propertiesOf({ columns, optional = [] }: Table, shown: readonly string[]): Properties {
	const always = shown.filter((name) => !optional.includes(name));
	return Object.fromEntries(
		always.map((name) => {
			const { kind } = columns[name]!;
			if (kind === 'raw') throw new Error(`Nobody knows what the column "${name}" has`);
			return [name, { type: TYPES[kind] }];
		}),
	);
}

/** What the items of an operation have with the defaults, and with Wait for Result; undefined if it depends on the platform. */
function outputOf(
	operation: Operation,
	mainColumns: (table: Table) => string[],
): Properties | undefined {
	if ('answer' in operation && operation.answer === 'deleted')
		return { deleted: { type: 'boolean' } };
	const { columns: table } = operation as { columns?: Table };
	if (!table) return undefined;
	const { whenOver = table } = table;
	const main = new Set([...mainColumns(table), ...mainColumns(whenOver)]);
	const all = { ...whenOver, columns: { ...whenOver.columns, ...table.columns } };
	const shown = Object.keys(all.columns).filter((name) => main.has(name));
	return { ...propertiesOf(all, shown), ...(hasContacts(operation) && OF_ROWS) };
}

/** The path of each schema, and its content. */
export function outputSchemas(
	nodes: readonly NodeWithOperations[],
	{ mainColumns }: { mainColumns(table: Table): string[] },
): Record<string, string> {
	const schemas: Record<string, string> = {};
	for (const { file, description, resources } of nodes) {
		const folder = `${dirname(file).replace(/^dist\//, '')}/__schema__/v${String(description.version)}.0.0`;
		for (const { value: resource, operations } of resources) {
			for (const operation of operations) {
				const properties = outputOf(operation as Operation, mainColumns);
				if (!properties) continue;
				schemas[`${folder}/${resource}/${operation.value}.json`] = JSON.stringify({
					type: 'object',
					properties,
					version: 1,
				});
			}
		}
	}
	return schemas;
}
