import { hash } from '../../sandbox/simulation/random.mts';

/*
 * What the platform shows as the time of a row. It need not be when the row was added, and it need not stay.
 */

/**
 * `late`: filled in after a while. `moving`: replaced by a later one soon. `renamed`: another field with a later time takes its place.
 * `putOff`: set to hours later. `future`: that of a row planned for another day. `none`: there is none.
 */
export const ROW_TIMES = [
	'steady',
	'late',
	'moving',
	'renamed',
	'putOff',
	'future',
	'none',
] as const;

export type RowTime = (typeof ROW_TIMES)[number];

/** Moments are milliseconds since 1970, on the platform's clock. */
export interface Dated {
	id: string;
	time: RowTime;
	created: number;
	/** When the row appeared. */
	inserted: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LATE_AFTER_MS = 90 * SECOND;
const MOVED_AFTER_MS = 20 * SECOND;
const RENAMED_AFTER_MS = 70 * SECOND;
const PUT_OFF_AFTER_MS = 3 * MINUTE;
const PUT_OFF_BY_MS = 120 * MINUTE;
export const PLANNED_AHEAD_MS = 26 * 60 * MINUTE;

/** Whether the second form of a time is shown by now. */
const isReplaced = ({ time, inserted }: Dated, now: number): boolean => {
	if (time === 'moving') return now >= inserted + MOVED_AFTER_MS;
	if (time === 'renamed') return now >= inserted + RENAMED_AFTER_MS;
	return time === 'putOff' && now >= inserted + PUT_OFF_AFTER_MS;
};

/** The time that the platform shows now; undefined if it shows none. */
export function shownTime(row: Dated, now: number): number | undefined {
	if (row.time === 'none') return undefined;
	if (row.time === 'late' && now < row.inserted + LATE_AFTER_MS) return undefined;
	if (!isReplaced(row, now)) return row.created;
	return row.created + (row.time === 'putOff' ? PUT_OFF_BY_MS : MOVED_AFTER_MS);
}

/** The fields with the time of a row. */
export function timeFields(
	row: Dated,
	now: number,
	isCall: boolean,
): Record<string, number | undefined> {
	const shown = shownTime(row, now);
	if (row.time === 'putOff') return { [isCall ? 'started_at' : 'requested_at']: shown };
	if (!isCall) return { created_at: shown };
	if (row.time === 'moving') return { started_at: shown };
	if (row.time !== 'renamed') return { created_at: shown };
	return { queued_at: row.created, ...(isReplaced(row, now) && { initiated_at: shown }) };
}

const hashes = new Map<string, number>();

/** As `hash`, which takes its time: the same few identifiers come again and again. */
export function hashOf(id: string): number {
	const known = hashes.get(id) ?? hash(id);
	hashes.set(id, known);
	return known;
}

/** Another date of the row, which has nothing to do with when it was added. */
export const appointmentOf = ({ id, created }: Pick<Dated, 'id' | 'created'>): number =>
	created + ((hashOf(id) % 1440) - 720) * MINUTE;

/** Whether what is shown as the time never changes. */
export const isFixed = (time: RowTime): boolean =>
	time === 'steady' || time === 'future' || time === 'none';
