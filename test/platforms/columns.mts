import type { Ids, Shape } from '../platform/manners.mts';
import { isOver, OPTED_OUT, type Row } from '../platform/rows.mts';
import type { TableName } from '../platform/things.mts';
import {
	camelCased,
	contactNumber,
	directionWord,
	idText,
	lastCallId,
	recordingOf,
	statusWord,
} from '../platform/written.mts';
import type { Target } from './resources.mts';

/*
 * What each column of Simplify may hold: the truth, or null. Where the platform says it in the plainest form, null counts as a fault too:
 * a reader that knows nothing must not pass.
 */

/** A row with everything that decides how it is written. */
export interface Told {
	row: Row;
	ids: Ids;
	shape: Shape;
	thing: Target;
	/** Whether the answer holds all of the row, or the identifiers and the status alone. */
	isFull: boolean;
}

type Truth = string | number | boolean | Date | object | null;

interface Column {
	/** What is true, or several of it; null: nothing can be. */
	truth(told: Told): Truth | Truth[];
	/** Whether a value says it, if it need not be equal. It is never asked about null. */
	isTrue?(value: unknown, told: Told): boolean;
	/** Whether the platform says it so plainly that null is a fault. */
	isPlain?(told: Told): boolean;
}

const column = (truth: Column['truth'], isPlain?: Column['isPlain']): Column => ({
	truth,
	isPlain,
});

/** Times are texts. Objects may be JSON texts. */
function says(value: unknown, truth: Truth): boolean {
	if (truth instanceof Date)
		return typeof value === 'string' && Date.parse(value) === truth.getTime();
	if (typeof truth !== 'object' || truth === null) return value === truth;
	return (typeof value === 'string' ? value : JSON.stringify(value)) === JSON.stringify(truth);
}

/** Columns that are named as what is true of the row. */
const same = (names: string, isPlain?: Column['isPlain']): Record<string, Column> =>
	Object.fromEntries(
		names
			.split(' ')
			.map((name) => [
				name,
				column(({ row }) => row[camelCased(name) as keyof Row] ?? null, isPlain),
			]),
	);

const dateOf = (moment: number | null | undefined): Date | null =>
	typeof moment === 'number' ? new Date(moment) : null;

const always = () => true;
const isFull = (told: Told) => told.isFull;
const hasWords = ({ shape }: Told) => shape.words !== 'unknown';
const isAnalysis = (told: Told) => told.isFull && told.shape.analysis !== 'flat';
const time = (name: 'created' | 'started' | 'ended'): Column =>
	column(
		({ row }) => dateOf(row[name]),
		(told) => told.isFull && told.shape.times === 'iso' && told.shape.timeNames === 'at',
	);
const count = (truth: (counts: Row['counts']) => number): Column =>
	column(
		({ row }) => truth(row.counts),
		(told) => told.isFull && told.shape.counts === 'progress',
	);

const ownId = column(({ row, ids }) => idText(row, ids), always);
const status = (table: TableName) =>
	column(({ row, shape }) => statusWord(row, shape, table), always);
const fullName = ({ row: { firstName, lastName } }: Told) => `${firstName} ${lastName}`;

/** A turn as it may be shown: by who spoke or without it, or as the raw JSON of the turn; never as the other one's words. */
function isLineOf(line: string, { text: spoken, isAgent }: Row['turns'][number]): boolean {
	const isOthers = line.startsWith(isAgent ? 'Contact:' : 'Agent:');
	return line.includes(spoken) && !isOthers;
}

function isTranscript(value: unknown, { row: { turns } }: Told): boolean {
	const lines = String(value).split('\n');
	return lines.length === turns.length && turns.every((turn, at) => isLineOf(lines[at]!, turn));
}

const wasSpoken = ({ row }: Told) => (row.turns.length > 0 ? true : null);

