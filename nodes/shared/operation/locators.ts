import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Endpoint } from '../http';
import type { EntityName } from '../platform';
import { CALL, CAMPAIGN, valueOf } from '../platform';
import { readTimestamp } from '../values';

/** A list of the platform that a drop-down shows. */
export interface SearchableList {
	displayName: string;
	/** Parameter name, the same in every node. */
	name: string;
	entity: EntityName;
	endpoint: Endpoint;
	/** Path template name → parameter that must be chosen first. */
	ids?: Readonly<Record<string, string>>;
	/** What a row is chosen by, if not its ID; undefined if the row does not have it. */
	chosenBy?: (row: IDataObject) => unknown;
	/** What the rows are called, if not by `displayName`. */
	thing?: string;
	/** Whether the newest rows come first, as the platform sends them. All other lists are sorted by name. */
	isByTime?: boolean;
	/** When a row was made, in milliseconds since 1970: the newest are shown first, in any order of the platform. */
	madeAt?: (row: IDataObject) => number | undefined;
	/** The action of a node that makes such a thing. */
	madeBy?: readonly [action: string, node: string];
	placeholder: string;
}

/** @param example of an ID. The parameter is called like the entity, `agentId`, unless `more` has another name */
const searchLocator = (
	displayName: string,
	entity: EntityName,
	endpoint: Endpoint,
	example: string,
	more: Partial<SearchableList> = {},
): SearchableList => ({
	displayName,
	name: `${entity}Id`,
	entity,
	endpoint,
	placeholder: `e.g. ${example}`,
	...more,
});

const NEWEST_FIRST = { isByTime: true };

export const LISTS = {
	searchAgents: searchLocator('Agent', 'agent', 'GET /agents/', 'agent_0001', {
		madeBy: ['Create agent', 'Voice Agent'],
	}),
	searchCallbacks: searchLocator('Callback', 'callback', 'GET /callbacks/', 'callback_0001', {
		...NEWEST_FIRST,
		madeBy: ['Create callback', 'Voice Agent Call'],
	}),
	searchCalls: searchLocator('Call', 'call', 'GET /calls', 'call_0001', NEWEST_FIRST),
	searchCampaigns: searchLocator('Campaign', 'campaign', 'GET /campaigns/', 'campaign_0001', {
		madeAt: (row) => readTimestamp(valueOf(CAMPAIGN, row, 'created_at')),
		madeBy: ['Create campaign', 'Voice Agent Campaign'],
	}),
	searchCountries: searchLocator('Country', 'price', 'GET /phone-numbers/pricing', 'US', {
		name: 'country',
		chosenBy: ({ country }) => country,
	}),
	searchCustomFields: searchLocator(
		'Custom Field',
		'customField',
		'GET /analytics/custom-fields/keys',
		'budget',
		{ name: 'customFieldKey' },
	),
	searchDocuments: searchLocator(
		'Document',
		'document',
		'GET /knowledge-base/documents',
		'kb_0001',
		{ madeBy: ['Upload document', 'Voice Agent'] },
	),
	searchFunctions: searchLocator(
		'Custom Function',
		'customFunction',
		'GET /agents/{agent_id}/custom-functions/',
		'function_0001',
		{
			name: 'functionId',
			ids: { agent_id: 'agentId' },
			madeBy: ['Create custom function', 'Voice Agent'],
		},
	),
	searchInvoices: searchLocator(
		'Invoice',
		'invoice',
		'GET /billing/invoices',
		'invoice_0001',
		NEWEST_FIRST,
	),
	searchOrganizations: searchLocator(
		'Organization',
		'organization',
		'GET /organisations/',
		'organisation_0001',
	),
	searchPhoneNumbers: searchLocator(
		'Phone Number',
		'phoneNumber',
		'GET /phone-numbers/org-numbers',
		'number_0001',
		{ madeBy: ['Buy phone number', 'Voice Agent Phone Number'] },
	),
	searchPlans: searchLocator('Credit Plan', 'plan', 'GET /billing/plans', 'plan_0001'),
	searchSessions: searchLocator('Session', 'call', 'GET /calls', 'session_0001', {
		...NEWEST_FIRST,
		name: 'sessionId',
		chosenBy: (row) => valueOf(CALL, row, 'session_id'),
		thing: 'call',
	}),
	searchSubscriptions: searchLocator(
		'Subscription',
		'subscription',
		'GET /phone-numbers/subscriptions',
		'subscription_0001',
	),
	searchTools: searchLocator('Tool', 'tool', 'GET /builtin-tools/', 'end_call'),
	searchUsers: searchLocator('User', 'user', 'GET /users/', 'user_0001'),
	searchVersions: searchLocator('Version', 'version', 'GET /agents/{agent_id}/versions', '3', {
		...NEWEST_FIRST,
		name: 'version',
		ids: { agent_id: 'agentId' },
	}),
	searchVoices: searchLocator('Voice', 'voice', 'GET /voices/', 'voice_0001'),
} satisfies Record<string, SearchableList>;

export type SearchMethod = keyof typeof LISTS;

/** A parameter to choose a thing from a searchable list, or to enter its ID. */
export function locator(
	method: SearchMethod,
	overrides: Partial<INodeProperties> = {},
): INodeProperties {
	const { displayName, name, placeholder, thing }: SearchableList = LISTS[method];
	const chosen = thing ?? displayName.toLowerCase();
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Choose ${/^(?!us)[aeiou]/.test(chosen) ? 'an' : 'a'} ${chosen}…`,
				typeOptions: { searchListMethod: method, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
		description: `Choose the ${chosen} from the list, or enter its ${thing ? `${displayName.toLowerCase()} ` : ''}ID`,
		...overrides,
	};
}

export const agentLocator = locator('searchAgents');
export const callLocator = locator('searchCalls');
export const callbackLocator = locator('searchCallbacks');
export const campaignLocator = locator('searchCampaigns');
/** The countries that the platform has prices of phone numbers for, by the codes that it uses. */
export const countryLocator = locator('searchCountries', {
	description: 'Choose the country from the list, or enter the code that the platform has for it',
});
export const customFieldLocator = locator('searchCustomFields');
export const documentLocator = locator('searchDocuments');
export const functionLocator = locator('searchFunctions');
export const invoiceLocator = locator('searchInvoices');
export const organizationLocator = locator('searchOrganizations');
export const phoneNumberLocator = locator('searchPhoneNumbers');
export const planLocator = locator('searchPlans');
export const sessionLocator = locator('searchSessions');
export const subscriptionLocator = locator('searchSubscriptions');
export const toolLocator = locator('searchTools');
export const userLocator = locator('searchUsers');
export const versionLocator = locator('searchVersions');
export const voiceLocator = locator('searchVoices');

/** A locator that may stay empty, for filters. */
export const optional = (field: INodeProperties): INodeProperties => ({
	...field,
	required: false,
});
