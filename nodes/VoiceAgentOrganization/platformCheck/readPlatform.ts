import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../../shared/http';
import { PageReader, placeOfObject, placeholdersOf, readResult } from '../../shared/http';
import type { NotRead, ReadEndpoint, ReportRead } from '../../shared/operation';
import type { EntityName } from '../../shared/platform';
import { CALL, cellOf, idOf } from '../../shared/platform';
import type { CheckedList } from './checkedLists';
import { CHECKED_LISTS } from './checkedLists';
import type { Reading } from './boundedReading';
import { MAX_REQUESTS, boundedReader } from './boundedReading';

/** A small page of one list. */
export interface SeenList extends CheckedList {
	/** Undefined if nothing was requested: the list belongs to something that the account does not have. */
	page?: Page | NotRead;
}

/** An answer about one thing: what it is read as, and where that is in the answer. */
export interface SeenThing {
	row: IDataObject;
	place: readonly string[];
	body: unknown;
}

/** What a check of the platform has read. */
export interface Seen {
	lists: readonly SeenList[];
	/** One list as Return All reads it, and in small pages if one page had all; undefined if no list has rows. */
	paging?: { name: string; whole: Reading | NotRead; small?: Reading | NotRead };
	/** Filters of calls, and whether the platform knows them. */
	filters: ReadonlyArray<readonly [label: string, state: string]>;
	/** One call with its details; undefined if there is none. */
	call?: SeenThing | NotRead;
	/** A call that does not exist. */
	missing: SeenThing | NotRead;
	mfa: SeenThing | NotRead;
	balance: SeenThing | NotRead;
}

export const isNotRead = (seen: object | undefined): seen is NotRead =>
	seen !== undefined && 'problem' in seen;

export const isRead = <T extends object>(seen: T | NotRead | undefined): seen is T =>
	seen !== undefined && !isNotRead(seen);

/** The rows of a list: all that were read. */
export function rowsOf(
	{ lists, paging }: Pick<Seen, 'lists' | 'paging'>,
	name: string,
): readonly IDataObject[] {
	if (paging?.name === name && isRead(paging.whole)) return paging.whole.rows;
	const page = lists.find((list) => list.name === name)?.page;
	return isRead(page) ? page.rows : [];
}

/** What is read beside the lists. */
const THINGS = ['GET /mfa/status', 'GET /billing/balance', 'GET /calls/{call_id}'] as const;

/** Everything that a check reads. */
export const CHECKED_ENDPOINTS = [...THINGS, ...CHECKED_LISTS.map(({ endpoint }) => endpoint)] as [
	ReadEndpoint,
	...ReadEndpoint[],
];

/** One for each endpoint, one more call, two more sizes of a page, and three filters. Those that failed and are repeated are not counted. */
export const MOST_REQUESTS = CHECKED_ENDPOINTS.length + 1 + 2 + 3 + MAX_REQUESTS;

/** Rows of a small page, and of one so small that most lists have a second. */
const SMALL = 5;
const SMALLEST = 2;
/** At which there is no call yet, and at which there was none. */
const FUTURE = '2100-01-01T00:00:00.000Z';
const PAST = '1971-01-01T00:00:00.000Z';
const NO_SUCH_ID = 'does-not-exist';

/** Lists of which one is read further, in this order: those that most accounts may read and that have most rows. */
const PAGED = ['calls', 'transactions', 'agents', 'voices', 'campaigns'];

/** Reads a small page of a list. The first one shows how large a page may be; the others are of this size. */
function smallPages(read: ReportRead) {
	let size: number | undefined;
	return async (
		{ endpoint, entity }: Pick<CheckedList, 'endpoint' | 'entity'>,
		asked: { ids?: Record<string, string>; query?: IDataObject },
	): Promise<Page | NotRead> =>
		await read.attempt(async () => {
			const fetchPage = read.pages(endpoint, { entity, ...asked });
			if (size !== undefined) return await fetchPage(size, 0);
			size = SMALL;
			const first = await new PageReader(fetchPage, SMALL).page(0);
			size = first.asked;
			return first.page;
		});
}

type PageOf = ReturnType<typeof smallPages>;

