import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import { isObject, ParameterError } from '../../shared/values';
import { bounds } from '../bounds';
import type { SavedCalls } from './deferredCalls';
import type { SavedDeliveries } from './deliveries';
import { Deliveries } from './deliveries';
import { KnownRows } from './knownRows';

const VERSION = 2;

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
	/** When it began, in milliseconds since 1970. */
	startedAt: number;
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

/** How late rows appear, in milliseconds: the latest of two periods. */
export interface Lateness {
	now: number;
	before: number;
	/** When the period began, in milliseconds since 1970. */
	since: number;
}

/** What the trigger remembers from poll to poll, as plain JSON in the node's static data. Times are milliseconds since 1970. */
export interface SavedState {
	version: typeof VERSION;
	/** What is watched. Another event, or another agent's list, starts over. */
	scope: string;
	/** False until the baseline is complete: what was there at the activation is known. */
	isReady: boolean;
	/** Readings of the baseline that have come to their end. */
	baselineReadings?: number;
	/** The latest time that they met. */
	baselineNewest?: number;
	/** The latest time that the first poll of the reading under way met. */
	baselineStart?: number;
	/** Rows that the reading under way has met, the readings before have not, and that are not newer. */
	baselineSurprises?: number;
	/** As `KnownRows` writes them. */
	known: string;
	/** Rows with an earlier time are not wanted. */
	startFrom?: number;
	/** Rows with an earlier time are old, also if they are not known. Absent: every row of the list is known. */
	floor?: number;
	/** Every row without a time is known, unless it is new. */
	knowsUndated?: boolean;
	/** The latest time at the activation, until the whole list was read: rows deep in it with an earlier time were there. */
	oldUntil?: number;
	/** When the last reading began that met all new rows. */
	readAt?: number;
	/** When the one before it began. */
	readBefore?: number;
	lateness?: Lateness;
	/** Known rows that the last complete reading did not meet. */
	missing?: string[];
	/** Known rows that two complete readings in a row did not meet. */
	unlisted?: string[];
	/** Fields that looked like identifiers, and have the same value in several rows. */
	falseIds?: string[];
	/** Calls that are not ready. */
	deferred: SavedCalls;
	deliveries: SavedDeliveries;
	pass?: Pass;
	/** The list is not sorted by time, as a pass has seen. */
	isUnsorted?: boolean;
	/** The date filter shows rows that are still open: it is not about their end. */
	filterShowsOpen?: boolean;
	/** Rows in the list when it was last read to its end. */
	count?: number;
	/** What rows were seen to say: `agent`, for example. */
	seen?: string[];
	/** What was reported, and is not to be reported again. */
	said?: string[];
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
		[value.offset, value.startedAt].every(Number.isFinite) &&
		[value.anchors, value.missed].every((texts) => Array.isArray(texts) && isTexts(texts)) &&
		isOrder(value.order) &&
		[value.isOnlyWay, value.hasNoWay].every(isFlag) &&
		(value.page === undefined || isObject(value.page)) &&
		isTime(value.restarts));

const isLateness = (value: unknown): boolean =>
	value === undefined ||
	(isObject(value) && [value.now, value.before, value.since].every(Number.isFinite));

const checks: Record<keyof SavedState, (value: unknown) => boolean> = {
	version: (value) => value === VERSION,
	scope: isText,
	isReady: (value) => typeof value === 'boolean',
	baselineReadings: isTime,
	baselineNewest: isTime,
	baselineStart: isTime,
	baselineSurprises: isTime,
	knowsUndated: isFlag,
	known: KnownRows.isText,
	startFrom: isTime,
	floor: isPast,
	oldUntil: isTime,
	readAt: isPast,
	readBefore: isPast,
	lateness: isLateness,
	missing: isTexts,
	unlisted: isTexts,
	falseIds: isTexts,
	// What cannot be read of it is left out.
	deferred: isObject,
	deliveries: Deliveries.isSaved,
	pass: isPass,
	isUnsorted: isFlag,
	filterShowsOpen: isFlag,
	count: isTime,
	seen: isTexts,
	said: isTexts,
};

const isSaved = (value: unknown): value is SavedState =>
	isObject(value) &&
	(Object.keys(checks) as Array<keyof SavedState>).every((name) => checks[name](value[name]));

/** The state of a trigger that has never polled. */
export const emptyState = (scope: string): SavedState => ({
	version: VERSION,
	scope,
	isReady: false,
	known: '',
	deferred: {},
	deliveries: { emitted: [], lost: [] },
});

/**
 * A copy of what was saved; 'unreadable' if it is none of this trigger's states; undefined if nothing was saved, or about something else.
 *
 * @throws ParameterError if a newer version of the package saved it
 */
export function readSaved(data: IDataObject, scope: string): SavedState | 'unreadable' | undefined {
	if (data.state === undefined) return undefined;
	const saved: unknown = jsonParse(JSON.stringify(data.state));
	if (isObject(saved) && Number(saved.version) > VERSION) {
		throw new ParameterError(
			'A newer version of this package has run this trigger',
			'Install that version again, so that no call is lost or emitted twice',
		);
	}
	if (!isSaved(saved)) return 'unreadable';
	return saved.scope === scope ? saved : undefined;
}
