import type { Skipped } from '../../operation';
import type { Claim } from './claims';

/** Why these keys are left out of a request: what an earlier execution did, or may have done. */
export function skippedKeys(
	{ done, unknown }: Claim,
	keys: readonly string[],
): Map<string, Skipped> {
	const skipped = new Map<string, Skipped>();
	for (const key of keys) {
		if (done.has(key)) skipped.set(key, { reason: 'Duplicate of an earlier execution' });
		if (unknown.has(key)) {
			skipped.set(key, {
				reason: 'An earlier execution may have called this number. Its outcome is unknown',
				outcome: 'unknown',
			});
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
