import { instant } from '../common/times.mts';
import type { Row } from '../data/database.mts';
import type { Handlers } from './http.mts';
import { ownPage, pageOf } from './lists.mts';
import { organizationView } from '../domain/organizations.mts';
import type { Platform } from '../domain/platform.mts';
import { loginView, userView } from '../domain/users.mts';

export function userHandlers(platform: Platform): Handlers {
	const { behaviour, clock, database, organizations, users } = platform;
	const exportOf = (user: Row): Row => ({
		exported_at: instant(clock.now()),
		user: userView(user),
		organization: organizationView(
			organizations.require(user.organization_id, user.organization_id),
		),
		login_history: database
			.all('SELECT * FROM logins WHERE user_id = ? ORDER BY seq', user.user_id)
			.map(loginView),
		changes: database
			.all('SELECT * FROM agent_versions WHERE changed_by = ? ORDER BY seq', user.email)
			.map(({ agent_id, version, change, created_at }) => ({
				agent_id,
				version,
				change,
				created_at: instant(created_at),
			})),
	});

	return {
		listUsers: (request) =>
			ownPage(platform, request, {
				table: 'users',
				idColumn: 'user_id',
				view: userView,
				grow: (count) => users.addMany(request.user.organization_id, count),
			}),
		getUser: ({ params, user }) => userView(users.require(params.user_id, user.organization_id)),
		updateUser: ({ body, params, user }) =>
			userView(users.change(users.require(params.user_id, user.organization_id), body)),
		inviteUser: ({ body, user }) =>
			userView(users.invite(user.organization_id, body.email, body.role)),
		exportPersonalData: ({ user }, reply) => {
			// With a file name, browsers and clients save it instead of showing it.
			if (behaviour.quirks.dataExport === 'file')
				reply.header('content-disposition', 'attachment; filename="personal-data.json"');
			return exportOf(user);
		},
		erasePersonalData: ({ user }) => {
			users.erase(user);
			return { message: 'Your personal data is erased' };
		},
		listLogins: ({ params, query, user }) => {
			const { user_id: userId } = users.require(params.user_id, user.organization_id);
			return pageOf(
				database,
				{
					table: 'logins',
					idColumn: 'id',
					where: { 'user_id = ?': userId },
					view: loginView,
					grow: (count) => platform.accounts.addLogins(userId, count),
				},
				{ limit: query.limit, offset: query.offset },
				behaviour.quirks,
			);
		},
	};
}
