import type { IConnections, IDataObject, INode, IRunExecutionData } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

/** What has run before: the rows of each node, by its name. */
type Before = Record<string, IDataObject[]>;

interface Sample {
	nodes: INode[];
	connections: IConnections;
}

/** What an Edit Fields node sets. */
export const assignmentsOf = (node: INode): Array<{ name: string; value: string }> =>
	(node.parameters.assignments as { assignments: Array<{ name: string; value: string }> })
		.assignments;

/** What n8n makes of a parameter of a node of a sample: its expressions lose the `this` of some calls. */
export function evaluated(
	{ nodes, connections }: Sample,
	node: INode,
	value: string,
	input: IDataObject,
	before: Before = {},
): unknown {
	const workflow = new Workflow({
		nodes: nodes.map((one) => ({ ...one, parameters: {} })),
		connections,
		active: false,
		nodeTypes: { getByNameAndVersion: () => ({ description: { properties: [] } }) } as never,
		settings: { timezone: 'America/New_York' },
	});
	const runData = Object.fromEntries(
		Object.entries(before).map(([name, rows]) => [
			name,
			[{ data: { main: [rows.map((json) => ({ json }))] } }],
		]),
	);
	const run = { resultData: { runData } } as unknown as IRunExecutionData;
	const items = [{ json: input }];
	return workflow.expression.getParameterValue(value, run, 0, 0, node.name, items, 'manual', {});
}
