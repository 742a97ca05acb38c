import fc from 'fast-check';
import {
	outlineOf,
	confirmationOf,
	readPage,
	readResult,
	refusalIn,
	RequestFailure,
} from '../../../nodes/shared/http';
import type { Expected } from '../../../nodes/shared/http';
import { runs } from '../../scale.mts';

const row = { call_id: 'c1', status: 'completed', to_number: '+12125550123' };
const other = { call_id: 'c2', status: 'busy', to_number: '+12125550124' };
const rows = [row, other];
const asCall: Expected = { entity: 'call' };

const readObject = (answer: unknown, expected: Expected = {}) =>
	readResult(answer, { subject: 'Get', ...expected });
const rowsIn = (answer: unknown, expected: Expected = asCall) => readPage(answer, expected).rows;

describe('the rows of a list', () => {
	test.each<[unknown]>([
		[rows],
		[{ items: rows, total: 9 }],
		[{ calls: rows, count: 2 }],
		[{ data: { rows } }],
		[{ data: { rows }, total: 9 }],
		[{ data: rows, warnings: [] }],
		[{ errors: [], data: { items: rows }, success: true }],
		[{ errors: [], items: rows }],
		[{ response: { data: { rows } } }],
		[{ count: 2, next: null, previous: null, results: rows }],
		[{ _embedded: { calls: rows }, _links: { self: { href: '/calls' } }, page: { size: 2 } }],
		[{ filters: ['status'], sort: [{ field: 'status' }], columns: ['call_id'], rows }],
		[{ columns: [{ name: 'call_id', status: 'x' }], items: rows }],
		[{ unknown: rows, items: [] as unknown[], recent: [{ agent: 'a' }] }],
	])('%j', (answer) => {
		if (JSON.stringify(answer).includes('unknown')) {
			expect(() => rowsIn(answer)).toThrow(/two ways/);
			return;
		}
		expect(rowsIn(answer)).toEqual(rows);
	});

	test.each<[string, object]>([
		['a row that has an object of the same name', { id: 'x', to_number: '1', call: { a: 1 } }],
		['a row with a node of something else', { call_id: 'c1', node: { name: 'Start' } }],
		['a row with the call that it follows', { id: 'x', created_at: 'y', call: { id: 'c0' } }],
		['a row with attributes', { id: 'x', to_number: '1', attributes: { language: 'en' } }],
	])('%s keeps its own fields', (_what, one) => {
		expect(rowsIn([one])).toEqual([one]);
	});

	test.each<[string, unknown]>([
		['groups', [{ date: '2026-03-02', calls: rows }]],
		['rows in objects of their own', { items: rows.map((call) => ({ call })) }],
		['rows in nodes', { data: { items: rows.map((node) => ({ node, cursor: 'x' })) } }],
		['resources of JSON:API', { data: [{ type: 'calls', id: 'c1', attributes: row }] }],
		['one object for each identifier', { data: { c1: row, c2: other }, total: 2 }],
		[
			'fields that are objects',
			{ Items: rows.map((one) => ({ call_id: { S: one.call_id }, to_number: { S: 'x' } })) },
		],
		[
			'lists of names and values',
			{ collection: { items: [{ href: '/x', data: [{ name: 'call_id', value: 'c1' }] }] } },
		],
		[
			'names in a spelling that no column reads',
			{ items: [{ CallId: 'c1', 'TO-NUMBER': '1', STATUS: 'x' }] },
		],
		['rows of which nothing is known', { items: [{ a: 1 }] }],
	])('%s are an error, not rows without values', (_what, answer) => {
		expect(() => rowsIn(answer)).toThrow(/no list that can be read/);
	});

	test('at a Response Path, rows without any known field are taken unless columns are wanted', () => {
		const answer = { columns: ['call_id'], rows: [['c1'], ['c2']] };
		expect(rowsIn(answer, { ...asCall, path: 'rows' })).toEqual([
			{ value: ['c1'] },
			{ value: ['c2'] },
		]);
		expect(() => rowsIn(answer, { ...asCall, path: 'rows', mustFit: true })).toThrow(
			expect.objectContaining({ description: expect.stringContaining("'Output' to Raw") }),
		);
	});

	test.each<[row: object, fits: boolean]>([
		[{ call_id: 'c1' }, true],
		[{ id: 'c1' }, true],
		[{ status: 'completed' }, true],
		[{ colour: 'red' }, false],
		[{}, false],
	])('at a Response Path, %j has something of a call: %j', (one, fits) => {
		const at: Expected = { ...asCall, path: 'rows', mustFit: true };
		const read = () => rowsIn({ rows: [row, one] }, at);
		if (fits) expect(read()).toEqual([row, one]);
		else expect(read).toThrow('What the platform has at "rows" has no field that is known');
		// Of other things nothing is known.
		expect(rowsIn({ rows: [one] }, { path: 'rows', mustFit: true })).toEqual([one]);
	});

	test('at a Response Path, the key of a row without an identifier is its identifier', () => {
		const map = { c1: { status: 'completed' }, c2: { call_id: 'other' } };
		expect(rowsIn({ map }, { ...asCall, path: 'map' })).toEqual([
			{ id: 'c1', status: 'completed' },
			{ call_id: 'other' },
		]);
	});

	test('texts are rows only where that is usual', () => {
		expect(rowsIn(['sales', 'support'], { entity: 'choice' })).toEqual([
			{ value: 'sales' },
			{ value: 'support' },
		]);
		expect(rowsIn({ industries: ['sales'] }, { entity: 'choice' })).toEqual([{ value: 'sales' }]);
		// What identifies a field is its text, so that a drop-down can have it.
		expect(rowsIn(['budget'], { entity: 'customField' })).toEqual([{ key: 'budget' }]);
		expect(rowsIn(['a'], {})).toEqual([{ value: 'a' }]);
		expect(() => rowsIn({ columns: ['a'], names: ['x'] })).toThrow(/no list/);
	});

	test.each<[unknown]>([
		[null],
		[undefined],
		[''],
		[[]],
		[{}],
		[{ items: [] }],
		[{ items: null }],
		[{ items: null, total: 0 }],
		[{ calls: null, success: true }],
		[{ data: { items: [] }, errors: [] }],
		[{ data: {} }],
		[{ items: [], filters: [{ name: 'status', values: ['a'] }] }],
		[{ items: [], agents: [{ name: 'Ada' }] }],
		[{ calls: [], bookings: [{ booking_id: 'b1', call_id: 'c1' }] }],
		[{ organization: { id: 'o1', name: 'x' }, data: {} }],
		[{ total: 0 }],
		[{ data: {}, total_count: 0 }],
	])('%j is empty', (answer) => {
		expect(rowsIn(answer)).toEqual([]);
	});

	test.each<[unknown]>([
		['text'],
		[true],
		[{ message: 'hello' }],
		[{ whatever: [] }],
		[{ agents: [{ name: 'Ada' }] }],
		[{ data: { name: 'x' }, items: null }],
		[{ tags: ['a'], items: null }],
		[[[1, 2]]],
		[{ rows: [['c1', 'completed']], columns: ['call_id', 'status'] }],
		[{ data: [{ x: 1 }], items: [] }],
	])('%j is not a list', (answer) => {
		expect(() => rowsIn(answer)).toThrow(/no list that can be read/);
		expect(() => rowsIn(answer)).toThrow(
			expect.objectContaining({
				details: {
					reach: 'answered',
					final: true,
					isUnreadable: true,
					outline: outlineOf(answer),
				},
			}),
		);
	});

	test.each<[unknown, string]>([
		[{ inbound: rows, outbound: [row] }, '"inbound" or at "outbound"'],
		[{ calls: [], recent: [{ id: 'b1', call_id: 'c1' }] }, '"recent" or at "calls"'],
	])('%j can be read in two ways', (answer, places) => {
		expect(() => rowsIn(answer)).toThrow(/two ways/);
		expect(() => rowsIn(answer)).toThrow(
			expect.objectContaining({ description: expect.stringContaining(places) }),
		);
	});

	test('the same rows in two places are no question', () => {
		expect(rowsIn({ items: rows, data: { items: rows } })).toEqual(rows);
	});

	test('the error shows names and types, and no value', () => {
		const answer = {
			'+12125550123': { secret: 'Ada' },
			list_of: [{ name: 'Ada', age: 1 }],
			ok: true,
		};
		const read = () => rowsIn(answer);
		expect(read).toThrow(RequestFailure);
		// Only where the user can set it.
		expect(() => rowsIn(answer, { ...asCall, path: '' })).toThrow(
			expect.objectContaining({ description: expect.stringContaining("'Response Path'") }),
		);
		try {
			read();
		} catch (error) {
			const { description } = error as RequestFailure;
			expect(description).toContain('list_of: [1 × { name: text, age: number }]');
			expect(description).not.toMatch(/Ada|2125550123/);
			expect(description).toContain('Check Platform');
		}
	});

	test.each([
		['data.calls.list', { data: { calls: { list: rows }, other: rows } }],
		['outbound', { inbound: [other], outbound: rows }],
		['map', { map: { x: row, y: other } }],
	])('Response Path %s', (path, answer) => {
		expect(rowsIn(answer, { entity: 'call', path })).toEqual(rows);
	});

	test('Response Path wins over a list that looks empty', () => {
		const answer = { items: [], meta: { rows } };
		expect(rowsIn(answer)).toEqual([]);
		expect(rowsIn(answer, { entity: 'call', path: 'meta.rows' })).toEqual(rows);
	});

	test('Response Path that leads nowhere, to a text, or to nothing', () => {
		expect(() => rowsIn({ a: 1 }, { path: 'b' })).toThrow(/nothing at "b"/);
		expect(() => rowsIn({ a: 'x' }, { path: 'a' })).toThrow(/no list at "a"/);
		expect(rowsIn({ a: null }, { path: 'a' })).toEqual([]);
	});
});

