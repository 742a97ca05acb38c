import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import { bounds } from '../bounds';
import { DeferredCalls } from './deferredCalls';
import { Deliveries } from './deliveries';
import { KnownRows } from './knownRows';
import type { Pass, SavedState } from './savedState';
import { emptyState, readSaved } from './savedState';

/** What tells a row apart, and when it came about, if the platform says so. */
export interface RowRef {
	key: string;
	/** Milliseconds since 1970. */
	time?: number;
}

/** What a reading of a list has shown, after every row that it is about was taken. */
export interface ReadingSummary {
	/** When it began. Rows that came after it may not have been seen. */
	startedAt: number;
	/** The whole list was read in this poll. */
	isWhole: boolean;
	/** Known rows that were not met where they should be. */
	missed: readonly string[];
	/** Rows in the list, if it was read to its end. */
	count?: number;
}

const PERIOD_MS = 12 * 60 * 60_000;

export class TriggerState {
	readonly deferredCalls: DeferredCalls;
	/** How late a row may appear, in milliseconds. What the user chose, and not saved. */
	lookback = 0;
	private readonly known: KnownRows;
	private readonly deliveries: Deliveries;
	private readonly unlisted: Set<string>;

	private constructor(private readonly saved: SavedState) {
		this.deferredCalls = new DeferredCalls(saved.deferred);
		this.known = new KnownRows(saved.known);
		this.deliveries = new Deliveries(saved.deliveries.emitted, saved.deliveries.lost);
		this.unlisted = new Set(saved.unlisted);
	}

	/**
	 * The state of a trigger that has never polled.
	 *
	 * @param startFrom rows since then are new at once; without it, what is there now must be learned first
	 */
	static begin(scope: string, startFrom?: number): TriggerState {
		const saved = { ...emptyState(scope), isReady: startFrom !== undefined };
		return new TriggerState({ ...saved, startFrom, floor: startFrom });
	}

	/**
	 * A draft of what was saved: changing it changes nothing until its JSON is saved. 'unreadable' if what was saved is no state; undefined if
	 * nothing was saved, or about something else.
	 *
	 * @throws ParameterError if a newer version of the package saved it
	 */
	static read(data: IDataObject, scope: string): TriggerState | 'unreadable' | undefined {
		const saved = readSaved(data, scope);
		return saved === undefined || saved === 'unreadable' ? saved : new TriggerState(saved);
	}

	/** A copy of all that is remembered, as plain JSON. */
	toJSON(): SavedState {
		const { saved, known, deliveries, deferredCalls, unlisted } = this;
		const all: SavedState = {
			...saved,
			known: known.toString(),
			deferred: deferredCalls.toJSON(),
			deliveries: deliveries.toJSON(),
			unlisted: [...unlisted].filter((key) => known.has(key)),
		};
		return jsonParse<SavedState>(JSON.stringify(all));
	}

	// Baseline

	/** Whether what was there at the activation is known. */
	get isReady(): boolean {
		return this.saved.isReady;
	}

	/** A row that was there at the activation is old. One that is deferred stays so: it is new when it is ready. */
	learn(row: RowRef): void {
		if (!this.deferredCalls.has(row.key)) this.markDone(row);
	}

	/** Readings of the baseline that have come to their end, and the latest time that they met. */
	get baseline(): { readings: number; newest?: number } {
		return { readings: this.saved.baselineReadings ?? 0, newest: this.saved.baselineNewest };
	}

	/** The reading of the baseline has met a row that the readings before should have met too. */
	noteSurprise(): void {
		this.saved.baselineSurprises = (this.saved.baselineSurprises ?? 0) + 1;
	}

	/** A reading of the baseline goes on in the next poll. Rows that are later than these may have come in the meantime. */
	noteBaselineStart(newest: number | undefined): void {
		this.saved.baselineStart = newest;
	}

	/**
	 * A reading of the baseline has come to its end. The next one has to agree.
	 *
	 * @param newest the latest time that it met, in milliseconds since 1970
	 * @returns whether it agrees with those before
	 */
	completeBaselineReading(newest: number | undefined): boolean {
		const { saved } = this;
		const { readings, newest: before = -Infinity } = this.baseline;
		const latest = Math.max(before, newest ?? -Infinity);
		// An answer without rows looks like any fault.
		const enough = this.known.size > 0 ? 1 : 2;
		const isAgreed = readings >= enough && (saved.baselineSurprises ?? 0) === 0;
		saved.baselineReadings = readings + 1;
		saved.baselineNewest = saved.baselineStart ?? (Number.isFinite(latest) ? latest : undefined);
		saved.baselineStart = undefined;
		saved.baselineSurprises = undefined;
		saved.pass = undefined;
		return isAgreed;
	}

