import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Table } from '../../../nodes/shared/platform';
import { camelCase } from '../../../nodes/shared/platform/names';
import {
	CALL,
	CAMPAIGN,
	CONTACT,
	LISTED_CALL,
	OWNER,
	REQUESTED_CALL,
	TRANSCRIPT,
	cellOf,
	figureRows,
	mainColumns,
	mainRowOf,
	rowOf,
	shownColumns,
	valueOf,
	withRoundedFigures,
} from '../../../nodes/shared/platform';
import { runs } from '../../scale.mts';

const [OURS, PERSON] = ['+12125550100', '+12125550123'];

describe('a row of a table', () => {
	test('has each value as its kind is written', () => {
		const row = {
			...{ call_id: 7, duration_seconds: '1.5', started_at: 1772452800, is_success: 'no' },
			...{ variables: { a: 1 }, transcript: 'Hello' },
		};
		expect(rowOf(CALL, row)).toMatchObject({
			...{ call_id: '7', duration_seconds: 1.5, started_at: '2026-03-02T12:00:00Z' },
			...{ is_success: false, variables: '{"a":1}', transcript: 'Hello', outcome: null },
		});
		expect(rowOf(CAMPAIGN, { accepted: { b: 2 } })).toMatchObject({ accepted: { b: 2 } });
	});

	test('has all its columns, in their order, though the platform says nothing', () => {
		const empty = rowOf(CALL, {});
		expect(Object.keys(empty)).toEqual(shownColumns(CALL));
		expect(Object.values(empty).filter((value) => value !== null)).toEqual([]);
	});

	test('has only the main columns, in the order of all columns, where it is short', () => {
		const main = (row: IDataObject) => Object.keys(mainRowOf(CAMPAIGN, row));
		const optional = ['accepted', 'rejected', 'added'];
		expect(main({ accepted: 1, rejected: 1, added: 1 })).toEqual(mainColumns(CAMPAIGN));
		expect(main({})).toEqual(mainColumns(CAMPAIGN).filter((name) => !optional.includes(name)));
		expect(mainColumns({ ...CAMPAIGN, main: undefined })).toEqual(shownColumns(CAMPAIGN));
	});

	test.each<[IDataObject, string | null]>([
		// In the order of its sources, of which a part counts only if it is an object.
		[{ outcome: 'a', analysis: { outcome: 'b' } }, 'b'],
		[{ analysis: 'x', callAnalysis: { outcome: 'b' } }, 'b'],
		[{ analysis: { outcome: 'a' }, call_analysis: { outcome: 'b' } }, 'a'],
		[{ analysis: { other: 'a' }, call_analysis: { outcome: 'b' } }, 'b'],
		[{ analysis: [{ outcome: 'b' }] }, null],
		[{ analysis: '{"outcome":"b"}' }, null],
		// A value that cannot be read is passed over.
		[{ outcome: { name: 'x' }, disposition: 'y' }, 'y'],
		[{ outcome: { name: 'x' } }, null],
		[{ outcome: ['x'] }, null],
		[{ outcome: true }, null],
	])('has the outcome of %j: %j', (row, outcome) => {
		expect(cellOf(CALL, row, 'outcome')).toBe(outcome);
	});

	test('passes over a number and a time that cannot be read', () => {
		expect(cellOf(CALL, { credits: 'many', creditsUsed: 2 }, 'credits')).toBe(2);
		expect(valueOf(CALL, { credits: 'many' }, 'credits')).toBeUndefined();
		for (const started_at of [0, '0001-01-01T00:00:00Z', {}, 'soon']) {
			expect(cellOf(CALL, { started_at }, 'started_at')).toBeNull();
		}
	});
});