describe('where the rows are', () => {
	test('four levels deep, and no deeper', () => {
		const deep = (levels: number): unknown =>
			levels === 0 ? { calls: rows } : { data: deep(levels - 1) };
		expect(rowsIn(deep(3))).toEqual(rows);
		expect(() => rowsIn(deep(4))).toThrow(/no list/);
	});

	test('not in what lies inside a row', () => {
		const call = { ...row, transcript: [{ call_id: 'x' }], items: [{ call_id: 'y' }] };
		expect(() => rowsIn({ data: call })).toThrow(/no list/);
		const legs = [{ started_at: 'x', duration: 3 }];
		const similar = { to_number: '1', direction: 'x', ended_at: 'y', list: legs };
		expect(() => rowsIn({ data: { id: 'c1', ...similar } })).toThrow(/no list/);
		expect(rowsIn({ credits: 480, duration: 12, direction: 'x', data: rows })).toEqual(rows);
	});

	test('beside an identifier and fields that a row has, too, if the rows have more of them', () => {
		const envelope = { id: 'req_1', credits: 480, duration: 12, direction: 'x' };
		const short = [{ call_id: 'c1' }, { call_id: 'c2' }];
		expect(() => rowsIn({ id: 'req_1', credits: 480, duration: 12, data: short })).toThrow(
			/no list/,
		);
		const whole = rows.map((one) => ({ ...one, agent_id: 'a1' }));
		expect(rowsIn({ data: whole, ...envelope })).toEqual(whole);
		expect(() => rowsIn({ ...envelope, to_number: '1', data: whole })).toThrow(/no list/);
	});

	test('in the answer about the agent whose calls they are', () => {
		expect(rowsIn({ agent_id: 'a1', agent_name: 'Ada', list: rows })).toEqual(rows);
		expect(rowsIn({ agent: { agent_id: 'a1', calls: rows } })).toEqual(rows);
	});

	test.each<[unknown]>([
		[{ report: { list: [{ to_number: '1', direction: 'x' }] } }],
		[{ unknown: [{ a: 1 }] }],
		[{ items: [{ a: 1 }, 'text'] }],
		[{ items: [null] }],
	])('%j is not read', (answer) => {
		expect(() => rowsIn(answer)).toThrow(/no list/);
	});

	test('rows of which nothing is known are an error, unless nothing is known of such a list', () => {
		const asDocument: Expected = { entity: 'document' };
		expect(() => rowsIn([{ a: 1 }], asDocument)).toThrow(/no list/);
		expect(() => rowsIn([{ folder: 'x', documents: [{ kb_id: 'k' }] }], asDocument)).toThrow(
			/no list/,
		);
		expect(rowsIn({ whatever: [{ a: 1 }] }, {})).toEqual([{ a: 1 }]);
	});

	test('the better the evidence, the surer', () => {
		const similar = [{ to_number: '1', direction: 'x' }];
		expect(rowsIn({ list: similar, found: rows })).toEqual(rows);
		expect(rowsIn({ items: [{ a: 1 }], list: similar })).toEqual(similar);
		expect(rowsIn({ calls: rows, latest: [other] })).toEqual(rows);
		expect(rowsIn({ agents: [{ agent_id: 'a', name: 'b', call_id: 'c' }], list: rows })).toEqual(
			rows,
		);
	});

	test('names are compared without upper case and dashes', () => {
		expect(rowsIn({ 'Call-History': [other], Filters: [row] })).toEqual([other]);
	});

	test.each([{ items: null }, { data: {} }])('%j has a total all the same', (none) => {
		expect(readPage({ ...none, total: 72 }, asCall)).toMatchObject({ rows: [], total: 72 });
	});

	test.each<[unknown]>([
		[{ data: null, message: 'Not allowed' }],
		[{ data: { call: { a: 1 } } }],
		[{ items: null, name: 'x' }],
		[{ tags: ['a'] }],
	])('%j is not an empty list', (answer) => {
		expect(() => rowsIn(answer)).toThrow(/no list/);
	});

	test.each<[unknown]>([
		[{ data: {}, message: 'OK' }],
		[{ data: {}, credits: 480, name: 'x' }],
		[{ items: [], message: 'OK' }],
		[{ items: null, success: true, count: 0 }],
		[{ meta: { total: 0 }, items: null }],
	])('%j is one', (answer) => {
		expect(rowsIn(answer)).toEqual([]);
	});

	test('Response Path ignores empty names, and what surrounds the rows is read', () => {
		const answer = { data: { items: rows, total: 9 }, meta: { next_cursor: 'x' } };
		expect(readPage(answer, { entity: 'call', path: '.data..items' })).toEqual({
			rows,
			place: ['data', 'items'],
			total: 9,
			hasMore: true,
		});
		expect(rowsIn({ a: [1, 'x'] }, { path: 'a' })).toEqual([{ value: 1 }, { value: 'x' }]);
		expect(() => rowsIn({ a: { b: 1 } }, { path: 'a' })).toThrow(/no list at "a"/);
		expect(rowsIn({ data: [], x: 1 }, { path: 'data' })).toEqual([]);
	});
});

