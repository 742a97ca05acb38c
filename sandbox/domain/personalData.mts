import { instant } from '../common/times.mts';
import type { Row } from '../data/database.mts';
import { organizationView } from './organizations.mts';
import type { Platform } from './platform.mts';
import { loginView, userView } from './users.mts';

/** Everything the platform knows about a user, in the shape of the API. */
export function personalDataOf({ clock, database, organizations }: Platform, user: Row): Row {
	const organization = organizations.require(user.organization_id, user.organization_id);
	return {
		exported_at: instant(clock.now()),
		user: userView(user),
		organization: organizationView(organization),
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
	};
}
