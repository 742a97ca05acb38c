import type { Ids, Manner, Shape } from './manners.mts';
import {
	appointmentOf,
	ORGANIZATION_ID,
	timeFields,
	type Row,
	type Status,
	type Turn,
} from './rows.mts';
import type { TableName, Thing } from './things.mts';

/*
 * How a platform writes a row of the truth.
 */

export type Written = Record<string, unknown>;

/** Digits that JavaScript's numbers cannot hold; neighbours become equal when they are rounded. */
const BEYOND = 9_007_199_254_740_993n;

type IdForm = Pick<Ids, 'value'>;

const idValue = ({ id, number }: Row, { value }: IdForm): unknown =>
	({ text: id, number: 7_000 + number, beyond2to53: BEYOND + BigInt(number) })[value];

/** The identifier of a row as text, as it is written in JSON. */
export const idText = (row: Row, ids: IdForm): string => String(idValue(row, ids));

/** For what is to be written. */
export interface At {
	/** On the platform's clock. */
	now: number;
	/** A thing that is asked for by itself. */
	isSingle: boolean;
}

/** After everything has happened. */
const EVERYTHING: At = { now: Number.POSITIVE_INFINITY, isSingle: true };

/** The fields that identify a row, and one that is equal in all of them. */
function idFields(row: Row, { name, value }: Ids, { ownId, singular }: Thing): Written {
	const id = idValue(row, { value });
	return {
		...(singular !== 'organization' && { organization_id: ORGANIZATION_ID }),
		...(name !== 'own' && { id }),
		...(name !== 'id' && { [ownId]: id }),
	};
}

const HOUR = 3_600_000;

/** A moment in the form of the shape. */
export function timeValue(moment: number | null, { times, zoneHours }: Shape): unknown {
	if (moment === null) return null;
	const ahead = (hours: number) => new Date(moment + hours * HOUR).toISOString();
	switch (times) {
		case 'iso':
			return ahead(0);
		case 'offset':
			return `${ahead(2).slice(0, 19)}+02:00`;
		case 'noZone':
			return `${ahead(zoneHours).slice(0, 23)}000`;
		case 'missing':
			return undefined;
	}
}

const TIME_NAMES = {
	at: { created: 'created_at', started: 'started_at', ended: 'ended_at' },
	time: { created: 'created_at', started: 'start_time', ended: 'end_time' },
};

/** A campaign's times have the same names on all platforms. */
const CAMPAIGN_TIME_NAMES = { ...TIME_NAMES.at, ended: 'finished_at' };

function times(row: Row, shape: Shape, { now }: At, table: TableName): Written {
	if (shape.times === 'missing') return {};
	const names = table === 'campaign' ? CAMPAIGN_TIME_NAMES : TIME_NAMES[shape.timeNames];
	const { created, started, others } = timeFields(row, now, table === 'call');
	const fields: Written = {};
	for (const [name, moment] of Object.entries(others)) fields[name] = timeValue(moment, shape);
	if (created !== undefined) fields[names.created] = timeValue(created, shape);
	if (started !== undefined) fields[names.started] = timeValue(started, shape);
	if (table !== 'plain') fields[names.ended] = timeValue(row.ended, shape);
	return fields;
}

const CAMPAIGN_WORDS: Record<Status, string> = {
	queued: 'draft',
	in_progress: 'active',
	completed: 'finished',
	no_answer: 'finished',
	failed: 'completed',
};

const UNKNOWN_WORDS: Record<Status, string> = {
	queued: 'phase_1',
	in_progress: 'phase_2',
	completed: 'phase_3',
	no_answer: 'phase_3',
	failed: 'phase_4',
};

/** The status word of a row. */
export function statusWord({ status }: Row, { words }: Shape, table: TableName): string {
	if (words === 'unknown') return UNKNOWN_WORDS[status];
	return table === 'campaign' ? CAMPAIGN_WORDS[status] : status;
}

const DIRECTIONS = {
	usual: ['inbound', 'outbound'],
	outgoing: ['incoming', 'outgoing'],
} as const;

