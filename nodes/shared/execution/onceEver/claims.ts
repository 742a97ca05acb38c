import type { IExecuteFunctions } from 'n8n-workflow';
import { RequestFailure } from '../../http';
import type { Held } from './workflowLock';
import { WorkflowLock, inTurn, rowOf } from './workflowLock';

/** What the store knew of some keys when they were claimed. The others are claimed now. */
export interface Claim {
	/** An earlier execution did it. */
	done: ReadonlySet<string>;
	/** An earlier execution began it, and did not record how it ended. Or another is doing it at this moment. */
	unknown: ReadonlySet<string>;
}

/** How many keys n8n removes in about 50 ms, if it looks through this many entries for each. */
const ENTRIES_PER_REMOVAL = 8_000_000;
const MIN_REMOVED = 50;
const MAX_READ = 2_000;
/** n8n writes the row of a node again if its database was busy. */
const WRITE_ATTEMPTS = 3;

/** What is recorded beside a key while it is not known how its request ended. */
const openKey = (key: string) => `${key} open`;

/** The process was stopped for so long while it claimed that another may have claimed the same. */
const tooLate = () =>
	new RequestFailure(
		'n8n took too long to record which numbers are called',
		"Nothing was sent for this item. n8n's database, or the n8n process, stopped for a while. Its number may be listed as unknown in the next " +
			"execution. If no other execution of this workflow has called it, set Options → 'Unknown Outcomes' to Release",
		{ reach: 'notSent', final: true },
	);

const notRecorded = () =>
	new RequestFailure(
		'n8n could not record which numbers are called',
		"Nothing was sent for this item. n8n's database did not accept the record. Save the workflow, check the database, and run it again",
		{ reach: 'notSent', final: true },
	);

/**
 * Remembers across executions what was done, in n8n's own de-duplication store.
 *
 * A key is recorded before the request is sent, together with an open key. The open key is removed when the outcome is known, both are
 * removed when it is certain that nothing happened. After a crash in between both stay: one call too few, which the output shows, is
 * better than one call too many.
 */
export class ClaimStore {
	private readonly workflowId: string;
	private readonly lock: WorkflowLock;

	constructor(
		private readonly context: IExecuteFunctions,
		lock?: WorkflowLock,
	) {
		this.workflowId = context.getWorkflow().id ?? '';
		this.lock = lock ?? new WorkflowLock(rowOf(context));
	}

	/** About how many keys the store has. */
	async count(): Promise<number> {
		const { helpers } = this.context;
		return await helpers.getProcessedDataCount('node', { mode: 'entries' }).catch(() => 0);
	}

	/**
	 * Records what will be done.
	 *
	 * @throws ParameterError if another node uses what the lock needs
	 * @throws RequestFailure if it cannot be recorded. Nothing may be sent then
	 */
	async claim(keys: readonly string[]): Promise<Claim> {
		return await this.locked(async (held) => {
			const fresh = await this.record([...keys, ...keys.map(openKey)]);
			// Another process may have taken the lock over, and claimed the same before this was written.
			if (!held.isSafe) throw tooLate();
			const known = keys.filter((key) => !fresh.has(key));
			const done = known.filter((key) => fresh.has(openKey(key)));
			// What cannot be removed is listed as unknown later.
			await this.remove(done.map(openKey), held).catch(() => undefined);
			const doneSet = new Set(done);
			return { done: doneSet, unknown: new Set(known.filter((key) => !doneSet.has(key))) };
		});
	}

	/**
	 * What is known of these keys. Nothing of them stays recorded: who claims next finds the store as it was.
	 *
	 * n8n tells what it has only while it records. So what is new is removed again before the lock is left, the keys before their open keys: a
	 * crash in between leaves a number as unknown, never as called. A store without entries is not touched.
	 *
	 * @throws RequestFailure if the store cannot be read
	 */
	async known(keys: readonly string[]): Promise<Claim> {
		const all: Claim[] = [];
		if (keys.length === 0 || (await this.isEmpty())) return { done: new Set(), unknown: new Set() };
		for (let from = 0; from < keys.length; from += MAX_READ) {
			const slice = keys.slice(from, from + MAX_READ);
			all.push(await this.locked(async (held) => await this.look(slice, held)));
		}
		return {
			done: new Set(all.flatMap(({ done }) => [...done])),
			unknown: new Set(all.flatMap(({ unknown }) => [...unknown])),
		};
	}

	/** False if it cannot be counted. */
	private async isEmpty(): Promise<boolean> {
		if (this.workflowId === '') return false;
		const { helpers } = this.context;
		const count = helpers.getProcessedDataCount('node', { mode: 'entries' });
		return await count.then(
			(entries) => entries === 0,
			() => false,
		);
	}