	/** Rows of a long list with an earlier time are old, and need not be remembered. */
	forgetBefore(time: number): void {
		const floor = this.known.shorten(bounds.maxKnown, time);
		if (floor !== undefined) this.raiseFloor(floor);
	}

	/** Rows with an earlier time were not all read. */
	raiseFloor(floor: number): void {
		this.saved.floor = Math.max(this.saved.floor ?? -Infinity, floor);
	}

	/**
	 * Everything from before the activation is known.
	 *
	 * @param knowsUndated whether every row without a time was met
	 * @param lateness how late the latest rows appeared at least, in milliseconds
	 */
	completeBaseline({
		knowsUndated = true,
		lateness = 0,
		now = 0,
	}: { knowsUndated?: boolean; lateness?: number; now?: number } = {}): void {
		const { saved } = this;
		saved.isReady = true;
		saved.pass = undefined;
		saved.oldUntil = knowsUndated ? undefined : saved.baselineNewest;
		saved.baselineReadings = undefined;
		saved.baselineNewest = undefined;
		saved.baselineStart = undefined;
		saved.knowsUndated = knowsUndated ? true : undefined;
		saved.lateness = { now: lateness, before: lateness, since: now };
	}

	// Rows

	/** Whether a row was emitted or left out, and is remembered. */
	isKnown(key: string): boolean {
		return this.known.has(key);
	}

	/** The time of a row that is known, in whole seconds as milliseconds since 1970; undefined if it has none. */
	knownTime(key: string): number | undefined {
		return this.known.timeOf(key);
	}

	/** A known row has no time any more. */
	stillDone(key: string): void {
		if (this.known.timeOf(key) !== undefined) this.known.add({ key });
	}

	/** How many rows are remembered. */
	get knownCount(): number {
		return this.known.size;
	}

	/** Whether a row is still to be emitted, as far as it is wanted and ready. */
	isNew({ key, time }: RowRef): boolean {
		return this.isRedelivery(key) || (!this.known.has(key) && !this.isOld(time));
	}

	/** Whether a row that is not known may be old all the same: it has no time, and not all such rows are known. */
	isUndatedUnclear({ key, time }: RowRef): boolean {
		return time === undefined && !this.isWhole && !this.knowsUndated && !this.isRedelivery(key);
	}

	/** Whether a row that is not known has a time that shows that it is old. */
	private isOld(time: number | undefined): boolean {
		const { startFrom, floor } = this.saved;
		const { watermark } = this;
		if (time === undefined) return false;
		return (
			(startFrom !== undefined && time < startFrom) ||
			(floor !== undefined && time < floor) ||
			(watermark !== undefined && time < watermark - bounds.zoneMs)
		);
	}

	/** A new row was met, which the last reading did not meet: how late it appeared at least, on the clock of n8n. */
	noteArrival({ key, time }: RowRef, now: number): void {
		const { readAt = now } = this.saved;
		if (time === undefined || time > readAt || this.isRedelivery(key)) return;
		const late = Math.min(readAt - time, bounds.zoneMs);
		const { lateness = { now: 0, before: 0, since: now } } = this.saved;
		const isOver = now - lateness.since > PERIOD_MS;
		this.saved.lateness = isOver
			? { now: late, before: lateness.now, since: now }
			: { ...lateness, now: Math.max(lateness.now, late) };
	}

	/** Nothing is to be done about a row any more: it is not wanted. */
	markDone(row: RowRef): void {
		this.known.add(row);
		this.unlisted.delete(row.key);
		this.deferredCalls.delete(row.key);
		this.deliveries.found(row.key);
	}

