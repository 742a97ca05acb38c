import { UserError } from 'n8n-workflow';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { LoginError } from '../nodes/shared/http/failures/requestFailure';
import type { Account, SpentCodes, LoginResult } from './login';
import { login, unspentCodes } from './login';
import { LoginCancelled, repeatedFailure } from './loginRefusals';
import type { Http } from './loginStep';

/** A token this young, fetched for another item, is used instead of logging in again. */
const FRESH_MS = 60_000;
/** After a refused login, or one to be repeated later without a time, no login is tried for this long. */
const REFUSAL_MS = 60_000;
/**
 * After a login that the platform could not process, none is tried for so long, then twice as long, to `REFUSAL_MS`.
 */
const FIRST_PAUSE_MS = 1_000;
/** A failure this long ago does not count any more. */
const FORGET_FAILURES_MS = 300_000;
/** A platform that asks to wait for longer is asked again after this time: its answer may be a mistake. */
const MAX_PAUSE_MS = 3_600_000;
const MAX_REMEMBERED = 500;

interface Remembered<T> {
	value: T;
	at: number;
}

/** A login that failed. */
interface Failure {
	error: LoginError;
	/** No login is tried before this time, in milliseconds since 1970. */
	until: number;
	/** How often the login has failed one time after the other. */
	count: number;
}

/** A session that other items can use. */
interface SharedSession extends LoginResult {
	/** Whether the platform gave a token again that it had just refused: some have one token for each account. */
	isSameToken: boolean;
}

/** What one account (Base URL and email address) did in this process. */
interface AccountState extends SpentCodes {
	/** The current login, or the last one. The next login waits for it. */
	queue: Promise<unknown>;
}

const accounts = new Map<string, AccountState>();
/** Logins that have not ended yet. Callers with the same secrets share one and its result, also a failure. */
const pendingLogins = new Map<string, Promise<LoginResult>>();
const sessions = new Map<string, Remembered<SharedSession>>();
const failures = new Map<string, Remembered<Failure>>();

/** Secrets are kept as hashes only, so that a heap dump or a log of this module's state does not show them. */
export const hash = (...parts: string[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64');

/** A new key of 256 random bits. */
export const newKey = (): string => randomBytes(32).toString('base64url');

const enteredIn = ({ baseUrl, email, password, mfa, authenticatorSecret }: Account): string[] => [
	...[baseUrl, email, password, mfa, authenticatorSecret],
];

/**
 * Names the account a session belongs to. Backup codes are left out: they change with every login.
 *
 * @param key of the credential. n8n stores the name, and without the key nobody can try passwords on it
 */
export const ownerOf = (account: Account, key: string): string =>
	createHmac('sha256', key)
		.update(JSON.stringify(['session', ...enteredIn(account)]))
		.digest('base64url');

/**
 * The token is older than an edit of the credential. Nothing is sent, with it or without: a wrong Base URL would answer
 * "not found", which says nothing of the login. n8n logs in after an error with this status.
 */
export class EarlierSession extends UserError {
	readonly response = { status: 401 };

	constructor() {
		super("The session of this credential is of an earlier 'Base URL', email address or password", {
			description: 'Test the credential, then try again',
		});
	}
}

/** The codes that no login of this process has used. */
export const codesLeft = (account: Account): string[] =>
	unspentCodes(account, stateOfAccount(account));

/**
 * Identifies an account with all its secrets: a wrong password must not get the token of the right one. Used codes do
 * not count: some items still see them, and others do not.
 */
const secretsKey = (account: Account) => hash(...enteredIn(account), ...codesLeft(account));

function remember<T>(entries: Map<string, Remembered<T>>, key: string, value: T): void {
	entries.delete(key);
	entries.set(key, { value, at: Date.now() });
	const oldest = entries.keys().next().value;
	if (entries.size > MAX_REMEMBERED && oldest !== undefined) entries.delete(oldest);
}

function recall<T>(
	entries: Map<string, Remembered<T>>,
	key: string,
	maxAge: number,
): T | undefined {
	const entry = entries.get(key);
	return entry && Date.now() - entry.at < maxAge ? entry.value : undefined;
}

function stateOfAccount(account: Account): AccountState {
	const key = hash(account.baseUrl, account.email);
	let state = accounts.get(key);
	if (!state) {
		const spent = new Set<string>();
		state = {
			queue: Promise.resolve(),
			lastCodeTime: 0,
			isSpent: (code) => spent.has(hash(code)),
			spend: (code) => spent.add(hash(code)),
		};
		accounts.set(key, state);
	}
	return state;
}

/** How long no login is tried after this failure. */
function pauseAfter(error: LoginError, count: number): number {
	if (error.retryAfterSeconds !== undefined) {
		return Math.min(error.retryAfterSeconds * 1000, MAX_PAUSE_MS);
	}
	return error.refused ? REFUSAL_MS : Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), REFUSAL_MS);
}

