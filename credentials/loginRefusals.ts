import { LoginError } from '../nodes/shared/http/failures/requestFailure';
import type { LoginAnswer, LoginProblem } from './loginStep';
import { LOGIN_TIMEOUT_SECONDS, MAX_ANSWER_BYTES } from './loginStep';

/*
 * What went wrong in a login, in words for the user. No text holds a password, a code or a token: the platform's texts
 * come from `LoginAnswer.serverText`, which has none.
 */

/** What a text can name. */
type Facts = Pick<
	LoginAnswer,
	'host' | 'redirectsTo' | 'status' | 'code' | 'outline' | 'serverText'
>;
type Texts = (facts: Facts) => readonly [summary: string, advice: string];

const CHECK_BASE_URL =
	"Check the 'Base URL': it ends in /api/v1, for example https://api.example.com/api/v1";
/** "User not found": the address is right, and the platform knows no such user. */
const NAMES_A_USER = /\b(?:user|account|e-?mail)\b/i;
const UNREACHED = 'The platform could not be reached to log in';

const unavailable: Texts = ({ status }) => [
	`The platform could not process the login (status ${status})`,
	'The platform did not refuse the credential. Try again later',
];

/** Why the platform has not looked at what was sent, or may not have. */
const PROBLEMS: Readonly<Record<LoginProblem, Texts>> = {
	tooLarge: ({ host }) => [
		'The answer to the login is too large',
		`${host} sent more than ${MAX_ANSWER_BYTES / 1_000_000} MB. ${CHECK_BASE_URL}`,
	],
	certificate: ({ host, code }) => [
		`The certificate of the platform is not trusted (${code})`,
		`Check the 'Base URL' of the credential. The certificate must be valid for ${host}, and not have expired. If it is private or self-signed, set NODE_EXTRA_CA_CERTS on the n8n server and restart n8n`,
	],
	// Without the code of the error: n8n replaces a text that has one by its own.
	notConnected: ({ host }) => [
		`${UNREACHED}: no connection was made`,
		`Check ${host} in the 'Base URL' of the credential, that the platform is running there, and the name server (DNS), network and firewalls between n8n and this address`,
	],
	notReached: ({ host }) => [
		UNREACHED,
		`No answer from ${host}. Check the 'Base URL' of the credential, and check that n8n can reach this address`,
	],
	timedOut: ({ host }) => [
		'The platform did not answer the login in time',
		`${host} sent no complete answer within ${LOGIN_TIMEOUT_SECONDS} seconds. Try again later`,
	],
	interrupted: ({ host }) => [
		'The connection to the platform was interrupted during the login',
		`${host} sent no complete answer. Try again later. If it happens each time, check the host and the port in the 'Base URL' of the credential: the server there may not be an https server`,
	],
	tooManyRequests: unavailable,
	unavailable,
	redirected: ({ redirectsTo }) => [
		`The platform answered the login with a redirect to ${redirectsTo}`,
		`The login was not sent there. The 'Base URL' must be the address that the redirect leads to. It ends in /api/v1, for example ${redirectsTo}/api/v1`,
	],
	noLoginHere: ({ serverText }) => [
		"No login was found at the 'Base URL' of the credential",
		NAMES_A_USER.test(serverText)
			? `${CHECK_BASE_URL}. If it is correct, check the email address`
			: CHECK_BASE_URL,
	],
	webPage: ({ status }) => [
		`A web page answered the login (status ${status})`,
		`The platform answers with JSON. ${CHECK_BASE_URL}. If it is correct, a proxy or firewall between n8n and the platform may have answered`,
	],
	locked: () => [
		'The platform has locked this account',
		'Wait until the lock ends, or ask an admin to unlock the account. The login is not tried again before that, so that the lock is not extended',
	],
};

