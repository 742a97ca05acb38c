/*
 * What the trigger remembers from poll to poll, as plain JSON in the node's static data. Nobody else reads or writes what is saved. Times are
 * milliseconds since 1970; those of rows are on the platform's clock, and one that is ahead of now counts as now.
 *
 * | Field      | What it is                                                                                                               |
 * | ---------- | ------------------------------------------------------------------------------------------------------------------------ |
 * | version    | of this table                                                                                                            |
 * | scope      | what is watched: the event, and the filters that make it another list. Another scope starts over                         |
 * | account    | a hash of Base URL and email. If it has changed, the next poll looks for a known row. If one is listed, what is earlier  |
 *                than the watermark is old; if none is, the trigger starts over, and an error says so                                     |
 * | idField    | the field that identifies the rows, chosen by the first poll that met rows                                               |
 * | known      | keys of rows that were emitted or are not wanted, with their times                                                       |
 * | floor      | rows with an earlier time are old, also if they are not known. Absent: an unknown row is new, whatever its time,          |
 *                but for what `partial` says                                                                                              |
 * | start      | rows with an earlier time were made before the activation, and are old. Absent with Start From                            |
 * | readUpTo   | the watermark is not later than this: a full batch left over rows since then, or rows wait for their identifier.         |
 *                Absent: the times of the known rows decide alone                                                                          |
 * | unnamed    | keys of new rows that wait for their identifier, each as often as it has waited                                          |
 * | rows       | how many rows the list had when its end was seen last                                                                    |
 * | wholeAt    | when all of it was read last, or could not be read in the time of a poll                                                 |
 * | unlisted   | keys of known rows that were not there then: they are not expected again                                                 |
 * | total      | how many rows the platform said that there are, less those that a full batch left over                                   |
 * | partial    | set until a reading was whole: the latest time that the first reading met (0 with Start From). Rows without a            |
 *                time, and earlier ones where the list is not sorted, are old then                                             |
 * | deliveries | what was emitted lately, and what of it a crash may have lost                                                            |
 * | deferred   | calls that are not ready, each with the time of its next look                                                            |
 * | noted      | what was said, so that it is said once                                                                                   |
 * | own        | what an event without a list remembers                                                                                   |
 *
 * Four verbs. `begin`: a trigger that has never polled. `read`: a draft of what was saved. `reopen`: what a crash may have lost is to be emitted
 * again. `commit`: what was found becomes emitted, and the draft what is saved. A poll that fails throws its draft away.
 *
 * A row is unknown, known, deferred (a call that is not ready), or lost (emitted, and a crash may have lost it).
 */
import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import { isObject, ParameterError } from '../../shared/values';
import { bounds } from '../bounds';
import { KEY_LENGTH } from '../rowKey';
import type { SavedCalls } from './deferredCalls';
import { DeferredCalls } from './deferredCalls';
import type { SavedDeliveries } from './deliveries';
import { Deliveries, keysIn } from './deliveries';
import type { RowRef } from './knownRows';
import { KnownRows } from './knownRows';

const VERSION = 6;

export interface SavedState {
	version: typeof VERSION;
	scope: string;
	account: string;
	idField?: string;
	/** The known rows, as `KnownRows` writes them. */
	known: string;
	floor?: number;
	start?: number;
	readUpTo?: number;
	/** Keys in one text. */
	unnamed?: string;
	rows?: number;
	wholeAt?: number;
	/** The keys of the unlisted rows in one text. */
	unlisted?: string;
	total?: number;
	partial?: number;
	deliveries: SavedDeliveries;
	deferred: SavedCalls;
	noted?: string[];
	own?: IDataObject;
}

/** What the readings of a list change by themselves. */
export type ListMemory = Pick<
	SavedState,
	'idField' | 'floor' | 'start' | 'rows' | 'wholeAt' | 'total' | 'partial'
>;

const isTime = (value: unknown): boolean =>
	value === undefined || (Number.isFinite(value) && Number(value) >= 0);
/** A time that was the present when it was saved, as far as zones and clocks tell. */
const isPastTime = (value: unknown): boolean =>
	isTime(value) && Number(value ?? 0) <= Date.now() + bounds.zoneMs;
const isCountOrNone = (value: unknown): boolean => value === undefined || Number.isFinite(value);
const isText = (value: unknown): boolean => typeof value === 'string';

const isKeysOrNone = (value: unknown): boolean =>
	value === undefined || (isText(value) && String(value).length % KEY_LENGTH === 0);

