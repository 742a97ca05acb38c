import type { ApiRequest, Handlers } from '../http.mts';
import { pageOf } from '../lists.mts';
import { organizationView } from '../organizations.mts';
import type { Platform } from '../platform.mts';

export function organizationHandlers({ behaviour, database, organizations }: Platform): Handlers {
	const own = ({ params, user }: ApiRequest) =>
		organizations.require(params.id, user.organization_id);

	return {
		listOrganizations: ({ query, user }) =>
			pageOf(
				database,
				{
					table: 'organizations',
					idColumn: 'id',
					where: { 'id = ?': user.organization_id },
					view: organizationView,
				},
				{ limit: query.limit, offset: query.offset },
				behaviour.manners,
			),
		getOrganization: (request) => organizationView(own(request)),
		updateOrganization: (request) =>
			organizationView(organizations.change(own(request), request.body)),
	};
}
