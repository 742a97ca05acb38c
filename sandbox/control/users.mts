import { ApiError } from '../common/errors.mts';
import type { Row } from '../data/database.mts';
import { hashPassword } from '../domain/password.mts';
import type { Platform } from '../domain/platform.mts';

/** Changes a user whatever the rules are, and lifts its lock. */
export function changeUser({ accounts, database }: Platform, email: string, changes: Row): Row {
	const user = accounts.find(email);
	if (!user) throw new ApiError(404, `User ${email} not found`);
	const secret =
		changes.mfa === 'none' || changes.mfa === 'backupCodes'
			? null
			: (changes.totpSecret ?? user.totp_secret);
	if (changes.mfa === 'totp' && !secret) throw new ApiError(400, 'mfa "totp" needs a totpSecret');
	const columns: Row = {
		password_hash:
			changes.password === undefined ? user.password_hash : hashPassword(changes.password),
		email_verified: Number(changes.emailVerified ?? user.email_verified),
		role: changes.role ?? user.role,
		mfa_enabled: changes.mfa === undefined ? user.mfa_enabled : Number(changes.mfa !== 'none'),
		totp_secret: secret,
		backup_codes:
			changes.mfa === 'none'
				? '[]'
				: JSON.stringify(changes.backupCodes ?? JSON.parse(user.backup_codes)),
		refused_in_a_row: 0,
		locked_until: 0,
	};
	database.update('users', user.seq, columns);
	return {
		user_id: user.user_id,
		email: user.email,
		role: columns.role,
		emailVerified: Boolean(columns.email_verified),
		mfa: Boolean(columns.mfa_enabled),
	};
}