export const directionWord = ({ isInbound }: Row, { directions }: Shape): string =>
	DIRECTIONS[directions][isInbound ? 0 : 1];

/** The number of the person, whoever called. */
export const contactNumber = ({ isInbound, fromNumber, toNumber }: Row): string =>
	isInbound ? fromNumber : toNumber;

function owner({ agentId, agentName, campaignId }: Row, shape: Shape): Written {
	return shape.owner === 'flat'
		? { agent_id: agentId, agent_name: agentName, campaign_id: campaignId }
		: {
				agent: { id: agentId, name: agentName },
				campaign: campaignId === null ? null : { id: campaignId, name: 'Renewals' },
			};
}

/** The number that was called, or that of the contact. */
const number = (row: Row, { number: name }: Shape): Written =>
	name === 'contact' ? { contact: { phone_number: contactNumber(row) } } : { [name]: row.toNumber };

/** 65 -> 00:01:05 */
const clock = (seconds: number) =>
	[seconds / 3600, (seconds / 60) % 60, seconds % 60]
		.map((part) => String(Math.floor(part)).padStart(2, '0'))
		.join(':');

const durationFields = (seconds: number | null, { duration }: Shape): Written =>
	duration === 'clock'
		? { duration: seconds === null ? null : clock(seconds) }
		: { [duration]: seconds };

function analysis(row: Row, shape: Shape): Written {
	const { outcome, isSuccess, sentiment, summary, customFields } = row;
	if (shape.analysis === 'flat') return { outcome, is_success: isSuccess, sentiment, summary };
	const isPending = outcome === null;
	const custom_fields = isPending ? null : customFields;
	const content = { outcome, success: isSuccess, sentiment, summary, custom_fields };
	return { [shape.analysis]: isPending && shape.pending === 'null' ? null : content };
}

function transcriptOf(turns: readonly Turn[], { transcript }: Shape): unknown {
	const said = (agent: string, contact: string) =>
		turns.map(({ isAgent, text }) => ({ by: isAgent ? agent : contact, text }));
	if (transcript === 'roles')
		return said('assistant', 'user').map(({ by, text }) => ({ role: by, content: text }));
	if (transcript === 'speakers')
		return said('Agent', 'Customer').map(({ by, text }) => ({ speaker: by, text }));
	return said('Agent', 'User')
		.map(({ by, text }) => `${by}: ${text}`)
		.join('\n');
}

function transcript({ turns }: Row, shape: Shape, { isSingle }: At): Written {
	if (shape.transcript === 'missing' || (shape.transcriptIn === 'single' && !isSingle)) return {};
	return { transcript: turns.length === 0 ? null : transcriptOf(turns, shape) };
}

/** Link to the recording of a row. */
export const recordingOf = ({ mark }: Row): string => `https://files.example.com/${mark}.wav`;

const credits = (row: Row, shape: Shape): Written =>
	shape.credits === 'number' ? { credits: row.credits } : { cost: row.credits.toFixed(2) };

function callFields(row: Row, shape: Shape, at: At): Written {
	return {
		session_id: row.mark,
		[shape.status]: statusWord(row, shape, 'call'),
		direction: directionWord(row, shape),
		...owner(row, shape),
		first_name: row.firstName,
		last_name: row.lastName,
		...number(row, shape),
		from_number: row.fromNumber,
		...times(row, shape, at, 'call'),
		...durationFields(row.duration, shape),
		...credits(row, shape),
		...analysis(row, shape),
		...transcript(row, shape, at),
		recording_url: row.turns.length === 0 ? null : recordingOf(row),
		variables: row.variables,
	};
}

function counts({ counts: { total, pending, active, done, connected } }: Row, shape: Shape) {
	const others = { pending, in_progress: active, done, connected, failed: done - connected };
	return shape.counts === 'progress'
		? { progress: { total, ...others } }
		: { total_contacts: total, ...others };
}

