import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { ProcessedDataTable } from '../../../../harness/n8n/processedData.mts';
import type { More } from '../../../support/callers.mts';
import { BERLIN, adding, calling, create, makeCall } from '../../../support/callers.mts';
import { json, networkError, run, unauthorized } from '../../../support/fakeContext.mts';
import { turns } from '../../../support/fakeTime.mts';

/*
 * The rule Keep Credits: when the balance is read, and who is held back by it.
 */

const numbersOf = (count: number) =>
	Array.from({ length: count }, (_row, index) => `+4930${12_345_000 + index}`);

/** A platform whose balance is the next of these at each reading, and the last one from then on. A function throws. */
function platform(...balances: unknown[]) {
	let readings = 0;
	return (_number: number, { method }: IHttpRequestOptions) => {
		if (method !== 'GET')
			return json(200, { call_id: 'c1', campaign_id: 'k1', name: 'R', status: 'queued' });
		const balance = balances[Math.min(readings, balances.length - 1)];
		readings += 1;
		if (typeof balance === 'function') return balance();
		return typeof balance === 'number' ? json(200, { credits: balance }) : balance;
	};
}

const keep = (keepCredits: unknown = 100) => ({ keepCredits }) as IDataObject;
/** The requests, each as G for a reading of the balance and C for calls. */
const orderOf = (sent: ReadonlyArray<{ options: IHttpRequestOptions }>) =>
	sent.map(({ options: { method } }) => (method === 'GET' ? 'G' : 'C')).join('');
const rulesOf = (items: ReadonlyArray<{ json: IDataObject }>) =>
	items.map((item) => item.json.rule);

describe('Make Call', () => {
	test.each([
		[99.99, false],
		[0, false],
		[-5, false],
		[100, true],
		[100.5, true],
	])('a balance of %d: is somebody called? %p', async (balance, isCalled) => {
		const { items, sent } = await run(makeCall, calling([BERLIN], keep()), platform(balance));
		expect(orderOf(sent)).toBe(isCalled ? 'GC' : 'G');
		if (isCalled) return;
		const item = { contact_number: BERLIN, row: 1, held_back: true, next_allowed_at: null };
		const description = `The balance is ${balance} credits. 'Keep Credits' is 100`;
		const grounds = { rule: 'Keep Credits', reason: 'too few credits', description };
		expect(items[0]?.json).toEqual({ ...item, ...grounds });
	});

	test('the balance is read again after each 50 calls, and the rest is held back', async () => {
		const setting = calling(numbersOf(120), keep());
		const { items, sent } = await run(makeCall, setting, platform(500, 300, 99));
		expect(orderOf(sent)).toBe(`G${'C'.repeat(50)}G${'C'.repeat(50)}G`);
		const expected = [...Array(100).fill(undefined), ...Array(20).fill('Keep Credits')];
		expect(rulesOf(items)).toEqual(expected);
		expect(items.at(-1)?.json.description).toMatch(/^The balance is 99 credits\. /);
	});

	test.each([2, 10, 60, 100])('with %i requests at a time likewise', async (parallelRequests) => {
		const setting = calling(numbersOf(180), keep(), { options: { parallelRequests } });
		const { items, sent } = await run(makeCall, setting, platform(500, 300, 200, 99));
		expect([...orderOf(sent)].sort().join('')).toBe(`${'C'.repeat(150)}${'G'.repeat(4)}`);
		expect(rulesOf(items).filter(Boolean)).toHaveLength(30);
	});

	test('who waited for the balance is not called if the run has stopped in the meantime', async () => {
		let [placed, isAsked] = [0, () => undefined as void];
		const asked = new Promise<void>((resolve) => {
			isAsked = resolve;
		});
		const later = async () => {
			isAsked();
			await turns();
			return json(200, { credits: 400 });
		};
		const answer = platform(500, later);
		const setting = calling(numbersOf(52), keep(), { options: { parallelRequests: 2 } });
		const { error, sent } = await run(makeCall, setting, async (number, options) => {
			if (options.method === 'GET' || (placed += 1) !== 50) return answer(number, options);
			await asked;
			return json(402, { message: 'No more calls' });
		});
		expect(orderOf(sent)).toBe(`G${'C'.repeat(50)}G`);
		expect(error?.description).toMatch(/Of 52 rows: 49 done, 1 failed, 2 not sent$/);
	});

	test('who is held back or called before uses nothing up, and nobody asks for them', async () => {
		const numbers = numbersOf(60);
		const rules = { ...keep(), doNotCall: numbers.slice(0, 20) };
		const first = await run(makeCall, calling(numbers, rules), platform(500));
		expect(orderOf(first.sent)).toBe(`G${'C'.repeat(40)}`);
		const again = calling(numbers.slice(20), keep(), { processed: first.processed });
		// The list of calls is read once, to name today's calls.
		expect((await run(makeCall, again, platform(500))).urls).toEqual(['/calls']);
	});
});

