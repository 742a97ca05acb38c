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
	/** Unspent codes, one an entry. */
	backupCodes: string[];
	/** Start of the 30 s step whose code was sent last, in seconds of the server's clock; 0 if none. */
	lastCodeTime: number;
}

export interface Session {
	accessToken: string;
	backupCodes: string[];
	lastCodeTime: number;
}

/** n8n's own HTTP helper, asked for the full response whatever the status. */
export type Http = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

/** What must be remembered about codes that were sent, also when the login then failed. */
export interface CodeMemory {
	lastCodeTime: number;
	isSpent(code: string): boolean;
	spend(code: string): void;
}

/** A code with less life than this might be stale on arrival. */
const LEAST_SECONDS_LEFT = 2;
const LOGIN_TIMEOUT_MS = 30_000;

interface Answer {
	status: number;
	body: IDataObject;
	said: string;
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
	// The caught error holds the request, and with it the password: nothing of it may travel on.
	const response = await http(options).catch(() => undefined);
	if (!response) {
		throw new LoginError(
			'The platform could not be reached for the login',
			`No answer from ${new URL(baseUrl).host}. Check the Base URL of the credential, and whether this n8n may reach that address`,
			false,
		);
	}
	const isObject = typeof response.body === 'object' && response.body !== null;
	const retryAfter = Number(response.headers['retry-after']);
	return {
		status: response.statusCode,
		body: isObject ? (response.body as IDataObject) : {},
		said: serverMessage(response.body),
		serverSeconds: secondsOfDate(response.headers.date),
		retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
	};
}

const quoted = (said: string) => (said ? `The platform says: "${said}". ` : '');

/** Errors that both steps of a login share: the platform is not there, or is not that platform. */
function throwUnlessAnswered(answer: Answer): void {
	const { status, said } = answer;
	if (status === 429 || status >= 500) {
		throw new LoginError(
			`The platform could not do the login now (status ${status})`,
			`${quoted(said)}Nothing is wrong with the credential as far as can be seen. Try again later`,
			false,
			answer.retryAfterSeconds,
		);
	}
	if (status === 404 || (status >= 300 && status < 400)) {
		throw new LoginError(
			'There is no login at the Base URL of the credential',
			`${quoted(said)}Check the Base URL: it ends in /api/v1, for example https://api.example.com/api/v1`,
			true,
		);
	}
}

function tokenIn(answer: Answer): string {
	const token = answer.body.access_token;
	if (typeof token === 'string' && token !== '') return token;
	throw new LoginError(
		'The answer to the login holds no token',
		`${quoted(answer.said)}Check the Base URL: it ends in /api/v1. If it is right, the platform answered in a way this package does not know`,
		answer.status >= 400,
	);
}

function refusePassword({ status, said }: Answer): never {
	if (status === 403) {
		throw new LoginError(
			'The platform does not let this user log in',
			`${quoted(said)}Most often the e-mail address is not verified yet: open the link in the verification e-mail, or have it sent again`,
			true,
		);
	}
	throw new LoginError(
		'The platform refused the e-mail address or the password',
		`${quoted(said)}Enter both again in the credential. It was asked once only, so that the account is not locked`,
		true,
	);
}

/** Waits for a code that is fresh and was never sent before, and returns it with the start of its time step. */
async function authenticatorCode(account: Account, memory: CodeMemory, serverOffset: number) {
	const authenticator = readAuthenticator(account.authenticatorSecret);
	const { period } = authenticator;
	const now = () => clockSeconds() + serverOffset;

	let step = Math.floor(now() / period);
	if ((step + 1) * period - now() < LEAST_SECONDS_LEFT) step += 1;
	const last = Math.max(memory.lastCodeTime, account.lastCodeTime);
	const lastStep = Math.floor(last / period);
	// A remembered time far ahead comes from a clock that has been put right since.
	if (step <= lastStep && lastStep <= step + 1) step = lastStep + 1;

	const wait = step * period - now();
	if (wait > 0) await sleep(wait * 1000);
	return { code: codeOfStep(authenticator, step), time: step * period };
}

function backupCode(account: Account, memory: CodeMemory): string {
	const code = account.backupCodes.find((candidate) => !memory.isSpent(candidate));
	if (code === undefined) {
		throw new LoginError(
			'The credential has no unspent backup code left',
			'Each backup code works once. Create new ones on the platform and enter them in the credential, or switch MFA to Authenticator Secret, which never runs out',
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
			'This account asks for a second factor (MFA), and the credential has none',
			'Open the credential, set MFA to Authenticator Secret (or Backup Codes) and enter it there',
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
				? `${quoted(answer.said)}Check the Authenticator Secret: it must be the one of this account, from the last time MFA was set up`
				: `${quoted(answer.said)}It was spent before, or new codes were created since. The next attempt takes the next code of the list`,
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
 * @throws LoginError (UserError for an unreadable Authenticator Secret) with what is wrong and what to do; never with a password, code or
 * token in it
 */
export async function login(http: Http, account: Account, memory: CodeMemory): Promise<Session> {
	if (!account.email.trim() || !account.password) {
		throw new LoginError(
			'The credential has no e-mail address or no password',
			'Enter both in the credential',
			true,
		);
	}
	// A secret that cannot be read is found before anything is sent, not after a needless password attempt.
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
