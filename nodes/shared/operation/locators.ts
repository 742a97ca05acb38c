import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import { asNodeError } from '../http/failure';
import type { Endpoint } from './operation';
import { Params } from './params';
import { fillPath } from './path';
import { clientFor } from '../http/client';
import { firstOf, idOf, readPage } from '../http/response';

/** A thing that can be chosen from a searchable list: where the list is, and what to show of a row. */
interface Listed {
	displayName: string;
	/** Parameter name, the same in every node. */
	name: string;
	endpoint: Endpoint;
	/** Path template name → parameter that must be chosen first. */
	ids?: Record<string, string>;
	/** Fields that identify a row, tried in order before `id`. */
	rowId?: readonly string[];
	/** What people know it by: fields tried in order. */
	label: readonly string[];
	/** Further text after the label, for telling equal names apart. */
	hint?: readonly string[];
	placeholder: string;
}

const things = {
	searchAgents: {
		displayName: 'Agent',
		name: 'agentId',
		endpoint: 'GET /agents/',
		rowId: ['agent_id'],
		label: ['name', 'agent_name', 'title'],
		placeholder: 'e.g. agent_0001',
	},
	searchCallbacks: {
		displayName: 'Callback',
		name: 'callbackId',
		endpoint: 'GET /callbacks/',
		rowId: ['callback_id'],
		label: ['phone_number', 'to_number', 'name', 'first_name'],
		hint: ['scheduled_at', 'callback_at', 'created_at'],
		placeholder: 'e.g. callback_0001',
	},
	searchCalls: {
		displayName: 'Call',
		name: 'callId',
		endpoint: 'GET /calls',
		rowId: ['call_id'],
		label: ['to_number', 'phone_number', 'name'],
		hint: ['created_at', 'started_at', 'status'],
		placeholder: 'e.g. call_0001',
	},
	searchCampaigns: {
		displayName: 'Campaign',
		name: 'campaignId',
		endpoint: 'GET /campaigns/',
		rowId: ['campaign_id'],
		label: ['name', 'campaign_name', 'title'],
		hint: ['status'],
		placeholder: 'e.g. campaign_0001',
	},
	searchDocuments: {
		displayName: 'Document',
		name: 'documentId',
		endpoint: 'GET /knowledge-base/documents',
		rowId: ['kb_id', 'document_id'],
		label: ['name', 'file_name', 'filename', 'title'],
		placeholder: 'e.g. kb_0001',
	},
	searchFunctions: {
		displayName: 'Custom Function',
		name: 'functionId',
		endpoint: 'GET /agents/{agent_id}/custom-functions/',
		ids: { agent_id: 'agentId' },
		rowId: ['function_id'],
		label: ['name', 'function_name', 'title'],
		placeholder: 'e.g. function_0001',
	},
	searchInvoices: {
		displayName: 'Invoice',
		name: 'invoiceId',
		endpoint: 'GET /billing/invoices',
		rowId: ['invoice_id'],
		label: ['number', 'invoice_number', 'name'],
		hint: ['issued_at', 'created_at', 'date'],
		placeholder: 'e.g. invoice_0001',
	},
	searchOrganizations: {
		displayName: 'Organization',
		name: 'organizationId',
		endpoint: 'GET /organisations/',
		rowId: ['organisation_id', 'organization_id', 'org_id'],
		label: ['name', 'organisation_name', 'organization_name'],
		placeholder: 'e.g. organisation_0001',
	},
	searchPhoneNumbers: {
		displayName: 'Phone Number',
		name: 'phoneNumberId',
		endpoint: 'GET /phone-numbers/org-numbers',
		rowId: ['phone_number_id', 'number_id'],
		label: ['phone_number', 'number', 'name'],
		hint: ['status'],
		placeholder: 'e.g. number_0001',
	},
	searchSubscriptions: {
		displayName: 'Subscription',
		name: 'subscriptionId',
		endpoint: 'GET /phone-numbers/subscriptions',
		rowId: ['subscription_id'],
		label: ['phone_number', 'number', 'name'],
		hint: ['status'],
		placeholder: 'e.g. subscription_0001',
	},
	searchTools: {
		displayName: 'Tool',
		name: 'toolId',
		endpoint: 'GET /builtin-tools/',
		rowId: ['tool_id'],
		label: ['name', 'tool_name', 'title'],
		placeholder: 'e.g. end_call',
	},
	searchUsers: {
		displayName: 'User',
		name: 'userId',
		endpoint: 'GET /users/',
		rowId: ['user_id'],
		label: ['email', 'name', 'full_name'],
		hint: ['role'],
		placeholder: 'e.g. user_0001',
	},
	searchVersions: {
		displayName: 'Version',
		name: 'version',
		endpoint: 'GET /agents/{agent_id}/versions',
		ids: { agent_id: 'agentId' },
		rowId: ['version', 'version_id', 'version_number'],
		label: ['version', 'version_number'],
		hint: ['created_at', 'changed_at', 'updated_at'],
		placeholder: 'e.g. 3',
	},
	searchVoices: {
		displayName: 'Voice',
		name: 'voiceId',
		endpoint: 'GET /voices/',
		rowId: ['voice_id'],
		label: ['name', 'voice_name'],
		hint: ['gender'],
		placeholder: 'e.g. voice_0001',
	},
} satisfies Record<string, Listed>;

