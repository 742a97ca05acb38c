import { OWN_ID, isOver, type FakeRow } from '../support/platformRows.mts';
import { EVENTS, type NewRow, type Setup } from './history.mts';

/** What the trigger did and must not do, or the other way round. */
export class Broken extends Error {
	override readonly name = 'Broken';
}

/** When something came about, seen from the poll that set the baseline. `unclear`: while it ran, or before it was saved. */
export type Phase = 'before' | 'unclear' | 'after';

interface Return {
	at: number;
	process: number;
	/** The state that knows of it would survive a crash. */
	isSaved: boolean;
}

/** Everything that is known about one row from outside the node. */
interface Entry {
	row: NewRow;
	created: number;
	insertedIn: Phase;
	/** When what the trigger watches for came about; undefined as long as it has not. */
	occurredIn?: Phase;
	/** On n8n's clock. */
	overAt?: number;
	isDeleted: boolean;
	returns: Return[];
	/** How often a workflow got it. */
	runs: number;
	/** A delivery that never reached a workflow. `isPromised`: the trigger had the chance to notice. */
	loss?: { at: number; process: number; isPromised: boolean };
}

interface Item {
	json: Record<string, unknown>;
}

const MINUTE = 60_000;

/** Keeps account of what was given out and says when it was wrong. */
export class Ledger {
	phase: Phase = 'before';
	/** When the poll began that set the baseline. */
	baselineAt = 0;
	/** When each process of n8n began. */
	readonly processStarts: number[] = [];
	private readonly entries = new Map<string, Entry>();

	constructor(
		private readonly setup: Setup,
		private readonly startFrom: number | undefined,
	) {}

	get process(): number {
		return this.processStarts.length - 1;
	}

	/** @param overAt when it was over, if it is */
	insert(row: NewRow, created: number, overAt: number | undefined): void {
		const occurs = !this.waitsForEnd || overAt !== undefined;
		this.entries.set(row.id, {
			row,
			created,
			overAt,
			insertedIn: this.phase,
			...(occurs && { occurredIn: this.phase }),
			isDeleted: false,
			returns: [],
			runs: 0,
		});
	}

	ended(id: string, now: number): void {
		const entry = this.entry(id);
		entry.overAt = now;
		entry.occurredIn ??= this.phase;
	}

	deleted(id: string): void {
		this.entry(id).isDeleted = true;
	}

	/**
	 * Items that a poll gave.
	 *
	 * @param fate whether the state that knows of them was saved, and whether a workflow ran with them
	 */
	record(items: readonly Item[], now: number, fate: { isSaved: boolean; hasRun: boolean }): void {
		for (const item of items) {
			const entry = this.entry(this.idOf(item));
			entry.returns.push({ at: now, process: this.process, isSaved: fate.isSaved });
			if (fate.hasRun) {
				entry.runs += 1;
				entry.loss = undefined;
			} else if (fate.isSaved) {
				entry.loss = { at: now, process: this.process, isPromised: false };
			}
		}
	}

	/** A poll came to a good end and its state was saved: what was lost shortly before must be known to it. */
	noticeLosses(now: number): void {
		for (const { loss } of this.entries.values()) {
			if (!loss || loss.process === this.process || this.setup.afterCrash === 'skip') continue;
			if (now - loss.at <= this.setup.crashWindowMinutes * MINUTE) loss.isPromised = true;
		}
	}

	/** Whether these items may be given out now, each of them and all together. */
	checkItems(items: readonly Item[], find: (id: string) => FakeRow | undefined, now: number): void {
		if (items.length > this.setup.batchSize) {
			throw new Broken(
				`${items.length} items at once, though the batch size is ${this.setup.batchSize}`,
			);
		}
		const ids = new Set<string>();
		for (const item of items) {
			const id = this.idOf(item);
			if (ids.has(id)) throw new Broken(`${id} comes twice in one batch`);
			ids.add(id);
			this.checkReality(id, find, now);
			this.checkRepetition(id, item);
			this.checkAge(id);
		}
	}

	/** Whether these items are real ones, as the test of a workflow wants them. */
	checkSample(items: readonly Item[], find: (id: string) => FakeRow | undefined): void {
		for (const item of items) {
			const id = this.idOf(item);
			const row = find(id);
			if (!row) throw new Broken(`The sample ${id} is not on the platform`);
			if (this.waitsForEnd && !isOver(row)) throw new Broken(`The sample ${id} is not over`);
			if (!this.matches(this.entry(id).row))
				throw new Broken(`The filters exclude the sample ${id}`);
			if (item.json.redelivered !== false)
				throw new Broken(`The sample ${id} is marked as redelivered`);
		}
	}

