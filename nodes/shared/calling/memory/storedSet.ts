import type { IExecuteFunctions } from 'n8n-workflow';
import { RequestFailure } from '../../http';
import type { ExecutionState } from '../../run';

/** A set of texts that n8n stores: one for each node, and one that all nodes of a workflow share. */
export interface StoredSet {
	/** 0 if there is no set. Changes nothing. */
	size(): Promise<number>;
	/**
	 * `{a}`, add a and b -> returns [b]. Nothing else tells what a set has. It makes a missing set: of two that make it
	 * at the same moment, one fails.
	 */
	add(entries: string[]): Promise<string[]>;
	remove(entries: string[]): Promise<void>;
	/** Deletes the set. */
	clear(): Promise<void>;
}

export function storedSetOf({ helpers }: IExecuteFunctions, scope: 'node' | 'workflow'): StoredSet {
	const options = { mode: 'entries' } as const;
	return {
		size: async () => await helpers.getProcessedDataCount(scope, options),
		add: async (entries) =>
			(await helpers.checkProcessedAndRecord(entries, scope, options)).new.map(String),
		remove: async (entries) => await helpers.removeProcessed(entries, scope, options),
		clear: async () => await helpers.clearAllProcessedItems(scope, options),
	};
}

/** A set that lasts as long as the execution. */
export const setOfExecution = ({ entries }: ExecutionState): StoredSet => ({
	size: async () => Object.keys(entries).length,
	add: async (added) => {
		const fresh = added.filter((entry) => !Object.hasOwn(entries, entry));
		for (const entry of fresh) entries[entry] = true;
		return fresh;
	},
	remove: async (removed) => {
		for (const entry of removed) delete entries[entry];
	},
	clear: async () => {
		for (const entry of Object.keys(entries)) delete entries[entry];
	},
});

/** An error that ends an item before anything was sent for it. */
export const notSent = (message: string, description = '') =>
	new RequestFailure(message, `Nothing was sent for this item. ${description}`.trimEnd(), {
		arrival: 'notSent',
		final: true,
	});

/** The error for a process that was stopped for so long that another one may have called the same numbers. */
const recordedTooLate = () =>
	notSent(
		'n8n took too long to record which numbers are called',
		"n8n's database, or the n8n process, stopped for a while. Its number may count as possibly called. If no other " +
			'execution of this workflow has called it, call it with ' +
			"Options → 'Duplicate Numbers' set to Call Every Time",
	);

export const notRecorded = () =>
	notSent(
		'n8n could not record which numbers are called',
		"n8n's database did not answer or did not accept the record, or another execution of this workflow used it for " +
			'too long. Check the database, and run the workflow again',
	);

/** While n8n removes entries, it compares each with all of the set and does nothing else: so many in about 50 ms. */
const COMPARED_AT_ONCE = 8_000_000;
const MIN_REMOVED = 50;
/** A database that is busy refuses a write or two. */
const WRITE_ATTEMPTS = 3;

/** A set while the lock is held: nobody else changes it. */
export class LockedSet {
	/** What was added since the lock was taken. */
	private readonly added = new Set<string>();

	constructor(
		private readonly set: StoredSet,
		private readonly lease: { readonly isSafe: boolean },
	) {}

	/** @throws RequestFailure if another process may have taken the lock, and claimed the same before this write */
	check(): void {
		if (!this.lease.isSafe) throw recordedTooLate();
	}

	/** `{a}`, record a and b -> b: those that the set did not have. @throws RequestFailure */
	async record(entries: readonly string[]): Promise<Set<string>> {
		const fresh = await this.attempt(async () => await this.set.add([...entries]));
		for (const entry of fresh) this.added.add(entry);
		return new Set(fresh);
	}

	/** Those of these entries that the set has. A crash in between leaves all of them there. @throws RequestFailure */
	async has(entries: readonly string[]): Promise<Set<string>> {
		if (entries.length === 0) return new Set();
		const fresh = await this.record(entries);
		await this.remove([...fresh]);
		this.check();
		return new Set(entries.filter((entry) => !fresh.has(entry)));
	}

	/** Removes them, many in several writes, so that n8n does other work in between. @throws RequestFailure */
	async remove(entries: readonly string[]): Promise<void> {
		const isFew = entries.length <= MIN_REMOVED;
		const size = isFew ? 1 : await this.attempt(async () => await this.set.size());
		const atOnce = Math.max(MIN_REMOVED, Math.floor(COMPARED_AT_ONCE / Math.max(size, 1)));
		for (let from = 0; from < entries.length; from += atOnce) {
			const part = entries.slice(from, from + atOnce);
			await this.attempt(async () => await this.set.remove(part));
		}
	}

	/** Deletes the set. @throws RequestFailure. Nobody knows then whether it was carried out */
	async clear(): Promise<void> {
		await this.attempt(async () => await this.set.clear());
	}

	/** Removes what was added since the lock was taken. Later, the same entries can be those of another execution. */
	async undo(): Promise<void> {
		await this.remove([...this.added]);
	}

	private async attempt<T>(access: () => Promise<T>): Promise<T> {
		for (let attempt = 1; ; attempt += 1) {
			this.check();
			try {
				return await access();
			} catch {
				if (attempt === WRITE_ATTEMPTS) throw notRecorded();
			}
		}
	}
}
