import { UserError } from 'n8n-workflow';
import { LoginError, RequestFailure, failureOfStatus } from './requestFailure';
import { serverMessage } from './serverMessage';

/** Fields of the errors that n8n's HTTP helper throws, at any level of the chain of causes. */
interface ThrownError {
	name?: string;
	message?: string;
	description?: string;
	code?: string;
	syscall?: string;
	isAxiosError?: boolean;
	response?: { status?: number; data?: unknown };
	cause?: ThrownError;
}

/*
 * Codes of what happened before the request left. Any other code (a reset, a TLS error) can come after the platform has
 * read the request.
 */

/** Codes that say that no connection was made. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);
/** Codes that say that no connection was made. In an error of reading or writing, the connection broke later. */
const UNREACHABLE = new Set(['EHOSTUNREACH', 'ENETUNREACH']);
/** Codes for a refused certificate, which is checked before anything is sent. OpenSSL's names come first. */
const CERTIFICATE_REFUSED = new Set([
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
	'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'CERT_SIGNATURE_FAILURE',
	'CERT_NOT_YET_VALID',
	'CERT_HAS_EXPIRED',
	'CERT_CHAIN_TOO_LONG',
	'CERT_REVOKED',
	'CERT_UNTRUSTED',
	'CERT_REJECTED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
	'ERROR_IN_CERT_NOT_BEFORE_FIELD',
	'ERROR_IN_CERT_NOT_AFTER_FIELD',
	'HOSTNAME_MISMATCH',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'ERR_TLS_CERT_ALTNAME_FORMAT',
]);
/** Codes that say that the request could not be written: a character in its address or in a header is not allowed. */
const NEVER_WRITTEN = new Set([
	'ERR_INVALID_URL',
	'ERR_INVALID_CHAR',
	'ERR_UNESCAPED_CHARACTERS',
	'ERR_HTTP_INVALID_HEADER_VALUE',
	'ERR_INVALID_HTTP_TOKEN',
]);
/** Names of errors which say that n8n's own protection refused the address. */
const BLOCKED = /^SsrfBlocked/;
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
	const certificate = codes.find((code) => CERTIFICATE_REFUSED.has(code));
	if (certificate !== undefined) return { kind: 'certificate', code: certificate };

	const isOfConnection = chain.some(({ syscall }) => syscall === 'read' || syscall === 'write');
	const neverConnected = codes.find(
		(code) => NEVER_CONNECTED.has(code) || (UNREACHABLE.has(code) && !isOfConnection),
	);
	if (neverConnected !== undefined) return { kind: 'notConnected', code: neverConnected };
	const code = codes.find(Boolean) ?? '';
	if (chain.some(({ syscall }) => syscall === 'connect')) return { kind: 'notConnected', code };
	return { kind: codes.some((each) => TIMED_OUT.has(each)) ? 'timedOut' : 'interrupted', code };
}

/** The execution was cancelled before its request ended. */
export function cancelledRequest(subject: string, wasSent: boolean): RequestFailure {
	return new RequestFailure(
		'The execution was cancelled',
		wasSent
			? `"${subject}" was still running. Check on the platform whether it was carried out`
			: `"${subject}" was not sent`,
		{ arrival: wasSent ? 'unknown' : 'notSent', final: true },
	);
}

export const noAnswerInTime = (): RequestFailure =>
	new RequestFailure(
		'The platform did not answer in time',
		"Try again later, or set a longer time: Options → 'Timeout (Seconds)', where the node has it",
		{ arrival: 'unknown' },
	);

export const noLoginInTime = (): RequestFailure =>
	new RequestFailure('The login did not end in time', 'Nothing was sent. Try again later', {
		arrival: 'notSent',
	});

/** The request cannot have left n8n: it could not be written, or n8n or the credential refused its address. */
const isUnsent = (error: ThrownError): boolean =>
	NEVER_WRITTEN.has(error.code ?? '') ||
	BLOCKED.test(error.name ?? '') ||
	error instanceof UserError;

function unexpected(chain: readonly ThrownError[], wasSent: boolean): RequestFailure {
	const root = chain[chain.length - 1];
	const isSent = wasSent && !chain.some(isUnsent);
	return new RequestFailure(
		root?.message ?? 'The request could not be made',
		root?.description ?? '',
		{ arrival: isSent ? 'unknown' : 'notSent', final: true },
	);
}

/**
 * The failure behind an error of n8n's HTTP helper, by its texts and codes; the request in it is not shown.
 * @param wasSent whether the request may have left n8n by then; some codes prove that it did not
 */
export function failureOfError(error: unknown, subject: string, wasSent: boolean): RequestFailure {
	const chain = chainOf(error);

	const login = chain.map((entry): unknown => entry).find((entry) => entry instanceof LoginError);
	if (login) {
		return new RequestFailure(login.summary, login.description, {
			arrival: 'notSent',
			final: login.refused,
			isLogin: true,
			retryAfterSeconds: login.retryAfterSeconds,
		});
	}
	// An error with a status below 400 is an incomplete answer: the platform may have carried out the request.
	const response = chain.find(({ response }) => (response?.status ?? 0) >= 400)?.response;
	if (response?.status !== undefined) {
		return failureOfStatus(response.status, serverMessage(response.data, true), subject);
	}
	const network = chain.some(isUnsent) ? undefined : networkCauseOf(error);
	switch (network?.kind) {
		case undefined:
			return unexpected(chain, wasSent);
		case 'certificate':
			return new RequestFailure(
				'The certificate of the platform is not trusted',
				"Check the 'Base URL' of the credential. If the platform uses a private certificate, set NODE_EXTRA_CA_CERTS on the n8n server",
				{ arrival: 'notSent', final: true },
			);
		case 'notConnected':
			return new RequestFailure(
				'The platform cannot be reached',
				"No connection was made. Check the 'Base URL' of the credential, and check that n8n can reach this address",
				{ arrival: 'notSent' },
			);
		case 'timedOut':
			return noAnswerInTime();
		case 'interrupted':
			return new RequestFailure(
				'The connection to the platform was interrupted',
				`"${subject}" got no complete answer. Try again later`,
				{ arrival: 'unknown' },
			);
	}
}
