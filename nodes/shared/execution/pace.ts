import { sleep } from 'n8n-workflow';

/** How long work may keep the process from everything else: webhooks, the editor, other executions. */
const MAX_BLOCK_MS = 20;

/** Divides long work on many items into short pieces. */
export class Pace {
	private startedAt = performance.now();

	/** To be awaited between two items: lets other work of the process go first if this one has taken long enough. */
	async next(): Promise<void> {
		if (performance.now() - this.startedAt < MAX_BLOCK_MS) return;
		await sleep(0);
		this.startedAt = performance.now();
	}
}
