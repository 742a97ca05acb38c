import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Table } from '../../../nodes/shared/platform';
import { CALL, CONTACT, rowOf } from '../../../nodes/shared/platform';
import { runs } from '../../scale.mts';

/*
 * True calls are written as a platform might write them, in random shapes. Whatever the shape, a column has the true value or null.
 *
 * The shapes are written here by hand, and not taken from the tables: what the tables do not know must become null.
 */

interface TrueCall {
	call_id: string;
	session_id: string;
	state: 'ended' | 'in_progress';
	direction: 'inbound' | 'outbound';
	agent_id: string;
	agent_name: string;
	campaign_id: string;
	contact: string;
	ours: string;
	first_name: string;
	last_name: string;
	/** Milliseconds since 1970, of a whole second. */
	started: number;
	seconds: number;
	credits: number;
	outcome: string;
	isSuccess: boolean;
	sentiment: string;
	summary: string;
	turns: Array<{ who: 'Agent' | 'Contact'; text: string }>;
	recording: string;
	variables: Record<string, string>;
	custom: Record<string, string>;
}

const words = fc.stringMatching(/^[a-z]{2,8}( [a-z]{2,8}){0,3}$/);
const id = fc.stringMatching(/^[a-f0-9]{8}$/);
const phone = fc
	.integer({ min: 100, max: 9_999_999 })
	.map((n) => `+1212${String(n).padStart(7, '0')}`);
const fields = fc.dictionary(fc.stringMatching(/^[a-z]{3,6}$/), words, { minKeys: 1, maxKeys: 3 });

const trueCall: fc.Arbitrary<TrueCall> = fc
	.record({
		call_id: id.map((text) => `call_${text}`),
		session_id: id.map((text) => `session_${text}`),
		state: fc.constantFrom<TrueCall['state']>('ended', 'in_progress'),
		direction: fc.constantFrom<TrueCall['direction']>('inbound', 'outbound'),
		agent_id: id.map((text) => `agent_${text}`),
		agent_name: words.map((text) => `Agent ${text}`),
		campaign_id: id.map((text) => `campaign_${text}`),
		contact: phone,
		ours: phone,
		first_name: words,
		last_name: words,
		started: fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }).map((n) => n * 1000),
		seconds: fc.integer({ min: 1, max: 7200 }),
		credits: fc.integer({ min: 0, max: 500 }),
		outcome: words,
		isSuccess: fc.boolean(),
		sentiment: fc.constantFrom('positive', 'neutral', 'negative'),
		summary: words,
		turns: fc.array(fc.record({ who: fc.constantFrom('Agent', 'Contact'), text: words }), {
			minLength: 1,
			maxLength: 4,
		}) as fc.Arbitrary<TrueCall['turns']>,
		recording: id.map((text) => `https://example.com/${text}.wav`),
		variables: fields,
		custom: fields,
	})
	.filter(({ contact, ours }) => contact !== ours);

/** What each column of the call is, in truth. */
function truth(call: TrueCall): IDataObject {
	const isOver = call.state === 'ended';
	const isInbound = call.direction === 'inbound';
	return {
		call_id: call.call_id,
		session_id: call.session_id,
		is_over: isOver,
		agent_id: call.agent_id,
		agent_name: call.agent_name,
		campaign_id: call.campaign_id,
		to_number: isInbound ? call.ours : call.contact,
		from_number: isInbound ? call.contact : call.ours,
		contact_number: call.contact,
		first_name: call.first_name,
		last_name: call.last_name,
		created_at: new Date(call.started).toISOString(),
		started_at: new Date(call.started).toISOString(),
		ended_at: isOver ? new Date(call.started + call.seconds * 1000).toISOString() : null,
		duration_seconds: isOver ? call.seconds : null,
		credits: call.credits,
		outcome: call.outcome,
		is_success: call.isSuccess,
		sentiment: call.sentiment,
		summary: call.summary,
		transcript: call.turns.map(({ who, text }) => `${who}: ${text}`).join('\n'),
		recording_url: call.recording,
		variables: JSON.stringify(call.variables),
		custom_fields: JSON.stringify(call.custom),
	};
}

/** Chooses one of these ways to write something. */
type Choose = <T>(ways: readonly T[]) => T;

const camel = (name: string) => name.replace(/_(\w)/g, (_all, letter) => letter.toUpperCase());

