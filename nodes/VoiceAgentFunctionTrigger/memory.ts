import type { Reply } from './reply';

const MOST_ENTRIES = 1_000;
const MOST_BYTES = 4_000_000;
/** A longer answer is sent, and not kept. No agent reads one aloud. */
const MOST_BYTES_OF_ONE = 100_000;
/** An answer that has not come by now will not come: n8n was stopped while the workflow ran. */
const GIVEN_UP_AFTER_MS = 15 * 60_000;

interface Entry {
	beganAt: number;
	/** Undefined while the workflow is running. */
	answered?: { reply: Reply; at: number; bytes: number };
	waiting: Set<(reply: Reply | undefined) => void>;
}

/** The request that carries out the workflow, and settles the others. */
export interface First {
	/** @param reply undefined if nobody is to get it again */
	settle(reply: Reply | undefined): void;
}

/** A request that was asked before. */
export interface Repeated {
	/** The answer to the first; undefined if there is none to be had. */
	reply: Promise<Reply | undefined>;
	/** To be called if nobody waits for it any more. */
	leave(): void;
}

/**
 * Answers of the last seconds. Agents ask again when an answer takes long, and twice for one thing. The second request gets the answer of the
 * first, and starts nothing. It is kept in this process only, and it is bounded.
 */
export class Memory {
	private readonly entries = new Map<string, Entry>();
	private bytes = 0;

	constructor(private readonly now: () => number = Date.now) {}

	get size(): { entries: number; bytes: number } {
		return { entries: this.entries.size, bytes: this.bytes };
	}

	/** @param keepMs how long an answer is kept, from the moment it was sent */
	ask(key: string, keepMs: number): First | Repeated {
		this.tidy(key, keepMs);
		const known = this.entries.get(key);
		if (known?.answered) {
			return { reply: Promise.resolve(known.answered.reply), leave: () => undefined };
		}
		if (known) return this.wait(known);
		const entry: Entry = { beganAt: this.now(), waiting: new Set() };
		this.entries.set(key, entry);
		this.makeRoom(entry);
		return { settle: (reply) => this.settle(key, entry, reply) };
	}

	private wait(entry: Entry): Repeated {
		let resolve: (reply: Reply | undefined) => void = () => undefined;
		const reply = new Promise<Reply | undefined>((done) => (resolve = done));
		entry.waiting.add(resolve);
		const leave = () => {
			entry.waiting.delete(resolve);
			resolve(undefined);
		};
		return { reply, leave };
	}

	private settle(key: string, entry: Entry, reply: Reply | undefined): void {
		if (entry.answered) return;
		const bytes = reply ? Buffer.byteLength(JSON.stringify(reply)) : 0;
		for (const resolve of entry.waiting) resolve(reply);
		entry.waiting.clear();
		if (this.entries.get(key) !== entry) return;
		if (!reply || bytes > MOST_BYTES_OF_ONE) {
			this.entries.delete(key);
			return;
		}
		entry.answered = { reply, at: this.now(), bytes };
		this.bytes += bytes;
		this.makeRoom(entry);
	}

	private forget(key: string, entry: Entry): void {
		this.entries.delete(key);
		this.bytes -= entry.answered?.bytes ?? 0;
		for (const resolve of entry.waiting) resolve(undefined);
		entry.waiting.clear();
	}

	/** Forgets the answer to this request if it is too old. */
	private tidy(key: string, keepMs: number): void {
		const entry = this.entries.get(key);
		if (!entry) return;
		const { answered, beganAt } = entry;
		const isOld = answered
			? this.now() - answered.at >= keepMs
			: this.now() - beganAt >= GIVEN_UP_AFTER_MS;
		if (isOld) this.forget(key, entry);
	}

	/** Forgets the oldest, but not this one. */
	private makeRoom(kept: Entry): void {
		for (const [key, entry] of this.entries) {
			if (this.entries.size <= MOST_ENTRIES && this.bytes <= MOST_BYTES) return;
			if (entry !== kept) this.forget(key, entry);
		}
	}
}
