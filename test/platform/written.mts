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

/** The identifier of a row as text, as it is written in JSON. */
export function idText({ id, number }: Row, { value }: Pick<Ids, 'value'>): string {
	switch (value) {
		case 'text':
			return id;
		case 'number':
		case 'numericText':
			return String(7_000 + number);
		case 'beyond2to53':
			return String(BEYOND + BigInt(number));
		case 'uuid':
			return `0b9d${String(number).padStart(4, '0')}-51c2-4a6e-9f1d-5f0c2f6a7e11`;
	}
}

function idValue(row: Row, ids: Ids): unknown {
	const text = idText(row, ids);
	if (ids.value === 'number') return Number(text);
	return ids.value === 'beyond2to53' ? BigInt(text) : text;
}

const camel = (name: string) =>
	name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

export const hasId = ({ number }: Row, { rows }: Ids): boolean =>
	rows === 'all' || number % 2 === 0;

/** Before an `id` that is another one than the row's own identifier. */
const INTERNAL = 'db_';
const OWN_ID_AFTER_MS = 80_000;

/** The row's own identifier, whichever of its identifiers is given. */
export const ownIdOf = (id: string): string =>
	id.startsWith(INTERNAL) ? id.slice(INTERNAL.length) : id;

/** For what is to be written. */
export interface At {
	/** On the platform's clock. */
	now: number;
	/** A thing that is asked for by itself. */
	isSingle: boolean;
}

/** After everything has happened. */
const EVERYTHING: At = { now: Number.POSITIVE_INFINITY, isSingle: true };

/** The fields that identify a row, and those that seem to. */
function idFields(row: Row, ids: Ids, thing: Thing, now: number): Written {
	const value = hasId(row, ids) ? idValue(row, ids) : null;
	const organization: Written = {
		...(ids.organization === 'organization_id' && { organization_id: ORGANIZATION_ID }),
		...(ids.organization === 'id' && { id: ORGANIZATION_ID }),
	};
	switch (ids.name) {
		case 'own':
			return { ...organization, [thing.ownId]: value };
		case 'id':
			return { ...organization, id: value };
		case 'camel':
			return { ...organization, [camel(thing.ownId)]: value };
		case 'both':
			return { ...organization, id: value, [thing.ownId]: value };
		case 'ownLater': {
			const isThere = now >= row.inserted + OWN_ID_AFTER_MS;
			return { id: `${INTERNAL}${String(value)}`, [thing.ownId]: isThere ? value : null };
		}
		case 'unknown':
			return { ...organization, locator_code: value };
	}
}

const pad = (number: number, width = 2) => String(number).padStart(width, '0');

const HOUR = 3_600_000;

/** What the field with the zone of the times is called. */
const ZONE_FIELDS = { snake: 'timezone', camel: 'startTimeZone', time: 'utc_offset' } as const;

const zoneName = ({ zoneHours }: Shape) =>
	zoneHours === 0 ? 'UTC' : `${zoneHours < 0 ? '-' : '+'}${pad(Math.abs(zoneHours))}:00`;

/** A moment in the form of the shape. */
export function timeValue(moment: number | null, { times, zoneHours }: Shape): unknown {
	if (moment === null) return times === 'zeroDate' ? '0000-00-00 00:00:00' : null;
	const iso = new Date(moment).toISOString();
	const shifted = () => new Date(moment + 2 * HOUR).toISOString().slice(0, 19);
	const seconds = Math.floor(moment / 1000);
	switch (times) {
		case 'iso':
			return iso;
		case 'offset':
			return `${shifted()}+02:00`;
		case 'micro':
			return `${iso.slice(0, 23)}000Z`;
		case 'seconds':
			return seconds;
		case 'milliseconds':
			return moment;
		case 'secondsText':
			return String(seconds);
		case 'noZone':
		case 'zeroDate':
			return new Date(moment + zoneHours * HOUR).toISOString().slice(0, 19).replace('T', ' ');
		case 'basic':
			return `${iso.slice(0, 19).replace(/[-:]/g, '')}Z`;
		case 'shortZone':
			return `${shifted()}+02`;
		case 'missing':
			return undefined;
	}
}

