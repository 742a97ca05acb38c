import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Endpoint } from '../../shared/http';
import type { ApiFields, Params } from '../../shared/operation';
import { OWNER, isOneOf, valueOf } from '../../shared/platform';
import {
	agentLocator,
	collectionOf,
	countryLocator,
	list,
	notice,
	optional,
	phoneNumberLocator,
	resource,
	textField,
} from '../../shared/operation';
import { ParameterError } from '../../shared/values';

const currencyField = textField('Currency', 'currency', 'Three-letter code of the currency', {
	placeholder: 'e.g. USD',
});

const buyFields: ApiFields = {
	area_code: textField(
		'Area Code',
		'areaCode',
		'First digits of the number after the country code',
		{ placeholder: 'e.g. 212' },
	),
	phone_number: textField(
		'Phone Number',
		'phoneNumber',
		'Phone number to buy, if the platform lets you choose it',
		{
			placeholder: 'e.g. +12125550123',
		},
	),
};

/** One list for each choice of Scope. */
const ENDPOINTS = {
	all: 'GET /phone-numbers',
	owned: 'GET /phone-numbers/org-numbers',
	unassigned: 'GET /phone-numbers/org-unassigned',
} as const;

const scopeField: INodeProperties = {
	displayName: 'Scope',
	name: 'scope',
	type: 'options',
	options: [
		{
			name: 'All',
			value: 'all',
			description: 'Every number that the platform lists. Can be filtered by agent and status.',
		},
		{
			name: 'Owned',
			value: 'owned',
			description: 'All numbers that the organization owns',
		},
		{
			name: 'Unassigned',
			value: 'unassigned',
			description: 'Numbers of the organization that are assigned to no agent',
		},
	],
	default: 'all',
	description: 'Which phone numbers to get',
};

/** @throws ParameterError if an expression gives a choice that there is not */
function endpointOf(scope: string): Endpoint {
	if (Object.hasOwn(ENDPOINTS, scope)) return ENDPOINTS[scope as keyof typeof ENDPOINTS];
	throw new ParameterError(
		`'Scope' "${scope}" is not known`,
		'Choose All, Owned or Unassigned, or check its expression',
	);
}

const costNotice: INodeProperties = notice(
	'This spends credits and starts a subscription. If the outcome is unknown, the request is not repeated.',
);

function numberPurchase(params: Params): IDataObject {
	return { country: params.required('country'), ...params.entered('additionalFields', buyFields) };
}

export const phoneNumber = resource({
	name: 'Phone Number',
	value: 'phoneNumber',
	entity: 'phoneNumber',
	operations: [
		list({
			action: 'Get many phone numbers',
			description: 'Get phone numbers: all, those you own, or those without an agent',
			endpoint: [ENDPOINTS.all, ENDPOINTS.owned, ENDPOINTS.unassigned],
			fields: [scopeField],
			request: (params) => ({ endpoint: endpointOf(params.text('scope') || 'all') }),
			filtersShown: { show: { scope: ['all'] } },
			filters: {
				agent_id: optional(agentLocator),
				status: textField('Status', 'status', 'Status of the number, as the platform writes it', {
					placeholder: 'e.g. assigned',
				}),
			},
			rowFilters: (_params, { agent_id, status }) => [
				{
					label: 'Agent',
					isMet: (row) => (valueOf(OWNER, row, 'agent_id') ?? agent_id) === agent_id,
					sentAs: 'agent_id',
				},
				{
					label: 'Status',
					isMet: (row) => typeof row.status !== 'string' || isOneOf(row.status, [String(status)]),
					sentAs: 'status',
				},
			],
		}),
		{
			kind: 'action',
			name: 'Assign',
			value: 'assign',
			action: 'Assign phone number to agent',
			description: 'Let an agent make and answer calls with one of your phone numbers',
			endpoint: 'POST /phone-numbers/{id}/assign',
			ids: { id: phoneNumberLocator },
			fields: [agentLocator],
			openBody: true,
			request: (params) => ({ body: { agent_id: params.required('agentId') } }),
		},
		{
			kind: 'action',
			name: 'Buy',
			value: 'buy',
			action: 'Buy phone number',
			description: 'Buy a phone number for the organization. Spends credits.',
			endpoint: 'POST /phone-numbers/buy',
			fields: [costNotice, countryLocator, collectionOf('Additional Fields', buyFields)],
			openBody: true,
			request: (params) => ({ body: numberPurchase(params) }),
		},
		{
			kind: 'action',
			name: 'Buy and Assign',
			value: 'purchase',
			action: 'Buy phone number for agent',
			description: 'Buy a phone number and assign it to an agent immediately. Spends credits.',
			endpoint: 'POST /phone-numbers/purchase',
			fields: [
				costNotice,
				agentLocator,
				countryLocator,
				collectionOf('Additional Fields', buyFields),
			],
			openBody: true,
			request: (params) => ({
				body: { agent_id: params.required('agentId'), ...numberPurchase(params) },
			}),
		},
		list({
			name: 'Get Prices',
			value: 'getPricing',
			action: 'Get phone number prices',
			description: 'Get the price of a phone number in credits, by country and currency',
			endpoint: 'GET /phone-numbers/pricing',
			entity: 'price',
			filters: { country: optional(countryLocator), currency: currencyField },
		}),
		{
			kind: 'action',
			name: 'Unlink',
			value: 'unlink',
			action: 'Unlink phone number from agent',
			description: 'Remove a phone number from its agent. The organization keeps the number.',
			endpoint: 'POST /phone-numbers/{id}/unlink',
			ids: { id: phoneNumberLocator },
		},
	],
});
