import type { SQLInputValue } from 'node:sqlite';
import type { Quirks } from '../simulation/behaviour.mts';
import type { Row, Table } from '../data/database.mts';
import type { Page } from '../common/json.mts';
import type { ApiRequest } from './http.mts';
import { shown } from '../domain/part.mts';
import type { Platform } from '../domain/platform.mts';
import { optionalMoment } from '../common/times.mts';
import { hash } from '../simulation/random.mts';

type Conditions = Record<string, SQLInputValue | undefined>;

/** What a list endpoint pages through. */
export interface Listing {
	table: Table;
	/** The column that orders rows of the same moment. */
	idColumn: string;
	/** What the list is of, as conditions by SQL text; those whose value is undefined do not apply. */
	where?: Conditions;
	/** What the caller looks for in it. */
	filters?: Conditions;
	/** As the API shows a row; the row without what is the platform's own, if it is left out. */
	view?: (row: Row) => Row;
}

/** What a request asks for. */
interface PageRequest {
	limit: number;
	offset: number;
	/** How many rows are not there yet for this request: those that were added last. */
	lag?: number;
}

/** Tables whose rows belong to an agent. */
const OF_AGENTS: readonly Table[] = ['bookings', 'callbacks', 'calls', 'campaigns', 'transfers'];

/** The page that a request asks for, newest first unless the quirks say otherwise. */
export function pageOfTable(
	{ behaviour: { quirks }, database }: Platform,
	request: ApiRequest,
	listing: Listing,
): Page {
	const asked = pageRequestOf(request);
	const { limit, offset } = effective(asked, quirks);
	const { table } = listing;
	const there = { ...listing.where, 'seq <= ?': asked.lag && database.lastSeq(table) - asked.lag };
	const { where, values } = clauseOf({ ...there, ...listing.filters });
	const order = orderOf(listing, quirks.order);
	const total = database.count(table, where, ...values);
	// The rows that are skipped are skipped in the index; only the page itself is read from the table.
	const rows = database.all(
		`SELECT * FROM ${table} WHERE seq IN (SELECT seq FROM ${table} ${where} ORDER BY ${order} LIMIT ? OFFSET ?) ORDER BY ${order}`,
		...values,
		limit,
		offset,
	);
	return {
		items: rows.map((row) => (listing.view ?? shown)(row)),
		total,
		limit: asked.limit,
		offset: asked.offset,
	};
}

function orderOf({ table, idColumn }: Listing, order: Quirks['order']): string {
	const newest = `created_at DESC, ${idColumn} DESC`;
	switch (order) {
		case 'oldest':
			return `created_at, ${idColumn}`;
		// Shuffled, yet the same on every page: a list that is shuffled anew each time cannot be read at all.
		case 'random':
			return '(seq * 2654435761) % 4294967291';
		case 'arrival':
			return 'seq DESC';
		case 'byAgent':
			return OF_AGENTS.includes(table) ? `agent_id, ${newest}` : newest;
		default:
			return newest;
	}
}

/** What the parameters `from` and `to` let through. */
export function dateConditions(
	{ query }: Pick<ApiRequest, 'query'>,
	{ dateFilter }: Quirks,
): Conditions {
	if (dateFilter === 'ignored') return {};
	return {
		'created_at >= ?': optionalMoment(query.from),
		'created_at <= ?': optionalMoment(query.to),
	};
}

function pageRequestOf({ query, fault }: ApiRequest): PageRequest {
	const { limit, offset } = query;
	return { limit, offset, lag: fault?.kind === 'lag' ? fault.rows : undefined };
}

/** The same, of the rows that belong to the caller's organization. */
export function ownPage(platform: Platform, request: ApiRequest, listing: Listing): Page {
	const where = { 'organization_id = ?': request.user.organization_id, ...listing.where };
	return pageOfTable(platform, request, { ...listing, where });
}

/** The same for a catalogue that is not in the database. */
export function pageOfCatalogue(
	{ behaviour: { quirks } }: Platform,
	request: ApiRequest,
	rows: Row[],
): Page {
	const asked = pageRequestOf(request);
	const { limit, offset } = effective(asked, quirks);
	const all = stretched(rows, quirks.catalogueRows ?? rows.length);
	const shuffled = () => all.toSorted((one, other) => keyOf(one) - keyOf(other));
	const orders: Partial<Record<Quirks['order'], () => Row[]>> = {
		oldest: () => all.toReversed(),
		random: shuffled,
	};
	const ordered = orders[quirks.order]?.() ?? all;
	return {
		items: ordered.slice(offset, offset + limit),
		total: all.length,
		limit: asked.limit,
		offset: asked.offset,
	};
}

/** A catalogue made longer by numbered copies of its rows. */
function stretched(rows: Row[], count: number): Row[] {
	if (rows.length === 0 || count <= rows.length) return rows;
	return Array.from({ length: count }, (_, index) => {
		const row = rows[index % rows.length]!;
		return index < rows.length ? row : copyOf(row, index);
	});
}

// A copy differs from its row in the identifier or, where there is none, in the first number.
function copyOf(row: Row, number: number): Row {
	const identifier = Object.keys(row).find(
		(name) => name === 'id' || name === 'key' || name.endsWith('_id'),
	);
	if (identifier) return { ...row, [identifier]: `${row[identifier]}_${number}` };
	const figure = Object.keys(row).find((name) => typeof row[name] === 'number');
	return figure ? { ...row, [figure]: row[figure] + number } : row;
}

function keyOf(row: Row): number {
	return hash(JSON.stringify(row));
}

function clauseOf(conditions: Conditions = {}): { where: string; values: SQLInputValue[] } {
	const applied = Object.entries(conditions).filter(([, value]) => value !== undefined);
	const sql = applied.map(([condition]) => condition).join(' AND ');
	return {
		where: sql === '' ? '' : `WHERE ${sql}`,
		values: applied.map(([, value]) => value as SQLInputValue),
	};
}

function effective({ limit, offset }: PageRequest, quirks: Quirks): PageRequest {
	return {
		limit: Math.min(limit, quirks.pageCap ?? limit),
		offset: quirks.ignoreOffset ? 0 : offset,
	};
}
