import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { RequestFailure } from './requestFailure';

const hasText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * The error that n8n shows for one item. Built from texts only: a caught error may hold the request, and so the token.
 *
 * @param progress what was completed before this error stopped the run
 */
export function asNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
	progress = '',
): NodeApiError | NodeOperationError {
	const { message, description } = error as { message?: unknown; description?: unknown };
	const texts = {
		message: hasText(message) ? message : 'An unexpected error occurred',
		description:
			[hasText(description) ? description : '', progress].filter(Boolean).join('. ') || undefined,
		itemIndex,
	};
	if (!(error instanceof RequestFailure)) return new NodeOperationError(node, texts.message, texts);
	const { status, retryAfterSeconds } = error.details;
	const answer: JsonObject = {
		message: texts.message,
		...(retryAfterSeconds !== undefined && {
			headers: { 'retry-after': String(retryAfterSeconds) },
		}),
	};
	return new NodeApiError(node, answer, {
		...texts,
		httpCode: status === undefined ? undefined : String(status),
	});
}
