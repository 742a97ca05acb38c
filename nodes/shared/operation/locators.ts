import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Endpoint } from '../http';
import type { EntityName } from '../platform';
import { CALL, valueOf } from '../platform';

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
	placeholder: string;
}

export const LISTS = {
	searchAgents: {
		displayName: 'Agent',
		name: 'agentId',
		entity: 'agent',
		endpoint: 'GET /agents/',
		placeholder: 'e.g. agent_0001',
	},
	searchCallbacks: {
		displayName: 'Callback',
		name: 'callbackId',
		entity: 'callback',
		endpoint: 'GET /callbacks/',
		isByTime: true,
		placeholder: 'e.g. callback_0001',
	},
	searchCalls: {
		displayName: 'Call',
		name: 'callId',
		entity: 'call',
		endpoint: 'GET /calls',
		isByTime: true,
		placeholder: 'e.g. call_0001',
	},
	searchCampaigns: {
		displayName: 'Campaign',
		name: 'campaignId',
		entity: 'campaign',
		endpoint: 'GET /campaigns/',
		placeholder: 'e.g. campaign_0001',
	},
	searchCountries: {
		displayName: 'Country',
		name: 'country',
		entity: 'price',
		endpoint: 'GET /phone-numbers/pricing',
		chosenBy: ({ country }) => country,
		placeholder: 'e.g. US',
	},
	searchCustomFields: {
		displayName: 'Custom Field',
		name: 'customFieldKey',
		entity: 'customField',
		endpoint: 'GET /analytics/custom-fields/keys',
		placeholder: 'e.g. budget',
	},
	searchDocuments: {
		displayName: 'Document',
		name: 'documentId',
		entity: 'document',
		endpoint: 'GET /knowledge-base/documents',
		placeholder: 'e.g. kb_0001',
	},
	searchFunctions: {
		displayName: 'Custom Function',
		name: 'functionId',
		entity: 'customFunction',
		endpoint: 'GET /agents/{agent_id}/custom-functions/',
		ids: { agent_id: 'agentId' },
		placeholder: 'e.g. function_0001',
	},
	searchInvoices: {
		displayName: 'Invoice',
		name: 'invoiceId',
		entity: 'invoice',
		endpoint: 'GET /billing/invoices',
		isByTime: true,
		placeholder: 'e.g. invoice_0001',
	},
	searchOrganizations: {
		displayName: 'Organization',
		name: 'organizationId',
		entity: 'organization',
		endpoint: 'GET /organisations/',
		placeholder: 'e.g. organisation_0001',
	},
	searchPhoneNumbers: {
		displayName: 'Phone Number',
		name: 'phoneNumberId',
		entity: 'phoneNumber',
		endpoint: 'GET /phone-numbers/org-numbers',
		placeholder: 'e.g. number_0001',
	},
	searchPlans: {
		displayName: 'Credit Plan',
		name: 'planId',
		entity: 'plan',
		endpoint: 'GET /billing/plans',
		placeholder: 'e.g. plan_0001',
	},
	searchSessions: {
		displayName: 'Session',
		name: 'sessionId',
		entity: 'call',
		endpoint: 'GET /calls',
		chosenBy: (row) => valueOf(CALL, row, 'session_id'),
		thing: 'call',
		isByTime: true,
		placeholder: 'e.g. session_0001',
	},
	searchSubscriptions: {
		displayName: 'Subscription',
		name: 'subscriptionId',
		entity: 'subscription',
		endpoint: 'GET /phone-numbers/subscriptions',
		placeholder: 'e.g. subscription_0001',
	},
	searchTools: {
		displayName: 'Tool',
		name: 'toolId',
		entity: 'tool',
		endpoint: 'GET /builtin-tools/',
		placeholder: 'e.g. end_call',
	},
	searchUsers: {
		displayName: 'User',
		name: 'userId',
		entity: 'user',
		endpoint: 'GET /users/',
		placeholder: 'e.g. user_0001',
	},
	searchVersions: {
		displayName: 'Version',
		name: 'version',
		entity: 'version',
		endpoint: 'GET /agents/{agent_id}/versions',
		ids: { agent_id: 'agentId' },
		isByTime: true,
		placeholder: 'e.g. 3',
	},
	searchVoices: {
		displayName: 'Voice',
		name: 'voiceId',
		entity: 'voice',
		endpoint: 'GET /voices/',
		placeholder: 'e.g. voice_0001',
	},
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
