import { createHash } from 'node:crypto';
import { canonical } from '../shared/values';
import type { Reply } from './reply';

const MOST_ENTRIES = 100_000;
const MOST_BYTES = 20_000_000;
/** An answer that has not come by now will not come: n8n was stopped while the workflow ran. */
const GIVEN_UP_AFTER_MS = 15 * 60_000;

interface KeptQuestion {
	beganAt: number;
	keepMs: number;
	/** When the question was answered; undefined while the workflow is running. */
	answeredAt?: number;
	/** The answer that is kept; undefined if there was no room for it. */
	kept?: { reply: Reply; bytes: number };
	waiting: Set<(reply: Reply | undefined) => void>;
}

/** A short text that stands for data, and does not show it. */
export const fingerprintOf = (data: unknown): string =>
	createHash('sha256').update(canonical(data)).digest('base64url');

/** The request that carries out the workflow, and settles the others. */
export interface First {
	/** @param reply undefined if nobody is to get it again */
	settle(reply: Reply | undefined): void;
}

/** A request whose question was asked before. */
export interface Repeated {
	/** The answer to the first request; undefined if there is none to be had. */
	reply: Promise<Reply | undefined>;
	/** Must be called if nobody waits for the answer any more. */
	leave(): void;
}

/**
 * Questions of the last seconds, and their answers. Agents ask again when an answer takes long: the second request gets
 * the first one's answer, and starts nothing. It is kept in this process. When it is full, the oldest answers are
 * forgotten, then the oldest questions.
 */
export class RecentAnswers {
	private readonly entries = new Map<string, KeptQuestion>();
	private bytes = 0;

	constructor(private readonly now: () => number = Date.now) {}

	get size(): { entries: number; bytes: number } {
		return { entries: this.entries.size, bytes: this.bytes };
	}

	/** @param keepMs how long an answer is kept, from the moment it was sent */
	ask(key: string, keepMs: number): First | Repeated {
		const kept = this.entries.get(key);
		if (kept && this.isOld(kept)) this.forget(key, kept);
		else if (kept) return this.repeat(kept);
		const entry: KeptQuestion = { beganAt: this.now(), keepMs, waiting: new Set() };
		this.entries.set(key, entry);
		this.makeRoom();
		return { settle: (reply) => this.settle(key, entry, reply) };
	}

	private repeat({ answeredAt, kept, waiting }: KeptQuestion): Repeated {
		if (answeredAt !== undefined) {
			return { reply: Promise.resolve(kept?.reply), leave: () => undefined };
		}
		let resolve: (reply: Reply | undefined) => void = () => undefined;
		const reply = new Promise<Reply | undefined>((done) => (resolve = done));
		waiting.add(resolve);
		const leave = () => {
			waiting.delete(resolve);
			resolve(undefined);
		};
		return { reply, leave };
	}

	private settle(key: string, entry: KeptQuestion, reply: Reply | undefined): void {
		if (entry.answeredAt !== undefined) return;
		this.answer(entry, reply);
		if (this.entries.get(key) !== entry) return;
		if (!reply) {
			this.entries.delete(key);
			return;
		}
		const bytes = Buffer.byteLength(JSON.stringify(reply));
		Object.assign(entry, { answeredAt: this.now(), kept: { reply, bytes } });
		this.bytes += bytes;
		this.makeRoom();
	}

	private answer({ waiting }: KeptQuestion, reply?: Reply): void {
		for (const resolve of waiting) resolve(reply);
		waiting.clear();
	}

	private forget(key: string, entry: KeptQuestion): void {
		this.entries.delete(key);
		this.forgetAnswer(entry);
		this.answer(entry);
	}

	private forgetAnswer(entry: KeptQuestion): void {
		this.bytes -= entry.kept?.bytes ?? 0;
		entry.kept = undefined;
	}

	private isOld({ beganAt, answeredAt, keepMs }: KeptQuestion): boolean {
		return answeredAt === undefined
			? this.now() - beganAt >= GIVEN_UP_AFTER_MS
			: this.now() - answeredAt >= keepMs;
	}

	private makeRoom(): void {
		for (const [key, entry] of this.entries) {
			if (this.entries.size <= MOST_ENTRIES && !this.isOld(entry)) break;
			this.forget(key, entry);
		}
		for (const entry of this.entries.values()) {
			if (this.bytes <= MOST_BYTES) return;
			this.forgetAnswer(entry);
		}
	}
}
