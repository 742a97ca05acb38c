import type { IDataObject } from 'n8n-workflow';
import type { Table } from '../../../nodes/shared/platform';
import {
	CALL,
	CAMPAIGN,
	CONTACT,
	CONTACT_NUMBER_NAMES,
	OWNER,
	TRANSCRIPT,
	cellOf,
	readableTranscript,
	rowOf,
	valueOf,
} from '../../../nodes/shared/platform';

const table: Table = {
	parts: { inner: ['inner', 'details'] },
	columns: {
		text: { kind: 'text', description: '', sources: [{ names: ['text', 'label'] }] },
		number: {
			kind: 'number',
			description: '',
			sources: [{ names: ['n'] }, { part: 'inner', names: ['n'] }],
		},
		time: { kind: 'time', description: '', sources: [{ names: ['at'] }] },
		flag: { kind: 'flag', description: '', sources: [{ names: ['yes'] }] },
		json: { kind: 'json', description: '', sources: [{ names: ['extra'] }] },
		raw: { kind: 'raw', description: '', sources: [{ names: ['raw'] }] },
		words: { kind: 'transcript', description: '', sources: [{ whole: true }] },
		plain: { kind: 'text', description: '', sources: [{ names: ['owner'], isPlain: true }] },
		lost: { kind: 'text', description: '', sources: [{ part: 'nowhere', names: ['x'] }] },
		twice: {
			kind: 'number',
			description: '',
			sources: [{ names: ['n'] }],
			derive: (read, value) => `${String(read('text'))} ${String(value)}`,
		},
		rare: { kind: 'raw', description: '', sources: [{ names: ['rare'] }], isOptional: true },
		hidden: { kind: 'text', description: '', sources: [{ names: ['hidden'] }], isHidden: true },
	},
};

describe('a row of a table', () => {
	test('has each value as its kind is written', () => {
		const row = {
			label: 7,
			details: { n: '1.5' },
			at: 1772452800,
			yes: 'no',
			extra: { a: 1 },
			raw: { b: 2 },
			transcript: 'Hello',
			owner: 'me',
			hidden: 'x',
			rare: 0,
		};
		expect(rowOf(table, row)).toEqual({
			text: '7',
			number: 1.5,
			time: '2026-03-02T12:00:00.000Z',
			flag: false,
			json: '{"a":1}',
			raw: { b: 2 },
			words: 'Hello',
			plain: 'me',
			lost: null,
			twice: '7 undefined',
			rare: 0,
		});
		expect(cellOf(table, row, 'hidden')).toBe('x');
	});

	test('has all its columns, in their order, though the platform says nothing', () => {
		const empty = rowOf(table, {});
		const shown = Object.keys(table.columns).filter((name) => name !== 'rare' && name !== 'hidden');
		expect(Object.keys(empty)).toEqual(shown);
		const { twice, raw, ...others } = empty;
		expect([twice, raw]).toEqual(['undefined undefined', undefined]);
		expect(Object.values(others)).toEqual(Object.values(others).map(() => null));
	});

	test('takes the sources in their order, and an object for a part only if it is one', () => {
		expect(cellOf(table, { n: 1, inner: { n: 2 } }, 'number')).toBe(1);
		expect(cellOf(table, { inner: 'x', details: { n: 2 } }, 'number')).toBe(2);
		expect(cellOf(table, { inner: { n: 1 }, details: { n: 2 } }, 'number')).toBe(1);
		expect(cellOf(table, { inner: [{ n: 1 }] }, 'number')).toBeNull();
		expect(cellOf(table, { owner: { name: 'me' } }, 'plain')).toBeNull();
	});

	test('has no column that the table does not have', () => {
		expect(() => cellOf(table, {}, 'nothing')).toThrow(/nothing/);
		expect(valueOf(table, { nothing: 1 }, 'nothing')).toBeUndefined();
	});
});

