import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import { ParameterError } from '../shared/values';

/** A call that is not ready to be given out. All times are milliseconds since 1970. */
export interface Waiting {
	id: string;
	/** When the platform says the call was made; 0 if it does not. */
	time: number;
	/** When it was seen first. */
	since: number;
	/** When it was seen to be over, if it is. */
	over?: number;
	/** When the platform was last asked about it. */
	asked?: number;
}

/** Items that were handed to n8n at one moment. */
export interface Delivery {
	/** Milliseconds since 1970. */
	at: number;
	/** The earliest time of its rows, in seconds since 1970; 0 if one has none. */
	since: number;
	keys: string[];
}

/** A row that is older than the wanted ones. */
export interface Boundary {
	key: string;
	/** Milliseconds since 1970. */
	time: number;
}

/** Where reading goes on that ran out of time. */
export interface Position {
	/** The way the list was being read: all of it, with a date filter, or from the back. */
	kind: 'front' | 'filter' | 'back';
	offset: number;
	/** The last rows that were read, the very last one at the end: their place tells whether rows came or went. */
	anchors: string[];
	/** When the reading began, in milliseconds since 1970. */
	startedAt: number;
	/** The latest time read so far. */
	newest?: number;
	/** Rows that the date filter must still show. */
	unmet?: string[];
}

/** What the trigger remembers from poll to poll, as plain JSON in the node's static data. */
export interface TriggerState {
	version: 1;
	/** What is watched. Another event, or another agent's list, begins anew. */
	scope: string;
	/** False until what was there at the activation is known. */
	isReady: boolean;
	/** Rows with an earlier time are old, in milliseconds since 1970. Absent while no row had a time. */
	from?: number;
	/** What it will be after another complete reading. A list that loses rows while it is read can hide others once, not twice. */
	nextFrom?: number;
	/** Some rows have a time and others have none. */
	hasUndated?: boolean;
	/** Rows that are done with, since `from`: key → time in seconds since 1970, 0 if the platform gives none. */
	seen: Record<string, number>;
	/** By key. */
	waiting: Record<string, Waiting>;
	/** Deliveries that a crash may have lost. */
	deliveries: Delivery[];
	/** Rows that a crash may have lost, to be given out again: key → earliest time in seconds, 0 if unknown. */
	again: Record<string, number>;
	/** They were looked for once. A list that loses rows while it is read can hide others. */
	hasLookedAgain?: boolean;
	position?: Position;
	/** The latest row known from before `from`. */
	boundary?: Boundary;
	/** Rows of `seen` that the platform does not list any more. */
	missing: string[];
	/** Rows in the list when it was last read to its end from the back. */
	count?: number;
}

export const newState = (scope: string): TriggerState => ({
	version: 1,
	scope,
	isReady: false,
	seen: {},
	waiting: {},
	deliveries: [],
	again: {},
	missing: [],
});

/** Whole seconds are kept: half the size, and fine enough for forgetting. */
export const inSeconds = (time: number | undefined): number =>
	time === undefined ? 0 : Math.floor(time / 1000);

/** A row's identity in eleven characters (66 bits), so that thousands of them stay small. */
export const keyOf = (identity: string): string =>
	createHash('sha256').update(identity).digest('base64url').slice(0, 11);

/**
 * A copy of what was remembered; undefined if nothing was, or about something else.
 *
 * @throws ParameterError if a newer version of the package wrote it
 */
export function readState(data: IDataObject, scope: string): TriggerState | undefined {
	if (data.state === undefined) return undefined;
	const state = jsonParse<TriggerState>(JSON.stringify(data.state));
	if (state.version !== 1) {
		throw new ParameterError(
			'A newer version of this package has run this trigger',
			'Install that version again, so that no call is lost or given out twice',
		);
	}
	return state.scope === scope ? state : undefined;
}

/** Forgets the rows whose time lies before `from`: they are old whether they are known or not. The latest of them is the boundary. */
export function forgetOld(state: TriggerState): void {
	const first = inSeconds(state.from);
	for (const [key, seconds] of Object.entries(state.seen)) {
		if (seconds === 0 || seconds >= first) continue;
		const time = seconds * 1000;
		if (!state.boundary || time > state.boundary.time) state.boundary = { key, time };
		delete state.seen[key];
	}
	state.missing = state.missing.filter((key) => key in state.seen);
}

/**
 * Opens deliveries again that a crash may have lost: those of a process that is gone, if this one began soon after. Nothing in n8n tells a
 * node whether an execution came to its end.
 *
 * @param window how soon, in milliseconds; 0 for never
 * @param processStart when this process began
 */
export function openAgain(
	state: TriggerState,
	window: number,
	processStart: number,
	now: number,
): void {
	for (const { at, since, keys } of state.deliveries) {
		if (at >= processStart || processStart - at > window) continue;
		for (const key of keys) {
			state.again[key] = since;
			delete state.seen[key];
		}
		// They may lie before it.
		state.position = undefined;
		state.hasLookedAgain = false;
	}
	state.deliveries = state.deliveries.filter(({ at }) => at >= processStart && now - at <= window);
}

/** Gives up on rows that were to come again and are not there any more, after the second look. Those that only wait still come. */
export function forgetAgain(state: TriggerState): void {
	const missing = Object.entries(state.again).filter(([key]) => !(key in state.waiting));
	if (missing.length > 0 && !state.hasLookedAgain) {
		state.hasLookedAgain = true;
		return;
	}
	for (const [key, seconds] of missing) {
		state.seen[key] = seconds;
		delete state.again[key];
	}
}
