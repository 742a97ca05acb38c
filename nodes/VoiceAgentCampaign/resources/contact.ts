import { campaignLocator } from '../../shared/operation/locators';
import type { Resource } from '../../shared/operation/operation';
import { list } from '../../shared/operation/operation';
import {
	contactSourceFields,
	contactSourceOptions,
	contactsOnce,
	contactsRequest,
	takesItems,
} from '../contactFields';
import { contactRow } from '../contactRow';

export const contact: Resource = {
	name: 'Contact',
	value: 'contact',
	operations: [
		{
			name: 'Add',
			value: 'add',
			action: 'Add contacts to a campaign',
			description: 'Append people to a campaign that exists',
			endpoint: ['POST /campaigns/{id}/contacts', 'POST /campaigns/{id}/upload'],
			ids: { id: 'campaignId' },
			fields: [campaignLocator, ...contactSourceFields],
			options: contactSourceOptions,
			openBody: true,
			group: (params) => (takesItems(params) ? params.text('campaignId') : undefined),
			request: (params) =>
				contactsRequest(
					params,
					{},
					{ json: 'POST /campaigns/{id}/contacts', file: 'POST /campaigns/{id}/upload' },
				),
			once: contactsOnce,
		},
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many contacts of a campaign',
			description: 'The people of a campaign, each with the result of the call',
			endpoint: 'GET /campaigns/{id}/numbers',
			ids: { id: 'campaignId' },
			fields: [campaignLocator],
			simplify: contactRow,
		}),
	],
};
