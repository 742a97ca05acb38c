import type { ApiFields } from '../../shared/operation';
import { list, organizationLocator, resource, textField, update } from '../../shared/operation';

const profileFields: ApiFields = {
	name: textField('Name', 'name', 'Name of the organization', {
		placeholder: 'e.g. Example Organization',
	}),
	website: textField('Website', 'website', 'Website of the organization', {
		placeholder: 'e.g. https://example.com',
	}),
};

export const organization = resource({
	name: 'Organization',
	value: 'organization',
	entity: 'organization',
	operations: [
		{
			kind: 'read',
			name: 'Get',
			value: 'get',
			action: 'Get organization',
			description: 'Get the details of one organization',
			endpoint: 'GET /organisations/{id}',
			ids: { id: organizationLocator },
		},
		list({
			action: 'Get many organizations',
			description: 'Get the organizations of the user of this credential',
			endpoint: 'GET /organisations/',
		}),
		update({
			action: 'Update organization',
			description: 'Change the profile of an organization',
			endpoint: 'PATCH /organisations/{id}',
			ids: { id: organizationLocator },
			changes: profileFields,
		}),
	],
});
