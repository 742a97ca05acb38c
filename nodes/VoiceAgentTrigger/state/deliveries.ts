import { isObject } from '../../shared/values';
import { KEY_LENGTH } from '../rowKey';

/** Rows that were emitted at one moment, or that were found to be lost at that moment. */
export interface Delivery {
	/** Milliseconds since 1970. */
	at: number;
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

const isKeys = (keys: unknown): boolean =>
	typeof keys === 'string' && keys.length % KEY_LENGTH === 0;

/** What was emitted lately, and what of it a crash may have lost. */
export class Deliveries {
	private readonly lost = new Map<string, number>();

	constructor(
		private emitted: Delivery[] = [],
		lost: readonly Delivery[] = [],
	) {
		for (const { at, keys } of lost) for (const key of keysIn(keys)) this.lost.set(key, at);
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
		const lost = new Map<number, string[]>();
		for (const [key, at] of this.lost) {
			const others = lost.get(at);
			if (others) others.push(key);
			else lost.set(at, [key]);
		}
		return {
			emitted: this.emitted,
			lost: [...lost].map(([at, keys]) => ({ at, keys: keys.join('') })),
		};
	}

	/** Whether a row was emitted before, and a crash may have lost it. */
	isLost(key: string): boolean {
		return this.lost.has(key);
	}

	/** The keys of all rows that a crash may have lost. */
	get lostKeys(): string[] {
		return [...this.lost.keys()];
	}

	/** The keys of all rows that a crash may have lost, or may lose now. */
	get keys(): Set<string> {
		return new Set([...this.lost.keys(), ...this.emitted.flatMap(({ keys }) => [...keysIn(keys)])]);
	}

	add(keys: readonly string[], now: number): void {
		this.emitted.push({ at: now, keys: keys.join('') });
	}

	/** A row has another key now. */
	rename(from: string, to: string): void {
		const at = this.lost.get(from);
		if (at !== undefined) {
			this.lost.delete(from);
			this.lost.set(to, at);
		}
		this.emitted = this.emitted.map((delivery) => ({
			...delivery,
			keys: [...keysIn(delivery.keys)].map((key) => (key === from ? to : key)).join(''),
		}));
	}

	/** Notes that a row is not lost. */
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
			for (const key of keysIn(keys)) this.lost.set(key, now);
		}
		this.emitted = this.emitted.filter(({ at }) => at >= processStart && now - at <= window);
	}

	/** Gives up what was lost so long ago. @returns its keys */
	expire(before: number): string[] {
		const keys = [...this.lost].filter(([, at]) => at < before).map(([key]) => key);
		keys.forEach((key) => this.lost.delete(key));
		return keys;
	}
}
