import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { asNodeError, RequestFailure } from '../shared/http';

/** What n8n's back-off reads from a poll that failed (`failure` in its errors, since 2.38). */
interface PollFailure {
	cause:
		'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';
	retryAfterMs?: number;
}

function causeOf(error: unknown): PollFailure['cause'] {
	if (!(error instanceof RequestFailure)) return 'configuration-invalid';
	const { status = 0, reach, isLogin, final } = error.details;
	if (status === 429) return 'rate-limited';
	if (status === 401 || (isLogin && final)) return 'credential-invalid';
	if (reach === 'answered' && status < 500) return 'configuration-invalid';
	return 'temporarily-unavailable';
}

/** The error that n8n shows for a poll, with the reason its back-off goes by. */
export function pollError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	const nodeError = asNodeError(node, error);
	const seconds = error instanceof RequestFailure ? error.details.retryAfterSeconds : undefined;
	const failure: PollFailure = {
		cause: causeOf(error),
		...(seconds !== undefined && { retryAfterMs: seconds * 1000 }),
	};
	return Object.assign(nodeError, { failure });
}
