import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import { addressOf, asNodeError, clientFor, readPage } from '../http';
import { idOf, labelOf } from '../platform';
import type { SearchMethod, SearchableList } from './locators';
import { LISTS } from './locators';
import { Params } from './params';

const PAGE_SIZE = 100;
/** Rows for one screen of the drop-down. Scrolling loads more. */
const MIN_RESULTS = 50;

/** How far a drop-down has read: the next offset, the page size the server accepted, and the first row of the list. */
interface Position {
	offset: number;
	size: number;
	firstValue?: string;
}

const startPosition: Position = { offset: 0, size: PAGE_SIZE };

/**
 * One screen of a drop-down. The API document has no search parameter, so names are compared here, page after page until a screen is full.
 */
async function search(
	context: ILoadOptionsFunctions,
	list: SearchableList,
	filter = '',
	token?: string,
): Promise<INodeListSearchResult> {
	const params = new Params((name) =>
		context.getCurrentNodeParameter(name, { extractValue: true }),
	);
	const { ids = {}, entity } = list;
	const chosen = Object.entries(ids).map(([name, parameter]) => [name, params.id(parameter)]);
	const { path } = addressOf(list.endpoint, Object.fromEntries(chosen));
	const client = await clientFor(context);
	const wanted = filter.trim().toLowerCase();
	const results = new Map<string, INodeListSearchItems>();
	const position = token
		? jsonParse<Position>(token, { fallbackValue: startPosition })
		: startPosition;
	let { offset, size, firstValue } = position;

	while (results.size < MIN_RESULTS) {
		const request = {
			method: 'GET' as const,
			path,
			query: { limit: size, offset },
			subject: `Search ${list.displayName}`,
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
			.map((row) => ({ name: labelOf(row, entity), value: idOf(row, entity) }))
			.filter(({ value }) => value !== '');
		// A server without pages returns its first row again.
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
	Object.entries<SearchableList>(LISTS).map(([method, list]): [string, ListSearch] => [
		method,
		async function (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) {
			return await search(this, list, filter, paginationToken).catch((error: unknown) => {
				throw asNodeError(this.getNode(), error);
			});
		},
	]),
) as Record<SearchMethod, ListSearch>;
