import { RequestFailure } from './requestFailure';

/** Why something failed, in n8n's words: `failure` of its errors, since 2.38. n8n's pause between polls uses it. */
export interface DeclaredFailure {
	cause:
		| 'rate-limited'
		| 'quota-exhausted'
		| 'temporarily-unavailable'
		| 'credential-invalid'
		| 'configuration-invalid';
	retryAfterMs?: number;
}

function causeOf(error: unknown): DeclaredFailure['cause'] {
	if (!(error instanceof RequestFailure)) return 'configuration-invalid';
	const { status = 0, arrival, isLogin, final } = error.details;
	if (status === 429) return 'rate-limited';
	// The credits are used up, until somebody tops them up.
	if (status === 402) return 'quota-exhausted';
	if (status === 401 || (isLogin && final)) return 'credential-invalid';
	if (arrival === 'answered' && status < 500) return 'configuration-invalid';
	return 'temporarily-unavailable';
}

/** 429 with `Retry-After: 120` → `{ cause: 'rate-limited', retryAfterMs: 120000 }` */
export function declaredFailure(error: unknown): DeclaredFailure {
	const seconds = error instanceof RequestFailure ? error.details.retryAfterSeconds : undefined;
	return {
		cause: causeOf(error),
		...(seconds !== undefined && { retryAfterMs: seconds * 1000 }),
	};
}
