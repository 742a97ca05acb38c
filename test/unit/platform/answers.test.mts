import { serverMessage } from '../../../nodes/shared/http';
import { BALANCE_NAMES, balancesIn } from '../../../nodes/shared/platform';

test.each(['message', 'detail', 'error', 'errors', 'title', 'msg', 'reason', 'description'])(
	'an error says its text in %s',
	(name) => {
		expect(serverMessage({ [name]: 'Because' })).toBe('Because');
	},
);

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
