import { LoginError } from '../nodes/shared/http';
import { missingIn, saysLocked } from './answers';
import type { Answer, NoAnswer } from './exchange';
import { LOGIN_TIMEOUT_SECONDS, MAX_ANSWER_BYTES } from './exchange';

/*
 * What went wrong in a login, in words for the user. No text holds a password, a code or a token: texts of the platform come from
 * `Answer.serverText`, which has none.
 */

/** After status 429 without a time, no login is tried for this long. */
const TOO_MANY_SECONDS = 60;
/** A locked account is not asked again for this long. */
const LOCKED_SECONDS = 600;
const CHECK_BASE_URL =
	"Check the 'Base URL': it ends in /api/v1, for example https://api.example.com/api/v1";

const quoted = ({ serverText }: Answer) =>
	serverText ? `The platform says: "${serverText}". ` : '';

const refusal = (summary: string, description: string, waitSeconds?: number) =>
	new LoginError(summary, description, true, waitSeconds);

/** The login was left, because the execution that needed it was cancelled. The login itself may go on for others. */
export class LoginCancelled extends LoginError {
	constructor() {
		super(
			'The execution was cancelled during the login',
			'The request that needed the login was not sent',
			true,
		);
	}
}

const isNoHttps = (code: string) => code === 'EPROTO' || /^ERR_(SSL|TLS)/.test(code);

const noSecureConnection = (host: string) =>
	refusal(
		'No secure connection to the platform could be made',
		`${host} does not answer as an https server. Check the host and the port in the 'Base URL' of the credential`,
	);

function certificateFailure(code: string, host: string): LoginError {
	if (code.includes('EXPIRED')) {
		return refusal(
			'The certificate of the platform has expired',
			`Ask the operator of ${host} to renew it. Check also that the clock of the n8n server is right`,
		);
	}
	if (code.includes('ALTNAME')) {
		return refusal(
			'The certificate of the platform belongs to another host',
			`It is not valid for ${host}. Check the host name in the 'Base URL' of the credential`,
		);
	}
	if (isNoHttps(code)) return noSecureConnection(host);
	return refusal(
		'The certificate of the platform is not trusted',
		`Check the 'Base URL' of the credential. If ${host} uses a private or self-signed certificate, set NODE_EXTRA_CA_CERTS on the n8n server and restart n8n`,
	);
}

function connectionFailure(code: string, host: string): LoginError {
	const unreachable = (reason: string, advice: string) =>
		new LoginError(`The platform could not be reached to log in: ${reason}`, advice, false);
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return unreachable(
			'its host name was not found',
			`Check ${host} in the 'Base URL' of the credential, and the name server (DNS) that n8n uses`,
		);
	}
	if (code === 'ECONNREFUSED') {
		return unreachable(
			'the connection was refused',
			`No server listens at ${host}. Check the host and the port in the 'Base URL' of the credential, and that the platform is running`,
		);
	}
	return unreachable(
		'no connection was made',
		`Check ${host} in the 'Base URL' of the credential, and the network and firewalls between n8n and this address`,
	);
}

/** The failure of a step that got no answer. */
export function unanswered({ cause, host, isTooLarge }: NoAnswer): LoginError {
	if (isTooLarge) {
		return refusal(
			'The answer to the login is too large',
			`${host} sent more than ${MAX_ANSWER_BYTES / 1_000_000} MB. ${CHECK_BASE_URL}`,
		);
	}
	if (cause?.kind === 'certificate') return certificateFailure(cause.code, host);
	if (cause?.kind === 'notConnected') return connectionFailure(cause.code, host);
	if (cause?.kind === 'timedOut') {
		return new LoginError(
			'The platform did not answer the login in time',
			`${host} sent no complete answer within ${LOGIN_TIMEOUT_SECONDS} seconds. Try again later`,
			false,
		);
	}
	if (cause && isNoHttps(cause.code)) return noSecureConnection(host);
	if (cause) {
		return new LoginError(
			'The connection to the platform was interrupted during the login',
			`${host} sent no complete answer. Try again later. If it happens each time, check the 'Base URL' of the credential`,
			false,
		);
	}
	return new LoginError(
		'The platform could not be reached to log in',
		`No answer from ${host}. Check the 'Base URL' of the credential, and check that n8n can reach this address`,
		false,
	);
}

const wrongAddress = (answer: Answer) =>
	refusal(
		"No login was found at the 'Base URL' of the credential",
		`${quoted(answer)}${CHECK_BASE_URL}`,
	);

/** What both steps of a login share: the platform cannot answer now, the account is locked, or the address is another one. */
export function sharedFailure(answer: Answer): LoginError | undefined {
	const { status, serverText } = answer;
	if (status === 429 || status === 408 || status >= 500) {
		return new LoginError(
			`The platform could not process the login (status ${status})`,
			`${quoted(answer)}The platform did not refuse the credential. Try again later`,
			false,
			answer.retryAfterSeconds ?? (status === 429 ? TOO_MANY_SECONDS : undefined),
		);
	}
	if ((status >= 300 && status < 400) || status === 405) return wrongAddress(answer);
	if (answer.isWebPage && status !== 404) {
		return refusal(
			`A web page answered the login (status ${status})`,
			`The platform answers with JSON. ${CHECK_BASE_URL}. If it is correct, a proxy or firewall between n8n and the platform may have answered`,
		);
	}
	if (status === 404 && missingIn(serverText) === 'address') return wrongAddress(answer);
	if (status === 423 || (status >= 400 && saysLocked(serverText))) {
		return refusal(
			'The platform has locked this account',
			`${quoted(answer)}Wait until the lock ends, or ask an admin to unlock the account. The login is not tried again before that, so that the lock is not extended`,
			answer.retryAfterSeconds ?? LOCKED_SECONDS,
		);
	}
	return undefined;
}

