import type { Handlers } from './http.mts';
import { ownPage, pageOfTable } from './lists.mts';
import { personalDataOf } from '../domain/personalData.mts';
import type { Platform } from '../domain/platform.mts';
import { loginView, userView } from '../domain/users.mts';

/** The people of the organization, and their personal data. */
export function userHandlers(platform: Platform): Handlers {
	const { users } = platform;

	return {
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
	};
}
