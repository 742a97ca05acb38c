import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether an AI model runs the node. Not every n8n says it (1.123 does not), and some deny it for a tool; the type of a
 * tool's node ends in Tool in all of them.
 */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');
