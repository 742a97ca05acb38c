import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';
import { asNodeError } from './errors';
import { clientFor } from './request';
import { firstOf, idOf, readPage } from './response';

/** A thing that can be chosen from a searchable list: where the list is, and what to show of a row. */
interface Listed {
	displayName: string;
	/** Parameter name, the same in every node. */
	name: string;
	path: string;
	/** Field that identifies a row, where it is not `id`. */
	rowId?: string;
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
		path: '/agents/',
		rowId: 'agent_id',
		label: ['name', 'agent_name', 'title'],
		placeholder: 'e.g. agent_0001',
	},
	searchCalls: {
		displayName: 'Call',
		name: 'callId',
		path: '/calls',
		rowId: 'call_id',
		label: ['to_number', 'phone_number', 'name'],
		hint: ['created_at', 'started_at', 'status'],
		placeholder: 'e.g. call_0001',
	},
	searchCampaigns: {
		displayName: 'Campaign',
		name: 'campaignId',
		path: '/campaigns/',
		rowId: 'campaign_id',
		label: ['name', 'campaign_name', 'title'],
		hint: ['status'],
		placeholder: 'e.g. campaign_0001',
	},
} satisfies Record<string, Listed>;

type SearchMethod = keyof typeof things;

const PAGE_SIZE = 100;
/** Enough rows for one screen of the drop-down; scrolling asks for more. */
const ENOUGH_RESULTS = 50;

function choiceOf(row: IDataObject, thing: Listed): INodeListSearchItems {
	const id = idOf(row, thing.rowId ? [thing.rowId] : []);
	const label = String(firstOf(row, thing.label) ?? id);
	const hint = thing.hint ? firstOf(row, thing.hint) : undefined;
	return { name: hint === undefined ? label : `${label} (${String(hint)})`, value: id };
}

/** How far a drop-down has read: the offset to go on from, and the page size the server accepted. */
interface Position {
	offset: number;
	size: number;
}

function positionOf(token: unknown): Position {
	const [offset = 0, size = PAGE_SIZE] = String(token ?? '')
		.split('/')
		.filter(Boolean)
		.map(Number);
	return { offset, size };
}

/**
 * One screen of a drop-down. The API document names no search parameter, so names are matched here, page after page until a screen is full.
 */
async function search(
	context: ILoadOptionsFunctions,
	thing: Listed,
	filter = '',
	token?: string,
): Promise<INodeListSearchResult> {
	const client = await clientFor(context);
	const wanted = filter.trim().toLowerCase();
	const results = new Map<string, INodeListSearchItems>();
	let { offset, size } = positionOf(token);
	let firstValue: string | undefined;

	while (results.size < ENOUGH_RESULTS) {
		const request = {
			method: 'GET' as const,
			path: thing.path,
			query: { limit: size, offset },
			subject: `Search ${thing.displayName}`,
		};
		const outcome = await client
			.send(request, ({ body }) => readPage(body))
			.catch((error: { details?: { status?: number } }) => error);
		if (!('rows' in outcome)) {
			const refusesSize = outcome.details?.status === 422 || outcome.details?.status === 400;
			if (!refusesSize || size === 1) throw asNodeError(context.getNode(), outcome);
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
	return { results: [...results.values()], paginationToken: `${offset}/${size}` };
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
			return await search(this, thing, filter, paginationToken);
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
		...overrides,
	};
}

export const agentLocator = locator('searchAgents', { description: 'The agent that speaks' });
export const callLocator = locator('searchCalls');
export const campaignLocator = locator('searchCampaigns');