describe('what an answer says about its list', () => {
	test.each([
		'total',
		'total_count',
		'totalCount',
		'total_items',
		'total_results',
		'total_records',
		'totalElements',
		'total_rows',
		'recordsTotal',
		'count',
	])('%s is its number of rows, also in its metadata', (name) => {
		expect(readPage({ items: rows, [name]: 9 }, asCall).total).toBe(9);
		expect(readPage({ data: { items: rows }, paging: { [name]: '9' } }, asCall).total).toBe(9);
	});

	test.each(['next', 'next_url', 'nextLink', 'next_page_url', 'next_page_link', 'nextCursor'])(
		'%s says if one follows',
		(name) => {
			expect(readPage({ items: rows, [name]: '/calls?page=2' }, asCall).hasMore).toBe(true);
			expect(readPage({ items: rows, [name]: null }, asCall).hasMore).toBe(false);
			expect(readPage({ items: rows, [name]: '' }, asCall).hasMore).toBe(false);
		},
	);

	test.each(['has_more', 'hasMore', 'has_next', 'hasNextPage', 'more'])(
		'%s says if one follows',
		(name) => {
			expect(readPage({ items: rows, [name]: true }, asCall).hasMore).toBe(true);
			expect(readPage({ items: rows, pageInfo: { [name]: false } }, asCall).hasMore).toBe(false);
			expect(readPage({ items: rows, [name]: 'yes' }, asCall).hasMore).toBeUndefined();
		},
	);

	test('a link wins over a missing one, and a flag over both', () => {
		const both = { items: rows, next: null, links: { next: '/calls?page=2' } };
		expect(readPage(both, asCall).hasMore).toBe(true);
		expect(readPage({ items: rows, next: null, has_more: true }, asCall).hasMore).toBe(true);
	});

	test('the nearest is believed', () => {
		const answer = { total: 1, data: { total: 2, items: rows, meta: { total: 3 } } };
		expect(readPage(answer, asCall).total).toBe(2);
	});

	test.each<[unknown, object]>([
		[{ items: rows, total: 9 }, { total: 9 }],
		[{ data: { rows, totalCount: '9' } }, { total: 9 }],
		[{ data: rows, meta: { total: 9 } }, { total: 9 }],
		[{ items: rows, total: '', total_count: 5 }, { total: 5 }],
		[{ items: rows, links: { next: { href: '/calls?page=2' } } }, { hasMore: true }],
		[{ items: rows, meta: { next_cursor: 'abc' } }, { hasMore: true }],
		[{ items: rows, has_more: true }, { hasMore: true }],
		[{ items: rows, next: null }, { hasMore: false }],
		[{ items: rows, pagination: { hasMore: false } }, { hasMore: false }],
	])('%j', (answer, expected) => {
		expect(readPage(answer, asCall)).toMatchObject(expected);
	});

	test.each([null, true, -1, 1.5, '', 'x', [9]])('%j is no total', (total) => {
		expect(readPage({ items: rows, total }, asCall).total).toBeUndefined();
	});
});

