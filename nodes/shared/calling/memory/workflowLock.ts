import { sleep } from 'n8n-workflow';
import { ParameterError } from '../../values';
import type { StoreRow } from './storeRow';
import { notRecorded, notSent } from './storeRow';

export interface Clock {
	/** Milliseconds since any moment, on a clock that nobody sets. */
	now(): number;
	sleep(milliseconds: number): Promise<void>;
}

/** The lease: nobody keeps the lock longer. A lock that is kept longer is left over from a process that was killed. */
export const LEASE_MS = 30_000;
/** How long the holder uses the lock. The rest of the lease is for a request to the database that is slow. */
const SAFE_MS = LEASE_MS / 2;
/** A holder who has more to do than this gives the lock up in between, and asks for it again. */
const LONG_MS = 3_000;
/** How long a lock may be taken before somebody looks whether its holder is alive: from, to. */
const PATIENCE_MS = [1_000, 5_000] as const;
/** How long, beyond the lease, an execution that has marked the lock has to take it over. */
const GRACE_MS = LEASE_MS / 2;
/** How long an execution waits for the lock: long enough for one that was left behind, and for another one behind it. */
const GIVE_UP_MS = 6 * LEASE_MS;
/** After how long a database that fails is not just busy. */
const MAX_FAILING_MS = 30_000;
const POLL_MS = 20;
const MAX_POLL_MS = 120;

/** The entry by which a lock is told from a row of another node. */
const OWNER = 'voice-agent:lock';
/** A mark has 2 to this many entries, so that two marks seldom have the same size. */
const MAX_MARK = 500;

const randomId = () => Math.random().toString(36).slice(2);

const realClock: Clock = {
	now: () => performance.now(),
	sleep,
};

const rowOfAnother = () =>
	new ParameterError(
		"n8n cannot remember called numbers beside a Remove Duplicates node whose 'Scope' is Workflow",
		"Nothing was sent. In the Remove Duplicates node of this workflow, set Options → 'Scope' to Node. Then delete what it stored: run a " +
			"Remove Duplicates node once with the operation Clear Deduplication History, and with Options → 'Scope' set to Workflow. To call without this memory, " +
			"set Options → 'Duplicate Numbers' to Once per Execution",
	);

const cancelled = () => notSent('The execution was cancelled');

/** Whether n8n refuses a row because another node made it, with another way to compare. */
const isOtherMode = (error: unknown): boolean =>
	error instanceof Error && error.message.includes('incompatible setting');

/** The lock while somebody has it, from the moment at which it was asked for. */
class Held {
	private readonly startedAt: number;
	private readonly startedOn = Date.now();

	constructor(private readonly clock: Clock) {
		this.startedAt = clock.now();
	}

	/** False when the process was stopped for so long that another may have taken the lock over. */
	get isSafe(): boolean {
		return this.age < SAFE_MS;
	}

	/** Whether it is time to let others have the lock. */
	get isLong(): boolean {
		return this.age >= LONG_MS;
	}

	private get age(): number {
		// The clock that counts more decides, because one stops while the machine sleeps, and the other one can be set.
		return Math.max(this.clock.now() - this.startedAt, Date.now() - this.startedOn);
	}
}

/** What somebody who waits has seen of a lock that is taken. */
interface Sighting {
	count: number;
	since: number;
	/** A random part, from 0 to 1, of each wait: those who wait do not all act at the same moment. */
	delay: number;
	/** False until it is certain that the row is not that of another node. */
	isLock: boolean;
	/** An entry of the own mark, if nobody has written to the row since. */
	mark?: string;
}

interface Seen {
	last?: Sighting;
}

/**
 * A lock for all executions of a workflow, in all processes of an n8n: only one at a time changes what the de-duplication store has.
 *
 * n8n offers no such thing, but making a row that another makes at the same moment fails. So whoever makes the row that the nodes of a
 * workflow share has the lock, and deletes the row to give it up.
 *
 * A process that is killed leaves its row behind. Who waits adds a mark of its own to the row. Giving up the lock deletes the mark, too. So
 * a mark that is there for as long as nobody may keep the lock proves that the holder is dead; then the one whose mark is the last in
 * the row, and nobody else, deletes the row.
 */
export class WorkflowLock {
	constructor(
		private readonly row: StoreRow,
		private readonly clock: Clock = realClock,
	) {}

	/**
	 * Does the work while no other execution of this workflow does any.
	 *
	 * @throws ParameterError if another node uses the row
	 * @throws RequestFailure if the lock cannot be had, or the execution is cancelled
	 */
	async hold<T>(
		work: (held: Held) => Promise<T>,
		isCancelled: () => boolean = () => false,
	): Promise<T> {
		const held = await this.acquire(isCancelled);
		try {
			return await work(held);
		} finally {
			await this.release(held);
		}
	}

