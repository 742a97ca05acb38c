import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared/values';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Most calls that are kept in all, and most of those of which nobody can say whether they are over. */
export const MAX_DEFERRED = 5_000;
export const MAX_UNCLEAR = 1_500;
/** Most calls of which fields of the list are kept, and how much of each. */
const MAX_KNOWN = 200;
const MAX_KNOWN_LENGTH = 600;
const MAX_WORDS = 20;
const MAX_WORD_LENGTH = 40;

/** How long a call is left alone that the platform failed on, after one failure, two and so on. A poll may be some seconds early. */
const PAUSES = [45 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 24 * HOUR];
/** Otherwise a call is asked for whenever its age has grown by that part, so that old ones cost little. */
const PATIENCE = 0.05;
/** A call is gone when the platform has not known it so many times, over so long a time. A replica can lag behind. */
const ENOUGH_MISSES = 3;
const ENOUGH_MISSING_MS = 10 * MINUTE;
/** Calls so old, and so many of them, that nobody can say whether they are over: their status word is one to be named by the user. */
const UNCLEAR_FOR_MS = 2 * HOUR;
const MANY_UNCLEAR = 20;

/** So long ago that a call waits for nothing any more. */
const HURRY_MS = 400 * 24 * HOUR;

/** A call that is not ready to be emitted. All times are whole seconds in milliseconds since 1970. */
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
	failures: number;
	/** How many times in a row the platform did not know it. */
	misses: number;
	/** Since when it has failed on it, or not known it. */
	troubled?: number;
	/** The status word that nobody understands, as its place in the list of such words. */
	word?: number;
	/** The user was told that it cannot be read. */
	isReported: boolean;
	/** What the list knew of it, for a call whose details lack it. */
	known?: IDataObject;
}

/** What became of the calls with a status word that does not say whether a call is over. */
const WAITING = 0;
/** One became clear, by something else. */
const CLEARED = 1;
/** Some were dropped, and none became clear. */
const DROPPED = 2;
type Word = [word: string, fate: number];

/** A call as it is saved: its id, when it was seen first in seconds since 1970, and the rest as `packed` has it; other times count from then. */
type SavedCall = [id: string, since: number, ...rest: Array<number | null | IDataObject>];

export interface SavedCalls {
	/** By key. */
	calls?: Record<string, SavedCall>;
	words?: Word[];
	/** The last call that the platform sent with its details. */
	good?: string;
	/** Since then it has failed on all of them. */
	unproven?: boolean;
}

/** Where `packed` has numbers that are 0 if they are left out. A time of 0 is the moment at which the call was seen first. */
const COUNTS: readonly number[] = [4, 5, 7];

const inSeconds = (time: number): number => Math.floor(time / SECOND);

function packed(call: Deferred, withKnown: boolean): SavedCall {
	const { id, since, failures, misses, word = null, isReported, known = null } = call;
	const start = inSeconds(since);
	const after = (time?: number) => (time === undefined ? null : inSeconds(time) - start);
	const rest: Array<number | null | IDataObject> = [
		after(call.time),
		after(call.asked),
		word,
		after(call.over),
		failures,
		misses,
		after(call.troubled),
		Number(isReported),
		withKnown ? known : null,
	];
	while (rest.at(-1) === null || (COUNTS.includes(rest.length - 1) && rest.at(-1) === 0))
		rest.pop();
	return [id, start, ...rest];
}

const isNumber = (value: unknown): value is number =>
	typeof value === 'number' && Number.isFinite(value);

/** Undefined for what no version of this package has saved. */
function unpacked(saved: unknown): Deferred | undefined {
	if (!Array.isArray(saved)) return undefined;
	const [id, start, ...rest] = saved as unknown[];
	if (typeof id !== 'string' || !isNumber(start)) return undefined;
	const number = (index: number) => (isNumber(rest[index]) ? rest[index] : undefined);
	const after = (index: number) => {
		const seconds = number(index);
		return seconds === undefined ? undefined : (start + seconds) * SECOND;
	};
	return {
		id,
		since: start * SECOND,
		time: after(0),
		asked: after(1),
		word: number(2),
		over: after(3),
		failures: number(4) ?? 0,
		misses: number(5) ?? 0,
		troubled: after(6),
		isReported: number(7) === 1,
		known: isObject(rest[8]) ? rest[8] : undefined,
	};
}

const isWord = (value: unknown): value is Word =>
	Array.isArray(value) && typeof value[0] === 'string' && isNumber(value[1]);

/** Whether nobody can say if a call is over. */
const isUncertain = ({ over, word, failures, misses }: Deferred): boolean =>
	over === undefined && (word !== undefined || failures > 0 || misses > 0);

/** The calls that are not ready: what is known of each, when the platform is asked about it again, and how many are kept. */
export class DeferredCalls {
	private readonly calls = new Map<string, Deferred>();
	private readonly words: Word[];
	private good?: string;
	/** Since the platform sent a call, it has failed on all that were asked for. */
	isUnproven: boolean;
	/** How many calls found no room in this poll. */
	refused = 0;

	/** @param saved as `toJSON` gave it; what cannot be read is left out */
	constructor(saved: unknown = {}) {
		const { calls, words, good, unproven } = (isObject(saved) ? saved : {}) as Record<
			string,
			unknown
		>;
		for (const [key, entry] of Object.entries(isObject(calls) ? calls : {})) {
			const call = unpacked(entry);
			if (call) this.calls.set(key, call);
		}
		this.words = Array.isArray(words) ? words.filter(isWord).slice(0, MAX_WORDS) : [];
		this.good = typeof good === 'string' ? good : undefined;
		this.isUnproven = unproven === true;
	}

