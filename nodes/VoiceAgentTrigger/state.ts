/*
 * What the trigger remembers from poll to poll. Nobody else reads or writes what is saved: the events, the reading of lists and the poll
 * say what happened, and ask.
 *
 * A row is in one of these states: unknown; done (emitted, or not wanted); deferred (not ready); to be redelivered (a crash may have lost
 * it). Only a row that is to be redelivered may be deferred as well. All times are milliseconds since 1970 unless said otherwise.
 */
import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import type { Boundary, Checkpoint, SavedState } from './savedState';
import { readSaved } from './savedState';
import { DeferredCalls } from './state/deferredCalls';

/** What tells a row apart, and when it came about, if the platform says so. */
export interface RowRef {
	key: string;
	time?: number;
}

/** What a complete reading of a list has shown. */
export interface ReadingSummary {
	/** The keys of all rows that were read. */
	met: ReadonlySet<string>;
	/** The latest row read from before those that were wanted. */
	boundary?: Boundary;
	/** Rows in the list, if it was read to its end. */
	count?: number;
}

const inSeconds = (time: number | undefined): number =>
	time === undefined ? 0 : Math.floor(time / 1000);

export class TriggerState {
	/** The calls that are not ready. */
	readonly deferredCalls: DeferredCalls;

	private constructor(private readonly saved: SavedState) {
		this.deferredCalls = new DeferredCalls(saved.deferred);
	}

	/**
	 * The state of a trigger that has never polled.
	 *
	 * @param startFrom rows since then are new at once; without it, what is there now must be learned first
	 */
	static begin(scope: string, startFrom?: number): TriggerState {
		return new TriggerState({
			version: 1,
			scope,
			isReady: startFrom !== undefined,
			watermark: startFrom,
			done: {},
			deferred: {},
			deliveries: [],
			redelivery: {},
			unlisted: [],
		});
	}

	/**
	 * A draft of what was saved: changing it changes nothing until its JSON is saved. Undefined if nothing was saved, or about something
	 * else.
	 *
	 * @throws ParameterError if a newer version of the package saved it
	 */
	static read(data: IDataObject, scope: string): TriggerState | undefined {
		const saved = readSaved(data, scope);
		return saved && new TriggerState(saved);
	}