const TIME_NAMES = {
	snake: { created: 'created_at', started: 'started_at', ended: 'ended_at' },
	camel: { created: 'createdAt', started: 'startedAt', ended: 'endedAt' },
	time: { created: 'created_at', started: 'start_time', ended: 'end_time' },
};

/** A campaign's times have the same names on all platforms but for their case. */
const CAMPAIGN_TIME_NAMES = {
	snake: { created: 'created_at', started: 'started_at', ended: 'finished_at' },
	camel: { created: 'createdAt', started: 'startedAt', ended: 'finishedAt' },
	time: { created: 'created_at', started: 'started_at', ended: 'finished_at' },
};

function times(row: Row, shape: Shape, { now }: At, table: TableName): Written {
	if (shape.times === 'missing') return {};
	const names = (table === 'campaign' ? CAMPAIGN_TIME_NAMES : TIME_NAMES)[shape.timeNames];
	const { created, started, others } = timeFields(row, now, table === 'call');
	const fields: Written = {};
	for (const [name, moment] of Object.entries(others)) fields[name] = timeValue(moment, shape);
	if (created !== undefined) fields[names.created] = timeValue(created, shape);
	if (started !== undefined) fields[names.started] = timeValue(started, shape);
	if (table !== 'plain') fields[names.ended] = timeValue(row.ended, shape);
	return fields;
}

const STATUS_WORDS: Record<Status, string> = {
	queued: 'queued',
	in_progress: 'in_progress',
	completed: 'completed',
	no_answer: 'no_answer',
	failed: 'failed',
};

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

const titled = (word: string) =>
	word.replace(
		/(^|_)([a-z])/g,
		(_all, gap: string, letter: string) => `${gap && ' '}${letter.toUpperCase()}`,
	);

/** The status word of a row. */
export function statusWord({ status }: Row, { words }: Shape, table: TableName): string {
	if (words === 'unknown') return UNKNOWN_WORDS[status];
	const word = (table === 'campaign' ? CAMPAIGN_WORDS : STATUS_WORDS)[status];
	if (words === 'enum') return `${titled(table)}Status.${word.toUpperCase()}`;
	return words === 'otherCase' ? titled(word) : word;
}

const DIRECTIONS = {
	usual: ['inbound', 'outbound'],
	outgoing: ['incoming', 'outgoing'],
	'outbound-api': ['inbound', 'outbound-api'],
} as const;

export const directionWord = ({ isInbound }: Row, { directions }: Shape): string =>
	DIRECTIONS[directions][isInbound ? 0 : 1];

/** The number of the person, whoever called. */
export const contactNumber = ({ isInbound, fromNumber, toNumber }: Row): string =>
	isInbound ? fromNumber : toNumber;

const statusName = ({ status }: Shape, singular: string) =>
	status === 'call_status' && singular === 'campaign' ? 'campaign_status' : status;

function person(row: Row, shape: Shape): Written {
	switch (shape.person) {
		case 'flat':
			return { first_name: row.firstName, last_name: row.lastName };
		case 'camel':
			return { firstName: row.firstName, lastName: row.lastName };
		case 'nested':
			return { contact: { first_name: row.firstName, last_name: row.lastName } };
		case 'fullName':
			return { contact_name: `${row.firstName} ${row.lastName}` };
	}
}

function owner(row: Row, shape: Shape): Written {
	const { agentId, agentName, campaignId } = row;
	switch (shape.owner) {
		case 'flat':
			return { agent_id: agentId, agent_name: agentName, campaign_id: campaignId };
		case 'camel':
			return { agentId, agentName, campaignId };
		case 'nested':
			return {
				agent: { id: agentId, name: agentName },
				campaign: campaignId === null ? null : { id: campaignId, name: 'Renewals' },
			};
		case 'name':
			return { agent: agentName, campaign: campaignId === null ? null : 'Renewals' };
	}
}

