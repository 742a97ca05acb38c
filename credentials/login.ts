import { sleep } from 'n8n-workflow';
import type { LoginError } from '../nodes/shared/http';
import { accessTokenIn, saysFailure, secondFactorIn } from './answers';
import type { Answer, Http, NoAnswer } from './exchange';
import { clockSeconds, post } from './exchange';
import {
	LoginCancelled,
	afterBackupCode,
	authenticatorCodeRefused,
	backupCodeRefused,
	noBackupCode,
	noToken,
	nothingEntered,
	passwordRefused,
	secondFactorMissing,
	sharedFailure,
	unanswered,
	unclearSecondFactor,
} from './refusals';
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

/** What must be remembered about codes that were sent, also when the login then failed. */
export interface CodeMemory {
	lastCodeTime: number;
	isSpent(code: string): boolean;
	spend(code: string): void;
}

/** What else belongs to one login. */
export interface LoginTask {
	/** False when all executions that wait for this login were cancelled: then nothing more is sent. */
	isWanted(): boolean;
	/** Beside those of the account: what no error may show. */
	secrets: readonly string[];
}

/** How often a login that waits looks whether it is still wanted. */
const CANCEL_CHECK_MS = 200;

function checkWanted(task: LoginTask): void {
	if (!task.isWanted()) throw new LoginCancelled();
}

async function pause(milliseconds: number, task: LoginTask): Promise<void> {
	for (let left = milliseconds; left > 0; left -= CANCEL_CHECK_MS) {
		checkWanted(task);
		await sleep(Math.min(left, CANCEL_CHECK_MS));
	}
}

/** A code that expires sooner than this could expire before it reaches the platform. */
const MIN_SECONDS_LEFT = 2;

const isAnswer = (outcome: Answer | NoAnswer): outcome is Answer => 'status' in outcome;

const unspentCodes = (account: Account, memory: CodeMemory) =>
	account.backupCodes.filter((code) => !memory.isSpent(code));

/** The next code that is fresh and was never sent: the start of its time step, and how long to wait for it. */
function nextStep(account: Account, memory: CodeMemory, serverOffset: number) {
	const { period } = readAuthenticator(account.authenticatorSecret);
	const now = clockSeconds() + serverOffset;

	let step = Math.floor(now / period);
	if ((step + 1) * period - now < MIN_SECONDS_LEFT) step += 1;
	const last = Math.max(memory.lastCodeTime, account.lastCodeTime);
	const lastStep = Math.floor(last / period);
	// A stored time that is far ahead comes from a clock that was wrong and has been corrected.
	if (step <= lastStep && lastStep <= step + 1) step = lastStep + 1;
	return { step, time: step * period, waitMs: (step * period - now) * 1000 };
}

async function sendCode(
	http: Http,
	account: Account,
	code: string,
	task: LoginTask,
): Promise<Answer | NoAnswer> {
	checkWanted(task);
	const secrets = [...secretsOf(account, task), code];
	return await post(http, account.baseUrl, '/mfa/verify', { email: account.email, code }, secrets);
}

const secretsOf = (
	{ password, authenticatorSecret, backupCodes }: Account,
	{ secrets }: LoginTask,
) => [password, authenticatorSecret, ...backupCodes, ...secrets];

/** Whether the platform has looked at the code, and says no to it. */
const isRefusal = (outcome: Answer | NoAnswer) =>
	isAnswer(outcome) &&
	!sharedFailure(outcome) &&
	(outcome.status >= 400 || saysFailure(outcome.body));

/** @returns the token of the second step, or why there is none */
function tokenOfCode(
	outcome: Answer | NoAnswer,
	refused: (answer: Answer) => LoginError,
): { accessToken: string } | { failure: LoginError } {
	if (!isAnswer(outcome)) return { failure: unanswered(outcome) };
	const failure = sharedFailure(outcome);
	if (failure) return { failure };
	if (isRefusal(outcome)) return { failure: refused(outcome) };
	const accessToken = accessTokenIn(outcome.body);
	if (accessToken === undefined || secondFactorIn(outcome.body) === 'required') {
		return { failure: noToken(outcome) };
	}
	return { accessToken };
}

/** The platform has looked at an authenticator code and refused it. */
class CodeRefused extends Error {
	constructor(
		readonly failure: LoginError,
		readonly code: string,
		/** The platform's clock minus ours, in seconds. */
		readonly serverOffset: number,
	) {
		super(failure.message);
	}
}