/** What the platform says no to, or what is missing. */
const REFUSALS = {
	wrongPassword: () => [
		'The platform refused the email address or the password',
		'Enter both again in the credential. The login was tried only once, so that the account is not locked',
	],
	notAllowed: () => [
		'The platform does not allow this user to log in',
		'Usually the email address is not verified yet. Open the link in the verification email, or request this email again. If it is verified, ask an admin of the organization',
	],
	notAccepted: () => [
		'The platform did not accept the email address or the password',
		'Correct in the credential what the platform names. The login was tried only once, so that the account is not locked',
	],
	otherRefusal: ({ status }) => [
		`The platform refused the login (status ${status})`,
		"Check the email address, the password and the 'Base URL' in the credential",
	],
	noToken: ({ outline }) => [
		'The platform answered the login without an access token that can be used',
		`${CHECK_BASE_URL}. If it is correct, this package cannot read the answer of this platform, which has these fields: ${outline}`,
	],
	noSecondFactor: () => [
		'This account requires a second factor (MFA), and the credential has none',
		"Open the credential, set 'MFA' to Authenticator Secret or Backup Codes, and enter the secret or the codes",
	],
	nothingEntered: () => [
		'The credential has no email address or no password',
		'Enter both in the credential',
	],
	noBackupCode: () => [
		'The credential has no unused backup code left',
		"Each backup code works once. Create new codes on the platform and enter them in the credential. Or set 'MFA' to Authenticator Secret, which never runs out",
	],
	authenticatorCode: () => [
		'The platform refused the authenticator code',
		"Two codes were refused, one after the other. Check the 'Authenticator Secret'. It must belong to this account and to its latest MFA setup",
	],
	backupCode: () => [
		'The platform refused the backup code',
		'It was used before, or newer codes replaced it',
	],
} satisfies Record<string, Texts>;

/** Problems that may end by themselves. After all others, the same login would fail again. */
const MAY_END: ReadonlySet<LoginProblem> = new Set<LoginProblem>([
	'notConnected',
	'notReached',
	'timedOut',
	'interrupted',
	'tooManyRequests',
	'unavailable',
]);

/** How long no login is tried, in seconds, if the platform does not say it. */
const WAITS: Readonly<Partial<Record<LoginProblem, number>>> = { tooManyRequests: 60, locked: 600 };

const quoted = ({ serverText }: Facts) =>
	serverText ? `The platform says: "${serverText}". ` : '';

/** @param facts the answer, if there was one */
export function loginRefusal(
	cause: keyof typeof REFUSALS,
	facts: Facts = { host: '', status: 0, outline: '', serverText: '' },
): LoginError {
	const texts: Texts = REFUSALS[cause];
	const [summary, advice] = texts(facts);
	return new LoginError(summary, `${quoted(facts)}${advice}`, true);
}

/** Why the platform has not looked at what was sent; undefined if it has. */
export function failureOf({ problem, ...answer }: LoginAnswer): LoginError | undefined {
	if (problem === undefined) return undefined;
	const [summary, advice] = PROBLEMS[problem](answer);
	const wait = answer.retryAfterSeconds ?? WAITS[problem];
	return new LoginError(summary, `${quoted(answer)}${advice}`, !MAY_END.has(problem), wait);
}

/** The first step was refused. */
export function passwordRefused(answer: LoginAnswer): LoginError {
	switch (answer.status) {
		case 401:
			return loginRefusal('wrongPassword', answer);
		case 403:
			return loginRefusal('notAllowed', answer);
		case 400:
		case 422:
			return loginRefusal('notAccepted', answer);
		default:
			return loginRefusal('otherRefusal', answer);
	}
}

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

/** After a backup code without a token, no other is sent for this long: a run and its retries are over then. */
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
	return new LoginError(error.summary, `${error.description}. ${texts[next]}`, true, seconds);
}

/** A failure that is shown again, because the login is not tried again yet. */
export function repeatedFailure(error: LoginError, secondsLeft: number): LoginError {
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
