import { drawsFrom } from './random.mts';

/** Ways the platform may answer where its document is silent. */
export interface Quirks {
	envelope: 'items' | 'array' | 'nested';
	pageCap: number | null;
	refuseLimitAbove: number | null;
	/** `arrival` puts the row that was written last on top, whatever its created_at says. */
	order: 'newest' | 'oldest' | 'random' | 'arrival';
	/** Whether the parameters `from` and `to` are followed, unknown, or a 422. */
	dateFilter: 'honoured' | 'ignored' | 'refused';
	ignoreOffset: boolean;
	ignorePaging: boolean;
	insertWhilePaging: number;
	/** Stretches catalogues (voices, prices, …) to so many rows. */
	catalogueRows: number | null;
	idName: 'specific' | 'id';
	/** `mixed` leaves them out of some rows of every list, and always of the same. */
	timestamps: 'iso' | 'isoNoZone' | 'isoOffset' | 'seconds' | 'milliseconds' | 'missing' | 'mixed';
	numbersAsStrings: boolean;
	errorShape: 'message' | 'detail' | 'detailList' | 'error' | 'errors' | 'title' | 'html';
	tokenUses: number | null;
	latencyMs: number;
	/** Larger files are refused with a 413. */
	uploadLimitBytes: number;
	/** How long after its end a call is shown without transcript and analysis. */
	transcriptDelaySeconds: number;
	/** What the export of personal data is sent as. */
	dataExport: 'json' | 'file';
}

/** What goes wrong, and for which requests. */
export interface Fault {
	method?: string;
	/** Regular expression, matched against the path with and without `/api/v1`. */
	path?: string;
	kind: 'status' | 'resetBefore' | 'resetAfter' | 'truncate' | 'hang' | 'delayAfter';
	status?: number;
	retryAfter?: number | string;
	delayMs?: number;
	/** From 0 to 1. */
	probability: number;
	/** How many more requests meet it; no limit if left out. */
	times?: number;
}

/** The platform as its document describes it. */
const DEFAULT_QUIRKS: Quirks = {
	envelope: 'items',
	pageCap: null,
	refuseLimitAbove: null,
	order: 'newest',
	dateFilter: 'honoured',
	ignoreOffset: false,
	ignorePaging: false,
	insertWhilePaging: 0,
	catalogueRows: null,
	idName: 'specific',
	timestamps: 'iso',
	numbersAsStrings: false,
	errorShape: 'message',
	tokenUses: null,
	latencyMs: 0,
	uploadLimitBytes: 100 * 1024 * 1024,
	transcriptDelaySeconds: 0,
	dataExport: 'json',
};

/** How the sandbox behaves now: without quirks and faults until it is told otherwise. */
export class Behaviour {
	quirks: Quirks = DEFAULT_QUIRKS;
	#faults: Fault[] = [];
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
		this.#random = drawsFrom(seed);
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