/** The first step was refused. */
export function passwordRefused(answer: Answer): LoginError {
	const { status, serverText } = answer;
	if (status === 401) {
		return refusal(
			'The platform refused the email address or the password',
			`${quoted(answer)}Enter both again in the credential. The login was tried only once, so that the account is not locked`,
		);
	}
	if (status === 403) {
		return refusal(
			'The platform does not allow this user to log in',
			serverText === '' || /verif|confirm|activat/i.test(serverText)
				? `${quoted(answer)}Usually the email address is not verified yet. Open the link in the verification email, or request this email again`
				: `${quoted(answer)}Ask an admin of the organization. If the email address is not verified yet, open the link in the verification email, or request this email again`,
		);
	}
	if (status === 404 && missingIn(serverText) === 'user') {
		return refusal(
			'The platform does not know the email address',
			`${quoted(answer)}Check the email address in the credential, and that the 'Base URL' is that of your platform`,
		);
	}
	if (status === 400 || status === 422) {
		return refusal(
			'The platform did not accept the email address or the password',
			`${quoted(answer)}Correct in the credential what the platform names. The login was tried only once, so that the account is not locked`,
		);
	}
	return refusal(
		`The platform refused the login (status ${status})`,
		`${quoted(answer)}Check the email address, the password and the 'Base URL' in the credential`,
	);
}

/** An answer that speaks of a second factor, but does not clearly ask for a code. */
export const unclearSecondFactor = (answer: Answer) =>
	refusal(
		'The answer of the platform names a second factor (MFA), but does not clearly ask for a code',
		`${quoted(answer)}No code was sent. Do what the text of the platform says, or log in on the platform to see what it asks for. The answer has status ${answer.status} and these fields: ${answer.outline}`,
	);

export const noToken = (answer: Answer) =>
	refusal(
		'The platform answered the login without an access token that can be used',
		`${quoted(answer)}${CHECK_BASE_URL}. If it is correct, this package cannot read the answer of this platform, which has these fields: ${answer.outline}`,
	);

export const secondFactorMissing = () =>
	refusal(
		'This account requires a second factor (MFA), and the credential has none',
		"Open the credential, set 'MFA' to Authenticator Secret or Backup Codes, and enter the secret or the codes",
	);

export const nothingEntered = () =>
	refusal('The credential has no email address or no password', 'Enter both in the credential');

export const noBackupCode = () =>
	refusal(
		'The credential has no unused backup code left',
		"Each backup code works once. Create new codes on the platform and enter them in the credential. Or set 'MFA' to Authenticator Secret, which never runs out",
	);

export const authenticatorCodeRefused = (answer: Answer) =>
	refusal(
		'The platform refused the authenticator code',
		`${quoted(answer)}Two codes were refused, one after the other. Check the 'Authenticator Secret'. It must belong to this account and to its latest MFA setup`,
	);

export const backupCodeRefused = (answer: Answer) =>
	refusal(
		'The platform refused the backup code',
		`${quoted(answer)}It was used before, or newer codes replaced it`,
	);

/** After a backup code was sent and no token was received, no other code is sent for this long: a run and its retries are over then. */
const PAUSE_AFTER_CODE_SECONDS = 600;

/**
 * The failure of a login that has sent a backup code: it is not tried again soon.
 *
 * @param next which code the next attempt will send
 */
export function afterBackupCode(error: LoginError, next: 'same' | 'next' | 'none'): LoginError {
	const pause = `For the next ${PAUSE_AFTER_CODE_SECONDS / 60} minutes no backup code is sent, unless you change the password or the codes`;
	const texts = {
		same: `The code may still be unused. ${pause}. The next attempt sends the same code again`,
		next: `${pause}. The next attempt uses the next code of the list`,
		none: 'It was the last code of the credential. Create new codes on the platform and enter them in the credential',
	};
	const seconds = Math.max(error.retryAfterSeconds ?? 0, PAUSE_AFTER_CODE_SECONDS);
	return refusal(error.summary, `${error.description}. ${texts[next]}`, seconds);
}

/** A failure that is shown again, because the login is not tried again yet. */
export function remembered(error: LoginError, secondsLeft: number): LoginError {
	const seconds = Math.ceil(secondsLeft);
	const time =
		seconds > 120
			? `${Math.ceil(seconds / 60)} minutes`
			: `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
	const orChange = error.refused ? ', or after a change of the credential' : '';
	return new LoginError(
		error.summary,
		`${error.description}. The login was not tried again now. It can be tried again in ${time}${orChange}`,
		error.refused,
		seconds,
	);
}
