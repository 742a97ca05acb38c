import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../answers';
import { RequestFailure } from '../failures/requestFailure';
import type { Identity } from './identity';
import type { PageReader } from './pageReader';
import { mayBePastEnd } from './pageReader';

/** How a page was requested. */
export interface Place {
	offset: number;
	/** The query that the platform itself named. */
	next?: IDataObject;
	limit: number;
}

/** One page as the platform sent it. */
export interface Sent {
	page: Page;
	/** What tells its rows apart. */
	keys: string[];
	at: Place;
	/** It begins with rows of the page before on purpose. */
	isOverlap?: boolean;
}

export const isSame = (one: readonly string[], other: readonly string[]): boolean =>
	one.length === other.length && one.every((key, index) => key === other[index]);

const contentOf = ({ page }: Sent) => JSON.stringify(page.rows);

export function offsetIgnored(): RequestFailure {
	return new RequestFailure(
		'The platform returns the same page again and again',
		"It ignores the offset parameter, so not all rows can be read. Turn off 'Return All' and set 'Limit', or make the list shorter with filters",
		{ reach: 'answered', final: true },
	);
}

export function changesTooOften(): RequestFailure {
	return new RequestFailure(
		'The list changes faster than it can be read',
		'Rows came or went between all requests, so it is not clear which rows were read. Try again, or make the list shorter with filters',
		{ reach: 'answered' },
	);
}

/** The pages of one list, requested one by one, with what tells their rows apart. */
export class PageSource {
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
		return { page, keys, at: { offset, next, limit: asked } };
	}

	/** As `page`; undefined if the platform answers as if no row were left. */
	async pageIfAny(offset: number, limit?: number): Promise<Sent | undefined> {
		return await this.page(offset, undefined, limit).catch((error: unknown) => {
			if (mayBePastEnd(error)) return undefined;
			throw error;
		});
	}

	/** Whether this page is at the front now. Rows that new rows moved to a later page are no longer there. */
	async isFront({ keys, at }: Sent): Promise<boolean> {
		const front = await this.page(0, undefined, at.limit);
		return isSame(front.keys, keys);
	}

	/** Nothing: a platform without pages has given its whole list. @throws RequestFailure if it gives only a part of it, always the same */
	async wholeList({ page, keys, at }: Sent): Promise<undefined> {
		if (page.rows.length > at.limit || (await this.reader.isWholeList(page))) return undefined;
		// The platform may give its last page for every offset behind the end, and this is all there is.
		if (await this.countsSingleRows()) return undefined;
		// Rows that went in the meantime would look the same.
		const now = await this.page(0, undefined, at.limit);
		const isShorter = now.keys.length < keys.length;
		if (isShorter && (await this.reader.isWholeList(now.page))) return undefined;
		if (!isSame(now.keys, keys) && (await this.countsSingleRows())) return undefined;
		throw offsetIgnored();
	}

	/** Whether the offset leads to other rows, one at a time. A row that comes in the meantime would look the same, and is looked for. */
	private async countsSingleRows(): Promise<boolean> {
		let first = await this.page(0, undefined, 1);
		for (const offset of [1, 2, 1, 2]) {
			if (first.keys.length !== 1) return false;
			const other = await this.pageIfAny(offset, 1);
			if (other?.keys.length !== 1 || isSame(other.keys, first.keys)) continue;
			const again = await this.page(0, undefined, 1);
			if (isSame(again.keys, first.keys)) return true;
			first = again;
		}
		return false;
	}

	/**
	 * Whether two pages have the same identifiers and other rows, although the first page is still what it was. Then the identifiers are
	 * none, and the rows look different from now on.
	 */
	async hasFalseId(sent: Sent, first: Sent): Promise<boolean> {
		if (contentOf(sent) === contentOf(first)) return false;
		const now = await this.page(first.at.offset, undefined, first.at.limit);
		if (contentOf(now) !== contentOf(first)) return false;
		return this.identity.learn([...first.page.rows, ...sent.page.rows]);
	}
}
