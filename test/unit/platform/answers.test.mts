import { readPage, readResult, serverMessage } from '../../../nodes/shared/http';
import { BALANCE_NAMES, balancesIn } from '../../../nodes/shared/platform';

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
	expect(readResult({ [name]: { name: 'x' } }, { subject: 'Get' })).toEqual({ name: 'x' });
});

test.each(['success', 'ok', 'status', 'code', 'message'])('%s may be beside it', (name) => {
	const answer = { [name]: 1, data: { name: 'x' } };
	expect(readResult(answer, { subject: 'Get' })).toEqual({ name: 'x' });
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

/*
 * Figure Crosses a Limit acts on it: what was bought, or the sum of money beside it, is not what is left.
 */
describe('the credit balance', () => {
	test.each([...BALANCE_NAMES, 'creditBalance', 'availableCredits'])('is found in %s', (name) => {
		expect(balancesIn({ data: { [name]: '7' } })).toMatchObject([{ credits: 7 }]);
	});

	test.each<[unknown, number[]]>([
		[{ credits: 1000, used: 600, remaining: 400 }, [400]],
		[{ credits: { purchased: 1000, used: 600, remaining: 400 } }, [400]],
		[{ credits: 1000, credits_used: 600 }, []],
		[{ credits: 1000, consumedCredits: 600 }, []],
		[{ credits: 1000, balance: 400 }, []],
		[{ credits: 400, balance: 400 }, [400]],
		[{ credit_balance: 400, balance: 12.5, currency: 'USD' }, [400]],
		[{ plan: { credits: 1000 }, account: { credits_remaining: 400 } }, [400]],
		[{ last_top_up: { amount: 1000 }, account: { balance: 400 } }, [400]],
		[
			{
				balances: [
					{ currency: 'credits', amount: 400 },
					{ currency: 'USD', amount: 9 },
				],
			},
			[400],
		],
		[{ EUR: 4, USD: 5 }, [4, 5]],
		[12.5, [12.5]],
		['400', [400]],
	])('of %j is %j', (answer, expected) => {
		expect(balancesIn(answer).map(({ credits }) => credits)).toEqual(expected);
	});
});
