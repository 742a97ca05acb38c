import type { Skipped } from '../operation';
import type { Claim } from './claims';
import type { Draft, Job } from './plan';

/** Whether a request does something that cannot be undone. */
export const isAction = ({ draft: { method } }: Job): boolean =>
	method === 'POST' || method === 'PATCH';

/** Whether what a job acts on is remembered across executions. */
export const mustClaim = (job: Job): boolean => {
	const { deduplication } = job;
	return isAction(job) && deduplication?.within === 'ever' && deduplication.keys.length > 0;
};

/** Why these keys of a job are left out of its request. */
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

/** What is left to send of a job. */
export function draftWithout(
	{ deduplication, draft, draftOf }: Job,
	skipped: ReadonlyMap<string, Skipped>,
): Draft {
	return deduplication && skipped.size > 0 ? draftOf(deduplication.without(skipped)) : draft;
}
