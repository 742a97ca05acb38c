import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { resources } from '../../nodes/VoiceAgentCampaign/resources';
import { STATUS_FAMILIES } from '../../nodes/shared/platform';
import type { ActionOperation } from '../../nodes/shared/operation';
import { findOperation } from '../../nodes/shared/operation';
import {
	BASE_URL,
	json,
	networkError,
	operationOf,
	rows,
	run,
	turns,
} from './execution/fakeContext.mts';
import { runs } from '../scale.mts';

/*
 * Pause When against platforms that answer in many ways. What it sends is what counts: at most one PATCH, and none without proof.
 */

const pauseWhen = findOperation(resources, 'campaign', 'pauseWhen');
const operation = operationOf({ ...pauseWhen, value: 'do' });

/** What a platform answers; an Error is thrown. */
interface Platform {
	campaign?: unknown;
	analytics?: unknown;
	balance?: unknown;
	pause?: unknown;
}

const CAMPAIGN: IDataObject = {
	id: 'c1',
	name: 'Renewals',
	status: 'active',
	progress: { total: 100, pending: 50, in_progress: 0, done: 50, connected: 20, failed: 30 },
};
const ANALYTICS = { connect_rate: 0.4, credits_used: 120, successful_calls: 7 };

const OK = (body: unknown) => (body instanceof Error ? body : json(200, body));

function answerOf(platform: Platform) {
	const { campaign = CAMPAIGN, analytics = ANALYTICS, balance = { credits: 500 } } = platform;
	const { pause = { ...CAMPAIGN, status: 'paused' } } = platform;
	return (_number: number, { method, url }: IHttpRequestOptions) => {
		const path = url.replace(BASE_URL, '');
		const found =
			method === 'PATCH'
				? pause
				: path === '/billing/balance'
					? balance
					: path.endsWith('/analytics')
						? analytics
						: campaign;
		const answer =
			typeof found === 'object' && found !== null && 'statusCode' in found ? found : OK(found);
		if (answer instanceof Error) throw answer;
		return answer;
	};
}

async function check(conditions: IDataObject, platform: Platform = {}, options: IDataObject = {}) {
	const parameters = {
		campaignId: 'c1',
		conditions,
		options,
		advanced: { maxRetries: 0, ...options },
	};
	const result = await run(operation, { parameters }, answerOf(platform));
	const sent = result.sent.map(
		({ options: { method, url } }) => `${method} ${url.replace(BASE_URL, '')}`,
	);
	return {
		...result,
		sent,
		row: result.items[0]?.json,
		patches: sent.filter((one) => one.startsWith('PATCH')),
	};
}

const PAUSE = 'PATCH /campaigns/c1/pause';

describe('a condition that is met', () => {
	test.each<[conditions: IDataObject, label: string, reads: string[]]>([
		[{ creditsSpent: 120 }, 'Credits Spent', ['/campaigns/c1/analytics']],
		[{ successes: 7 }, 'Successes', ['/campaigns/c1/analytics']],
		[{ failurePercent: 60 }, 'Failures (Percent)', []],
		[{ balanceBelow: 501 }, 'Balance Below', ['/billing/balance']],
		[{ balanceBelow: '501' }, 'Balance Below', ['/billing/balance']],
	])('%j pauses the campaign once', async (conditions, label, reads) => {
		const { row, sent } = await check(conditions);
		expect(row).toMatchObject({
			name: 'Renewals',
			is_paused: true,
			was_running: true,
			condition_met: label,
			campaign_id: 'c1',
		});
		expect(sent).toEqual(['GET /campaigns/c1', ...reads.map((path) => `GET ${path}`), PAUSE]);
	});

	test('is the first of several; the output has all figures that were read', async () => {
		const { row } = await check({ balanceBelow: 501, successes: 7, creditsSpent: 1000 });
		expect(row).toEqual({
			name: 'Renewals',
			is_paused: true,
			was_running: true,
			condition_met: 'Successes',
			credits_spent: 120,
			successes: 7,
			failure_percent: 60,
			calls_done: 50,
			balance: 500,
			campaign_id: 'c1',
		});
	});
});

test.each<IDataObject>([
	{ creditsSpent: 120.001 },
	{ successes: 8 },
	{ failurePercent: 60.1 },
	{ balanceBelow: 500 },
])('%j is not met: nothing is sent that changes anything', async (conditions) => {
	const { row, patches } = await check(conditions);
	expect(row).toMatchObject({ is_paused: false, was_running: true, condition_met: null });
	expect(patches).toEqual([]);
});

