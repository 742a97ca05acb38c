import type { ApiRequest, Handlers } from './http.mts';
import { pageOfCatalogue } from './lists.mts';
import { organizationView } from '../domain/organizations.mts';
import type { Platform } from '../domain/platform.mts';

/** The organization of the user. */
export function organizationHandlers({ behaviour, organizations }: Platform): Handlers {
	const own = ({ params, user }: ApiRequest) =>
		organizations.require(params.id, user.organization_id);

	return {
		// A user belongs to one organization here, so its list is a catalogue of one row.
		listOrganizations: ({ query, user }) => {
			const { organization_id: id } = user;
			const rows = [organizationView(organizations.require(id, id))];
			return pageOfCatalogue(rows, { limit: query.limit, offset: query.offset }, behaviour.quirks);
		},
		getOrganization: (request) => organizationView(own(request)),
		updateOrganization: (request) =>
			organizationView(organizations.change(own(request), request.body)),
	};
}
