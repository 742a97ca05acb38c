import type { Row } from '../data/database.mts';
import type { Handlers } from './http.mts';
import type { Platform } from '../domain/platform.mts';

/** Login, logout and the second factor. */
export function authHandlers({ accounts }: Platform): Handlers {
	return {
		login: ({ body }) => {
			const token = accounts.login(body.email, body.password);
			return token === null ? { mfa_required: true } : tokenAnswer(token);
		},
		verifyMfa: ({ body }) => tokenAnswer(accounts.verify(body.email, body.code)),
		logout: ({ headers }) => {
			accounts.sessions.end(headers.authorization!);
			return { message: 'Logged out' };
		},
		setupMfa: ({ user }) => {
			const { secret, otpauthUrl } = accounts.secondFactor.setUp(user);
			return { secret, otpauth_url: otpauthUrl, qr_code: pictureOf(otpauthUrl) };
		},
		enableMfa: ({ user, body }) => ({
			enabled: true,
			backup_codes: accounts.secondFactor.enable(user, body.code),
		}),
		disableMfa: ({ user, body }) => {
			accounts.secondFactor.disable(user, body.password);
			return mfaStatus(accounts.find(user.email)!);
		},
		regenerateBackupCodes: ({ user }) => ({
			enabled: true,
			backup_codes: accounts.secondFactor.regenerateBackupCodes(user),
		}),
		getMfaStatus: ({ user }) => mfaStatus(user),
	};
}

function tokenAnswer(token: string): Row {
	return { access_token: token, token_type: 'bearer' };
}

function mfaStatus(user: Row): Row {
	return {
		enabled: Boolean(user.mfa_enabled),
		backup_codes_remaining: JSON.parse(user.backup_codes).length,
	};
}

function pictureOf(link: string): string {
	const text = link.replaceAll('&', '&amp;');
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="40"><text x="10" y="25" font-size="10">${text}</text></svg>`;
	return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
