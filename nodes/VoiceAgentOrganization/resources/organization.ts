import type { ApiFields, Resource } from '../../shared/operation';
import { list, organizationLocator, textField, update } from '../../shared/operation';

const profileFields: ApiFields = {
	name: textField('Name', 'name', 'What the organization is called'),
	website: textField('Website', 'website', 'Web address of the organization', {
		placeholder: 'https://example.com',
	}),
};

export const organization: Resource = {
	name: 'Organization',
	value: 'organization',
	operations: [
		{
			name: 'Get',
			value: 'get',
			action: 'Get an organization',
			description: 'Details of one organization',
			endpoint: 'GET /organisations/{id}',
			ids: { id: organizationLocator },
		},
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many organizations',
			description: 'The organizations this user belongs to',
			endpoint: 'GET /organisations/',
		}),
		update({
			action: 'Update an organization',
			description: 'Change the profile of an organization',
			endpoint: 'PATCH /organisations/{id}',
			ids: { id: organizationLocator },
			changes: profileFields,
		}),
	],
};
