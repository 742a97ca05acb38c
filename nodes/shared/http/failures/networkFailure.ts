import { LoginError } from './loginError';
import { RequestFailure, failureOfStatus } from './requestFailure';
import { serverMessage } from './serverMessage';

/** Fields of the errors that n8n's HTTP helper throws, wherever it wraps them. */
interface ThrownError {
	message?: string;
	description?: string;
	code?: string;
	syscall?: string;
	isAxiosError?: boolean;
	response?: { status?: number; data?: unknown };
	cause?: ThrownError;
}

/** No connection came about, so nothing was sent. */
const NEVER_CONNECTED = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT']);
const DEEPEST_CAUSE = 6;

/** The error and what caused it, outermost first. */
function chainOf(error: unknown): ThrownError[] {
	const chain: ThrownError[] = [];
	let current = error as ThrownError | undefined;
	while (current && typeof current === 'object' && chain.length < DEEPEST_CAUSE) {
		chain.push(current);
		current = current.cause;
	}
	return chain;
}

const isCertificateError = (code: string) => /CERT|TLS|SSL|SIGNATURE/.test(code);

/** The failure behind an error thrown by n8n's HTTP helper. Takes texts and codes from it, never the request it carries. */
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
	// A good status with an error is an answer that broke off: what came before it may well have happened.
	const response = chain.find(({ response }) => (response?.status ?? 0) >= 400)?.response;
	if (response?.status !== undefined) {
		return failureOfStatus(response.status, serverMessage(response.data), subject);
	}
	if (cancelled) {
		return new RequestFailure('The execution was cancelled', `"${subject}" was under way`, {
			reach: 'unknown',
			final: true,
		});
	}
	const network = chain.find(
		({ code, isAxiosError }) => isAxiosError === true || typeof code === 'string',
	);
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

	const codes = chain.map(({ code }) => code ?? '');
	const duringConnect = chain.some(({ syscall }) => syscall === 'connect');
	if (codes.some(isCertificateError)) {
		return new RequestFailure(
			"The platform's certificate cannot be trusted",
			'Check the Base URL of the credential. A platform with a private certificate needs NODE_EXTRA_CA_CERTS on this n8n',
			{ reach: 'notSent', final: true },
		);
	}
	if (duringConnect || codes.some((code) => NEVER_CONNECTED.has(code))) {
		return new RequestFailure(
			'The platform cannot be reached',
			'No connection came about. Check the Base URL of the credential, and whether this n8n may reach that address',
			{ reach: 'notSent' },
		);
	}
	if (codes.some((code) => TIMED_OUT.has(code))) {
		return new RequestFailure(
			'The platform did not answer in time',
			'Timeout (Seconds) under Options says how long to wait',
			{
				reach: 'unknown',
			},
		);
	}
	return new RequestFailure(
		'The connection to the platform broke off',
		`"${subject}" got no complete answer`,
		{ reach: 'unknown' },
	);
}
