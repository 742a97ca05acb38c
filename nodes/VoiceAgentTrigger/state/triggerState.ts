import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import { bounds } from '../bounds';
import { DeferredCalls } from './deferredCalls';
import { Deliveries } from './deliveries';
import { KnownRows } from './knownRows';
import type { SavedState } from './savedState';
import { emptyState, readSaved } from './savedState';

/** What tells a row apart, and when it came about, if the platform says so. */
export interface RowRef {
	key: string;
	/** Milliseconds since 1970. */
	time?: number;
}

/** How far a list was read, what identifies its rows, and from when on they can be new. */
export type ListMemory = Pick<SavedState, 'idName' | 'count' | 'floor' | 'saidOfNone'>;

/** What a reading of a list has shown, after every row that it is about was taken. */
export interface ReadingSummary {
	/** The latest times that it met, as `Reading.typicalLatest` has them. */
	newest?: number;
	/** The whole list was read in this poll. */
	isWhole: boolean;
	/** Known rows that were not met where they should be. */
	missed: readonly string[];
	/** Rows in the list, if it was read to its end. */
	count?: number;
	/** The earliest time of the list, if it was read as a whole. Rows from before may have left it, as with a date filter. */
	earliest?: number;
}

/** A row that so many complete readings in a row did not meet is not listed any more. */
const UNLISTED = 2;
/** Of so many readings the latest times are kept: a list can hide rows once. */
const READINGS = 2;

/** What is remembered from poll to poll: a draft, until its JSON is saved. */
export class TriggerState {
	readonly deferredCalls: DeferredCalls;
	/** How late a row may appear, in milliseconds. What the user chose, and not saved. */
	lookback = 0;
	/** Rows that were emitted or left out. Only this class changes them. */
	readonly known: KnownRows;
	private readonly deliveries: Deliveries;
	private readonly missed: Map<string, number>;
	/** What was seen of the list, such as that rows say their agent; and what was reported, and is not to be reported again. */
	readonly noted: Set<string>;

	/** @param isReady whether what was there at the activation is known. A state that is not ready must not be saved */
	private constructor(
		private readonly saved: SavedState,
		public isReady: boolean,
	) {
		this.deferredCalls = new DeferredCalls(saved.deferred);
		this.known = new KnownRows(saved.known);
		this.deliveries = new Deliveries(saved.deliveries.emitted, saved.deliveries.lost);
		this.missed = new Map(Object.entries(saved.missed ?? {}));
		this.noted = new Set(saved.noted);
	}

	/**
	 * The state of a trigger that has never polled.
	 *
	 * @param startFrom rows since then are new; without it, what is there now must be learned first
	 */
	static begin(scope: string, startFrom?: number): TriggerState {
		const saved = emptyState(scope);
		return new TriggerState({ ...saved, floor: startFrom }, startFrom !== undefined);
	}

	/**
	 * A draft of what was saved. 'unreadable' if what was saved is no state; 'other' if it is about something else; undefined if nothing was
	 * saved.
	 *
	 * @throws ParameterError if a newer version of the package saved it
	 */
	static read(data: IDataObject, scope: string): TriggerState | 'unreadable' | 'other' | undefined {
		const saved = readSaved(data, scope);
		return typeof saved === 'object' ? new TriggerState(saved, true) : saved;
	}

	/** A copy of all that is remembered, as plain JSON. */
	toJSON(): SavedState {
		const { saved, known, deliveries, deferredCalls, missed, noted } = this;
		const all: SavedState = {
			...saved,
			known: known.toString(),
			deferred: deferredCalls.toJSON(),
			deliveries: deliveries.toJSON(),
			missed: Object.fromEntries(
				[...missed].filter(([key]) => known.has(key) || this.isRedelivery(key)),
			),
			noted: [...noted],
		};
		return jsonParse<SavedState>(JSON.stringify(all));
	}

	// Baseline

	/** Everything from before the activation is known. @param newest the latest times of its rows */
	completeBaseline(knowsUndated = true, newest?: number): void {
		const { saved } = this;
		this.isReady = true;
		saved.knowsUndated = knowsUndated ? true : undefined;
		saved.newest = newest === undefined ? [] : [newest];
	}

	// Rows

	/** Whether a row is still to be emitted, as far as it is wanted and ready. */
	isNew({ key, time }: RowRef): boolean {
		const { floor } = this.saved;
		const isOld = time !== undefined && floor !== undefined && time < floor;
		return this.isRedelivery(key) || (!this.known.has(key) && !isOld);
	}

	/** Nothing is to be done about a row any more: it is old, emitted or not wanted. */
	markDone(row: RowRef): void {
		this.known.add(row);
		this.missed.delete(row.key);
		this.deferredCalls.delete(row.key);
		this.deliveries.found(row.key);
	}

	/** A row is old. One that is known was seen again. One that is deferred stays so: it is new when it is ready. */
	learn(row: RowRef): void {
		if (!this.isNew(row)) {
			this.known.meet(row);
			this.missed.delete(row.key);
		} else if (!this.deferredCalls.has(row.key) && !this.isRedelivery(row.key)) this.markDone(row);
	}

