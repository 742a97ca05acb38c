import { drawsFrom } from '../../harness/draws.mts';
import { hash } from '../../sandbox/simulation/random.mts';

/*
 * The true world: what really is on the platform, before anybody writes it down in one manner or another.
 */

export type Status = 'queued' | 'in_progress' | 'completed' | 'no_answer' | 'failed';

/**
 * What the platform shows as the time of a row. `late`: filled in after a while. `moving`: replaced by a later one soon. `renamed`: another
 * field with a later time takes its place. `putOff`: set to hours later. `future`: that of a row planned for another day. `none`: there is none.
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

/**
 * What is the matter with a row. `forbidden`, `gone` and `broken`: asked for by its identifier it is always refused with 403, 410 or 500.
 * `slash`: its identifier has one, and the platform finds nothing there. `noAgent`: it belongs to no agent.
 */
export const TROUBLES = ['none', 'forbidden', 'gone', 'broken', 'slash', 'noAgent'] as const;

export type Trouble = (typeof TROUBLES)[number];

/** The outcome of a call whose person asked not to be called again. */
export const OPTED_OUT = 'Do not call';

export interface Turn {
	isAgent: boolean;
	text: string;
}

/** One row of the truth. Every kind of thing uses the fields that it has. Times are milliseconds since 1970, on the platform's clock. */
export interface Row {
	/** In an identifier that is a text. */
	id: string;
	/** In an identifier that has digits alone. */
	number: number;
	/** Differs from row to row, also where identifiers do not. */
	mark: string;
	name: string;
	status: Status;
	created: number;
	/** Undefined: nothing is said about it. */
	started?: number | null;
	ended: number | null;
	/** Seconds. */
	duration: number | null;
	isInbound: boolean;
	agentId: string | null;
	agentName: string | null;
	campaignId: string | null;
	toNumber: string;
	fromNumber: string;
	firstName: string;
	lastName: string;
	credits: number;
	outcome: string | null;
	isSuccess: boolean | null;
	sentiment: string | null;
	summary: string | null;
	turns: readonly Turn[];
	customFields: Record<string, string>;
	variables: Record<string, string>;
	/** Numbers of contacts of a campaign, and of attempts for a contact. */
	counts: { total: number; pending: number; active: number; done: number; connected: number };
	time: RowTime;
	trouble: Trouble;
	/** Counts up with every row that arrives. */
	arrival: number;
	/** When it appeared. */
	inserted: number;
}

/** The states in which nothing more will happen. */
export const isOver = ({ status }: Pick<Row, 'status'>): boolean =>
	status !== 'queued' && status !== 'in_progress';

/** Whether the transcript and the analysis of a call are there. */
export const isComplete = ({ turns }: Pick<Row, 'turns'>): boolean => turns.length > 0;

export const ORGANIZATION_ID = 'organization_0001';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** An ordinary day: no clock is set back. */
const NEWEST = Date.parse('2026-03-02T18:00:00Z');

const AGENT_LINES = ['Good morning, how are you?', 'Is Tuesday fine?', 'Thank you, goodbye.'];
const CONTACT_LINES = ['Fine, thanks.', 'Yes: at nine.', 'No, call me later'];

/** Identifiers are counted from here, so that rows that come later at the front have one too. */
const FIRST = 500;

/** The place that a row had in the list, which is the newest first. Rows that were inserted later have negative ones. */
export const placeOf = ({ number }: Row): number => number - FIRST;

