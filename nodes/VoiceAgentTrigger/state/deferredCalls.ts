import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared/values';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Most calls that are kept. */
export const MAX_DEFERRED = 5_000;
/** Most calls of which fields of the list are kept, and how much of each. */
const MAX_KNOWN = 200;
const MAX_KNOWN_LENGTH = 600;

/** How long a call is left alone that the platform failed on, after one failure, two and so on. A poll may be some seconds early. */
const PAUSES = [45 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 24 * HOUR];
/** Otherwise a call is asked for whenever its age has grown by that part, so that old ones cost little: one that is under way, and others. */
const PATIENCE = { open: 0.05, other: 0.5 };
/** So long ago that a call waits for nothing any more. */
const HURRY_MS = 400 * 24 * HOUR;

/** A call that is not ready to be emitted. All times are milliseconds since 1970. */
export interface Deferred {
	id: string;
	/** When the platform says the call was made; undefined if it does not. */
	time?: number;
	/** When it was seen first. */
	since: number;
	/** When the platform was last asked about it. */
	asked?: number;
	/** When it was seen to be over, if it is. */
	over?: number;
	/** How many times in a row the platform failed on it. */
	failures?: number;
	/** Since when it has failed on it. */
	troubled?: number;
	/** The user was told that it cannot be read. */
	isReported?: boolean;
	/** The platform has said that it is under way. */
	isOpen?: boolean;
	/** What the list knew of it, for a call whose details lack it. */
	known?: IDataObject;
}

export interface SavedCalls {
	/** By key. */
	calls?: Record<string, Deferred>;
	/** The last call that the platform sent with its details. */
	good?: string;
}

const isNumber = (value: unknown): boolean => value === undefined || Number.isFinite(value);

const isDeferred = (value: unknown): boolean =>
	isObject(value) &&
	typeof value.id === 'string' &&
	Number.isFinite(value.since) &&
	[value.time, value.asked, value.over, value.failures, value.troubled].every(isNumber) &&
	(value.known === undefined || isObject(value.known));

/** The calls that are not ready: what is known of each, when the platform is asked about it again, and how many are kept. */
export class DeferredCalls {
	private readonly calls: Map<string, Deferred>;
	/** The last call that the platform sent with its details: a proof that it can, if it fails on others. */
	lastGood?: string;
	/** How many calls found no room in this poll. */
	refused = 0;

	constructor({ calls = {}, good }: SavedCalls = {}) {
		this.calls = new Map(Object.entries(calls));
		this.lastGood = good;
	}

	static isSaved(saved: unknown): saved is SavedCalls {
		if (!isObject(saved)) return false;
		const { calls = {}, good = '' } = saved;
		return isObject(calls) && Object.values(calls).every(isDeferred) && typeof good === 'string';
	}

	/** About 100 bytes and its id for each call. */
	toJSON(): SavedCalls {
		const kept = new Set([...this.calls.values()].filter(({ known }) => known).slice(0, MAX_KNOWN));
		const calls = [...this.calls].map(([key, call]) => [
			key,
			kept.has(call) ? call : { ...call, known: undefined },
		]);
		return {
			...(calls.length > 0 && { calls: Object.fromEntries(calls) }),
			...(this.lastGood !== undefined && { good: this.lastGood }),
		};
	}

	has(key: string): boolean {
		return this.calls.has(key);
	}

	get(key: string): Readonly<Deferred> | undefined {
		return this.calls.get(key);
	}

	/** In the order in which they were deferred. */
	entries(): Array<readonly [key: string, call: Readonly<Deferred>]> {
		return [...this.calls];
	}

	/** Keeps a call until it is ready. One that is deferred already stays as it is. Returns false if there is no room at all. */
	add({ key, id, time }: { key: string; id: string; time?: number }, now: number): boolean {
		if (this.calls.has(key)) return true;
		if (this.calls.size >= 2 * MAX_DEFERRED) {
			this.refused += 1;
			return false;
		}
		this.calls.set(key, { id, time, since: now });
		return true;
	}

	delete(key: string): void {
		this.calls.delete(key);
	}

	// What the platform answered

	/** The platform sent a call. */
	noteAnswer(key: string, now: number): void {
		const call = this.calls.get(key);
		if (!call) return;
		Object.assign(call, {
			asked: now,
			failures: undefined,
			troubled: undefined,
		});
	}

	/** The platform failed on a call. */
	noteFailure(key: string, now: number): void {
		const call = this.calls.get(key);
		if (!call) return;
		const { failures = 0, troubled = now } = call;
		Object.assign(call, { asked: now, failures: failures + 1, troubled });
	}

	/** A call is over. The first time counts. */
	noteOver(key: string, now: number): void {
		const call = this.calls.get(key);
		if (call) call.over ??= now;
	}

	/** Whether the platform says that a call is under way. */
	noteOpen(key: string, isOpen: boolean): void {
		const call = this.calls.get(key);
		if (call) call.isOpen = isOpen || undefined;
	}

	/** What the list knows of a call, to be merged with its details. */
	noteKnown(key: string, known: IDataObject): void {
		const call = this.calls.get(key);
		const isShort = JSON.stringify(known).length <= MAX_KNOWN_LENGTH;
		if (call && isShort && Object.keys(known).length > 0) call.known = known;
	}

	noteReported(key: string): void {
		const call = this.calls.get(key);
		if (call) call.isReported = true;
	}

	// When to ask again

	/** Whether it is time to ask about a call. */
	isDue(key: string, now: number): boolean {
		const call = this.calls.get(key);
		if (!call) return false;
		const { since, over = since, asked = since, failures = 0 } = call;
		const patience = call.over === undefined && call.isOpen ? PATIENCE.open : PATIENCE.other;
		if (failures > 0) return now - asked >= (PAUSES[Math.min(failures, PAUSES.length) - 1] ?? 0);
		return now - asked >= (asked - over) * patience;
	}

	// Bounds

	/**
	 * Keeps the number of calls within its bounds. Only those that are under way are dropped: the others wait no longer.
	 *
	 * @returns what is to be dropped, the oldest first
	 */
	excess(): string[] {
		const oldest = [...this.calls]
			.sort(([, one], [, other]) => one.since - other.since)
			.slice(0, Math.max(0, this.calls.size - MAX_DEFERRED));
		const isUnderWay = ({ over, isOpen }: Deferred) => over === undefined && isOpen === true;
		for (const [, call] of oldest) if (!isUnderWay(call)) call.over = call.since - HURRY_MS;
		return oldest.filter(([, call]) => isUnderWay(call)).map(([key]) => key);
	}
}
