import { type Base, Part } from './part.mts';
import type { Row } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';
import { hashPassword } from './password.mts';
import { SecondFactor } from './secondFactor.mts';
import { Sessions } from './sessions.mts';

const REFUSALS_BEFORE_LOCK = 5;
const LOCK_MILLISECONDS = 15 * 60_000;
const PASSWORD_STEP_MILLISECONDS = 5 * 60_000;

/** One login attempt, without any secret. */
export interface LoginRecord {
	at: string;
	email: string;
	step: 'password' | 'code';
	outcome: 'ok' | 'mfa_required' | 'refused' | 'locked';
	reason: string | null;
}

/** Logging in: password, second factor, lock after refusals, and the history of all that. */
export class Accounts extends Part {
	readonly loginLog: LoginRecord[] = [];
	readonly secondFactor: SecondFactor;
	readonly sessions: Sessions;

	constructor(base: Base, tokenLifetimeSeconds: number) {
		super(base);
		this.secondFactor = new SecondFactor(base);
		this.sessions = new Sessions(base.clock, tokenLifetimeSeconds);
	}

	/** The password step: a token, or null when a code is asked for next. */
	login(email: string, password: string): string | null {
		const user = this.find(email);
		this.#refuseIfLocked(user, email, 'password');
		const refuse = (reason: string, status: number, message: string) =>
			this.#refuse(user, email, 'password', reason, new ApiError(status, message));
		if (!user || user.password_hash !== hashPassword(password))
			throw refuse('wrong_password', 401, 'Incorrect email or password');
		if (!user.email_verified)
			throw refuse('email_not_verified', 403, 'The e-mail address is not verified yet');
		if (user.status !== 'active')
			throw refuse(`user_${user.status}`, 403, `The user is ${user.status}`);
		if (user.mfa_enabled) {
			this.#change(email, { password_accepted_at: this.clock.now() });
			this.#record(email, 'password', 'mfa_required', null);
			return null;
		}
		return this.#open(email, 'password');
	}

	/** The code step, which counts only shortly after a successful password step. */
	verify(email: string, code: string): string {
		const user = this.find(email);
		this.#refuseIfLocked(user, email, 'code');
		const refuse = (reason: string, message: string) =>
			this.#refuse(user, email, 'code', reason, new ApiError(401, message));
		const passwordAt = user?.password_accepted_at ?? Number.NEGATIVE_INFINITY;
		if (!user?.mfa_enabled || this.clock.now() - passwordAt > PASSWORD_STEP_MILLISECONDS)
			throw refuse('no_password_step', 'Log in with your password first');
		const refusal = this.secondFactor.spend(user, code);
		if (refusal) throw refuse(refusal, 'The code is invalid or was already used');
		return this.#open(email, 'code');
	}

	/**
	 * The user that a bearer token belongs to.
	 *
	 * @throws a 401 when the token is unknown or expired
	 */
	authenticate(authorization: string | undefined): Row {
		const session = this.sessions.find(authorization);
		const user = session && this.find(session.email);
		if (!session || !user) throw new ApiError(401, 'The access token is missing or invalid');
		if (session.expiresAt <= this.clock.now())
			throw new ApiError(401, 'The access token has expired');
		return user;
	}

	/** Every token of that user is void from now on. */
	endSessionsOf(email: string): void {
		this.sessions.endAllOf(email);
		this.secondFactor.forgetSetup(email);
	}

	find(email: string): Row | undefined {
		return this.first('users', { email: email.toLowerCase() });
	}

	/** Forgets tokens, half-done setups and the log. */
	clear(): void {
		this.sessions.clear();
		this.secondFactor.clear();
		this.loginLog.length = 0;
	}

	#open(email: string, step: LoginRecord['step']): string {
		this.#change(email, {
			refused_in_a_row: 0,
			password_accepted_at: null,
			last_login_at: this.clock.now(),
		});
		this.#record(email, step, 'ok', null);
		return this.sessions.open(email);
	}

	#refuseIfLocked(user: Row | undefined, email: string, step: LoginRecord['step']): void {
		if (!user || user.locked_until <= this.clock.now()) return;
		this.#record(email, step, 'locked', 'too_many_refusals');
		throw new ApiError(403, 'The account is locked for 15 minutes after too many refused logins');
	}

	#refuse(
		user: Row | undefined,
		email: string,
		step: LoginRecord['step'],
		reason: string,
		error: ApiError,
	): ApiError {
		this.#record(email, step, 'refused', reason);
		if (user) {
			const refused = user.refused_in_a_row + 1;
			const locks = refused >= REFUSALS_BEFORE_LOCK;
			this.#change(email, {
				refused_in_a_row: locks ? 0 : refused,
				locked_until: locks ? this.clock.now() + LOCK_MILLISECONDS : 0,
			});
		}
		return error;
	}

	#record(
		email: string,
		step: LoginRecord['step'],
		outcome: LoginRecord['outcome'],
		reason: string | null,
	): void {
		this.loginLog.push({
			at: new Date(this.clock.now()).toISOString(),
			email,
			step,
			outcome,
			reason,
		});
		const user = this.find(email);
		// A right password that leads on to the second factor is no sign-in yet.
		if (!user || outcome === 'mfa_required') return;
		this.addLogin(user.user_id, step, reason);
	}

	/** Adds a login to the history of a user; without a reason, it was accepted. */
	addLogin(userId: string, step: LoginRecord['step'], reason: string | null): void {
		const columns = { user_id: userId, step, success: Number(reason === null), reason };
		this.insertNew('logins', 'id', 'login', columns, 8);
	}

	#change(email: string, changes: Row): void {
		const user = this.find(email);
		if (user) this.database.update('users', user.seq, changes);
	}
}