test('failures count only once enough contacts are done', async () => {
	const conditions = { failurePercent: 10 };
	expect((await check(conditions, {}, { minDone: 51 })).patches).toEqual([]);
	expect((await check(conditions, {}, { minDone: 50 })).patches).toEqual([PAUSE]);
	const early = {
		...CAMPAIGN,
		progress: { total: 9, pending: 9, done: 0, connected: 0, failed: 0 },
	};
	expect((await check(conditions, { campaign: early })).row).toMatchObject({
		failure_percent: 0,
		condition_met: null,
	});
});

describe('a campaign that does not run is not paused, and nothing more is read', () => {
	const { paused, finished, cancelled, not_started } = STATUS_FAMILIES.Campaign;
	const words = [...paused, ...finished, ...cancelled, ...not_started];
	test.each(words)('%s', async (status) => {
		const { row, sent } = await check({ balanceBelow: 1e9 }, { campaign: { ...CAMPAIGN, status } });
		expect(row).toMatchObject({
			is_paused: status === 'paused',
			was_running: false,
			condition_met: null,
			balance: null,
		});
		expect(sent).toEqual(['GET /campaigns/c1']);
	});
});

test.each(STATUS_FAMILIES.Campaign.running)('%s is running', async (status) => {
	const campaign = { ...CAMPAIGN, status: status.toUpperCase().replaceAll('_', ' ') };
	expect((await check({ balanceBelow: 501 }, { campaign })).patches).toEqual([PAUSE]);
});

describe('a status that is not known', () => {
	const campaign = { ...CAMPAIGN, status: 'phase 2' };

	test('is an error only if the campaign would have to be paused', async () => {
		const { error, patches } = await check({ balanceBelow: 501 }, { campaign });
		expect(error?.message).toMatch(/'Balance Below' is met, .* its status is "phase 2"/);
		expect(String(error?.description)).toMatch(/'Running Statuses'.*Nothing was changed/);
		expect(patches).toEqual([]);
		const other = await check({ balanceBelow: 1 }, { campaign });
		expect(other.row).toMatchObject({ is_paused: null, was_running: null, condition_met: null });
	});

	test('can be named', async () => {
		const options = { runningStatuses: 'Phase 2, Phase 3' };
		expect((await check({ balanceBelow: 501 }, { campaign }, options)).patches).toEqual([PAUSE]);
		const active = await check({ balanceBelow: 501 }, {}, options);
		expect(active.row).toMatchObject({ is_paused: false, was_running: false });
	});
});

describe('a figure that the platform does not say is an error that names the condition', () => {
	const bare = { id: 'c1', name: 'Renewals', status: 'active' };
	const several = {
		balances: [
			{ currency: 'USD', amount: 5 },
			{ currency: 'EUR', amount: 9 },
		],
	};

	test.each<[conditions: IDataObject, platform: Platform, label: string]>([
		[{ creditsSpent: 1 }, { analytics: { credits: 900, total_credits: 900 } }, 'Credits Spent'],
		[{ successes: 1 }, { analytics: { successful: 9, success: 9 } }, 'Successes'],
		[
			{ failurePercent: 1 },
			{ campaign: bare, analytics: { connect_rate: 0.1 } },
			'Failures \\(Percent\\)',
		],
		[{ balanceBelow: 1e9 }, { balance: { note: 'ask us' } }, 'Balance Below'],
		[{ balanceBelow: 1e9 }, { balance: several }, 'Balance Below'],
		// Another one is met; still nobody knows this one.
		[{ balanceBelow: 1e9, creditsSpent: 1 }, { analytics: {} }, 'Credits Spent'],
	])('%j', async (conditions, platform, label) => {
		const { error, patches } = await check(conditions, platform);
		expect(error?.message).toMatch(new RegExp(`what the condition '${label}' looks at`));
		expect(String(error?.description)).toMatch(/Nothing was changed$/);
		expect(patches).toEqual([]);
	});
});