function clock(seconds: number, withHours: boolean): string {
	const two = (n: number) => String(n).padStart(2, '0');
	const [hours, minutes, rest] = [
		Math.floor(seconds / 3600),
		Math.floor(seconds / 60),
		seconds % 60,
	];
	if (withHours || hours > 0) return `${hours}:${two(minutes % 60)}:${two(rest)}`;
	return `${minutes}:${two(rest)}`;
}

/** The names of an object as this platform writes them. */
type Style = (row: IDataObject) => IDataObject;

const inCamelCase: Style = (row) =>
	Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));

/** @param hasTimes whether start and end can be read, which proves the unit of a number */
function durationOf({ seconds }: TrueCall, hasTimes: boolean, choose: Choose): IDataObject {
	const minutes = Math.floor(seconds / 60);
	const rest = seconds % 60;
	const isProven = hasTimes || seconds > 8;
	return choose<IDataObject>([
		{ duration_seconds: choose([seconds, String(seconds), clock(seconds, true)]) },
		{ call_duration_seconds: seconds },
		{ duration: choose([seconds, String(seconds), `${seconds}s`, `${seconds} sec`]) },
		{ call_duration: choose([clock(seconds, false), clock(seconds, true)]) },
		{ duration: choose([`PT${seconds}S`, `PT${minutes}M${rest}S`, `${minutes}m ${rest}s`]) },
		{ duration: choose([`${minutes} minutes and ${rest} seconds`, `${seconds * 1000}ms`]) },
		{ duration_ms: choose([seconds * 1000, String(seconds * 1000)]) },
		{ duration_minutes: seconds / 60 },
		// A few thousand without times may be either: milliseconds of a few seconds are left out here.
		isProven ? { duration: seconds * 1000 } : {},
		hasTimes ? { duration: seconds / 60 } : {},
		{ duration: choose([-1, 'long', null, { seconds }]) },
		{ length: minutes },
		{},
	]);
}

const timeOf = (moment: number, choose: Choose): string | number => {
	const iso = new Date(moment).toISOString();
	return choose<string | number>([
		iso,
		iso.replace('.000Z', 'Z'),
		iso.replace('.000Z', '+00:00'),
		iso.replace('.000Z', ''),
		moment,
		moment / 1000,
		String(moment),
	]);
};

function timesOf(call: TrueCall, choose: Choose): { times: IDataObject; areKnown: boolean } {
	const { started, seconds, state } = call;
	const start = choose(['started_at', 'start_time', 'start_timestamp', 'begin', '']);
	const end = choose(['ended_at', 'end_time', 'completed_at', 'finish', '']);
	const created = choose(['created_at', 'inserted', '']);
	const none = choose([null, '', 0, '0001-01-01T00:00:00Z']);
	const times: IDataObject = {
		[created]: timeOf(started, choose),
		[start]: timeOf(started, choose),
		[end]: state === 'ended' ? timeOf(started + seconds * 1000, choose) : none,
	};
	delete times[''];
	const isKnown = (name: string) => name.includes('_');
	return { times, areKnown: isKnown(start) && isKnown(end) };
}

function saidIn(text: string, choose: Choose): IDataObject {
	const name = choose(['text', 'content', 'message', 'body', 'speech', 'utterance']);
	const single = text.split(' ').map((word) => choose<IDataObject>([{ word }, { text: word }]));
	return choose<IDataObject>([
		{ [name]: text },
		{ content: [{ type: 'text', text }] },
		{ words: single },
		{ message: { text } },
	]);
}

function turnOf({ who, text }: TrueCall['turns'][number], choose: Choose): IDataObject {
	const isAgent = who === 'Agent';
	const role = isAgent
		? choose(['agent', 'assistant', 'Bot', 'AI'])
		: choose(['user', 'Customer', 'human']);
	const speaker = choose<IDataObject>([
		{ [choose(['role', 'speaker', 'sender', 'from'])]: role },
		{ [choose(['is_agent', 'isAgent'])]: isAgent },
		{ speaker: { role, id: 7 } },
	]);
	const turn = { ...speaker, ...saidIn(text, choose), start: 1.5 };
	return choose<IDataObject>([turn, turn, { turn }]);
}