describe('an object', () => {
	test.each<[unknown]>([
		[row],
		[{ data: row }],
		[{ data: row, meta: { request_id: 'r' }, links: { self: '/calls/c1' } }],
		[{ call: row }],
		[{ success: true, status: 'success', error: null, data: row, timestamp: 1 }],
		[{ data: { call: row } }],
		[[row]],
		[{ data: [row] }],
		[{ id: 'req_1', status: 'ok', data: row }],
	])('%j', (answer) => {
		expect(readObject(answer, asCall)).toEqual(row);
	});

	test('what lies beside it belongs to it, but not what describes the answer', () => {
		const answer = { status: 'ok', call: row, transcript: ['Hello'], analysis: { summary: 'x' } };
		expect(readObject(answer, asCall)).toEqual({
			...row,
			transcript: ['Hello'],
			analysis: { summary: 'x' },
		});
	});

	test('a part that looks like one is not taken for the whole', () => {
		const contact = { id: 'k1', phone_number: '+12125550123', call: row };
		expect(readObject(contact, { entity: 'contact' })).toEqual(contact);
		const call = { ...row, campaign: { campaign_id: 'x', name: 'y' } };
		expect(readObject({ data: call }, asCall)).toEqual(call);
	});

	test.each<[unknown, Expected]>([
		[{ data: { campaign_id: 'a' }, result: { campaign_id: 'b' } }, { entity: 'campaign' }],
		[
			{ id: 'r', agent_id: 'a', name: 'x', data: { id: 'c', agent_id: 'a' } },
			{ entity: 'campaign' },
		],
	])('%j can be read in two ways', (answer, expected) => {
		expect(() => readObject(answer, expected)).toThrow(/two ways/);
	});

	test('the one that is called so is meant', () => {
		const answer = { template: { campaign_id: 'a' }, campaign: { campaign_id: 'b', name: 'x' } };
		expect(readObject(answer, { entity: 'campaign' })).toMatchObject({
			campaign_id: 'b',
			name: 'x',
		});
	});

	test('a number or text beside it under a name of its own is not taken: it may be about the account or the request', () => {
		const answer = { call: row, credits: 480, duration: 12, direction: 'x', plan: 'basic' };
		expect(readObject(answer, asCall)).toEqual({ ...row, plan: 'basic' });
		const added = { campaign: { campaign_id: 'c1' }, accepted: 3, rejected: 2 };
		expect(readObject(added, { entity: 'campaign' })).toEqual({
			campaign_id: 'c1',
			accepted: 3,
			rejected: 2,
		});
		expect(readObject({ call: row, transcript: 'Hello' }, asCall)).toMatchObject({
			transcript: 'Hello',
		});
	});

	test('an answer about something else is an error only if it must fit', () => {
		expect(readObject({ message: 'started' }, asCall)).toEqual({ message: 'started' });
		expect(() => readObject({ message: 'started' }, { ...asCall, mustFit: true })).toThrow(
			/cannot be read/,
		);
		expect(() => readObject('started', { ...asCall, mustFit: true })).toThrow(/cannot be read/);
		const resource = { type: 'calls', id: 'c1', attributes: row };
		expect(readObject({ data: resource }, asCall)).toEqual(resource);
		expect(() => readObject({ data: resource }, { ...asCall, mustFit: true })).toThrow(
			/cannot be read/,
		);
		expect(() => readObject(null, { ...asCall, mustFit: true })).toThrow(/cannot be read/);
		expect(readObject({ id: 'c1', status: 'x' }, { ...asCall, mustFit: true })).toEqual({
			id: 'c1',
			status: 'x',
		});
	});

	test.each<[unknown, unknown]>([
		[{ id: 1 }, { id: 1 }],
		[{ data: { id: 1 } }, { id: 1 }],
		[{ data: { id: 1 }, status: 'ok' }, { id: 1 }],
		[{ data: { id: 1 }, meta: {} }, { id: 1 }],
		[{ job: { id: 1, name: 'x' } }, { job: { id: 1, name: 'x' } }],
		[{ data: { result: { name: 'x' } } }, { name: 'x' }],
		[{ progress: { total: 1 } }, { progress: { total: 1 } }],
		[
			{ data: { a: 1 }, more: { b: 2 } },
			{ data: { a: 1 }, more: { b: 2 } },
		],
		[{ status: 'ok' }, { status: 'ok' }],
		[undefined, {}],
		['', {}],
		[null, {}],
		['accepted', { message: 'accepted' }],
		[[1], { items: [1] }],
	])('without known fields: %j', (answer, expected) => {
		expect(readObject(answer)).toEqual(expected);
	});

	test('a transcript may be a text, or in a call', () => {
		const call = { call_id: 'c1', session_id: 's1', transcript: ['Hello'] };
		expect(readObject({ call }, { entity: 'transcript' })).toEqual(call);
		expect(readObject('Agent: Hello', { entity: 'transcript' })).toEqual({
			transcript: 'Agent: Hello',
		});
	});

	test('what is empty in the object does not hide what is beside it', () => {
		const answer = { call: { ...row, transcript: null }, transcript: ['Hello'] };
		expect(readObject(answer, asCall)).toMatchObject({ transcript: ['Hello'] });
	});

	test('Response Path', () => {
		const answer = { old: { campaign_id: 'a' }, new: [{ campaign_id: 'b' }] };
		expect(readObject(answer, { entity: 'campaign', path: 'new' })).toEqual({ campaign_id: 'b' });
		expect(() => readObject(answer, { path: 'new.x' })).toThrow(/nothing at/);
		expect(() => readObject({ a: 1 }, { path: 'a' })).toThrow(/no object at/);
	});
});

