/*
 * What the trigger remembers from poll to poll, as plain JSON in the node's static data. Nobody else reads or writes
 * what is saved. Times are milliseconds since 1970; those of rows are on the platform's clock, and one that is ahead of
 * now counts as now.
 *
 * | Field      | What it is                                                                                           |
 * | ---------- | ---------------------------------------------------------------------------------------------------- |
 * | version    | of this table                                                                                        |
 * | scope      | what is watched: the event, and the filters that make it another list. Another scope starts over     |
 * | account    | a hash of Base URL and email. Where it has changed and no known row is listed, the trigger starts    |
 * |            | over, and an error says so                                                                           |
 * | idField    | the field that identifies the rows, chosen by the first poll that met rows                           |
 * | known      | keys of rows that were emitted or are not wanted, with their times                                   |
 * | floor      | rows with an earlier time are old, also if they are not known                                        |
 * | start      | the floor by n8n's clock, if the first poll met no time; the first time that is met makes it `floor` |
 * | whole      | when everything was read last, and how many rows there were when the end was met: a guess until then |
 * | deliveries | what was emitted lately, and what of it a crash may have lost                                        |
 * | deferred   | calls that are not ready, each with the time of its next look                                        |
 * | noted      | what was said, so that it is said once                                                               |
 * | own        | what an event without a list remembers                                                               |
 *
 * Four verbs. `begin`: a trigger that has never polled. `read`: a draft of what was saved. `reopen`: what a crash may
 * have lost is to be emitted again. `commit`: what was found becomes emitted, and the draft what is saved. A poll that
 * fails throws its draft away.
 *
 * A row is unknown, known, deferred (a call that is not ready), or lost (emitted, and a crash may have lost it).
 */
import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import { isObject, ParameterError } from '../../shared/values';
import { bounds } from '../bounds';
import type { SavedCalls } from './deferredCalls';
import { DeferredCalls } from './deferredCalls';
import type { SavedDeliveries } from './deliveries';
import { Deliveries } from './deliveries';
import type { RowRef } from './knownRows';
import { KnownRows } from './knownRows';

const VERSION = 7;

export interface SavedState {
	version: typeof VERSION;
	scope: string;
	account: string;
	idField?: string;
	/** The known rows, as `KnownRows` writes them. */
	known: string;
	floor?: number;
	start?: number;
	whole?: { at: number; rows: number; isGuess?: boolean };
	deliveries: SavedDeliveries;
	deferred: SavedCalls;
	noted?: string[];
	own?: IDataObject;
}

/** What the readings of a list change by themselves. */
export type ListState = Pick<SavedState, 'idField' | 'start' | 'whole'>;

const isText = (value: unknown): boolean => typeof value === 'string';
/** A time that was the present when it was saved, as far as zones and clocks tell. */
const isPastTime = (value: unknown): boolean =>
	Number.isFinite(value) && Number(value) >= 0 && Number(value) <= Date.now() + bounds.zoneMs;
const orNone = (isRight: (value: unknown) => boolean) => (value: unknown) =>
	value === undefined || isRight(value);

const checks: Record<keyof SavedState, (value: unknown) => boolean> = {
	version: (value) => value === VERSION,
	scope: isText,
	account: isText,
	idField: orNone(isText),
	known: KnownRows.isText,
	floor: orNone(isPastTime),
	start: orNone(isPastTime),
	whole: orNone((value) => isObject(value) && isPastTime(value.at) && Number.isInteger(value.rows)),
	deliveries: Deliveries.isSaved,
	deferred: DeferredCalls.isSaved,
	noted: orNone((value) => Array.isArray(value) && value.every(isText)),
	own: orNone(isObject),
};

const isSaved = (value: unknown): value is SavedState =>
	isObject(value) &&
	(Object.keys(checks) as Array<keyof SavedState>).every((name) => checks[name](value[name]));

const emptyState = (scope: string, account: string, floor?: number): SavedState => ({
	version: VERSION,
	scope,
	account,
	known: '',
	floor,
	deferred: {},
	deliveries: { emitted: [], lost: [] },
});

