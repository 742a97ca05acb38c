import type { Known, Resource } from '../../nodes/shared/operation';
import { resourcesByNode } from './nodeTypes.mts';

export interface ListedOperation {
	node: string;
	resource: Resource;
	operation: Known;
	/** `Call: Make Call` */
	title: string;
}

/** Every operation that sends requests. */
export const everyRequest = (): ListedOperation[] =>
	everyOperation().filter(({ operation }) => operation.kind !== 'inN8n');

/** Every operation of every node. */
export function everyOperation(): ListedOperation[] {
	return Object.entries(resourcesByNode).flatMap(([node, resources]) =>
		resources.flatMap((resource) =>
			resource.operations.map((operation) => ({
				node,
				resource,
				operation,
				title: `${resource.name}: ${operation.name}`,
			})),
		),
	);
}
