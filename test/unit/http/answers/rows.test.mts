import type { Expected } from '../../../../nodes/shared/http';
import { agents, asCall, failureOf, other, row, rows, rowsIn } from './reading.mts';

describe('the rows of a list', () => {
	test.each<[unknown]>([
		[{ data: { calls: rows, items: agents } }],
		[{ 'Call-History': rows, Filters: [row] }],
		[{ _embedded: { calls: rows }, _links: { self: { href: '/calls' } }, page: { size: 2 } }],
		[{ filters: ['status'], sort: [{ field: 'status' }], columns: ['call_id'], rows }],
		[{ calls: rows, call: [other] }],
		// The own name before a usual one.
		[{ calls: rows, items: agents }],
		[{ calls: { items: rows } }],
		// The only list of objects at the top.
		[{ call: rows }],
		[{ recent: rows, names: ['x'], agents }],
		[{ recent: rows, data: { total: 2 } }],
	])('%j', (answer) => {
		expect(rowsIn(answer)).toEqual(rows);
	});

	test('one that is known proves the others', () => {
		const some = [{ status: 'new' }, row];
		expect(rowsIn({ calls: some })).toEqual(some);
	});

	test.each<[Expected['entity'], object]>([
		['booking', { starts_at: '2026-03-02T10:00:00Z', attendee: 'Ada', notes: 'x' }],
		['transfer', { call_id: 'c1', reason: 'asked for a person' }],
		['signIn', { ip_address: '192.0.2.1', user_agent: 'x', created_at: '2026-03-02T10:00:00Z' }],
		['transaction', { amount: -2, balance_after: 98, description: 'Call' }],
		['plan', { credits: 100, price: 10, currency: 'EUR' }],
		['contact', { phone_number: '+12125550123', status: 'busy' }],
	])('of a %s need no identifier, since the document gives them none: %j', (entity, some) => {
		expect(rowsIn([some, some], { entity })).toEqual([some, some]);
		expect(rowsIn({ data: [some], total: 1 }, { entity })).toEqual([some]);
	});

	test.each<[Expected['entity'], object]>([
		['booking', { title: 'Dental', agent_id: 'a1' }],
		['transaction', { amount: 3, colour: 'red' }],
	])('a %s of which one field is known is none: %j', (entity, some) => {
		expect(failureOf(() => rowsIn([some], { entity })).message).toMatch('without an identifier');
	});

	test.each<[string, unknown]>([
		['groups', [{ date: '2026-03-02', calls: rows }]],
		['resources of JSON:API', { data: [{ type: 'calls', id: 'c1', attributes: row }] }],
		['one object for each identifier', { data: { c1: row, c2: other }, total: 2 }],
		['columns and rows', { columns: ['call_id'], rows: [['c1'], ['c2']] }],
		['names in a spelling that no column reads', { items: [{ CallId: 'c1', STATUS: 'x' }] }],
		['rows with nothing but an identifier', [{ call_id: 'c1' }]],
		['rows without an identifier', [{ status: 'x', to_number: '1' }]],
		['nothing', { items: [null] }],
		['three names', { response: { data: { calls: rows } } }],
		['a list in what is no wrapper', { agent: { agent_id: 'a1', calls: rows } }],
		['a list in a call', { data: { ...row, transcript: [{ call_id: 'x', status: 'y' }] } }],
		['a list of another resource', { agent: { agent_id: 'a1', list: rows } }],
		['an answer without a list', { message: 'hello' }],
		['a total without a place for rows', { total: 0 }],
		['an empty list of nobody knows what', { hints: [] }],
	])('%s: an error with an outline, not rows without values', (_what, answer) => {
		const { message, description, details } = failureOf(() => rowsIn(answer));
		expect(message).toMatch(/^The answer of the platform has /);
		expect(description).toMatch(/^It looks like this: /);
		expect(details).toMatchObject({ arrival: 'answered', final: true, isUnreadable: true });
	});

	test.each<[unknown, string]>([
		[{ inbound: rows, outbound: [row] }, '"inbound" or at "outbound"'],
		[{ calls: rows, call_history: [row] }, '"calls" or at "call_history"'],
		[{ items: rows, data: { items: [other] } }, '"items" or at "data.items"'],
		[{ recent: rows, older: [] }, '"recent" or at "older"'],
	])('%j can be read in two ways', (answer, places) => {
		expect(failureOf(() => rowsIn(answer)).message).toContain(places);
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

	test('in Raw, any rows are taken', () => {
		const raw: Expected = { ...asCall, isRaw: true };
		expect(rowsIn({ data: [{ type: 'calls', id: 'c1', attributes: row }] }, raw)).toHaveLength(1);
		expect(rowsIn({ rows: [['c1']] }, raw)).toEqual([{ value: ['c1'] }]);
		expect(rowsIn([{ date: 'x', calls: rows }], raw)).toHaveLength(1);
	});

	test.each<[unknown]>([
		[null],
		[[]],
		[{}],
		[{ items: null, total: 0 }],
		[{ calls: null, success: true }],
		[{ data: null, message: 'There are none' }],
		[{ items: [], filters: [{ name: 'status', values: ['a'] }] }],
		[{ items: [], agents }],
		[{ calls: [], bookings: [{ booking_id: 'b1', call_id: 'c1', starts_at: 'x' }] }],
		[{ data: {}, total_count: 0 }],
	])('%j is empty', (answer) => {
		expect(rowsIn(answer)).toEqual([]);
	});
});