/** What is remembered from poll to poll: a draft, until it is committed. */
export class TriggerState {
	deferredCalls!: DeferredCalls;
	/** Rows that were emitted or left out. */
	known!: KnownRows;
	/** What was seen of the list, such as that rows say their agent, and what was reported already. */
	noted!: Set<string>;
	/** What an event without a list remembers; undefined before its first poll. */
	own?: IDataObject;
	private deliveries!: Deliveries;
	private saved!: SavedState;
	/** The earliest time of the new rows that are left to the next poll. */
	private firstLeft = Infinity;
	/** How late a row may come, in milliseconds. */
	private slack = Infinity;
	private forgetsUnlisted = false;

	/** @param isFirst whether no poll has come to its end by now */
	private constructor(
		saved: SavedState,
		public isFirst: boolean,
	) {
		this.load(saved);
	}

	private load(saved: SavedState): void {
		this.saved = saved;
		this.deferredCalls = new DeferredCalls(saved.deferred);
		this.known = new KnownRows(saved.known);
		this.deliveries = new Deliveries(saved.deliveries.emitted, saved.deliveries.lost);
		this.noted = new Set(saved.noted);
		this.own = saved.own;
	}

	/** @param startFrom rows since then are new; without it, what is there now must be learned first */
	static begin(scope: string, account: string, startFrom?: number): TriggerState {
		return new TriggerState(emptyState(scope, account, startFrom), true);
	}

	/**
	 * 'unreadable': not of this version. 'other': about something else. Undefined: nothing was saved.
	 *
	 * @throws ParameterError if a newer version of the package saved it
	 */
	static read(data: IDataObject, scope: string): TriggerState | 'unreadable' | 'other' | undefined {
		if (data.state === undefined) return undefined;
		const saved: unknown = jsonParse(JSON.stringify(data.state));
		if (isObject(saved) && Number(saved.version) > VERSION) {
			throw new ParameterError(
				'A newer version of this package has run this trigger',
				'Install that version again, so that no call is lost or emitted twice',
			);
		}
		if (!isSaved(saved)) return 'unreadable';
		return saved.scope === scope ? new TriggerState(saved, false) : 'other';
	}

	/**
	 * Deliveries that a crash may have lost are open again. Rows that were lost too long ago are given up.
	 * @param window how soon after a delivery a process must have begun, in milliseconds; 0 for never
	 * @param processStart when this process began
	 */
	reopen(window: number, processStart: number, now: number): void {
		this.deliveries.reopen(window, processStart, now);
		for (const key of this.deliveries.expire(now - bounds.redeliveryMs)) {
			if (!this.known.has(key)) this.known.add({ key, time: now });
		}
	}

	/**
	 * What was found is emitted: it is known from now on, and can be reopened after a crash. @param account of the
	 * credential
	 * @returns what is to be saved, as plain JSON
	 */
	commit(found: readonly RowRef[], account: string, now: number): SavedState {
		const { saved, known, deliveries, deferredCalls, noted, own, firstLeft } = this;
		found.forEach((row) => this.markKnown(row));
		if (found.length > 0) deliveries.add(found, now);
		// The watermark goes by the latest known row, so none counts as later than what was left over.
		known.limitTimes(Math.min(now, firstLeft));
		this.shorten(bounds.maxKnown, (known.latest ?? 0) - this.slack);
		if (this.forgetsUnlisted) known.forgetUnlisted(bounds.maxKnown);
		this.shorten(bounds.maxRecent, Math.min(firstLeft, now - bounds.recentMs));
		const all: SavedState = {
			...saved,
			account,
			known: known.toString(),
			deferred: deferredCalls.toJSON(),
			deliveries: deliveries.toJSON(),
			noted: [...noted],
			own,
		};
		return jsonParse<SavedState>(JSON.stringify(all));
	}

	/** All that is known is another account's: what is there now is learned first, for every choice of Start From. */
	startOver(account: string): void {
		this.load(emptyState(this.saved.scope, account));
		this.isFirst = true;
	}

	/** Whether what is known is that of this account. */
	isOf(account: string): boolean {
		return this.saved.account === account;
	}

	// Rows