function transcriptOf({ turns }: TrueCall, choose: Choose): IDataObject {
	const notSpeech: IDataObject[] = [
		{ role: choose(['system', 'developer']), content: 'Be polite' },
		{ role: choose(['tool', 'function', 'tool_call_result']), content: '{"a":1}' },
		{ role: 'assistant', content: null, tool_calls: [{ id: 1 }] },
		{ role: 'agent', text: '' },
	];
	const list = [
		...choose([[], notSpeech.slice(0, 2)]),
		...turns.map((turn) => turnOf(turn, choose)),
		...choose([[], notSpeech.slice(1)]),
	];
	const plain = turns.map(({ who, text }) => `${who}: ${text}`).join('\n');
	const nested = { [choose(['turns', 'messages', 'utterances', 'segments'])]: list };
	const value = choose([list, JSON.stringify(list), nested, plain, null, '', true] as never[]);
	const listName = choose(['messages', 'conversation', 'utterances']);
	return choose<IDataObject>([
		{ [choose(['transcript', 'transcription', 'dialog'])]: value },
		{ [listName]: list },
	]);
}

function numbersOf({ direction, contact, ours }: TrueCall, choose: Choose): IDataObject {
	const [to, from] = direction === 'inbound' ? [ours, contact] : [contact, ours];
	const word = direction === 'inbound' ? 'inbound' : 'outbound';
	const directions = choose<IDataObject>([
		{ direction: choose([word, word.toUpperCase(), `${word}-api`]) },
		{ call_type: word },
		{ type: `${word}PhoneCall` },
		// It is there, but cannot be read.
		{ direction: choose([3, { kind: word }] as never[]) },
	]);
	const number = { [choose(['number', 'phone_number', 'phone'])]: contact };
	return choose<IDataObject>([
		{ to_number: to, from_number: from },
		{ to, from },
		{ to: { number: to }, from: { phone_number: from } },
		{ ...directions, phone_number: contact },
		{ ...directions, [choose(['phone', 'number', 'recipient', 'contact'])]: contact },
		{ ...directions, [choose(['contact', 'customer', 'recipient', 'phone'])]: number },
	]);
}

function analysisOf(call: TrueCall, style: Style, choose: Choose): IDataObject {
	const found = style({
		[choose(['outcome', 'call_outcome', 'disposition'])]: call.outcome,
		[choose(['success', 'call_successful', 'is_success', 'rating'])]: choose([
			call.isSuccess,
			call.isSuccess ? 'yes' : 'no',
			String(call.isSuccess),
		] as string[]),
		[choose(['sentiment', 'user_sentiment', 'mood'])]: call.sentiment,
		[choose(['summary', 'call_summary', 'abstract'])]: call.summary,
		[choose(['custom_fields', 'custom', 'extracted_data', 'others'])]: call.custom,
	});
	const name = choose(['analysis', 'call_analysis', 'post_call_analysis', 'evaluation']);
	const flat = Object.fromEntries(Object.entries(found).filter(([field]) => field !== 'success'));
	return choose<IDataObject>([
		{ [name]: found },
		{ [name]: JSON.stringify(found) },
		flat,
		{ [name]: null },
	]);
}

const WORDS = {
	ended: ['completed', 'ENDED', 'Call-Ended', 'agent_hangup', 'NoAnswer', 'done'],
	in_progress: ['in-progress', 'InProgress', 'ringing', 'QUEUED', 'registered', 'ongoing'],
	either: [
		'phase_3',
		'answered',
		'Terminée',
		'connected',
		'',
		3,
		{ name: 'completed' },
		null,
		true,
	],
} as const;

