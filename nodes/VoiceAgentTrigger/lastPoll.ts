import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { RequestFailure, within } from '../shared/http';

const stillRunning = () =>
	new RequestFailure(
		'The poll before this one is still running',
		'Nothing was read by this one. If it happens again and again, the platform is very slow: poll less often, or set Options → ' +
			"'Timeout (Seconds)' to a shorter time",
		{ arrival: 'notSent' },
	);

/** How many emitted rows are remembered, at about 50 bytes each. */
const MAX_EMITTED = 50_000;

/**
 * What this process knows of a node's last poll. n8n's durable engine saves a poll's state seconds after its end, with
 * its execution. Until then, the next poll finds the state before it, and would emit its items again.
 */
export class LastPoll {
	private underWay?: { data: IDataObject; ended: Promise<unknown> };
	/** The last poll that emitted something: the state that it began with, as JSON, and when it ended. */
	private emission?: { before: string; at: number };
	/** The state that the last poll left, as JSON. */
	private left?: string;
	/** Rows that this process has emitted. */
	private readonly emitted = new Set<string>();
	/** Emitted rows that the saved state lacks: n8n has dropped the state, or something else has set it back. */
	private readonly forgotten = new Set<string>();
	private failure?: string;

	/**
	 * Runs a poll, or waits for one that is under way: that one emits what is new. @returns null if it was not run
	 * @param data static data of the poll; @param waitMs how long to wait; @param needsBaseline true: all is old
	 * @throws RequestFailure if the other one does not end in time
	 */
	async alone<Result>(
		data: IDataObject,
		waitMs: number,
		needsBaseline: () => boolean,
		run: () => Promise<Result>,
	): Promise<Result | null> {
		for (let other = this.underWay; other; other = this.underWay) {
			await within(waitMs, other.ended, stillRunning());
			// The other poll may belong to a replaced workflow: what it learned is lost, so the baseline is set again.
			if (other.data === data || !needsBaseline()) return null;
		}
		const result = run();
		const ended = result.catch(() => undefined);
		this.underWay = { data, ended };
		return await result.finally(() => (this.underWay = undefined));
	}

	/**
	 * When something was emitted that the saved state lacks, in ms since 1970: n8n has not saved it yet, or has dropped
	 * it.
	 * @param before the saved state, as JSON
	 */
	notSaved(before: string): number | undefined {
		if (this.emission?.before !== before) this.emission = undefined;
		return this.emission?.at;
	}

	/**
	 * A poll begins. @param before the saved state, as JSON
	 * @param knows whether it knows a row; undefined if all that is there is to be learned: then nothing of it comes
	 * again
	 */
	begin(before: string, knows?: (key: string) => boolean): void {
		if (before === this.left) return;
		if (!knows) for (const keys of [this.emitted, this.forgotten]) keys.clear();
		for (const key of this.emitted) if (!knows?.(key)) this.forgotten.add(key);
	}

	/** Whether this process has emitted a row, and the saved state does not say so. */
	hasEmitted(key: string): boolean {
		return this.forgotten.has(key);
	}

	/** A poll ends with this state, as JSON, and has emitted these rows. */
	end(before: string, left: string, keys: readonly string[], at: number): void {
		this.left = left;
		if (keys.length > 0) this.emission = { before, at };
		for (const key of keys) {
			this.forgotten.delete(key);
			this.emitted.add(key);
		}
		for (const key of this.emitted) {
			if (this.emitted.size <= MAX_EMITTED) return;
			this.emitted.delete(key);
		}
	}

	/** A poll failed. @returns whether the one before failed for the same reason: only its numbers may differ */
	noteFailure({ message, description }: NodeApiError | NodeOperationError): boolean {
		const text = [message, description].join(' ').replace(/\d+/g, '#');
		const isSame = this.failure === text;
		this.failure = text;
		return isSame;
	}

	/** A poll worked. */
	noteSuccess(): void {
		this.failure = undefined;
	}
}

/** After how long without a poll a node counts as gone, with its workflow. */
const FORGOTTEN_MS = 40 * 24 * 60 * 60_000;

const nodes = new Map<string, { last: LastPoll; at: number }>();

/** @param key names the node, and its workflow. @param now in milliseconds since 1970 */
export function lastPollOf(key: string, now: number): LastPoll {
	for (const [other, { at }] of nodes) if (now - at > FORGOTTEN_MS) nodes.delete(other);
	const last = nodes.get(key)?.last ?? new LastPoll();
	nodes.set(key, { last, at: now });
	return last;
}