/** The number that was called, or that of the contact, with the parts of the contact that the person already has. */
function number(row: Row, { number: name }: Shape, { contact }: Written): Written {
	const ofContact = contactNumber(row);
	if (name === 'contact') return { contact: { ...(contact as object), phone_number: ofContact } };
	if (name === 'customer') return { customer: { number: ofContact } };
	if (name === 'parts') {
		const { toNumber } = row;
		return { to_number: { country_code: toNumber.slice(1, 2), number: toNumber.slice(2) } };
	}
	return { [name]: name === 'recipient' ? ofContact : row.toNumber };
}

const clock = (seconds: number, isLong: boolean) => {
	const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
	return isLong
		? `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${pad(rest)}`
		: `${minutes}:${pad(rest)}`;
};

function durationFields(seconds: number | null, { duration }: Shape): Written {
	const given = (name: string, write: (value: number) => unknown) => ({
		[name]: seconds === null ? null : write(seconds),
	});
	switch (duration) {
		case 'duration_seconds':
			return given('duration_seconds', (value) => value);
		case 'duration':
			return given('duration', (value) => value);
		case 'text':
			return given('duration_seconds', String);
		case 'clock':
			return given('duration', (value) => clock(value, false));
		case 'longClock':
			return given('duration', (value) => clock(value, true));
		case 'iso':
			return given('duration', (value) =>
				value % 2 === 0 ? `PT${value}S` : `PT${Math.floor(value / 60)}M${value % 60}S`,
			);
		case 'duration_ms':
			return given(duration, (value) => value * 1000);
		case 'duration_minutes':
			return given('duration_minutes', (value) => value / 60);
		case 'millisecondsInDuration':
			return given('duration', (value) => value * 1000);
		case 'minutesInDuration':
			return given('duration', (value) => (value % 60 === 0 ? null : value / 60));
		case 'withUnit':
			return { ...given('duration', (value) => value / 60), duration_unit: 'minutes' };
		case 'startAndEnd':
			return {};
	}
}

function success(isSuccess: boolean | null, shape: Shape): unknown {
	if (isSuccess === null) return null;
	switch (shape.success) {
		case 'boolean':
			return isSuccess;
		case 'text':
			return String(isSuccess);
		case 'word':
			return isSuccess ? 'successful' : 'unsuccessful';
		case 'number':
			return Number(isSuccess);
		case 'unknownWord':
			return isSuccess ? 'goal reached' : 'goal missed';
	}
}

function analysis(row: Row, shape: Shape): Written {
	const { outcome, sentiment, summary, customFields } = row;
	const found = outcome !== null;
	const flag = success(row.isSuccess, shape);
	const content = { outcome, success: flag, sentiment, summary, custom_fields: customFields };
	const pending =
		shape.pending === 'null'
			? null
			: { outcome, success: null, sentiment, summary, custom_fields: null };
	switch (shape.analysis) {
		case 'analysis':
		case 'call_analysis':
		case 'post_call_analysis':
		case 'postCallAnalysis':
			return { [shape.analysis]: found ? content : pending };
		case 'camel':
			return {
				analysis: found
					? {
							callOutcome: outcome,
							isSuccess: flag,
							userSentiment: sentiment,
							callSummary: summary,
							customFields,
						}
					: null,
			};
		case 'jsonText':
			return { analysis: found ? JSON.stringify(content) : null };
		case 'flat':
			return { outcome, is_success: flag, sentiment, summary };
		case 'missing':
			return {};
	}
}

/** Instructions for the agent, which nobody said. */
export const SYSTEM_PROMPT = 'You are a friendly receptionist';

