import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared/values';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

/** Most calls that are kept. */
export const MAX_DEFERRED = 5_000;
/** Most calls of which fields of the list are kept, and how many characters of each. */
const MAX_LISTED = 200;
const MAX_LISTED_LENGTH = 600;

/**
 * How long until the platform is asked about a call again, as a part of its age, so that old calls cost little: for a
 * call under way, and for others.
 */
const PATIENCE = { open: 0.05, other: 0.5 };
/** The shortest and the longest pause between two requests for one call. A poll may be some seconds early. */
const SHORTEST_PAUSE = 45 * SECOND;
const LONGEST_PAUSE = DAY;

/** A call that is not ready to be emitted. All times are milliseconds since 1970. */
export interface Deferred {
	id: string;
	/** When the platform says the call was made; undefined if it does not. */
	time?: number;
	/** When the trigger saw the call first. */
	since: number;
	/** When the platform is asked about it again. */
	next: number;
	/** When the trigger saw that the call is over; undefined if it is not. */
	over?: number;
	/** True: the platform has said that the call is under way. */
	isOpen?: boolean;
	/** Fields that the list had of the call, for the time when it is not listed any more. */
	listed?: IDataObject;
}

/** The calls by their keys. */
export type SavedCalls = Record<string, Deferred>;

const isNumber = (value: unknown): boolean => value === undefined || Number.isFinite(value);

const isDeferred = (value: unknown): boolean =>
	isObject(value) &&
	typeof value.id === 'string' &&
	Number.isFinite(value.since) &&
	Number.isFinite(value.next) &&
	[value.time, value.over].every(isNumber) &&
	(value.listed === undefined || isObject(value.listed));

/** The calls that are not ready: what was read of each, when it is asked about again, and how many are kept. */
export class DeferredCalls {
	private readonly calls: Map<string, Deferred>;
	/** How many calls found no room in this poll. */
	refused = 0;

	constructor(saved: SavedCalls = {}) {
		this.calls = new Map(Object.entries(saved));
	}

	static isSaved(saved: unknown): saved is SavedCalls {
		return isObject(saved) && Object.values(saved).every(isDeferred);
	}

	/** The calls as they are saved: about 100 bytes and the ID for each. */
	toJSON(): SavedCalls {
		const kept = new Set(
			[...this.calls.values()].filter(({ listed }) => listed).slice(0, MAX_LISTED),
		);
		const calls = [...this.calls].map(([key, call]) => [
			key,
			kept.has(call) ? call : { ...call, listed: undefined },
		]);
		return Object.fromEntries(calls) as SavedCalls;
	}

	has(key: string): boolean {
		return this.calls.has(key);
	}

	get(key: string): Readonly<Deferred> | undefined {
		return this.calls.get(key);
	}

	/** The calls in the order in which they were deferred. */
	entries(): Array<readonly [key: string, call: Readonly<Deferred>]> {
		return [...this.calls];
	}

	/** Keeps a call until it is ready. One that is deferred already stays as it is. @returns false if there is no room */
	add({ key, id, time }: { key: string; id: string; time?: number }, now: number): boolean {
		if (this.calls.has(key)) return true;
		if (this.calls.size >= 2 * MAX_DEFERRED) {
			this.refused += 1;
			return false;
		}
		this.calls.set(key, { id, time, since: now, next: now });
		return true;
	}

	delete(key: string): void {
		this.calls.delete(key);
	}

	/**
	 * What an answer says of a call's end. Once over, it stays over, since the first time. @param isOver null: unknown
	 */
	note(key: string, isOver: boolean | null, now: number): void {
		const call = this.calls.get(key);
		if (!call) return;
		if (isOver) call.over ??= now;
		call.isOpen = isOver === false || undefined;
	}

	/** Keeps fields that the list has of a call, for the time when it is not listed any more. */
	noteFields(key: string, listed: IDataObject): void {
		const call = this.calls.get(key);
		if (call && JSON.stringify(listed).length <= MAX_LISTED_LENGTH) call.listed = listed;
	}

	/** When nothing more is waited for; undefined for a call that is under way. @param wait in milliseconds */
	endOfWait(key: string, wait: number): number | undefined {
		const { over, since = 0, isOpen } = this.calls.get(key) ?? {};
		if (over === undefined && isOpen) return undefined;
		return (over ?? since) + wait;
	}

	/** Sets when it is asked for next: never later than the end of the wait. @param wait in milliseconds */
	askLater(key: string, wait: number, now: number): void {
		const call = this.calls.get(key);
		if (!call) return;
		const { over, since, isOpen } = call;
		const patience = over === undefined && isOpen ? PATIENCE.open : PATIENCE.other;
		const pause = (now - (over ?? since)) * patience;
		const end = this.endOfWait(key, wait) ?? 0;
		const next = now + Math.min(Math.max(pause, SHORTEST_PAUSE), LONGEST_PAUSE);
		call.next = end > now ? Math.min(next, end) : next;
	}

	/**
	 * Keeps the number of calls within its bounds, by dropping those under way: the others wait no longer.
	 * @returns what is to be dropped, the oldest first
	 */
	excess(): string[] {
		const oldest = [...this.calls]
			.sort(([, one], [, other]) => (one.time ?? one.since) - (other.time ?? other.since))
			.slice(0, Math.max(0, this.calls.size - MAX_DEFERRED));
		const isUnderWay = ({ over, isOpen }: Deferred) => over === undefined && isOpen === true;
		for (const [, call] of oldest) {
			if (!isUnderWay(call)) Object.assign(call, { over: 0, next: 0 });
		}
		return oldest.filter(([, call]) => isUnderWay(call)).map(([key]) => key);
	}
}
