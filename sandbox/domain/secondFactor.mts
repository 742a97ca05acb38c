import { Part } from './part.mts';
import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { ApiError } from '../common/errors.mts';
import type { Row } from '../data/database.mts';
import { hashPassword } from './password.mts';

const CODE_PERIOD_SECONDS = 30;
const BACKUP_CODE_COUNT = 8;

/** Authenticator codes and backup codes: setting them up, and accepting each once. */
export class SecondFactor extends Part {
	/** Secrets by e-mail address that wait for a code to confirm them. */
	#setups = new Map<string, string>();

	/** Spends a code of either kind: the reason why it is refused, or null when it is accepted. */
	spend(user: Row, code: string): string | null {
		return this.#spendBackupCode(user, code) ? null : this.#spendTotpCode(user, code);
	}

	/** A new secret, which counts once a code of it has confirmed it. */
	setUp(user: Row): { secret: string; otpauthUrl: string } {
		if (user.mfa_enabled) throw new ApiError(409, 'MFA is already enabled');
		const secret = new Secret({ size: 20 }).base32;
		this.#setups.set(user.email, secret);
		const totp = new TOTP({ issuer: 'Example Organization', label: user.email, secret });
		return { secret, otpauthUrl: totp.toString() };
	}

	/** Confirms the set-up with a code, and gives the backup codes. */
	enable(user: Row, code: string): string[] {
		if (user.mfa_enabled) throw new ApiError(409, 'MFA is already enabled');
		const secret = this.#setups.get(user.email);
		if (!secret) throw new ApiError(400, 'Set MFA up first');
		if (this.#spendTotpCode({ ...user, totp_secret: secret }, code))
			throw new ApiError(400, 'The code is invalid');
		this.#setups.delete(user.email);
		const codes = newBackupCodes();
		this.#change(user, {
			mfa_enabled: 1,
			totp_secret: secret,
			backup_codes: JSON.stringify(codes),
		});
		return codes;
	}

	/** Turns the second factor off. */
	disable(user: Row, password: string): void {
		if (user.password_hash !== hashPassword(password))
			throw new ApiError(400, 'The password is wrong');
		this.#change(user, { mfa_enabled: 0, totp_secret: null, backup_codes: '[]' });
	}

	/** New backup codes; the earlier ones are void. */
	regenerateBackupCodes(user: Row): string[] {
		if (!user.mfa_enabled) throw new ApiError(409, 'MFA is not enabled');
		const codes = newBackupCodes();
		this.#change(user, { backup_codes: JSON.stringify(codes) });
		return codes;
	}

	/** Forgets a set-up that nobody has confirmed. */
	forgetSetup(email: string): void {
		this.#setups.delete(email);
	}

	/** Forgets every set-up that nobody has confirmed. */
	clear(): void {
		this.#setups.clear();
	}

	// Why the code is refused, or null when it is accepted.
	#spendTotpCode(user: Row, code: string): string | null {
		if (!user.totp_secret || !/^\d{6}$/.test(code)) return 'wrong_code';
		const timestamp = this.clock.now();
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
		this.#change(user, { used_steps: JSON.stringify([...usedSteps, step].slice(-4)) });
		return null;
	}

	#spendBackupCode(user: Row, code: string): boolean {
		const codes: string[] = JSON.parse(user.backup_codes);
		if (!codes.includes(code)) return false;
		this.#change(user, {
			backup_codes: JSON.stringify(codes.filter((entry) => entry !== code)),
		});
		return true;
	}

	#change(user: Row, changes: Row): void {
		this.database.update('users', user.seq, changes);
	}
}

function newBackupCodes(): string[] {
	return Array.from(
		{ length: BACKUP_CODE_COUNT },
		() => `SANDBOX-${randomInt(0x10000000, 0xffffffff).toString(16).toUpperCase()}`,
	);
}
