import type { Resource } from '../../shared/operation';
import { campaignLocator, list } from '../../shared/operation';
import { CONTACT, NOT_REACHED } from '../../shared/platform';
import {
	contactSourceFields,
	contactSourceOptions,
	contactsDeduplication,
	contactsPreview,
	contactsRequest,
	takesItems,
} from '../contactFields';
import { notReachedFilters, notReachedOptions, withBestHour } from '../notReached';

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
			preview: (params) => contactsPreview(params, { campaignId: params.text('campaignId') }),
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
		list({
			name: 'Get Not Reached',
			value: 'getNotReached',
			action: 'Get contacts not reached',
			description:
				'Get the contacts of a campaign that were called and not reached, to call them again',
			endpoint: ['GET /campaigns/{id}/numbers', 'GET /analytics/calls/attempts'],
			ids: { id: campaignLocator },
			options: notReachedOptions,
			check: withBestHour,
			rowFilters: notReachedFilters,
			columns: NOT_REACHED,
		}),
	],
};