	/** A copy of all that is remembered, as plain JSON. */
	toJSON(): SavedState {
		const saved = { ...this.saved, deferred: this.deferredCalls };
		return jsonParse<SavedState>(JSON.stringify(saved));
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

	/** Everything from before the activation is known. */
	completeBaseline({ watermark, count }: { watermark?: number; count?: number } = {}): void {
		this.saved.isReady = true;
		this.saved.checkpoint = undefined;
		this.saved.count = count;
		if (watermark === undefined) return;
		this.saved.watermark = watermark;
		this.forgetOld();
	}

	// Rows

	/** Whether a row is still to be emitted, as far as it is wanted and ready. */
	isNew({ key, time }: RowRef): boolean {
		if (this.isRedelivery(key)) return true;
		const { watermark } = this.saved;
		const isOld = time !== undefined && watermark !== undefined && time < watermark;
		return !this.isDone(key) && !isOld;
	}

	/** Whether a row was emitted or left out. After the watermark has passed it, a row is forgotten. */
	isDone(key: string): boolean {
		return key in this.saved.done;
	}

	/** Nothing is to be done about a row any more: it is not wanted. */
	markDone({ key, time }: RowRef): void {
		this.saved.done[key] = inSeconds(time);
		this.deferredCalls.delete(key);
		delete this.saved.redelivery[key];
	}

	/** Rows become done together, and can be reopened after a crash. */
	emit(rows: readonly RowRef[], now: number): void {
		if (rows.length === 0) return;
		rows.forEach((row) => this.markDone(row));
		this.saved.deliveries.push({
			at: now,
			since: rows.reduce((first, { time }) => Math.min(first, inSeconds(time)), Infinity),
			keys: rows.map(({ key }) => key),
		});
	}

	/** As if a row had never been there: it is new when it comes again. */
	forget(key: string): void {
		delete this.saved.done[key];
		this.deferredCalls.delete(key);
		delete this.saved.redelivery[key];
	}

	/** Keeps a call until it is ready. One that is deferred already stays as it is. */
	defer(call: RowRef & { id: string }, now: number): boolean {
		delete this.saved.done[call.key];
		return this.deferredCalls.add(call, now);
	}

	/** Whether rows were ever seen to say something: which agent they belong to, for example. */
	hasSeen(what: string): boolean {
		return this.saved.seen?.includes(what) ?? false;
	}

	noteSeen(what: string): void {
		if (!this.hasSeen(what)) this.saved.seen = [...(this.saved.seen ?? []), what];
	}

	/** Whether a problem was reported, and still exists. */
	isSaid(topic: string): boolean {
		return this.saved.said?.includes(topic) ?? false;
	}

	noteSaid(topic: string, isSaid: boolean): void {
		const others = (this.saved.said ?? []).filter((other) => other !== topic);
		this.saved.said = isSaid ? [...others, topic] : others;
	}

	// Redelivery

	/** Whether a row was emitted before, and a crash may have lost it. */
	isRedelivery(key: string): boolean {
		return key in this.saved.redelivery;
	}

	/**
	 * Opens deliveries again that a crash may have lost: those of a process that is gone, if this one began soon after. Nothing in n8n tells
	 * a node whether an execution came to its end.
	 *
	 * @param window how soon, in milliseconds; 0 for never
	 * @param processStart when this process began
	 */
	reopen(window: number, processStart: number, now: number): void {
		const { saved } = this;
		for (const { at, since, keys } of saved.deliveries) {
			if (at >= processStart || processStart - at > window) continue;
			for (const key of keys) {
				saved.redelivery[key] = since;
				delete saved.done[key];
			}
			// They may lie before the checkpoint.
			saved.checkpoint = undefined;
			saved.hasLookedOnce = undefined;
		}
		saved.deliveries = saved.deliveries.filter(
			({ at }) => at >= processStart && now - at <= window,
		);
	}

	/** What was emitted is never redelivered. */
	forgetDeliveries(): void {
		this.saved.deliveries = [];
	}

	/**
	 * Gives up on rows that were to be redelivered and are not listed any more. The first time nothing is given up: a list that loses rows
	 * while it is read can hide others once, not twice. Those that are deferred are still emitted.
	 */
	giveUpRedelivery(): void {
		const { saved } = this;
		const missing = Object.entries(saved.redelivery).filter(
			([key]) => !this.deferredCalls.has(key),
		);
		if (missing.length > 0 && !saved.hasLookedOnce) {
			saved.hasLookedOnce = true;
			return;
		}
		for (const [key, seconds] of missing) {
			saved.done[key] = seconds;
			delete saved.redelivery[key];
		}
	}

	// Reading a list

	/** Rows with an earlier time are old. Undefined while no row had a time. */
	get watermark(): number | undefined {
		return this.saved.watermark;
	}

	/** Rows with an earlier time need not be read: the watermark, or what is to be redelivered from before it. Undefined: all are needed. */
	get readFrom(): number | undefined {
		const redelivery = Object.values(this.saved.redelivery);
		if (this.watermark === undefined || redelivery.includes(0)) return undefined;
		return redelivery.reduce((first, seconds) => Math.min(first, seconds * 1000), this.watermark);
	}

	/** The rows that a list since the watermark must hold, as far as is known. */
	get expected(): string[] {
		const { done, unlisted } = this.saved;
		const isUnlisted = new Set(unlisted);
		const first = inSeconds(this.watermark);
		return Object.keys(done).filter((key) => (done[key] ?? 0) > first && !isUnlisted.has(key));
	}

	get boundary(): Boundary | undefined {
		return this.saved.boundary;
	}

	/** Rows in the list when it was last read to its end. */
	get count(): number | undefined {
		return this.saved.count;
	}

	get checkpoint(): Readonly<Checkpoint> | undefined {
		return this.saved.checkpoint;
	}

	/** The next reading goes on there. Undefined: it starts at the front. */
	resumeAt(checkpoint: Checkpoint | undefined): void {
		this.saved.checkpoint = checkpoint;
	}

	/** Whether old rows can be told from new ones only by their times. */
	get needsTimes(): boolean {
		return this.watermark !== undefined && !this.saved.hasUndated;
	}

	/** Some rows have no time, and others have one. */
	noteUndated(): void {
		this.saved.hasUndated = true;
	}

	/**
	 * A reading has come to its end.
	 *
	 * @param since rows with an earlier time were not wanted; undefined: all were
	 */
	completeReading({ met, boundary, count }: ReadingSummary, since: number | undefined): void {
		const { saved } = this;
		// Of a list that was read in several polls only the last part was met.
		if (!saved.checkpoint) {
			const first = inSeconds(since);
			saved.unlisted = Object.entries(saved.done)
				.filter(([key, seconds]) => seconds > first && !met.has(key))
				.map(([key]) => key);
			if (!saved.boundary || !met.has(saved.boundary.key)) saved.boundary = boundary;
		}
		saved.checkpoint = undefined;
		saved.count = count;
	}

	/**
	 * Moves the watermark, never backwards, and forgets what lies before it. It moves to where the reading before wanted it: a list that
	 * loses rows while it is read can hide others once, not twice.
	 */
	advance(watermark: number): void {
		const { saved } = this;
		if (saved.nextWatermark !== undefined) {
			saved.watermark = Math.max(saved.watermark ?? -Infinity, saved.nextWatermark);
		}
		saved.nextWatermark = watermark;
		this.forgetOld();
	}

	/** Rows from before the watermark are old whether they are known or not. The latest of them is the boundary. */
	private forgetOld(): void {
		const { saved } = this;
		const first = inSeconds(saved.watermark);
		for (const [key, seconds] of Object.entries(saved.done)) {
			if (seconds === 0 || seconds >= first) continue;
			const time = seconds * 1000;
			if (!saved.boundary || time > saved.boundary.time) saved.boundary = { key, time };
			delete saved.done[key];
		}
		saved.unlisted = saved.unlisted.filter((key) => key in saved.done);
	}
}
