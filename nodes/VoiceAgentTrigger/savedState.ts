import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import { ParameterError } from '../shared/values';
import type { SavedCalls } from './state/deferredCalls';

/** Items that were emitted at one moment. */
export interface Delivery {
	/** Milliseconds since 1970. */
	at: number;
	/** The earliest time of its rows, in seconds since 1970; 0 if one has none. */
	since: number;
	keys: string[];
}

/** The latest row known from before the watermark. */
export interface Boundary {
	key: string;
	/** Milliseconds since 1970. */
	time: number;
}

/** How a list is read: from its front, with the platform's date filter, or from its back. */
export type Way = 'front' | 'filter' | 'back';

/** Where a reading goes on that ran out of time. */
export interface Checkpoint {
	way: Way;
	offset: number;
	/** The last rows that were read, the very last one at the end: their place tells whether rows came or went. */
	anchors: string[];
	/** When the reading began, in milliseconds since 1970. */
	startedAt: number;
	/** The latest time read so far, in milliseconds since 1970. */
	newest?: number;
	/** Rows that the date filter must still show. */
	unmet?: string[];
}

/**
 * What the trigger remembers from poll to poll, as plain JSON in the node's static data. Rows are named by their keys (`keyOf`) and
 * their times are whole seconds: half the size, and fine enough to forget them by.
 */
export interface SavedState {
	version: 1;
	/** What is watched. Another event, or another agent's list, starts over. */
	scope: string;
	/** False until the baseline is complete: what was there at the activation is known. */
	isReady: boolean;
	/** Rows with an earlier time are old, in milliseconds since 1970. Absent while no row had a time. */
	watermark?: number;
	/** What the watermark will be after another complete reading. */
	nextWatermark?: number;
	/** Some rows have a time and others have none. */
	hasUndated?: boolean;
	/** Rows since the watermark that were emitted or are not wanted: key → time, 0 if the platform gives none. */
	done: Record<string, number>;
	/** Calls that are not ready. */
	deferred: SavedCalls;
	/** What rows were seen to say: `agent`, for example. */
	seen?: string[];
	/** Problems that were reported, and still exist. */
	said?: string[];
	/** Deliveries that a crash may have lost. */
	deliveries: Delivery[];
	/** Rows that a crash may have lost, to be redelivered: key → earliest time, 0 if unknown. */
	redelivery: Record<string, number>;
	/** They were looked for once. */
	hasLookedOnce?: boolean;
	checkpoint?: Checkpoint;
	boundary?: Boundary;
	/** Rows of `done` that the platform does not list any more. */
	unlisted: string[];
	/** Rows in the list when it was last read to its end. */
	count?: number;
}

/**
 * A copy of what was saved; undefined if nothing was, or about something else.
 *
 * @throws ParameterError if a newer version of the package saved it
 */
export function readSaved(data: IDataObject, scope: string): SavedState | undefined {
	if (data.state === undefined) return undefined;
	const saved = jsonParse<SavedState>(JSON.stringify(data.state));
	if (saved.version !== 1) {
		throw new ParameterError(
			'A newer version of this package has run this trigger',
			'Install that version again, so that no call is lost or emitted twice',
		);
	}
	return saved.scope === scope ? saved : undefined;
}
