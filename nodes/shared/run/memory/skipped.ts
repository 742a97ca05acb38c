import type { IExecuteFunctions } from 'n8n-workflow';
import type { Deduplication, Skipped } from '../../operation';
import type { Claim } from './calledNumbers';

type Within = Deduplication['within'];

/** How to call somebody all the same, by how long a number counts as called. */
const CALL_AGAIN: Readonly<Record<Within, string>> = {
	day: "To call again today, set Options → 'Duplicate Numbers' to Call Every Time",
	ever: "To call again, enter another text in Options → 'Call Again When This Changes'",
	execution: "To call again, set Options → 'Duplicate Numbers' to Call Every Time",
};

const EARLIER: Readonly<Record<Within, string>> = {
	day: 'today',
	ever: 'earlier',
	execution: 'in this execution',
};

/** What is said of a number that is called, and of one that is sent to a campaign: the platform calls it later. */
const DEEDS = {
	call: {
		done: 'Called',
		nobody: 'Nobody was called',
		unknown: 'This number may have been called, or is being called now',
	},
	campaign: {
		done: 'Sent to a campaign',
		nobody: 'No contact was sent',
		unknown: 'This number may have been sent to a campaign, or is being sent now',
	},
} as const;

/** Why these keys are left out of a request: what an earlier execution did, or may have done. */
export function skippedKeys(
	{ done, unknown }: Claim,
	{ keys, within, deed }: Deduplication,
): Map<string, Skipped> {
	const words = DEEDS[deed];
	const isListed = within !== 'execution';
	const why =
		`${words.unknown}. Its outcome is unknown` +
		(isListed ? ". Options → 'Possibly Called Numbers' lists and releases such numbers" : '');
	const skipped = new Map<string, Skipped>();
	for (const key of keys) {
		const when = done.get(key);
		if (when !== undefined) {
			skipped.set(key, { reason: `${words.done} ${when}. ${CALL_AGAIN[within]}` });
		}
		if (unknown.has(key)) skipped.set(key, { reason: why, outcome: 'unknown' });
	}
	return skipped;
}

/** What a run found in the memory of its node. */
export interface Found {
	/** How many numbers it was to call. */
	asked: number;
	/** How many of them it skipped, because they were called before, or may have been. */
	skipped: number;
	/** Nothing was remembered before this run. */
	isNew: boolean;
}

/** Says at the output, in one sentence, why nobody was called; or that the memory of the node is new. Older versions of n8n do not show it. */
export function showHint(
	context: IExecuteFunctions,
	{ within, deed }: Pick<Deduplication, 'within' | 'deed'>,
	{ asked, skipped, isNew }: Found,
): void {
	const { nobody, done } = DEEDS[deed];
	const numbers = asked === 1 ? 'the number was' : `all ${asked} numbers were`;
	const show = (message: string) =>
		context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	if (asked > 0 && skipped === asked) {
		const earlier = `${done.toLowerCase()} ${EARLIER[within]}`;
		show(`${nobody}: ${numbers} ${earlier}, or may have been. ${CALL_AGAIN[within]}.`);
	}
	if (asked > 0 && isNew && within === 'ever' && context.getMode() === 'manual') {
		show(
			'0 numbers were remembered before this run. A node that was imported or pasted has a new ID, and n8n gives it a new memory.',
		);
	}
}

/** Finds keys that occur more than once within one run. The first in input order stays. */
export class InputDuplicates {
	private readonly firstRow = new Map<string, number>();

	/**
	 * Those of the keys that an earlier request of this run has.
	 *
	 * @param rowOf the row of a key, from 1
	 */
	of(keys: readonly string[], rowOf: (key: string) => number): Map<string, Skipped> {
		const found = new Map<string, Skipped>();
		for (const key of keys) {
			const first = this.firstRow.get(key);
			if (first === undefined) this.firstRow.set(key, rowOf(key));
			else found.set(key, { reason: `Duplicate of row ${first} of this input` });
		}
		return found;
	}
}
