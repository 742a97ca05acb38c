import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { figureCrossesLimit } from '../../../../nodes/VoiceAgentTrigger/events/figureCrossesLimit';
import { runs } from '../../../scale.mts';
import { Polls } from '../fakeWatch.mts';

/*
 * Figure Crosses a Limit: once when it is past the limit, and again after it has come back; with the figure before and now.
 */

const WINDOW = 10 * 60_000;

/** A trigger on a platform whose figure is what the test says. */
class FigurePolls extends Polls {
	/** The requests, each as path and query. */
	readonly sent: Array<[path: string, query: IDataObject]> = [];

	constructor(parameters: IDataObject = {}) {
		super(figureCrossesLimit, { creditLimit: 100, ...parameters });
	}

	private answers(body: unknown): void {
		this.other = (path, query) => {
			this.sent.push([path, query]);
			return { body };
		};
	}

	async figure(body: unknown): Promise<IDataObject[]> {
		this.answers(body);
		return await this.poll();
	}

	async sample(body: unknown): Promise<IDataObject[]> {
		this.answers(body);
		return await this.samples();
	}
}

/** What each poll emits: the figure before, and now. */
async function emittedBy(parameters: IDataObject, bodies: readonly unknown[]) {
	const polls = new FigurePolls(parameters);
	const emitted: unknown[] = [];
	for (const body of bodies) {
		const items = await polls.figure(body);
		emitted.push(items.map(({ value_before, value }) => [value_before, value]));
	}
	return emitted;
}

const credits = (value: unknown) => ({ credits: value });
const rate = (value: unknown) => ({ total_calls: 20, success_rate: value });
const SUCCESS = { figure: 'successRate', limitOfRate: 0.4 };

describe('once for each crossing', () => {
	test.each<[string, IDataObject, number[], unknown[]]>([
		['below', {}, [500, 50, 40, 500, 20], [[], [[500, 50]], [], [], [[500, 20]]]],
		[
			'above',
			{ crosses: 'above' },
			[50, 101, 900, 100, 101],
			[[], [[50, 101]], [], [], [[100, 101]]],
		],
		['below zero', {}, [500, -5], [[], [[500, -5]]]],
		['the limit itself is not past it', {}, [100, 100], [[], []]],
		['past it at the first poll: told at once', {}, [50, 40], [[[null, 50]], []]],
	])('%s', async (_name, parameters, values, expected) => {
		expect(await emittedBy(parameters, values.map(credits))).toEqual(expected);
	});

	test('the item says what has crossed which limit', async () => {
		const ofCampaign = { of: 'campaign', campaignId: 'campaign_1', days: 3 };
		const polls = new FigurePolls({ ...SUCCESS, ...ofCampaign });
		await polls.figure(rate(0.5));
		const of = { agent_id: null, campaign_id: 'campaign_1', days: 3 };
		const crossing = { value: 0.25, value_before: 0.5, crosses: 'below', limit: 0.4 };
		expect(await polls.figure(rate(0.25))).toEqual([
			{ figure: 'Success Rate', ...crossing, ...of },
		]);
	});

	test('25 times: each comes once, and what is remembered stays small', async () => {
		const polls = new FigurePolls();
		const sizes: number[] = [];
		for (let crossing = 0; crossing < 25; crossing += 1) {
			expect(await polls.figure(credits(50))).toHaveLength(1);
			expect(await polls.figure(credits(500))).toEqual([]);
			sizes.push(polls.saved!.known.length);
		}
		expect(sizes.at(-1)).toBe(sizes[19]);
	});

	test('another limit that the figure is past is told; the same figure is not told twice', async () => {
		const polls = new FigurePolls();
		await polls.figure(credits(300));
		polls.parameters.creditLimit = 500;
		expect(await polls.figure(credits(300))).toMatchObject([{ value_before: 300, limit: 500 }]);
		polls.parameters.creditLimit = 600;
		expect(await polls.figure(credits(300))).toEqual([]);
	});

	test.each<IDataObject>([
		{ figure: 'answerRate' },
		{ of: 'organization' },
		{ of: 'agent', agentId: 'agent_1' },
		{ campaignId: 'campaign_2' },
	])(
		'%j in place of a figure past the limit: told once, if it is past the limit',
		async (other) => {
			const polls = new FigurePolls({ ...SUCCESS, of: 'campaign', campaignId: 'campaign_1' });
			const low = { total_calls: 20, success_rate: 0.1, answer_rate: 0.1 };
			expect(await polls.figure(low)).toHaveLength(1);
			Object.assign(polls.parameters, other);
			expect(await polls.figure(low)).toMatchObject([{ value_before: null, value: 0.1 }]);
			expect(await polls.figure(low)).toEqual([]);
		},
	);

	test('another account in the credential: its figure is told if it is past the limit, and the figure before was not its own', async () => {
		const polls = new FigurePolls();
		await polls.figure(credits(500));
		polls.account = 'other';
		expect(await polls.figure(credits(50))).toMatchObject([{ value_before: null, value: 50 }]);
		expect(await polls.figure(credits(50))).toEqual([]);
		polls.account = 'account_1';
		expect(await polls.figure(credits(50))).toMatchObject([{ value_before: null, value: 50 }]);
	});
});

