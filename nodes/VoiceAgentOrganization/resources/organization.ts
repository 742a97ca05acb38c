import { somethingToUpdate } from '../../shared/http/failure';
import { collectionOf, textField } from '../../shared/operation/fields';
import { organizationLocator } from '../../shared/operation/locators';
import type { Resource } from '../../shared/operation/operation';
import { list } from '../../shared/operation/operation';
import type { ApiFields } from '../../shared/operation/params';

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
			ids: { id: 'organizationId' },
			fields: [organizationLocator],
		},
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many organizations',
			description: 'The organizations this user belongs to',
			endpoint: 'GET /organisations/',
		}),
		{
			name: 'Update',
			value: 'update',
			action: 'Update an organization',
			description: 'Change the profile of an organization',
			endpoint: 'PATCH /organisations/{id}',
			ids: { id: 'organizationId' },
			fields: [organizationLocator, collectionOf('Update Fields', profileFields)],
			openBody: true,
			request: (params) => ({
				body: somethingToUpdate(
					params.entered('updateFields', profileFields),
					params.jsonObject('additionalFieldsJson'),
				),
			}),
		},
	],
};