/** The call as a platform might write it; with its status as it is written there. */
function written(call: TrueCall, choose: Choose): { row: IDataObject; status: unknown } {
	const style: Style = choose([(row: IDataObject) => row, inCamelCase]);
	const word = choose<unknown>([...WORDS[call.state], ...WORDS.either]) as IDataObject[string];
	const { times, areKnown } = timesOf(call, choose);
	const isOver = call.state === 'ended';
	const agent = style({ agent_id: call.agent_id, agent_name: call.agent_name });
	const person = { first_name: call.first_name, last_name: call.last_name };
	const { recording } = call;
	const row: IDataObject = {
		...choose<IDataObject>([
			{},
			{ success: true, message: 'ok', code: 200, result: 'success', name: 'x' },
		]),
		...style({
			[choose(['id', 'call_id', 'uuid'])]: call.call_id,
			...choose<IDataObject>([
				{ session_id: call.session_id },
				{ session: { id: call.session_id } },
			]),
			...choose<IDataObject>([
				{ status: word },
				{ call_status: word, status: 'success' },
				{ state: word },
			]),
			...choose<IDataObject>([
				agent,
				{ agent },
				{ agent: { id: call.agent_id, name: call.agent_name } },
				{ agent: choose([call.agent_id, call.agent_name]) },
			]),
			...choose<IDataObject>([
				{ campaign_id: call.campaign_id },
				{ campaign: { id: call.campaign_id, name: 'x' } },
				{ campaign: 'Renewals' },
			]),
			...choose([{}, style(person)]),
			...numbersOf(call, choose),
			...times,
			...(isOver ? durationOf(call, areKnown, choose) : {}),
			...transcriptOf(call, choose),
			...(isOver ? analysisOf(call, style, choose) : {}),
			...choose<IDataObject>([
				{ credits: call.credits },
				{ credits_used: String(call.credits) },
				{ cost: 0.7 },
			]),
			...choose<IDataObject>([
				{ recording_url: recording },
				{ recording },
				{ recording: { url: recording } },
				{ recordings: [{ url: recording }] },
				{ recordings: [{ url: recording }, { url: 'https://example.com/other' }] },
				{ recording: true },
			]),
			...choose<IDataObject>([
				{ variables: call.variables },
				{ dynamic_variables: call.variables },
				{ metadata: { a: 1 } },
			]),
		}),
	};
	const sent = [row.call_status, row.callStatus, row.status, row.state];
	return {
		row,
		status: sent.find((value) => /^(string|number)$/.test(typeof value) && value !== ''),
	};
}

/** Numbers that decide, one after the other. */
const decisions = fc.array(fc.nat(9999), { minLength: 150, maxLength: 150 });

function choosing(numbers: readonly number[]): Choose {
	let next = 0;
	return (ways) => ways[(numbers[next++ % numbers.length] ?? 0) % ways.length] as (typeof ways)[0];
}

/** Every column that is neither the true value nor null. */
function wrongIn(row: IDataObject, table: Table, expected: IDataObject): string[] {
	return Object.entries(rowOf(table, row))
		.filter(([name, cell]) => cell !== null && name in expected && cell !== expected[name])
		.map(
			([name, cell]) => `${name}: ${JSON.stringify(cell)} for ${JSON.stringify(expected[name])}`,
		);
}

const RUNS = { ...runs('values'), endOnFailure: true };

test('a call in any shape has its true values or null', () => {
	let cells = 0;
	let known = 0;
	fc.assert(
		fc.property(trueCall, decisions, (call, numbers) => {
			const choose = choosing(numbers);
			const { row, status } = written(call, choose);
			const expected: IDataObject = {
				...truth(call),
				status: status === undefined ? null : String(status),
			};
			expect({ row, wrong: wrongIn(row, CALL, expected) }).toMatchObject({ wrong: [] });
			const shown = rowOf(CALL, row);
			cells += Object.keys(expected).length;
			known += Object.keys(expected).filter((name) => shown[name] !== null).length;
		}),
		RUNS,
	);
	// Nulls alone would be no wrong values either.
	expect(known / cells).toBeGreaterThan(0.5);
});

test('a contact with its calls in any shape has the true values of its last call or null', () => {
	fc.assert(
		fc.property(trueCall, trueCall, decisions, (call, earlier, numbers) => {
			const choose = choosing(numbers);
			const last = { ...call, state: 'ended', direction: 'outbound' } as const;
			const before: TrueCall = {
				...earlier,
				state: 'ended',
				direction: 'outbound',
				contact: call.contact,
				started: call.started - 86_400_000,
			};
			const { row } = written(last, choose);
			const other = written(before, choose).row;
			const calls = choose<IDataObject>([
				{ call: row },
				{ last_call: row },
				{ lastCall: row },
				{ calls: [row] },
				{ calls: [row, other] },
				{ calls: [other, row] },
			]);
			const contact = choose<IDataObject>([
				{ phone_number: call.contact },
				{ phone: call.contact },
				{ number: choose([3, call.contact] as never[]) },
				{ contact: { phone: call.contact } },
				{ phone: { number: call.contact } },
				{},
			]);
			const expected: IDataObject = { ...truth(last), phone_number: call.contact };
			const { call_id, session_id, outcome, duration_seconds, phone_number } = expected;
			expect({
				row: { ...contact, ...calls },
				wrong: wrongIn({ ...contact, ...calls }, CONTACT, {
					call_id,
					session_id,
					outcome,
					duration_seconds,
					phone_number,
				}),
			}).toMatchObject({ wrong: [] });
		}),
		RUNS,
	);
});
