import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { asNodeError, declaredFailure } from '../shared/http';

/** The error that n8n shows for a poll, with the reason its back-off goes by. */
export const pollError = (node: INode, error: unknown): NodeApiError | NodeOperationError =>
	Object.assign(asNodeError(node, error), { failure: declaredFailure(error) });
