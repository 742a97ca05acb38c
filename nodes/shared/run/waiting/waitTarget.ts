import type { IDataObject } from 'n8n-workflow';
import type { Address } from '../../http';
import { RequestFailure } from '../../http';
import type { Wait } from '../../operation';
import { cellOf } from '../../platform';
import type { AwaitedKind } from './kinds';
import { identitiesOf } from './kinds';

/** How long a list that says "under way" is believed, at most; also at most a part of the time that is left. */
const MAX_TRUST_MS = 120_000;
const TRUSTED_PART = 1 / 4;

const anotherOne = (entity: string) =>
	new RequestFailure(
		`It sent another ${entity}`,
		`The ID in the answer is not that of the ${entity}`,
		{ arrival: 'answered' },
	);

/** What a run has of a thing when the wait begins. */
interface AwaitedThing {
	/** The ID of the thing; '' if no answer and no parameter says it. */
	id: string;
	sessionId: string;
	/** The addresses that the thing can be asked for at. Each is tried when the one before does not know the thing. */
	addresses: readonly Address[];
	/** The parameters that name the thing, and the answer of its request. */
	begun: readonly IDataObject[];
	/** The path to the thing in an answer, if the user says it. */
	path: string;
}

/** One thing that a run waits for, and what the platform says of it. Times are ms of a clock that only goes forward. */
export class WaitTarget {
	/** When the thing was asked for last; at first, when the wait began. */
	private askedAt: number;
	/** The number of the last request for the thing among all of the wait; 0 if there was none. */
	turn = 0;
	/** The thing in the last answer about it alone; undefined if there was none. */
	private detail?: IDataObject;
	private overSince?: number;
	private hasAll = false;
	private row?: IDataObject;
	private rowAt?: number;
	/** Why the last request for the thing failed. */
	failure?: RequestFailure;
	/** How often an address did not know the thing. */
	private unknown = 0;

	/** @param startedAt when the wait began */
	constructor(
		readonly kind: AwaitedKind,
		readonly wait: Wait,
		private readonly start: AwaitedThing,
		private readonly startedAt: number,
	) {
		this.askedAt = startedAt;
	}

	get id(): string {
		return this.start.id;
	}

	get sessionId(): string {
		return this.start.sessionId;
	}

	get path(): string {
		return this.start.path;
	}

	get names(): string[] {
		return identitiesOf(this.id, this.sessionId);
	}

	get address(): Address | undefined {
		const { addresses } = this.start;
		return addresses[this.unknown % addresses.length];
	}

	get deadline(): number {
		return this.startedAt + this.wait.maxMs;
	}

	/** Whether the thing has to be asked for again. */
	isOpen(now: number): boolean {
		const { overSince = Number.POSITIVE_INFINITY, wait } = this;
		const isLate = now - overSince >= wait.patienceMs;
		return !this.hasAll && !isLate && now < this.deadline;
	}

	/** Whether the thing is over; null if nothing proves either. */
	get isOver(): boolean | null {
		return this.overSince !== undefined || this.overOf(this.bestRow);
	}

	/** Whether the platform has sent the thing alone, not only in a list. */
	get isRead(): boolean {
		return this.detail !== undefined;
	}

	/** The best row of the thing: its row in the list with the last answer about it alone; {} without either. */
	get bestRow(): IDataObject {
		const { detail, row } = this;
		if (!detail) return row ?? {};
		const isUseful = row && this.overOf(detail) === null && !this.kind.isOther(row, [detail]);
		return isUseful ? this.kind.merged(row, detail, this.wait.words) : detail;
	}

	/** Whether the last answer about the thing leaves open if it is over. Then its row in the list may say it. */
	get isUnclear(): boolean {
		return this.detail !== undefined && this.overOf(this.detail) === null;
	}

	/** Whether a row of the list, or an answer, is about another thing. */
	isOther(row: IDataObject): boolean {
		return this.kind.isOther(row, this.start.begun);
	}

	/** Notes the row that the list has of the thing. */
	noteRow(row: IDataObject, now: number): void {
		this.row = row;
		this.rowAt = now;
	}

	noteTurn(turn: number, now: number): void {
		this.turn = turn;
		this.askedAt = now;
	}

	noteFailure(failure: RequestFailure): void {
		this.failure = failure;
		if (failure.details.status === 404) this.unknown += 1;
	}

	/** Notes what the platform sends of it alone. What was over stays so, whatever a replica says of it later. */
	noteDetail(detail: IDataObject, now: number): void {
		if (this.isOther(detail)) {
			this.unknown += 1;
			this.failure = anotherOne(this.kind.entity);
			return;
		}
		this.failure = undefined;
		const before = this.detail;
		this.detail = detail;
		if (this.overOf(this.bestRow) !== true) {
			if (this.overSince !== undefined) this.detail = before;
			return;
		}
		this.overSince ??= now;
		this.hasAll = this.kind.hasAll(this.bestRow);
	}

	/** Whether it must be asked for itself after a list of this time: the list did not say that it is under way. */
	isDue(now: number): boolean {
		if (this.rowAt !== now || this.row === undefined || this.overSince !== undefined) return true;
		if (this.overOf(this.row) !== false) return true;
		const trust = Math.min(MAX_TRUST_MS, this.wait.maxMs * TRUSTED_PART);
		return now - this.askedAt >= trust;
	}

	private overOf(row: IDataObject): boolean | null {
		const { kind, wait } = this;
		const hasNoWord = wait.words.length > 0 && cellOf(kind.table, row, 'status') === null;
		return hasNoWord ? null : kind.isOver(row, wait.words);
	}
}
