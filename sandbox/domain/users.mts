import { instant } from '../common/times.mts';
import { type Base, Part, shown } from './part.mts';
import type { Accounts } from './accounts.mts';
import { hashPassword } from './password.mts';
import type { Row } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';
import type { Mailbox } from './mailbox.mts';

/** Roles that may do what changes the whole organization. */
export const ADMIN_ROLES = ['owner', 'admin'];
/** The role every new user starts with, by the document; it may only read. */
export const FIRST_ROLE = 'read_only';
export const ROLES = [...ADMIN_ROLES, 'member', FIRST_ROLE];
const PROFILE_FIELDS = ['first_name', 'last_name'];
/** No password has this hash, so nobody logs in before having chosen one. */
const NO_PASSWORD = '';

/** The people of an organization. Logging in is a matter of `Accounts`. */
export class Users extends Part {
	#accounts: Accounts;
	#mailbox: Mailbox;

	constructor(parts: Base & { accounts: Accounts; mailbox: Mailbox }) {
		super(parts);
		this.#accounts = parts.accounts;
		this.#mailbox = parts.mailbox;
	}

	/** The user, or the 404 a client gets for one of another organization. */
	require(userId: string, organizationId: string): Row {
		const values = { user_id: userId, organization_id: organizationId };
		return this.rowOr404('users', values, `User ${userId}`);
	}

	/** Adds a user; the columns that are left out get what a new user has. */
	add(organizationId: string, email: string, columns: Row = {}): Row {
		if (this.#accounts.find(email)) throw new ApiError(409, `There is already a user ${email}`);
		return this.insertNew('users', 'user_id', 'user', {
			organization_id: organizationId,
			email: email.toLowerCase(),
			password_hash: NO_PASSWORD,
			role: FIRST_ROLE,
			email_verified: 0,
			...columns,
		});
	}

	/** The first user of an organization, who verifies the address before logging in. */
	signUp(organizationId: string, fields: Row): Row {
		const user = this.add(organizationId, fields.email, {
			password_hash: hashPassword(fields.password),
			role: 'owner',
			profile: JSON.stringify(profileOf(fields)),
		});
		this.#mailbox.send(user.email, 'verification');
		return user;
	}

	invite(organizationId: string, email: string, role: string | undefined): Row {
		const user = this.add(organizationId, email, {
			status: 'invited',
			...(role !== undefined && { role }),
		});
		this.#mailbox.send(user.email, 'invitation');
		return user;
	}

	verifyEmail(token: string): Row {
		const { recipient } = this.#mailbox.redeem(token, ['verification']);
		return this.#update(this.#accounts.find(recipient)!, { email_verified: 1 });
	}

	/** Says nothing about whether there is such a user, so that nobody can ask for addresses. */
	resendVerification(email: string): void {
		const user = this.#accounts.find(email);
		if (user?.status === 'active' && !user.email_verified)
			this.#mailbox.send(user.email, 'verification');
	}

	forgotPassword(email: string): void {
		const user = this.#accounts.find(email);
		if (user?.status === 'active') this.#mailbox.send(user.email, 'reset');
	}

	/** Sets a password with a mailed token, which also proves that the address is the user's own. */
	resetPassword(token: string, password: string): Row {
		const { recipient } = this.#mailbox.redeem(token, ['reset', 'invitation']);
		const user = this.#accounts.find(recipient)!;
		this.#accounts.endSessionsOf(user.email);
		return this.#update(user, {
			password_hash: hashPassword(password),
			email_verified: 1,
			refused_in_a_row: 0,
			locked_until: 0,
			...(user.status === 'invited' && { status: 'active' }),
		});
	}

	/** Changes role, status and profile. */
	change(user: Row, fields: Row): Row {
		const { role = user.role, status = user.status } = fields;
		const profile = { ...JSON.parse(user.profile), ...fields.profile, ...profileOf(fields) };
		return this.#update(user, { role, status, profile: JSON.stringify(profile) });
	}

	/** Removes everything that names a user; nobody can log in as that user. What the organization did stays. */
	erase(user: Row): void {
		this.database.transaction(() => {
			this.#accounts.endSessionsOf(user.email);
			this.database.run('DELETE FROM logins WHERE user_id = ?', user.user_id);
			this.database.run('DELETE FROM mails WHERE recipient = ?', user.email);
			this.database.run(
				'UPDATE agent_versions SET changed_by = ? WHERE changed_by = ?',
				user.user_id,
				user.email,
			);
			this.#update(user, {
				email: `${user.user_id}@erased.example.com`,
				password_hash: NO_PASSWORD,
				status: 'erased',
				profile: '{}',
				mfa_enabled: 0,
				totp_secret: null,
				backup_codes: '[]',
				last_login_at: null,
			});
		});
	}

	#update(user: Row, changes: Row): Row {
		return this.updated('users', user, changes);
	}
}

/** A user as the API shows it. */
export function userView(row: Row): Row {
	const { first_name = null, last_name = null, ...others } = JSON.parse(row.profile);
	return {
		user_id: row.user_id,
		email: row.email,
		first_name,
		last_name,
		role: row.role,
		status: row.status,
		profile: others,
		email_verified: Boolean(row.email_verified),
		mfa_enabled: Boolean(row.mfa_enabled),
		created_at: instant(row.created_at),
		last_login_at: instant(row.last_login_at),
	};
}

/** A login as the API shows it. */
export function loginView(row: Row): Row {
	return {
		...shown(row),
		success: Boolean(row.success),
		ip_address: '127.0.0.1',
	};
}

function profileOf(fields: Row): Row {
	return Object.fromEntries(
		PROFILE_FIELDS.filter((name) => name in fields).map((name) => [name, fields[name]]),
	);
}
