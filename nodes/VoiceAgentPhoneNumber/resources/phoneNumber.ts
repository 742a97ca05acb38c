import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ApiFields, Params, Resource } from '../../shared/operation';
import {
	agentLocator,
	collectionOf,
	list,
	notice,
	optional,
	phoneNumberLocator,
	textField,
} from '../../shared/operation';

const countryField = textField(
	'Country',
	'country',
	'Two-letter code of the country the number is in',
	{
		required: true,
		placeholder: 'e.g. US',
	},
);

const currencyField = textField('Currency', 'currency', 'Three-letter code of the currency', {
	placeholder: 'e.g. USD',
});

const buyFields: ApiFields = {
	area_code: textField(
		'Area Code',
		'areaCode',
		'Digits the number should begin with, after the country code',
		{ placeholder: 'e.g. 212' },
	),
	phone_number: textField(
		'Phone Number',
		'phoneNumber',
		'A certain number to buy, where the platform lets you choose',
		{
			placeholder: '+12125550123',
		},
	),
};

const costs: INodeProperties = notice(
	'This spends credits and starts a subscription. It is never repeated by itself when the outcome is unknown.',
);

function purchaseOf(params: Params): IDataObject {
	return { country: params.required('country'), ...params.entered('additionalFields', buyFields) };
}

export const phoneNumber: Resource = {
	name: 'Phone Number',
	value: 'phoneNumber',
	operations: [
		list({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many phone numbers',
			description: 'Phone numbers, filtered by status or agent',
			endpoint: 'GET /phone-numbers',
			entity: 'phoneNumber',
			filters: {
				agent_id: optional(agentLocator),
				status: textField('Status', 'status', 'The status as the platform writes it', {
					placeholder: 'e.g. assigned',
				}),
			},
		}),
		{
			name: 'Assign',
			value: 'assign',
			action: 'Assign a phone number to an agent',
			description: 'Let an agent ring and answer with a number of yours',
			endpoint: 'POST /phone-numbers/{id}/assign',
			ids: { id: phoneNumberLocator },
			fields: [agentLocator],
			openBody: true,
			request: (params) => ({ body: { agent_id: params.required('agentId') } }),
		},
		{
			name: 'Buy',
			value: 'buy',
			action: 'Buy a phone number',
			description: 'Buy a number into the pool of the organization. Spends credits.',
			endpoint: 'POST /phone-numbers/buy',
			fields: [costs, countryField, collectionOf('Additional Fields', buyFields)],
			openBody: true,
			request: (params) => ({ body: purchaseOf(params) }),
		},
		{
			name: 'Buy and Assign',
			value: 'purchase',
			action: 'Buy a phone number for an agent',
			description: 'Buy a number and give it to an agent at once. Spends credits.',
			endpoint: 'POST /phone-numbers/purchase',
			fields: [costs, agentLocator, countryField, collectionOf('Additional Fields', buyFields)],
			openBody: true,
			request: (params) => ({
				body: { agent_id: params.required('agentId'), ...purchaseOf(params) },
			}),
		},
		list({
			name: 'Get Many Owned',
			value: 'getAllOwned',
			action: 'Get many owned phone numbers',
			description: 'All numbers the organization owns',
			endpoint: 'GET /phone-numbers/org-numbers',
			entity: 'phoneNumber',
		}),
		list({
			name: 'Get Many Unassigned',
			value: 'getAllUnassigned',
			action: 'Get many unassigned phone numbers',
			description: 'Owned numbers that no agent has',
			endpoint: 'GET /phone-numbers/org-unassigned',
			entity: 'phoneNumber',
		}),
		list({
			name: 'Get Prices',
			value: 'getPricing',
			action: 'Get the prices of phone numbers',
			description: 'What a number costs in credits, by country and currency',
			endpoint: 'GET /phone-numbers/pricing',
			filters: { country: { ...countryField, required: false }, currency: currencyField },
		}),
		{
			name: 'Unlink',
			value: 'unlink',
			action: 'Unlink a phone number from its agent',
			description: 'Take a number from its agent; it stays in the pool of the organization',
			endpoint: 'POST /phone-numbers/{id}/unlink',
			ids: { id: phoneNumberLocator },
		},
	],
};