describe('what is asked', () => {
	test.each<[IDataObject, [string, IDataObject]]>([
		[{}, ['/billing/balance', {}]],
		[SUCCESS, ['/analytics/calls/summary', { days: 7 }]],
		[
			{ figure: 'answerRate', limitOfRate: 0.4, of: 'agent', agentId: 'agent_1', days: 30 },
			['/analytics/calls/summary', { days: 30, agent_id: 'agent_1' }],
		],
		[
			{ ...SUCCESS, of: 'campaign', campaignId: 'campaign_1', agentId: 'hidden' },
			['/analytics/calls/summary', { days: 7, campaign_id: 'campaign_1' }],
		],
	])('%j', async (parameters, request) => {
		const polls = new FigurePolls(parameters);
		await polls.figure({ credits: 500, success_rate: 0.5, connect_rate: 0.5 });
		expect(polls.sent).toEqual([request]);
	});

	test.each<[IDataObject, string]>([
		[{ ...SUCCESS, of: 'agent' }, "'Agent ID' is empty"],
		[{ ...SUCCESS, of: 'campaign' }, "'Campaign ID' is empty"],
		[{ ...SUCCESS, limitOfRate: 40 }, '"40" is out of range'],
		[{ ...SUCCESS, days: 0 }, '"0" is out of range'],
		[{ figure: 'revenue' }, `'Figure' "revenue" is not known`],
		[{ crosses: 'at' }, `'Crosses' "at" is not known`],
		[{ ...SUCCESS, of: 'team' }, `'Of' "team" is not known`],
	])('%j: an error, before anything is sent', async (parameters, message) => {
		const polls = new FigurePolls(parameters);
		await expect(polls.figure(rate(0.5))).rejects.toThrow(message);
		expect(polls.sent).toEqual([]);
	});
});