type SearchMethod = keyof typeof things;

const PAGE_SIZE = 100;
/** Enough rows for one screen of the drop-down; scrolling asks for more. */
const ENOUGH_RESULTS = 50;

function choiceOf(row: IDataObject, thing: Listed): INodeListSearchItems {
	const id = idOf(row, thing.rowId);
	const label = String(firstOf(row, thing.label) ?? id);
	const hint = thing.hint ? firstOf(row, thing.hint) : undefined;
	return { name: hint === undefined ? label : `${label} (${String(hint)})`, value: id };
}

/** How far a drop-down has read: where to go on, the page size the server accepted, and the first row of all. */
interface Position {
	offset: number;
	size: number;
	firstValue?: string;
}

const startPosition: Position = { offset: 0, size: PAGE_SIZE };

/**
 * One screen of a drop-down. The API document names no search parameter, so names are matched here, page after page until a screen is full.
 */
async function search(
	context: ILoadOptionsFunctions,
	thing: Listed,
	filter = '',
	token?: string,
): Promise<INodeListSearchResult> {
	const params = new Params((name) =>
		context.getCurrentNodeParameter(name, { extractValue: true }),
	);
	const { path } = fillPath(thing.endpoint, thing.ids, params);
	const client = await clientFor(context);
	const wanted = filter.trim().toLowerCase();
	const results = new Map<string, INodeListSearchItems>();
	const position = token
		? jsonParse<Position>(token, { fallbackValue: startPosition })
		: startPosition;
	let { offset, size, firstValue } = position;

	while (results.size < ENOUGH_RESULTS) {
		const request = {
			method: 'GET' as const,
			path,
			query: { limit: size, offset },
			subject: `Search ${thing.displayName}`,
		};
		const outcome = await client
			.send(request, ({ body }) => readPage(body))
			.catch((error: { details?: { status?: number } }) => error);
		if (!('rows' in outcome)) {
			const refusesSize = outcome.details?.status === 422 || outcome.details?.status === 400;
			if (!refusesSize || size === 1) throw outcome;
			size = Math.floor(size / 2);
			continue;
		}
		const choices = outcome.rows
			.map((row) => choiceOf(row, thing))
			.filter(({ value }) => value !== '');
		// A server that knows no pages sends its first row again.
		const isRepeated =
			offset > 0 && choices[0]?.value !== undefined && choices[0].value === firstValue;
		if (outcome.rows.length === 0 || isRepeated) return { results: [...results.values()] };
		firstValue ??= String(choices[0]?.value);

		for (const choice of choices) {
			const matches =
				choice.name.toLowerCase().includes(wanted) ||
				String(choice.value).toLowerCase().includes(wanted);
			if (matches) results.set(String(choice.value), choice);
		}
		offset += outcome.rows.length;
		if (outcome.total !== undefined && offset >= outcome.total)
			return { results: [...results.values()] };
	}
	return {
		results: [...results.values()],
		paginationToken: JSON.stringify({ offset, size, firstValue }),
	};
}

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** The `methods.listSearch` of every node. */
export const listSearch = Object.fromEntries(
	Object.entries(things).map(([method, thing]): [string, ListSearch] => [
		method,
		async function (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) {
			return await search(this, thing, filter, paginationToken).catch((error: unknown) => {
				throw asNodeError(this.getNode(), error);
			});
		},
	]),
) as Record<SearchMethod, ListSearch>;

/** A parameter that chooses a thing from a searchable list or takes its ID. */
export function locator(
	method: SearchMethod,
	overrides: Partial<INodeProperties> = {},
): INodeProperties {
	const { displayName, name, placeholder } = things[method];
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
				placeholder: `Choose ${/^[AEIOU]/.test(displayName) ? 'an' : 'a'} ${displayName.toLowerCase()}…`,
				typeOptions: { searchListMethod: method, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
		description: `Choose the ${displayName.toLowerCase()} from the list, or enter its ID`,
		...overrides,
	};
}

export const agentLocator = locator('searchAgents');
export const callLocator = locator('searchCalls');
export const callbackLocator = locator('searchCallbacks');
export const campaignLocator = locator('searchCampaigns');
export const documentLocator = locator('searchDocuments');
export const functionLocator = locator('searchFunctions');
export const invoiceLocator = locator('searchInvoices');
export const organizationLocator = locator('searchOrganizations');
export const phoneNumberLocator = locator('searchPhoneNumbers');
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
