import { sleep } from 'n8n-workflow';
import { ParameterError } from '../../values';
import type { StoredSet } from './storedSet';
import { notRecorded, notSent } from './storedSet';

export interface Clock {
	/** Milliseconds since any moment, on a clock that nobody sets. */
	now(): number;
	sleep(milliseconds: number): Promise<void>;
}

/** Nobody keeps the lock longer. A lock that is older is left over from a process that was killed. */
export const LEASE_MS = 30_000;
/** How long the holder uses the lock. The rest of the lease is for a request to the database that is slow. */
const SAFE_MS = LEASE_MS / 2;
/** How long a lock may be taken before somebody looks whether its holder is alive: from, to. */
const PATIENCE_MS = [1_000, 5_000] as const;
/** How long, beyond the lease, an execution that has marked the lock has to take it over. */
const GRACE_MS = LEASE_MS / 2;
/** How long an execution waits: long enough for a lock that was left behind, and for another one behind it. */
const GIVE_UP_MS = 6 * LEASE_MS;
/** After how long a database that fails is not just busy. */
const MAX_FAILING_MS = 30_000;
const POLL_MS = 20;
const MAX_POLL_MS = 120;

/** The entry by which a lock is told from a set of another node. */
const OWNER = 'voice-agent:lock';
/** A mark has 2 to this many entries, so that two marks seldom have the same size. */
const MAX_MARK = 500;

const randomId = () => Math.random().toString(36).slice(2);

const realClock: Clock = {
	now: () => performance.now(),
	sleep,
};

const setOfAnother = () =>
	new ParameterError(
		"n8n cannot remember called numbers beside a Remove Duplicates node whose 'Scope' is Workflow",
		"Nothing was sent. In the Remove Duplicates node of this workflow, set Options → 'Scope' to Node. Then delete " +
			'what it stored: run a Remove Duplicates node once with the operation Clear Deduplication History, and with ' +
			"Options → 'Scope' set to Workflow. To call without this memory, " +
			"set Options → 'Duplicate Numbers' to Once per Execution",
	);

const cancelled = () => notSent('The execution was cancelled');

/** Whether n8n refuses a set because another node made it, with another way to compare. */
const isOtherMode = (error: unknown): boolean =>
	error instanceof Error && error.message.includes('incompatible setting');

/** How long the lock is held, from the moment at which it was asked for. */
class Lease {
	private readonly startedAt: number;
	private readonly startedOn = Date.now();

	constructor(private readonly clock: Clock) {
		this.startedAt = clock.now();
	}

	/** False when the process was stopped for so long that another may have taken the lock over. */
	get isSafe(): boolean {
		return this.age < SAFE_MS;
	}

	private get age(): number {
		// The clock that counts more decides: one stops while the machine sleeps, and the other one can be set.
		return Math.max(this.clock.now() - this.startedAt, Date.now() - this.startedOn);
	}
}

/** What somebody who waits has seen of a lock that is taken. */
interface Sighting {
	size: number;
	since: number;
	/** A random part, from 0 to 1, of each wait: those who wait do not all act at the same moment. */
	delay: number;
	/** False until it is certain that the set is not that of another node. */
	isLock: boolean;
	/** An entry of the own mark, if nobody has added anything since. */
	mark?: string;
}

/**
 * A lock for all executions of a workflow, in all processes. n8n has none, but of two that make the same set, one
 * fails: who makes it has the lock, and deletes it after.
 *   A makes the set {lock}, and is killed    B adds its mark: {lock, b1, b2}    30 s later b1 is still there: A is dead
 */
export class WorkflowLock {
	constructor(
		private readonly set: StoredSet,
		private readonly clock: Clock = realClock,
	) {}

	/**
	 * Does the work while no other execution of this workflow does any.
	 * @throws ParameterError if another node uses the set
	 * @throws RequestFailure if the lock cannot be had, or the execution is cancelled
	 */
	async runLocked<T>(
		work: (lease: Lease) => Promise<T>,
		isCancelled: () => boolean = () => false,
	): Promise<T> {
		const lease = await this.acquire(isCancelled);
		try {
			return await work(lease);
		} finally {
			await this.release(lease);
		}
	}

