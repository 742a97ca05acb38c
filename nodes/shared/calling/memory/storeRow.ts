import type { IExecuteFunctions } from 'n8n-workflow';
import { RequestFailure } from '../../http';
import type { ExecutionMemory } from '../../run';

/** A row of n8n's de-duplication store: of one node, or the one that all nodes of a workflow share. */
export interface StoreRow {
	/** How many entries the row has; 0 if there is no row. Changes nothing. */
	count(): Promise<number>;
	/**
	 * Adds entries, and makes the row if there is none: of two that make it at the same moment, one fails.
	 *
	 * @returns the entries that the row did not have
	 */
	add(entries: string[]): Promise<string[]>;
	remove(entries: string[]): Promise<void>;
	/** Deletes the row. */
	clear(): Promise<void>;
}

export function storeRowOf({ helpers }: IExecuteFunctions, scope: 'node' | 'workflow'): StoreRow {
	const options = { mode: 'entries' } as const;
	return {
		count: async () => await helpers.getProcessedDataCount(scope, options),
		add: async (entries) =>
			(await helpers.checkProcessedAndRecord(entries, scope, options)).new.map(String),
		remove: async (entries) => await helpers.removeProcessed(entries, scope, options),
		clear: async () => await helpers.clearAllProcessedItems(scope, options),
	};
}

/** A row that lasts as long as the execution. */
export const rowInMemory = ({ entries }: ExecutionMemory): StoreRow => ({
	count: async () => Object.keys(entries).length,
	add: async (keys) => {
		const fresh = keys.filter((key) => !Object.hasOwn(entries, key));
		for (const key of fresh) entries[key] = true;
		return fresh;
	},
	remove: async (keys) => {
		for (const key of keys) delete entries[key];
	},
	clear: async () => {
		for (const key of Object.keys(entries)) delete entries[key];
	},
});

/** An error that ends an item before anything was sent for it. */
export const notSent = (message: string, description = '') =>
	new RequestFailure(message, `Nothing was sent for this item. ${description}`.trimEnd(), {
		reach: 'notSent',
		final: true,
	});

/** The error for a process that was stopped for so long that another one may have called the same numbers. */
const recordedTooLate = () =>
	notSent(
		'n8n took too long to record which numbers are called',
		"n8n's database, or the n8n process, stopped for a while. Its number may count as possibly called. If no other execution of this workflow " +
			"has called it, call it with Options → 'Duplicate Numbers' set to Call Every Time",
	);

export const notRecorded = () =>
	notSent(
		'n8n could not record which numbers are called',
		"n8n's database did not answer or did not accept the record, or another execution of this workflow used it for too long. Check the " +
			'database, and run the workflow again',
	);

/** How many entries n8n compares in about 50 ms while it removes some. It does nothing else meanwhile. */
const COMPARED_AT_ONCE = 8_000_000;
const MIN_REMOVED = 50;
/** n8n writes a row again if its database was busy. */
const WRITE_ATTEMPTS = 3;

/** A row, while nobody else may change it. */
export class HeldRow {
	constructor(
		private readonly row: StoreRow,
		private readonly held: { readonly isSafe: boolean; readonly isLong: boolean },
	) {}

	/** Whether others have waited long enough: what is left is done when it is held again. */
	get isHeldLong(): boolean {
		return this.held.isLong;
	}

	/** @throws RequestFailure if another process may have the lock by now */
	check(): void {
		if (!this.held.isSafe) throw recordedTooLate();
	}

	/** How many entries the row has. */
	async count(): Promise<number> {
		return await this.row.count();
	}

	/** Adds entries. @returns those that it did not have. @throws RequestFailure if they cannot be added */
	async record(entries: readonly string[]): Promise<Set<string>> {
		return new Set(await this.attempt(async () => await this.row.add([...entries])));
	}

	/**
	 * As `record`, in a single attempt: an attempt that fails may have been carried out, and the next one takes its entries for older ones.
	 *
	 * @throws RequestFailure if they cannot be added
	 */
	async recordOnce(entries: readonly string[]): Promise<Set<string>> {
		return new Set(await this.attempt(async () => await this.row.add([...entries]), 1));
	}

	/** @throws RequestFailure if each attempt fails, or another process may have the lock by now */
	private async attempt<T>(write: () => Promise<T>, attempts = WRITE_ATTEMPTS): Promise<T> {
		for (let attempt = 1; ; attempt += 1) {
			this.check();
			try {
				return await write();
			} catch {
				if (attempt === attempts) throw notRecorded();
			}
		}
	}

	/** The entries in parts, of which n8n removes each in a moment. @throws Error of the store */
	async parts(entries: readonly string[]): Promise<string[][]> {
		const isFew = entries.length <= MIN_REMOVED;
		const size = isFew ? 1 : Math.max(await this.count(), 1);
		const atOnce = Math.max(MIN_REMOVED, Math.floor(COMPARED_AT_ONCE / size));
		const parts: string[][] = [];
		for (let from = 0; from < entries.length; from += atOnce) {
			parts.push(entries.slice(from, from + atOnce));
		}
		return parts;
	}

	/** @throws RequestFailure, or Error of the store, if they cannot be removed. Those that were not removed stay */
	async remove(entries: readonly string[]): Promise<void> {
		for (const part of await this.parts(entries)) await this.removeAtOnce(part);
	}

	/** Removes all of these entries in one write, or none. @throws RequestFailure if it fails. Nobody knows then whether it was carried out */
	async removeAtOnce(entries: readonly string[]): Promise<void> {
		await this.attempt(async () => await this.row.remove([...entries]));
	}

	/**
	 * Which of these entries it has.
	 *
	 * n8n tells it only while it adds them, so what is new is removed again. A crash in between leaves it there.
	 */
	async has(entries: readonly string[]): Promise<Set<string>> {
		if (entries.length === 0) return new Set();
		const fresh = await this.record(entries);
		await this.remove([...fresh]);
		return new Set(entries.filter((entry) => !fresh.has(entry)));
	}

	/** Deletes the row. @throws RequestFailure if each attempt fails. Nobody knows then whether it was carried out */
	async clear(): Promise<void> {
		await this.attempt(async () => await this.row.clear());
	}
}