const TABLES: ReadonlyArray<[Table, main: string, kinds: Record<string, string>]> = [
	[
		CALL,
		'contact_name contact_number outcome summary called_at status is_success duration_seconds is_over session_id call_id transcript_start',
		{
			text: 'call_id session_id status direction agent_id agent_name campaign_id to_number from_number contact_name first_name last_name outcome sentiment summary recording_url',
			time: 'called_at created_at started_at ended_at',
			number: 'duration_seconds credits',
			flag: 'is_over is_success opted_out',
			json: 'variables custom_fields',
			raw: 'analysis',
			transcript: 'transcript',
		},
	],
	[REQUESTED_CALL, 'contact_name contact_number status agent_id session_id call_id', {}],
	[
		CAMPAIGN,
		'name created_at status contacts_total contacts_done contacts_connected contacts_failed is_finished accepted rejected added agent_id campaign_id',
		{
			text: 'campaign_id name status agent_id',
			time: 'created_at started_at finished_at',
			number:
				'contacts_total contacts_pending contacts_in_progress contacts_done contacts_connected contacts_failed',
			flag: 'is_finished',
			raw: 'accepted rejected added',
		},
	],
	[
		CONTACT,
		'contact_name contact_number outcome called_at status attempts duration_seconds contact_id session_id call_id',
		{
			text: 'contact_id contact_number first_name last_name status outcome call_id session_id',
			time: 'called_at',
			number: 'attempts duration_seconds',
			json: 'variables',
		},
	],
	[TRANSCRIPT, 'session_id transcript', { text: 'session_id', transcript: 'transcript' }],
];

/** What workflows are built on: no column may go or change its kind unnoticed. A new one needs no line here. */
test('the columns and how they are written, and the main ones', () => {
	for (const [table, main, kinds] of TABLES) {
		expect(mainColumns(table).join(' ')).toBe(main);
		for (const [kind, names] of Object.entries(kinds)) {
			const known = Object.entries(table.columns).filter(([, column]) => column.kind === kind);
			expect(known.map(([name]) => name)).toEqual(expect.arrayContaining(names.split(' ')));
		}
	}
	for (const hidden of ['analysis', 'duration', 'duration_ms', 'other_number']) {
		expect(rowOf(CALL, { [hidden]: 1 })).not.toHaveProperty(hidden);
	}
	expect(rowOf(CAMPAIGN, { accepted: 3 })).toHaveProperty('accepted', 3);
	expect(rowOf(CAMPAIGN, {})).not.toHaveProperty('accepted');
});

test('an owner that is an object is not its identifier', () => {
	const both = { agent_id: 'a1', campaign_id: 'c1' };
	expect(rowOf(OWNER, { agent: { id: 'a1' }, campaign: { id: 'c1' } })).toEqual(both);
	expect(rowOf(OWNER, { agent: { name: 'Ada' } })).toEqual({ agent_id: null, campaign_id: null });
	expect(rowOf(OWNER, { agent: 'a1', campaign: { campaign_id: 'c1' } })).toEqual(both);
	expect(rowOf(OWNER, { campaign: 'c1' })).toEqual({ ...both, agent_id: null });
});

test('the name of a contact is the one that the platform sends, else first and last name', () => {
	const nameOf = (row: IDataObject) => cellOf(CALL, row, 'contact_name');
	expect(nameOf({ first_name: 'Ada', last_name: 'Sample' })).toBe('Ada Sample');
	expect(nameOf({ contact: { first_name: 'Ada' } })).toBe('Ada');
	expect(nameOf({ lastName: 'Sample' })).toBe('Sample');
	expect(nameOf({ contact: { name: 'Dr Ada Sample', first_name: 'Ada' } })).toBe('Dr Ada Sample');
	expect(nameOf({ contactName: 'A. Sample', first_name: 'Ada' })).toBe('A. Sample');
	expect(nameOf({ name: 'Follow-up', agent: { name: 'Setter' } })).toBeNull();
});