const CALL: Record<string, Column> = {
	call_id: ownId,
	session_id: column(({ row }) => row.mark, always),
	status: status('call'),
	is_over: column(({ row }) => isOver(row), hasWords),
	direction: column(({ row, shape }) => directionWord(row, shape), isFull),
	...same('agent_id agent_name campaign_id from_number first_name last_name', isFull),
	...same('outcome is_success sentiment summary', isAnalysis),
	...same('credits variables custom_fields'),
	to_number: column(
		({ row }) => row.toNumber,
		// Of a call that came in, a number that is nobody's in particular can be that of the contact.
		({ row, shape, isFull: isAll }) =>
			isAll && shape.number !== 'contact' && (shape.number === 'to_number' || !row.isInbound),
	),
	contact_number: column(
		// A call that was requested goes out, whatever its row says.
		({ row, thing }) => (thing.entered ? row.toNumber : contactNumber(row)),
		(told) => told.isFull && told.shape.number === 'to_number',
	),
	contact_name: column(fullName),
	name: column(fullName),
	called_at: {
		...time('created'),
		// When it was created may be said where its start is not.
		truth: ({ row: { created, started } }) => [dateOf(created), dateOf(started)],
	},
	created_at: time('created'),
	started_at: time('started'),
	ended_at: time('ended'),
	duration_seconds: column(({ row }) => row.duration, isFull),
	// Nothing says that a person did not opt out.
	opted_out: column(({ row }) => (row.outcome === OPTED_OUT ? true : null), isAnalysis),
	transcript: {
		truth: wasSpoken,
		isTrue: isTranscript,
		isPlain: (told) => told.isFull && told.shape.transcript !== 'missing',
	},
	transcript_start: {
		truth: wasSpoken,
		isTrue: (value, told) =>
			String(value).endsWith(' …') ? String(value).length <= 60 : isTranscript(value, told),
	},
	recording_url: column((told) => wasSpoken(told) && recordingOf(told.row), isFull),
};

const CAMPAIGN: Record<string, Column> = {
	campaign_id: ownId,
	name: column(({ row }) => row.mark, isFull),
	status: status('campaign'),
	is_finished: column(
		({ row }) => isOver(row),
		(told) => isOver(told.row) && hasWords(told),
	),
	...same('agent_id', isFull),
	...same('agent_name'),
	created_at: time('created'),
	started_at: time('started'),
	finished_at: time('ended'),
	contacts_total: count(({ total }) => total),
	contacts_pending: count(({ pending }) => pending),
	contacts_in_progress: count(({ active }) => active),
	contacts_done: count(({ done }) => done),
	contacts_connected: count(({ connected }) => connected),
	contacts_failed: count(({ done, connected }) => done - connected),
};

const ofLastCall = (truth: (row: Row) => string | null): Column =>
	column(
		({ row }) => (typeof row.started === 'number' ? truth(row) : null),
		({ shape }) => shape.lastCall === 'flat',
	);

const CONTACT: Record<string, Column> = {
	contact_id: ownId,
	contact_name: column(fullName, isFull),
	contact_number: column(({ row }) => row.toNumber, isFull),
	...same('first_name last_name', isFull),
	// A contact says it only where its last call is a part of it, among the times of that call.
	called_at: column(({ row }) => dateOf(row.started)),
	status: status('contact'),
	is_over: column(({ row }) => isOver(row), hasWords),
	attempts: column(({ row }) => row.counts.active),
	outcome: ofLastCall(({ outcome }) => outcome),
	duration_seconds: column(({ row }) => row.duration),
	call_id: ofLastCall(lastCallId),
	session_id: ofLastCall(({ mark }) => mark),
	variables: column(({ row: { variables, mark } }) => ({ ...variables, mark })),
};

/** The columns that are judged. */
export const JUDGED: Record<Exclude<TableName, 'plain'>, Record<string, Column>> = {
	call: CALL,
	campaign: CAMPAIGN,
	contact: CONTACT,
};

/** The column that identifies a row. */
export const ID_COLUMN = {
	call: 'call_id',
	campaign: 'campaign_id',
	contact: 'contact_id',
} as const;

/** What is wrong with the value of a column; undefined if nothing is. */
export function wrongColumn(
	name: string,
	value: unknown,
	told: Told,
	table: keyof typeof JUDGED,
): string | undefined {
	const judged = JUDGED[table][name];
	if (!judged) return undefined;
	const truths = [judged.truth(told)].flat().filter((truth) => truth !== null);
	const isPlain = truths.length > 0 && judged.isPlain?.(told) === true;
	if (value === null || value === undefined)
		return isPlain ? `${name} is said plainly, and is null` : undefined;
	const isTrue = judged.isTrue
		? truths.length > 0 && judged.isTrue(value, told)
		: truths.some((truth) => says(value, truth));
	const isEntered = !isPlain && value === told.thing.entered?.[name];
	return isTrue || isEntered ? undefined : `${name} is ${JSON.stringify(value)}`;
}