	/** All of it as plain JSON; about 50 bytes and its id for each call. */
	toJSON(): SavedCalls {
		let known = 0;
		const calls = [...this.calls].map(([key, call]): [string, SavedCall] => {
			if (call.known) known += 1;
			return [key, packed(call, known <= MAX_KNOWN)];
		});
		return {
			...(calls.length > 0 && { calls: Object.fromEntries(calls) }),
			...(this.words.length > 0 && {
				words: this.words.map(([word, fate]): Word => [word, fate]),
			}),
			...(this.good !== undefined && { good: this.good }),
			...(this.isUnproven && { unproven: true }),
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
		this.calls.set(key, { id, time, since: now, failures: 0, misses: 0, isReported: false });
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
		Object.assign(call, { asked: now, failures: 0, misses: 0, troubled: undefined });
	}

	/** The platform failed on a call. */
	noteFailure(key: string, now: number): void {
		const call = this.calls.get(key);
		if (!call) return;
		const { failures, troubled = now } = call;
		Object.assign(call, { asked: now, failures: failures + 1, misses: 0, troubled });
	}

	/** The platform does not know a call. */
	noteMissing(key: string, now: number): void {
		const call = this.calls.get(key);
		if (!call) return;
		const { misses, troubled = now } = call;
		Object.assign(call, { asked: now, failures: 0, misses: misses + 1, troubled });
	}

	/** A call is over. The first time counts. */
	noteOver(key: string, now: number): void {
		const call = this.calls.get(key);
		if (!call) return;
		call.over ??= now;
		const word = this.words[call.word ?? -1];
		if (word) word[1] = CLEARED;
	}

	/** Nobody can say whether a call with this status is over. undefined: somebody can, it is not. */
	noteWord(key: string, status: string | undefined): void {
		const call = this.calls.get(key);
		if (!call) return;
		call.word = status === undefined ? undefined : this.placeOf(status.slice(0, MAX_WORD_LENGTH));
	}

	private placeOf(status: string): number {
		const place = this.words.findIndex(([word]) => word === status);
		if (place !== -1) return place;
		if (this.words.length < MAX_WORDS) return this.words.push([status, WAITING]) - 1;
		return MAX_WORDS - 1;
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

	/** The last call that the platform sent with its details: a proof that it can, if it fails on others. */
	get lastGood(): string | undefined {
		return this.good;
	}

	/** The platform sends calls. If it did not before, those that it failed on are asked for again at once. */
	noteGood(id: string): void {
		this.good = id;
		if (!this.isUnproven) return;
		this.isUnproven = false;
		for (const call of this.calls.values()) if (call.failures > 0) call.asked = 0;
	}

	/** The platform failed on all calls that it was asked for. */
	noteUnproven(): void {
		this.isUnproven = true;
	}

	/** How many calls the platform has failed on. */
	get failedCount(): number {
		let count = 0;
		for (const { failures } of this.calls.values()) if (failures > 0) count += 1;
		return count;
	}

	// When to ask again

	/** Whether it is time to ask about a call. */
	isDue(key: string, now: number): boolean {
		const call = this.calls.get(key);
		if (!call) return false;
		const { since, over = since, asked = since, failures, misses } = call;
		if (failures > 0) return now - asked >= (PAUSES[Math.min(failures, PAUSES.length) - 1] ?? 0);
		if (misses > 0) return now - asked >= misses * (PAUSES[0] ?? 0);
		return now - asked >= (asked - over) * PATIENCE;
	}

	/** Whether a call is gone if the platform does not know it this time either. */
	willBeGone(key: string, now: number): boolean {
		const { misses = 0, troubled = now } = this.calls.get(key) ?? {};
		return misses + 1 >= ENOUGH_MISSES && now - troubled >= ENOUGH_MISSING_MS;
	}

	// Bounds

	/** The status words ('' for none) that many old calls have, and of which no call ever became clear. */
	hopelessWords(now: number): string[] {
		return this.words.flatMap(([word, fate], place) => {
			if (fate === CLEARED) return [];
			if (fate === DROPPED) return [word];
			let count = 0;
			for (const call of this.calls.values()) {
				const isOld = now - call.since >= UNCLEAR_FOR_MS;
				if (call.word === place && call.over === undefined && isOld) count += 1;
			}
			return count >= MANY_UNCLEAR ? [word] : [];
		});
	}

	/**
	 * Keeps the number of calls within its bounds. Those that are over and wait for their transcript are never dropped: they wait no longer.
	 *
	 * @returns what is to be dropped, the oldest of those of which nobody can say whether they are over first
	 */
	excess(): string[] {
		const all = [...this.calls].sort(([, one], [, other]) => one.since - other.since);
		const unclear = all.filter(([, call]) => isUncertain(call));
		const tooMany = unclear.slice(0, Math.max(0, unclear.length - MAX_UNCLEAR));
		for (const [, call] of tooMany) {
			const word = this.words[call.word ?? -1];
			if (word?.[1] === WAITING) word[1] = DROPPED;
		}
		const dropped = tooMany.map(([key]) => key);
		let over = all.length - dropped.length - MAX_DEFERRED;
		const gone = new Set(dropped);
		for (const [key, call] of all) {
			if (over <= 0) break;
			if (gone.has(key)) continue;
			over -= 1;
			if (call.over === undefined) dropped.push(key);
			else call.over = call.since - HURRY_MS;
		}
		return dropped;
	}
}
