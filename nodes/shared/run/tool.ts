import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether an AI model runs the node. Not every version of n8n says it (1.123 does not), and some say no while they run a tool; but the type of a
 * node that is a tool ends in Tool in all of them.
 */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');