	/** A known row was seen again. */
	meet(row: RowRef): void {
		this.known.meet(row);
		this.unlisted.delete(row.key);
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

	/** What was emitted is never redelivered. */
	forgetDeliveries(): void {
		this.deliveries.forgetEmitted();
	}

	/** A poll has looked at everything there is. */
	haveLooked(): void {
		this.deliveries.haveLooked();
	}

	// Reading a list

	/** Every row of the list is known, unless it is new. */
	get isWhole(): boolean {
		return this.saved.floor === undefined;
	}

	/** Whether a row deep in a long list is old: it was there at the activation, when not all of the list was read, or it comes too late. */
	wasThere({ time }: RowRef): boolean {
		const { oldUntil } = this.saved;
		return oldUntil !== undefined && time !== undefined && time <= oldUntil - this.lookback;
	}

	/**
	 * All rows of the list were read.
	 *
	 * @param old rows that are old, and were not known by now. If there are none, all are known
	 */
	noteWhole(old: readonly RowRef[]): void {
		if (this.isWhole) return;
		old.forEach((row) => this.learn(row));
		if (old.length > 0) return;
		this.saved.floor = undefined;
	}

	/** All rows of the list were met, those without a time too. */
	noteUndatedKnown(): void {
		this.saved.knowsUndated = true;
		this.saved.oldUntil = undefined;
	}

	/**
	 * Rows with an earlier time need not be read. Undefined: all are wanted. It lies where the reading before the last one wanted it: a list can
	 * hide rows once while it is read.
	 */
	get watermark(): number | undefined {
		const { readBefore, startFrom, floor, lateness: { now = 0, before = 0 } = {} } = this.saved;
		if (readBefore === undefined) return startFrom ?? floor;
		return Math.max(readBefore - Math.max(now, before) - this.lookback, startFrom ?? -Infinity);
	}

	/** Known rows that a reading since some time must meet, and those that a crash may have lost. */
	expected(since: number | undefined): string[] {
		const listed = this.known.keysAfter(since).filter((key) => !this.unlisted.has(key));
		return [...new Set([...listed, ...this.deliveries.wanted])];
	}

	/** The latest known row until some time, or the first one after it. */
	boundaryAt(time: number): { key: string; time: number } | undefined {
		return this.known.latestUntil(time) ?? this.known.firstAfter(time);
	}

	/** Fields that look like identifiers and are none. */
	get falseIds(): readonly string[] {
		return this.saved.falseIds ?? [];
	}

	noteFalseIds(names: readonly string[]): void {
		this.saved.falseIds = names.length > 0 ? [...names] : undefined;
	}

	/** Rows in the list when it was last read to its end. */
	get count(): number | undefined {
		return this.saved.count;
	}

	/** Where the pass through the whole list goes on. */
	get pass(): Readonly<Pass> | undefined {
		return this.saved.pass;
	}

	goOnAt(pass: Pass | undefined): void {
		this.saved.pass = pass;
	}

	/** Whether a pass has seen that the list is not sorted by time. */
	get isUnsorted(): boolean {
		return this.saved.isUnsorted === true;
	}

	noteSorted(isSorted: boolean): void {
		this.saved.isUnsorted = isSorted ? undefined : true;
	}

	get filterShowsOpen(): boolean {
		return this.saved.filterShowsOpen === true;
	}

	noteFilterShowsOpen(shows: boolean): void {
		this.saved.filterShowsOpen = shows ? true : undefined;
	}

	/** A reading has met all rows since the watermark, as far as can be known. */
	completeReading(reading: ReadingSummary): void {
		const { saved } = this;
		const { startedAt, isWhole, missed, count } = reading;
		const before = new Set(saved.missing);
		const isAgreed = missed.every((key) => before.has(key));
		saved.missing = missed.length > 0 ? [...missed] : undefined;
		if (count !== undefined) saved.count = count;
		// Rows that were there before are missing. If the next reading does not agree, rows that are new may have been hidden as well.
		if (!isAgreed && this.known.size < 2 * bounds.maxKnown) return;
		for (const key of missed) if (before.has(key)) this.noteUnlisted(key);
		saved.readBefore = saved.readAt;
		saved.readAt = startedAt;
		if (isWhole) this.forgetUnlisted();
		const { watermark } = this;
		if (watermark !== undefined) this.forgetBefore(watermark);
	}

	/** The platform does not list a row any more. */
	noteUnlisted(key: string): void {
		if (this.known.has(key)) this.unlisted.add(key);
	}

	/** Rows that are not listed any more make room for others. */
	private forgetUnlisted(): void {
		const { watermark = -Infinity } = this;
		for (const key of this.unlisted) {
			if (this.known.size <= bounds.maxKnown) return;
			// One that is not old yet can come again.
			if ((this.known.timeOf(key) ?? -Infinity) >= watermark) continue;
			this.known.delete(key);
			this.unlisted.delete(key);
		}
	}

	/** Rows without a time cannot be remembered for ever: those that are deep in the list are old from now on. */
	giveUpUndated(now: number): void {
		this.saved.knowsUndated = undefined;
		this.known.dateUndated(now);
	}

	/** Whether a reading has met all new rows since the baseline. */
	get hasRead(): boolean {
		return this.saved.readAt !== undefined;
	}

	/** Every row without a time is known, unless it is new. */
	get knowsUndated(): boolean {
		return this.saved.knowsUndated === true;
	}

	/** How many rows without a time are known. */
	get undated(): number {
		return this.known.undated;
	}

	// What was seen and reported

	/** Whether rows were ever seen to say something: which agent they belong to, for example. */
	hasSeen(what: string): boolean {
		return this.saved.seen?.includes(what) === true;
	}

	noteSeen(what: string): void {
		if (!this.hasSeen(what)) this.saved.seen = [...(this.saved.seen ?? []), what];
	}

	hasSaid(topic: string): boolean {
		return this.saved.said?.includes(topic) === true;
	}

	noteSaid(topic: string, isSaid: boolean): void {
		const others = (this.saved.said ?? []).filter((other) => other !== topic);
		this.saved.said = isSaid ? [...others, topic] : others;
	}
}
