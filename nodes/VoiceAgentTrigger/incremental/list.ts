import type { IDataObject } from 'n8n-workflow';
import type { FetchPage } from '../../shared/http';
import { RequestFailure } from '../../shared/http';
import type { RowIdentity } from './rowIdentity';

/** How far the clock of the platform may be ahead. A time further ahead is not the present. */
export const CLOCK_ERROR_MS = 2 * 60_000;

/** A row of a list, with what tells it apart. */
export interface Row {
	key: string;
	/** When it came about, in milliseconds since 1970; undefined if the platform does not say. */
	time?: number;
	row: IDataObject;
}

/** The oldest first; those without a time before all others. */
export const byTime = (one: Pick<Row, 'time'>, other: Pick<Row, 'time'>): number =>
	(one.time ?? 0) - (other.time ?? 0);

/** A list to read, and how. */
export interface List {
	/** Reads pages of the list. */
	pages: FetchPage;
	identity: RowIdentity;
	timeOf: (row: IDataObject) => number | undefined;
	/** How late a row may appear, in milliseconds. */
	lookback: number;
	/** Whether there is time to read more. @param part of all the time for reading */
	hasTimeLeft: (part?: number) => boolean;
	/** @throws RequestFailure if there is no time to read more */
	checkTime: () => void;
	/** Milliseconds since 1970. */
	now: number;
}

/** Takes the rows of one page. Returns true if they are enough: the reading stops there. */
export type TakeRows = (rows: Row[]) => boolean;

/** Defers a row that is not ready, and returns whether it did. The rest of the poll does not see such a row as new. */
export type Defer = (row: Row) => boolean;

/** The error that a list takes longer than a poll may, although there is nothing wrong with it. */
export class ListTooLong extends RequestFailure {
	constructor(rows: string) {
		super(
			`The platform's list of ${rows} cannot be read in the time of one poll`,
			'Nothing was emitted, and the next poll tries again. A list that is long and not sorted by time must be read as a whole. Make it shorter ' +
				"with Advanced → 'Additional Query Parameters': the name of your platform's date filter, and as its value an expression such as " +
				'{{ $now.minus({ days: 2 }).toISO() }}',
			{ reach: 'unknown' },
		);
	}
}
