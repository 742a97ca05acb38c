import { isObject } from '../../shared/values';
import { KEY_LENGTH } from '../rowKey';

/** Items that were emitted at one moment. */
export interface Delivery {
	/** Milliseconds since 1970. */
	at: number;
	/** All keys in one text. */
	keys: string;
}

/** Rows that a crash may have lost, to be emitted again. */
export interface Redelivery {
	/** When the crash was noticed, in milliseconds since 1970. */
	at: number;
	/** All keys in one text. */
	keys: string;
	/** They were looked for once, and not found. */
	hasLookedOnce?: boolean;
	/** They are not looked for any more. Only if one comes again, it is a redelivery. */
	isAbsent?: boolean;
}

export interface SavedDeliveries {
	emitted: Delivery[];
	lost: Redelivery[];
}

function* keysIn(text: string): Generator<string> {
	for (let start = 0; start < text.length; start += KEY_LENGTH) {
		yield text.slice(start, start + KEY_LENGTH);
	}
}

const isKeys = (keys: unknown): boolean =>
	typeof keys === 'string' && keys.length % KEY_LENGTH === 0;

/** What was emitted lately, and what of it a crash may have lost. */
export class Deliveries {
	private readonly lost = new Map<string, Redelivery>();

	constructor(
		private emitted: Delivery[] = [],
		lost: readonly Redelivery[] = [],
	) {
		for (const entry of lost) for (const key of keysIn(entry.keys)) this.lost.set(key, entry);
	}

	static isSaved(saved: unknown): saved is SavedDeliveries {
		const { emitted, lost } = (saved ?? {}) as Partial<SavedDeliveries>;
		return [emitted, lost].every(
			(list) =>
				Array.isArray(list) &&
				list.every(
					(entry) => isObject(entry) && typeof entry.at === 'number' && isKeys(entry.keys),
				),
		);
	}

	toJSON(): SavedDeliveries {
		const keys = new Map<Redelivery, string[]>();
		for (const [key, entry] of this.lost) {
			const others = keys.get(entry);
			if (others) others.push(key);
			else keys.set(entry, [key]);
		}
		return {
			emitted: this.emitted,
			lost: [...keys].map(([entry, left]) => ({ ...entry, keys: left.join('') })),
		};
	}

	/** Whether a row was emitted before, and a crash may have lost it. */
	isLost(key: string): boolean {
		return this.lost.has(key);
	}

	/** The keys of all rows that are looked for. */
	get wanted(): string[] {
		return [...this.lost].filter(([, { isAbsent }]) => !isAbsent).map(([key]) => key);
	}

	add(keys: readonly string[], now: number): void {
		this.emitted.push({ at: now, keys: keys.join('') });
	}

	/** A row is not lost, or not any more. */
	found(key: string): void {
		this.lost.delete(key);
	}

	/**
	 * Opens deliveries again that a crash may have lost: those of a process that is gone, if this one began soon after. Nothing in n8n tells
	 * a node whether an execution came to its end.
	 *
	 * @param window how soon, in milliseconds; 0 for never
	 * @param processStart when this process began
	 */
	reopen(window: number, processStart: number, now: number): void {
		for (const { at, keys } of this.emitted) {
			if (at >= processStart || processStart - at > window) continue;
			const entry = { at: now, keys };
			for (const key of keysIn(keys)) this.lost.set(key, entry);
		}
		this.emitted = this.emitted.filter(({ at }) => at >= processStart && now - at <= window);
	}

	/** What was emitted is never redelivered. */
	forgetEmitted(): void {
		this.emitted = [];
	}

	/** Everything that there is was looked at. Twice in a row without a row, and it is not looked for any more. */
	haveLooked(): void {
		const before = new Set(this.lost.values());
		for (const entry of before) {
			if (entry.hasLookedOnce) entry.isAbsent = true;
			entry.hasLookedOnce = true;
		}
	}

	/** Gives up what was lost so long ago. @returns its keys */
	expire(before: number): string[] {
		const keys = [...this.lost].filter(([, { at }]) => at < before).map(([key]) => key);
		keys.forEach((key) => this.lost.delete(key));
		return keys;
	}
}