async function withAuthenticator(
	http: Http,
	account: Account,
	memory: CodeMemory,
	serverOffset: number,
	task: LoginTask,
): Promise<string> {
	const { step, time, waitMs } = nextStep(account, memory, serverOffset);
	await pause(waitMs, task);
	checkWanted(task);
	memory.lastCodeTime = time;
	const code = codeOfStep(readAuthenticator(account.authenticatorSecret), step);
	const outcome = await sendCode(http, account, code, task);
	const result = tokenOfCode(outcome, authenticatorCodeRefused);
	if (!('failure' in result)) return result.accessToken;
	if (isRefusal(outcome)) throw new CodeRefused(result.failure, code, serverOffset);
	throw result.failure;
}

/** Whether the platform has certainly not looked at the code: no connection, or too many requests. */
const isUnread = (outcome: Answer | NoAnswer) =>
	isAnswer(outcome)
		? outcome.status === 429
		: outcome.cause?.kind === 'certificate' || outcome.cause?.kind === 'notConnected';

/** Whether the platform has looked at the code, and the code is of no use any more. After a time-out or a status 5xx this is not known. */
const isUsed = (outcome: Answer | NoAnswer) => isAnswer(outcome) && !sharedFailure(outcome);

async function withBackupCode(
	http: Http,
	account: Account,
	memory: CodeMemory,
	task: LoginTask,
): Promise<string> {
	const [code] = unspentCodes(account, memory);
	if (code === undefined) throw noBackupCode();
	const outcome = await sendCode(http, account, code, task);
	if (isUsed(outcome)) memory.spend(code);
	const result = tokenOfCode(outcome, backupCodeRefused);
	if (!('failure' in result)) return result.accessToken;
	if (isUnread(outcome)) throw result.failure;
	const hasMore = unspentCodes(account, memory).length > 0;
	throw afterBackupCode(result.failure, !isUsed(outcome) ? 'same' : hasMore ? 'next' : 'none');
}

/** What would fail for certain is refused before the password is sent: such an attempt would only count against the account. */
function checkEntered(account: Account, memory: CodeMemory): void {
	if (!account.email.trim() || !account.password) throw nothingEntered();
	if (account.mfa === 'authenticator') readAuthenticator(account.authenticatorSecret);
	if (account.mfa === 'backupCodes' && unspentCodes(account, memory).length === 0) {
		throw noBackupCode();
	}
}

/**
 * Logs in: password first, then a code if the platform clearly asks for one (API document, "Login flow"). Sends at most one backup code.
 *
 * After a refused authenticator code it logs in once more with the code of the next time step: another process with the same secret may
 * have sent the same code a moment before, and a code is good for one login. The password is sent again, because the login of the other
 * process may have ended this one.
 *
 * @throws LoginError (UserError for an unreadable Authenticator Secret) that says what is wrong and what to do. It never contains a
 * password, code or token
 */
export async function login(
	http: Http,
	account: Account,
	memory: CodeMemory,
	task: LoginTask,
): Promise<Session> {
	return await loginOnce(http, account, memory, task).catch(async (first: unknown) => {
		if (!(first instanceof CodeRefused)) throw first;
		await pause(nextStep(account, memory, first.serverOffset).waitMs, task);
		const secrets = [...task.secrets, first.code];
		return await loginOnce(http, account, memory, { ...task, secrets }).catch((second: unknown) => {
			throw second instanceof CodeRefused ? second.failure : second;
		});
	});
}

async function loginOnce(
	http: Http,
	account: Account,
	memory: CodeMemory,
	task: LoginTask,
): Promise<Session> {
	checkEntered(account, memory);
	checkWanted(task);
	const { baseUrl, email, password } = account;
	const credentials = { email, password };
	const answer = await post(http, baseUrl, '/auth/login', credentials, secretsOf(account, task));
	if (!isAnswer(answer)) throw unanswered(answer);
	const failure = sharedFailure(answer);
	if (failure) throw failure;

	const sessionWith = (accessToken: string) => ({
		accessToken,
		backupCodes: unspentCodes(account, memory),
		lastCodeTime: Math.max(memory.lastCodeTime, account.lastCodeTime),
	});
	const secondFactor = secondFactorIn(answer.body);
	if (secondFactor === 'required') {
		if (account.mfa === 'none') throw secondFactorMissing();
		const serverOffset = answer.serverSeconds - clockSeconds();
		return sessionWith(
			account.mfa === 'authenticator'
				? await withAuthenticator(http, account, memory, serverOffset, task)
				: await withBackupCode(http, account, memory, task),
		);
	}
	if (secondFactor === 'unclear') throw unclearSecondFactor(answer);
	if (answer.status >= 400 || saysFailure(answer.body)) throw passwordRefused(answer);
	const accessToken = accessTokenIn(answer.body);
	if (accessToken === undefined) throw noToken(answer);
	return sessionWith(accessToken);
}
