import { createHash, randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../simulation/clock.mts';
import type { Database, Row } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';

const REFUSALS_BEFORE_LOCK = 5;
const LOCK_MILLISECONDS = 15 * 60_000;
const PASSWORD_STEP_MILLISECONDS = 5 * 60_000;
const CODE_PERIOD_SECONDS = 30;
const BACKUP_CODE_COUNT = 8;

/** One login attempt, without any secret. */
export interface LoginRecord {
	at: string;
	email: string;
	step: 'password' | 'code';
	outcome: 'ok' | 'mfa_required' | 'refused' | 'locked';
	reason: string | null;
}

interface Session {
	email: string;
	expiresAt: number;
	uses: number;
}

/** Users, their second factor and their tokens. */
export class Accounts {
	readonly loginLog: LoginRecord[] = [];
	#sessions = new Map<string, Session>();
	#setups = new Map<string, string>();
	#database: Database;
	#clock: Clock;
	/** Every token ever handed out, so that a test can search logs and databases for them. */
	readonly issuedTokens: string[] = [];
	#tokenLifetimeSeconds: number;

	constructor(database: Database, clock: Clock, tokenLifetimeSeconds: number) {
		this.#database = database;
		this.#clock = clock;
		this.#tokenLifetimeSeconds = tokenLifetimeSeconds;
	}

	/** The password step: a token, or null when a code is asked for next. */
	login(email: string, password: string): string | null {
		const user = this.find(email);
		this.#refuseIfLocked(user, email, 'password');
		if (!user || user.password_hash !== hashPassword(password)) {
			throw this.#refuse(
				user,
				email,
				'password',
				'wrong_password',
				new ApiError(401, 'Incorrect email or password'),
			);
		}
		if (!user.email_verified) {
			throw this.#refuse(
				user,
				email,
				'password',
				'email_not_verified',
				new ApiError(403, 'The e-mail address is not verified yet'),
			);
		}
		if (user.status !== 'active') {
			throw this.#refuse(
				user,
				email,
				'password',
				`user_${user.status}`,
				new ApiError(403, `The user is ${user.status}`),
			);
		}
		if (user.mfa_enabled) {
			this.#change(email, { password_accepted_at: this.#clock.now() });
			this.#record(email, 'password', 'mfa_required', null);
			return null;
		}
		return this.#open(email, 'password');
	}

	/** The code step, which counts only shortly after a successful password step. */
	verify(email: string, code: string): string {
		const user = this.find(email);
		this.#refuseIfLocked(user, email, 'code');
		const passwordAt = user?.password_accepted_at ?? Number.NEGATIVE_INFINITY;
		if (!user?.mfa_enabled || this.#clock.now() - passwordAt > PASSWORD_STEP_MILLISECONDS) {
			throw this.#refuse(
				user,
				email,
				'code',
				'no_password_step',
				new ApiError(401, 'Log in with your password first'),
			);
		}
		const refusal = this.#spendBackupCode(user, code) ? null : this.#spendTotpCode(user, code);
		if (refusal)
			throw this.#refuse(
				user,
				email,
				'code',
				refusal,
				new ApiError(401, 'The code is invalid or was already used'),
			);
		return this.#open(email, 'code');
	}

	/** The user a bearer token belongs to. `maximumUses` of null means that use does not wear a token out. */
	authenticate(authorization: string | undefined, maximumUses: number | null): Row {
		const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
		const session = token === undefined ? undefined : this.#sessions.get(token);
		const user = session && this.find(session.email);
		if (!session || !user) throw new ApiError(401, 'The access token is missing or invalid');
		if (
			session.expiresAt <= this.#clock.now() ||
			session.uses >= (maximumUses ?? Number.POSITIVE_INFINITY)
		) {
			throw new ApiError(401, 'The access token has expired');
		}
		session.uses++;
		return user;
	}

	logout(authorization: string): void {
		this.#sessions.delete(authorization.replace(/^Bearer /i, ''));
	}

	/** Every token of that user is void from now on. */
	endSessionsOf(email: string): void {
		for (const [token, session] of this.#sessions)
			if (session.email.toLowerCase() === email) this.#sessions.delete(token);
		this.#setups.delete(email);
	}

	setUpMfa(user: Row): { secret: string; otpauthUrl: string } {
		if (user.mfa_enabled) throw new ApiError(409, 'MFA is already enabled');
		const secret = new Secret({ size: 20 }).base32;
		this.#setups.set(user.email, secret);
		const totp = new TOTP({ issuer: 'Example Organization', label: user.email, secret });
		return { secret, otpauthUrl: totp.toString() };
	}

	enableMfa(user: Row, code: string): string[] {
		if (user.mfa_enabled) throw new ApiError(409, 'MFA is already enabled');
		const secret = this.#setups.get(user.email);
		if (!secret) throw new ApiError(400, 'Set MFA up first');
		if (this.#spendTotpCode({ ...user, totp_secret: secret }, code))
			throw new ApiError(400, 'The code is invalid');
		this.#setups.delete(user.email);
		const codes = newBackupCodes();
		this.#change(user.email, {
			mfa_enabled: 1,
			totp_secret: secret,
			backup_codes: JSON.stringify(codes),
		});
		return codes;
	}

	disableMfa(user: Row, password: string): void {
		if (user.password_hash !== hashPassword(password))
			throw new ApiError(400, 'The password is wrong');
		this.#change(user.email, { mfa_enabled: 0, totp_secret: null, backup_codes: '[]' });
	}

	regenerateBackupCodes(user: Row): string[] {
		if (!user.mfa_enabled) throw new ApiError(409, 'MFA is not enabled');
		const codes = newBackupCodes();
		this.#change(user.email, { backup_codes: JSON.stringify(codes) });
		return codes;
	}

	find(email: string): Row | undefined {
		return this.#database.get('SELECT * FROM users WHERE email = ?', email.toLowerCase());
	}

	/** Adds sign-ins to the history of a user. */
	addLogins(userId: string, count: number): void {
		this.#database.transaction(() => {
			for (let index = 0; index < count; index++) this.#remember(userId, 'password', null);
		});
	}

	/** Forgets tokens, half-done setups and the log. */
	clear(): void {
		this.#sessions.clear();
		this.#setups.clear();
		this.loginLog.length = 0;
	}

	// Says why the code was refused, or null when it was accepted.
	#spendTotpCode(user: Row, code: string): string | null {
		if (!user.totp_secret || !/^\d{6}$/.test(code)) return 'wrong_code';
		const timestamp = this.#clock.now();
		const distance = new TOTP({ secret: user.totp_secret, period: CODE_PERIOD_SECONDS }).validate({
			token: code,
			timestamp,
			window: 1,
		});
		if (distance === null) return 'wrong_code';
		const step = Math.floor(timestamp / 1000 / CODE_PERIOD_SECONDS) + distance;
		const usedSteps: number[] = JSON.parse(user.used_steps);
		if (usedSteps.includes(step)) return 'replayed_code';
		// A step can no longer be asked for once it is two behind, so only the last few are worth keeping.
		this.#change(user.email, { used_steps: JSON.stringify([...usedSteps, step].slice(-4)) });
		return null;
	}

	#spendBackupCode(user: Row, code: string): boolean {
		const codes: string[] = JSON.parse(user.backup_codes);
		if (!codes.includes(code)) return false;
		this.#change(user.email, {
			backup_codes: JSON.stringify(codes.filter((entry) => entry !== code)),
		});
		return true;
	}

	#open(email: string, step: LoginRecord['step']): string {
		this.#change(email, {
			refused_in_a_row: 0,
			password_accepted_at: null,
			last_login_at: this.#clock.now(),
		});
		this.#record(email, step, 'ok', null);
		const token = randomBytes(32).toString('base64url');
		const expiresAt = this.#clock.now() + this.#tokenLifetimeSeconds * 1000;
		this.#sessions.set(token, { email, expiresAt, uses: 0 });
		this.issuedTokens.push(token);
		return token;
	}

	#refuseIfLocked(user: Row | undefined, email: string, step: LoginRecord['step']): void {
		if (!user || user.locked_until <= this.#clock.now()) return;
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
				locked_until: locks ? this.#clock.now() + LOCK_MILLISECONDS : 0,
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
			at: new Date(this.#clock.now()).toISOString(),
			email,
			step,
			outcome,
			reason,
		});
		const user = this.find(email);
		// A right password that leads on to the second factor is no sign-in yet.
		if (!user || outcome === 'mfa_required') return;
		this.#remember(user.user_id, step, reason);
	}

	#remember(userId: string, step: LoginRecord['step'], reason: string | null): void {
		const { seq, id } = this.#database.identity('logins', 'login', 8);
		this.#database.insert('logins', {
			seq,
			id,
			user_id: userId,
			step,
			success: Number(reason === null),
			reason,
			created_at: this.#clock.now(),
		});
	}

	#change(email: string, changes: Row): void {
		const assignments = Object.keys(changes).map((column) => `${column} = ?`);
		this.#database.run(
			`UPDATE users SET ${assignments.join(', ')} WHERE email = ?`,
			...Object.values(changes),
			email.toLowerCase(),
		);
	}
}

/** The sample passwords are public, so a deliberately slow hash would only slow the tests down. */
export function hashPassword(password: string): string {
	return createHash('sha256').update(password).digest('hex');
}

function newBackupCodes(): string[] {
	return Array.from(
		{ length: BACKUP_CODE_COUNT },
		() => `SANDBOX-${randomInt(0x10000000, 0xffffffff).toString(16).toUpperCase()}`,
	);
}
