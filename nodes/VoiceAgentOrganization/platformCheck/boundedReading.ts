import type { IDataObject } from 'n8n-workflow';
import { Identity, PageReader, pagesOf } from '../../shared/http';
import type { NotRead, ReportRead } from '../../shared/operation';
import type { CheckedList } from './checkedLists';

/** Requests for all readings of a check together. */
export const MAX_REQUESTS = 20;
/** After so many pages of a list nothing new is to be seen. */
const MAX_PAGES = 5;

/** So many pages prove that the offset counts rows. That one begins as expected can be chance, if the order changes with every page. */
const PROVING_PAGES = 4;

/** What the reader of lists concluded about one list. */
export interface Reading {
	rows: IDataObject[];
	/** It was read to its end. */
	isWhole: boolean;
	/** Whether enough pages have followed the first one. */
	isPaged: boolean;
	/** The page size that the platform accepted, and the rows of the longest page. */
	size: number;
	longest: number;
	/** Whether the platform names a total, and whether the rows agree with it. */
	hasTotal: boolean;
	isTotalTrue: boolean;
}

/** The check has requested as much as it may. */
class Enough extends Error {}

/** Notes what the reader concludes from page to page. */
async function follow(reading: Reading, reader: PageReader, identity: Identity): Promise<void> {
	const keeping = { wanted: Number.POSITIVE_INFINITY, parallel: 1 };
	let pages = 0;
	let isTotalExact = false;
	for await (const page of pagesOf(reader, identity, 0, keeping)) {
		pages += 1;
		reading.rows.push(...page.rows);
		reading.size = reader.pageSize;
		const { length } = reading.rows;
		// Before the end, more rows than the total are a contradiction; at the end, fewer are one too.
		reading.isTotalTrue = page.total !== undefined && page.total >= length;
		isTotalExact = page.total === length;
		reading.isPaged = pages >= PROVING_PAGES;
		if (pages >= MAX_PAGES && !page.isLast) return;
	}
	reading.isWhole = true;
	reading.isTotalTrue = isTotalExact;
}

/**
 * Reads lists as Return All does, but only so far that the cost of a check is bounded.
 *
 * @returns reads a list in pages of this size; without it, of the size that Return All requests
 */
export function boundedReader(read: ReportRead) {
	let left = MAX_REQUESTS;
	return async ({ endpoint, entity }: CheckedList, size?: number): Promise<Reading | NotRead> =>
		await read.attempt(async () => {
			const none = { isWhole: false, isPaged: false, hasTotal: false, isTotalTrue: false };
			const reading: Reading = { rows: [], size: 0, longest: 0, ...none };
			const fetchPage = read.pages(endpoint, { entity });
			const reader = new PageReader(async (...asked) => {
				if (left === 0) throw new Enough();
				left -= 1;
				const page = await fetchPage(...asked);
				reading.longest = Math.max(reading.longest, page.rows.length);
				reading.hasTotal ||= page.total !== undefined;
				return page;
			}, size);
			await follow(reading, reader, new Identity(entity)).catch((error: unknown) => {
				if (!(error instanceof Enough)) throw error;
			});
			return reading;
		});
}
