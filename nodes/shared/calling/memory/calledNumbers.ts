import type { IExecuteFunctions } from 'n8n-workflow';
import { RequestFailure } from '../../http';
import { executionMemory, refuseWithoutExecution } from '../../run';
import { ParameterError, localTime } from '../../values';
import type { Within } from './duplicateNumbers';
import type { StoreRow } from './storeRow';
import { HeldRow, notRecorded, rowInMemory, storeRowOf } from './storeRow';
import { WorkflowLock, inTurn } from './workflowLock';

/** What the store said of some keys when they were claimed. Keys that are in neither list are claimed now. */
export interface Claim {
	/** Keys that were called before. */
	done: ReadonlySet<string>;
	/** Keys that an earlier execution began to call, without recording how the call ended, or that another execution is calling at this moment. */
	unknown: ReadonlySet<string>;
	/** What the claimed keys are recorded under: a day, for example. */
	round: string;
	/** Whether nothing was recorded under the round before. */
	isNew: boolean;
}

/** What is recorded of a key, for `Ended`. */
export const callOf = (round: string, key: string) => `${round} ${key}`;

/** Calls that ended: carried out, or certainly not. */
export interface Ended {
	done: readonly string[];
	notDone: readonly string[];
}

/** Entries of calls that certainly did not happen, to be removed in one write. */
interface Removal {
	/**
	 * An entry that is removed together with the others. While it is there, none of the others was removed, and nobody else has claimed the same
	 * numbers.
	 */
	mark: string;
	entries: readonly string[];
}

const newMark = () => `removal ${Math.random().toString(36).slice(2)}`;

const NONE: Claim = { done: new Set(), unknown: new Set(), round: '', isNew: true };

/** What the store says of the first keys that somebody asked for. */
interface Look extends Claim {
	/** How many of the keys were asked for. */
	asked: number;
}

/**
 * The fewest numbers that are asked for in one write, which is all that a look leaves behind if it is interrupted. A write to a large store takes
 * long, and asks for more.
 */
const MIN_ASKED = 5;
const MAX_ASKED = 20;
const ENTRIES_FOR_ONE_MORE = 1_000;
const begun = (call: string) => `begun ${call}`;
const done = (call: string) => `done ${call}`;

/** The calls that a claim has begun: those whose entries were new. */
const newCalls = (round: string, keys: readonly string[], fresh: ReadonlySet<string>) =>
	keys.map((key) => callOf(round, key)).filter((call) => fresh.has(begun(call)));

/** The removals of calls that did not happen; their marks and these entries are recorded. @throws RequestFailure, or Error of the store */
async function markedRemovals(
	row: HeldRow,
	calls: readonly string[],
	besides: readonly string[] = [],
): Promise<Removal[]> {
	const parts = await row.parts(calls.map(begun));
	const removals = parts.map((entries) => ({ mark: newMark(), entries }));
	await row.record([...besides, ...removals.map(({ mark }) => mark)]);
	return removals;
}

/** The first claim of a day: what was new in it, the calls that it has begun, and all that it records under a round. */
interface NewDay {
	round: string;
	fresh: Set<string>;
	calls: readonly string[];
	entriesOf(round: string): string[];
}

const DAY_MS = 86_400_000;

/** The date that the clocks of a zone show, such as `2026-11-23`. @param moment milliseconds since 1970 */
const localDate = (moment: number, timeZone: string): string =>
	localTime(moment, timeZone).toFormat('yyyy-MM-dd');

/** The date so many days after another. */
const dateAfter = (date: string, days: number): string =>
	new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

const EVER = 'ever';
const dayRound = (date: string) => `day ${date}`;
const openMark = (round: string) => `open ${round}`;
const dateOf = (round: string) => round.slice(dayRound('').length);
/** Time zones and clocks differ by this many days at most. */
const DAYS_AHEAD = 2;

const notSaved = () =>
	new ParameterError(
		'n8n remembers called numbers only for a workflow that is saved',
		"Nothing was sent. Save the workflow, or set Options → 'Duplicate Numbers' to Once per Execution. " +
			'An agent of n8n has no workflow: put this node into one, and give the workflow to the agent as a tool',
	);

/** The lock and the clock, which a test replaces. */
export interface LockAndClock {
	lock?: WorkflowLock;
	/** Milliseconds since 1970. */
	now?: () => number;
}

/**
 * Remembers which numbers were called, in n8n's de-duplication store, or in the execution for Once per Execution.
 *
 * `begun` is recorded before the request is sent, and `done` when it is certain that it was carried out. `begun` is removed only if it is certain
 * that nothing happened. After a crash in between, the number counts as unknown: one call too few, which the output shows, is better than one
 * too many. n8n tells whether it has an entry only while it adds it. So `begun` is looked at first, and `done` only where `begun` was there: a look that is
 * interrupted can make a new number unknown, or an unknown one called, and never a called one unknown.
 *
 * Each entry has its round: the day, the execution, or none. A row that is only about days is emptied when a new day begins.
 */
