import fc from 'fast-check';
import { RequestFailure, readPage, readResult } from '../../../../nodes/shared/http';
import type { Expected } from '../../../../nodes/shared/http';
import { runs } from '../../../scale.mts';

const row = { call_id: 'c1', status: 'completed', to_number: '+12125550123' };
const other = { call_id: 'c2', status: 'busy', to_number: '+12125550124' };
const rows = [row, other];
const agents = [{ agent_id: 'a1', name: 'Ada' }];
const asCall: Expected = { entity: 'call' };

const readObject = (answer: unknown, expected: Expected = {}) =>
	readResult(answer, { subject: 'Get', ...expected });
const rowsIn = (answer: unknown, expected: Expected = asCall) => readPage(answer, expected).rows;

const failureOf = (read: () => unknown): RequestFailure => {
	try {
		read();
	} catch (error) {
		if (error instanceof RequestFailure) return error;
		throw error;
	}
	throw new Error('There is no failure');
};

describe('the rows of a list', () => {
	test.each<[unknown]>([
		[rows],
		[{ items: rows, total: 9 }],
		[{ calls: rows, count: 2 }],
		[{ data: { rows } }],
		[{ response: { calls: rows } }],
		[{ data: { calls: rows, items: agents } }],
		[{ 'Call-History': rows, Filters: [row] }],
		[{ data: rows, warnings: [] }],
		[{ errors: [], items: rows, success: true }],
		[{ count: 2, next: null, previous: null, results: rows }],
		[{ _embedded: { calls: rows }, _links: { self: { href: '/calls' } }, page: { size: 2 } }],
		[{ filters: ['status'], sort: [{ field: 'status' }], columns: ['call_id'], rows }],
		[{ columns: [{ name: 'call_id', status: 'x' }], items: rows }],
		[{ agents, items: rows }],
		// The own name before a usual one.
		[{ calls: rows, items: agents }],
		[{ calls: { items: rows } }],
		// The only list of objects at the top.
		[{ recent: rows, names: ['x'], agents }],
		[{ recent: rows, data: { total: 2 } }],
	])('%j', (answer) => {
		expect(rowsIn(answer)).toEqual(rows);
	});

	test('are as the platform sends them, one of which is known at least', () => {
		const some = [{ id: 'x', to_number: '1', call: { a: 1 } }, { colour: 'red' }];
		expect(rowsIn(some)).toEqual(some);
	});

	test.each<[Expected['entity'], object]>([
		['booking', { starts_at: '2026-03-02T10:00:00Z', attendee: 'Ada', notes: 'x' }],
		['booking', { name: 'Ada', scheduled_at: '2026-03-02T10:00:00Z' }],
		['transfer', { call_id: 'c1', reason: 'asked for a person' }],
		['transfer', { to_number: '+12125550123', status: 'completed', agent_id: 'a1' }],
		['signIn', { ip_address: '192.0.2.1', user_agent: 'x', created_at: '2026-03-02T10:00:00Z' }],
		['signIn', { user_id: 'u1', logged_in_at: '2026-03-02T10:00:00Z' }],
		['transaction', { amount: -2, balance_after: 98, description: 'Call' }],
		['transaction', { credits: 3, created_at: '2026-03-02T10:00:00Z' }],
		['plan', { credits: 100, price: 10, currency: 'EUR' }],
		['contact', { phone_number: '+12125550123', status: 'busy' }],
	])('of a %s need no identifier, since the document gives them none: %j', (entity, some) => {
		expect(rowsIn([some, some], { entity })).toEqual([some, some]);
		expect(rowsIn({ data: [some], total: 1 }, { entity })).toEqual([some]);
	});

	test.each<[Expected['entity'], object]>([
		['booking', { title: 'Dental', agent_id: 'a1' }],
		['transfer', { call_id: 'c1', colour: 'red' }],
		['transaction', { amount: 3, colour: 'red' }],
	])('a %s of which one field is known is none: %j', (entity, some) => {
		expect(failureOf(() => rowsIn([some], { entity })).message).toMatch('without an identifier');
	});

	test.each<[string, unknown]>([
		['groups', [{ date: '2026-03-02', calls: rows }]],
		['rows in objects of their own', { items: rows.map((call) => ({ call })) }],
		['rows in nodes', { data: { edges: rows.map((node) => ({ node, cursor: 'x' })) } }],
		['resources of JSON:API', { data: [{ type: 'calls', id: 'c1', attributes: row }] }],
		['one object for each identifier', { data: { c1: row, c2: other }, total: 2 }],
		['columns and rows', { columns: ['call_id'], rows: [['c1'], ['c2']] }],
		['a list of numbers', { data: { calls: [3] } }],
		['names in a spelling that no column reads', { items: [{ CallId: 'c1', STATUS: 'x' }] }],
		['rows of which nothing is known', { items: [{ a: 1 }] }],
		['rows with nothing but an identifier', [{ call_id: 'c1' }]],
		['rows without an identifier', [{ status: 'x', to_number: '1' }]],
		['a row and a text', { items: [row, 'text'] }],
		['nothing', { items: [null] }],
		['three names', { response: { data: { calls: rows } } }],
		['a list in what is no wrapper', { agent: { agent_id: 'a1', calls: rows } }],
		['a list in an unknown name', { stats: { found: rows } }],
		['a list in a call', { data: { ...row, transcript: [{ call_id: 'x', status: 'y' }] } }],
		['another resource', { agents }],
		['a list of another resource', { agent: { agent_id: 'a1', list: rows } }],
		['a text', 'text'],
		['an answer without a list', { message: 'hello' }],
		['a list without entries', { one: [] }],
		['a total without a place for rows', { total: 0 }],
		['a thing', { data: { name: 'x' } }],
	])('%s: an error with an outline, not rows without values', (_what, answer) => {
		const { message, description, details } = failureOf(() => rowsIn(answer));
		expect(message).toMatch(/^The answer of the platform has /);
		expect(description).toMatch(/^It looks like this: /);
		expect(details).toMatchObject({ reach: 'answered', final: true, isUnreadable: true });
	});

	test.each<[unknown, string]>([
		[{ inbound: rows, outbound: [row] }, '"inbound" or at "outbound"'],
		[{ data: rows, items: [row] }, '"data" or at "items"'],
		[{ calls: rows, call_history: [row] }, '"calls" or at "call_history"'],
		[{ items: rows, data: { items: [other] } }, '"items" or at "data.items"'],
		[{ recent: rows, older: [] }, '"recent" or at "older"'],
	])('%j can be read in two ways', (answer, places) => {
		expect(failureOf(() => rowsIn(answer)).message).toContain(places);
	});

	test('a name that is a value is not shown', () => {
		const { message } = failureOf(() => rowsIn({ '+12125550123': rows, found: rows }));
		expect(message).toContain('"…" or at "found"');
	});

	test('texts are rows only where that is usual', () => {
		expect(rowsIn(['sales', 'support'], { entity: 'choice' })).toEqual([
			{ value: 'sales' },
			{ value: 'support' },
		]);
		// What identifies a field is its text, so that a drop-down can have it.
		expect(rowsIn({ keys: ['budget'] }, { entity: 'customField' })).toEqual([{ key: 'budget' }]);
		expect(rowsIn(['a'], {})).toEqual([{ value: 'a' }]);
		expect(() => rowsIn(['a'])).toThrow(/no rows/);
	});

	test('a price has no identifier', () => {
		const prices = [{ country: 'US', monthly_credits: 5 }];
		expect(rowsIn({ pricing: prices }, { entity: 'price' })).toEqual(prices);
	});

	test('in Raw, any rows are taken', () => {
		const raw: Expected = { ...asCall, isRaw: true };
		expect(rowsIn({ data: [{ type: 'calls', id: 'c1', attributes: row }] }, raw)).toHaveLength(1);
		expect(rowsIn({ rows: [['c1']] }, raw)).toEqual([{ value: ['c1'] }]);
		expect(rowsIn([{ date: 'x', calls: rows }], raw)).toHaveLength(1);
	});

	test.each<[unknown]>([
		[null],
		[undefined],
		[''],
		[[]],
		[{}],
		[{ items: [] }],
		[{ items: null, total: 0 }],
		[{ calls: null, success: true }],
		[{ data: null, message: 'There are none' }],
		[{ data: { items: [] }, errors: [] }],
		[{ data: {} }],
		[{ items: [], filters: [{ name: 'status', values: ['a'] }] }],
		[{ items: [], agents }],
		[{ calls: [], bookings: [{ booking_id: 'b1', call_id: 'c1', starts_at: 'x' }] }],
		[{ data: {}, total_count: 0 }],
	])('%j is empty', (answer) => {
		expect(rowsIn(answer)).toEqual([]);
	});

	test.each([{ items: null }, { data: {} }])('%j has a total all the same', (none) => {
		expect(readPage({ ...none, total: 72 }, asCall)).toMatchObject({ rows: [], total: 72 });
	});
});

