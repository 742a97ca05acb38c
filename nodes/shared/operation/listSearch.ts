import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import {
	Identity,
	PageReader,
	addressOf,
	asNodeError,
	clientFor,
	pagesFetcher,
	pagesOf,
} from '../http';
import { idOf, labelOf } from '../platform';
import { ParameterError } from '../values';
import type { SearchMethod, SearchableList } from './locators';
import { LISTS } from './locators';
import { Params } from './params';

/** Rows for one screen of the drop-down. Scrolling loads more. */
const SCREEN = 50;
/** A list of up to so many rows is read to its end and sorted by name. A longer one keeps the order of the platform. */
const MAX_SORTED = 2_000;
/** A search that reads more rows than this ends with an error. */
const MAX_ROWS = 20_000;

/** The error for a list in which no row has what it is chosen by. */
function withoutValues({ displayName }: SearchableList): ParameterError {
	return new ParameterError(
		`The platform's list has no ${displayName.toLowerCase()} IDs`,
		'Choose By ID and enter the ID as the dashboard of the platform shows it',
	);
}

/** The error for an empty list, in place of n8n's "No results"; undefined for things that only the platform makes. */
function nothingYet({ displayName, madeBy }: SearchableList): ParameterError | undefined {
	if (!madeBy) return undefined;
	const [action, node] = madeBy;
	return new ParameterError(
		`The platform has no ${displayName.toLowerCase()} yet`,
		`Make one on the platform, or with the action ${action} of ${node}`,
	);
}

function noFurtherMatch(): ParameterError {
	return new ParameterError(
		`The first ${MAX_ROWS} entries have no further match`,
		'Choose By ID and enter the ID',
	);
}

/** An entry of a drop-down. */
interface SearchEntry {
	name: string;
	value: string;
	madeAt?: number;
}

/** Orders entries by their names, with Agent 2 before Agent 10. */
const byEntryName = (a: SearchEntry, b: SearchEntry) =>
	a.name.localeCompare(b.name, 'en', { numeric: true, sensitivity: 'base' });

/** Orders entries with the newest first; those without a time are last, by their names. */
const byAge = (a: SearchEntry, b: SearchEntry) => {
	const [one, other] = [a.madeAt ?? -Infinity, b.madeAt ?? -Infinity];
	return one === other ? byEntryName(a, b) : other - one;
};

/** Why a whole list has nothing to choose; undefined if it has something. @param values of its rows, or '' */
function whyEmpty(list: SearchableList, values: ReadonlySet<string>) {
	if (values.size === 1 && values.has('')) return withoutValues(list);
	return values.size === 0 ? nothingYet(list) : undefined;
}

/**
 * One screen of a drop-down. The API has no search, so names are compared here, page by page, until a screen is full.
 * @param token how many matches were shown before
 */
async function search(
	context: ILoadOptionsFunctions,
	list: SearchableList,
	filter = '',
	token = '0',
): Promise<INodeListSearchResult> {
	const params = new Params((name) =>
		context.getCurrentNodeParameter(name, { extractValue: true }),
	);
	const { ids = {}, entity, isByTime, madeAt } = list;
	const readValue = list.chosenBy ?? ((row: IDataObject) => idOf(row, entity));
	const chosen = Object.entries(ids).map(([name, parameter]) => [name, params.id(parameter)]);
	const address = addressOf(list.endpoint, Object.fromEntries(chosen));
	const client = await clientFor(context);
	const subject = `Search ${list.displayName}`;
	const reader = new PageReader(pagesFetcher(client, { ...address, subject }, { entity }));
	const wanted = filter.trim().toLowerCase();
	const shown = Number(token) || 0;
	const values = new Set<string>();
	const matches = new Map<string, SearchEntry>();
	let isSortable = isByTime !== true;

	const readOn = async () => {
		for await (const { rows, next } of pagesOf(reader, new Identity(entity))) {
			for (const row of rows) {
				const value = String(readValue(row) ?? '');
				const name = labelOf(row, entity);
				values.add(value);
				const isMatch = [name, value].some((text) => text.toLowerCase().includes(wanted));
				if (value !== '' && isMatch) matches.set(value, { name, value, madeAt: madeAt?.(row) });
			}
			isSortable &&= next <= MAX_SORTED;
			if (!isSortable && matches.size > shown + SCREEN) return;
			if (next > MAX_ROWS) throw noFurtherMatch();
			reader.grow();
		}
	};
	const failure = await readOn().then(
		() => undefined,
		(error: unknown) => ({ error }),
	);
	const empty = failure ? undefined : whyEmpty(list, values);
	if (empty) throw empty;
	const found = [...matches.values()];
	const results = (isSortable ? found.sort(byAge) : found)
		.slice(shown, shown + SCREEN)
		.map(({ name, value }): INodeListSearchItems => ({ name, value }));
	// The matches that were read are shown. Whoever scrolls further sees the error.
	if (failure && results.length === 0) throw failure.error;
	const hasMore = failure !== undefined || matches.size > shown + SCREEN;
	return { results, ...(hasMore && { paginationToken: String(shown + results.length) }) };
}

type ListSearchMethod = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** The `methods.listSearch` of every node. */
export const listSearch = Object.fromEntries(
	Object.entries<SearchableList>(LISTS).map(([method, list]): [string, ListSearchMethod] => [
		method,
		async function (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) {
			return await search(this, list, filter, paginationToken).catch((error: unknown) => {
				throw asNodeError(this.getNode(), error);
			});
		},
	]),
) as Record<SearchMethod, ListSearchMethod>;