/** A row that follows from the seed and its place. */
export function trueRow(seed: number, place: number): Row {
	const draw = drawsFrom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(place + 7, 0x85ebca6b));
	const below = (count: number) => Math.floor(draw() * count);
	const pick = <Value,>(values: readonly Value[]) => values[below(values.length)] as Value;

	const isDone = draw() < 0.7;
	const created = NEWEST - place * 120 * SECOND - below(60) * SECOND;
	const wasAnswered = isDone ? draw() < 0.8 : draw() < 0.5;
	const started = wasAnswered ? created + (5 + below(20)) * SECOND : null;
	const duration = isDone && started !== null ? 20 + below(400) : null;
	const answeredEnd = started === null ? created + 30 * SECOND : started + (duration ?? 0) * SECOND;
	const ended = isDone ? answeredEnd : null;
	const isAnalyzed = isDone && wasAnswered;
	const digits = String(100 + Math.abs(place % 100)).slice(-2);
	const total = 10 + below(90);
	const done = below(total);
	const number = FIRST + place;
	return {
		id: `row_${number}`,
		number,
		mark: `mark_${seed % 1000}_${place}`,
		name: `Name ${place}`,
		status: isDone ? 'completed' : 'in_progress',
		created,
		started,
		ended,
		duration,
		isInbound: draw() < 0.3,
		agentId: pick(['agent_a', 'agent_b']),
		agentName: pick(['Reception', 'Sales']),
		campaignId: pick(['campaign_a', 'campaign_b', null]),
		toNumber: `+121255501${digits}`,
		fromNumber: `+131255501${String(10 + below(90))}`,
		firstName: pick(['Ada', 'Grace', 'Alan']),
		lastName: pick(['Example', 'Sample']),
		credits: below(400) / 100,
		outcome: isAnalyzed ? pick(['interested', 'not_interested', 'Call later', OPTED_OUT]) : null,
		isSuccess: isAnalyzed ? draw() < 0.5 : null,
		sentiment: isAnalyzed ? pick(['positive', 'neutral', 'negative']) : null,
		summary: isAnalyzed ? pick(['The person agreed.', 'The person wants another call.']) : null,
		turns: isAnalyzed
			? Array.from({ length: 1 + below(4) }, (_, turn) => ({
					isAgent: turn % 2 === 0,
					text: pick(turn % 2 === 0 ? AGENT_LINES : CONTACT_LINES),
				}))
			: [],
		customFields: isAnalyzed ? { budget: String(below(900)) } : {},
		variables: { topic: pick(['renewal', 'welcome']) },
		counts: { total, done, pending: total - done, active: below(3), connected: below(done + 1) },
		time: 'steady',
		trouble: 'none',
		arrival: -place,
		inserted: created,
	};
}

const LATE_AFTER_MS = 90 * SECOND;
const MOVED_AFTER_MS = 20 * SECOND;
const RENAMED_AFTER_MS = 70 * SECOND;
const PUT_OFF_AFTER_MS = 3 * MINUTE;
const PUT_OFF_BY_MS = 120 * MINUTE;
export const PLANNED_AHEAD_MS = 26 * 60 * MINUTE;

type Dated = Pick<Row, 'id' | 'time' | 'created' | 'inserted'>;

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

/** The fields that a row has its time in: those that every platform names in its own way, and others. */
export interface TimeFields {
	created?: number | null;
	started?: number | null;
	others: Record<string, number | null>;
}

export function timeFields(row: Row, now: number, isCall: boolean): TimeFields {
	const shown = shownTime(row, now) ?? null;
	const { started } = row;
	if (row.time === 'putOff') {
		return isCall ? { started: shown, others: {} } : { others: { requested_at: shown } };
	}
	if (isCall && row.time === 'moving') return { started: shown, others: {} };
	if (isCall && row.time === 'renamed') {
		const later = isReplaced(row, now) && { initiated_at: shown };
		return { others: { queued_at: row.created, ...later } };
	}
	return { created: shown, ...(started !== undefined && { started }), others: {} };
}

/** Whether what is shown as the time never changes. */
export const isFixed = ({ time }: Pick<Row, 'time'>): boolean =>
	time === 'steady' || time === 'future' || time === 'none';

/** Another date of the row, which has nothing to do with when it was added. */
export const appointmentOf = ({ id, created }: Pick<Row, 'id' | 'created'>): number =>
	created + ((hash(id) % 1440) - 720) * MINUTE;
