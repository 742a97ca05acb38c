/*
 * n8n's de-duplication store in memory: its table, and the rules of its helper for keys, rows and modes
 * (n8n/dist/deduplication/deduplication-helper.js). It reads a row, changes the copy and writes it back, with other work in between.
 */
import { createHash } from 'node:crypto';

type Mode = 'entries' | 'latestIncrementalKey' | 'latestDate';
export type Scope = 'node' | 'workflow';
type Value = string | number;

export interface Options {
	mode: Mode;
	maxEntries?: number;
}

interface ContextData {
	node?: { id: string };
	workflow: { id?: string };
}

interface Row {
	workflowId: string;
	context: string;
	value: { mode: Mode; data: Value | Value[] };
}

interface Address {
	workflowId: string;
	context: string;
}

const keyOf = ({ workflowId, context }: Address) => `${workflowId}/${context}`;

/** The table `processed_data`. Each access takes a moment before and after it. */
export class ProcessedDataTable {
	private readonly rows: Map<string, string>;
	/** What happens before and after each access. */
	pause: (access: string) => Promise<void> = async () => await Promise.resolve();

	/** @param shared the same rows, as another process sees them */
	constructor(shared?: ProcessedDataTable) {
		this.rows = shared?.rows ?? new Map();
	}

	async findOne({ where }: { where: Address }): Promise<Row | null> {
		return await this.access('read', () => {
			const row = this.rows.get(keyOf(where));
			return row === undefined ? null : (JSON.parse(row) as Row);
		});
	}

	async insert(row: Row): Promise<void> {
		await this.access('insert', () => {
			if (this.rows.has(keyOf(row))) {
				throw new Error('SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId');
			}
			this.rows.set(keyOf(row), JSON.stringify(row));
		});
	}

	async update(where: Address, row: Row): Promise<void> {
		const written = JSON.stringify(row);
		await this.access('update', () => {
			if (this.rows.has(keyOf(where))) this.rows.set(keyOf(where), written);
		});
	}

	async delete(where: Address): Promise<void> {
		await this.access('delete', () => this.rows.delete(keyOf(where)));
	}

	forget(): void {
		this.rows.clear();
	}

	/** Deletes the rows that belong to no node. */
	forgetLock(): void {
		for (const key of this.rows.keys()) if (key.endsWith('/')) this.rows.delete(key);
	}

	private async access<T>(name: string, work: () => T): Promise<T> {
		await this.pause(`before ${name}`);
		const result = work();
		await this.pause(`after ${name}`);
		return result;
	}
}

/** What the store keeps of a key. */
export const hashOf = (value: Value) => createHash('md5').update(value.toString()).digest('base64');

const numberOf = (value: unknown) => {
	const number = Number(value);
	if (Number.isNaN(number)) throw new Error('Invalid value. Only numbers are supported');
	return number;
};

/** n8n's helper, on that table. */
export class DeduplicationHelper {
	private readonly table: ProcessedDataTable;

	constructor(table: ProcessedDataTable) {
		this.table = table;
	}

	async checkProcessedAndRecord(
		items: Value[],
		scope: Scope,
		contextData: ContextData,
		options: Options,
	): Promise<{ new: Value[]; processed: Value[] }> {
		const address = this.addressOf(scope, contextData);
		const row = await this.table.findOne({ where: address });
		if (row && row.value.mode !== options.mode) {
			throw new Error(
				'Deduplication data was originally saved with an incompatible setting of the ‘Keep Items Where’ parameter.',
			);
		}
		if (options.mode === 'entries') return await this.entries(items, options, address, row);
		return await this.latest(items, options, address, row);
	}

	async removeProcessed(
		items: Value[],
		scope: Scope,
		contextData: ContextData,
		options: Options,
	): Promise<void> {
		if (options.mode !== 'entries') throw new Error('Removing processed data is not possible');
		const address = this.addressOf(scope, contextData);
		const row = await this.table.findOne({ where: address });
		if (!row || !Array.isArray(row.value.data)) return;
		const { data } = row.value;
		for (const hash of items.map(hashOf)) {
			// As n8n does it: it takes as long.
			const index = data.findIndex((value) => value === hash);
			if (index !== -1) data.splice(index, 1);
		}
		await this.table.update(address, row);
	}

	async clearAllProcessedItems(scope: Scope, contextData: ContextData): Promise<void> {
		await this.table.delete(this.addressOf(scope, contextData));
	}

	async getProcessedDataCount(
		scope: Scope,
		contextData: ContextData,
		options: Options,
	): Promise<number> {
		const row = await this.table.findOne({ where: this.addressOf(scope, contextData) });
		const data = row?.value.data;
		return options.mode === 'entries' && Array.isArray(data) ? data.length : 0;
	}

	private addressOf(scope: Scope, { node, workflow }: ContextData): Address {
		if (workflow.id === undefined || workflow.id === '') throw new Error('no workflow ID');
		return {
			workflowId: workflow.id,
			context: scope === 'node' ? `n:${node?.id}` : '',
		};
	}

	private async entries(
		items: Value[],
		{ mode, maxEntries }: Options,
		address: Address,
		row: Row | null,
	) {
		const hashes = items.map(hashOf);
		if (!row) {
			if (maxEntries) hashes.splice(0, hashes.length - maxEntries);
			await this.table.insert({ ...address, value: { mode, data: hashes } });
			return { new: items, processed: [] };
		}
		const result: { new: Value[]; processed: Value[] } = { new: [], processed: [] };
		const { data } = row.value;
		if (!Array.isArray(data)) return result;
		const known = new Set(data);
		hashes.forEach((hash, index) => {
			result[known.has(hash) ? 'processed' : 'new'].push(items[index] as Value);
			if (!known.has(hash)) data.push(hash);
		});
		if (maxEntries) data.splice(0, data.length - maxEntries);
		await this.table.update(address, row);
		return result;
	}

	private async latest(items: Value[], { mode }: Options, address: Address, row: Row | null) {
		const sorted = [...items].sort((a, b) => numberOf(a) - numberOf(b));
		if (!row) {
			await this.table.insert({ ...address, value: { mode, data: sorted.pop() as Value } });
			return { new: items, processed: [] };
		}
		const result: { new: Value[]; processed: Value[] } = { new: [], processed: [] };
		const { data } = row.value;
		if (Array.isArray(data)) return result;
		let largest = data;
		for (const item of sorted) {
			const isNew = numberOf(item) > numberOf(data);
			result[isNew ? 'new' : 'processed'].push(item);
			if (isNew && numberOf(item) > numberOf(largest)) largest = item;
		}
		row.value.data = largest;
		await this.table.update(address, row);
		return result;
	}
}
