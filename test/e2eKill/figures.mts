import type { AxiosInstance } from 'axios';
import type { Postgres } from '../../harness/postgres/postgres.mts';

/** Counted from the tables that the workflow filled. */
export interface Figures {
	/** Rows in the table of calls. */
	rows: number;
	/** Calls that arrived and are in no row. */
	missing: string[];
	/** Calls in the table that were there before the activation, or never. */
	unexpected: string[];
	/** Items that came into the workflow. */
	deliveries: number;
	/** Those among them that are marked as redelivered. */
	marked: number;
	/** Deliveries beyond the first of a call, marked as such. */
	markedDuplicates: number;
	/** Deliveries beyond the first of a call without a mark: n8n ended before it had saved that they were made. */
	unmarkedDuplicates: number;
	/** Duplicates or marks that no crash explains. */
	unexplained: number;
	/** Executions of the workflow, by their status; a poll that failed is one with the status "error". */
	executions: Record<string, number>;
}

const COUNTS = `
	SELECT
		(SELECT count(*)::int FROM calls) AS rows,
		(SELECT count(*)::int FROM deliveries) AS deliveries,
		(SELECT count(*)::int FROM deliveries WHERE redelivered) AS marked,
		(SELECT (count(*) - count(DISTINCT call_id))::int FROM deliveries) AS duplicates,
		(SELECT (count(*) - count(DISTINCT call_id))::int FROM deliveries WHERE NOT redelivered)
			AS "unmarkedDuplicates"`;

/** A mark is right after a crash only; an unmarked duplicate only if n8n ended between it and the delivery before. */
const UNEXPLAINED = `
	SELECT count(*)::int AS count FROM (
		SELECT redelivered, at,
			lag(at) OVER (PARTITION BY call_id, redelivered ORDER BY at) AS earlier
		FROM deliveries
	) AS delivery
	WHERE CASE
		WHEN redelivered THEN NOT EXISTS (SELECT FROM crashes WHERE crashes.at < delivery.at)
		ELSE earlier IS NOT NULL
			AND NOT EXISTS (SELECT FROM crashes WHERE crashes.at BETWEEN earlier AND delivery.at)
	END`;

/** The expected calls that are not in the table yet. */
export async function notSaved(
	postgres: Postgres,
	database: string,
	expected: ReadonlySet<string>,
): Promise<string[]> {
	const rows = await postgres.query<{ call_id: string }>(database, 'SELECT call_id FROM calls');
	const there = new Set(rows.map(({ call_id }) => call_id));
	return [...expected].filter((id) => !there.has(id));
}

export async function countDeliveries(postgres: Postgres, database: string): Promise<number> {
	const [row] = await postgres.query<{ count: number }>(
		database,
		'SELECT count(*)::int AS count FROM deliveries',
	);
	return row!.count;
}

/** How many executions have each status; a poll that failed is one with the status "error". */
export async function executionsByStatus(rest: AxiosInstance): Promise<Record<string, number>> {
	const { data } = await rest.get('/executions', { params: { limit: 100 } });
	const counts: Record<string, number> = {};
	for (const { status } of data.data.results) counts[status] = (counts[status] ?? 0) + 1;
	return counts;
}

export async function figuresOf(
	postgres: Postgres,
	database: string,
	expected: ReadonlySet<string>,
	rest: AxiosInstance,
): Promise<Figures> {
	const [counts] = await postgres.query<
		Record<'rows' | 'deliveries' | 'marked' | 'duplicates' | 'unmarkedDuplicates', number>
	>(database, COUNTS);
	const [unexplained] = await postgres.query<{ count: number }>(database, UNEXPLAINED);
	const delivered = await postgres.query<{ call_id: string }>(
		database,
		'SELECT call_id FROM calls UNION SELECT call_id FROM deliveries',
	);
	const { duplicates, ...others } = counts!;
	return {
		...others,
		missing: await notSaved(postgres, database, expected),
		unexpected: delivered.map(({ call_id }) => call_id).filter((id) => !expected.has(id)),
		markedDuplicates: duplicates - others.unmarkedDuplicates,
		unexplained: unexplained!.count,
		executions: await executionsByStatus(rest),
	};
}
