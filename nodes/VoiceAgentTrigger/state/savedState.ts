import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import { isObject, ParameterError } from '../../shared/values';
import { bounds } from '../bounds';
import type { SavedCalls } from './deferredCalls';
import { DeferredCalls } from './deferredCalls';
import type { SavedDeliveries } from './deliveries';
import { Deliveries } from './deliveries';
import { KnownRows } from './knownRows';

const VERSION = 3;

/** How far the order of the rows read so far goes in either direction. All times are milliseconds since 1970. */
export interface OrderSeen {
	/** Rows with a time. */
	dated: number;
	first?: number;
	last?: number;
	latest?: number;
	earliest?: number;
	/** How much later than an earlier row of the list a row was at most, in milliseconds. */
	rise: number;
	/** How much earlier, in milliseconds. */
	fall: number;
	/** Steps to a later or to an earlier row. */
	rises: number;
	falls: number;
}

/** How far the pass through the whole list has come, which takes several polls for a long list. */
export interface Pass {
	offset: number;
	/** The same, if the platform counts pages. */
	page?: { number: number; size: number };
	/** The last rows that were read, the very last one at the end: their place tells whether rows came or went. */
	anchors: string[];
	/** The latest times that it has met. */
	newest?: number;
	order: OrderSeen;
	/** Known rows that were not where a quick way looked, and that the pass has not met by now. */
	missed: string[];
	/** It is read as far as the time allows, and no quick way beside it. */
	isOnlyWay?: boolean;
	/** There is no quick way. */
	hasNoWay?: boolean;
	/** How often in a row it could not go on where it was. */
	restarts?: number;
}

/** How far the baseline has come. */
export interface BaselineProgress {
	/** When its first poll began, in milliseconds since 1970; 0 if it has not. */
	startedAt: number;
	/** The latest time that the first poll met. What is later is new, however long the baseline takes. */
	newest?: number;
	/** The latest time that was met and lay in the future: the times may be those of another zone. */
	future?: number;
	/** Readings that have come to their end. */
	readings: number;
	/** Rows that the reading under way has met, the readings before have not, and that cannot have come in between. */
	surprises: number;
}

/** What the trigger remembers from poll to poll, as plain JSON in the node's static data. Times are milliseconds since 1970. */
export interface SavedState {
	version: typeof VERSION;
	/** What is watched. Another event, or another agent's list, starts over. */
	scope: string;
	/** Absent when what was there at the activation is known. */
	baseline?: BaselineProgress;
	/** As `KnownRows` writes them. */
	known: string;
	/** Rows with an earlier time are old, also if they are not known. Absent: every row of the list is known. */
	floor?: number;
	/** Every row without a time is known, unless it is new. */
	knowsUndated?: boolean;
	/** The latest times of the last readings that met all new rows, the last of them at the end. */
	newest?: number[];
	/** When the last of them began. */
	readAt?: number;
	/** Known rows that the last complete readings did not meet, and how many of them in a row. */
	missed?: Record<string, number>;
	/** The field that identifies the rows. */
	idName?: string;
	/** Calls that are not ready. */
	deferred: SavedCalls;
	deliveries: SavedDeliveries;
	pass?: Pass;
	/** Rows in the list when it was last read to its end. */
	count?: number;
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

const isOrder = (value: unknown): boolean =>
	isObject(value) &&
	[value.dated, value.rise, value.fall, value.rises, value.falls].every(Number.isFinite) &&
	[value.first, value.last, value.latest, value.earliest].every(isTime);

const isPass = (value: unknown): boolean =>
	value === undefined ||
	(isObject(value) &&
		Number.isFinite(value.offset) &&
		isTime(value.newest) &&
		[value.anchors, value.missed].every((texts) => Array.isArray(texts) && isTexts(texts)) &&
		isOrder(value.order) &&
		[value.isOnlyWay, value.hasNoWay].every(isFlag) &&
		(value.page === undefined || isObject(value.page)) &&
		isTime(value.restarts));

const isTimes = (value: unknown): boolean =>
	value === undefined || (Array.isArray(value) && value.every(isPast));

const isBaseline = (value: unknown): boolean =>
	value === undefined ||
	(isObject(value) &&
		[value.startedAt, value.readings, value.surprises].every(Number.isFinite) &&
		[value.newest, value.future].every(isTime));

const isCounts = (value: unknown): boolean =>
	value === undefined || (isObject(value) && Object.values(value).every(Number.isFinite));

const checks: Record<keyof SavedState, (value: unknown) => boolean> = {
	version: (value) => value === VERSION,
	scope: isText,
	baseline: isBaseline,
	known: KnownRows.isText,
	floor: isPast,
	knowsUndated: isFlag,
	newest: isTimes,
	readAt: isPast,
	missed: isCounts,
	idName: (value) => value === undefined || isText(value),
	deferred: DeferredCalls.isSaved,
	deliveries: Deliveries.isSaved,
	pass: isPass,
	count: isTime,
	noted: isTexts,
};

const isSaved = (value: unknown): value is SavedState =>
	isObject(value) &&
	(Object.keys(checks) as Array<keyof SavedState>).every((name) => checks[name](value[name]));

/** The state of a trigger that has never polled. */
export const emptyState = (scope: string): SavedState => ({
	version: VERSION,
	scope,
	baseline: { startedAt: 0, readings: 0, surprises: 0 },
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