describe('which object is meant', () => {
	const campaign = { entity: 'campaign' } as const;

	test('one with an identifier of its own before one that is only similar', () => {
		const answer = { result: { name: 'x', agent_id: 'a' }, campaign: { campaign_id: 'c1' } };
		expect(readObject(answer, campaign)).toMatchObject({ campaign_id: 'c1' });
	});

	test('one that is called so, also with nothing but an identifier', () => {
		const answer = { organization: { id: 'o1', name: 'x' }, campaign: { id: 'c1' } };
		expect(readObject(answer, campaign)).toMatchObject({ id: 'c1' });
		expect(
			readObject({ organization: { id: 'o1', name: 'x' }, data: { id: 'c1' } }, campaign),
		).toMatchObject({
			id: 'c1',
		});
	});

	test.each<[object]>([
		[{ message: 'started', job: { id: 'j1' } }],
		[{ created_by: { id: 'u1', name: 'Ada' } }],
		[{ user: { id: 'u1', name: 'Ada', created_at: 'x' } }],
		[{ owner: { name: 'x', agent_id: 'a' } }],
		[{ template: { campaign_id: 'c0', name: 'x' } }],
		[{ old: { campaign_id: 'a' }, new: { campaign_id: 'b' } }],
	])('not one that has a name of something else: %j', (answer) => {
		expect(readObject(answer, campaign)).toEqual(answer);
		expect(() => readObject(answer, { ...campaign, mustFit: true })).toThrow(/cannot be read/);
	});

	test('of two that are only similar, the one that has an identifier', () => {
		const call = { id: 'c1', session_id: 's1', status: 'queued' };
		const account = { credits: 480, duration: 12, direction: 'up' };
		expect(readObject({ data: call, ...account }, asCall)).toEqual(call);
	});

	test('the outer of two that lie in each other', () => {
		const answer = { data: { campaign_id: 'c1', template: { campaign_id: 'c0' } } };
		expect(readObject(answer, campaign)).toMatchObject({ campaign_id: 'c1' });
	});

	test('the same one twice is no question', () => {
		const answer = { data: { campaign_id: 'c1' }, result: { campaign_id: 'c1' } };
		expect(readObject(answer, campaign)).toMatchObject({ campaign_id: 'c1' });
	});

	test('one of a list is meant only if it is alone', () => {
		expect(readObject([{ id: 'c1' }], campaign)).toEqual({ id: 'c1' });
		expect(readObject([{ campaign_id: 'c1' }, { campaign_id: 'c2' }], campaign)).toEqual({
			items: [{ campaign_id: 'c1' }, { campaign_id: 'c2' }],
		});
		expect(readObject(['x'], campaign)).toEqual({ items: ['x'] });
	});

	test('the identifier of an envelope is not that of the thing', () => {
		expect(readObject({ id: 'req_1', campaign: { campaign_id: 'c1' } }, campaign)).toEqual({
			campaign_id: 'c1',
		});
		const answer = { id: 'req_1', data: { name: 'x', agent_id: 'a' } };
		expect(readObject(answer, campaign)).toEqual({ name: 'x', agent_id: 'a' });
	});
});

