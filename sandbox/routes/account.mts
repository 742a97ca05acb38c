import type { Handlers } from './http.mts';
import type { Platform } from '../domain/platform.mts';

/** Signing up, verifying an address, and a forgotten password. */
export function accountHandlers({ database, organizations, users }: Platform): Handlers {
	return {
		signUp: ({ body }) =>
			// A refused user leaves no organization behind.
			database.transaction(() => {
				const organization = organizations.create(body.organization_name);
				const user = users.signUp(organization.id, body);
				return {
					message: 'Signed up; follow the link in the verification e-mail',
					user_id: user.user_id,
					organization_id: organization.id,
					email: user.email,
				};
			}),
		verifyEmail: ({ query }) => {
			users.verifyEmail(query.token);
			return { message: 'The e-mail address is verified' };
		},
		resendVerification: ({ body }) => {
			users.resendVerification(body.email);
			return { message: 'If the address needs to be verified, an e-mail is on its way' };
		},
		forgotPassword: ({ body }) => {
			users.forgotPassword(body.email);
			return { message: 'If there is such a user, an e-mail is on its way' };
		},
		resetPassword: ({ body }) => {
			database.transaction(() => users.resetPassword(body.token, body.new_password));
			return { message: 'The new password is set' };
		},
	};
}
