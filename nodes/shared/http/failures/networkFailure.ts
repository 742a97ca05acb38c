import { LoginError } from './loginError';
import { RequestFailure, failureOfStatus } from './requestFailure';
import { serverMessage } from './serverMessage';

/** Fields of the errors that n8n's HTTP helper throws, at any level of the chain of causes. */
interface ThrownError {
	message?: string;
	description?: string;
	code?: string;
	syscall?: string;
	isAxiosError?: boolean;
	response?: { status?: number; data?: unknown };
	cause?: ThrownError;
}

/** No connection was made, so nothing was sent. */
const NEVER_CONNECTED = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT']);
const MAX_CAUSE_DEPTH = 6;

/** The error and what caused it, outermost first. */
function chainOf(error: unknown): ThrownError[] {
	const chain: ThrownError[] = [];
	let current = error as ThrownError | undefined;
	while (current && typeof current === 'object' && chain.length < MAX_CAUSE_DEPTH) {
		chain.push(current);
		current = current.cause;
	}
	return chain;
}

const isCertificateError = (code: string) => /CERT|TLS|SSL|SIGNATURE/.test(code);

/** Why there is no complete answer, and the code of the error that says so ('' if none does). */
export interface NetworkCause {
	kind: 'certificate' | 'notConnected' | 'timedOut' | 'interrupted';
	code: string;
}

/** The cause of an error thrown by n8n's HTTP helper; undefined if it is not one of the network. */
export function networkCauseOf(error: unknown): NetworkCause | undefined {
	const chain = chainOf(error);
	if (!chain.some(({ code, isAxiosError }) => isAxiosError === true || typeof code === 'string')) {
		return undefined;
	}
	const codes = chain.map(({ code }) => String(code ?? ''));
	const certificate = codes.find(isCertificateError);
	if (certificate !== undefined) return { kind: 'certificate', code: certificate };

	const neverConnected = codes.find((code) => NEVER_CONNECTED.has(code));
	if (neverConnected !== undefined) return { kind: 'notConnected', code: neverConnected };
	const code = codes.find(Boolean) ?? '';
	if (chain.some(({ syscall }) => syscall === 'connect')) return { kind: 'notConnected', code };
	return { kind: codes.some((each) => TIMED_OUT.has(each)) ? 'timedOut' : 'interrupted', code };
}

/** The failure behind an error thrown by n8n's HTTP helper. Uses its texts and codes, never the request in it. */
export function failureOfError(
	error: unknown,
	subject: string,
	cancelled: boolean,
): RequestFailure {
	const chain = chainOf(error);

	const login = chain.map((entry): unknown => entry).find((entry) => entry instanceof LoginError);
	if (login) {
		return new RequestFailure(login.summary, login.description, {
			reach: 'notSent',
			final: login.refused,
			isLogin: true,
			retryAfterSeconds: login.retryAfterSeconds,
		});
	}
	// An error with a status below 400 is an incomplete answer: the platform may have carried out the request.
	const response = chain.find(({ response }) => (response?.status ?? 0) >= 400)?.response;
	if (response?.status !== undefined) {
		return failureOfStatus(response.status, serverMessage(response.data), subject);
	}
	if (cancelled) {
		return new RequestFailure(
			'The execution was cancelled',
			`"${subject}" was still running. Check on the platform whether it was carried out`,
			{
				reach: 'unknown',
				final: true,
			},
		);
	}
	const network = networkCauseOf(error);
	if (!network) {
		const root = chain[chain.length - 1];
		return new RequestFailure(
			root?.message ?? 'The request could not be made',
			root?.description ?? '',
			{
				reach: 'notSent',
				final: true,
			},
		);
	}

	if (network.kind === 'certificate') {
		return new RequestFailure(
			'The certificate of the platform is not trusted',
			'Check the Base URL of the credential. If the platform uses a private certificate, set NODE_EXTRA_CA_CERTS on the n8n server',
			{ reach: 'notSent', final: true },
		);
	}
	if (network.kind === 'notConnected') {
		return new RequestFailure(
			'The platform cannot be reached',
			'No connection was made. Check the Base URL of the credential, and check that n8n can reach this address',
			{ reach: 'notSent' },
		);
	}
	if (network.kind === 'timedOut') {
		return new RequestFailure(
			'The platform did not answer in time',
			'Try again later, or set a longer Timeout (Seconds) under Options',
			{
				reach: 'unknown',
			},
		);
	}
	return new RequestFailure(
		'The connection to the platform was interrupted',
		`"${subject}" got no complete answer. Try again later`,
		{ reach: 'unknown' },
	);
}
