import type { SQLInputValue } from 'node:sqlite';
import type { Row, Table } from '../data/database.mts';
import type { Page } from '../common/json.mts';
import type { ApiRequest } from './http.mts';
import { shown } from '../domain/part.mts';
import type { Platform } from '../domain/platform.mts';
import { optionalMoment } from '../common/times.mts';

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

/** The page that a request asks for, newest first. */
export function pageOfTable({ database }: Platform, request: ApiRequest, listing: Listing): Page {
	const { limit, offset } = request.query;
	const { table, idColumn } = listing;
	const { where, values } = clauseOf({ ...listing.where, ...listing.filters });
	const order = `created_at DESC, ${idColumn} DESC`;
	const total = database.count(table, where, ...values);
	// The rows that are skipped are skipped in the index; only the page itself is read from the table.
	const rows = database.all(
		`SELECT * FROM ${table} WHERE seq IN (SELECT seq FROM ${table} ${where} ORDER BY ${order} LIMIT ? OFFSET ?) ORDER BY ${order}`,
		...values,
		limit,
		offset,
	);
	return { items: rows.map((row) => (listing.view ?? shown)(row)), total, limit, offset };
}

/** What the parameters `from` and `to` let through. */
export const dateConditions = ({ query }: Pick<ApiRequest, 'query'>): Conditions => ({
	'created_at >= ?': optionalMoment(query.from),
	'created_at <= ?': optionalMoment(query.to),
});

/** The same, of the rows that belong to the caller's organization. */
export function ownPage(platform: Platform, request: ApiRequest, listing: Listing): Page {
	const where = { 'organization_id = ?': request.user.organization_id, ...listing.where };
	return pageOfTable(platform, request, { ...listing, where });
}

/** The same for a catalogue that is not in the database. */
export function pageOfCatalogue({ query }: ApiRequest, rows: Row[]): Page {
	const { limit, offset } = query;
	return { items: rows.slice(offset, offset + limit), total: rows.length, limit, offset };
}

function clauseOf(conditions: Conditions = {}): { where: string; values: SQLInputValue[] } {
	const applied = Object.entries(conditions).filter(([, value]) => value !== undefined);
	const sql = applied.map(([condition]) => condition).join(' AND ');
	return {
		where: sql === '' ? '' : `WHERE ${sql}`,
		values: applied.map(([, value]) => value as SQLInputValue),
	};
}
