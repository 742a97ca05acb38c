import type { IExecuteFunctions } from 'n8n-workflow';
import type { CallList, Row, Verdict } from '../../operation';
import type { Claim } from './calledNumbers';
import type { Within } from './duplicateNumbers';

/** How the numbers of a run are remembered. */
export interface Remembering {
	within: Within;
	deed: CallList['deed'];
}

/** What to do to call somebody again, by how long a number counts as called. */
const CALL_AGAIN: Readonly<Record<Within, string>> = {
	day: "To call again today, set Options → 'Duplicate Numbers' to Call Every Time",
	ever: "To call again, enter another text in Options → 'Call Again When This Changes'",
	execution: "To call again, set Options → 'Duplicate Numbers' to Call Every Time",
};

const WHEN: Readonly<Record<Within, string>> = {
	day: 'today already',
	ever: 'before',
	execution: 'in this execution already',
};

/** What is said of a number that is called, and of one that is sent to a campaign: the platform calls it later. */
const DEEDS = {
	call: { done: 'Called', nobody: 'Nobody was called' },
	campaign: { done: 'Sent to a campaign', nobody: 'No contact was sent' },
} as const;

/** Puts the verdicts of the memory on the rows of a request. Rows that the memory does not have stay as they are. */
export function markRemembered(
	rows: readonly Row[],
	{ done, unknown }: Claim,
	{ within, deed }: Remembering,
): void {
	const words = DEEDS[deed].done;
	const called: Verdict = {
		kind: 'called before',
		reason: `${words} ${WHEN[within]}. ${CALL_AGAIN[within]}`,
	};
	const possibly: Verdict = {
		kind: 'possibly called',
		reason:
			`Possibly ${words.toLowerCase()}: its outcome is unknown. Look on the platform. To call it all the same, run it with Options → ` +
			"'Duplicate Numbers' set to Call Every Time",
	};
	for (const row of rows) {
		if (row.verdict || row.key === undefined) continue;
		if (done.has(row.key)) row.verdict = called;
		else if (unknown.has(row.key)) row.verdict = possibly;
	}
}

/** What a run found in the memory of its node. */
export interface MemoryFindings {
	/** How many numbers it was to call. */
	asked: number;
	/** How many numbers the run skipped, because they were called before, or may have been. */
	skipped: number;
	/** Whether nothing was remembered before this run. */
	isNew: boolean;
}

/** Says at the output, in one sentence, why nobody was called; or that the memory of the node is new. Older versions of n8n do not show it. */
export function showHint(
	context: IExecuteFunctions,
	{ within, deed }: Remembering,
	{ asked, skipped, isNew }: MemoryFindings,
): void {
	const { nobody, done } = DEEDS[deed];
	const numbers = asked === 1 ? 'the number was' : `all ${asked} numbers were`;
	const show = (message: string) =>
		context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	if (asked > 0 && skipped === asked) {
		const earlier = `${done.toLowerCase()} ${WHEN[within]}`;
		show(`${nobody}: ${numbers} ${earlier}, or may have been. ${CALL_AGAIN[within]}.`);
	}
	if (asked > 0 && isNew && within === 'ever' && context.getMode() === 'manual') {
		show(
			'0 numbers were remembered before this run. A node that was imported or pasted has a new ID, and n8n gives it a new memory.',
		);
	}
}

/** Finds numbers that occur more than once within one run. The first in input order stays. */
export class DuplicateCheck {
	private readonly firstRow = new Map<string, number>();

	/**
	 * Marks those of the rows whose number an earlier row of this run has.
	 *
	 * @param item the input item that all of them are from, from 1; undefined if they are input items themselves
	 */
	mark(rows: readonly Row[], item?: number): void {
		for (const row of rows) {
			if (row.verdict || row.key === undefined) continue;
			const first = this.firstRow.get(row.key);
			if (first === undefined) this.firstRow.set(row.key, item ?? row.row);
			else {
				row.verdict = { kind: 'duplicate', reason: `Duplicate of row ${first} of this input` };
			}
		}
	}
}