function transcriptOf(turns: readonly Turn[], { transcript }: Shape): unknown {
	const each = (write: (turn: Turn) => unknown) => turns.map(write);
	const role = ({ isAgent }: Turn) => (isAgent ? 'assistant' : 'user');
	switch (transcript) {
		case 'roles':
			return each((turn) => ({ role: role(turn), content: turn.text }));
		case 'speakers':
			return each((turn) => ({ speaker: turn.isAgent ? 'Agent' : 'Customer', text: turn.text }));
		case 'sender':
			return each((turn) => ({ sender: turn.isAgent ? 'bot' : 'human', body: turn.text }));
		case 'direction':
			return each((turn) => ({
				direction: turn.isAgent ? 'outbound' : 'inbound',
				text: turn.text,
			}));
		case 'isAgent':
			return each((turn) => ({ is_agent: turn.isAgent, text: turn.text }));
		case 'parts':
			return each((turn) => ({ role: role(turn), content: [{ type: 'text', text: turn.text }] }));
		case 'turns':
			return { turns: each((turn) => ({ role: role(turn), message: turn.text })) };
		case 'text':
			return each(({ isAgent, text }) => `${isAgent ? 'Agent' : 'User'}: ${text}`).join('\n');
		case 'systemPrompt':
			return [
				{ role: 'system', content: SYSTEM_PROMPT },
				...each((turn) => ({ role: role(turn), content: turn.text })),
			];
		case 'speech':
			return { utterances: each((turn) => ({ role: role(turn), speech: turn.text })) };
		case 'jsonText':
			return JSON.stringify(each((turn) => ({ role: role(turn), content: turn.text })));
		case 'decrypted':
			return each(({ isAgent, text }) => `${isAgent ? 'Agent' : 'User'}: ${text}`).join('\n');
		case 'unknownTurns':
			return each((turn) => ({ who: turn.isAgent ? 'side A' : 'side B', said: turn.text }));
		case 'missing':
			return undefined;
	}
}

function transcript(row: Row, shape: Shape, { isSingle }: At): Written {
	if (shape.transcript === 'missing') return {};
	if (shape.transcriptIn === 'single' && !isSingle) return {};
	const name = shape.transcript === 'decrypted' ? 'decrypted_transcript' : 'transcript';
	return { [name]: row.turns.length === 0 ? null : transcriptOf(row.turns, shape) };
}

/** Link to the recording of a row. */
export const recordingOf = ({ mark }: Row): string => `https://files.example.com/${mark}.wav`;

function recording(row: Row, shape: Shape): Written {
	const url = row.turns.length === 0 ? null : recordingOf(row);
	switch (shape.recording) {
		case 'recording_url':
		case 'recordingUrl':
			return { [shape.recording]: url };
		case 'nested':
			return { recording: url === null ? null : { url } };
		case 'missing':
			return {};
	}
}

function credits(row: Row, shape: Shape): Written {
	switch (shape.credits) {
		case 'number':
			return { credits: row.credits };
		case 'text':
			return { cost: row.credits.toFixed(2) };
		case 'object':
			return { cost: { amount: row.credits, unit: 'credits' } };
		case 'missing':
			return {};
	}
}

/** Fields that belong to the row, though an envelope may have the same ones. */
function extras(row: Row, { extras: kind }: Shape, { singular }: Thing): Written {
	switch (kind) {
		case 'none':
			return {};
		case 'nullError':
			return { error: null, errors: [] };
		case 'errorText':
			return { error: 'busy here', message: 'The line was busy' };
		case 'message':
			return { message: 'Call placed', code: 200 };
		case 'data':
			return { data: { source: 'web' }, meta: { version: 2 } };
		case 'lists':
			return {
				tags: ['vip'],
				events: [
					{ id: 'event_1', type: 'ringing' },
					{ id: 'event_2', type: 'answered' },
				],
			};
		case 'success':
			return singular === 'call' && row.isSuccess !== null ? { success: row.isSuccess } : {};
		case 'price':
			return singular === 'campaign' ? { total: 4_900, currency: 'USD' } : {};
	}
}

/** A platform that writes `to` writes `from`. */
const FROM_NAMES: Partial<Record<Shape['number'], string>> = { to: 'from', toNumber: 'fromNumber' };

function callFields(row: Row, shape: Shape, at: At): Written {
	const contact = person(row, shape);
	return {
		[shape.session]: row.mark,
		[shape.status]: statusWord(row, shape, 'call'),
		direction: directionWord(row, shape),
		...owner(row, shape),
		...contact,
		...number(row, shape, contact),
		[FROM_NAMES[shape.number] ?? 'from_number']: row.fromNumber,
		...times(row, shape, at, 'call'),
		...durationFields(row.duration, shape),
		...credits(row, shape),
		...analysis(row, shape),
		...transcript(row, shape, at),
		...recording(row, shape),
		variables: row.variables,
	};
}

