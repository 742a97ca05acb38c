import { sleep } from 'n8n-workflow';

/*
 * Limits of work: how long it may take, how much of it is under way at a time, and how long it may hold the process.
 */

/** Why a request was stopped. */
export type Stop = 'time' | 'cancelled';

/** How often the limits are looked at. */
export const STEP_MS = 100;
/** How much of a file must arrive in the time of a request: a byte a minute would hold n8n for ever. */
const MIN_PROGRESS_BYTES = 64 * 1024;

/** Bytes of this body that have come over the wire; undefined if it does not say so. */
function receivedOf(body: unknown): number | undefined {
	const { socket, bytesWritten } = body as {
		socket?: { bytesRead?: number };
		bytesWritten?: number;
	};
	return socket?.bytesRead ?? bytesWritten;
}

/** Ends one request with its whole answer: after its time, or when the execution is cancelled. */
export class Limit {
	private readonly controller = new AbortController();
	private endsAt = Number.POSITIVE_INFINITY;
	private milliseconds = 0;
	private body?: unknown;
	private received = 0;
	private hasEnded = false;
	private readonly reject: Array<() => void> = [];
	/** Why this limit has ended the request; undefined while it has not. */
	reason?: Stop;

	constructor(private readonly cancel?: AbortSignal) {
		void this.watch();
	}

	/** Looks at the limits in short steps. One long timer would outlive the request. */
	private async watch(): Promise<void> {
		while (!this.hasEnded && !this.reason) {
			this.check();
			await sleep(STEP_MS);
		}
	}

	/** Aborted when the limit ends the request: n8n's HTTP helper listens to it. */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	/** Lets the time of the request begin now. */
	start(milliseconds: number): void {
		this.milliseconds = milliseconds;
		this.endsAt = performance.now() + milliseconds;
	}

	/** Lets the time begin anew whenever enough of this body has arrived. */
	follow(body: unknown): void {
		this.body = body;
		this.received = receivedOf(body) ?? 0;
		this.start(this.milliseconds);
	}

	/** Ends the watching, because the request has ended. */
	end(): void {
		this.hasEnded = true;
	}

	/** Waits for the work within the limit. @throws Error with `reason` if it is stopped; a late result goes to `drop` */
	async race<T>(work: Promise<T>, drop: (late: T) => void = () => undefined): Promise<T> {
		let isStopped = false;
		const stopped = new Promise<never>((_resolve, reject) => {
			this.reject.push(() => {
				isStopped = true;
				reject(new Error('The request was stopped'));
			});
		});
		work.then(
			(late) => isStopped && drop(late),
			() => undefined,
		);
		if (this.reason) this.reject.forEach((stop) => stop());
		return await Promise.race([work, stopped]);
	}

	private check(): void {
		if (this.cancel?.aborted) return this.stop('cancelled');
		const received = receivedOf(this.body ?? {}) ?? 0;
		if (received - this.received >= MIN_PROGRESS_BYTES) {
			this.received = received;
			this.start(this.milliseconds);
		}
		if (performance.now() >= this.endsAt) this.stop('time');
	}

	private stop(reason: Stop): void {
		this.reason = reason;
		this.controller.abort();
		this.reject.forEach((stop) => stop());
	}
}

/** Waits for the work at most this long, then throws this failure. The work continues, and its result is dropped. */
export async function within<Result>(
	limitMs: number,
	work: Promise<Result>,
	failure: Error,
): Promise<Result> {
	const limit = new Limit();
	limit.start(limitMs);
	return await limit
		.race(work)
		.catch((error: unknown) => {
			throw limit.reason === undefined ? error : failure;
		})
		.finally(() => limit.end());
}

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