/** Every place in which a column of these tables may stand is read, and those before it win. */
describe.each([
	['CALL', CALL],
	['CAMPAIGN', CAMPAIGN],
	['CONTACT', CONTACT],
	['OWNER', OWNER],
])('%s', (_name, known: Table) => {
	const places = Object.entries(known.columns).flatMap(([column, { sources }]) =>
		sources.flatMap((source) => {
			if ('whole' in source) return [];
			const parts = source.part === undefined ? [undefined] : (known.parts[source.part] ?? []);
			return parts.flatMap((part) => source.names.map((name) => ({ column, part, name })));
		}),
	);

	test('reads each column wherever it may stand', () => {
		for (const { column, part, name } of places) {
			expect(name).toMatch(/^\w+$/);
			const row: IDataObject = part === undefined ? { [name]: 'x' } : { [part]: { [name]: 'x' } };
			expect({ row, value: valueOf(known, row, column) }).toEqual({ row, value: 'x' });
		}
	});

	test('has a place and a description for each column, and each part in a place', () => {
		for (const [column, { sources, derive, description }] of Object.entries(known.columns)) {
			expect({ column, has: sources.length > 0 || derive !== undefined }).toEqual({
				column,
				has: true,
			});
			expect(description).toMatch(/^[A-Z].*/);
			for (const source of sources) {
				if ('part' in source && source.part !== undefined) {
					expect(known.parts[source.part]?.length).toBeGreaterThan(0);
				}
			}
		}
	});
});

const kindsOf = ({ columns }: Table) =>
	Object.fromEntries(Object.entries(columns).map(([name, { kind }]) => [name, kind]));

/** What workflows are built on: no column may go or change its kind unnoticed. A new one needs no line here. */
test('the columns and how they are written', () => {
	expect(kindsOf(CALL)).toMatchObject({
		call_id: 'text',
		session_id: 'text',
		status: 'text',
		is_over: 'flag',
		direction: 'text',
		agent_id: 'text',
		agent_name: 'text',
		campaign_id: 'text',
		to_number: 'text',
		from_number: 'text',
		first_name: 'text',
		last_name: 'text',
		created_at: 'time',
		started_at: 'time',
		ended_at: 'time',
		duration_seconds: 'number',
		credits: 'number',
		outcome: 'text',
		is_success: 'flag',
		sentiment: 'text',
		summary: 'text',
		transcript: 'transcript',
		recording_url: 'text',
		variables: 'json',
		custom_fields: 'json',
		analysis: 'raw',
		duration_ms: 'number',
		answered_at: 'time',
	});
	expect(kindsOf(CAMPAIGN)).toMatchObject({
		campaign_id: 'text',
		name: 'text',
		status: 'text',
		is_finished: 'flag',
		agent_id: 'text',
		created_at: 'time',
		started_at: 'time',
		finished_at: 'time',
		contacts_total: 'number',
		contacts_pending: 'number',
		contacts_in_progress: 'number',
		contacts_done: 'number',
		contacts_connected: 'number',
		contacts_failed: 'number',
		accepted: 'raw',
		rejected: 'raw',
		added: 'raw',
	});
	expect(kindsOf(CONTACT)).toMatchObject({
		contact_id: 'text',
		phone_number: 'text',
		first_name: 'text',
		last_name: 'text',
		status: 'text',
		attempts: 'number',
		outcome: 'text',
		duration_seconds: 'number',
		call_id: 'text',
		session_id: 'text',
		variables: 'json',
	});
	expect(kindsOf(TRANSCRIPT)).toMatchObject({ session_id: 'text', transcript: 'transcript' });
	for (const hidden of ['analysis', 'duration_ms', 'answered_at']) {
		expect(rowOf(CALL, { [hidden]: 1 })).not.toHaveProperty(hidden);
	}
	expect(rowOf(CAMPAIGN, { accepted: 3 })).toHaveProperty('accepted', 3);
	expect(rowOf(CAMPAIGN, {})).not.toHaveProperty('accepted');
});

