import type { Deduplication, Skipped } from '../../operation';
import type { Claim } from './calledNumbers';

/** How to call somebody all the same, by how long a number counts as called. */
export const CALL_AGAIN: Readonly<Record<Deduplication['within'], string>> = {
	day: "To call again today, set Options → 'Duplicate Numbers' to Call Every Time",
	ever: "To call again, change the name in Options → 'Round'",
	execution: "To call again, set Options → 'Duplicate Numbers' to Call Every Time",
};

const unknownReason = (within: Deduplication['within']): string => {
	const why = 'This number may have been called, or is being called now. Its outcome is unknown';
	return within === 'execution'
		? why
		: `${why}. Options → 'Unknown Outcomes' lists and releases such numbers`;
};

/** Why these keys are left out of a request: what an earlier execution did, or may have done. */
export function skippedKeys(
	{ done, unknown }: Claim,
	{ keys, within }: Pick<Deduplication, 'keys' | 'within'>,
): Map<string, Skipped> {
	const skipped = new Map<string, Skipped>();
	for (const key of keys) {
		const when = done.get(key);
		if (when !== undefined) skipped.set(key, { reason: `Called ${when}. ${CALL_AGAIN[within]}` });
		if (unknown.has(key)) {
			skipped.set(key, { reason: unknownReason(within), outcome: 'unknown' });
		}
	}
	return skipped;
}

/** Finds keys that occur more than once within one run. The first in input order stays. */
export class InputDuplicates {
	private readonly firstRow = new Map<string, number>();

	/**
	 * Those of the keys that an earlier request of this run has.
	 *
	 * @param row of the request, from 1
	 */
	of(keys: readonly string[], row: number): Map<string, Skipped> {
		const duplicates = keys.filter((key) => this.firstRow.has(key));
		for (const key of keys) if (!this.firstRow.has(key)) this.firstRow.set(key, row);
		return new Map(
			duplicates.map((key) => [
				key,
				{ reason: `Duplicate of row ${this.firstRow.get(key)} of this input` },
			]),
		);
	}
}
