import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import {
	BERLIN,
	hours,
	TOKYO,
	adding,
	calling,
	create,
	makeCall,
} from '../../../support/callers.mts';
import { maxCallsPerPerson } from '../../../../nodes/shared/calling/rules/maxCallsPerPerson';
import type { DueCall } from '../../../../nodes/shared/calling/rules/rule';
import { json, networkError, run } from '../../../support/fakeContext.mts';
import { runs } from '../../../scale.mts';
import {
	DAY_MS,
	HOUR_MS,
	MINUTE_MS,
	accepted,
	at,
	jsonOf,
	mondayNoon,
	sentTo,
} from '../mondayNoon.mts';
import { phrases } from '../../../support/phrases.mts';

/*
 * How often a person is called in some days: what counts in the call history of the platform.
 */

const clock = mondayNoon();

describe('Max Calls per Person', () => {
	const twice = { maxCallsPerPerson: { limit: { calls: 2, days: 7 } } };
	const earlier = (to_number: unknown, daysAgo: number, more: IDataObject = {}): IDataObject => ({
		call_id: `call-${String(to_number)}-${daysAgo}`,
		to_number: to_number as string,
		from_number: '+12125550100',
		direction: 'outbound',
		status: 'completed',
		created_at: new Date(clock.now - daysAgo * DAY_MS).toISOString(),
		...more,
	});

	/** A platform with these calls, which filters them by date or does not. */
	const platform =
		(history: IDataObject[], filter: 'used' | 'late' | 'ignored' | 'refused' | 'other' = 'used') =>
		(_number: number, { method, qs = {} }: IHttpRequestOptions) => {
			if (method === 'POST') return accepted();
			const { from, limit, offset } = qs as { from?: string; limit: number; offset: number };
			// By a clock, or in a time zone, of its own.
			const lateBy = filter === 'late' ? 20 * HOUR_MS : 0;
			if (from !== undefined && filter === 'refused') return json(422, { message: 'from' });
			const found = history.filter((row) => {
				if (from === undefined || filter === 'ignored') return true;
				if (filter === 'other') return row.from_number === from;
				return Date.parse(String(row.created_at)) >= Date.parse(from) + lateBy;
			});
			const page = found.slice(Number(offset), Number(offset) + Number(limit));
			return json(200, { calls: page, total: found.length });
		};
	/** Who is called of these, by a platform with these calls. */
	const calledOf = async (numbers: readonly string[], history: IDataObject[]) =>
		sentTo(await run(makeCall, calling(numbers, twice), platform(history)));

	test('are counted in the call history', async () => {
		const history = [
			earlier(BERLIN, 1),
			earlier(BERLIN, 3),
			earlier(TOKYO, 2),
			earlier(TOKYO, 8),
			...Array.from({ length: 150 }, (_, index) => earlier('+12125550111', 10 + index)),
		];
		const done = await run(makeCall, calling([BERLIN, TOKYO], twice), platform(history));
		expect(sentTo(done)).toEqual([TOKYO]);
		expect(done.items[0]?.json).toMatchObject({
			held_back: true,
			rule: 'Max Calls per Person',
			reason: 'called too often',
			description: "Calls to this number in the last 7 days: 2. 'Max Calls per Person' allows 2",
			next_allowed_at: new Date(clock.now + 4 * DAY_MS).toISOString().replace('.000Z', 'Z'),
		});
	});

	test('calls at the edge of the days count, also where the platform has another time', async () => {
		const newer = Array.from({ length: 150 }, (_, index) => earlier('+12125550111', index / 40));
		const history = [...newer, earlier(BERLIN, 6.5), earlier(BERLIN, 6.6)];
		const done = await run(makeCall, calling([BERLIN], twice), platform(history, 'late'));
		expect(sentTo(done)).toEqual([]);
	});

	test('a call at the edge counts, though the first page has none of these days that is older', async () => {
		const newer = Array.from({ length: 60 }, (_, index) => earlier('+12125550111', index / 40));
		const older = Array.from({ length: 60 }, (_, index) => earlier('+12125550111', 10 + index));
		const history = [...newer, ...older, earlier(BERLIN, 6.5), earlier(BERLIN, 6.6)];
		const done = await run(makeCall, calling([BERLIN], twice), platform(history, 'late'));
		expect(sentTo(done)).toEqual([]);
	});

	test('a call counts by its start where the platform does not say when it was created', async () => {
		const history = [1, 2].map((days) => {
			const { created_at: started_at, ...call } = earlier(BERLIN, days);
			return { ...call, started_at };
		});
		expect(await calledOf([BERLIN], history.slice(1))).toEqual([BERLIN]);
		expect(await calledOf([BERLIN], history)).toEqual([]);
	});

	test('the calls to each contact of a list count', async () => {
		const list = [{ phone: TOKYO }, { phone: BERLIN }];
		const answer = platform([earlier(BERLIN, 1), earlier(BERLIN, 2)]);
		expect(sentTo(await run(create, adding(list, twice), answer))).toEqual([TOKYO]);
	});

	test.each([
		['does not list', 0],
		['lists', 1],
	])(
		'Retry On Fail: a call that was possibly placed counts, and counts once, if the platform %s it by then',
		async (_what, listed) => {
			const options = { repeatedNumbers: 'always' };
			const node = { retryOnFail: true, onError: 'continueRegularOutput' as const };
			const setting = calling([BERLIN, BERLIN, BERLIN], twice, { options, node });
			let calls = 0;
			await run(makeCall, setting, (number, request) => {
				if (request.method === 'GET') return platform([])(number, request);
				calls += 1;
				if (calls === 1) throw networkError('ECONNRESET');
				return json(402, { message: 'No credits' });
			});
			expect(calls).toBe(3);
			const history = Array.from({ length: listed }, () => earlier(BERLIN, 0));
			clock.now += 2 * MINUTE_MS;
			const { sent, items } = await run(makeCall, setting, platform(history));
			expect(sentTo({ sent })).toEqual([BERLIN]);
			expect(jsonOf(items)).toMatchObject([
				{ error: expect.any(String) },
				{ call_id: 'c1' },
				{ rule: 'Max Calls per Person' },
			]);
		},
	);

	test('inbound calls and calls to no number do not count', async () => {
		const inbound = { direction: 'inbound', from_number: BERLIN };
		const history = [
			earlier('+12125550100', 1, inbound),
			earlier(BERLIN, 1, { direction: 'inbound' }),
			earlier(null, 1),
			earlier('sip:desk@example.com', 1),
			earlier('ext. 101', 1),
			earlier('+442079460', 1),
			earlier('+12125550111', 1, { created_at: null }),
			earlier(` ${BERLIN} `, 2),
		];
		expect(await calledOf([BERLIN], history)).toEqual([BERLIN]);
	});

	test.each<[string, IDataObject, RegExp]>([
		['no numbers', { to_number: null }, /does not say which numbers/],
		['hidden numbers', { to_number: '+49 30 ***601' }, /hidden, or without a country code/],
		['numbers that are hidden but for the end', { to_number: '********12' }, /hidden/],
		['numbers without a country code', { to_number: '3012345601' }, /without a country code/],
		['no times', { created_at: null }, /does not say when/],
	])('a history with %s calls nobody, and says why', async (_what, more, message) => {
		const answer = platform([earlier(BERLIN, 1, more)]);
		const stopped = await run(makeCall, calling([BERLIN], twice), answer);
		expect(stopped.error?.message).toMatch(message);
		expect(stopped.error?.description).toMatch(/Nothing was sent\. Remove the rule/);
		const node = { onError: 'continueRegularOutput' as const };
		const continued = await run(makeCall, calling([BERLIN], twice, { node }), answer);
		expect(continued.items[0]?.json.error).toMatch(message);
		expect([...sentTo(stopped), ...sentTo(continued)]).toEqual([]);
	});

	test('a history that cannot be read calls nobody', async () => {
		const answer = (_number: number, { method }: IHttpRequestOptions) =>
			method === 'POST' ? accepted() : json(403, { message: 'Not allowed' });
		const done = await run(makeCall, calling([BERLIN], twice), answer);
		expect(done.error?.message).toMatch(/permission/);
		expect(sentTo(done)).toEqual([]);
		// The first row has no such rule: a run that stops on errors does not begin.
		const setting = calling([TOKYO, BERLIN], twice);
		const parameters = (index: number) => ({
			...setting.parameters(index),
			callingRules: index === 0 ? {} : twice,
		});
		expect(sentTo(await run(makeCall, { ...setting, parameters }, answer))).toEqual([]);
	});

	test('a history that cannot be read leaves nobody possibly called', async () => {
		const options = { maxRetries: 0 };
		const node = { onError: 'continueRegularOutput' as const };
		const setting = calling([BERLIN], twice, { options, node });
		const first = await run(makeCall, setting, (_number, { method }) => {
			if (method === 'GET') throw networkError('ECONNRESET');
			return accepted();
		});
		expect([sentTo(first), typeof first.items[0]?.json.error]).toEqual([[], 'string']);
		const { processed } = first;
		expect(sentTo(await run(makeCall, { ...setting, processed }, platform([])))).toEqual([BERLIN]);
	});

	describe('a long history is not read as a whole', () => {
		const old = (days: number, count = 2_050) =>
			Array.from({ length: count }, (_, index) =>
				earlier('+12125550111', days + (index * 300) / count, { call_id: `old-${index}` }),
			);
		const recent = [earlier(BERLIN, 1), earlier(BERLIN, 2)];
		test.each<[string, IDataObject[], string[]]>([
			['the oldest calls first', [...old(10).reverse(), ...recent], []],
			['the oldest calls first, and none in these days', old(10).reverse(), [BERLIN]],
			['the newest calls first', [...recent, ...old(10)], []],
			['the newest calls first, and none in these days', old(10), [BERLIN]],
			['in any order', [...old(10, 60), ...recent, ...old(10)], []],
		])('%s', async (_order, history, called) => {
			const done = await run(makeCall, calling([BERLIN], twice), platform(history));
			expect(sentTo(done)).toEqual(called);
			const read = done.sent.filter(({ options }) => options.method === 'GET');
			expect(read.length).toBeLessThan(6);
		});

		test.each(['used', 'late', 'ignored', 'refused', 'other'] as const)(
			'random lists, of a platform whose date filter is %s: all calls to a number are counted',
			async (filter) => {
				const daysAgo = fc.integer({ min: 0, max: 200 }).map((tenths) => tenths / 10 + 0.05);
				const list = fc.array(fc.tuple(fc.constantFrom(BERLIN, TOKYO), daysAgo), { maxLength: 3 });
				const many = fc.constantFrom(0, 99, 150, 350);
				const order = fc.constantFrom(-1, 0, 1);
				await fc.assert(
					fc.asyncProperty(list, many, order, fc.boolean(), async (own, count, sign, isQuiet) => {
						const rest = Array.from({ length: count }, (_, index): [string, number] => [
							'+12125550111',
							(isQuiet ? 9 : 0.05) + ((index * 37) % 90),
						]);
						const all = [...rest, ...own].sort(([, a], [, b]) => sign * (a - b));
						const history = all.map(([number, days], index) =>
							earlier(number, days, { call_id: `call-${index}` }),
						);
						const setting = calling([BERLIN, TOKYO], {
							maxCallsPerPerson: { limit: { calls: 1, days: 7 } },
						});
						const done = await run(makeCall, setting, platform(history, filter));
						const wasCalled = (number: string) =>
							own.some(([to, days]) => to === number && days < 7);
						expect(sentTo(done)).toEqual([BERLIN, TOKYO].filter((number) => !wasCalled(number)));
					}),
					runs('longSequences'),
				);
			},
		);
	});

	const INSIDE = phrases`
		1002 | +1002 | 123456 | x1002 | ext. 1002 | Extension 12 | sip:1002@pbx.example.com |
		sip:desk-4711@example.com | sips:user20261123@example.com;transport=tls | agent_4711@example.com |
		agent-4711 | sip:desk
	`;
	test.each(INSIDE)('a call to %s is a call to nobody', async (inside) => {
		const only = await run(makeCall, calling([BERLIN], twice), platform([earlier(inside, 1)]));
		expect([sentTo(only), only.error]).toEqual([[BERLIN], undefined]);
		const history = [earlier(inside, 1), earlier(BERLIN, 2), earlier(BERLIN, 3)];
		const done = await run(makeCall, calling([BERLIN], twice), platform(history));
		expect([sentTo(done), done.error]).toEqual([[], undefined]);
	});

	test.each([`sip:${BERLIN}@trunk.example.com`, `${BERLIN}@example.com;user=phone`])(
		'a call to %s is a call to its number',
		async (address) => {
			const history = [earlier(address, 1), earlier(address.replace('+', '%2B'), 2)];
			expect(await calledOf([BERLIN], history)).toEqual([]);
		},
	);

	test.each([
		['+551187654321', '+5511987654321'],
		['+5511987654321', '+551187654321'],
	])('calls to %s count for %s, the other form of the number', async (listed, number) => {
		const history = [earlier(listed, 1), earlier(listed, 2)];
		expect(await calledOf([number], history)).toEqual([]);
	});

	test.each([
		...phrases`+49 30 ***601 | ********12 | 3012345601 | sip:******5601@example.com`,
		...['****', 'xxxxxxxx', '••••', null],
	])(
		'calls to %j count in the days of the rule: older ones need not say whom they went to',
		async (hidden) => {
			const old = earlier(BERLIN, 8, { to_number: hidden });
			const answer = platform([old, earlier(TOKYO, 1)]);
			expect(sentTo(await run(makeCall, calling([BERLIN], twice), answer))).toEqual([BERLIN]);
			const recent = platform([earlier(BERLIN, 6, { to_number: hidden })]);
			const stopped = await run(makeCall, calling([BERLIN], twice), recent);
			expect([sentTo(stopped), stopped.error?.message]).toEqual([
				[],
				expect.stringMatching(/cannot be counted/),
			]);
		},
	);

	test.each([null, 'sideways'])('a call whose direction is %j counts', async (direction) => {
		const history = [earlier(BERLIN, 1, { direction }), earlier(BERLIN, 2)];
		expect(await calledOf([BERLIN], history)).toEqual([]);
	});

	test('the next allowed time is within the hours', async () => {
		clock.now = at('16:00');
		const history = [earlier(BERLIN, 0.1), earlier(BERLIN, 6.8)];
		const rules = { ...twice, ...hours('09:00', '17:00') };
		const { items } = await run(makeCall, calling([BERLIN], rules), platform(history));
		// The older call leaves the seven days on Monday at 20:48.
		expect(items[0]?.json.next_allowed_at).toBe('2026-03-03T08:00:00Z');
	});

	test('the next allowed time is when the call that is one too many is over, in whatever order calls are known', () => {
		const limit = { calls: 2, days: 7 };
		const check = maxCallsPerPerson.read?.(
			{ maxCallsPerPerson: { limit } },
			{ countryCode: '', withoutPlus: 'unknown' },
		);
		const besides = [2, 3, 1].map((hour) => hour * HOUR_MS);
		const next = check?.allowedFrom?.({ besides } as unknown as DueCall, 4 * HOUR_MS);
		expect(next).toBe(2 * HOUR_MS + 7 * DAY_MS);
	});

	test('a consent that ends between that time and the hours leaves no next time', async () => {
		clock.now = at('16:00');
		const history = [earlier(BERLIN, 0.1), earlier(BERLIN, 6.8)];
		const consent = { column: { name: '', validDays: 1 } };
		const rules = { ...twice, ...hours('09:00', '17:00'), consent };
		const data = [{ consent: '2026-03-01T22:00:00Z' }];
		const { items } = await run(makeCall, calling([BERLIN], rules, { data }), platform(history));
		const expected = { rule: 'Max Calls per Person', next_allowed_at: null };
		expect(items[0]?.json).toMatchObject(expected);
	});
});