	/** Rows that must have reached a workflow by the end and did not. */
	get missing(): string[] {
		return [...this.entries]
			.filter(([, entry]) => entry.runs === 0 && this.isDue(entry))
			.map(([id]) => id);
	}

	/** Whether the platform has anything to show for a test. */
	hasSample(find: (id: string) => FakeRow | undefined): boolean {
		return [...this.entries].some(([id, { row }]) => {
			const shown = find(id);
			return shown && this.matches(row) && (!this.waitsForEnd || isOver(shown));
		});
	}

	describe(id: string): string {
		const { row, returns, runs, insertedIn, occurredIn, loss, created } = this.entry(id);
		return JSON.stringify({
			...row,
			created: new Date(created).toISOString(),
			insertedIn,
			occurredIn,
			runs,
			returns: returns.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
			loss,
		});
	}

	private get waitsForEnd(): boolean {
		return this.setup.event === 'callEnded' || this.setup.event === 'campaignFinished';
	}

	private get isOfCampaigns(): boolean {
		return this.setup.event === 'campaignFinished';
	}

	private entry(id: string): Entry {
		const entry = this.entries.get(id);
		if (!entry) throw new Broken(`There never was a row "${id}"`);
		return entry;
	}

	private idOf({ json }: Item): string {
		return String(json[OWN_ID[EVENTS[this.setup.event]]] ?? json.id);
	}

	private matches(row: NewRow): boolean {
		const { agentId, campaignId, direction } = this.setup.filters;
		return (
			(agentId === undefined || row.agentId === agentId) &&
			(campaignId === undefined || row.campaignId === campaignId) &&
			(direction === undefined || row.direction === direction)
		);
	}

	private checkReality(id: string, find: (id: string) => FakeRow | undefined, now: number): void {
		const entry = this.entry(id);
		if (!this.matches(entry.row)) throw new Broken(`The filters exclude ${id}`);
		if (!this.waitsForEnd) return;
		if (entry.overAt === undefined) throw new Broken(`${id} is not over yet`);
		const row = find(id);
		const isWaitedFor =
			this.setup.event === 'callEnded' && row?.status === 'completed' && !row.isComplete;
		const waited = now + this.setup.skewMs - (row?.ended ?? 0);
		if (isWaitedFor && waited < this.setup.waitMinutes * MINUTE - Math.abs(this.setup.skewMs)) {
			throw new Broken(`${id} has no transcript, and was waited for no longer than ${waited} ms`);
		}
	}

	private checkRepetition(id: string, item: Item): void {
		const saved = this.entry(id).returns.filter(({ isSaved }) => isSaved);
		const mark = item.json.redelivered;
		if (typeof mark !== 'boolean') throw new Broken(`${id} does not say whether it is redelivered`);
		if (saved.some(({ process }) => process === this.process)) {
			throw new Broken(`${id} is given out again by the same process`);
		}
		if (!mark && saved.length > 0) throw new Broken(`${id} is given out again without a mark`);
		if (!mark) return;
		if (this.setup.afterCrash === 'skip')
			throw new Broken(`${id} is given out again in spite of "skip"`);
		const window = this.setup.crashWindowMinutes * MINUTE;
		const isTimely = saved.some(({ at, process }) =>
			this.processStarts.some((start, number) => number > process && start - at <= window),
		);
		if (!isTimely)
			throw new Broken(`${id} is marked as redelivered, but no crash can have lost it`);
	}

	private checkAge(id: string): void {
		const entry = this.entry(id);
		if (entry.occurredIn !== 'before') return;
		const isWanted = this.startFrom !== undefined && entry.created >= this.startFrom;
		if (!isWanted) throw new Broken(`${id} was there before the activation`);
	}

	private isDue(entry: Entry): boolean {
		const { occurredIn, insertedIn, created, isDeleted, loss, row } = entry;
		if (isDeleted || occurredIn === undefined || !this.matches(row)) return false;
		if (loss && !loss.isPromised) return false;
		if (this.startFrom !== undefined) return created >= this.startFrom;
		if (occurredIn !== 'after') return false;
		// What was under way at the activation is known only as far back as it was read.
		const oldest = this.baselineAt + this.setup.skewMs - this.setup.overlapMinutes * MINUTE;
		const wasRead = insertedIn === 'before' && created >= oldest;
		return insertedIn === 'after' || this.isOfCampaigns || wasRead;
	}
}