describe('a refusal with status 200', () => {
	const refused = (answer: unknown, isAction = true) =>
		refusalIn(answer, 'Make call', isAction, 'call');

	test.each<[unknown]>([
		[{ success: false, message: 'No credit' }],
		[{ ok: false, error: 'No credit' }],
		[{ success: 'false', data: null, message: 'No credit' }],
		[{ error: { message: 'No credit' } }],
		[{ errors: [{ message: 'No credit' }] }],
		[{ status: 'error', message: 'No credit' }],
		[{ status: 'FAILED', message: 'No credit' }],
		[{ succeeded: false, data: { call_id: null }, message: 'No credit' }],
		[{ isSuccess: false, message: 'No credit' }],
		[{ success: 0, message: 'No credit' }],
		[{ success: 'no', message: 'No credit' }],
		[{ status: 'rejected', message: 'No credit' }],
		[{ result: 'denied', message: 'No credit' }],
		[{ status: 402, message: 'No credit' }],
		[{ error_message: 'No credit' }],
		[{ data: { error: 'No credit' } }],
		[{ response: { status: 'error', message: 'No credit' } }],
	])('%j', (answer) => {
		expect(refused(answer)?.message).toBe('The platform refused the request: No credit');
		expect(refused(answer)?.details).toEqual({
			status: 200,
			reach: 'answered',
			final: true,
			serverText: 'No credit',
		});
	});

	test.each<[unknown]>([
		[{ success: true, call_id: 'c1' }],
		[{ call_id: 'c1', status: 'failed', error: 'busy' }],
		[{ error: null, data: { call_id: 'c1' } }],
		[{ errors: [], call_id: 'c1' }],
		[{ message: 'started' }],
		[{ rejected: 2, errors: [{ row: 1 }] }],
		[{ success: true, error: 'a warning' }],
		[{ error: false, data: {} }],
		[{ status: 'error', name: 'x' }],
		[{ status: 7 }],
		['text'],
		[null],
	])('%j is none', (answer) => {
		expect(refused(answer)).toBeUndefined();
	});

	test('a call that has an identifier may exist, whatever the platform says', () => {
		const failed = { success: false, call_id: 'c1', message: 'Busy' };
		expect(refused(failed)?.details.reach).toBe('unknown');
		expect(refused(failed, false)).toBeUndefined();
		expect(refused({ success: false, call_id: 'c1' })).toBeUndefined();
	});
});

