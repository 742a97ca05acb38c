import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import {
	LoginCancelled,
	afterBackupCode,
	failureOf,
	passwordRefused,
	loginRefusal,
} from './loginRefusals';
import type { Http, LoginAnswer, LoginProblem } from './loginStep';
import { clockSeconds, loginStep } from './loginStep';
import { codeOfStep, readAuthenticator } from './totp';

/** What the credential stores. */
export interface Account {
	baseUrl: string;
	email: string;
	password: string;
	mfa: 'none' | 'authenticator' | 'backupCodes';
	authenticatorSecret: string;
	/** The backup codes that no login has used. */
	backupCodes: string[];
	/** Start of the 30 s step whose code was sent last, in seconds of the server's clock; 0 if none. */
	lastCodeTime: number;
}

/** What a login ends with. */
export interface LoginResult {
	accessToken: string;
	backupCodes: string[];
	lastCodeTime: number;
}

/** What must be remembered about codes that were sent, also when the login then failed. */
export interface SpentCodes {
	lastCodeTime: number;
	isSpent(code: string): boolean;
	spend(code: string): void;
}

/** How often a login that waits looks whether it was cancelled. */
const CANCEL_CHECK_MS = 200;
/** A code that expires sooner than this could expire before it reaches the platform. */
const MIN_SECONDS_LEFT = 2;
/** The problems after which the platform has certainly not looked at a code. */
const NOT_READ: ReadonlySet<LoginProblem | undefined> = new Set<LoginProblem>([
	'certificate',
	'notConnected',
	'tooManyRequests',
]);

export const unspentCodes = (account: Account, spentCodes: Pick<SpentCodes, 'isSpent'>): string[] =>
	account.backupCodes.filter((code) => !spentCodes.isSpent(code));

/**
 * Logs in: password, then a code if the platform asks, at most one backup code. A refused authenticator code is tried again
 * with the next time step, and the password before it: another process may have used the code, and ended this login.
 * @throws LoginError, UserError for an unreadable secret. Neither has a password, code or token
 */
export async function login(
	http: Http,
	account: Account,
	spentCodes: SpentCodes,
	signal?: AbortSignal,
): Promise<LoginResult> {
	return await new Login(http, account, spentCodes, signal).result();
}

const noTokenIn = (answer: LoginAnswer) =>
	answer.token === undefined || answer.asksForCode ? loginRefusal('noToken', answer) : undefined;

function tokenOf(answer: LoginAnswer): string {
	const failure = noTokenIn(answer);
	if (failure) throw failure;
	return answer.token ?? '';
}

/** One login: its steps, and what these steps have in common. */
class Login {
	/** What no error may show. */
	private readonly secrets: string[];

	constructor(
		private readonly http: Http,
		private readonly account: Account,
		private readonly spentCodes: SpentCodes,
		private readonly signal?: AbortSignal,
	) {
		const { password, authenticatorSecret, backupCodes } = account;
		this.secrets = [password, authenticatorSecret, ...backupCodes];
	}

	async result(): Promise<LoginResult> {
		this.checkEntered();
		const accessToken = await this.token(async ({ serverOffset }) => {
			await this.pause(this.nextStep(serverOffset).waitMs);
			return await this.token((answer) => {
				throw loginRefusal('authenticatorCode', answer);
			});
		});
		const { account, spentCodes } = this;
		return {
			accessToken,
			backupCodes: unspentCodes(account, spentCodes),
			lastCodeTime: Math.max(spentCodes.lastCodeTime, account.lastCodeTime),
		};
	}

	/** What would fail for certain is refused before the password is sent: the attempt would count as a wrong one. */
	private checkEntered(): void {
		const { email, password, mfa, authenticatorSecret } = this.account;
		if (!email.trim() || !password) throw loginRefusal('nothingEntered');
		if (mfa === 'authenticator') readAuthenticator(authenticatorSecret);
		if (mfa === 'backupCodes') this.nextBackupCode();
	}