test.each<[IDataObject, string | null]>([
	[{ direction: 'inbound', to_number: OURS, from_number: PERSON }, PERSON],
	[{ direction: 'INBOUND', to_number: OURS, from_number: PERSON, phone_number: OURS }, PERSON],
	[{ direction: 'outbound', to_number: PERSON, from_number: OURS }, PERSON],
	[{ call_type: 'Outgoing', to: PERSON, from: OURS }, PERSON],
	[{ direction: 'inbound', phone_number: PERSON }, null],
	[{ direction: 'inbound', to_number: OURS }, null],
	// Without a direction only what is the contact's own proves it.
	[{ to_number: PERSON, from_number: OURS }, null],
	[{ to_number: OURS, from_number: PERSON, phone_number: OURS }, null],
	[{ direction: 'web', to_number: PERSON }, null],
	[{ is_inbound: true, to_number: OURS, from_number: PERSON }, null],
	[{ to_number: OURS, from_number: PERSON, customer: { phone: PERSON } }, PERSON],
	[{ contact_number: PERSON, to_number: OURS }, PERSON],
	// A number of which the name does not say whose it is.
	[{ direction: 'inbound', phone_number: OURS, caller_number: PERSON }, PERSON],
	[{ direction: 'inbound', phone_number: OURS, to_number: OURS }, null],
	[{ direction: 'inbound', phone_number: PERSON, to_number: OURS }, PERSON],
	[{ direction: 'inbound', phone_number: PERSON, to_number: '212 555 0100' }, PERSON],
	[{ direction: 'outbound', phone_number: PERSON, from_number: OURS }, PERSON],
	[{ direction: 'outbound', phone_number: OURS, from_number: OURS }, null],
	[{ direction: 'outbound', phone_number: '(212) 555-0100', from_number: OURS }, null],
	[{ direction: 'outbound', phone_number: OURS, dialed_number: PERSON }, PERSON],
	[{ direction: 'outbound', phone_number: PERSON }, PERSON],
])('the number of the contact of %j, whoever called: %j', (row, number) => {
	expect(cellOf(CALL, row, 'contact_number')).toBe(number);
});

test('the contact of a call that was just requested is who is called', () => {
	expect(cellOf(REQUESTED_CALL, { to_number: PERSON }, 'contact_number')).toBe(PERSON);
});

describe('a number of which the name does not say whose it is', () => {
	const roles = ['caller', 'calling', 'from', 'callee', 'called', 'destination', 'customer'];
	const others = [
		...roles.flatMap((role) => ['number', 'phone', 'e164'].map((kind) => `${role}_${kind}`)),
		...['ani', 'dnis', 'agent_number', 'line', 'did', 'twilio_number', 'sip_from', 'other'],
	];
	const written = fc.record({
		name: fc.constantFrom(...others),
		isCamel: fc.boolean(),
		isInPart: fc.boolean(),
		own: fc.constantFrom('phone_number', 'phone', 'number', 'phoneNumber'),
		direction: fc.constantFrom('inbound', 'Incoming', 'outbound', undefined),
	});

	test("is nobody's who called, unless the number that was called is another one", () => {
		fc.assert(
			fc.property(written, ({ name, isCamel, isInPart, own, direction }) => {
				const field = { [isCamel ? camelCase(name) : name]: PERSON };
				const row = { direction, [own]: OURS, ...(isInPart ? { telephony: field } : field) };
				const { contact_number } = rowOf(CALL, row as IDataObject);
				const isCalled = /^(callee|called|destination|dnis)/.test(name);
				if (isCalled || direction === 'outbound' || direction === undefined) return;
				const isCaller = /^(caller|calling|from|ani|customer)/.test(name);
				expect(contact_number).toBe(isCaller && !isInPart ? PERSON : null);
			}),
			runs('values'),
		);
	});
});

test.each([
	[0.8333333, 0.833],
	[61.6666667, 61.667],
	[0.01249999, 0.0125],
	[-0.66666, -0.667],
	// What is nearly all is not all.
	[0.99996, 0.999],
	[-0.99996, -0.999],
	[99.9996, 99.999],
	[2.9999999999999996, 3],
	[5.00004, 5],
	[12.300000000000001, 12.3],
	[1_234_567, 1_234_567],
	[0, 0],
])('the number %p is shown as %p', (credits, expected) => {
	expect(cellOf(CALL, { credits }, 'credits')).toBe(expected);
	expect(valueOf(CALL, { credits }, 'credits')).toBe(credits);
	expect(withRoundedFigures({ a: [{ rate: credits }], b: 'x', c: null, d: true })).toEqual({
		a: [{ rate: expected }],
		b: 'x',
		c: null,
		d: true,
	});
});

