import { isObject } from '../../shared/values';
import type { RowRef } from './knownRows';
import { KEY_LENGTH } from './knownRows';

/** Rows that were emitted at one moment, or that were found to be lost at that moment. */
export interface Delivery {
	/** Milliseconds since 1970. */
	at: number;
	/** The earliest time of the rows; undefined if one has none. */
	from?: number;
	/** The keys of the rows in one text. */
	keys: string;
}

export interface SavedDeliveries {
	emitted: Delivery[];
	/** What a crash may have lost, with the moment at which the crash was noticed. */
	lost: Delivery[];
}

/** The keys in one text. */
export function* keysIn(text: string): Generator<string> {
	for (let start = 0; start < text.length; start += KEY_LENGTH) {
		yield text.slice(start, start + KEY_LENGTH);
	}
}

const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isKeys = (keys: unknown): boolean =>
	typeof keys === 'string' && keys.length % KEY_LENGTH === 0;

/** What was emitted lately, and what of it a crash may have lost. */
export class Deliveries {
	private readonly lost = new Map<string, Omit<Delivery, 'keys'>>();

	constructor(
		private emitted: Delivery[] = [],
		lost: readonly Delivery[] = [],
	) {
		for (const { keys, ...when } of lost) for (const key of keysIn(keys)) this.lost.set(key, when);
	}

	static isSaved(saved: unknown): saved is SavedDeliveries {
		const { emitted, lost } = (saved ?? {}) as Partial<SavedDeliveries>;
		return [emitted, lost].every(
			(list) =>
				Array.isArray(list) &&
				list.every(
					(entry) =>
						isObject(entry) &&
						isNumber(entry.at) &&
						isNumber(entry.from ?? 0) &&
						isKeys(entry.keys),
				),
		);
	}

	toJSON(): SavedDeliveries {
		const lost = new Map<string, Delivery>();
		for (const [key, { at, from }] of this.lost) {
			const others = lost.get(`${at} ${from}`);
			if (others) others.keys += key;
			else lost.set(`${at} ${from}`, { at, from, keys: key });
		}
		return { emitted: this.emitted, lost: [...lost.values()] };
	}

	/** Whether a row was emitted before, and a crash may have lost it. */
	isLost(key: string): boolean {
		return this.lost.has(key);
	}

	/** The earliest time of all rows that a crash may have lost; -Infinity if one has no time, Infinity without rows. */
	get lostFrom(): number {
		let earliest = Infinity;
		for (const { from = -Infinity } of this.lost.values()) earliest = Math.min(earliest, from);
		return earliest;
	}

	add(rows: readonly RowRef[], now: number): void {
		const from = rows.reduce((least, { time = -Infinity }) => Math.min(least, time), Infinity);
		const keys = rows.map(({ key }) => key).join('');
		this.emitted.push({ at: now, ...(Number.isFinite(from) && { from }), keys });
	}

	/** Notes that a row is not lost. */
	found(key: string): void {
		this.lost.delete(key);
	}

	/**
	 * Opens deliveries again that a crash may have lost: those of a process that ended soon before this one began. n8n
	 * tells no node whether an execution came to its end.
	 * @param window how soon, in milliseconds; 0 for never; @param processStart when this process began
	 */
	reopen(window: number, processStart: number, now: number): void {
		for (const { at, from, keys } of this.emitted) {
			if (at >= processStart || processStart - at > window) continue;
			for (const key of keysIn(keys)) this.lost.set(key, { at: now, from });
		}
		this.emitted = this.emitted.filter(({ at }) => at >= processStart && now - at <= window);
	}

	/** Gives up what was lost so long ago. @returns its keys */
	expire(before: number): string[] {
		const keys = [...this.lost].filter(([, { at }]) => at < before).map(([key]) => key);
		keys.forEach((key) => this.lost.delete(key));
		return keys;
	}
}
