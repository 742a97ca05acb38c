import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { LoginError, serverMessage } from '../nodes/shared/http';
import { codeOfStep, readAuthenticator } from './totp';

/** What the credential stores. */
export interface Account {
	baseUrl: string;
	email: string;
	password: string;
	mfa: 'none' | 'authenticator' | 'backupCodes';
	authenticatorSecret: string;
	/** Unused codes. */
	backupCodes: string[];
	/** Start of the 30 s step whose code was sent last, in seconds of the server's clock; 0 if none. */
	lastCodeTime: number;
}

export interface Session {
	accessToken: string;
	backupCodes: string[];
	lastCodeTime: number;
}

/** n8n's own HTTP helper. It returns the full response for every status. */
export type Http = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

/** What must be remembered about codes that were sent, also when the login then failed. */
export interface CodeMemory {
	lastCodeTime: number;
	isSpent(code: string): boolean;
	spend(code: string): void;
}

/** A code that expires sooner than this could expire before it reaches the platform. */
const MIN_SECONDS_LEFT = 2;
const LOGIN_TIMEOUT_MS = 30_000;

interface Answer {
	status: number;
	body: IDataObject;
	serverText: string;
	serverSeconds: number;
	retryAfterSeconds?: number;
}

const clockSeconds = () => Date.now() / 1000;

function secondsOfDate(header: unknown): number {
	const milliseconds = Date.parse(String(header ?? ''));
	return Number.isNaN(milliseconds) ? clockSeconds() : milliseconds / 1000;
}

async function post(http: Http, baseUrl: string, path: string, body: IDataObject): Promise<Answer> {
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: `${baseUrl}${path}`,
		body,
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: LOGIN_TIMEOUT_MS,
	};
	// The caught error holds the request, and so the password. Nothing of it may be passed on.
	const response = await http(options).catch(() => undefined);
	if (!response) {
		throw new LoginError(
			'The platform could not be reached to log in',
			`No answer from ${new URL(baseUrl).host}. Check the Base URL of the credential, and check that n8n can reach this address`,
			false,
		);
	}
	const isObject = typeof response.body === 'object' && response.body !== null;
	const retryAfter = Number(response.headers['retry-after']);
	return {
		status: response.statusCode,
		body: isObject ? (response.body as IDataObject) : {},
		serverText: serverMessage(response.body),
		serverSeconds: secondsOfDate(response.headers.date),
		retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
	};
}

const quoted = (serverText: string) => (serverText ? `The platform says: "${serverText}". ` : '');

/**
 * Errors that both steps of a login share: the platform cannot answer now, or the address is not that of a voice-agent platform.
 *
 * @throws LoginError for status 429, 5xx, 404 and redirects
 */
function throwUnlessAnswered(answer: Answer): void {
	const { status, serverText } = answer;
	if (status === 429 || status >= 500) {
		throw new LoginError(
			`The platform could not process the login (status ${status})`,
			`${quoted(serverText)}The platform did not refuse the credential. Try again later`,
			false,
			answer.retryAfterSeconds,
		);
	}
	if (status === 404 || (status >= 300 && status < 400)) {
		throw new LoginError(
			'No login was found at the Base URL of the credential',
			`${quoted(serverText)}Check the Base URL: it ends in /api/v1, for example https://api.example.com/api/v1`,
			true,
		);
	}
}

function tokenIn(answer: Answer): string {
	const token = answer.body.access_token;
	if (typeof token === 'string' && token !== '') return token;
	throw new LoginError(
		'The platform answered the login without an access token',
		`${quoted(answer.serverText)}Check the Base URL: it ends in /api/v1. If it is correct, this package cannot read the answer of this platform`,
		answer.status >= 400,
	);
}

function refusePassword({ status, serverText }: Answer): never {
	if (status === 403) {
		throw new LoginError(
			'The platform does not allow this user to log in',
			`${quoted(serverText)}Usually the email address is not verified yet. Open the link in the verification email, or request this email again`,
			true,
		);
	}
	throw new LoginError(
		'The platform refused the email address or the password',
		`${quoted(serverText)}Enter both again in the credential. The login was tried only once, so that the account is not locked`,
		true,
	);
}