function counts({ counts: { total, pending, active, done, connected } }: Row, shape: Shape) {
	const failed = done - connected;
	switch (shape.counts) {
		case 'progress':
			return { progress: { total, pending, in_progress: active, done, connected, failed } };
		case 'stats':
			return {
				stats: { total, remaining: pending, active, completed: done, answered: connected, failed },
			};
		case 'flat':
			return { total_contacts: total, pending, in_progress: active, done, connected, failed };
		case 'missing':
			return {};
	}
}

function campaignFields(row: Row, shape: Shape, at: At): Written {
	return {
		name: row.mark,
		[statusName(shape, 'campaign')]: statusWord(row, shape, 'campaign'),
		...(shape.owner === 'flat' && { agent_id: row.agentId }),
		...(shape.owner === 'camel' && { agentId: row.agentId }),
		...(shape.owner === 'nested' && { agent: { id: row.agentId, name: row.agentName } }),
		...(shape.owner === 'name' && { agent: row.agentName }),
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
		...durationFields(row.duration, {
			...shape,
			duration: shape.duration === 'duration' ? 'duration' : 'duration_seconds',
		}),
	};
	const called: Record<Shape['lastCall'], Written> = {
		flat: wasCalled ? last : {},
		call: { call: wasCalled ? last : null },
		last_call: { last_call: wasCalled ? last : null },
		calls: { calls: wasCalled ? [last] : [] },
	};
	const numberName = ['phone', 'number'].includes(shape.number) ? shape.number : 'phone_number';
	return {
		[numberName]: row.toNumber,
		...(shape.person === 'camel'
			? { firstName: row.firstName, lastName: row.lastName }
			: { first_name: row.firstName, last_name: row.lastName }),
		[shape.status]: statusWord(row, shape, 'contact'),
		attempts: row.counts.active,
		...called[shape.lastCall],
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

const NOTHING = { None: 'None', nullText: 'null' };
const TEXTS = ['outcome', 'sentiment', 'summary', 'recording_url'];

/** Texts without a value, as the platform writes them. */
function withNothing(row: Written, { nothing }: Shape): Written {
	if (nothing === 'null') return row;
	const texts = Object.entries(row).filter(
		([name, value]) => value === null && TEXTS.includes(name),
	);
	return { ...row, ...Object.fromEntries(texts.map(([name]) => [name, NOTHING[nothing]])) };
}

const withoutNulls = (row: Written): Written =>
	Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

type How = Pick<Manner, 'ids' | 'shape'>;

/** The row as the platform writes it. Numbers beyond 2^53 are bigints. */
export function writtenRow(
	row: Row,
	{ ids, shape }: How,
	thing: Thing,
	at: At = EVERYTHING,
): Written {
	if (thing.areTexts === true) return { value: row.mark };
	const written = {
		...idFields(row, ids, thing, at.now),
		...FIELDS[thing.table](row, shape, at, thing),
		...extras(row, shape, thing),
		...(shape.zone === 'beside' && { [ZONE_FIELDS[shape.timeNames]]: zoneName(shape) }),
	};
	const plain = withNothing(written, shape);
	const told = shape.leavesOutNulls ? withoutNulls(plain) : plain;
	if (shape.spelling === 'snake' || thing.areTexts) return told;
	const entries = Object.entries(told);
	return Object.fromEntries(entries.map(([name, value]) => [spelled(name, shape), value]));
}

function spelled(name: string, { spelling }: Shape): string {
	const snake = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
	if (spelling === 'upper') return snake.toUpperCase();
	return `_${snake}`.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

/** The few fields that an answer to an action may have. */
export function sparseRow(row: Row, { ids, shape }: How, thing: Thing): Written {
	return {
		...idFields(row, ids, thing, EVERYTHING.now),
		...(thing.singular === 'call' && { [shape.session]: row.mark }),
		[statusName(shape, thing.singular)]: statusWord(row, shape, thing.table),
	};
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
