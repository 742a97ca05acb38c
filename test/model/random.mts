/** Numbers that follow from a seed, so that a history can be lived through again. */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed >>> 0;
	}

	/** At least 0 and below 1 (mulberry32). */
	next(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let mixed = this.#state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** A whole number, both ends included. */
	between(low: number, high: number): number {
		return low + Math.floor(this.next() * (high - low + 1));
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	pick<T>(choices: readonly T[]): T {
		return choices[this.between(0, choices.length - 1)] as T;
	}

	/** One of the values, each as often as its weight says. */
	weighted<T>(choices: ReadonlyArray<readonly [weight: number, value: T]>): T {
		const total = choices.reduce((sum, [weight]) => sum + weight, 0);
		let left = this.next() * total;
		for (const [weight, value] of choices) {
			left -= weight;
			if (left < 0) return value;
		}
		return choices[choices.length - 1]![1];
	}
}

/** The same number for the same text, spread over 32 bits. */
export function hash(text: string): number {
	let value = 0x811c9dc5;
	for (let index = 0; index < text.length; index += 1) {
		value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
	}
	value ^= value >>> 15;
	return Math.imul(value, 0x2c1b3c6d) >>> 0;
}
