import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import type { Resource } from '../../nodes/shared/operation';

/*
 * The nodes of the package, without the n8n that runs them.
 */

const projectRequire = createRequire(join(process.cwd(), 'package.json'));

/** A node of the package, by the list that n8n itself reads: `n8n.nodes` of package.json. */
interface PackagedNode {
	type: INodeType;
	/** None for a trigger. */
	resources?: readonly Resource[];
}

function packagedNodes(): PackagedNode[] {
	const { n8n } = projectRequire('./package.json') as { n8n: { nodes: string[] } };
	return n8n.nodes.map((built) => {
		const file = built.replace(/^dist/, '.').replace(/\.js$/, '');
		const [NodeType] = Object.values(projectRequire(file)) as Array<new () => INodeType>;
		if (!NodeType) throw new Error(`${file} exports no node`);
		const type = new NodeType();
		return type.execute ? { type, ...projectRequire(`${dirname(file)}/resources`) } : { type };
	});
}

const packaged = packagedNodes();
const actionNodes = packaged.filter(({ resources }) => resources !== undefined);

/** Every trigger. */
export const triggers: readonly INodeType[] = packaged
	.filter(({ resources }) => resources === undefined)
	.map(({ type }) => type);

/** Every action node, under its internal name. */
export const nodeTypes: Readonly<Record<string, INodeType>> = Object.fromEntries(
	actionNodes.map(({ type }) => [type.description.name, type]),
);

/** The resources of every action node, under the node's internal name. */
export const resourcesByNode: Readonly<Record<string, readonly Resource[]>> = Object.fromEntries(
	actionNodes.map(({ type, resources = [] }) => [type.description.name, resources]),
);
