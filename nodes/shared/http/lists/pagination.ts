import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import type { Page } from '../answers';
import { RequestFailure } from '../failures/requestFailure';
import { Identity } from './identity';
import type { FetchPage } from './pageReader';
import { PAGE_SIZE, PageReader, mayBePastEnd } from './pageReader';

/** After this number of pages in a row without new rows, reading stops with an error. */
const MAX_STALE_PAGES = 20;

function offsetIgnored(): RequestFailure {
	return new RequestFailure(
		'The platform returns the same page again and again',
		'It ignores the offset parameter, so not all rows can be read. Turn off Return All and set Limit, or make the list shorter with filters',
		{ reach: 'answered', final: true },
	);
}

/** One page of a list that is being read. */
export interface PageRead {
	/** The rows that were on no page before. */
	rows: IDataObject[];
	/** How many rows of the list lie before the next page. */
	next: number;
	/** Number of rows of the whole list, if the server says it. */
	total?: number;
	/** No page follows. */
	isLast: boolean;
	/** The rows before this page were told apart by a field that does not identify them. All rows come again. */
	isRestart?: boolean;
}

/** One page as the platform sent it. */
interface Sent {
	page: Page;
	asked: number;
	keys: string[];
	/** How it was requested. */
	at: { offset: number; next?: IDataObject; asked: number };
	/** It begins with rows of the page before on purpose. */
	isOverlap?: boolean;
}

const isSame = (one: readonly string[], other: readonly string[]) =>
	one.length === other.length && one.every((key, index) => key === other[index]);

/** A row, and where it was. */
interface Kept {
	row: IDataObject;
	at: Sent['at'];
	index: number;
}

/**
 * Reads one list to its end. Nothing that the platform says about the list is believed before its rows prove it: what `offset` counts, the
 * total, and whether a page is the last one.
 */
class ListReading {
	private readonly seen = new Set<string>();
	/** Where each row was, if its caller keeps the rows: then one more reference costs nothing. */
	private readonly kept = new Map<string, Kept>();
	private conflict?: Kept & { other: IDataObject };
	/** Offset of the next page, in rows. */
	private offset: number;
	/** Number of the next page, if the platform takes the offset for the number of a page. */
	private pageNumber?: number;
	private usesLinks = true;
	private hasFollowed = false;
	private hasFalseId = false;
	private longest = 0;
	private isTotalWrong = false;
	private stalePages = 0;

	constructor(
		private readonly reader: PageReader,
		private readonly identity: Identity,
		private readonly start: number,
		private readonly keepsRows: boolean,
	) {
		this.offset = start;
	}

	async *pages(): AsyncGenerator<PageRead> {
		const first = await this.confirmed(await this.sent(this.start));
		this.offset += first.page.rows.length;
		let current: Sent | undefined = first;
		let isFirst = true;
		while (current && current.page.rows.length > 0) {
			if (this.identity.learn(current.page.rows) && !isFirst) {
				yield* this.again();
				return;
			}
			current.keys = current.page.rows.map((row) => this.identity.of(row));
			const rows = this.fresh(current);
			if (await this.isConflictReal()) {
				yield* this.again();
				return;
			}
			const isLast = this.isLast(current);
			yield { rows, next: this.offset, total: this.total(current.page), isLast };
			if (isLast) return;
			// Of a list that is read from further back, the rows before it are not known.
			const isSecond: boolean = isFirst && this.start === 0;
			isFirst = false;
			const isStale: boolean = rows.length === 0 && !current.isOverlap;
			current = await this.following(current, isStale, isSecond);
			if (this.hasFalseId) {
				yield* this.again();
				return;
			}
		}
	}

	/** From the start, now that a field is known to identify no row. */
	private async *again(): AsyncGenerator<PageRead> {
		let isRestart = true;
		for await (const page of new ListReading(
			this.reader,
			this.identity,
			this.start,
			this.keepsRows,
		).pages()) {
			yield { ...page, isRestart };
			isRestart = false;
		}
	}

	private async sent(offset: number, next?: IDataObject, size?: number): Promise<Sent> {
		const { page, asked } = await this.reader.page(offset, next, size);
		const keys = page.rows.map((row) => this.identity.of(row));
		return { page, asked, keys, at: { offset, next, asked } };
	}

	/** As `sent`; undefined if the platform answers as if no row were left. */
	private async tried(offset: number, size?: number): Promise<Sent | undefined> {
		return await this.sent(offset, undefined, size).catch((error: unknown) => {
			if (mayBePastEnd(error)) return undefined;
			throw error;
		});
	}

	/** An empty page that the total contradicts is requested once more. */
	private async confirmed(sent: Sent): Promise<Sent> {
		const isDoubtful = sent.page.rows.length === 0 && (this.total(sent.page) ?? 0) > this.offset;
		return isDoubtful ? await this.sent(this.pageNumber ?? this.offset) : sent;
	}

	private total(page: Page): number | undefined {
		return this.isTotalWrong ? undefined : page.total;
	}

