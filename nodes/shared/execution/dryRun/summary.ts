import type { IDataObject } from 'n8n-workflow';
import type { Would } from '../../operation';
import { countryCodeOf } from '../../values';
import type { JudgedRow } from './judgement';
import type { Said } from './platformReader';

const NO_PRICE =
	'What a call costs is not known: the API shows prices of phone numbers and of credits, and none of calls';

const KINDS: readonly Would[] = [
	'call',
	'duplicate',
	'held_back',
	'not_valid',
	'not_sent',
	'not_known',
];

export const wouldOf = ({ why }: JudgedRow): Would => why?.would ?? 'call';

/** How many of the rows have this, by what they have. */
function countsOf<T>(rows: readonly JudgedRow[], of: (row: JudgedRow) => T): Map<T, number> {
	const counts = new Map<T, number>();
	for (const row of rows) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1);
	return counts;
}

/** What the rows are together, and what the platform says beside them. */
export function summaryOf(
	rows: readonly JudgedRow[],
	balance: Said<number>,
	problems: readonly string[],
): IDataObject {
	const counts = countsOf(rows, wouldOf);
	const called = rows.filter((row) => wouldOf(row) === 'call');
	const byCountry = countsOf(called, ({ row }) => countryCodeOf('number' in row ? row.number : ''));
	const next = rows.flatMap(({ why }) =>
		why?.would === 'held_back' && why.next_allowed_at !== null ? [why.next_allowed_at] : [],
	);
	const balanceProblem = 'problem' in balance ? [balance.problem] : [];
	return {
		dry_run: true,
		dry_run_summary: true,
		rows: rows.length,
		counts: Object.fromEntries(KINDS.map((kind) => [kind, counts.get(kind) ?? 0])),
		next_allowed_at: next.sort()[0] ?? null,
		calls_by_country_code: Object.fromEntries(byCountry),
		balance: 'value' in balance ? balance.value : null,
		balance_read_at: 'value' in balance ? new Date().toISOString() : null,
		price: null,
		not_known: [NO_PRICE, ...balanceProblem, ...new Set(problems)],
	};
}
