import type { IExecuteFunctions } from 'n8n-workflow';
import { RequestFailure } from '../../http';
import { executionState, refuseWithoutExecution } from '../../run';
import { ParameterError, localTime } from '../../values';
import type { KnownNumbers, Within } from './duplicateNumbers';
import type { StoredSet } from './storedSet';
import { LockedSet, notRecorded, setOfExecution, storedSetOf } from './storedSet';
import { WorkflowLock, inTurn } from './workflowLock';

/** What was known of some keys when the free ones were claimed. */
export interface Claim extends KnownNumbers {
	/** What they are claimed for: `day 2026-11-23`, or `ever`. */
	period: string;
	/** Whether nothing was recorded for the period before. */
	isNew: boolean;
}

/** What is recorded of a key: `day 2026-11-23 ["","+4930123456"]`. */
export const callOf = (period: string, key: string) => `${period} ${key}`;

/** Calls that ended: carried out, or certainly not. */
export interface EndedCalls {
	called: readonly string[];
	notCalled: readonly string[];
}

const begun = (call: string) => `begun ${call}`;
const done = (call: string) => `done ${call}`;

const EVER = 'ever';
const dayOf = (date: string) => `day ${date}`;
/** A crash while an entry is looked for can leave it there: a period has begun only if both its entries are there. */
const second = (period: string) => `open ${period}`;

const DAY_MS = 86_400_000;

/** `day 2026-11-30`, 1 -> `day 2026-12-01` */
function dayAfter(day: string, days: number): string {
	const at = Date.parse(day.slice(dayOf('').length)) + days * DAY_MS;
	return dayOf(new Date(at).toISOString().slice(0, 10));
}

/** How many numbers are looked up in one write: few enough to check after a crash, and more in a large, slow set. */
const handfulOf = (size: number): number => Math.min(Math.max(Math.floor(size / 1_000), 5), 20);

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
 * Remembers which numbers were called: in n8n's store, or in the execution for Once per Execution. `begun` is recorded
 * before a call is sent, `done` when it was carried out; `begun` is removed if it certainly was not.
 *   begun day 2026-11-23 ["","+4930123456"]                  -> possibly called
 *   the same, and done day 2026-11-23 ["","+4930123456"]     -> called
 */