	private async acquire(isCancelled: () => boolean): Promise<Lease> {
		const startedAt = this.clock.now();
		let answeredAt = startedAt;
		const seen: { last?: Sighting } = {};
		for (;;) {
			if (isCancelled()) throw cancelled();
			const lease = new Lease(this.clock);
			const isOwn = await this.tryOnce(seen).catch((error: unknown) => {
				if (error instanceof ParameterError) throw error;
				if (isOtherMode(error)) throw setOfAnother();
				// Another process made the set at the same moment, or the database is busy.
				return undefined;
			});
			if (isOwn === true) return lease;
			const now = this.clock.now();
			if (isOwn === false) answeredAt = now;
			if (now - startedAt > GIVE_UP_MS || now - answeredAt > MAX_FAILING_MS) throw notRecorded();
			await this.clock.sleep(POLL_MS + Math.random() * (MAX_POLL_MS - POLL_MS));
		}
	}

	/** @returns true if the lock is the own one now */
	private async tryOnce(seen: { last?: Sighting }): Promise<boolean> {
		const size = await this.set.size();
		if (size === 0) {
			seen.last = undefined;
			return (await this.set.add([OWNER])).includes(OWNER);
		}
		if (seen.last?.size === size) return await this.examine(seen.last);
		seen.last = this.sighting(size);
		return false;
	}

	/** Finds out whether the holder is alive, and deletes a dead one's lock. @returns true if it is the own one now */
	private async examine(sighting: Sighting): Promise<boolean> {
		const age = this.clock.now() - sighting.since;
		const { mark } = sighting;
		if (mark !== undefined) return age >= LEASE_MS && (await this.takeOver(sighting, mark));
		if (age < PATIENCE_MS[0] + sighting.delay * (PATIENCE_MS[1] - PATIENCE_MS[0])) return false;
		if (!sighting.isLock) return await this.recognise(sighting);
		// A lock with more than one entry was marked by another execution, which goes first.
		const isMarked = sighting.size > 1;
		if (isMarked && age < LEASE_MS + (1 + sighting.delay) * GRACE_MS) return false;
		return await this.mark(sighting);
	}

	/** @returns true if the set was deleted in the meantime, and this made it */
	private async recognise(sighting: Sighting): Promise<boolean> {
		const fresh = await this.set.add([OWNER]);
		sighting.isLock = !fresh.includes(OWNER);
		return !sighting.isLock && (await this.hasMade([OWNER], sighting));
	}

	/** Marks the lock. @returns true if the set was deleted in the meantime, and this made it */
	private async mark(sighting: Sighting): Promise<boolean> {
		const id = randomId();
		const count = 2 + Math.floor(Math.random() * (MAX_MARK - 1));
		const mark = Array.from({ length: count }, (_entry, index) => `${id}:${index}`);
		const fresh = await this.set.add([OWNER, ...mark]);
		if (fresh.includes(OWNER)) return await this.hasMade([OWNER, ...mark], sighting);
		const size = await this.set.size();
		// Of several that mark it, the one whose mark is the last takes it over.
		const isLast = size === sighting.size + count;
		Object.assign(sighting, this.sighting(size), {
			isLock: true,
			mark: isLast ? mark[0] : undefined,
		});
		return false;
	}

	/**
	 * Whether these entries, of which none was in the set, are all that is in it.
	 * @throws ParameterError if they were added to the set of another node. They are removed again
	 */
	private async hasMade(entries: string[], { size: before }: Sighting): Promise<boolean> {
		const size = await this.set.size();
		if (size === before + entries.length) {
			await this.set.remove(entries);
			throw setOfAnother();
		}
		// If somebody else has added to it, too, it is left as it is, like a lock that was left behind.
		return size === entries.length;
	}

	/** Deletes the lock if the own mark is still in it. @returns true if it was deleted, and this made it again */
	private async takeOver(sighting: Sighting, mark: string): Promise<boolean> {
		sighting.size = 0;
		const fresh = await this.set.add([OWNER, mark]);
		if (fresh.length === 0) await this.set.clear();
		return fresh.includes(OWNER);
	}

	private sighting(size: number): Sighting {
		return { size, since: this.clock.now(), delay: Math.random(), isLock: false };
	}

	/** A lock that was kept too long may be another's by now. */
	private async release(lease: Lease): Promise<void> {
		for (let attempt = 0; attempt < 3 && lease.isSafe; attempt += 1) {
			const isReleased = await this.set.clear().then(
				() => true,
				() => false,
			);
			if (isReleased) return;
			await this.clock.sleep(POLL_MS);
		}
	}
}

const queues = new Map<string, Promise<void>>();

/** Does the work after what began before it for this workflow in this process: each would only wait for the lock. */
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
