import type { IExecuteFunctions } from 'n8n-workflow';
import { Pace } from './pace';
import type { Job, Planned } from './plan';

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
			duplicates.map((key) => [key, `Duplicate of row ${firstRow.get(key)} of this input`]),
		);
		job.draft = job.draftOf(deduplication.without(reasons));
		job.deduplication = {
			...deduplication,
			keys: deduplication.keys.filter((key) => !reasons.has(key)),
			without: (done) => deduplication.without(new Map([...reasons, ...done])),
		};
	}
}

/**
 * Remembers across executions what was done, in n8n's own de-duplication store.
 *
 * A key is recorded before the request is sent, and removed only when it is certain that nothing happened. After a crash in between it stays
 * recorded: one call too few, which the output shows, is better than one call too many.
 */
export class DeduplicationStore {
	/** The store reads, changes and writes one row, so parallel items must wait for each other. */
	private queue: Promise<unknown> = Promise.resolve();

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * Records what this request will do, and removes from it what an earlier execution did.
	 *
	 * @returns the keys that were recorded now, and the request without its duplicates
	 */
	async claim({ deduplication, draft, draftOf }: Job): Promise<{
		claimed: string[];
		draft: Job['draft'];
	}> {
		if (deduplication?.within !== 'ever' || deduplication.keys.length === 0)
			return { claimed: [], draft };
		const claimed = await this.record(deduplication.keys);
		const done = deduplication.keys.filter((key) => !claimed.includes(key));
		if (done.length === 0) return { claimed, draft };
		const reasons = new Map(done.map((key) => [key, 'Duplicate of an earlier execution']));
		return { claimed, draft: draftOf(deduplication.without(reasons)) };
	}

	/** Removes keys from the store, after a request that certainly did nothing. */
	async release(keys: readonly string[]): Promise<void> {
		if (keys.length === 0) return;
		await this.enqueue(
			async () =>
				await this.context.helpers.removeProcessed([...keys], 'node', { mode: 'entries' }),
		);
	}

	/** Records the keys and returns those that were not recorded before. */
	private async record(keys: readonly string[]): Promise<string[]> {
		return await this.enqueue(async () => {
			const { new: fresh } = await this.context.helpers.checkProcessedAndRecord([...keys], 'node', {
				mode: 'entries',
			});
			return fresh.map(String);
		});
	}

	private async enqueue<T>(work: () => Promise<T>): Promise<T> {
		const result = this.queue.then(work, work);
		this.queue = result.catch(() => undefined);
		return await result;
	}
}