describe('what an answer confirms', () => {
	const said = (answer: unknown, becomes?: string) =>
		confirmationOf(answer, { subject: 'Cancel campaign', entity: 'campaign', becomes }).is;

	test.each<[unknown]>([
		[undefined],
		[''],
		[{}],
		[{ campaign_id: 'c1' }],
		[{ id: 'c1', status: 'active' }],
		[{ data: { id: 'c1' } }],
		[[{ campaign_id: 'c1' }]],
		[{ success: true }],
		[{ ok: 1, message: 'x' }],
		[{ status: 'accepted' }],
		[{ message: 'Campaign started' }],
		['OK'],
	])('%j confirms an action', (answer) => {
		expect(said(answer)).toBe('confirmed');
	});

	test.each<[unknown]>([
		[{ success: 0 }],
		[{ status: 'rejected' }],
		['<?xml version="1.0"?><Response><Error>No credit</Error></Response>'],
	])('%j refuses it', (answer) => {
		expect(said(answer)).toBe('refused');
	});

	test('a call that was no success was placed', () => {
		const call = { call_id: 'c1', status: 'completed', is_success: false };
		expect(confirmationOf(call, { subject: 'x', entity: 'call' }).is).toBe('confirmed');
	});

	test('XML with an element for errors does not prove that nobody was called', () => {
		const answer = '<Response><Errors/><CallId>c1</CallId></Response>';
		expect(confirmationOf(answer, { subject: 'x', entity: 'call' })).toMatchObject({
			failure: { details: { reach: 'unknown' } },
		});
	});

	test.each<[unknown]>([
		[{ message: 'Not started: no credit' }],
		[{ message: 'See the log' }],
		[{ status: 'phase_7' }],
		[{ campaign: null, reason: 'closed' }],
		[['x']],
		['<html></html>'],
		['<Response><success>false</success></Response>'],
		// It says two things.
		[{ campaign_id: 'c1', status: 'rejected' }],
		[{ id: 'c1', error: 'No credit' }],
		[{ success: true, error_message: 'No credit' }],
		[{ success: true, campaign: { id: 'c1', status: 'failed' } }],
	])('%j leaves it open', (answer) => {
		expect(confirmationOf(answer, { subject: 'x', entity: 'campaign' })).toEqual({
			is: 'notClear',
			said: typeof answer === 'string' ? answer : JSON.stringify(answer),
		});
	});

	/* Whoever cancels a campaign must know that it stopped calling. */
	test('nothing is cancelled that the platform says goes on, whatever else it says, in any envelope', () => {
		const denies = fc.constantFrom<object>(
			...[false, 'no', 0].map((flag) => ({ cancelled: flag })),
			...['active', 'Running', 'paused', 'pending'].flatMap((status) => [
				{ status },
				{ campaignStatus: status },
			]),
			...[{ success: 0 }, { ok: 'no' }, { status: 'rejected' }, { code: 409 }],
			...[{ error: 'Not allowed' }, { error_message: 'Not allowed' }],
		);
		const confirms = fc.constantFrom<object>(
			...[{ cancelled: true }, { status: 'cancelled' }, { state: 'finished' }],
		);
		const beside = fc.constantFrom<object>({}, { id: 'c1' }, { campaign_id: 'c1', name: 'Autumn' });
		const envelope = fc.constantFrom<(body: object) => unknown>(
			...[(body: object) => body, (body: object) => [body], (data: object) => ({ data })],
			(campaign) => ({ success: true, campaign }),
			(result) => ({ message: 'Campaign cancelled', result }),
		);
		fc.assert(
			fc.property(denies, confirms, beside, envelope, (denial, confirmation, more, around) => {
				expect(said(around({ ...more, ...denial }), 'cancelled')).not.toBe('confirmed');
				expect(said(around({ ...more, ...confirmation }), 'cancelled')).toBe('confirmed');
			}),
			runs('values'),
		);
	});

	test.each<[unknown, string]>([
		[{ cancelled: true }, 'confirmed'],
		[{ id: 'c1', status: 'canceled' }, 'confirmed'],
		[{ id: 'c1', status: 'finished' }, 'confirmed'],
		[{ id: 'c1' }, 'confirmed'],
		[{ cancelled: false }, 'notClear'],
		[{ data: { id: 'c1', campaign_status: 'active' } }, 'notClear'],
		[{ campaign_status: 'cancelled', status: 'active' }, 'notClear'],
		[{ id: 'c1', status: 'active' }, 'notClear'],
		[{ success: true, campaign: { id: 'c1', status: 'running' } }, 'notClear'],
	])('of something that was to be cancelled: %j, %s', (answer, expected) => {
		expect(said(answer, 'cancelled')).toBe(expected);
	});
});

describe.each([
	['no errors', { errors: [] }],
	['no error', { error: null }],
	['neither errors nor warnings', { errors: [], warnings: [] }],
	['a message', { message: 'OK', errors: [] }],
])('an answer that says that it succeeded, with %s', (_what, more) => {
	test.each([0, 1, 2])('holds %d rows', (count) => {
		const rows = [
			{ id: 'a', created_at: 'x' },
			{ id: 'b', created_at: 'y' },
		].slice(0, count);
		for (const entity of ['call', 'booking', 'callback', 'transfer', 'campaign'] as const) {
			const inside = readPage({ success: true, ...more, data: { items: rows } }, { entity });
			const beside = readPage({ success: true, data: { items: rows, ...more } }, { entity });
			expect([inside.rows, beside.rows]).toEqual([rows, rows]);
		}
	});
});