/** Remembers a failed login. @returns the error to show; it says when to try again, where that makes sense */
function rememberFailure(account: Account, error: LoginError): LoginError {
	const key = secretsKey(account);
	const earlier = recall(failures, key, FORGET_FAILURES_MS)?.count ?? 0;
	const pause = pauseAfter(error, earlier + 1);
	remember(failures, key, { error, until: Date.now() + pause, count: earlier + 1 });
	if (error.refused) return error;
	const { summary, description } = error;
	return new LoginError(summary, description, false, pause / 1000);
}

/** The failure of the last login of this account, if no other may be tried yet. */
function currentFailure(account: Account): LoginError | undefined {
	const failure = failures.get(secretsKey(account))?.value;
	const left = failure ? failure.until - Date.now() : 0;
	return failure && left > 0 ? repeatedFailure(failure.error, left / 1000) : undefined;
}

/**
 * Why the last login of this account failed.
 *
 * @returns undefined if it did not, or if that was long ago
 */
export const lastFailure = (account: Account): LoginError | undefined =>
	failures.get(secretsKey(account))?.value.error;

/**
 * Whether a new token is used, although it may be the refused one: another login would cost a backup code, or give the
 * same token.
 */
const isUsable = (session: SharedSession, account: Account, rejectedToken: string): boolean =>
	session.accessToken !== rejectedToken || session.isSameToken || account.mfa === 'backupCodes';

/** The result of a login, or an error once its waiter is cancelled. The login continues for the others. */
async function unlessCancelled(
	result: Promise<LoginResult>,
	signal?: AbortSignal,
): Promise<LoginResult> {
	if (!signal) return await result;
	let leave: () => void = () => undefined;
	const left = new Promise<never>((_resolve, reject) => {
		leave = () => reject(new LoginCancelled());
	});
	signal.addEventListener('abort', leave);
	try {
		return await Promise.race([result, left]);
	} finally {
		signal.removeEventListener('abort', leave);
	}
}

/**
 * A session for this account: a new one of another item, or of a login; a process has one login at a time for an account.
 * @param rejectedToken just refused, or ''. It is returned for a minute with backup codes, or if a login gives it again
 * @throws LoginError; it is remembered, and thrown again without a login, for as long as it says
 */
export async function loginFor(
	http: Http,
	account: Account,
	rejectedToken: string,
	signal?: AbortSignal,
): Promise<LoginResult> {
	if (signal?.aborted) throw new LoginCancelled();
	const key = secretsKey(account);
	const state = stateOfAccount(account);

	const shared = pendingLogins.get(key);
	if (shared) {
		return await unlessCancelled(shared, signal).catch(async (error: unknown) => {
			if (!(error instanceof LoginCancelled)) throw error;
			return await loginFor(http, account, rejectedToken, signal);
		});
	}

	const attempt = async (): Promise<LoginResult> => {
		const fresh = recall(sessions, secretsKey(account), FRESH_MS);
		if (fresh && isUsable(fresh, account, rejectedToken)) return fresh;
		const failure = currentFailure(account);
		if (failure) throw failure;

		const result = await login(http, account, state, signal).catch((error: unknown) => {
			const isOutcome = error instanceof LoginError && !(error instanceof LoginCancelled);
			throw isOutcome ? rememberFailure(account, error) : error;
		});
		const session = { ...result, isSameToken: result.accessToken === rejectedToken };
		failures.delete(secretsKey(account));
		remember(sessions, secretsKey(account), session);
		return session;
	};

	const result = state.queue.then(attempt, attempt).finally(() => pendingLogins.delete(key));
	pendingLogins.set(key, result);
	state.queue = result.catch(() => undefined);
	return await unlessCancelled(result, signal);
}
