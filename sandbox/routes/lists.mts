import type { SQLInputValue } from 'node:sqlite';
import type { Quirks } from '../simulation/behaviour.mts';
import type { Database, Row, Table } from '../data/database.mts';
import { ApiError, invalid } from '../common/errors.mts';
import { type Page, POSITION, rowAt } from '../common/page.mts';
import type { ApiRequest } from './http.mts';
import type { Platform } from '../domain/platform.mts';
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
	view: (row: Row) => Row;
	/** Adds that many rows at the front, for a platform that changes while it is read. */
	grow?: (count: number) => void;
}

/** What a request asks for. */
interface PageRequest {
	limit: number;
	offset: number;
	/** As an answer before has it. */
	cursor?: string;
}

/** One page, newest first unless the quirks say otherwise. */
export function pageOf(
	database: Database,
	listing: Listing,
	asked: PageRequest,
	quirks: Quirks,
): Page {
	const { limit, offset } = effective(asked, quirks);
	if (quirks.insertWhilePaging > 0) listing.grow?.(quirks.insertWhilePaging);
	const whole = clauseOf(listing.where);
	const { where, values } = clauseOf({ ...listing.where, ...listing.filters });
	const { table, idColumn } = listing;
	const order = {
		newest: `created_at DESC, ${idColumn} DESC`,
		oldest: `created_at, ${idColumn}`,
		// Shuffled, yet the same on every page: a list that is shuffled anew each time cannot be read at all.
		random: '(seq * 2654435761) % 4294967291',
		arrival: 'seq DESC',
	}[quirks.order];
	// The rows that are skipped are skipped in the index; only the page itself is read from the table.
	const rows = database.all(
		`SELECT * FROM ${table} WHERE seq IN (SELECT seq FROM ${table} ${where} ORDER BY ${order} LIMIT ? OFFSET ?) ORDER BY ${order}`,
		...values,
		limit,
		offset,
	);
	const total = database.count(table, where, ...values);
	refusePastEnd(offset, total, quirks);
	// Counting a large table takes a while.
	const tableTotal =
		quirks.total === 'ofTable' ? database.count(table, whole.where, ...whole.values) : total;
	return {
		items: rows.map(listing.view),
		total,
		limit: asked.limit,
		offset: asked.offset,
		[POSITION]: {
			firstRow: offset,
			size: limit,
			tableTotal,
		},
	};
}

/** The page that a request asks for. */
export function pageRequestOf({ query }: ApiRequest): PageRequest {
	const { limit, offset, cursor } = query;
	return { limit, offset, cursor };
}

/** The page a request asks for, of the rows that belong to the caller's organization. */
export function ownPage(
	{ behaviour, database }: Platform,
	request: ApiRequest,
	listing: Listing,
): Page {
	const where = { 'organization_id = ?': request.user.organization_id, ...listing.where };
	return pageOf(database, { ...listing, where }, pageRequestOf(request), behaviour.quirks);
}

/** The same for a catalogue that is not in the database. */
export function pageOfCatalogue(rows: Row[], asked: PageRequest, quirks: Quirks): Page {
	const { limit, offset } = effective(asked, quirks);
	const all = stretched(rows, quirks.catalogueRows ?? rows.length);
	const shuffled = () => all.toSorted((one, other) => keyOf(one) - keyOf(other));
	const ordered = {
		newest: () => all,
		oldest: () => all.toReversed(),
		random: shuffled,
		arrival: () => all,
	}[quirks.order]();
	const end = limit < 0 ? all.length : offset + limit;
	refusePastEnd(offset, all.length, quirks);
	return {
		items: ordered.slice(offset, end),
		total: all.length,
		limit: asked.limit,
		offset: asked.offset,
		[POSITION]: { firstRow: offset, size: limit, tableTotal: all.length },
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

// SQLite reads a negative limit as none at all.
function effective({ limit, offset, cursor }: PageRequest, quirks: Quirks): PageRequest {
	if (quirks.refuseLimitAbove !== null && limit > quirks.refuseLimitAbove) {
		throw invalid(['query', 'limit'], `must be <= ${quirks.refuseLimitAbove}`);
	}
	if (quirks.ignorePaging) return { limit: -1, offset: 0 };
	const size = Math.min(limit, quirks.pageCap ?? limit);
	if (cursor !== undefined) return { limit: size, offset: rowOf(cursor) };
	if (quirks.ignoreOffset) return { limit: size, offset: 0 };
	const firstRow = {
		rows: offset,
		pagesFromZero: offset * size,
		pagesFromOne: Math.max(0, offset - 1) * size,
	}[quirks.offsetMeans];
	return { limit: size, offset: firstRow };
}

function rowOf(cursor: string): number {
	const row = rowAt(cursor);
	if (row === undefined) throw invalid(['query', 'cursor'], 'is none of this platform');
	return row;
}

function refusePastEnd(offset: number, total: number, { pastEnd }: Quirks): void {
	if (pastEnd === 'empty' || offset === 0 || offset < total) return;
	throw new ApiError(pastEnd, `The list has only ${total} rows`);
}
