import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../http';
import { PageReader, pagesFetcher } from '../../http';
import type { Kind } from './kinds';
import { namesIn } from './kinds';
import type { WaitTarget } from './waitTarget';

/** Most pages of the list in one round. */
const MAX_PAGES = 10;
/** Pages are read for so many things each, and one more, as long as each has one that is waited for. */
const PER_PAGE = 50;
/** A list in which nothing was found so many times is read only now and then. */
const MAX_FRUITLESS = 3;
const EVERY = 5;

/** What the list of the platform says of the things that are waited for: many of them with one request. It need not be in any order. */
export class RowsInList {
	private readonly reader: PageReader;
	private client?: Client;
	private fruitless = 0;
	private rounds = 0;

	constructor(private readonly kind: Kind) {
		const { list, entity } = kind;
		const request = { ...list, subject: `Get many ${entity}s` };
		this.reader = new PageReader(async (limit, offset, next) => {
			if (!this.client) throw new Error('There is no client');
			return await pagesFetcher(this.client, request, { entity })(limit, offset, next);
		});
	}

	/** Whether a request for the list is likely to save others. */
	isUseful(open: readonly WaitTarget[]): boolean {
		this.rounds += 1;
		if (open.length < 2 && !open.some(({ isUnclear }) => isUnclear)) return false;
		return this.fruitless < MAX_FRUITLESS || this.rounds % EVERY === 0;
	}

	/**
	 * Notes the rows of these things, those that were found.
	 *
	 * @throws RequestFailure
	 */
	async read(client: Client, open: readonly WaitTarget[], now: number): Promise<void> {
		this.client = client;
		const wanted = new Map(
			open.flatMap((target) => target.names.map((name): [string, WaitTarget] => [name, target])),
		);
		const found = new Set<WaitTarget>();
		this.fruitless += 1;
		const pages = Math.min(Math.ceil(open.length / PER_PAGE) + 1, MAX_PAGES);
		let offset = 0;
		let next: IDataObject | undefined;
		for (let page = 0; page < pages && found.size < open.length; page += 1) {
			const before = found.size;
			const { page: read } = await this.reader.page(offset, next);
			for (const row of read.rows) {
				const target = namesIn(this.kind, row)
					.map((name) => wanted.get(name))
					.find((one) => one && !one.isOther(row));
				target?.noteRow(row, now);
				if (target) found.add(target);
			}
			if (found.size === before || read.hasMore === false) break;
			offset += read.rows.length;
			next = read.next;
		}
		if (found.size > 0) this.fruitless = 0;
	}
}