export class CalledNumbers {
	private readonly workflowId: string;
	private readonly timeZone: string;
	private readonly set: StoredSet;
	private readonly lock: WorkflowLock;
	private readonly now: () => number;
	/** The day that was found last, with the moments between which it is today: each request asks for it. */
	private today?: { from: number; until: number; period: string };

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly within: Within,
		{ lock, now = Date.now }: LockAndClock = {},
	) {
		if (within === 'execution')
			refuseWithoutExecution(context, "'Duplicate Numbers' Once per Execution");
		this.workflowId = context.getWorkflow().id ?? '';
		this.timeZone = context.getTimezone();
		this.set =
			within === 'execution'
				? setOfExecution(executionState(context))
				: storedSetOf(context, 'node');
		this.lock = lock ?? new WorkflowLock(storedSetOf(context, 'workflow'));
		this.now = now;
	}

	/** How many entries the store has; undefined if it cannot be read. */
	async size(): Promise<number | undefined> {
		return await this.set.size().catch(() => undefined);
	}

	/** Whether the day of a claim has ended. Then it says nothing about the calls of the next day. `ever` does not end. */
	isPast(period: string): boolean {
		return period < this.periodNow();
	}

	/**
	 * Records, in one write, who will be called, and which calls of this run were carried out.
	 * @throws ParameterError if another node uses what the lock needs, or the workflow is not saved
	 * @throws RequestFailure if it cannot be recorded. Nothing may be sent then
	 */
	async claim(keys: readonly string[], called: readonly string[] = []): Promise<Claim> {
		return await new Promise((resolve, reject) => {
			const claim = async (set: LockedSet) => {
				const { period, fresh } = await this.begin(set, keys, called);
				const earlier = keys.filter((key) => !fresh.has(begun(callOf(period, key))));
				const known = await this.howEnded(set, period, earlier);
				set.check();
				// Requests need not wait until the lock is given up.
				resolve({ ...known, period, isNew: fresh.has(period) });
			};
			this.locked(claim).catch(reject);
		});
	}

	/**
	 * Records how calls ended, also after the execution was cancelled. Who is in neither list stays possibly called.
	 * @throws RequestFailure if nothing of it was done. It must be settled again then
	 */
	async settle({ called, notCalled }: EndedCalls): Promise<void> {
		if (called.length + notCalled.length === 0) return;
		const record = async (set: LockedSet) => {
			if (called.length > 0) await set.record(called.map(done));
			// Tried once: a removal that seems to fail may have worked, and others may claim the same numbers next.
			await set.remove(notCalled.map(begun)).catch(() => undefined);
		};
		await this.locked(record, () => false);
	}

	/**
	 * What is known of these keys; the store stays as it was. `done` is looked for where `begun` is: a crash in between
	 * makes a handful of new numbers possibly called, and frees nobody who was called.
	 * @throws RequestFailure if the store cannot be read
	 */
	async remembered(keys: readonly string[]): Promise<KnownNumbers> {
		const size = await this.size();
		const period =
			size === 0 ? undefined : await this.locked(async (set) => await this.inStore(set));
		if (period === undefined) return { called: new Set(), possiblyCalled: new Set() };
		const handful = handfulOf(size ?? 0);
		const earlier: string[] = [];
		for (let from = 0; from < keys.length; from += handful) {
			const part = keys.slice(from, from + handful);
			const begunOf = (key: string) => begun(callOf(period, key));
			// Others have the lock in between.
			const there = await this.locked(async (set) => await set.has(part.map(begunOf)));
			earlier.push(...part.filter((key) => there.has(begunOf(key))));
		}
		return await this.locked(async (set) => await this.howEnded(set, period, earlier));
	}

	/** Does the work while nobody else changes the store. What it has added is removed if it fails. */
	private async locked<T>(
		work: (set: LockedSet) => Promise<T>,
		isCancelled = () => this.context.getExecutionCancelSignal()?.aborted === true,
	): Promise<T> {
		const workIn = async (set: LockedSet) =>
			await work(set).catch(async (error: unknown) => {
				await set.undo().catch(() => undefined);
				const isTold = error instanceof RequestFailure || error instanceof ParameterError;
				throw isTold ? error : notRecorded();
			});
		if (this.within === 'execution') return await workIn(new LockedSet(this.set, { isSafe: true }));
		// Without an ID of the workflow, n8n would look for the set of any workflow.
		if (this.workflowId === '') throw notSaved();
		return await inTurn(
			this.workflowId,
			async () =>
				await this.lock.runLocked(
					async (lease) => await workIn(new LockedSet(this.set, lease)),
					isCancelled,
				),
		);
	}

	/** `day 2026-11-23`, by the clock of this machine in the time zone of the workflow; or `ever`. */
	private periodNow(): string {
		if (this.within !== 'day') return EVER;
		const now = this.now();
		if (!this.today || now < this.today.from || now > this.today.until) {
			const time = localTime(now, this.timeZone);
			const until = time.endOf('day').toMillis();
			this.today = { from: now, until, period: dayOf(time.toFormat('yyyy-MM-dd')) };
		}
		return this.today.period;
	}

	/**
	 * Records a claim. The first one of a day empties the set, if it has no numbers that count for good.
	 * @returns what the claim is for, and which of its entries were new
	 */
	private async begin(
		set: LockedSet,
		keys: readonly string[],
		called: readonly string[],
	): Promise<{ period: string; fresh: Set<string> }> {
		const recordFor = async (period: string) => ({
			period,
			fresh: await set.record([
				period,
				second(period),
				...called.map(done),
				...keys.map((key) => begun(callOf(period, key))),
			]),
		});
		const today = this.periodNow();
		const claimed = await recordFor(today);
		const isNewDay =
			this.within === 'day' && [today, second(today)].some((one) => claimed.fresh.has(one));
		if (!isNewDay) return claimed;
		if (await this.hasBegun(set, dayAfter(today, 1))) {
			await set.remove([...claimed.fresh]);
			return await recordFor(dayAfter(today, 1));
		}
		if (await this.hasBegun(set, EVER)) {
			// Nothing is forgotten, but yesterday is over for a clock that is behind.
			await set.remove([dayAfter(today, -1)]);
			return claimed;
		}
		await set.clear();
		return await recordFor(today);
	}

	private async hasBegun(set: LockedSet, period: string): Promise<boolean> {
		const first = await set.has([period]);
		return first.size > 0 && (await set.has([second(period)])).size > 0;
	}

	/** What the set is about: `ever`, today, or tomorrow if a faster clock has begun it; undefined: an earlier day. */
	private async inStore(set: LockedSet): Promise<string | undefined> {
		const now = this.periodNow();
		if (this.within !== 'day') return now;
		if (await this.hasBegun(set, dayAfter(now, 1))) return dayAfter(now, 1);
		return (await this.hasBegun(set, now)) ? now : undefined;
	}

	/** What is known of keys that were begun. */
	private async howEnded(
		set: LockedSet,
		period: string,
		keys: readonly string[],
	): Promise<KnownNumbers> {
		const there = await set.has(keys.map((key) => done(callOf(period, key))));
		const isCalled = (key: string) => there.has(done(callOf(period, key)));
		return {
			called: new Set(keys.filter(isCalled)),
			possiblyCalled: new Set(keys.filter((key) => !isCalled(key))),
		};
	}
}