const checks: Record<keyof SavedState, (value: unknown) => boolean> = {
	version: (value) => value === VERSION,
	scope: isText,
	account: isText,
	idField: (value) => value === undefined || isText(value),
	known: KnownRows.isText,
	floor: isPastTime,
	start: isPastTime,
	unnamed: isKeysOrNone,
	readUpTo: isPastTime,
	rows: isCountOrNone,
	wholeAt: isPastTime,
	unlisted: isKeysOrNone,
	total: isCountOrNone,
	partial: isPastTime,
	deliveries: Deliveries.isSaved,
	deferred: DeferredCalls.isSaved,
	noted: (value) => value === undefined || (Array.isArray(value) && value.every(isText)),
	own: (value) => value === undefined || isObject(value),
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
	...(floor !== undefined && { partial: 0 }),
});

/** How often each key comes. */
function counted(keys: Iterable<string>): Map<string, number> {
	const counts = new Map<string, number>();
	for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
	return counts;
}

/** What is remembered from poll to poll: a draft, until it is committed. */
export class TriggerState {
	deferredCalls!: DeferredCalls;
	/** Rows that were emitted or left out. Only this class changes them. */
	known!: KnownRows;
	private deliveries!: Deliveries;
	private unlisted!: Set<string>;
	/** What was seen of the list, such as that rows say their agent; and what was reported, and is not to be reported again. */
	noted!: Set<string>;
	/** What an event without a list remembers; undefined before its first poll. */
	own?: IDataObject;
	/** As `SavedState.readUpTo`, for the next poll. */
	private readUpTo = Infinity;
	/** New rows that wait for their identifier: in how many polls they were met. */
	private waits!: ReadonlyMap<string, number>;
	private readonly unnamed = new Map<string, number>();
	/** Known rows that were not listed when everything was read, twice in a row. */
	private gone: ReadonlySet<string> = new Set();
	/** As `mayForget` has it. */
	private forgetsBefore = -Infinity;
	private firstLeft = Infinity;
	private saved!: SavedState;

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
		this.unlisted = new Set(keysIn(saved.unlisted ?? ''));
		this.waits = counted(keysIn(saved.unnamed ?? ''));
		this.noted = new Set(saved.noted);
		this.own = saved.own;
	}

	/** @param startFrom rows since then are new; without it, what is there now must be learned first */
	static begin(scope: string, account: string, startFrom?: number): TriggerState {
		return new TriggerState(emptyState(scope, account, startFrom), true);
	}

	/**
	 * 'unreadable' if what was saved is no state; 'other' if it is about something else; undefined if nothing was saved.
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
	 * Deliveries that a crash may have lost are open again. Rows that were lost so long ago that nobody waits for them are given up.
	 *
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
	 * What was found is emitted: it is known from now on, and can be reopened after a crash.
	 *
	 * @param account of the credential
	 * @returns what is to be saved, as plain JSON
	 */
	commit(found: readonly RowRef[], account: string, now: number): SavedState {
		const { saved, known, deliveries, deferredCalls, unlisted, unnamed, noted, own } = this;
		found.forEach((row) => this.markDone(row));
		if (found.length > 0) {
			deliveries.add(
				found.map(({ key }) => key),
				now,
			);
		}
		known.limitTimes(now);
		this.trimKnown(now);
		const all: SavedState = {
			...saved,
			account,
			readUpTo: Number.isFinite(this.readUpTo) ? Math.min(this.readUpTo, now) : undefined,
			known: known.toString(),
			deferred: deferredCalls.toJSON(),
			deliveries: deliveries.toJSON(),
			unlisted: [...unlisted].filter((key) => known.has(key) || this.isRedelivery(key)).join(''),
			unnamed: [...unnamed].map(([key, count]) => key.repeat(count)).join('') || undefined,
			noted: [...noted],
			own,
		};
		return jsonParse<SavedState>(JSON.stringify(all));
	}

	/** Everything that is known is that of another account: what is there now must be learned first, whatever Start From says. */
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
	isNew({ key, time }: RowRef): boolean {
		const { floor = -Infinity } = this.saved;
		return (
			this.isRedelivery(key) || (!this.known.has(key) && !(time !== undefined && time < floor))
		);
	}

	/** Marks a row as known, because it is old, emitted or not wanted. */
	markDone(row: RowRef): void {
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

	/** Whether a new row without its identifier waits for the next poll. It does so twice, and is emitted without it then. */
	waitsForId(key: string): boolean {
		const count = (this.waits.get(key) ?? 0) + 1;
		if (count > bounds.idPolls || this.isRedelivery(key)) return false;
		this.unnamed.set(key, count);
		return true;
	}

	/** A row has its identifier now: what is known of it under one key is known of it under another. */
	rename(from: string, to: string, id: string): void {
		this.known.rename(from, to);
		this.deferredCalls.rename(from, to, id);
		this.deliveries.rename(from, to);
	}

	/** Learns a row that was there at the activation. @param before rows with an earlier time cannot be new */
	learn(row: RowRef, before: number): void {
		this.known.add(row);
		if (this.known.size > 2 * bounds.maxKnown) this.shorten(bounds.maxKnown, before);
	}

	/** Whether a row was met before, whatever became of it. */
	hasMet(key: string): boolean {
		return this.known.has(key) || this.deferredCalls.has(key) || this.isRedelivery(key);
	}

	/**
	 * Whether a row was met before, and not another one: two accounts can number their rows alike, but not make them in the same second.
	 *
	 * @param row its time is one that is not ahead of now
	 */
	isSameRow(row: RowRef): boolean {
		const { known, deferredCalls } = this;
		const { time } = deferredCalls.get(row.key) ?? {};
		if (time !== undefined && row.time !== undefined) return time === row.time;
		return known.has(row.key) ? known.hasSame(row) : this.hasMet(row.key);
	}

	/** Rows before the watermark are old, also if they are not known: another user of the same organization can see more of them. */
	closePast(slack: number): void {
		this.saved.floor = this.watermark(slack);
	}

	// Reading a list

	get list(): ListMemory {
		return this.saved;
	}

	/**
	 * How far a reading of a sorted list must go back: what is earlier is found when everything is read; undefined: to the end.
	 *
	 * @param slack how late a row may appear, in milliseconds, and some minutes more
	 */
	watermark(slack: number): number | undefined {
		const { floor, readUpTo = Infinity } = this.saved;
		const { latest } = this.known;
		if (latest === undefined) return floor;
		return Math.max(Math.min(latest, readUpTo) - slack, floor ?? -Infinity);
	}

	/** Known rows that a reading must meet: those without a time or since the watermark, and those that a crash may have lost. */
	knownSince(since: number): Set<string> {
		return new Set([...this.known.keysSince(since), ...this.deliveries.lostKeys]);
	}

	/** Known rows that a reading is expected to meet: those that were listed when everything was read last. */
	expected(since: number): Set<string> {
		return new Set([...this.knownSince(since)].filter((key) => !this.unlisted.has(key)));
	}

	/** Notes known rows that are not listed any more. @param isAll whether no others are missing */
	noteUnlisted(keys: Iterable<string>, isAll: boolean): void {
		const missing = [...keys];
		if (isAll) {
			this.gone = new Set(missing.filter((key) => this.unlisted.has(key)));
			this.unlisted.clear();
		}
		for (const key of missing) this.unlisted.add(key);
	}

	/** Notes that this poll did not emit all rows from this time on: the next one reads back to it. */
	noteReadUpTo(time: number): void {
		this.readUpTo = Math.min(this.readUpTo, time);
	}

	/**
	 * Notes that the list was read.
	 *
	 * @param before rows with an earlier time cannot be new any more
	 * @param firstLeft the earliest time of the new rows that are left to the next poll
	 */
	mayForget(before: number, firstLeft = Infinity): void {
		this.forgetsBefore = before;
		this.firstLeft = firstLeft;
	}

	/**
	 * Keeps the number of known rows within its bound. First those go that cannot be new any more; then those without a time that are not listed any
	 * more; then the earliest of the others, but for the last ten minutes.
	 */
	private trimKnown(now: number): void {
		const { known, gone, deliveries, forgetsBefore, firstLeft } = this;
		this.shorten(bounds.maxKnown, forgetsBefore, deliveries.keys);
		known.forgetUndated(bounds.maxKnown, gone);
		// What a crash may lose is found without being known, too.
		this.shorten(bounds.maxRecent, Math.min(firstLeft, now - bounds.recentMs));
	}

	/** Forgets the earliest known rows above a bound, but for `kept` ones, and raises the floor, so that they are not new. */
	private shorten(count: number, before: number, kept: ReadonlySet<string> = new Set()): void {
		const { saved, known } = this;
		const floor = known.shorten(count, before, kept);
		if (floor !== undefined) saved.floor = Math.max(saved.floor ?? 0, floor);
	}
}
