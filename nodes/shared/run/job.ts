import type { IBinaryData, IDataObject } from 'n8n-workflow';
import type { Address, Client, Expected, Policy, Upload } from '../http';
import type {
	CallList,
	Callee,
	Deduplication,
	Known,
	LeftOut,
	Params,
	Read,
	ReportOperation,
	ReportRead,
	RequestOperation,
	RowFilter,
	Skipped,
	Wait,
	Write,
} from '../operation';
import { isCallee } from '../operation';
import type { RuledPeople } from './rules';
import { ruledPeople } from './rules';
import { notTheSame, rememberedPeople } from './memory';

/** How the requests of a run are sent. */
export interface Link {
	client: Client;
	policy: Policy;
	/** Most requests at a time. */
	parallel: number;
	/** Whether the first failure stops the run. */
	stopOnError: boolean;
}

/** A request that is ready to be sent. Its parameters have been checked. */
export interface Draft extends Address {
	query: IDataObject;
	/** JSON body, or the form's text fields beside a file. */
	body: IDataObject;
	file?: { upload: Upload; content: IBinaryData };
	/** Added to the output item. */
	report: IDataObject;
	/** True: nothing is sent, and `report` is the whole output. */
	skip: boolean;
}

/** Whom one request calls, and who is left out of it so far. */
export class Callees {
	/** Undefined: there are no calling rules. */
	readonly ruled?: RuledPeople;
	/** What is remembered of the calls; undefined if nothing is. */
	once?: Deduplication;
	private readonly byKey: ReadonlyMap<string, Callee>;
	private readonly skipped = new Map<number, Skipped>();
	private held: LeftOut['held'];

	/** @throws ParameterError for a rule that cannot be read, or that cannot look at all numbers */
	constructor(
		params: Params,
		readonly list: CallList,
	) {
		this.ruled = ruledPeople(params, list);
		const remembered = rememberedPeople(params, list.people.filter(isCallee));
		this.byKey = remembered?.byKey ?? new Map();
		if (!remembered) return;
		const { within, byKey } = remembered;
		this.once = { within, keys: [...byKey.keys()], deed: list.deed ?? 'call' };
	}

	/** Those of these keys that belong to somebody on the list. */
	of(keys: Iterable<string>): Callee[] {
		return [...keys].flatMap((key) => this.byKey.get(key) ?? []);
	}

	/** Leaves these people out of the request. @param reasons by key */
	skip(reasons: ReadonlyMap<string, Skipped>): void {
		for (const [key, why] of reasons) {
			for (const { row } of this.of([key])) this.skipped.set(row, why);
		}
	}

	/** Says whom a rule holds back now, by row, in place of those before. */
	hold(held: LeftOut['held']): void {
		this.held = held;
	}

	/** Who is left out, by row. */
	get leftOut(): LeftOut {
		return { skipped: this.skipped, held: this.held ?? (this.ruled && new Map()) };
	}

	get isAnyHeld(): boolean {
		return this.held !== undefined && this.held.size > 0;
	}

	get isAnyLeftOut(): boolean {
		return this.skipped.size > 0 || this.isAnyHeld;
	}

	/** Whom the rules must be asked about: those who are no duplicates. */
	get toJudge(): RuledPeople | undefined {
		const { ruled, skipped } = this;
		return ruled && { ...ruled, people: ruled.people.filter(({ row }) => !skipped.has(row)) };
	}

	/** Whom the request calls, where there are rules: those who are not left out. */
	get toCall(): RuledPeople | undefined {
		const { toJudge, held } = this;
		return toJudge && { ...toJudge, people: toJudge.people.filter(({ row }) => !held?.has(row)) };
	}

	/** The keys of those who were not called after all: a rule held them back. */
	freeKeys(): Set<string> {
		const free = [...this.byKey].filter(([, { row }]) => this.held?.has(row) === true);
		return new Set(free.map(([key]) => key));
	}
}

/** One request of a run, with how its answer becomes items. */
export interface Job {
	operation: Known<RequestOperation>;
	/** The input items it is made from. */
	itemIndexes: number[];
	draft: Draft;
	/** Whom it calls; undefined if it calls nobody. */
	callees?: Callees;
	/** The same request without those whom `callees` leaves out by now. */
	draftNow(): Draft;
	/** Reads before the request, and gives the request that is to be sent in place of `draft`. */
	check?(read: Read): Promise<Draft>;
	/** Makes the output of several requests, in place of one. */
	report?(
		read: ReportRead,
		write: Write,
	): Promise<
		Array<{ row: IDataObject; file?: ReturnType<NonNullable<ReportOperation['fileOf']>> }>
	>;
	/** Of a list: max number of rows, undefined for all; what the rows are compared with; whether the platform used its filters. */
	list?: {
		limit?: number;
		rowFilters: readonly RowFilter[];
		/** @throws RequestFailure if a row shows that the platform did not use a filter */
		checkRow(row: IDataObject): void;
	};
	/** The binary field for the file; undefined if the output has none. */
	outputField?: string;
	/** What the answer is about, and where it lies in it. */
	expected: Expected;
	/** Whether the output has columns. Then an answer about something else is an error. */
	isSimplified: boolean;
	/** The row as the output has it. */
	simplify(row: IDataObject): IDataObject;
	/** The rows of an answer with figures, one item each. */
	rows?(answer: IDataObject): IDataObject[];
	/** Set if the answer is only the beginning, and its result is waited for. */
	wait?: Wait;
}

/** A job, or why there can be none. */
export type Planned = {
	itemIndexes: number[];
	/** The people whom it would call, if they could be read. */
	list?: CallList;
} & ({ job: Job } | { error: Error });

/** Those of the requests that can be made. */
export const jobsOf = (planned: readonly Planned[]): Job[] =>
	planned.flatMap((entry) => ('job' in entry ? [entry.job] : []));

/** Whether a request does something that cannot be undone. */
export const isAction = ({ draft: { method } }: Job): boolean =>
	method === 'POST' || method === 'PATCH';

/** What is remembered of a job; undefined if nothing is. */
export function claimedBy(job: Job): Deduplication | undefined {
	const once = job.callees?.once;
	return isAction(job) && once && once.keys.length > 0 ? once : undefined;
}

/**
 * What is remembered of these jobs, and for how long: the same for all of them.
 *
 * @throws ParameterError if it is not the same
 */
export function claimsOf(jobs: readonly Job[]): {
	within?: Deduplication['within'];
	claims: Deduplication[];
} {
	const claims = jobs.flatMap((job) => claimedBy(job) ?? []);
	const within = claims[0]?.within;
	if (claims.every((claim) => claim.within === within)) return { within, claims };
	throw notTheSame();
}
