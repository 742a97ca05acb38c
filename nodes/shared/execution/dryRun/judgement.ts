import type { Caller, HeldBack, PreviewRow, Ruling, Skipped } from '../../operation';
import type { RuleGate } from '../callingRules';
import type { Claim } from '../calledNumbers';
import { skippedKeys } from '../calledNumbers';
import type { Job, Planned } from '../job';
import { draftWithout } from '../job';

/** A row, and what a run would do with it. */
export interface JudgedRow {
	row: PreviewRow;
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

const textOf = (error: Error): string => {
	const { description } = error as { description?: unknown };
	return [error.message, description].filter(Boolean).join('. ');
};

/** The rows of a request that cannot be made; the items, if its rows cannot be read. */
function wrongRows({ itemIndexes, preview }: Planned): readonly PreviewRow[] {
	try {
		const rows = preview()?.rows ?? [];
		if (rows.length > 0) return rows;
	} catch {
		// The error of the request says it.
	}
	return itemIndexes.map((itemIndex) => ({
		row: itemIndex + 1,
		itemIndex,
		json: { contact_number: null },
		ruling: { would: 'not_valid', reason: '' },
	}));
}

function judgeWrong(entry: Planned, error: Error): JudgedRow[] {
	const rows = wrongRows(entry);
	const reason = textOf(error);
	return rows.map((row) => {
		const { ruling } = row;
		const isOwn = ruling?.reason && ruling.would !== 'not_known';
		const would = ruling || rows.length === 1 ? 'not_valid' : 'not_sent';
		return {
			row,
			itemIndex: row.itemIndex ?? entry.itemIndexes[0] ?? 0,
			why: isOwn ? ruling : { would, reason },
		};
	});
}

/** By the same gate as a run that sends. @throws RequestFailure if a rule cannot be judged */
function judgeJob(job: Job, rows: readonly PreviewRow[], { claim, gate }: Known): JudgedRow[] {
	const { deduplication } = job;
	const known: ReadonlyMap<string, Skipped> =
		claim && deduplication ? skippedKeys(claim, deduplication) : new Map();
	const skipped = new Map([...(job.skipped ?? []), ...known]);
	const { calls } = draftWithout(job, known);
	const held = calls && gate.heldBack(calls);
	return rows.map((row) => {
		const duplicate = row.key === undefined ? undefined : skipped.get(row.key);
		const heldBack = held?.get(row.row);
		return {
			row,
			itemIndex: row.itemIndex ?? job.itemIndexes[0] ?? 0,
			why:
				row.ruling ??
				(duplicate && { would: 'duplicate', reason: duplicate.reason }) ??
				(heldBack && { would: 'held_back', ...heldBack }),
		};
	});
}

/** The rows of a request, and whose instructions their calls follow; none if it cannot be made. */
export interface JudgedRequest {
	rows: JudgedRow[];
	caller?: Caller;
}

/** What a run would do with each row of a request. @throws RequestFailure if a rule cannot be judged */
export function judge(entry: Planned, known: Known): JudgedRequest {
	if ('error' in entry) return { rows: judgeWrong(entry, entry.error) };
	const { rows = [], caller } = entry.preview() ?? {};
	const judged = judgeJob(entry.job, rows, known);
	if (known.stop === '') return { rows: judged, caller };
	const stopped = judged.map((one): JudgedRow =>
		one.why && one.why.would !== 'not_known'
			? one
			: { ...one, why: { would: 'not_sent', reason: known.stop } },
	);
	return { rows: stopped, caller };
}

/** Why a run that stops on errors would send nothing; '' if there is no wrong row. */
export function stopReason(planned: readonly Planned[], stopOnError: boolean): string {
	const wrong = planned.find((entry) => 'error' in entry);
	if (!wrong || !stopOnError) return '';
	return (
		`Nothing would be sent, because row ${(wrong.itemIndexes[0] ?? 0) + 1} is not valid. Correct it, or set 'On Error' to Continue in the ` +
		'settings of this node'
	);
}
