import type { Ids, Shape } from '../platform/manners.mts';
import { isOver, OPTED_OUT, type Row } from '../platform/rows.mts';
import type { TableName } from '../platform/things.mts';
import {
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
	/** How much of the row the answer holds: everything, or the identifiers and the status. */
	sent: 'all' | 'sparse';
}

interface Column {
	/** Whether the value says what is true. It is never asked about null. */
	isTrue(value: unknown, told: Told): boolean;
	/** Whether the platform says it so plainly that null is a fault. */
	isPlain?(told: Told): boolean;
}

const text = (truth: (told: Told) => string | null, isPlain?: Column['isPlain']): Column => ({
	isTrue: (value, told) => typeof value === 'string' && value === truth(told),
	isPlain: isPlain && ((told) => truth(told) !== null && isPlain(told)),
});

const number = (truth: (told: Told) => number | null, isPlain?: Column['isPlain']): Column => ({
	isTrue(value, told) {
		const wanted = truth(told);
		return typeof value === 'number' && wanted !== null && Math.abs(value - wanted) < 0.6;
	},
	isPlain: isPlain && ((told) => truth(told) !== null && isPlain(told)),
});

const exactNumber = (truth: (told: Told) => number | null): Column => ({
	isTrue: (value, told) => typeof value === 'number' && value === truth(told),
});

const time = (truth: (row: Row) => number | null | undefined): Column => ({
	isTrue: (value, { row }) => typeof value === 'string' && Date.parse(value) === truth(row),
	isPlain: ({ row, shape, sent }) =>
		typeof truth(row) === 'number' &&
		shape.times === 'iso' &&
		shape.timeNames === 'at' &&
		sent === 'all',
});

const flag = (truth: (told: Told) => boolean | null, isPlain?: Column['isPlain']): Column => ({
	isTrue: (value, told) => typeof value === 'boolean' && value === truth(told),
	isPlain,
});

/** An object as JSON text, or as it is. */
const json = (truth: (row: Row) => object): Column => ({
	isTrue: (value, { row }) =>
		(typeof value === 'string' ? value : JSON.stringify(value)) === JSON.stringify(truth(row)),
});

const always = () => true;

const ownId: Column = text(({ row, ids }) => idText(row, ids), always);

/** A turn as it may be shown: by who spoke or without it, or as the raw JSON of the turn; never as the other one's words. */
function isLineOf(line: string, { text: spoken, isAgent }: Row['turns'][number]): boolean {
	const isOthers = line.startsWith(isAgent ? 'Contact:' : 'Agent:');
	return line.includes(spoken) && !isOthers;
}

const transcript: Column = {
	isTrue(value, { row }) {
		if (typeof value !== 'string') return false;
		const spoken = value.split('\n');
		return (
			spoken.length === row.turns.length &&
			row.turns.every((turn, index) => isLineOf(spoken[index] as string, turn))
		);
	},
	isPlain: ({ row, shape, sent }) =>
		sent === 'all' && row.turns.length > 0 && shape.transcript !== 'missing',
};

const isFull = ({ sent }: Told) => sent === 'all';
const plainPerson = ({ shape, sent }: Told) => sent === 'all' && shape.person === 'flat';

const status = (table: TableName): Column =>
	text(({ row, shape }) => statusWord(row, shape, table), always);

const over: Column = flag(
	({ row }) => isOver(row),
	({ shape }) => shape.words !== 'unknown',
);

const plainAnalysis = ({ shape, sent }: Told) => sent === 'all' && shape.analysis !== 'flat';

/** A call that was requested goes out, whatever its row says. */
const contactNumberOf = (row: Row, { entered }: Target): string =>
	entered ? row.toNumber : contactNumber(row);

/** Nothing says that a person did not opt out. */
const hasOptedOut = ({ outcome }: Row): true | null => (outcome === OPTED_OUT ? true : null);

