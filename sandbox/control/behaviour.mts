import { Ajv2020 } from 'ajv/dist/2020.js';
import { ApiError } from '../common/errors.mts';
import { drawsFrom } from '../simulation/random.mts';

/** Ways the platform may answer where its document is silent. */
export interface Manners {
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

/** A misdeed and the requests it befalls. */
export interface Fault {
	method?: string;
	/** Regular expression, matched against the path with and without `/api/v1`. */
	path?: string;
	kind: 'status' | 'resetBefore' | 'resetAfter' | 'truncate' | 'hang' | 'delayAfter';
	status?: number;
	retryAfter?: number | string;
	delayMs?: number;
	probability: number;
	times?: number;
}

const DEFAULT_MANNERS: Manners = {
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

const amount = { type: 'integer', minimum: 0 };
const amountOrNull = { type: ['integer', 'null'], minimum: 1 };
const flag = { type: 'boolean' };

const isBehaviour = new Ajv2020({ allowUnionTypes: true, allErrors: true }).compile({
	type: 'object',
	additionalProperties: false,
	properties: {
		envelope: { enum: ['items', 'array', 'nested'] },
		pageCap: amountOrNull,
		refuseLimitAbove: amountOrNull,
		order: { enum: ['newest', 'oldest', 'random', 'arrival'] },
		dateFilter: { enum: ['honoured', 'ignored', 'refused'] },
		ignoreOffset: flag,
		ignorePaging: flag,
		insertWhilePaging: amount,
		catalogueRows: amountOrNull,
		idName: { enum: ['specific', 'id'] },
		timestamps: {
			enum: ['iso', 'isoNoZone', 'isoOffset', 'seconds', 'milliseconds', 'missing', 'mixed'],
		},
		numbersAsStrings: flag,
		errorShape: { enum: ['message', 'detail', 'detailList', 'error', 'errors', 'title', 'html'] },
		tokenUses: amountOrNull,
		latencyMs: amount,
		uploadLimitBytes: amount,
		transcriptDelaySeconds: { type: 'number', minimum: 0 },
		dataExport: { enum: ['json', 'file'] },
		faults: {
			type: 'array',
			items: {
				type: 'object',
				additionalProperties: false,
				properties: {
					method: { type: 'string' },
					path: { type: 'string' },
					kind: { enum: ['status', 'resetBefore', 'resetAfter', 'truncate', 'hang', 'delayAfter'] },
					status: { type: 'integer', minimum: 400, maximum: 599 },
					retryAfter: { type: ['number', 'string'] },
					delayMs: amount,
					probability: { type: 'number', minimum: 0, maximum: 1 },
					times: { type: 'integer', minimum: 1 },
				},
			},
		},
	},
});

/** How the sandbox behaves just now: polite by default, anything else on demand. */
export class Behaviour {
	manners: Manners = DEFAULT_MANNERS;
	#faults: Fault[] = [];
	#draw: () => number;

	constructor(seed: number) {
		this.#draw = drawsFrom(seed);
	}

	/** Changes what is named and leaves the rest; `faults` replaces the whole list. */
	change(changes: unknown): void {
		if (!isBehaviour(changes)) {
			const reasons = isBehaviour.errors!.map(
				({ instancePath, message, params }) =>
					`${instancePath} ${message} ${JSON.stringify(params)}`,
			);
			throw new ApiError(400, reasons.join('; '));
		}
		const { faults, ...manners } = changes as Partial<Manners> & { faults?: Array<Partial<Fault>> };
		if (faults) this.#faults = faults.map(completeFault);
		this.manners = { ...this.manners, ...manners };
	}

	/** Back to the default manners and no faults; the draws start again from the seed. */
	reset(seed: number): void {
		this.manners = DEFAULT_MANNERS;
		this.#faults = [];
		this.#draw = drawsFrom(seed);
	}

	/** The fault this request meets, if any; its count goes down. */
	drawFault(method: string, path: string): Fault | undefined {
		const fault = this.#faults.find((rule) => this.#befalls(rule, method, path));
		if (fault?.times !== undefined) fault.times--;
		return fault;
	}

	/** Everything that can be set, as it stands. */
	describe(): Manners & { faults: Fault[] } {
		return { ...this.manners, faults: this.#faults };
	}

	#befalls(fault: Fault, method: string, path: string): boolean {
		if (fault.times === 0) return false;
		if (fault.method && fault.method.toUpperCase() !== method) return false;
		if (fault.path) {
			const pattern = new RegExp(fault.path);
			if (!pattern.test(path) && !pattern.test(path.replace(/^\/api\/v1/, ''))) return false;
		}
		return fault.probability >= 1 || this.#draw() < fault.probability;
	}
}

function completeFault(fault: Partial<Fault>): Fault {
	const kind = fault.kind ?? 'status';
	if (kind === 'status' && fault.status === undefined)
		throw new ApiError(400, 'A fault of kind "status" needs a status');
	try {
		new RegExp(fault.path ?? '');
	} catch {
		throw new ApiError(400, `The path of a fault is no regular expression: ${fault.path}`);
	}
	return { probability: 1, ...fault, kind };
}
