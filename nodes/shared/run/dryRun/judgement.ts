import type { IDataObject } from 'n8n-workflow';
import type { Callee, HeldBack, NotCallable, Ruling, Would } from '../../operation';
import { isCallee } from '../../operation';
import { countryCodeOf } from '../../values';
import type { RuleGate } from '../rules';
import type { Claim } from '../memory';
import { skippedKeys } from '../memory';
import type { Job, Planned } from '../job';
import type { Said } from './platformReader';

/** A row, and what a run would do with it. */
export interface JudgedRow {
	row: Callee | NotCallable;
	/** The input item it is from. */
	itemIndex: number;
	/** Undefined: it is called. */
	why?: Ruling | (HeldBack & { would: 'held_back' });
}

/** What is known before the rows are judged. */
export interface Known {
	/** Who was called before; undefined if nobody is remembered. */
	claim?: Claim;
	gate: RuleGate;
	/** Why a real run would send nothing at all; '' if it would. */
	stop: string;
}

/** The rows of a request that cannot be made. */
function judgeWrong({ itemIndexes, list }: Planned, error: Error): JudgedRow[] {
	const { description } = error as { description?: unknown };
	const reason = [error.message, description].filter(Boolean).join('. ');
	const unread = itemIndexes.map((itemIndex, position): NotCallable => {
		const json = { contact_number: null };
		return { row: itemIndex + 1, position, json, ruling: { would: 'not_valid', reason } };
	});
	const people = list && list.people.length > 0 ? list.people : unread;
	return people.map((row) => {
		const ruling = isCallee(row) ? undefined : row.ruling;
		const isOwn = ruling && ruling.would !== 'not_known';
		const would = ruling || people.length === 1 ? 'not_valid' : 'not_sent';
		return {
			row,
			itemIndex: itemIndexes[row.position] ?? 0,
			why: isOwn ? ruling : { would, reason },
		};
	});
}

/** The rows of a request that can be made, judged by the same gate as in a run that sends. */
function judgeJob({ itemIndexes, callees }: Job, { claim, gate, stop }: Known): JudgedRow[] {
	if (!callees) return [];
	if (claim && callees.once) callees.skip(skippedKeys(claim, callees.once));
	const { skipped } = callees.leftOut;
	const held = callees.toJudge && gate.heldBack(callees.toJudge);
	return callees.list.people.map((row) => {
		const duplicate = skipped.get(row.row);
		const heldBack = held?.get(row.row);
		const why: JudgedRow['why'] =
			(isCallee(row) ? undefined : row.ruling) ??
			(duplicate && { would: 'duplicate', reason: duplicate.reason }) ??
			(heldBack && { would: 'held_back', ...heldBack });
		const isStopped = stop !== '' && (!why || why.would === 'not_known');
		return {
			row,
			itemIndex: itemIndexes[row.position] ?? 0,
			why: isStopped ? { would: 'not_sent', reason: stop } : why,
		};
	});
}

/** What a run would do with each row of a request. @throws RequestFailure if a rule cannot be judged */
export const judge = (entry: Planned, known: Known): JudgedRow[] =>
	'error' in entry ? judgeWrong(entry, entry.error) : judgeJob(entry.job, known);

/** Why a run that stops on errors would send nothing; '' if there is no wrong row. */
export function stopReason(planned: readonly Planned[], stopOnError: boolean): string {
	const wrong = planned.find((entry) => 'error' in entry);
	if (!wrong || !stopOnError) return '';
	return (
		`Nothing would be sent, because row ${(wrong.itemIndexes[0] ?? 0) + 1} is not valid. Correct it, or set 'On Error' to Continue in the ` +
		'settings of this node'
	);
}

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
		not_known: [NO_PRICE, ...balanceProblem, ...new Set(problems)],
	};
}