	private fresh({ page, keys, at }: Sent): IDataObject[] {
		const rows = page.rows.filter((row, index) => {
			const key = keys[index] ?? '';
			if (this.seen.has(key)) {
				this.compare(key, row);
				return false;
			}
			if (this.identity.hasId(row)) {
				this.seen.add(key);
				if (this.keepsRows) this.kept.set(key, { row, at, index });
			}
			return true;
		});
		keys.forEach((key) => this.seen.add(key));
		return rows;
	}

	/** Notes two different rows with the same identifier. */
	private compare(key: string, row: IDataObject): void {
		const known = this.kept.get(key);
		if (!known || this.conflict || JSON.stringify(known.row) === JSON.stringify(row)) return;
		this.conflict = { ...known, other: row };
	}

	/**
	 * Whether two different rows really have the same identifier. A row that was changed, and moved to a later page, is not where it was any
	 * more; if it is, the identifier is none.
	 */
	private async isConflictReal(): Promise<boolean> {
		const { conflict } = this;
		this.conflict = undefined;
		if (!conflict) return false;
		const { offset, next, asked } = conflict.at;
		const { page } = await this.sent(offset, next, asked);
		const now = page.rows[conflict.index];
		if (JSON.stringify(now) !== JSON.stringify(conflict.row)) return false;
		return this.identity.learn([conflict.row, conflict.other]);
	}

	/** Whether two signs agree that no page follows: the total is reached, and the page is short or the platform says so. */
	private isLast({ page }: Sent): boolean {
		const count = page.rows.length;
		const isShort = count < this.longest;
		this.longest = Math.max(this.longest, count);
		if (page.total !== undefined && this.offset > page.total) this.isTotalWrong = true;
		const total = this.total(page);
		const isTotal = total === this.offset;
		// A platform whose pages were found by what it says about the next one is believed when it names none.
		if (this.hasFollowed && !page.next && page.hasMore !== true) return true;
		return isTotal && (isShort || page.hasMore === false);
	}

	private async following(
		last: Sent,
		isStale: boolean,
		isSecond: boolean,
	): Promise<Sent | undefined> {
		const { next } = last.page;
		if (next && this.usesLinks && !isStale) return await this.linked(next, last, isSecond);
		this.usesLinks = false;
		if (isSecond) return await this.second(last);
		this.stalePages = isStale ? this.stalePages + 1 : 0;
		if (isStale) {
			if (this.pageNumber !== undefined) return undefined;
			if (await this.ignoresOffset(last)) return await this.wholeList(last);
			if (this.stalePages >= MAX_STALE_PAGES) throw offsetIgnored();
		}
		return this.pageNumber === undefined ? await this.atOffset() : await this.atPage();
	}

	/** The page that the platform itself names as the next one. If it is no new one, the offset is used from then on. */
	private async linked(
		next: IDataObject,
		last: Sent,
		isSecond: boolean,
	): Promise<Sent | undefined> {
		const sent = await this.sent(this.offset, next).catch((error: unknown) => {
			if (mayBePastEnd(error)) return undefined;
			throw error;
		});
		const isNew = sent?.keys.some((key) => !this.seen.has(key));
		if (!sent || (sent.keys.length > 0 && !isNew)) {
			this.usesLinks = false;
			return isSecond ? await this.second(last) : await this.atOffset();
		}
		this.hasFollowed = true;
		this.offset += sent.page.rows.length;
		return sent;
	}

	private async atOffset(): Promise<Sent | undefined> {
		const { offset } = this;
		const sent = await this.sent(offset).catch(async (error: unknown) => {
			if (!mayBePastEnd(error) || offset === this.start) throw error;
			// The last row is still there, and nothing behind it: the list ends here. Otherwise the platform gives no more than that.
			const before = await this.tried(offset - 1);
			if (before?.keys.length !== 1 || !this.seen.has(before.keys[0] ?? '')) throw error;
			return undefined;
		});
		if (!sent) return undefined;
		const confirmed = await this.confirmed(sent);
		this.offset += confirmed.page.rows.length;
		return confirmed;
	}

	private async atPage(): Promise<Sent | undefined> {
		const sent = await this.tried(this.pageNumber ?? 0);
		this.pageNumber = (this.pageNumber ?? 0) + 1;
		this.offset += sent?.page.rows.length ?? 0;
		return sent;
	}

	/**
	 * The second page. It is requested so that it begins with the last row of the first one, if the platform counts rows. Otherwise this
	 * shows what it counts.
	 */
	private async second(first: Sent): Promise<Sent | undefined> {
		const count = first.keys.length;
		const offset = Math.max(1, count - 1);
		const sent = await this.tried(offset, first.asked);
		if (!sent || sent.keys.length === 0)
			return count > 1 ? await this.unlikeRows(first, sent !== undefined) : undefined;
		if (isSame(sent.keys, first.keys)) {
			if (await this.isFalseId(sent, first)) return undefined;
			return offset === 1 ? await this.numberTwo(first) : await this.sameAgain(sent);
		}
		const isKnown = sent.keys.some((key) => this.seen.has(key));
		if (!isKnown && count > 1) return await this.unlikeRows(first, true);
		this.offset = offset + sent.keys.length;
		return { ...sent, isOverlap: isKnown };
	}

