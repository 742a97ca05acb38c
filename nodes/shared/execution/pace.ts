import { sleep } from 'n8n-workflow';

/** How long work may keep the process from everything else: webhooks, the editor, other executions. */
const MAX_BLOCK_MS = 20;

/** Gives one item after the other. Other work of the process goes first whenever the work on them has taken long enough. */
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