	/** Whether a row is still to be emitted, as far as it is wanted and ready. */
	isNew({ key, time = Infinity }: RowRef): boolean {
		const { floor = -Infinity } = this.saved;
		return this.isRedelivery(key) || (!this.known.has(key) && time >= floor);
	}

	/** Marks a row as known, because it is old, emitted or not wanted. */
	markKnown(row: RowRef): void {
		this.known.add(row);
		this.deferredCalls.delete(row.key);
		this.deliveries.found(row.key);
	}

	/** Keeps a call until it is ready. One that is deferred already stays as it is. @returns false if there is no room */
	defer(call: RowRef & { id: string }, now: number): boolean {
		const isKept = this.deferredCalls.add(call, now);
		if (isKept) this.known.delete(call.key);
		return isKept;
	}

	/** Makes a row unknown: it is new when it is listed again. */
	forgetRow(key: string): void {
		this.known.delete(key);
		this.deferredCalls.delete(key);
		this.deliveries.found(key);
	}

	/** Whether a row was emitted before, and a crash may have lost it. */
	isRedelivery(key: string): boolean {
		return this.deliveries.isLost(key);
	}

	/** Learns a row that was there at the activation. @param before rows with an earlier time cannot be new */
	learn(row: RowRef, before: number): void {
		const { known } = this;
		const { maxKnown } = bounds;
		known.add(row);
		// Not at every row: perhaps none of them may be forgotten.
		if (known.size > maxKnown && known.size % maxKnown === 0) this.shorten(maxKnown, before);
	}

	/** Whether a row was met before, whatever became of it. */
	hasMet(key: string): boolean {
		return this.known.has(key) || this.deferredCalls.has(key) || this.isRedelivery(key);
	}

	/**
	 * Whether this very row was met before. Two accounts can number their rows alike, but not make them in the same
	 * second.
	 * @param row without a time that is ahead of now
	 */
	isSameRow(row: RowRef): boolean {
		const { known, deferredCalls } = this;
		const { time } = deferredCalls.get(row.key) ?? {};
		if (time !== undefined && row.time !== undefined) return time === row.time;
		return known.has(row.key) ? known.hasSame(row) : this.hasMet(row.key);
	}

	// Reading a list

	get list(): ListState {
		return this.saved;
	}

	/**
	 * No new row has an earlier time than this; undefined before the first poll, without Start From.
	 *
	 * @param slack how late a row may appear, in milliseconds, and some minutes more
	 */
	watermark(slack: number): number | undefined {
		const { floor, start = floor } = this.saved;
		const latest = Math.min(this.known.latest ?? Infinity, this.deliveries.lostFrom);
		const time = latest === Infinity ? start : latest;
		return time === undefined ? undefined : time - slack;
	}

	/** Rows with an earlier time are old from now on, also if they are not known. */
	raiseFloor(time: number): void {
		this.saved.floor = Math.max(this.saved.floor ?? 0, time);
	}

	/** Rows before the watermark are old: another user of the same organization can see more of them. */
	closePast(slack: number): void {
		if (this.known.latest !== undefined) this.raiseFloor(this.known.latest - slack);
	}

	/** A row with a time is met: the start becomes the floor. @param behind how far times may be behind n8n's clock */
	settleStart(behind: number): void {
		const { start } = this.saved;
		if (start === undefined) return;
		this.raiseFloor(start - behind);
		this.saved.start = undefined;
	}

	/** The list was read. @param rows new ones that are left over. @param slack how late a row may come, in ms */
	leave(rows: readonly RowRef[], slack: number): void {
		this.slack = slack;
		for (const { time = Infinity } of rows) this.firstLeft = Math.min(this.firstLeft, time);
		// They are still to be read.
		const { whole } = this.saved;
		if (whole) whole.rows = Math.max(whole.rows - rows.length, 0);
	}

	/** Everything was read: known rows that were not met are not listed any more. */
	mayForgetUnlisted(): void {
		this.forgetsUnlisted = true;
	}

	/** Forgets the earliest known rows above a bound, and raises the floor, so that they are not new. */
	private shorten(count: number, before: number): void {
		const floor = this.known.shorten(count, before);
		if (floor !== undefined) this.raiseFloor(floor);
	}
}
