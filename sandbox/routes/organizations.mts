import type { ApiRequest, Handlers } from './http.mts';
import { pageOfCatalogue } from './lists.mts';
import { organizationView } from '../domain/organizations.mts';
import type { Platform } from '../domain/platform.mts';

/** The organization of the user. */
export function organizationHandlers(platform: Platform): Handlers {
	const { organizations } = platform;
	const own = ({ params, user }: ApiRequest) =>
		organizations.require(params.id, user.organization_id);

	return {
		// A user belongs to one organization here, so its list is a catalogue of one row.
		listOrganizations: (request) => {
			const { organization_id: id } = request.user;
			const rows = [organizationView(organizations.require(id, id))];
			return pageOfCatalogue(platform, request, rows);
		},
		getOrganization: (request) => organizationView(own(request)),
		updateOrganization: (request) =>
			organizationView(organizations.change(own(request), request.body)),
	};
}