	/** Keeps a call until it is ready. One that is deferred already stays as it is. @returns false if there is no room */
	defer(call: RowRef & { id: string }, now: number): boolean {
		const isKept = this.deferredCalls.add(call, now);
		if (isKept) this.known.delete(call.key);
		return isKept;
	}

	/** Rows become done together, and can be reopened after a crash. */
	emit(rows: readonly RowRef[], now: number): void {
		if (rows.length === 0) return;
		rows.forEach((row) => this.markDone(row));
		this.deliveries.add(
			rows.map(({ key }) => key),
			now,
		);
	}

	/** As if a row had never been there: it is new when it comes again. */
	forget(key: string): void {
		this.known.delete(key);
		this.deferredCalls.delete(key);
		this.deliveries.found(key);
	}

	// Redelivery

	/** Whether a row was emitted before, and a crash may have lost it. */
	isRedelivery(key: string): boolean {
		return this.deliveries.isLost(key);
	}

	/** As `Deliveries.reopen`. Rows that were lost so long ago that nobody waits for them are given up. */
	reopen(window: number, processStart: number, now: number): void {
		this.deliveries.reopen(window, processStart, now);
		for (const key of this.deliveries.expire(now - bounds.redeliveryMs)) {
			if (!this.known.has(key)) this.known.add({ key, time: now });
		}
	}

	// Reading a list

	/** Every row of the list is known, unless it is new. */
	get isWhole(): boolean {
		return this.saved.floor === undefined;
	}

	/** Every row without a time is known, unless it is new. */
	get knowsUndated(): boolean {
		return this.isWhole || this.saved.knowsUndated === true;
	}

	/** What the readings of the list remember for the next ones, and change. */
	get list(): ListMemory {
		return this.saved;
	}

	/**
	 * Rows with an earlier time need not be read; undefined: all are wanted. It is counted from the latest row of a reading before, on the clock of
	 * the platform: the time zone of its times does not matter. Rows that a crash may have lost are wanted, too.
	 */
	get watermark(): number | undefined {
		const { newest = [], floor } = this.saved;
		const [first] = newest;
		const since = first === undefined ? floor : Math.max(first - this.lookback, floor ?? -Infinity);
		return since === undefined ? undefined : Math.min(since, this.earliestLost);
	}

	private get earliestLost(): number {
		return this.deliveries.lostKeys
			.filter((key) => this.isListed(key))
			.reduce((earliest, key) => Math.min(earliest, this.known.timeOf(key) ?? Infinity), Infinity);
	}

	/** Whether a known row is listed, as far as the last readings show. */
	private isListed(key: string): boolean {
		return (this.missed.get(key) ?? 0) < UNLISTED;
	}

	/** Known rows that a reading since some time must meet, and those that a crash may have lost, as far as they are listed. */
	expected(since: number | undefined): string[] {
		const keys = new Set([...this.known.keysAfter(since), ...this.deliveries.lostKeys]);
		return [...keys].filter((key) => this.isListed(key));
	}

	/**
	 * Rows of a long list with an earlier time are old, and need not be remembered.
	 *
	 * @param isUnread whether the rows before it were not all read
	 */
	forgetBefore(time: number, isUnread = false): void {
		const { saved } = this;
		const floor = this.known.shorten(bounds.maxKnown, time, this.deliveries);
		const floors = [saved.floor, floor, isUnread ? time : undefined];
		const all = floors.filter((one) => one !== undefined);
		if (all.length > 0) saved.floor = Math.max(...all);
	}

	/** Whether every row without a time is known. If not, those that are deep in the list are old from now on. @param now undefined if all are */
	noteUndated(now?: number): void {
		this.saved.knowsUndated = now === undefined ? true : undefined;
		if (now !== undefined) this.known.dateUndated(now);
	}

	/** A reading has met all rows since the watermark, as far as can be known. */
	completeReading({ newest, isWhole, missed, count, earliest = -Infinity }: ReadingSummary): void {
		const { saved } = this;
		const isAgreed = missed.every(
			(key) => this.missed.has(key) || (this.known.timeOf(key) ?? Infinity) < earliest,
		);
		for (const [key, times] of this.missed) {
			if (times < UNLISTED && !missed.includes(key)) this.missed.delete(key);
		}
		for (const key of missed) this.missed.set(key, (this.missed.get(key) ?? 0) + 1);
		// Rows that were there before are missing. If the next reading does not agree, rows that are new may have been hidden as well.
		if (!isAgreed && this.known.size < 2 * bounds.maxKnown) return;
		if (count !== undefined) saved.count = count;
		if (newest !== undefined) saved.newest = [...(saved.newest ?? []), newest].slice(-READINGS);
		if (isWhole) this.forgetUnlisted();
		const { watermark } = this;
		if (watermark !== undefined) this.forgetBefore(watermark);
	}

	/** Rows without a time that are not listed any more make room for others. Those with one are old as long as nobody lists them. */
	private forgetUnlisted(): void {
		for (const [key, times] of this.missed) {
			if (this.known.size <= bounds.maxKnown) return;
			if (times < UNLISTED || this.known.timeOf(key) !== undefined) continue;
			this.known.delete(key);
			this.missed.delete(key);
		}
	}
}