export class CalledNumbers {
	private readonly workflowId: string;
	private readonly timeZone: string;
	private readonly row: StoreRow;
	private readonly lock: WorkflowLock;
	private readonly now: () => number;
	/** Calls that were claimed, and are not sent because the rest of the claim failed. */
	private unsent: string[] = [];
	/** What could not be removed, or was removed without n8n saying so. */
	private removals: Removal[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly within: Within,
		{ lock, now = Date.now }: LockAndClock = {},
	) {
		if (this.isOfExecution)
			refuseWithoutExecution(context, "'Duplicate Numbers' Once per Execution");
		this.workflowId = context.getWorkflow().id ?? '';
		this.timeZone = context.getTimezone();
		this.row = this.isOfExecution
			? rowInMemory(executionMemory(context))
			: storeRowOf(context, 'node');
		this.lock = lock ?? new WorkflowLock(storeRowOf(context, 'workflow'));
		this.now = now;
	}

	private get isOfExecution(): boolean {
		return this.within === 'execution';
	}

	/** How many entries the store has; undefined if it cannot be read. */
	async count(): Promise<number | undefined> {
		return await this.row.count().catch(() => undefined);
	}

	/** Whether something is still to be removed: the next `settle` tries it again. */
	get isBehind(): boolean {
		return this.unsent.length + this.removals.length > 0;
	}

	/** Whether the day of a claim has ended. Then it says nothing about the calls of the next day. */
	isOver(round: string): boolean {
		return this.within === 'day' && round < this.roundNow();
	}

	/**
	 * Records, in one write, who will be called, and which calls of this run were carried out.
	 *
	 * @throws ParameterError if another node uses what the lock needs, or the workflow is not saved
	 * @throws RequestFailure if it cannot be recorded. Nothing may be sent then
	 */
	async claim(keys: readonly string[], calls: readonly string[] = []): Promise<Claim> {
		return await new Promise((resolve, reject) => {
			const claim = async (row: HeldRow) => {
				const { round, fresh } = await this.begin(row, keys, calls);
				const earlier = keys.filter((key) => !fresh.has(begun(callOf(round, key))));
				const state = await this.stateOf(row, round, earlier).catch((error: unknown) => {
					// After a take-over, the entries may be those of another.
					row.check();
					this.unsent.push(...newCalls(round, keys, fresh));
					throw error;
				});
				// Another process may have taken the lock over, and claimed the same before this was written.
				row.check();
				// Requests need not wait until the lock is given up.
				resolve({ ...state, isNew: fresh.has(round) });
			};
			this.locked(claim).catch(reject);
		});
	}

	/**
	 * Records how calls ended: what is in neither list stays unknown. Also after the execution was cancelled. What could not be removed before is
	 * removed with it.
	 *
	 * @throws RequestFailure, or Error of the store, if nothing of it was recorded. It must be settled again then
	 */
	async settle({ done: called, notDone }: Ended): Promise<void> {
		if (called.length + notDone.length === 0 && !this.isBehind) return;
		const record = async (row: HeldRow) => {
			const earlier = await this.openRemovals(row);
			const notCalled = [...this.unsent, ...notDone];
			const removals = await markedRemovals(row, notCalled, called.map(done));
			// From this line on, the calls are recorded and are not settled again.
			this.unsent = [];
			this.removals = [...earlier, ...removals];
			const remove = async () => {
				for (const removal of [...this.removals]) {
					await row.removeAtOnce([removal.mark, ...removal.entries]);
					this.removals.shift();
				}
			};
			await remove().catch(() => undefined);
		};
		await this.locked(record, () => false);
	}

	/**
	 * The removals that were tried, and not carried out.
	 *
	 * @throws RequestFailure if the store does not say it. They are given up, because another may have claimed the same
	 */
	private async openRemovals(row: HeldRow): Promise<Removal[]> {
		const tried = this.removals;
		if (tried.length === 0) return [];
		this.removals = [];
		const carriedOut = await row.recordOnce(tried.map(({ mark }) => mark));
		this.removals = tried.filter(({ mark }) => !carriedOut.has(mark));
		await row.remove([...carriedOut]);
		return this.removals;
	}

	/**
	 * What the store says of these keys. Claims nothing, and leaves the store as it was. A store without entries is not touched.
	 *
	 * @throws RequestFailure if the store cannot be read
	 */
	async remembered(keys: readonly string[]): Promise<Claim> {
		const all: Look[] = [];
		if ((await this.count()) === 0) return NONE;
		for (let asked = 0; asked < keys.length; asked += all.at(-1)?.asked ?? keys.length) {
			const left = keys.slice(asked);
			all.push(await this.locked(async (row) => await this.look(row, left)));
		}
		const [first = NONE] = all;
		return {
			...first,
			done: new Set(all.flatMap((claim) => [...claim.done])),
			unknown: new Set(all.flatMap((claim) => [...claim.unknown])),
		};
	}