test('an owner that is an object is not its identifier', () => {
	expect(rowOf(OWNER, { agent: { id: 'a1' }, campaign: { id: 'c1' } })).toEqual({
		agent_id: 'a1',
		campaign_id: 'c1',
	});
	expect(rowOf(OWNER, { agent: { name: 'Ada' } })).toEqual({ agent_id: null, campaign_id: null });
	expect(rowOf(OWNER, { agent: 'a1', campaign: { campaign_id: 'c1' } })).toEqual({
		agent_id: 'a1',
		campaign_id: 'c1',
	});
});

test('a text under agent or campaign may be a name, and is shown as no ID', () => {
	for (const table of [CALL, CAMPAIGN]) {
		expect(rowOf(table, { agent: 'Appointment Setter' })).toHaveProperty('agent_id', null);
	}
	for (const table of [CALL, OWNER]) {
		expect(rowOf(table, { campaign: 'Renewals' })).toHaveProperty('campaign_id', null);
	}
});

test('names of a number in lists that users write', () => {
	expect(CONTACT_NUMBER_NAMES).toEqual(['phone_number', 'phone', 'number', 'to_number', 'mobile']);
});

describe('the duration of a call', () => {
	const [started_at, answered_at, ended_at] = [0, 20, 90].map((second) =>
		new Date(1772452800000 + second * 1000).toISOString(),
	);

	test.each<[IDataObject, number | null]>([
		[{ duration_seconds: 12.5, duration_ms: 99_000 }, 12.5],
		[{ duration: '12' }, 12],
		[{ duration: 0, duration_ms: 99_000 }, 0],
		[{ duration: 'long', duration_ms: 12_600 }, 13],
		[{ durationMs: '12400', ended_at, answered_at }, 12],
		[{ started_at, answered_at, ended_at }, 70],
		[{ started_at, ended_at }, 90],
		[{ ended_at }, null],
		[{ started_at }, null],
		[{}, null],
	])('of %j is %j', (row, expected) => {
		expect(cellOf(CALL, row, 'duration_seconds')).toBe(expected);
	});
});

describe('a transcript', () => {
	test.each(['role', 'speaker', 'from', 'source', 'participant', 'name'])(
		'has its speakers as %s',
		(name) => {
			expect(readableTranscript([{ [name]: 'agent', text: 'Hello' }])).toBe('Agent: Hello');
		},
	);

	test.each(['text', 'content', 'message', 'utterance', 'transcript'])(
		'has its words as %s',
		(name) => {
			expect(readableTranscript([{ role: 'user', [name]: 'Hi' }])).toBe('Contact: Hi');
		},
	);

	test.each(['transcript', 'turns', 'messages', 'segments', 'entries', 'text', 'items', 'data'])(
		'has its turns as %s',
		(name) => {
			expect(readableTranscript({ [name]: ['Hello', 'Hi'] })).toBe('Hello\nHi');
		},
	);

	test.each([
		['agent', 'Agent'],
		['Assistant', 'Agent'],
		['bot', 'Agent'],
		['AI', 'Agent'],
		['system', 'Agent'],
		['user', 'Contact'],
		['Customer', 'Contact'],
		['contact', 'Contact'],
		['caller', 'Contact'],
		['callee', 'Contact'],
		['human', 'Contact'],
		['client', 'Contact'],
		['Ada', 'Ada'],
		['', 'Speaker'],
		[undefined, 'Speaker'],
	])('%j speaks as %s', (role, speaker) => {
		expect(readableTranscript([{ role, text: 'Hello' }])).toBe(`${speaker}: Hello`);
	});

	test.each([
		['Hello', 'Hello'],
		[['Hello', 7], 'Hello\n7'],
		[[{ role: 'agent' }], 'Agent: '],
		[{ data: { turns: [{ role: 'user', text: 'Hi' }] } }, 'Contact: Hi'],
		[{}, null],
		[[], null],
		['', null],
		[null, null],
		[undefined, null],
	])('of %j is %j', (value, expected) => {
		expect(readableTranscript(value)).toBe(expected);
	});
});
