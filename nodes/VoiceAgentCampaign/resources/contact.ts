import type { Resource } from '../../shared/operation';
import { campaignLocator, list } from '../../shared/operation';
import { CONTACT } from '../../shared/platform';
import {
	contactSourceFields,
	contactSourceOptions,
	contactsDeduplication,
	contactsRequest,
	takesItems,
} from '../contactFields';

export const contact: Resource = {
	name: 'Contact',
	value: 'contact',
	entity: 'contact',
	operations: [
		{
			name: 'Add',
			value: 'add',
			action: 'Add contacts to campaign',
			description: 'Add contacts to an existing campaign',
			endpoint: ['POST /campaigns/{id}/contacts', 'POST /campaigns/{id}/upload'],
			entity: 'none',
			ids: { id: campaignLocator },
			fields: contactSourceFields,
			options: contactSourceOptions,
			openBody: true,
			group: (params) => (takesItems(params) ? params.text('campaignId') : undefined),
			request: (params) =>
				contactsRequest(
					params,
					{},
					{ json: 'POST /campaigns/{id}/contacts', file: 'POST /campaigns/{id}/upload' },
				),
			deduplication: contactsDeduplication,
		},
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many campaign contacts',
			description: 'Get the contacts of a campaign with the results of their calls',
			endpoint: 'GET /campaigns/{id}/numbers',
			ids: { id: campaignLocator },
			columns: CONTACT,
		}),
	],
};