describe('Success Outcomes', () => {
	const options = { successOutcomes: 'Appointment Booked, interested' };
	test.each<[outcomes: unknown, count: number | null]>([
		[{ appointment_booked: 3, interested: '2', no_answer: 9 }, 5],
		[{}, 0],
		[{ no_answer: 9 }, 0],
		[
			[
				{ outcome: 'appointment booked', count: 4 },
				{ outcome: 'other', count: 1 },
			],
			4,
		],
		[[{ outcome: 'appointment booked' }], null],
		[['appointment booked'], null],
		[{ appointment_booked: 0.5 }, null],
		[7, null],
	])('of %j', async (outcomes, count) => {
		const { row, error } = await check({ successes: 5 }, { analytics: { outcomes } }, options);
		if (count === null) expect(error?.message).toMatch(/'Successes'/);
		else expect(row).toMatchObject({ successes: count, is_paused: count >= 5 });
	});
});

describe('the share of failures is read only if the counts prove it', () => {
	test.each<[progress: IDataObject, percent: number | null]>([
		[{ total: 10, pending: 5, completed: 3, failed: 2 }, 40],
		[{ total: 10, pending: 4, in_progress: 1, connected: 3, failed: 2 }, 40],
		[{ processed: 5, failed: 2 }, 40],
		[{ total: 10, pending: 4, in_progress: 1, failed: 2 }, 40],
		[{ connected: 3, failed: 2 }, 40],
		[{ connected: 5, failed: 1, no_answer: 3, busy: 1, total: 10, pending: 0 }, 50],
		[{ connected: 5, failed: 5, no_answer: 3, voicemail: 2, total: 10, pending: 0 }, 50],
		[{ done: 0, failed: 0 }, 0],
		// "completed" may be all, or only those that were reached.
		[{ total: 10, completed: 3, failed: 2 }, null],
		[{ connected: 5, failed: 5, no_answer: 3 }, null],
		[{ done: 1, failed: 2 }, null],
		[{ done: 3, connected: 3, failed: 2 }, null],
		[{ done: 10 }, null],
	])('%j', async (progress, percent) => {
		const campaign = { id: 'c1', status: 'active', progress };
		const { row, error } = await check(
			{ failurePercent: 100 },
			{ campaign, analytics: {} },
			{ minDone: 1 },
		);
		if (percent === null) expect(error?.message).toMatch(/Failures/);
		else expect(row).toMatchObject({ failure_percent: percent });
	});
});

test('any answers: at most one PATCH, and only for a running campaign with a condition that is met', async () => {
	const word = fc.oneof(
		fc.constantFrom(...Object.values(STATUS_FAMILIES.Campaign).flat()),
		fc.string({ maxLength: 8 }),
		fc.constant(null),
	);
	const figure = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constant(null), fc.constant('many'));
	const wrap = fc.constantFrom(
		(body: unknown) => body,
		(body: unknown) => ({ data: body }),
		(body: unknown) => ({ success: true, data: body }),
		(body: unknown) => ({ campaign: body }),
	);
	const limit = fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined });
	const setting = fc.record({
		status: word,
		spent: figure,
		credits: figure,
		wrap,
		limit,
		below: limit,
	});
	await fc.assert(
		fc.asyncProperty(
			setting,
			async ({ status, spent, credits, wrap: wrapped, limit: max, below }) => {
				fc.pre(max !== undefined || below !== undefined);
				const { patches, row } = await check(
					{ ...(max && { creditsSpent: max }), ...(below && { balanceBelow: below }) },
					{
						campaign: wrapped({ campaign_id: 'c1', status, agent_id: 'a1', progress: {} }),
						analytics: { data: { credits_spent: spent } },
						balance: { credits },
					},
				);
				const isRunning = STATUS_FAMILIES.Campaign.running.includes(String(status));
				const isSaid =
					(!max || typeof spent === 'number') && (!below || typeof credits === 'number');
				const isMet = (max && Number(spent) >= max) || (below && Number(credits) < below);
				expect(patches).toEqual(isRunning && isSaid && isMet ? [PAUSE] : []);
				if (patches.length > 0) expect(row).toMatchObject({ is_paused: true, was_running: true });
			},
		),
		runs('sequences'),
	);
});

describe('parameters are checked before anything is read', () => {
	test.each<[conditions: IDataObject, message: RegExp]>([
		[{}, /There is no condition/],
		[{ creditsSpent: '' }, /'Credits Spent' is empty/],
		[{ successes: 'many' }, /'Successes' "many" is not a number/],
		[{ failurePercent: 101 }, /'Failures \(Percent\)' "101" is out of range/],
		[{ balanceBelow: -1 }, /'Balance Below' "-1" is out of range/],
	])('%j', async (conditions, message) => {
		const { error, sent } = await check(conditions);
		expect(error?.message).toMatch(message);
		expect(sent).toEqual([]);
	});
});