/** Waits for a code that is fresh and was never sent before, and returns it with the start of its time step. */
async function authenticatorCode(account: Account, memory: CodeMemory, serverOffset: number) {
	const authenticator = readAuthenticator(account.authenticatorSecret);
	const { period } = authenticator;
	const now = () => clockSeconds() + serverOffset;

	let step = Math.floor(now() / period);
	if ((step + 1) * period - now() < MIN_SECONDS_LEFT) step += 1;
	const last = Math.max(memory.lastCodeTime, account.lastCodeTime);
	const lastStep = Math.floor(last / period);
	// A stored time that is far ahead comes from a clock that was wrong and has been corrected.
	if (step <= lastStep && lastStep <= step + 1) step = lastStep + 1;

	const wait = step * period - now();
	if (wait > 0) await sleep(wait * 1000);
	return { code: codeOfStep(authenticator, step), time: step * period };
}

function backupCode(account: Account, memory: CodeMemory): string {
	const code = account.backupCodes.find((candidate) => !memory.isSpent(candidate));
	if (code === undefined) {
		throw new LoginError(
			'The credential has no unused backup code left',
			'Each backup code works once. Create new codes on the platform and enter them in the credential. Or set MFA to Authenticator Secret, which never runs out',
			true,
		);
	}
	return code;
}

async function secondFactor(
	http: Http,
	account: Account,
	memory: CodeMemory,
	serverOffset: number,
): Promise<Session> {
	if (account.mfa === 'none') {
		throw new LoginError(
			'This account requires a second factor (MFA), and the credential has none',
			'Open the credential, set MFA to Authenticator Secret or Backup Codes, and enter the secret or the codes',
			true,
		);
	}
	const usesAuthenticator = account.mfa === 'authenticator';
	let code: string;
	if (usesAuthenticator) {
		const fresh = await authenticatorCode(account, memory, serverOffset);
		code = fresh.code;
		memory.lastCodeTime = fresh.time;
	} else {
		code = backupCode(account, memory);
	}

	const answer = await post(http, account.baseUrl, '/mfa/verify', { email: account.email, code });
	throwUnlessAnswered(answer);
	if (!usesAuthenticator) memory.spend(code);
	if (answer.status >= 400) {
		throw new LoginError(
			usesAuthenticator
				? 'The platform refused the authenticator code'
				: 'The platform refused the backup code',
			usesAuthenticator
				? `${quoted(answer.serverText)}Check the Authenticator Secret. It must belong to this account and to its latest MFA setup`
				: `${quoted(answer.serverText)}It was used before, or newer codes replaced it. The next attempt uses the next code of the list`,
			true,
		);
	}
	return {
		accessToken: tokenIn(answer),
		backupCodes: account.backupCodes.filter((candidate) => !memory.isSpent(candidate)),
		lastCodeTime: Math.max(memory.lastCodeTime, account.lastCodeTime),
	};
}

/**
 * Logs in: password first, then a code if the platform asks for one (API document, "Login flow").
 *
 * @throws LoginError (UserError for an unreadable Authenticator Secret) that says what is wrong and what to do. It never contains a
 * password, code or token
 */
export async function login(http: Http, account: Account, memory: CodeMemory): Promise<Session> {
	if (!account.email.trim() || !account.password) {
		throw new LoginError(
			'The credential has no email address or no password',
			'Enter both in the credential',
			true,
		);
	}
	// A secret that cannot be read is refused before the password is sent: an attempt that cannot succeed would count against the account.
	if (account.mfa === 'authenticator') readAuthenticator(account.authenticatorSecret);
	const { email, password } = account;
	const answer = await post(http, account.baseUrl, '/auth/login', { email, password });
	throwUnlessAnswered(answer);
	if (answer.status >= 400) refusePassword(answer);
	if (answer.body.mfa_required === true) {
		return await secondFactor(http, account, memory, answer.serverSeconds - clockSeconds());
	}
	return {
		accessToken: tokenIn(answer),
		backupCodes: account.backupCodes,
		lastCodeTime: account.lastCodeTime,
	};
}