describe('a figure that cannot be read', () => {
	const ANSWER = { figure: 'answerRate', limitOfRate: 0.4 };

	test.each<[string, IDataObject, unknown]>([
		['null', {}, credits(null)],
		['null', SUCCESS, rate(null)],
		['no number', SUCCESS, rate('good')],
		['numbers of something else', {}, { usage: { amount: 2 }, plan: { credits: 500 } }],
		['several balances', {}, { USD: 900, EUR: 5 }],
		['another name', SUCCESS, { total_calls: 20, won: 0.1 }],
		['two of them', SUCCESS, { inbound: rate(0.1), outbound: rate(0.2) }],
		['only in a list', ANSWER, { agents: [{ answer_rate: 0.1 }] }],
	])('%s: an error that says what to set, and no crossing', async (_name, parameters, body) => {
		const polls = new FigurePolls(parameters);
		const good = { credits: 500, success_rate: 0.5, connect_rate: 0.5 };
		expect(await polls.figure(good)).toEqual([]);
		const before = polls.saved;
		await expect(polls.figure(body)).rejects.toMatchObject({
			message: expect.stringMatching(
				/does not give the (credit balance|(success|answer) rate) in a way/,
			),
			description: expect.stringContaining("Set Options → 'Response Path'"),
		});
		expect(polls.saved).toBe(before);
	});

	test('a refusal is no figure', async () => {
		await expect(
			new FigurePolls().figure({ success: false, message: 'No', credits: 5 }),
		).rejects.toThrow('No');
	});

	test('without calls there is no rate: it neither crosses nor comes back', async () => {
		const none = { total_calls: 0, success_rate: 0 };
		expect(await new FigurePolls(SUCCESS).sample(none)).toEqual([]);
		const unknown = { data: { total_calls: 0, success_rate: null } };
		const before = [none, rate(0.5), none, unknown];
		const bodies = [...before, rate(0.1), none, rate(0.1), rate(0.5), rate(0.2)];
		const nothing = Array(4).fill([]);
		const expected = [...nothing, [[0.5, 0.1]], [], [], [], [[0.5, 0.2]]];
		expect(await emittedBy(SUCCESS, bodies)).toEqual(expected);
	});

	const CALLS_BEFORE = { previous_period: { total_calls: 0, calls: 0, success_rate: 0.7 } };

	test.each<[IDataObject, string]>([
		[{ success_rate: 0, calls: 0 }, ''],
		[{ success_rate: 0, total: '0' }, ''],
		[{ success_rate: 0, calls_made: 0 }, ''],
		[{ success_rate: 0, calls: { total: 0, inbound: 0, outbound: 0 } }, ''],
		[{ success_rate: 0, inbound_calls: 0, outbound_calls: '0' }, ''],
		[{ success_rate: 0, attempts: 0 }, ''],
		[{ success_rate: 0, totals: { calls: 0 } }, ''],
		[{ rates: { success_rate: 0 }, summary: { totalCalls: 0 } }, ''],
		[{ rates: { success_rate: null }, data: { totals: { calls: 0 } } }, ''],
		[{ success_rate: null, calls: 0 }, ''],
		[{ success_rate: 0, calls: 0, ...{ previous_period: { calls: 90, success_rate: 0.2 } } }, ''],
		[{ now: { success_rate: 0, calls: 0 }, inbound: { calls: 9 } }, 'now.success_rate'],
		[{ now: { rates: { won: 0 }, totals: { calls: 0 } } }, 'now.rates.won'],
		[{ now: { success_rate: 0, total_calls: 0 }, total_calls: 9 }, 'now.success_rate'],
		[{ success_rate: 0, calls: 0 }, 'success_rate'],
	])('%j, Response Path "%s": there were no calls, so nothing is told', async (body, path) => {
		const polls = new FigurePolls({ ...SUCCESS, 'options.responsePath': path });
		expect(await polls.figure(body)).toEqual([]);
	});

	test.each<[IDataObject, string]>([
		[{ success_rate: 0.1, calls: 9, ...CALLS_BEFORE }, ''],
		[{ success_rate: 0.1, ...CALLS_BEFORE }, ''],
		[{ data: { success_rate: 0, calls: { total: 9 } }, ...CALLS_BEFORE }, ''],
		[{ now: { success_rate: 0, total_calls: 9 }, ...CALLS_BEFORE }, 'now'],
		[{ now: { success_rate: 0, total_calls: 9 }, inbound: { total_calls: 0 } }, 'now.success_rate'],
		[{ success_rate: 0, total_calls: 9, total: 0 }, ''],
		[{ success_rate: 0.1, total: 0 }, ''],
		[{ success_rate: 0, answered_calls: 0 }, ''],
		[{ success_rate: 0, calls: { inbound: 0 } }, ''],
		[{ success_rate: 0, calls: { inbound: 0, outbound: 9 } }, ''],
		[{ success_rate: 0, inbound: { calls: 0 } }, ''],
	])('%j, Response Path "%s": the rate is told', async (body, path) => {
		const polls = new FigurePolls({ ...SUCCESS, 'options.responsePath': path });
		expect(await polls.figure(body)).toHaveLength(1);
	});

	test.each<[unknown, string, number]>([
		[{ data: { rates: { won: 0.1 } } }, 'data.rates.won', 0.1],
		[{ totals: { success_rate: 0.3 }, inbound: { success_rate: 0.9 } }, 'totals', 0.3],
		[{ teams: [{ won: '0.2' }] }, 'teams.0.won', 0.2],
	])('%j: Response Path %s leads to it', async (body, path, value) => {
		const polls = new FigurePolls({ ...SUCCESS, 'options.responsePath': path });
		expect(await polls.figure(body)).toMatchObject([{ value }]);
		polls.parameters['options.responsePath'] = 'nowhere';
		await expect(polls.figure(body)).rejects.toThrow('success rate');
	});

	test('rates in percent', async () => {
		await expect(new FigurePolls(SUCCESS).figure(rate(61.7))).rejects.toMatchObject({
			message: expect.stringContaining('success rate as 61.7'),
			description: expect.stringContaining("turn on Options → 'Rates in Percent'"),
		});
		const percent = { figure: 'successRate', limitOfRate: 40, 'options.ratesInPercent': true };
		const bodies = [61.7, 0.9, 35, 100].map(rate);
		expect(await emittedBy(percent, bodies)).toEqual([[], [[61.7, 0.9]], [], []]);
	});
});