	/**
	 * Whether two pages have the same identifiers and other rows, although the first page is still what it was. Then the identifiers are
	 * none.
	 */
	private async isFalseId(sent: Sent, first: Sent): Promise<boolean> {
		const contentOf = ({ page }: Sent) => JSON.stringify(page.rows);
		if (contentOf(sent) === contentOf(first)) return false;
		if (contentOf(await this.sent(this.start, undefined, first.asked)) !== contentOf(first))
			return false;
		this.hasFalseId = this.identity.learn([...first.page.rows, ...sent.page.rows]);
		return this.hasFalseId;
	}

	/** The first page came again: rows were added in the meantime, or the platform ignores the offset. */
	private async sameAgain(sent: Sent): Promise<Sent | undefined> {
		if (await this.ignoresOffset(sent)) return await this.wholeList(sent);
		this.offset = Math.max(1, sent.keys.length - 1) + sent.keys.length;
		return { ...sent, isOverlap: true };
	}

	/** The row before the second page did not come where it should. */
	private async unlikeRows(first: Sent, wasAnswered: boolean): Promise<Sent | undefined> {
		const count = first.keys.length;
		const sent = await this.tried(1, first.asked);
		if (!sent) {
			// A platform may accept multiples of the limit only.
			const multiple = count === first.asked ? await this.tried(count, first.asked) : undefined;
			if (multiple) {
				this.offset = count + multiple.keys.length;
				return multiple;
			}
			if (wasAnswered || (count < first.asked && (this.total(first.page) ?? count) === count))
				return undefined;
			return await this.sent(count, undefined, first.asked);
		}
		if (isSame(sent.keys, first.keys)) return await this.numberTwo(first);
		const isKnown = sent.keys.some((key) => this.seen.has(key));
		if (isKnown || sent.keys.length === 0 || !(await this.ignoresOffset(first))) {
			this.offset = 1 + sent.keys.length;
			return { ...sent, isOverlap: true };
		}
		this.countPages(2, first);
		this.offset = count + sent.keys.length;
		return sent;
	}

	/** Offset 1 gave the first page again. If the platform counts pages from one, offset 2 gives the second; otherwise it ignores the offset. */
	private async numberTwo(first: Sent): Promise<Sent | undefined> {
		const sent = await this.tried(2, first.asked);
		if (!sent || sent.keys.length === 0) return undefined;
		if (sent.keys.some((key) => first.keys.includes(key))) {
			return (await this.isFalseId(sent, first)) ? undefined : await this.sameAgain(sent);
		}
		this.countPages(3, first);
		this.offset = first.keys.length + sent.keys.length;
		return sent;
	}

	private countPages(next: number, { asked }: Sent): void {
		this.pageNumber = next;
		this.reader.keepSize(asked);
	}

	/** Whether the first page is still this one. Rows that new rows moved to a later page are no longer at the start of the list. */
	private async ignoresOffset({ keys, asked }: Sent): Promise<boolean> {
		const front = await this.sent(0, undefined, asked);
		return isSame(front.keys, keys);
	}

	/** Nothing: a platform without pages has given its whole list. @throws RequestFailure if it gives only a part of it, always the same */
	private async wholeList({ page, asked }: Sent): Promise<undefined> {
		if (page.rows.length > asked || (await this.reader.isWholeList(page))) return undefined;
		throw offsetIgnored();
	}
}

/**
 * The pages of a list, one after the other, for servers that page in different ways.
 *
 * The offset grows by the number of rows received. Reading stops at an empty page or at the total, never at a short page: a server may
 * return fewer rows than requested. Rows that move to a later page while reading, because new rows appear at the start, are not returned twice.
 *
 * @param start rows to skip
 * @param keepsRows whether the caller keeps all rows
 * @throws RequestFailure if the server ignores the offset, so that the rest of the list cannot be read
 */
export async function* pagesOf(
	reader: PageReader,
	identity: Identity,
	start = 0,
	keepsRows = false,
): AsyncGenerator<PageRead> {
	yield* new ListReading(reader, identity.copy(), start, keepsRows).pages();
}

export interface ListSettings {
	/** Max number of rows. */
	wanted?: number;
	/** What the rows are, if their identifier may have a name of its own. */
	entity?: EntityName;
}

/**
 * The rows of a list, without duplicates.
 *
 * @throws RequestFailure if the server ignores the offset, so that the rest of the list cannot be read
 */
export async function readRows(
	fetchPage: FetchPage,
	settings: ListSettings = {},
): Promise<IDataObject[]> {
	const { wanted = Number.POSITIVE_INFINITY, entity } = settings;
	const reader = new PageReader(fetchPage, Math.min(PAGE_SIZE, wanted));
	const rows: IDataObject[] = [];
	for await (const page of pagesOf(reader, new Identity(entity), 0, true)) {
		if (page.isRestart) rows.length = 0;
		for (const row of page.rows) rows.push(row);
		if (rows.length >= wanted) return rows.slice(0, wanted);
	}
	return rows;
}