	private checkNotCancelled(): void {
		if (this.signal?.aborted) throw new LoginCancelled();
	}

	private async pause(milliseconds: number): Promise<void> {
		for (let left = milliseconds; left > 0; left -= CANCEL_CHECK_MS) {
			this.checkNotCancelled();
			await sleep(Math.min(left, CANCEL_CHECK_MS));
		}
	}

	/** @param onCodeRefused goes on after the platform has refused an authenticator code */
	private async token(onCodeRefused: (answer: LoginAnswer) => Promise<string>): Promise<string> {
		this.checkNotCancelled();
		const { email, password, mfa } = this.account;
		const answer = await this.send('/auth/login', { email, password });
		const failure = failureOf(answer);
		if (failure) throw failure;
		if (answer.asksForCode) {
			if (mfa === 'none') throw loginRefusal('noSecondFactor');
			return mfa === 'authenticator'
				? await this.withAuthenticator(answer.serverOffset, onCodeRefused)
				: await this.withBackupCode();
		}
		if (answer.isRefused) throw passwordRefused(answer);
		return tokenOf(answer);
	}

	private async send(path: '/auth/login' | '/mfa/verify', body: IDataObject): Promise<LoginAnswer> {
		return await loginStep(this.http, this.account.baseUrl, path, body, this.secrets);
	}

	private async sendCode(code: string): Promise<LoginAnswer> {
		this.checkNotCancelled();
		this.secrets.push(code);
		return await this.send('/mfa/verify', { email: this.account.email, code });
	}

	/** The next code that is fresh and was never sent: the start of its time step, and how long to wait for it. */
	private nextStep(serverOffset: number) {
		const { period } = readAuthenticator(this.account.authenticatorSecret);
		const now = clockSeconds() + serverOffset;

		let step = Math.floor(now / period);
		if ((step + 1) * period - now < MIN_SECONDS_LEFT) step += 1;
		const last = Math.max(this.spentCodes.lastCodeTime, this.account.lastCodeTime);
		const lastStep = Math.floor(last / period);
		// A stored time that is far ahead comes from a clock that was wrong and has been corrected.
		if (step <= lastStep && lastStep <= step + 1) step = lastStep + 1;
		return { step, time: step * period, waitMs: (step * period - now) * 1000 };
	}

	private async withAuthenticator(
		serverOffset: number,
		onCodeRefused: (answer: LoginAnswer) => Promise<string>,
	): Promise<string> {
		const { step, time, waitMs } = this.nextStep(serverOffset);
		await this.pause(waitMs);
		this.spentCodes.lastCodeTime = time;
		const code = codeOfStep(readAuthenticator(this.account.authenticatorSecret), step);
		const answer = await this.sendCode(code);
		const failure = failureOf(answer);
		if (failure) throw failure;
		// The clock of the first step: an answer without a date would say ours.
		return answer.isRefused ? await onCodeRefused({ ...answer, serverOffset }) : tokenOf(answer);
	}

	private nextBackupCode(): string {
		const [code] = unspentCodes(this.account, this.spentCodes);
		if (code === undefined) throw loginRefusal('noBackupCode');
		return code;
	}

	private async withBackupCode(): Promise<string> {
		const code = this.nextBackupCode();
		const answer = await this.sendCode(code);
		// The platform has looked at the code, so it is used up. After a time-out or a status 5xx this is unknown.
		const isUsed = answer.problem === undefined;
		if (isUsed) this.spentCodes.spend(code);
		const refused = answer.isRefused ? loginRefusal('backupCode', answer) : undefined;
		const failure = failureOf(answer) ?? refused ?? noTokenIn(answer);
		if (!failure) return tokenOf(answer);
		if (NOT_READ.has(answer.problem)) throw failure;
		const hasMore = unspentCodes(this.account, this.spentCodes).length > 0;
		throw afterBackupCode(failure, !isUsed ? 'same' : hasMore ? 'next' : 'none');
	}
}