describe('after a crash', () => {
	test('a crossing comes again as it was, marked, also if the figure has come back; and only once', async () => {
		const polls = new FigurePolls();
		await polls.figure(credits(500));
		const [crossing] = await polls.figure(credits(50));
		polls.crash();
		expect(await polls.figure(credits(700))).toEqual([crossing]);
		expect(polls.redelivered).toEqual([crossing]);
		expect(await polls.figure(credits(60))).toMatchObject([{ value_before: 700, value: 60 }]);
		expect(await polls.figure(credits(60))).toEqual([]);
	});

	test('one item a poll, and two crossings that may be lost: each comes in its turn', async () => {
		const polls = new FigurePolls();
		for (const value of [500, 50, 500, 40]) await polls.figure(credits(value));
		polls.crash();
		polls.batchSize = 1;
		const again: unknown[] = [];
		for (let poll = 0; poll < 3; poll += 1)
			again.push((await polls.figure(credits(40))).map(({ value }) => value));
		expect(again).toEqual([[50], [40], []]);
	});

	test('nothing is lost, and nothing comes twice unmarked, whatever comes', async () => {
		const step = fc.oneof(
			{ weight: 4, arbitrary: fc.constantFrom(50, 60, 150, 160) },
			{ weight: 1, arbitrary: fc.constantFrom('crash' as const, 'unreadable' as const) },
		);
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
				const polls = new FigurePolls();
				/** The crossings by the rule: below the limit, and not below at the last figure that was read. */
				const due: unknown[] = [];
				const emitted: unknown[] = [];
				const again: unknown[] = [];
				const deliveries: Array<{ pair: unknown; at: number }> = [];
				let lost: unknown[] = [];
				let before: number | undefined;
				for (const next of steps) {
					if (next === 'crash') {
						polls.crash();
						lost = deliveries
							.filter(({ at }) => polls.processStart - at <= WINDOW)
							.map(({ pair }) => pair);
						continue;
					}
					if (next === 'unreadable') {
						await expect(polls.figure(credits(null))).rejects.toThrow();
						continue;
					}
					const isCrossing = next < 100 && !(before !== undefined && before < 100);
					if (isCrossing) due.push([before ?? null, next]);
					before = next;
					const items = await polls.figure(credits(next));
					const pairs = items.map(({ value_before, value }) => [value_before, value]);
					for (const [index, item] of items.entries())
						(polls.redelivered.includes(item) ? again : emitted).push(pairs[index]);
					expect(pairs).toEqual(expect.arrayContaining(lost));
					lost = [];
					deliveries.push(...pairs.map((pair) => ({ pair, at: polls.now })));
				}
				expect(emitted).toEqual(due);
				for (const pair of again) expect(due).toContainEqual(pair);
			}),
			runs('sequences'),
		);
	});
});