const CALL: Record<string, Column> = {
	call_id: ownId,
	session_id: text(({ row }) => row.mark, always),
	status: status('call'),
	is_over: over,
	direction: text(({ row, shape }) => directionWord(row, shape), isFull),
	agent_id: text(({ row }) => row.agentId, isFull),
	agent_name: text(({ row }) => row.agentName, isFull),
	campaign_id: text(({ row }) => row.campaignId, isFull),
	to_number: text(
		({ row }) => row.toNumber,
		// Of a call that came in, a number that is nobody's in particular can be that of the contact.
		({ row, shape, sent }) =>
			sent === 'all' &&
			(shape.number === 'to_number' || (shape.number === 'phone_number' && !row.isInbound)),
	),
	from_number: text(({ row }) => row.fromNumber, isFull),
	contact_number: text(
		({ row, thing }) => contactNumberOf(row, thing),
		({ shape, sent }) => sent === 'all' && shape.number === 'to_number',
	),
	first_name: text(({ row }) => row.firstName, plainPerson),
	last_name: text(({ row }) => row.lastName, plainPerson),
	contact_name: text(({ row }) => `${row.firstName} ${row.lastName}`),
	name: text(({ row }) => `${row.firstName} ${row.lastName}`),
	called_at: {
		...time(({ created, started }) => started ?? created),
		// When it was created may be said where its start is not.
		isTrue: (value, { row: { created, started } }) =>
			typeof value === 'string' && [created, started].includes(Date.parse(value)),
	},
	created_at: time(({ created }) => created),
	started_at: time(({ started }) => started),
	ended_at: time(({ ended }) => ended),
	duration_seconds: number(({ row }) => row.duration, isFull),
	credits: exactNumber(({ row }) => row.credits),
	outcome: text(({ row }) => row.outcome, plainAnalysis),
	is_success: flag(
		({ row }) => row.isSuccess,
		(told) =>
			plainAnalysis(told) && told.row.isSuccess !== null && told.shape.success === 'boolean',
	),
	opted_out: flag(
		({ row }) => hasOptedOut(row),
		(told) => plainAnalysis(told) && hasOptedOut(told.row) === true,
	),
	sentiment: text(({ row }) => row.sentiment, plainAnalysis),
	summary: text(({ row }) => row.summary, plainAnalysis),
	transcript,
	transcript_start: {
		isTrue: (value, told) => {
			if (typeof value !== 'string') return false;
			const isWhole = !value.endsWith(' …');
			return isWhole ? transcript.isTrue(value, told) : value.length <= 60;
		},
	},
	recording_url: text((told) => (told.row.turns.length > 0 ? recordingOf(told.row) : null), isFull),
	variables: json(({ variables }) => variables),
	custom_fields: json(({ customFields }) => customFields),
};

const count = (truth: (counts: Row['counts']) => number): Column => ({
	...exactNumber(({ row }) => truth(row.counts)),
	isPlain: ({ shape, sent }) => sent === 'all' && shape.counts === 'progress',
});

const CAMPAIGN: Record<string, Column> = {
	campaign_id: ownId,
	name: text(({ row }) => row.mark, isFull),
	status: status('campaign'),
	is_finished: flag(
		({ row }) => isOver(row),
		({ row, shape }) => isOver(row) && shape.words !== 'unknown',
	),
	agent_id: text(({ row }) => row.agentId, isFull),
	agent_name: text(({ row }) => row.agentName),
	created_at: time(({ created }) => created),
	started_at: time(({ started }) => started),
	finished_at: time(({ ended }) => ended),
	contacts_total: count(({ total }) => total),
	contacts_pending: count(({ pending }) => pending),
	contacts_in_progress: count(({ active }) => active),
	contacts_done: count(({ done }) => done),
	contacts_connected: count(({ connected }) => connected),
	contacts_failed: count(({ done, connected }) => done - connected),
};

const ofLastCall = (truth: (row: Row) => string | null): Column =>
	text(
		({ row }) => (typeof row.started !== 'number' ? null : truth(row)),
		({ shape }) => shape.lastCall === 'flat',
	);

const CONTACT: Record<string, Column> = {
	contact_id: ownId,
	contact_name: text(({ row }) => `${row.firstName} ${row.lastName}`, isFull),
	contact_number: text(({ row }) => row.toNumber, isFull),
	first_name: text(({ row }) => row.firstName, isFull),
	last_name: text(({ row }) => row.lastName, isFull),
	// A contact says it only where its last call is a part of it, among the times of that call.
	called_at: { isTrue: time(({ started }) => started).isTrue },
	status: status('contact'),
	is_over: over,
	attempts: exactNumber(({ row }) => row.counts.active),
	outcome: ofLastCall(({ outcome }) => outcome),
	duration_seconds: number(({ row }) => row.duration),
	call_id: ofLastCall(lastCallId),
	session_id: ofLastCall(({ mark }) => mark),
	variables: json(({ variables, mark }) => ({ ...variables, mark })),
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
export function wrongColumn(name: string, value: unknown, told: Told, table: keyof typeof JUDGED) {
	const column = JUDGED[table][name];
	if (!column) return undefined;
	if (value === null || value === undefined) {
		const isFault = column.isPlain?.(told) === true;
		return isFault ? (`unknown: ${name} is said plainly, and is null` as const) : undefined;
	}
	const isEntered = value === told.thing.entered?.[name] && column.isPlain?.(told) !== true;
	return isEntered || column.isTrue(value, told)
		? undefined
		: `${name} is ${JSON.stringify(value)}`;
}