	private async look(keys: readonly string[], held: Held): Promise<Claim> {
		const fresh = await this.record([...keys, ...keys.map(openKey)]);
		const isFresh = (key: string) => fresh.has(key);
		await this.remove([...keys.filter(isFresh), ...keys.map(openKey).filter(isFresh)], held);
		if (!held.isSafe) throw tooLate();
		const recorded = keys.filter((key) => !fresh.has(key));
		return {
			done: new Set(recorded.filter((key) => fresh.has(openKey(key)))),
			unknown: new Set(recorded.filter((key) => !fresh.has(openKey(key)))),
		};
	}

	/** Records how it ended: what is in neither list stays unknown. */
	async settle(done: readonly string[], notDone: readonly string[]): Promise<void> {
		if (done.length + notDone.length === 0) return;
		const keys = [...done.map(openKey), ...notDone.flatMap((key) => [key, openKey(key)])];
		// Also after the execution was cancelled.
		await this.locked(
			async (held) => await this.remove(keys, held),
			() => false,
		);
	}

	/** Those of the keys whose outcome is unknown. Records nothing. */
	async unknownOf(keys: readonly string[]): Promise<Set<string>> {
		return await this.inSlices(keys, async (slice, held) => await this.read(slice, held));
	}

	/** Forgets those of the keys whose outcome is unknown. @returns which these were */
	async releaseUnknown(keys: readonly string[]): Promise<Set<string>> {
		return await this.inSlices(keys, async (slice, held) => {
			const unknown = await this.read(slice, held);
			await this.remove(
				unknown.flatMap((key) => [key, openKey(key)]),
				held,
			);
			return unknown;
		});
	}

	private async inSlices(
		keys: readonly string[],
		work: (slice: readonly string[], held: Held) => Promise<string[]>,
	): Promise<Set<string>> {
		const found = new Set<string>();
		for (let from = 0; from < keys.length; from += MAX_READ) {
			const slice = keys.slice(from, from + MAX_READ);
			for (const key of await this.locked(async (held) => await work(slice, held))) found.add(key);
		}
		return found;
	}

	/**
	 * n8n can only tell whether it has a key by recording it, so what is new is removed again. A crash in between leaves an open key without
	 * its key, which means nothing, or an open key of what is done, which then is listed as unknown.
	 */
	private async read(keys: readonly string[], held: Held): Promise<string[]> {
		const freshOpen = await this.record(keys.map(openKey));
		await this.remove([...freshOpen], held);
		const open = keys.filter((key) => !freshOpen.has(openKey(key)));
		if (open.length === 0) return [];
		const fresh = await this.record(open);
		const leftOver = open.filter((key) => fresh.has(key));
		await this.remove(
			leftOver.flatMap((key) => [key, openKey(key)]),
			held,
		);
		return open.filter((key) => !fresh.has(key));
	}

	private async locked<T>(
		work: (held: Held) => Promise<T>,
		isCancelled = () => this.context.getExecutionCancelSignal()?.aborted === true,
	): Promise<T> {
		// n8n would look for the row of any workflow.
		if (this.workflowId === '') throw notRecorded();
		const safely = async (held: Held) => {
			try {
				return await work(held);
			} catch (error) {
				throw error instanceof RequestFailure ? error : notRecorded();
			}
		};
		return await inTurn(this.workflowId, async () => await this.lock.hold(safely, isCancelled));
	}

	/** Records the keys and returns those that were not recorded before. */
	private async record(keys: readonly string[]): Promise<Set<string>> {
		const { helpers } = this.context;
		for (let attempt = 1; ; attempt += 1) {
			try {
				const result = await helpers.checkProcessedAndRecord([...keys], 'node', {
					mode: 'entries',
				});
				return new Set(result.new.map(String));
			} catch {
				if (attempt === WRITE_ATTEMPTS) throw notRecorded();
			}
		}
	}

	/** @throws Error of the store. What was not removed stays */
	private async remove(keys: readonly string[], held: Held): Promise<void> {
		if (keys.length === 0) return;
		// n8n looks through all entries for each key, and does nothing else meanwhile.
		const entries = Math.max(await this.count(), 1);
		const atOnce = Math.max(MIN_REMOVED, Math.floor(ENTRIES_PER_REMOVAL / entries));
		for (let from = 0; from < keys.length && held.isSafe; from += atOnce) {
			const some = keys.slice(from, from + atOnce);
			await this.context.helpers.removeProcessed(some, 'node', { mode: 'entries' });
		}
	}
}