function campaignFields(row: Row, shape: Shape, at: At): Written {
	return {
		name: row.mark,
		[shape.status]: statusWord(row, shape, 'campaign'),
		...(shape.owner === 'flat'
			? { agent_id: row.agentId }
			: { agent: { id: row.agentId, name: row.agentName } }),
		...times(row, shape, at, 'campaign'),
		...counts(row, shape),
	};
}

/** The identifier of the last call of a contact. */
export const lastCallId = ({ number }: Row): string => `call_of_contact_${number}`;

function contactFields(row: Row, shape: Shape): Written {
	const wasCalled = typeof row.started === 'number';
	const last = {
		call_id: lastCallId(row),
		session_id: row.mark,
		outcome: row.outcome,
		...durationFields(row.duration, shape),
	};
	return {
		phone_number: row.toNumber,
		first_name: row.firstName,
		last_name: row.lastName,
		[shape.status]: statusWord(row, shape, 'contact'),
		attempts: row.counts.active,
		...(shape.lastCall === 'last_call' && { last_call: wasCalled ? last : null }),
		...(shape.lastCall === 'flat' && wasCalled && last),
		variables: { ...row.variables, mark: row.mark },
	};
}

function plainFields(row: Row, shape: Shape, at: At, { isOfCalls }: Thing): Written {
	return {
		name: row.name,
		reference: row.mark,
		[shape.status]: statusWord(row, shape, 'plain'),
		amount: row.credits,
		...times({ ...row, started: undefined }, shape, at, 'plain'),
		settings: { language: 'en', tags: ['a', 'b'] },
		...(isOfCalls && {
			// Many of them come from few calls: an ID that is not their own must not be taken for their identity.
			call_id: `call_${row.number % 3}`,
			agent_id: row.agentId,
			...(shape.times !== 'missing' && { scheduled_at: timeValue(appointmentOf(row), shape) }),
		}),
	};
}

const FIELDS: Record<TableName, (row: Row, shape: Shape, at: At, thing: Thing) => Written> = {
	call: callFields,
	campaign: campaignFields,
	contact: contactFields,
	plain: plainFields,
};

const withoutNulls = (row: Written): Written =>
	Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** Its names are the user's own. */
const OWN_NAMES = ['variables', 'custom_fields'];

/** call_id -> callId */
export const camelCased = (name: string) =>
	name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** { call_id: 1 } -> { callId: 1 }, also inside of it */
function inCamelCase(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inCamelCase);
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).map(([name, inner]) => [
		camelCased(name),
		OWN_NAMES.includes(name) ? inner : inCamelCase(inner),
	]);
	return Object.fromEntries(fields) as unknown;
}

const spelled = (fields: Written, { spelling }: Shape): Written =>
	spelling === 'camel' ? (inCamelCase(fields) as Written) : fields;

type How = Pick<Manner, 'ids' | 'shape'>;

/** The row as the platform writes it. Numbers beyond 2^53 are bigints. */
export function writtenRow(
	row: Row,
	{ ids, shape }: How,
	thing: Thing,
	at: At = EVERYTHING,
): Written {
	if (thing.areTexts === true) return { value: row.mark };
	const fields = {
		...idFields(row, ids, thing),
		...FIELDS[thing.table](row, shape, at, thing),
		...(shape.hasNoError && { error: null, errors: [] }),
	};
	return spelled(shape.leavesOutNulls ? withoutNulls(fields) : fields, shape);
}

/** The few fields that an answer to an action may have. */
export function sparseRow(row: Row, { ids, shape }: How, thing: Thing): Written {
	const fields = {
		...idFields(row, ids, thing),
		...(thing.singular === 'call' && { session_id: row.mark }),
		[shape.status]: statusWord(row, shape, thing.table),
	};
	return spelled(fields, shape);
}

/** A value as JSON text; bigints are written as numbers. */
export function jsonText(value: unknown): string {
	const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
	return JSON.stringify(value, function (this: Written, key: string, inner: unknown) {
		// n8n makes texts of bigints before they come here.
		const own = this[key];
		return typeof own === 'bigint' ? rawJSON(String(own)) : inner;
	});
}