test('a call that nobody answered has a time; the beginning of a transcript is short', () => {
	const created = '2026-03-02T12:00:00Z';
	const called = (row: IDataObject) => mainRowOf(CALL, row).called_at;
	expect(called({ created_at: created, status: 'no_answer' })).toBe(created);
	expect(called({ created_at: '2026-03-02T11:00:00Z', started_at: created })).toBe(created);
	const transcript = Array.from({ length: 40 }, (_one, index) => `Agent: line ${index}`).join('\n');
	expect(mainRowOf(CALL, { transcript }).transcript_start).toMatch(/^Agent: line 0\n[^]* …$/);
	expect(rowOf(CALL, { transcript }).transcript).toBe(transcript);
	expect(mainRowOf(CALL, { transcript: 'Agent: Hello' }).transcript_start).toBe('Agent: Hello');
	expect(mainColumns(LISTED_CALL)).not.toContain('transcript_start');
});

test('a long summary is cut in Simplified of a list, and whole in All Columns, and of a single call', () => {
	const summary = 'Ada Sample asked for an offer for a team of twelve. '.repeat(4).trim();
	const row = { analysis: { summary } };
	expect(mainRowOf(LISTED_CALL, row).summary).toMatch(/^Ada Sample asked .* …$/);
	const over = mainRowOf(REQUESTED_CALL.whenOver!, row);
	for (const whole of [rowOf(LISTED_CALL, row), mainRowOf(CALL, row), over]) {
		expect(whole.summary).toBe(summary);
	}
	const short = summary.slice(0, 60);
	expect(mainRowOf(LISTED_CALL, { summary: short }).summary).toBe(short);
	expect(mainRowOf(LISTED_CALL, {}).summary).toBeNull();
});

const LONG = 'word '.repeat(200).trim();

test("of what a list's rows can be filtered by, nothing is cut", () => {
	const row = { contact_name: LONG, status: LONG, outcome: LONG };
	expect(mainRowOf(LISTED_CALL, row)).toMatchObject(row);
});

test.each([
	['LISTED_CALL', LISTED_CALL],
	['REQUESTED_CALL', REQUESTED_CALL],
] as const)('no cell of a call is longer than 60 in Simplified: %s', (_name, table) => {
	const sent = {
		transcript: LONG,
		variables: { note: LONG },
		analysis: { summary: LONG, fields: { a: LONG } },
		recording_url: `https://files.example.com/${'a'.repeat(300)}`,
	};
	const texts = Object.values(mainRowOf(table, sent)).filter((cell) => typeof cell === 'string');
	expect(texts.filter(({ length }) => length > 60)).toEqual([]);
	expect(rowOf(table, sent).transcript).toBe(LONG);
});

test("both numbers are shown where nobody knows which one is the contact's", () => {
	const row = { to_number: PERSON, from_number: OURS };
	expect(mainRowOf(LISTED_CALL, row)).toMatchObject({ contact_number: null, ...row });
	const known = mainRowOf(LISTED_CALL, { ...row, direction: 'outbound' });
	expect(known).not.toHaveProperty('to_number');
	expect(known.contact_number).toBe(PERSON);
});

describe('figures as rows', () => {
	test('one row for each entry, with the totals beside it', () => {
		const answer = {
			period: { from: '2026-03-01' },
			total: 3,
			agents: [
				{ agent_id: 'a1', total: 1, outcomes: { interested: 2 / 3 } },
				{ agent_id: 'a2', total: 2 },
			],
		};
		const beside = { period_from: '2026-03-01', all_total: 3 };
		expect(figureRows(answer)).toEqual([
			{ agent_id: 'a1', total: 1, outcomes_interested: 0.667, ...beside },
			{ agent_id: 'a2', total: 2, ...beside },
		]);
	});

	const leaf = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.constant([]));
	const tree = fc.letrec((tie) => ({
		object: fc.dictionary(
			fc.constantFrom('a', 'b', 'a_b', 'list', 'all_a', 'c'),
			fc.oneof(
				{ depthSize: 'small' },
				leaf,
				tie('object'),
				fc.array(tie('object'), { minLength: 1, maxLength: 3 }),
			),
			{ maxKeys: 4 },
		),
	})).object as fc.Arbitrary<IDataObject>;
	const leavesIn = (value: unknown): string[] => {
		if (Array.isArray(value) && value.length > 0) return value.flatMap(leavesIn);
		if (typeof value !== 'object' || value === null || Array.isArray(value))
			return [JSON.stringify(value)];
		return Object.values(value).flatMap(leavesIn);
	};

	test('no figure is lost, whatever the platform calls it', () => {
		fc.assert(
			fc.property(tree, (answer) => {
				const shown = leavesIn(figureRows(answer));
				for (const value of leavesIn(answer)) {
					const at = shown.indexOf(value);
					expect(at).not.toBe(-1);
					shown.splice(at, 1);
				}
			}),
		);
	});
});

