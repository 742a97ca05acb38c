import { readObject, readPage, serverMessage } from '../../../nodes/shared/http';
import { BALANCE_NAMES } from '../../../nodes/shared/platform';

/*
 * Without one of these names, the answers of some platform cannot be read. A new name needs no line here.
 */

test.each(['items', 'data', 'results', 'rows', 'records', 'list'])(
	'rows are found in %s',
	(name) => {
		expect(readPage({ aside: [], [name]: [{ id: 1 }] }).rows).toEqual([{ id: 1 }]);
	},
);

test.each([
	'total',
	'total_count',
	'totalCount',
	'total_items',
	'totalItems',
	'total_results',
	'totalResults',
])('%s is the number of all rows', (name) => {
	expect(readPage({ items: [], [name]: 7 }).total).toBe(7);
});

test.each(['data', 'result', 'item'])('an object is found in %s', (name) => {
	expect(readObject({ [name]: { name: 'x' } })).toEqual({ name: 'x' });
});

test.each(['success', 'ok', 'status', 'code', 'message'])('%s may be beside it', (name) => {
	expect(readObject({ [name]: 1, data: { name: 'x' } })).toEqual({ name: 'x' });
});

test.each(['message', 'detail', 'error', 'errors', 'title', 'msg', 'reason', 'description'])(
	'an error says its text in %s',
	(name) => {
		expect(serverMessage({ [name]: 'Because' })).toBe('Because');
	},
);

test.each(['loc', 'field', 'path', 'param'])('the field of an error is found in %s', (name) => {
	expect(serverMessage({ [name]: 'number', message: 'is empty' })).toBe('number: is empty');
});

test.each(['detail', 'errors'])('the fields of an error are found in %s', (name) => {
	expect(serverMessage({ message: 'No', [name]: { a: 'x' } })).toBe('No: a: x');
});

test('the balance', () => {
	expect(BALANCE_NAMES.slice(0, 7)).toEqual([
		'credits',
		'balance',
		'credit_balance',
		'creditBalance',
		'available_credits',
		'available',
		'amount',
	]);
});