describe('Response Path', () => {
	test.each<[string, unknown]>([
		['data.calls.list', { data: { calls: { list: rows }, other: rows } }],
		['outbound', { inbound: [other], outbound: rows }],
		['map', { map: { x: row, y: other } }],
		['.', { x: row, y: other }],
		['.', rows],
		['.data..items', { data: { items: rows } }],
		['days.0.calls', { days: [{ calls: rows }, { calls: [other] }] }],
		// It wins over a list that looks empty, and leads into what only describes the answer.
		['meta.rows', { items: [], meta: { rows } }],
	])('%s of %j leads to the rows', (path, answer) => {
		expect(rowsIn(answer, { entity: 'call', path })).toEqual(rows);
	});

	test('the key of a row without an identifier is its identifier', () => {
		const map = { c1: { status: 'completed' }, c2: { call_id: 'other' } };
		expect(rowsIn({ map }, { ...asCall, path: 'map' })).toEqual([
			{ id: 'c1', status: 'completed' },
			{ call_id: 'other' },
		]);
	});

	test.each<[row: object, fits: boolean]>([
		[{ call_id: 'c1' }, true],
		[{ status: 'completed' }, true],
		[{ id: 'c1' }, false],
		[{ colour: 'red' }, false],
		[{}, false],
	])('rows like %j have a column of a call: %j', (one, fits) => {
		const read = () => rowsIn({ rows: [one] }, { ...asCall, path: 'rows' });
		if (fits) expect(read()).toEqual([one]);
		else {
			expect(read).toThrow('rows without any field that is known at "rows"');
			expect(failureOf(read).description).toContain("'Output' to Raw");
		}
		expect(rowsIn({ rows: [one] }, { ...asCall, path: 'rows', isRaw: true })).toEqual([one]);
		// Things without columns are shown as they are.
		expect(rowsIn({ rows: [one] }, { entity: 'agent', path: 'rows' })).toEqual([one]);
	});

	test('leads to nothing, to a text, or to no rows', () => {
		expect(() => rowsIn({ a: 1 }, { path: 'b' })).toThrow(/nothing at "b"/);
		expect(() => rowsIn({ a: 'x' }, { path: 'a' })).toThrow(/no list at "a"/);
		expect(() => rowsIn({ a: { b: 1 } }, { path: 'a' })).toThrow(/no list at "a"/);
		expect(rowsIn({ a: null }, { path: 'a' })).toEqual([]);
		expect(rowsIn({}, { path: 'a.b' })).toEqual([]);
	});

	test('leads to a thing', () => {
		const answer = { old: { campaign_id: 'a' }, new: [{ campaign_id: 'b' }] };
		expect(readObject(answer, { entity: 'campaign', path: 'new' })).toEqual({ campaign_id: 'b' });
		const two = { id: 'env_1', call: { id: 'c1', status: 'x' } };
		expect(readObject(two, { ...asCall, path: 'call' })).toEqual(two.call);
		expect(readObject({ ...two, status: 'y' }, { ...asCall, path: '.' })).toMatchObject({
			id: 'env_1',
		});
		expect(() => readObject(answer, { path: 'new.x' })).toThrow(/nothing at/);
		expect(() => readObject({ a: 1 }, { path: 'a' })).toThrow(/no object at/);
		expect(() => readObject({ a: { b: 1 } }, { ...asCall, path: 'a' })).toThrow(
			/field that is known/,
		);
	});

	/* Whoever follows the advice must be able to go on. */
	test.each<[unknown, string]>([
		[{ inbound: rows, outbound: [row] }, 'inbound or outbound'],
		[{ data: { c1: row, c2: other } }, 'data'],
		[{ c1: row, c2: other }, '.'],
		[{ data: { further: { deep: { rows } } } }, 'data.further.deep.rows'],
	])('the error of %j names a path that works: %s', (answer, paths) => {
		const { description } = failureOf(() => rowsIn(answer, { ...asCall, path: '' }));
		expect(description).toContain(`'Response Path' to where the rows are: ${paths} (`);
		for (const path of paths.split(' or ')) {
			expect(rowsIn(answer, { ...asCall, path }).length).toBeGreaterThan(0);
		}
	});

	test('the error of any answer names paths that work for it, or none', () => {
		const leaf = fc.constantFrom<unknown>(null, 'x', 7, [], {}, row, other, { colour: 'red' });
		const name = fc.constantFrom('data', 'calls', 'inbound', 'meta', 'c1', 'deep', '+12125550123');
		const { answer: answers } = fc.letrec((again) => ({
			answer: fc.oneof(
				{ maxDepth: 4 },
				leaf,
				fc.array(leaf, { maxLength: 3 }),
				fc.dictionary(name, again('answer'), { maxKeys: 3 }),
			),
		}));
		let advised = 0;
		fc.assert(
			fc.property(answers, fc.constantFrom('rows', 'thing'), (answer, asked) => {
				const expected = { ...asCall, path: '' };
				const read = (more: Expected) =>
					asked === 'rows'
						? rowsIn(answer, { ...expected, ...more }).length
						: Object.keys(readObject(answer, { ...expected, ...more })).length;
				let description = '';
				try {
					read({});
				} catch (error) {
					description = (error as RequestFailure).description ?? '';
				}
				const [, paths] =
					/'Response Path' to (?:[^:]*: )?(.*?) (?:\("|to get)/.exec(description) ?? [];
				const isRaw = description.includes("'Output' to Raw");
				for (const path of paths?.split(' or ') ?? []) {
					advised += 1;
					expect(() => read({ path, isRaw })).not.toThrow();
					if (asked === 'rows') expect(read({ path, isRaw })).toBeGreaterThan(0);
				}
			}),
			runs('values'),
		);
		expect(advised).toBeGreaterThan(20);
	});

	test('the error says where Raw has the rows that no column reads', () => {
		const answer = { data: [{ type: 'calls', id: 'c1', attributes: row }] };
		const { description } = failureOf(() => rowsIn(answer, { ...asCall, path: '' }));
		expect(description).toContain("Set 'Output' to Raw and Advanced → 'Response Path' to data");
		expect(rowsIn(answer, { ...asCall, path: 'data', isRaw: true })).toEqual(answer.data);
	});

	test('the error of a thing names the places', () => {
		const answer = { id: 'env_1', data: { id: 'c1', status: 'x' } };
		const { message, description } = failureOf(() => readObject(answer, { ...asCall, path: '' }));
		expect(message).toMatch(/"id" or "data.id" is the identifier of the call$/);
		expect(description).toContain("'Response Path' to where the result is: data (");
	});

	test('the error shows names and types, and no value', () => {
		const answer = {
			'+12125550123': { secret: 'Ada' },
			list_of: [{ name: 'Ada', age: 1 }],
			ok: true,
		};
		const { description } = failureOf(() => rowsIn(answer));
		expect(description).toContain('list_of: [1 × { name: text, age: number }]');
		expect(description).toContain('Check Platform');
		const withPath = failureOf(() => rowsIn(answer, { ...asCall, path: '' })).description;
		expect(description + withPath).not.toMatch(/Ada|2125550123/);
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

describe('one thing', () => {
	test.each<[unknown]>([
		[row],
		[{ data: row }],
		[{ data: row, meta: { request_id: 'r' }, links: { self: '/calls/c1' } }],
		[{ call: row }],
		[{ success: true, status: 'success', error: null, data: row, timestamp: 1 }],
		[{ data: { call: row } }],
		[{ id: 'req_1', status: 'ok', data: row }],
		[{ response: { data: row } }],
	])('%j', (answer) => {
		expect(readObject(answer, asCall)).toEqual(row);
	});

	test('nothing is looked into that has the identifier of its own', () => {
		const call = { ...row, campaign: { campaign_id: 'x', name: 'y' }, data: { id: 'd1' } };
		expect(readObject({ data: call }, asCall)).toEqual(call);
		const campaign = { data: { campaign_id: 'c1', template: { campaign_id: 'c0' } } };
		expect(readObject(campaign, { entity: 'campaign' })).toEqual(campaign.data);
	});

	test('a part with an `id` is no second call', () => {
		const call = { id: 'c1', status: 'x', contact: { id: 'k1' }, agent: { agent_id: 'a1' } };
		expect(readObject(call, asCall)).toEqual(call);
		const settings = { id: 'a1', name: 'Ada', settings: { agent_id: 'a1', language: 'en' } };
		expect(readObject(settings, { entity: 'agent' })).toEqual(settings);
		const contact = { id: 'k1', phone_number: '+12125550123', call: row };
		expect(readObject(contact, { entity: 'contact' })).toEqual(contact);
	});

	test('the version of an answer is not that of an agent', () => {
		const version = { version: 3, agent_id: 'a1', snapshot: { id: 'a1', name: 'Ada' } };
		expect(readObject(version, { entity: 'version' })).toEqual(version);
		expect(readObject({ success: true, data: version }, { entity: 'version' })).toEqual(version);
	});

	test('what lies beside it is not its own', () => {
		const answer = { status: 'ok', call: row, transcript: ['Hello'], credits: 480 };
		expect(readObject(answer, asCall)).toEqual(row);
		expect(readObject({ data: row, credits: 480 }, asCall)).toEqual(row);
	});

	test.each<[unknown]>([
		[{ message: 'OK', id: 'env_1', session_id: 's1', data: { id: 'c1', status: 'x' } }],
		[{ message: 'OK', _id: 'env_1', response: { data: { id: 'c1', status: 'x' } } }],
		[{ message: 'OK', data: { id: 'a', status: 'x' }, result: { id: 'b', status: 'y' } }],
	])('%j has two: an error, and after an action what came without identifiers', (answer) => {
		expect(() => readObject(answer, asCall)).toThrow(/two ways/);
		const of = { ...asCall, subject: 'Make', mayBeOther: true };
		expect(readResult(answer, of)).toEqual({ message: 'OK' });
		expect(readResult(answer, { ...of, isRaw: true })).toEqual(answer);
	});

	test('what has its own name or identifier is the thing, whatever else has an id', () => {
		expect(readObject({ result: { id: 'x' }, data: { call: row } }, asCall)).toMatchObject(row);
		expect(readObject({ id: 'x', result: { id: 'y' }, data: row }, asCall)).toMatchObject(row);
	});

	test('nothing is searched under a name that nobody knows', () => {
		const found = { id: 'c2', status: 'z' };
		expect(readObject({ id: 'c1', credits: 2, found }, asCall)).toMatchObject({ id: 'c1' });
		expect(readObject({ result: { id: 'c1' }, found }, asCall)).toEqual({ id: 'c1' });
	});

	test('the name of a part of a thing leads to the thing only if that alone has an identifier', () => {
		const made = { id: 'f1', function: { name: 'book', parameters: {} } };
		expect(readObject(made, { entity: 'customFunction' })).toEqual(made);
		const answer = { success: true, function: { id: 'f1', name: 'book' } };
		expect(readObject(answer, { entity: 'customFunction' })).toEqual(answer.function);
		const user = { id: 'u1', email: 'ada@example.com', profile: { time_zone: 'Europe/Berlin' } };
		expect(readObject(user, { entity: 'user' })).toEqual(user);
		const nested = { ...user, profile: { id: 'p1', time_zone: 'Europe/Berlin' } };
		expect(readObject(nested, { entity: 'user' })).toEqual(nested);
	});

	test.each<[unknown]>([
		[{ message: 'started' }],
		[{ status: 'completed', to_number: '1' }],
		[{ data: { foo: 1 } }],
		[{ agent: { agent_id: 'a1', name: 'Ada' } }],
		[{ id: 'env_1', call: { status: 'x' } }],
		[{ old: row, new: other }],
		[{ data: { response: { data: row } } }],
		[{ data: [row] }],
		[[row]],
		[rows],
		['started'],
		[null],
	])('%j has no identifier of a call: an error, unless anything may come', (answer) => {
		expect(() => readObject(answer, asCall)).toThrow(/cannot be read|two ways/);
		expect(() => readResult(answer, { ...asCall, subject: 'x', mayBeOther: true })).not.toThrow();
		expect(() => readObject(answer, { ...asCall, isRaw: true })).not.toThrow();
	});

	test('Raw is what came', () => {
		const answer = { id: 'env_1', data: { call: row }, errors: ['x'] };
		expect(readObject(answer, { ...asCall, isRaw: true })).toEqual(answer);
	});

	test.each<[unknown, unknown]>([
		[{ id: 1 }, { id: 1 }],
		[{ data: { id: 1 } }, { id: 1 }],
		[{ data: { id: 1 }, meta: {} }, { id: 1 }],
		[{ job: { id: 1, name: 'x' } }, { job: { id: 1, name: 'x' } }],
		[{ data: { result: { name: 'x' } } }, { name: 'x' }],
		[{ progress: { total: 1 } }, { progress: { total: 1 } }],
		[
			{ data: { a: 1 }, extra: { b: 2 } },
			{ data: { a: 1 }, extra: { b: 2 } },
		],
		[
			{ errors: 3, success: 0, calls: 10 },
			{ errors: 3, success: 0, calls: 10 },
		],
		[undefined, {}],
		['accepted', { message: 'accepted' }],
		[[1], { items: [1] }],
	])('of which nothing is known: %j', (answer, expected) => {
		expect(readObject(answer)).toEqual(expected);
	});

	test('a balance and a transcript have no identifier', () => {
		expect(readObject({ data: { credits: 5 } }, { entity: 'balance' })).toEqual({ credits: 5 });
		const two = { data: { credits: 5 }, result: { credits: 6, id: 'x' } };
		expect(readObject(two, { entity: 'balance' })).toEqual(two);
		for (const bare of [12.5, '12.5', ' 12.50 ']) {
			expect(readObject(bare, { entity: 'balance' })).toEqual({ credits: 12.5 });
		}
		expect(readObject('none', { entity: 'balance' })).toEqual({ message: 'none' });
		const call = { call_id: 'c1', session_id: 's1', transcript: ['Hello'] };
		expect(readObject({ call }, { entity: 'transcript' })).toEqual(call);
		expect(readObject('Agent: Hello', { entity: 'transcript' })).toEqual({
			transcript: 'Agent: Hello',
		});
		const oneTurn = { transcript: [{ speaker: 'agent', text: 'Hello' }], errors: ['x'] };
		expect(readObject(oneTurn, { entity: 'transcript' })).toEqual(oneTurn);
		expect(readObject([{ text: 'Hello' }], { entity: 'transcript' })).toEqual({
			items: [{ text: 'Hello' }],
		});
	});

	test.each<[unknown]>([
		[{ errors: ['No such call'] }],
		[{ error: { message: 'No such call' } }],
		[{ success: false, message: 'No such call' }],
		[{ data: { error: 'No such call' } }],
		[{ error: true, message: 'No such call', data: null }],
	])('%j is not there: the error says why', (answer) => {
		expect(() => readObject(answer, asCall)).toThrow(
			'The platform refused the request: No such call',
		);
		expect(() => readObject(answer)).toThrow(/No such call/);
	});

	test('what was found may have failed', () => {
		const call = { call_id: 'c1', status: 'failed', error: 'busy', success: false };
		expect(readObject(call, asCall)).toEqual(call);
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
