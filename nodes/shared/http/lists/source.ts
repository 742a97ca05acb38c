import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../answers';
import { RequestFailure } from '../failures/requestFailure';
import type { Identity } from './identity';
import type { PageReader } from './pageReader';
import { mayBePastEnd } from './pageReader';

/** No list is so long. What a platform gives here it gives for every offset behind the end. */
const FAR = 1_000_000_000;

/** After so many pages without new rows, one after the other, reading stops with an error. */
const MAX_STALE_PAGES = 20;

/** One page as the platform sent it, and how it was requested. */
export interface Sent {
	page: Page;
	/** What tells its rows apart. */
	keys: string[];
	offset: number;
	limit: number;
	/** It has no new rows, and does not show the end of the list. */
	isStale?: boolean;
}

/** Where a page ends, if the offset counts rows. */
export const endOf = ({ offset, keys }: Sent): number => offset + keys.length;

/** One way in which a platform counts: it knows where the next page is. */
export interface Counting {
	/** How it finds the next page; undefined as long as nothing proves it. */
	readonly by?: 'link' | 'pages' | 'rows';
	/** How many rows of the list lie before the next page. */
	readonly offset: number;
	/** The next page, if the platform counts pages. */
	readonly nextPage?: PagePlace;
	/**
	 * The next page.
	 *
	 * @param missing number of rows that are still wanted
	 * @returns one without new rows that is not stale shows the end; undefined if the platform refuses it
	 * @throws RequestFailure also after many stale pages, one after the other
	 */
	next(last: Sent, missing: number): Promise<Sent | undefined>;
}

/** Where a page is, for a platform that counts pages. */
export interface PagePlace {
	number: number;
	/** Rows of a page. */
	size: number;
}

export const offsetIgnored = () =>
	new RequestFailure(
		'The platform returns the same page again and again',
		'It ignores the offset parameter, so only the first page can be read. Make the list shorter with filters, or read fewer rows',
		{ reach: 'answered', final: true },
	);

export const changesTooOften = () =>
	new RequestFailure(
		'The list changes faster than it can be read',
		'Rows came or went between all requests, so it is not clear which rows were read. Try again, or make the list shorter with filters',
		{ reach: 'answered' },
	);

/** Whether one of two pages begins with the other. They may be of different length. */
export function isSameFront(one: readonly string[], other: readonly string[]): boolean {
	const shared = Math.min(one.length, other.length);
	return (
		(shared > 0 || one.length === other.length) &&
		one.every((key, index) => index >= shared || key === other[index])
	);
}

/** Whether a row of one is in the other. */
export const hasSome = ({ keys }: Sent, { keys: others }: Sent): boolean =>
	keys.some((key) => others.includes(key));

/** The pages of one list, requested one by one, with what tells their rows apart, and which rows were read. */
export class PageSource {
	/** What tells apart the rows that were read, and the place of each among them. */
	readonly seen = new Map<string, number>();
	private stalePages = 0;
	/** The smallest and the largest total that the platform has said. Rows may come and go while a list is read. */
	least = Number.POSITIVE_INFINITY;
	most = 0;

	constructor(
		readonly reader: PageReader,
		readonly identity: Identity,
		/** Offset of the first page. */
		readonly start: number,
	) {}

	/** @param limit if it must be this one */
	async page(offset: number, next?: IDataObject, limit?: number): Promise<Sent> {
		const { page, asked } = await this.reader.page(offset, next, limit);
		const keys = page.rows.map((row) => this.identity.of(row));
		this.least = Math.min(this.least, page.total ?? Infinity);
		this.most = Math.max(this.most, page.total ?? 0);
		return { page, keys, offset, limit: asked };
	}

	/** As `page`; undefined if the platform answers as if no row were left. */
	async pageIfAny(offset: number, limit?: number, next?: IDataObject): Promise<Sent | undefined> {
		return await this.page(offset, next, limit).catch((error: unknown) => {
			if (mayBePastEnd(error)) return undefined;
			throw error;
		});
	}

	/** These rows were read. */
	note({ keys }: Sent): void {
		if (keys.some((key) => !this.seen.has(key))) this.stalePages = 0;
		for (const key of keys) if (!this.seen.has(key)) this.seen.set(key, this.seen.size);
	}

	/** A page without new rows that is not the end. @throws RequestFailure if too many of them came, one after the other */
	stale(sent: Sent): Sent {
		if (this.stalePages === MAX_STALE_PAGES) throw offsetIgnored();
		this.stalePages += 1;
		return { ...sent, isStale: true };
	}

	/** Whether a page has a row that was not read yet. */
	hasNew = ({ keys }: Sent): boolean => keys.some((key) => !this.seen.has(key));

	/** Whether this page is at the front now. Rows that new rows moved to a later page are no longer there. */
	async isFront({ keys, limit }: Sent): Promise<boolean> {
		return isSameFront((await this.page(0, undefined, limit)).keys, keys);
	}

	/** Whether the platform gives this page for every offset behind the end of the list. */
	async isEndAgain({ keys, limit }: Sent): Promise<boolean> {
		// The one may be shorter than the other.
		const { keys: last = [] } = (await this.pageIfAny(FAR, limit)) ?? {};
		return last.length > 0 && (last.at(-1) === keys.at(-1) || isSameFront(last, keys));
	}
}