const UNREAD = /did not show one balance\. /;
const NOT_ONE = /does not show one balance$/;
test.each<[string, unknown, RegExp]>([
	['status 500', json(500, {}), UNREAD],
	['status 403', json(403, { message: 'Ask an admin' }), /one balance\. .*Ask an admin/],
	['status 429', json(429, {}), UNREAD],
	['no connection', () => Promise.reject(networkError('ECONNRESET')), UNREAD],
	['another answer', json(200, { message: 'Hello' }), NOT_ONE],
	['no text', json(200, ''), /one balance/],
	['a part', json(200, { bonus: { credits: 500 }, main: { credits: 5 } }), NOT_ONE],
	['a payment', json(200, { balance: '5,00', last_payment: { amount: 5000 } }), NOT_ONE],
	['an amount', json(200, { balance: '5,00', account: { amount: 5000 } }), NOT_ONE],
	['a refusal with status 200', json(200, { success: false, error: 'x', balance: 500 }), UNREAD],
	['several balances', json(200, [{ credits: 500 }, { credits: 600 }]), NOT_ONE],
])('a balance that cannot be read holds everybody back: %s', async (_what, balance, reason) => {
	const numbers = numbersOf(60);
	const options = { maxRetries: 0, parallelRequests: 10 };
	const processed = new ProcessedDataTable();
	const setting = calling(numbers, keep(), { options, processed });
	const { items, sent, error } = await run(makeCall, setting, platform(balance));
	expect(error).toBeUndefined();
	expect(orderOf(sent)).toBe('G');
	expect(items.map((item) => item.json)).toMatchObject(
		numbers.map(() => ({ rule: 'Keep Credits', next_allowed_at: null })),
	);
	const text = String(items[0]?.json.description);
	expect(text).toMatch(/^'Keep Credits' needs the balance, and it is not known\. /);
	expect(text).toMatch(reason);
	const next = await run(makeCall, calling(numbers, keep(), { processed }), platform(500));
	expect(rulesOf(next.items).filter(Boolean)).toEqual([]);
});

test.each<[string, () => unknown, IDataObject, RegExp]>([
	['a login is refused', () => unauthorized(), { httpCode: '401' }, /^G+$/],
	['it is cancelled meanwhile', () => Promise.reject(networkError('ECONNRESET')), {}, /^G$/],
])(
	'a run that cannot go on calls nobody, and nobody counts as possibly called: %s',
	async (_why, balance, expected, order) => {
		const processed = new ProcessedDataTable();
		const cancel = new AbortController();
		const setting = (more: More = {}) => calling(numbersOf(3), keep(), { processed, ...more });
		const { error, sent } = await run(
			makeCall,
			setting({ signal: cancel.signal }),
			platform(() => {
				const said = balance();
				if (said instanceof Promise) cancel.abort();
				return said;
			}),
		);
		expect(error).toMatchObject(expected);
		expect(orderOf(sent)).toMatch(order);
		expect(orderOf((await run(makeCall, setting(), platform(500))).sent)).toBe('GCCC');
	},
);

test('the balance is read before the contacts are sent: all of them, or none', async () => {
	const people = numbersOf(120).map((phone) => ({ phone }));
	const all = await run(create, adding(people, keep()), platform(100, 0));
	expect(orderOf(all.sent)).toBe('GC');
	expect(all.items[0]?.json).toMatchObject({ contacts_sent: 120, contacts_held_back: 0 });
	const none = await run(create, adding(people, keep()), platform(99));
	expect(orderOf(none.sent)).toBe('G');
	const held = { held_back: true, next_allowed_at: null, contacts_held_back: 120 };
	expect(none.items[0]?.json).toMatchObject(held);
	const beside = [{ phone: 'nobody' }, ...people];
	expect((await run(create, adding(beside, keep()), platform(99))).items[0]?.json).toMatchObject(
		held,
	);
	expect(orderOf((await run(create, adding(beside, keep()), platform(100))).sent)).toBe('GC');
});

test.each([
	[500, 120, {}],
	[99, 0, { 'Keep Credits': 120 }],
])(
	'Dry Run reads a balance of %i once, and shows what the run would do',
	async (balance, count, byRule) => {
		const setting = calling(numbersOf(120), keep(), { options: { dryRun: true } });
		const { urls, items, hints } = await run(makeCall, setting, platform(balance));
		expect(urls.filter((url) => url === '/billing/balance')).toHaveLength(1);
		expect(hints.at(-1)?.message).toContain(`Balance: ${balance} credits.`);
		expect(items.at(-1)?.json).toMatchObject({
			counts: { call: count, held_back: 120 - count },
			held_back_by_rule: byRule,
		});
	},
);

test.each(['', null, 0, -1, 'many', 1.5, {}])(
	'%j is an error, and never no rule',
	async (entered) => {
		const { error, sent } = await run(makeCall, calling([BERLIN], keep(entered)), platform(500));
		expect(error?.message).toMatch(/'Keep Credits' ".*" under 'Calling Rules' is not a number/);
		expect(sent).toEqual([]);
	},
);