	private async locked<T>(
		work: (row: HeldRow) => Promise<T>,
		isCancelled = () => this.context.getExecutionCancelSignal()?.aborted === true,
	): Promise<T> {
		if (this.isOfExecution)
			return await work(new HeldRow(this.row, { isSafe: true, isLong: false }));
		// Without an ID of the workflow, n8n would look for the row of any workflow.
		if (this.workflowId === '') throw notSaved();
		return await inTurn(
			this.workflowId,
			async () =>
				await this.lock.hold(async (held) => {
					try {
						return await work(new HeldRow(this.row, held));
					} catch (error) {
						const isTold = error instanceof RequestFailure || error instanceof ParameterError;
						throw isTold ? error : notRecorded();
					}
				}, isCancelled),
		);
	}

	/** The round that a claim of this moment belongs to, by the clock of this machine. */
	private roundNow(): string {
		return this.within === 'day' ? dayRound(localDate(this.now(), this.timeZone)) : EVER;
	}

	/** @returns the round of the claim, and what was new in it */
	private async begin(
		row: HeldRow,
		keys: readonly string[],
		calls: readonly string[],
	): Promise<{ round: string; fresh: Set<string> }> {
		const round = this.roundNow();
		const entriesOf = (one: string) => [
			one,
			openMark(one),
			...calls.map(done),
			...keys.map((key) => begun(callOf(one, key))),
		];
		const fresh = await row.record(entriesOf(round));
		const isNewDay = this.within === 'day' && (fresh.has(round) || fresh.has(openMark(round)));
		if (!isNewDay) return { round, fresh };
		return await this.openDay(row, {
			round,
			fresh,
			entriesOf,
			calls: newCalls(round, keys, fresh),
		});
	}

	/**
	 * The first claim of a day. What the row has of earlier days is forgotten, unless it has numbers that are remembered for good.
	 *
	 * The day never goes back: where another clock or time zone has begun a later day, that one counts. If it fails, what was begun is given back.
	 */
	private async openDay(
		row: HeldRow,
		{ round, fresh, entriesOf, calls }: NewDay,
	): Promise<{ round: string; fresh: Set<string> }> {
		const failed = (error: unknown): never => {
			row.check();
			this.unsent.push(...calls);
			throw error;
		};
		const latest = await this.latestDay(row, dateOf(round)).catch(failed);
		if (latest !== undefined && latest !== round) {
			await row.remove([...fresh]).catch(failed);
			return { round: latest, fresh: await row.record(entriesOf(latest)) };
		}
		const kept = await this.begunOf(row, [EVER]).catch(failed);
		if (kept.length === 0) {
			const removals = await markedRemovals(row, calls).catch(failed);
			await row.clear().catch((error: unknown) => {
				// The row may have been emptied all the same, and others may have claimed the same numbers since.
				this.removals.push(...removals);
				throw error;
			});
			// All that an empty row has is of this claim.
			const entries = entriesOf(round);
			await row.record(entries);
			return { round, fresh: new Set(entries) };
		}
		// No claim is made for the days before this one any more, so their entries are not needed.
		const before = Array.from({ length: DAYS_AHEAD }, (_, index) =>
			dayRound(dateAfter(dateOf(round), -1 - index)),
		);
		await row.remove(before).catch(failed);
		return { round, fresh };
	}

	/** The latest day that was begun, from this one on; undefined if none was. */
	private async latestDay(row: HeldRow, date: string): Promise<string | undefined> {
		const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_, days) =>
			dayRound(dateAfter(date, days)),
		);
		return (await this.begunOf(row, ahead)).at(-1);
	}

	/** The rounds of these that have begun. A round has two entries, so that a look that is interrupted begins none. */
	private async begunOf(row: HeldRow, rounds: readonly string[]): Promise<string[]> {
		const seen = await row.has(rounds);
		const candidates = rounds.filter((round) => seen.has(round));
		const there = await row.has(candidates.map(openMark));
		return candidates.filter((round) => there.has(openMark(round)));
	}

	/** What the store says of keys that were begun. */
	private async stateOf(row: HeldRow, round: string, keys: readonly string[]): Promise<Claim> {
		const calls = keys.map((key) => callOf(round, key));
		const there = await row.has(calls.map(done));
		const isDone = (key: string) => there.has(done(callOf(round, key)));
		return {
			done: new Set(keys.filter(isDone)),
			unknown: new Set(keys.filter((key) => !isDone(key))),
			round,
			isNew: false,
		};
	}

	/** Asks for a handful at a time, until all are known or others need the lock. */
	private async look(row: HeldRow, keys: readonly string[]): Promise<Look> {
		const now = this.roundNow();
		const round = this.within === 'day' ? await this.latestDay(row, dateOf(now)) : now;
		if (round === undefined) return { ...NONE, asked: keys.length };
		const begunOf = (key: string) => begun(callOf(round, key));
		const bySize = Math.floor((await row.count()) / ENTRIES_FOR_ONE_MORE);
		const handful = Math.min(Math.max(bySize, MIN_ASKED), MAX_ASKED);
		const earlier: string[] = [];
		let asked = 0;
		do {
			const part = keys.slice(asked, asked + handful);
			const there = await row.has(part.map(begunOf));
			earlier.push(...part.filter((key) => there.has(begunOf(key))));
			asked += part.length;
		} while (asked < keys.length && !row.isHeldLong);
		const claim = await this.stateOf(row, round, earlier);
		row.check();
		return { ...claim, asked };
	}
}
