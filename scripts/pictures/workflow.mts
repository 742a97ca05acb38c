import type { TestBrowser } from '../../harness/browser/testBrowser.mts';
import { PACKAGE_NAME } from '../../harness/project/package.mts';
import { SAMPLE_CREDENTIAL } from '../../harness/samples/samples.mts';

/** A node of a workflow that is made for a picture. */
export interface PictureNode {
	id?: string;
	name: string;
	/** One of this package by its own name, such as `voiceAgentCall`; or such as `n8n-nodes-base.if`. */
	type: string;
	typeVersion?: number;
	position: [x: number, y: number];
	parameters?: object;
	/** What follows, for each output. */
	to?: string[][];
}

/** @returns the workflow's ID */
export async function createWorkflow(
	{ world }: TestBrowser,
	name: string,
	nodes: readonly PictureNode[],
): Promise<string> {
	return await world.createWorkflow({
		name,
		nodes: nodes.map((node) => ({
			...{ id: node.name, typeVersion: 1, parameters: {}, ...node, to: undefined },
			...(!node.type.includes('.') && {
				type: `${PACKAGE_NAME}.${node.type}`,
				credentials: { voiceAgentApi: SAMPLE_CREDENTIAL },
			}),
		})),
		connections: Object.fromEntries(
			nodes.map(({ name: from, to = [] }) => [
				from,
				{ main: to.map((ends) => ends.map((node) => ({ node, type: 'main', index: 0 }))) },
			]),
		),
	});
}
