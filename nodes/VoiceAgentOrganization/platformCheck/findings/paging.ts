import type { IDataObject } from 'n8n-workflow';
import { Identity, REFUSALS_OF_OFFSET, REFUSALS_OF_SIZE } from '../../../shared/http';
import { addedAtNamesOf, idOf } from '../../../shared/platform';
import { isFilled, readTimestamp } from '../../../shared/values';
import type { Check, Finding } from '../finding';
import { counted, fails, grouped, holds, unseen } from '../finding';
import type { Seen, SeenList, SeenPage, SeenPaging } from '../seen';
import { listOf, rowsOf } from '../seen';

const NO_ROWS = 'No list with three rows was read';

const statusOf = ({ reply }: SeenPage): number | undefined => reply?.status;

/** What tells rows of this list apart, as when a list is read. */
function identityOf({ list, large }: SeenPaging): Identity {
	const identity = new Identity(list.entity);
	identity.learn(list.rows);
	identity.learn(large.rows);
	return identity;
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
	one.length === other.length && one.every((key, index) => key === other[index]);

export const pageSize: Check = ({ paging }) => {
	if (!paging) return unseen(NO_ROWS);
	const { list, two, large } = paging;
	if (two.problem !== undefined) return unseen(`${list.name}: ${two.problem}`);
	const small =
		two.rows.length <= 2 ? 'limit 2 is kept' : `${two.rows.length} rows for limit 2: no pages`;
	const status = statusOf(large) ?? 0;
	if (REFUSALS_OF_SIZE.includes(status))
		return holds(`${list.name}: ${small}; 1,000 is refused (status ${status})`);
	if (large.problem !== undefined) return fails(`${list.name}: ${small}; 1,000: ${large.problem}`);
	return holds(`${list.name}: ${small}; ${large.rows.length} rows for limit 1,000`);
};

type Counting = 'rows' | 'pages from 0' | 'pages from 1' | 'nothing' | 'whole list' | 'unclear';

/** What the offset counts, by the rows of three pages of two. */
function countingOf(paging: SeenPaging): Counting {
	const { list, two, fromOne, fromTwo } = paging;
	const identity = identityOf(paging);
	const keysOf = (rows: readonly IDataObject[]) => rows.map((row) => identity.of(row));
	const first = keysOf(list.rows);
	const [start, one, second] = [keysOf(two.rows), keysOf(fromOne.rows), keysOf(fromTwo.rows)];
	if (isSame(start, one) && isSame(start, second))
		return start.length > 2 ? 'whole list' : 'nothing';
	if (start.length !== 2 || !isSame(start, first.slice(0, 2))) return 'unclear';
	if (isSame(one, first.slice(1, 3)) && second[0] === first[2]) return 'rows';
	const next = first.slice(2, 4);
	if (next[0] === one[0]) return 'pages from 0';
	return isSame(one, start) && next[0] === second[0] ? 'pages from 1' : 'unclear';
}

const COUNTED: Record<Counting, (name: string) => Finding> = {
	rows: (name) => holds(`${name}: the offset counts rows`),
	'pages from 0': (name) => holds(`${name}: the offset counts pages, the first is 0`),
	'pages from 1': (name) => holds(`${name}: the offset counts pages, the first is 1`),
	'whole list': (name) => holds(`${name}: no pages, every answer is the whole list`),
	nothing: (name) => fails(`${name}: the offset is ignored`),
	unclear: (name) => unseen(`${name}: the pages do not show what the offset counts`),
};

export const offset: Check = ({ paging }) => {
	if (!paging) return unseen(NO_ROWS);
	const { list, two, fromOne, fromTwo } = paging;
	const problem = [two, fromOne, fromTwo].map((page) => page.problem).find(Boolean);
	if (problem) return unseen(`${list.name}: ${problem}`);
	return COUNTED[countingOf(paging)](list.name);
};

export const pastEnd: Check = ({ paging }) => {
	if (!paging) return unseen(NO_ROWS);
	const { list, pastEnd: page, two } = paging;
	const status = statusOf(page) ?? 0;
	if (REFUSALS_OF_OFFSET.includes(status)) return holds(`${list.name}: status ${status}`);
	if (page.problem !== undefined) return fails(`${list.name}: ${page.problem}`);
	if (page.rows.length === 0) return holds(`${list.name}: an empty list, status ${status}`);
	const isWhole = two.rows.length > 2;
	const found = `${list.name}: ${counted(page.rows.length, 'row')} far behind the end`;
	return isWhole ? holds(`${found}: every answer is the whole list`) : fails(found);
};

/** What the total counts, by the rows of two pages of different size. */
function totalOf({ list, two, large }: SeenPaging): string {
	const [small, big] = [two.page?.total, large.page?.total];
	const count = Math.max(two.rows.length, large.rows.length, list.rows.length);
	const total = big ?? small ?? list.page?.total;
	if (total === undefined) return 'none';
	if (small === two.rows.length && count > two.rows.length) return 'counts the rows of the page';
	if (total < count) return 'smaller than the number of rows';
	return large.rows.length === total
		? 'the number of rows'
		: 'not less than the rows that were read';
}

export const total: Check = ({ lists, paging }) => {
	const answered = lists.filter(({ page, rows }) => page !== undefined && rows.length > 0);
	if (answered.length === 0) return unseen('No list has rows');
	const count = answered.filter(({ page }) => page?.total !== undefined).length;
	const where = `A total in ${count} of ${counted(answered.length, 'list')}`;
	return holds(paging ? `${where}; ${paging.list.name}: ${totalOf(paging)}` : where);
};

const leadOf = ({ page }: SeenPage): string => {
	if (page?.nextLink !== undefined) return 'a link';
	if (page?.nextCursor !== undefined) return 'a cursor';
	return page?.hasMore === undefined ? 'no link and no cursor' : 'whether more rows follow';
};

export const nextPage: Check = ({ lists, paging }) => {
	const pages: Array<[string, SeenPage]> = lists
		.filter(({ page, rows }) => page !== undefined && rows.length > 0)
		.map((list) => [list.name, paging?.list === list ? paging.two : list]);
	if (pages.length === 0) return unseen('No list has rows');
	return holds(grouped(pages.map(([name, page]) => [name, leadOf(page)])));
};

/** The field that says when the rows were added; undefined if some rows have none. */
const addedFieldOf = (seen: Seen, { name, entity }: SeenList): string | undefined => {
	const rows = rowsOf(seen, name);
	return addedAtNamesOf(entity).find((field) => rows.every((row) => isFilled(row[field])));
};

/** The lists that the trigger reads. */
const WATCHED = ['calls', 'bookings', 'callbacks', 'transfer events'];

export const addedAt: Check = (seen) => {
	const found = WATCHED.flatMap((name): Array<[string, string]> => {
		const list = listOf(seen, name);
		if (!list || list.rows.length === 0) return [];
		return [[name, addedFieldOf(seen, list) ?? 'none in every row']];
	});
	if (found.length === 0) return unseen('The lists that the trigger reads have no rows');
	const isBad = found.some(([, field]) => field.includes(' '));
	return isBad
		? fails(
				grouped(found),
				'Nothing is lost. Set a longer time between two polls, if they take too long',
			)
		: holds(grouped(found));
};

function orderOf(times: readonly number[]): string {
	const steps = times.slice(1).map((time, index) => Math.sign(time - (times[index] ?? 0)));
	if (steps.every((step) => step === 0)) return 'all at the same time';
	if (steps.every((step) => step <= 0)) return 'newest first';
	return steps.every((step) => step >= 0) ? 'oldest first' : 'by something else';
}

/** In which order each list comes whose rows have times. */
function ordersOf(seen: Seen): Array<[string, string]> {
	return seen.lists.flatMap((list): Array<[string, string]> => {
		const field = addedFieldOf(seen, list);
		if (field === undefined) return [];
		const times = rowsOf(seen, list.name).map((row) => readTimestamp(row[field]));
		if (times.length < 3 || times.includes(undefined)) return [];
		return [[list.name, orderOf(times as number[])]];
	});
}

export const order: Check = (seen) => {
	const orders = ordersOf(seen);
	return orders.length > 0 ? holds(grouped(orders)) : unseen('No list has three rows with a time');
};

/** Whether a filter for which there is no row was used. */
function filterOf(page: SeenPage): 'known' | string {
	if (page.problem !== undefined) return page.problem;
	return page.rows.length === 0 ? 'known' : 'ignored';
}

function callIdFilterOf({ filters }: Seen, isOnlyCall: boolean): string {
	const { callId } = filters ?? {};
	if (!callId) return 'not seen, calls have no ID';
	const { id, page } = callId;
	if (page.problem !== undefined) return page.problem;
	if (page.rows.length === 0) return 'does not find the call';
	if (page.rows.some((row) => idOf(row, 'call') !== id)) return 'ignored';
	return isOnlyCall ? 'not seen, there is one call' : 'known';
}

export const callFilterNames: Check = (seen) => {
	const { filters } = seen;
	if (!filters) return unseen('There is no call');
	const states = [
		['From', filterOf(filters.from)],
		['To', filterOf(filters.to)],
		['Call ID', callIdFilterOf(seen, (listOf(seen, 'calls')?.rows.length ?? 0) <= 1)],
	] as const;
	const found = states.map(([label, state]) => `${label}: ${state}`).join('; ');
	const bad = states.filter(([, state]) => state !== 'known' && !state.startsWith('not seen'));
	return bad.length > 0 ? fails(found) : holds(found);
};

export const triggerReading: Check = (seen) => {
	const orders = ordersOf(seen).filter(([name]) => WATCHED.includes(name));
	const { filters } = seen;
	const parts = [
		...(orders.length > 0 ? [grouped(orders)] : []),
		...(filters ? [`From: ${filterOf(filters.from)}`] : []),
	];
	return parts.length > 0 ? holds(parts.join('; ')) : unseen('The lists have no rows');
};
