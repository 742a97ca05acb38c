import type { IDataObject } from 'n8n-workflow';
import type { FetchPage } from '../../shared/http';
import type { EntityName } from '../../shared/platform';
import type { Boundary, Checkpoint } from '../savedState';

/** A row of a list, with what tells it apart. */
export interface Row {
	key: string;
	/** When it came about, in milliseconds since 1970; undefined if the platform does not say. */
	time?: number;
	row: IDataObject;
}

/** A list to scan, and what is known of it by now. */
export interface List {
	/** Reads pages of the list, with further query parameters. */
	pages: (query: IDataObject) => FetchPage;
	/** What the rows are. */
	entity: EntityName;
	timeOf: (row: IDataObject) => number | undefined;
	/** Rows with an earlier time need not be read. Undefined: all are wanted. `newest` is the latest time read so far. */
	since: (newest: number | undefined) => number | undefined;
	/** The latest row known from before the wanted ones. A list since then must hold it, or it leaves out more than it should. */
	boundary?: Boundary;
	/** Rows since then that such a list must hold too. */
	expected: readonly string[];
	/** Name of the query parameter that leaves out earlier rows. */
	dateFilter: string;
	/** Where an earlier scan ran out of time. */
	checkpoint?: Readonly<Checkpoint>;
	/** How many rows the list had when it was last read to its end. */
	count?: number;
	hasTimeLeft: () => boolean;
	/** Milliseconds since 1970. */
	now: number;
}

/** What a scan learned. */
export interface ScanResult {
	/** Every wanted row was read. */
	isComplete: boolean;
	/** Where to go on, if the time ran out. */
	checkpoint?: Checkpoint;
	/** The latest time of all rows read, old ones too. */
	newest?: number;
	/** How many rows the list has, if it was read to its end. */
	count?: number;
	/** The latest of the rows read that are older than the wanted ones. */
	boundary?: Boundary;
	/** Milliseconds since 1970. Rows that came after it may not have been seen. */
	startedAt: number;
	/** The keys of all rows read. */
	met: ReadonlySet<string>;
	/** Some rows have no time. */
	hasUndated: boolean;
}

/** Takes the rows of one page. Returns true if they are enough: the scan stops there. */
export type TakeRows = (rows: Row[]) => boolean;

/** Defers a row that is not ready, and returns whether it did. The rest of the poll does not see such a row as new. */
export type Defer = (row: Row) => boolean;
