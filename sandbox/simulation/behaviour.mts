import type { JsonObject } from '../common/json.mts';
import { CATALOGUE, type Quirk } from './quirkCatalogue.mts';
import { drawsFrom } from './random.mts';

/** The value that each quirk has now. */
export type Quirks = {
	[Name in keyof typeof CATALOGUE]: (typeof CATALOGUE)[Name] extends Quirk<infer Value>
		? Value
		: never;
};

/** Every quirk with all its values, the default first; of an amount, the default and examples. */
export const QUIRKS = Object.fromEntries(
	Object.entries(CATALOGUE).map(([name, { values }]) => [name, values]),
) as { [Name in keyof Quirks]: ReadonlyArray<Quirks[Name]> };

/** Every way in which something goes wrong: what happens, and whether the request is carried out. */
export const FAULTS = {
	status: {
		about: 'that `status`, with `Retry-After` if `retryAfter` is given; the default',
		isCarriedOut: false,
	},
	resetBefore: { about: 'the connection is reset', isCarriedOut: false },
	hang: { about: 'there is never an answer', isCarriedOut: false },
	resetAfter: { about: 'the connection is reset', isCarriedOut: true },
	truncate: { about: 'the answer stops in the middle', isCarriedOut: true },
	delayAfter: { about: 'the answer comes `delayMs` late', isCarriedOut: true },
	emptyPage: { about: 'a list is answered with 200, no rows and a total of 0', isCarriedOut: true },
	shortPage: {
		about: 'a list is answered with 200 and the first half of its page, as if it ended there',
		isCarriedOut: true,
	},
	lag: {
		about:
			'a list is answered without the `rows` rows that were added last, as by a copy that lags behind',
		isCarriedOut: true,
	},
};

/** What goes wrong, and for which requests. */
export interface Fault {
	method?: string;
	/** Regular expression, matched against the path with and without `/api/v1`. */
	path?: string;
	kind: keyof typeof FAULTS;
	status?: number;
	retryAfter?: number | string;
	delayMs?: number;
	/** How many rows a list lags behind. */
	rows?: number;
	/** From 0 to 1. */
	probability: number;
	/** How many more requests meet it; no limit if left out. */
	times?: number;
}

/** What the API shows of a row in place of what is so. */
export interface Mask {
	/** Values in place of those of the row, or beside them. */
	fields?: JsonObject;
	/** Fields that are left out. */
	without?: string[];
	/** Where; everywhere if left out. */
	in?: 'list' | 'detail';
}

/** The platform as its document describes it. */
const DEFAULT_QUIRKS = Object.fromEntries(
	Object.entries(QUIRKS).map(([name, [first]]) => [name, first]),
) as Quirks;

/** How the sandbox behaves now: without quirks and faults until it is told otherwise. */
export class Behaviour {
	quirks: Quirks = DEFAULT_QUIRKS;
	#faults: Fault[] = [];
	#masks = new Map<string, Mask>();
	#random: () => number;

	constructor(seed: number) {
		this.#random = drawsFrom(seed);
	}

	/** Changes the named quirks and leaves the rest; `faults` replaces the whole list. */
	change({ faults, ...quirks }: Partial<Quirks> & { faults?: Fault[] }): void {
		if (faults) this.#faults = faults;
		this.quirks = { ...this.quirks, ...quirks };
	}

	/** Back to no quirks and no faults; the random sequence starts again from the seed. */
	reset(seed: number): void {
		this.quirks = DEFAULT_QUIRKS;
		this.#faults = [];
		this.#masks.clear();
		this.#random = drawsFrom(seed);
	}

	/** Shows the rows with these ids otherwise than they are; without a mask, as they are. */
	mask(ids: readonly string[], mask?: Mask): void {
		for (const id of ids) {
			if (mask) this.#masks.set(id, mask);
			else this.#masks.delete(id);
		}
	}

	/** What is shown otherwise of the row with that id, if anything. */
	maskOf(id: string): Mask | undefined {
		return this.#masks.get(id);
	}

	/** The fault that this request meets, if any; its count goes down. */
	takeFault(method: string, path: string): Fault | undefined {
		const fault = this.#faults.find((candidate) => this.#hits(candidate, method, path));
		if (fault?.times !== undefined) fault.times--;
		return fault;
	}

	/** Everything that can be set, with its present value. */
	describe(): Quirks & { faults: Fault[] } {
		return { ...this.quirks, faults: this.#faults };
	}

	#hits(fault: Fault, method: string, path: string): boolean {
		if (fault.times === 0) return false;
		if (fault.method && fault.method.toUpperCase() !== method) return false;
		if (fault.path) {
			const pattern = new RegExp(fault.path);
			if (!pattern.test(path) && !pattern.test(path.replace(/^\/api\/v1/, ''))) return false;
		}
		return fault.probability >= 1 || this.#random() < fault.probability;
	}
}
