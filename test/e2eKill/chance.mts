import { drawsFrom } from '../../harness/draws.mts';

/** Draws of one run; the same seed gives the same ones. */
export class Chance {
	private readonly draw: () => number;

	constructor(seed: number) {
		this.draw = drawsFrom(seed);
	}

	/** Between these two. */
	number(low: number, high: number): number {
		return low + this.draw() * (high - low);
	}

	whole(low: number, high: number): number {
		return Math.floor(this.number(low, high + 1));
	}

	oneOf<T>(choices: readonly T[]): T {
		return choices[this.whole(0, choices.length - 1)]!;
	}
}
