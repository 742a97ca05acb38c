import { campaignLocator, list, resource } from '../../shared/operation';
import { LISTED_CONTACT, NOT_REACHED } from '../../shared/platform';
import { contactSourceFields, contactSourceOptions } from '../contactFields';
import { contactList, takesItems } from '../contactList';
import {
	CALL_READS,
	contactRows,
	includeResultsField,
	sheetNumberColumnOption,
	sheetRowsOption,
} from '../contactResults';
import { notReachedOptions, notReachedRows } from '../notReached';

export const contact = resource({
	name: 'Contact',
	value: 'contact',
	entity: 'contact',
	operations: [
		{
			kind: 'calls',
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
			callList: (params) =>
				contactList(params, {
					caller: { campaignId: params.text('campaignId') },
					json: 'POST /campaigns/{id}/contacts',
					file: 'POST /campaigns/{id}/upload',
				}),
		},
		list({
			action: 'Get many campaign contacts',
			description: 'Get the contacts of a campaign with the results of their calls',
			endpoint: ['GET /campaigns/{id}/numbers', ...CALL_READS],
			ids: { id: campaignLocator },
			fields: [includeResultsField],
			options: [sheetRowsOption, sheetNumberColumnOption],
			compose: contactRows,
			columns: LISTED_CONTACT,
		}),
		list({
			name: 'Get Not Reached',
			value: 'getNotReached',
			action: 'Get contacts not reached',
			description:
				'Get the contacts of a campaign that were called and not reached, to call them again. Who spoke in any call, or must not be called, is left out.',
			endpoint: ['GET /campaigns/{id}/numbers', 'GET /analytics/calls/attempts'],
			ids: { id: campaignLocator },
			options: notReachedOptions,
			compose: notReachedRows,
			columns: NOT_REACHED,
		}),
	],
});
