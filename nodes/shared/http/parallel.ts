import { sleep } from 'n8n-workflow';

/**
 * Works on all values, so many at a time; the results are in the order of the values. `work` should not throw: the rest
 * would continue.
 */
export async function inParallel<Value, Result>(
	values: readonly Value[],
	limit: number,
	work: (value: Value, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	let next = 0;
	const worker = async () => {
		while (next < values.length) {
			const index = next;
			next += 1;
			results[index] = await work(values[index] as Value, index);
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, values.length) }, worker));
	return results;
}

/** How long work may keep the process from everything else: webhooks, the editor, other executions. */
const MAX_BLOCK_MS = 20;

/** Gives the items one by one. When work on them has taken long enough, other work of the process goes first. */
export async function* paced<T>(items: Iterable<T>): AsyncGenerator<T> {
	let startedAt = performance.now();
	for (const item of items) {
		if (performance.now() - startedAt >= MAX_BLOCK_MS) {
			await sleep(0);
			startedAt = performance.now();
		}
		yield item;
	}
}
