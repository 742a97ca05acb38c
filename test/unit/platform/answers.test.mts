import {
	BALANCE_NAMES,
	COMPANION_NAMES,
	FIELD_ERROR_NAMES,
	FIELD_NAMES,
	LINK_NAMES,
	MESSAGE_NAMES,
	OBJECT_NAMES,
	ROWS_NAMES,
	TOTAL_NAMES,
} from '../../../nodes/shared/platform';
import { readObject, readPage, serverMessage } from '../../../nodes/shared/http';

/*
 * A name that is missing here makes answers of some platform unreadable; they are tried in this order.
 */

test.each(['items', 'data', 'results', 'rows', 'records', 'list'])('rows stand in %s', (name) => {
	expect(readPage({ aside: [], [name]: [{ id: 1 }] }).rows).toEqual([{ id: 1 }]);
	expect(ROWS_NAMES).toHaveLength(6);
});

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
	expect(TOTAL_NAMES).toHaveLength(7);
});

test.each(['data', 'result', 'item'])('an object stands in %s', (name) => {
	expect(readObject({ [name]: { name: 'x' } })).toEqual({ name: 'x' });
	expect(OBJECT_NAMES).toHaveLength(3);
});

test.each(['success', 'ok', 'status', 'code', 'message'])('%s may stand beside it', (name) => {
	expect(readObject({ [name]: 1, data: { name: 'x' } })).toEqual({ name: 'x' });
	expect(COMPANION_NAMES).toHaveLength(5);
});

test.each(['message', 'detail', 'error', 'errors', 'title', 'msg', 'reason', 'description'])(
	'an error says its text in %s',
	(name) => {
		expect(serverMessage({ [name]: 'Because' })).toBe('Because');
		expect(MESSAGE_NAMES).toHaveLength(8);
	},
);

test.each(['loc', 'field', 'path', 'param'])('the field of an error stands in %s', (name) => {
	expect(serverMessage({ [name]: 'number', message: 'is empty' })).toBe('number: is empty');
	expect(FIELD_NAMES).toHaveLength(4);
});

test.each(['detail', 'errors'])('the fields of an error stand in %s', (name) => {
	expect(serverMessage({ message: 'No', [name]: { a: 'x' } })).toBe('No: a: x');
	expect(FIELD_ERROR_NAMES).toHaveLength(2);
});

test('the link to a file and the balance', () => {
	expect(LINK_NAMES).toEqual(['url', 'pdf_url', 'link', 'download_url', 'href', 'pdf']);
	expect(BALANCE_NAMES).toEqual([
		'credits',
		'balance',
		'credit_balance',
		'creditBalance',
		'available_credits',
		'available',
		'amount',
	]);
});