async function readLists(pageOf: PageOf): Promise<SeenList[]> {
	const seen: SeenList[] = [];
	for (const list of CHECKED_LISTS) {
		const [placeholder = ''] = placeholdersOf(list.endpoint);
		const owner = seen.find(({ name }) => name === list.of);
		const first = owner && rowsOf({ lists: seen }, owner.name)[0];
		const id = idOf(first ?? {}, owner?.entity);
		const isAsked = list.of === undefined || id !== '';
		const page = isAsked ? await pageOf(list, { ids: { [placeholder]: id } }) : undefined;
		seen.push({ ...list, page });
	}
	return seen;
}

async function readPaging(read: ReportRead, lists: readonly SeenList[]): Promise<Seen['paging']> {
	const count = ({ name }: SeenList) => rowsOf({ lists }, name).length;
	const [longest] = PAGED.flatMap((name) => lists.filter((list) => list.name === name)).sort(
		(one, other) => count(other) - count(one),
	);
	if (!longest || count(longest) === 0) return undefined;
	const readingOf = boundedReader(read);
	const whole = await readingOf(longest);
	const isOnePage = isRead(whole) && !whole.isPaged;
	const small = isOnePage ? await readingOf(longest, SMALLEST) : undefined;
	return { name: longest.name, whole, small };
}

type Filter = [
	label: string,
	query: IDataObject,
	isKnown: (rows: readonly IDataObject[]) => boolean,
];

/** Requests calls with filters that not all of them meet. */
async function readFilters(
	pageOf: PageOf,
	calls: readonly IDataObject[],
): Promise<Seen['filters']> {
	const isNone = ({ length }: readonly IDataObject[]) => length === 0;
	const id = idOf(calls.at(-1) ?? {}, 'call');
	const isOne = (rows: readonly IDataObject[]) =>
		rows.length > 0 && rows.every((row) => idOf(row, 'call') === id);
	const byDate: Filter[] = [
		['Called After', { from: FUTURE }, isNone],
		['Called Before', { to: PAST }, isNone],
	];
	const byId: Filter[] = id !== '' && calls.length > 1 ? [['Call ID', { call_id: id }, isOne]] : [];
	const seen: Array<[label: string, state: string]> = [];
	for (const [label, query, isKnown] of calls.length > 0 ? [...byDate, ...byId] : []) {
		const page = await pageOf({ endpoint: 'GET /calls', entity: 'call' }, { query });
		const state = isNotRead(page) ? page.problem : isKnown(page.rows) ? 'known' : 'ignored';
		seen.push([label, state]);
	}
	return seen;
}

/** An answer about one thing, read as by Get. */
async function readThing(
	read: ReportRead,
	endpoint: (typeof THINGS)[number],
	entity?: EntityName,
	ids?: Record<string, string>,
): Promise<SeenThing | NotRead> {
	return await read.attempt(async () => {
		const body = await read(endpoint, { ids });
		return {
			row: readResult(body, { entity, subject: '', mustFit: entity !== undefined }),
			place: placeOfObject(body, entity) ?? [],
			body,
		};
	});
}

/** A call that has the most to show: one that is over. */
function callToRead(calls: readonly IDataObject[]): string {
	const withId = calls.filter((call) => idOf(call, 'call') !== '');
	const over = withId.find((call) => cellOf(CALL, call, 'is_over') === true);
	return idOf(over ?? withId[0] ?? {}, 'call');
}

/** Reads the platform to see how it answers: at most `MOST_REQUESTS`, one after the other. */
export async function readPlatform(read: ReportRead): Promise<Seen> {
	const call = async (id: string) =>
		await readThing(read, 'GET /calls/{call_id}', 'call', { call_id: id });
	const mfa = await readThing(read, 'GET /mfa/status');
	const balance = await readThing(read, 'GET /billing/balance');
	const missing = await call(NO_SUCH_ID);
	const pageOf = smallPages(read);
	const lists = await readLists(pageOf);
	const paging = await readPaging(read, lists);
	const filters = await readFilters(pageOf, rowsOf({ lists }, 'calls'));
	const id = callToRead(rowsOf({ lists, paging }, 'calls'));
	return { mfa, balance, missing, lists, paging, filters, call: id ? await call(id) : undefined };
}
