import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import { isObject, ParameterError } from '../../shared/values';
import { bounds } from '../bounds';
import type { SavedCalls } from './deferredCalls';
import { DeferredCalls } from './deferredCalls';
import type { SavedDeliveries } from './deliveries';
import { Deliveries } from './deliveries';
import { KnownRows } from './knownRows';

const VERSION = 4;

/** What the trigger remembers from poll to poll, as plain JSON in the node's static data. Times are milliseconds since 1970. */
export interface SavedState {
	version: typeof VERSION;
	/** What is watched. Another event, or another agent's list, starts over. */
	scope: string;
	/** As `KnownRows` writes them. */
	known: string;
	/** Rows with an earlier time are old, also if they are not known. Absent: every row of the list is known. */
	floor?: number;
	/** Every row without a time is known, unless it is new. */
	knowsUndated?: boolean;
	/** The latest times of the last readings that met all new rows, the last of them at the end. */
	newest?: number[];
	/** Known rows that the last complete readings did not meet, and how many of them in a row. */
	missed?: Record<string, number>;
	/** The field that identifies the rows. */
	idName?: string;
	/** Calls that are not ready. */
	deferred: SavedCalls;
	deliveries: SavedDeliveries;
	/** Rows in the list when it was last read to its end. */
	count?: number;
	/** How many rows the platform said that there are, while it listed none. */
	saidOfNone?: number;
	/** What was seen of the list, and what was reported and is not to be reported again. */
	noted?: string[];
}

const isTime = (value: unknown): boolean =>
	value === undefined || (Number.isFinite(value) && Number(value) >= 0);
/** A time that was the present when it was saved, as far as zones and clocks tell. */
const isPast = (value: unknown): boolean =>
	isTime(value) && Number(value ?? 0) <= Date.now() + bounds.zoneMs;
const isFlag = (value: unknown): boolean => value === undefined || typeof value === 'boolean';
const isText = (value: unknown): boolean => typeof value === 'string';
const isTexts = (value: unknown): boolean =>
	value === undefined || (Array.isArray(value) && value.every(isText));

const isTimes = (value: unknown): boolean =>
	value === undefined || (Array.isArray(value) && value.every(isPast));

const isCounts = (value: unknown): boolean =>
	value === undefined || (isObject(value) && Object.values(value).every(Number.isFinite));

const checks: Record<keyof SavedState, (value: unknown) => boolean> = {
	version: (value) => value === VERSION,
	scope: isText,
	known: KnownRows.isText,
	floor: isPast,
	knowsUndated: isFlag,
	newest: isTimes,
	missed: isCounts,
	idName: (value) => value === undefined || isText(value),
	deferred: DeferredCalls.isSaved,
	deliveries: Deliveries.isSaved,
	count: isTime,
	saidOfNone: isTime,
	noted: isTexts,
};

const isSaved = (value: unknown): value is SavedState =>
	isObject(value) &&
	(Object.keys(checks) as Array<keyof SavedState>).every((name) => checks[name](value[name]));

/** The state of a trigger that has never polled. */
export const emptyState = (scope: string): SavedState => ({
	version: VERSION,
	scope,
	known: '',
	deferred: {},
	deliveries: { emitted: [], lost: [] },
});

/**
 * A copy of what was saved; 'unreadable' if it is none of this trigger's states; 'other' if it is about something else; undefined if
 * nothing was saved.
 *
 * @throws ParameterError if a newer version of the package saved it
 */
export function readSaved(
	data: IDataObject,
	scope: string,
): SavedState | 'unreadable' | 'other' | undefined {
	if (data.state === undefined) return undefined;
	const saved: unknown = jsonParse(JSON.stringify(data.state));
	if (isObject(saved) && Number(saved.version) > VERSION) {
		throw new ParameterError(
			'A newer version of this package has run this trigger',
			'Install that version again, so that no call is lost or emitted twice',
		);
	}
	if (!isSaved(saved)) return 'unreadable';
	return saved.scope === scope ? saved : 'other';
}
