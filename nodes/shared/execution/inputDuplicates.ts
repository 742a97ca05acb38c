import { Pace } from './pace';
import type { Planned } from './plan';

/** Removes duplicates within this run from the requests. The first in input order stays. */
export async function removeDuplicates(planned: readonly Planned[]): Promise<void> {
	const pace = new Pace();
	const firstRow = new Map<string, number>();
	for (const entry of planned) {
		await pace.next();
		if (!('job' in entry) || !entry.job.deduplication) continue;
		const { job } = entry;
		const { deduplication } = entry.job;
		const row = (entry.itemIndexes[0] ?? 0) + 1;
		const duplicates = deduplication.keys.filter((key) => firstRow.has(key));
		for (const key of deduplication.keys) if (!firstRow.has(key)) firstRow.set(key, row);
		if (duplicates.length === 0) continue;
		const reasons = new Map(
			duplicates.map((key) => [
				key,
				{ reason: `Duplicate of row ${firstRow.get(key)} of this input` },
			]),
		);
		job.skipped = reasons;
		job.draft = job.draftOf(deduplication.without(reasons));
		job.deduplication = {
			...deduplication,
			keys: deduplication.keys.filter((key) => !reasons.has(key)),
			without: (done) => deduplication.without(new Map([...reasons, ...done])),
		};
	}
}
