import type { IExecuteFunctions } from 'n8n-workflow';
import type { Job, Planned } from './plan';

/** Takes duplicates within this run out of the requests: the first in input order is the one that counts. */
export function removeDuplicates(planned: readonly Planned[]): void {
	const firstRow = new Map<string, number>();
	for (const entry of planned) {
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
 * A key is recorded before the request is sent and taken back only when it is certain that nothing happened. A crash in between leaves it
 * recorded: rather a call too few, which the output tells, than a call too many.
 */
export class DeduplicationStore {
	/** The store reads, changes and writes one row: parallel items must queue. */
	private turn: Promise<unknown> = Promise.resolve();

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * Records what this request will do, and takes out of it what an earlier execution did.
	 *
	 * @returns the keys that were recorded now, and what is left to send
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

	async release(keys: readonly string[]): Promise<void> {
		if (keys.length === 0) return;
		await this.inTurn(
			async () =>
				await this.context.helpers.removeProcessed([...keys], 'node', { mode: 'entries' }),
		);
	}

	/** Records the keys and returns those that were not recorded before. */
	private async record(keys: readonly string[]): Promise<string[]> {
		return await this.inTurn(async () => {
			const { new: fresh } = await this.context.helpers.checkProcessedAndRecord([...keys], 'node', {
				mode: 'entries',
			});
			return fresh.map(String);
		});
	}

	private async inTurn<T>(work: () => Promise<T>): Promise<T> {
		const result = this.turn.then(work, work);
		this.turn = result.catch(() => undefined);
		return await result;
	}
}
