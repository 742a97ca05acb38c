import type { ResourceOperation, Resource } from '../../nodes/shared/operation';
import { endpointsOf } from '../../nodes/shared/operation';
import { resourcesByNode } from './nodeTypes.mts';

export interface ListedOperation {
	node: string;
	resource: Resource;
	operation: ResourceOperation;
	/** `Call: Make Call` */
	title: string;
}

/** Every operation that sends requests. */
export const everyRequest = (): ListedOperation[] =>
	everyOperation().filter(({ operation }) => endpointsOf(operation).length > 0);

/** Whether an operation makes its output from several requests, all of which only read. */
export const isReport = (operation: ResourceOperation): boolean =>
	operation.kind === 'task' &&
	endpointsOf(operation).every((endpoint) => endpoint.startsWith('GET '));

/** The endpoints that the parameters of an operation decide about. What a list reads beside its rows follows from the rows. */
export const askedBy = (operation: ResourceOperation) =>
	'compose' in operation ? endpointsOf(operation).slice(0, 1) : endpointsOf(operation);

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
