import { createHash } from 'node:crypto';
import { LoginError } from '../nodes/shared/http';
import type { Account, CodeMemory, Http, Session } from './login';
import { login } from './login';

/** A token this young, fetched for another item, is used instead of logging in again. */
const FRESH_MS = 60_000;
/** A refused login is not tried again for this long. Otherwise every item of a run would try it again. */
const REFUSAL_MS = 60_000;
const MAX_REMEMBERED = 500;

interface Remembered<T> {
	value: T;
	at: number;
}

/** What one account (Base URL and email address) did in this process. */
interface AccountState extends CodeMemory {
	/** The current login, or the last one. The next login waits for it. */
	queue: Promise<unknown>;
}

const accounts = new Map<string, AccountState>();
/** Logins that have not ended yet. Callers with the same secrets share one login and its result, also a failure. */
const pendingLogins = new Map<string, Promise<Session>>();
const sessions = new Map<string, Remembered<Session>>();
const refusals = new Map<string, Remembered<LoginError>>();

/** Secrets are kept as hashes only, so that a heap dump or a log of this module's state does not show them. */
const hash = (...parts: string[]) =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64');

/** Identifies an account with all its secrets: a credential with a wrong password must not get the token of one with the right password. */
function secretsKey(account: Account, backupCodes = account.backupCodes): string {
	const { baseUrl, email, password, mfa, authenticatorSecret } = account;
	return hash(baseUrl, email, password, mfa, authenticatorSecret, ...backupCodes);
}

/** Names the account a session belongs to. Backup codes are left out: they change with every login. */
export const ownerOf = (account: Account): string => secretsKey(account, []);

function remember<T>(memory: Map<string, Remembered<T>>, key: string, value: T): void {
	memory.delete(key);
	memory.set(key, { value, at: Date.now() });
	const oldest = memory.keys().next().value;
	if (memory.size > MAX_REMEMBERED && oldest !== undefined) memory.delete(oldest);
}

function recall<T>(memory: Map<string, Remembered<T>>, key: string, maxAge: number): T | undefined {
	const entry = memory.get(key);
	return entry && Date.now() - entry.at < maxAge ? entry.value : undefined;
}

function stateOf(account: Account): AccountState {
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

/**
 * A session for this account: one that another item got a moment ago, or a new login. One login at a time per account and process.
 *
 * @param rejectedToken the token that the platform just refused, never returned again; '' if there is none
 * @throws LoginError; a refusal is remembered for a minute and thrown again without asking the platform
 */
export async function sessionFor(
	http: Http,
	account: Account,
	rejectedToken: string,
): Promise<Session> {
	const key = secretsKey(account);
	const state = stateOf(account);

	const attempt = async (): Promise<Session> => {
		const fresh = recall(sessions, key, FRESH_MS);
		if (fresh && fresh.accessToken !== rejectedToken) return fresh;
		const refusal = recall(refusals, key, REFUSAL_MS);
		if (refusal) throw refusal;

		const session = await login(http, account, state).catch((error: unknown) => {
			if (error instanceof LoginError && error.refused) remember(refusals, key, error);
			throw error;
		});
		remember(sessions, key, session);
		// A used backup code changes the stored credential, and so the key with which the next item asks.
		remember(sessions, secretsKey(account, session.backupCodes), session);
		return session;
	};

	const shared = pendingLogins.get(key);
	if (shared) return await shared;
	const result = state.queue.then(attempt, attempt).finally(() => pendingLogins.delete(key));
	pendingLogins.set(key, result);
	state.queue = result.catch(() => undefined);
	return await result;
}
