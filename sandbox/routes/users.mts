import { personalDataOf } from '../domain/personalData.mts';
import { organizationView } from '../domain/organizations.mts';
import type { Platform } from '../domain/platform.mts';
import { loginView, userView } from '../domain/users.mts';
import type { ApiRequest, Handlers } from './http.mts';
import { ownPage, pageOfCatalogue, pageOfTable } from './lists.mts';

/** Signing up, the people of an organization, and the organization of a user. */
export function userHandlers(platform: Platform): Handlers {
	const { database, organizations, users } = platform;
	const ownOrganization = ({ params, user }: ApiRequest) =>
		organizations.require(params.id, user.organization_id);

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

		listUsers: (request) =>
			ownPage(platform, request, {
				table: 'users',
				idColumn: 'user_id',
				view: userView,
			}),
		getUser: ({ params, user }) => userView(users.require(params.user_id, user.organization_id)),
		updateUser: ({ body, params, user }) =>
			userView(users.change(users.require(params.user_id, user.organization_id), body)),
		inviteUser: ({ body, user }) =>
			userView(users.invite(user.organization_id, body.email, body.role)),
		exportPersonalData: ({ user }) => personalDataOf(platform, user),
		erasePersonalData: ({ user }) => {
			users.erase(user);
			return { message: 'Your personal data is erased' };
		},
		listLogins: (request) => {
			const { params, user } = request;
			const { user_id: userId } = users.require(params.user_id, user.organization_id);
			return pageOfTable(platform, request, {
				table: 'logins',
				idColumn: 'id',
				where: { 'user_id = ?': userId },
				view: loginView,
			});
		},

		// A user belongs to one organization here, so its list is a catalogue of one row.
		listOrganizations: (request) => {
			const { organization_id: id } = request.user;
			const rows = [organizationView(organizations.require(id, id))];
			return pageOfCatalogue(request, rows);
		},
		getOrganization: (request) => organizationView(ownOrganization(request)),
		updateOrganization: (request) =>
			organizationView(organizations.change(ownOrganization(request), request.body)),
	};
}
