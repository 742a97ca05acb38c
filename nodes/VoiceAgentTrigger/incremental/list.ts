import type { IDataObject } from 'n8n-workflow';
import type { FetchPage } from '../../shared/http';
import type { RowIdentity } from './rowIdentity';

/** A row of a list, with what tells it apart. */
export interface Row {
	key: string;
	/** When it came about, in milliseconds since 1970; undefined if the platform does not say. */
	time?: number;
	row: IDataObject;
}

/** A list to read, and how. */
export interface List {
	/** Reads pages of the list, with further query parameters. */
	pages: (query: IDataObject) => FetchPage;
	identity: RowIdentity;
	timeOf: (row: IDataObject) => number | undefined;
	/** Whether the list says that something is not over yet. Absent: its rows have no end. */
	isOpen?: (row: IDataObject) => boolean;
	/** Name of the query parameter that leaves out earlier rows. */
	dateFilter: string;
	/** How late a row may appear, in milliseconds. */
	lookback: number;
	hasTimeLeft: () => boolean;
	/** Milliseconds since 1970. */
	now: number;
}

/** Where a row was met: where new rows are looked for, or deep in the list. */
export type Place = 'front' | 'deep';

/** Takes the rows of one page. Returns true if they are enough: the reading stops there. */
export type TakeRows = (rows: Row[], place: Place) => boolean;

/** Defers a row that is not ready, and returns whether it did. The rest of the poll does not see such a row as new. */
export type Defer = (row: Row) => boolean;