describe('a value that may be about something else is not taken', () => {
	test.each<[string, IDataObject]>([
		['is_success', { success: true }],
		['is_success', { success: true, status: 'completed', result: 'success' }],
		['is_success', { analysis: { success: true, data: { age: 5 } } }],
		['is_success', { analysis: { success: true, summary: null, message: 'Done' } }],
		['is_success', { call_analysis: { successful: true, data: { outcome: 'sold' } } }],
		['is_success', { analysis: { is_success: true, status: 'completed' } }],
		['outcome', { result: 'success' }],
		['is_over', { status: 'success' }],
		['credits', { cost: 0.12, price: 3 }],
		['duration_seconds', { length: 3 }],
		['variables', { metadata: { a: 1 } }],
		['agent_id', { agent: 'Ada' }],
		['agent_name', { agent: 'agent_0001' }],
		['campaign_id', { campaign: 'Renewals' }],
		['to_number', { contact: 'Ada', number: 7, customer: '12345678' }],
		['recording_url', { recording: 'yes' }],
		['direction', { type: 'webCall' }],
		['status', { status: { code: 3 } }],
		['status', { status: ['completed'] }],
	])('%s of %j', (column, row) => {
		expect(rowOf(CALL, row)).toHaveProperty(column, null);
	});

	test.each([
		{ analysis: { success: true, outcome: 'sold' } },
		{ analysis: { success: 'yes', summary: 'They agreed', data: { age: 5 } } },
		{ analysis: { call_successful: true } },
		{ is_success: true },
	])('is_success of %j', (row) => {
		expect(rowOf(CALL, row)).toHaveProperty('is_success', true);
	});

	test('the state of a call wins over a status that may be about the request', () => {
		expect(rowOf(CALL, { status: 'success', call_status: 'ringing' })).toMatchObject({
			status: 'ringing',
			is_over: false,
		});
	});
});

test('a time without a zone is none beside the name of a zone: it may be in it, or in UTC', () => {
	const local = { started_at: '2026-03-02T12:00:00', ended_at: '2026-03-02T12:00:00Z' };
	const utc = '2026-03-02T12:00:00Z';
	for (const name of ['timezone', 'timeZone', 'time_zone', 'tz', 'utc_offset', 'utcOffset']) {
		const row = rowOf(CALL, { ...local, [name]: '-05:00' });
		expect(row).toMatchObject({ started_at: null, ended_at: utc });
	}
	for (const row of [local, { ...local, time_zone: 'UTC' }, { ...local, tz: '+00:00' }]) {
		expect(rowOf(CALL, row)).toMatchObject({ started_at: utc, ended_at: utc });
	}
});

test.each<[IDataObject, Array<number | null>]>([
	[{ total_contacts: 100, stats: { completed: 240 } }, [100, null, null]],
	[{ total_contacts: 100, stats: { total: 240, completed: 240, failed: 101 } }, [100, null, null]],
	[{ total_contacts: 100, called: 240, failed: 3 }, [100, null, 3]],
	[{ contacts_count: 100, progress: { total: 240, done: 60, failed: 150 } }, [100, 60, null]],
	[{ progress: { total: 100, done: 100, failed: 0 } }, [100, 100, 0]],
	[{ stats: { completed: 240 } }, [null, 240, null]],
])('%j: a count above that of all contacts is one of calls', (row, [total, done, failed]) => {
	expect(rowOf(CAMPAIGN, row)).toMatchObject({
		contacts_total: total,
		contacts_done: done,
		contacts_failed: failed,
	});
});

test('a total is the number of contacts beside other counts, and not a price', () => {
	const total = (row: IDataObject) => rowOf(CAMPAIGN, row).contacts_total;
	expect(total({ total: 50, completed: 20 })).toBe(50);
	expect(total({ progress: { total: 50 } })).toBe(50);
	for (const row of [{ total: 50 }, { total: 49.5, done: 2 }, { total: 12, done: 20 }]) {
		expect(total(row)).toBeNull();
	}
});