describe('failures', () => {
	test.each<[platform: Platform, message: RegExp]>([
		[{ campaign: json(404, { message: 'No such campaign' }) }, /No such campaign/],
		[{ analytics: json(403, { message: 'Ask your admin' }) }, /Ask your admin/],
		[{ analytics: { success: false, message: 'Not ready' } }, /Not ready/],
		[{ balance: { success: false, message: 'Not yours' } }, /Not yours/],
		[{ balance: networkError('ECONNABORTED') }, /did not answer in time/],
	])('of a read: nothing is changed (%#)', async (platform, message) => {
		const { error, patches } = await check({ balanceBelow: 1e9, creditsSpent: 1 }, platform);
		expect(error?.message).toMatch(message);
		expect(patches).toEqual([]);
	});

	test('a pause that the platform refuses is an error', async () => {
		const refused = { success: false, message: 'Not now' };
		const { error, patches } = await check({ balanceBelow: 501 }, { pause: refused });
		expect(error?.message).toMatch(/Not now/);
		expect(patches).toEqual([PAUSE]);
	});

	const retried = async (platform: Platform) => {
		const setting = {
			parameters: {
				campaignId: 'c1',
				conditions: { balanceBelow: 501 },
				advanced: { maxRetries: 0 },
			},
			node: { retryOnFail: true },
			memory: {},
		};
		const tries = [
			await run(operation, setting, answerOf(platform)),
			await run(operation, setting, answerOf(platform)),
		];
		return tries.map(({ error, sent }) => ({
			message: error?.message,
			methods: sent.map(({ options: { method } }) => method),
		}));
	};

	test('with Retry On Fail, a pause with an unknown outcome is not sent again', async () => {
		const [first, second] = await retried({ pause: networkError('ECONNRESET') });
		expect(first?.methods).toEqual(['GET', 'GET', 'PATCH']);
		expect(first?.message).toMatch(/unknown whether/);
		expect(second).toEqual({ message: first?.message, methods: [] });
	});

	test.each([networkError('ECONNRESET'), { note: 'ask us' }])(
		'with Retry On Fail, a read that failed is read again (%#)',
		async (balance) => {
			const [first, second] = await retried({ balance });
			expect(first?.methods).toEqual(['GET', 'GET']);
			expect(second?.methods).toEqual(['GET', 'GET']);
		},
	);
});

test('a check that is under way when another one fails pauses nothing', async () => {
	const answer = answerOf({});
	const { error, sent } = await run(
		operation,
		{
			items: rows({}, {}),
			parameters: (index) => ({
				campaignId: `c${index + 1}`,
				conditions: { balanceBelow: 501 },
				advanced: { maxRetries: 0 },
			}),
		},
		async (number, options) => {
			if (options.url.endsWith('/c2')) return json(404, { message: 'No such campaign' });
			await turns();
			return answer(number, options);
		},
	);
	expect(error?.message).toMatch(/No such campaign/);
	expect(sent.some(({ options: { method } }) => method === 'PATCH')).toBe(false);
});

test.each(['POST /campaigns/{id}/rerun', 'PATCH /campaigns/{id}/pause'])(
	'a check cannot do more than read what its operation names: %s',
	async (endpoint) => {
		const check: ActionOperation['check'] = () => async (read) => {
			await read(endpoint as 'GET /campaigns/{id}', { ids: { id: 'c1' } });
			return {};
		};
		const { error, sent } = await run(
			{ ...(operation as ActionOperation), check },
			{ parameters: { campaignId: 'c1' } },
			answerOf({}),
		);
		expect(error?.message).toMatch(/does not (only read|name)/);
		expect(sent).toEqual([]);
	},
);

test('items about the same campaign are one check; others have their own', async () => {
	const { items, sent } = await run(
		operation,
		{
			items: rows({}, {}, {}),
			parameters: (index) => ({
				campaignId: index === 2 ? 'c2' : 'c1',
				conditions: { balanceBelow: 501 },
			}),
		},
		answerOf({}),
	);
	const patched = sent.filter(({ options: { method } }) => method === 'PATCH');
	expect(patched.map(({ options: { url } }) => url.replace(BASE_URL, '')).sort()).toEqual([
		'/campaigns/c1/pause',
		'/campaigns/c2/pause',
	]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }, { item: 1 }],
		{ item: 2 },
	]);
});