	private async acquire(isCancelled: () => boolean): Promise<Held> {
		const startedAt = this.clock.now();
		let answeredAt = startedAt;
		const seen: Seen = {};
		for (;;) {
			if (isCancelled()) throw cancelled();
			const held = new Held(this.clock);
			const answer = await this.tryOnce(seen).catch((error: unknown) => {
				if (error instanceof ParameterError) throw error;
				if (isOtherMode(error)) throw rowOfAnother();
				// The attempt fails if another process made the row at the same moment, or if the database is busy.
				return undefined;
			});
			if (answer === true) return held;
			const now = this.clock.now();
			if (answer === false) answeredAt = now;
			if (now - startedAt > GIVE_UP_MS || now - answeredAt > MAX_FAILING_MS) throw notRecorded();
			await this.clock.sleep(POLL_MS + Math.random() * (MAX_POLL_MS - POLL_MS));
		}
	}

	/** @returns true if the lock is the own one now */
	private async tryOnce(seen: Seen): Promise<boolean> {
		const count = await this.row.count();
		if (count === 0) {
			seen.last = undefined;
			return (await this.row.add([OWNER])).includes(OWNER);
		}
		if (seen.last?.count === count) return await this.look(seen.last);
		seen.last = this.sighting(count);
		return false;
	}

	/**
	 * Finds out whether the holder of a lock is alive, and deletes the lock of one that is not.
	 *
	 * @returns true if the lock is the own one now
	 */
	private async look(sighting: Sighting): Promise<boolean> {
		const age = this.clock.now() - sighting.since;
		if (sighting.mark !== undefined) return age >= LEASE_MS && (await this.takeOver(sighting));
		if (age < PATIENCE_MS[0] + sighting.delay * (PATIENCE_MS[1] - PATIENCE_MS[0])) return false;
		if (!sighting.isLock) return await this.recognise(sighting);
		// A lock with more than one entry was marked by another execution, which goes first.
		const isMarked = sighting.count > 1;
		if (isMarked && age < LEASE_MS + (1 + sighting.delay) * GRACE_MS) return false;
		return await this.mark(sighting);
	}

	/** @returns true if the row was deleted in the meantime, and this made it */
	private async recognise(sighting: Sighting): Promise<boolean> {
		const fresh = await this.row.add([OWNER]);
		sighting.isLock = !fresh.includes(OWNER);
		return !sighting.isLock && (await this.hasMade([OWNER], sighting));
	}

	/** Marks the lock. @returns true if the row was deleted in the meantime, and this made it */
	private async mark(sighting: Sighting): Promise<boolean> {
		const id = randomId();
		const size = 2 + Math.floor(Math.random() * (MAX_MARK - 1));
		const mark = Array.from({ length: size }, (_entry, index) => `${id}:${index}`);
		const fresh = await this.row.add([OWNER, ...mark]);
		if (fresh.includes(OWNER)) return await this.hasMade([OWNER, ...mark], sighting);
		const count = await this.row.count();
		const isLast = count === sighting.count + size;
		Object.assign(sighting, this.sighting(count), {
			isLock: true,
			mark: isLast ? mark[0] : undefined,
		});
		return false;
	}

	/**
	 * Whether these entries, of which none was in the row, are all that is in it.
	 *
	 * @throws ParameterError if they were added to the row of another node. They are removed again
	 */
	private async hasMade(entries: string[], { count: before }: Sighting): Promise<boolean> {
		const count = await this.row.count();
		if (count === before + entries.length) {
			await this.row.remove(entries);
			throw rowOfAnother();
		}
		// A row with more entries was also written to by somebody else. It is left as it is, like a lock that was left behind.
		return count === entries.length;
	}

	/** Deletes the lock if the own mark is still in it. @returns true if the row was deleted in the meantime, and this made it */
	private async takeOver(sighting: Sighting): Promise<boolean> {
		const { mark = '' } = sighting;
		sighting.count = 0;
		const fresh = await this.row.add([OWNER, mark]);
		if (fresh.length === 0) await this.row.clear();
		return fresh.includes(OWNER);
	}

	private sighting(count: number): Sighting {
		return { count, since: this.clock.now(), delay: Math.random(), isLock: false };
	}

	/** A lock that was kept too long may be another's by now. */
	private async release(held: Held): Promise<void> {
		for (let attempt = 0; attempt < 3 && held.isSafe; attempt += 1) {
			const isReleased = await this.row.clear().then(
				() => true,
				() => false,
			);
			if (isReleased) return;
			await this.clock.sleep(POLL_MS);
		}
	}
}

const queues = new Map<string, Promise<void>>();

/** Does the work after all that began before it for the same workflow in this process: they would only wait for each other's lock. */
export async function inTurn<T>(workflowId: string, work: () => Promise<T>): Promise<T> {
	const result = (queues.get(workflowId) ?? Promise.resolve()).then(work);
	const turn = result.then(
		() => undefined,
		() => undefined,
	);
	queues.set(workflowId, turn);
	try {
		return await result;
	} finally {
		if (queues.get(workflowId) === turn) queues.delete(workflowId);
	}
}
