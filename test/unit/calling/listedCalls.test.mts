import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { ProcessedDataTable } from '../../../harness/n8n/processedData.mts';
import { callingGate } from '../../../nodes/shared/calling';
import { execute } from '../../../nodes/shared/run';
import { call } from '../../../nodes/VoiceAgentCall/resources/call';
import { type Setting, fakeContext, json, networkError, rows } from '../../support/fakeContext.mts';
import { inTime, useFakeTime } from '../../support/fakeTime.mts';

/*
 * A call whose answer was lost: the list of the platform says what became of it, or it stays possibly called.
 */

useFakeTime();
const NOON = Date.UTC(2026, 10, 20, 12);
beforeEach(() => jest.setSystemTime(NOON));

const PHONE = '+12125550123';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const at = (moment: number) => new Date(moment).toISOString();
/** A call of the list. @param ago when it was created, in ms before noon: the moment at which the node calls */
const listed = (ago: number, more: IDataObject = {}): IDataObject => ({
	...{ call_id: 'own', to_number: PHONE, agent_id: 'agent_1', status: 'queued' },
	...{ created_at: at(NOON - ago), ...more },
});
const other = (ago: number, more: IDataObject = {}) =>
	listed(ago, { call_id: `other of ${ago}`, to_number: '+12125550199', ...more });
const OLDER = other(DAY + MINUTE);

const list = (calls: IDataObject[], { ahead = 0, more = {} as IDataObject, headers = true } = {}) =>
	json(
		200,
		{ calls, ...more },
		headers ? { date: new Date(Date.now() + ahead).toUTCString() } : {},
	);
const lost = () => {
	throw networkError('ECONNRESET');
};

interface Answers {
	post?: (options: IHttpRequestOptions) => unknown;
	get?: (offset: number, url: string) => unknown;
}

/** Makes calls. */
async function run(
	{ post = lost, get = () => list([listed(0), OLDER]) }: Answers,
	more: IDataObject = {},
	setting: Setting & { numbers?: string[] } = {},
) {
	const { numbers = [PHONE] } = setting;
	const fake = fakeContext(
		{
			items: rows(...numbers.map(() => ({}))),
			parameters: (index) => ({
				...{ resource: 'call', operation: 'makeCall', agentId: 'agent_1' },
				...{ toNumber: numbers[index], output: 'simplified', ...more },
			}),
			node: { onError: 'continueRegularOutput' },
			...setting,
		},
		(_number, options) =>
			options.method === 'POST' ? post(options) : get(Number(options.qs?.offset ?? 0), options.url),
	);
	const work = execute.call(fake.context, [call], fake.context.continueOnFail(), callingGate);
	const output = await inTime(
		work.then(
			([items = []]) => ({ items, error: undefined }),
			(error: Error & { description?: string }) => ({ items: [], error }),
		),
	);
	const of = (method: string) => fake.sent.filter(({ options }) => options.method === method);
	return {
		...fake,
		...output,
		json: output.items.map((item) => item.json),
		posts: of('POST').length,
		reads: of('GET').length,
	};
}

/** The first number is lost, the others are placed. */
const firstIsLost = ({ body }: IHttpRequestOptions) =>
	(body as IDataObject).to_number === PHONE ? lost() : json(200, { call_id: 'second' });
const SECOND_PHONE = '+12125550124';
/** So many other numbers. */
const others = (count: number) =>
	Array.from({ length: count }, (_, index) => `+12125551${String(100 + index)}`);
/** A call that is over, in the list and by itself. */
const OVER = { status: 'completed', transcript: 'Agent: Hello', analysis: { summary: 'Fine' } };
const talk = (_offset: number, url: string) =>
	url.endsWith('/calls') ? list([listed(0), OLDER]) : json(200, listed(0, OVER));
const retrying = (executionId: string) => ({
	node: { onError: 'continueRegularOutput' as const, retryOnFail: true },
	executionId,
});

describe('the only call that can be it is the result', () => {
	const x = (more: IDataObject) => listed(0, { call_id: 'x', ...more });

	test.each<[name: string, calls: IDataObject[], more?: Parameters<typeof list>[1]]>([
		['listed after older ones', [listed(0), OLDER]],
		['listed between others', [other(-SECOND), listed(0), other(0), OLDER]],
		['a number in another spelling', [listed(0, { to_number: '+1 (212) 555-0123' }), OLDER]],
		['a time without its seconds’ parts', [listed(SECOND - 1), OLDER]],
		['a time in seconds since 1970', [listed(0, { created_at: NOON / SECOND }), OLDER]],
		['without an agent', [listed(0, { agent_id: null }), OLDER]],
		['with the agent under "agent"', [listed(0, { agent_id: null, agent: 'agent_1' }), OLDER]],
		['beside a call of another agent', [x({ agent_id: 'b' }), listed(0), OLDER]],
		['beside a call of a campaign', [x({ campaign_id: 'c' }), listed(0), OLDER]],
		['beside an inbound call', [x({ direction: 'inbound' }), listed(0), OLDER]],
		['beside one from before', [listed(0), listed(MINUTE, { call_id: 'x' }), OLDER]],
		['all calls that there are', [listed(0)], { more: { has_more: false, total: 1 } }],
		['a clock that is ahead', [listed(-5 * MINUTE), OLDER], { ahead: 5 * MINUTE }],
		['a clock that is behind', [listed(5 * MINUTE), OLDER], { ahead: -5 * MINUTE }],
	])('%s', async (_name, calls, more = {}) => {
		const done = await run({ get: () => list(calls, more) });
		expect(done.json).toEqual([
			expect.objectContaining({
				call_id: 'own',
				agent_id: 'agent_1',
				contact_number: expect.stringContaining('212'),
				message: expect.stringMatching(/^The call was placed: the platform lists it/),
			}),
		]);
		expect([done.posts, done.reads]).toEqual([1, 1]);
	});
});

test('a call is found under the other form that its country has of the number', async () => {
	const get = () => list([listed(0, { to_number: '+541112345678' }), OLDER]);
	const { json: items } = await run({ get }, {}, { numbers: ['+5491112345678'] });
	expect(items[0]?.call_id).toBe('own');
});

describe('it stays possibly called', () => {
	/** A list with this call, and an older one. */
	const one = (more: IDataObject) => () => list([listed(0, more), OLDER]);
	/** A list with the call, and this one beside it. */
	const beside = (more: IDataObject) => () =>
		list([listed(0), listed(0, { call_id: 'x', ...more }), OLDER]);

	test.each<[name: string, get: NonNullable<Answers['get']>]>([
		['no call', () => list([OLDER])],
		['two calls that can be it', beside({})],
		['of which one has no time', beside({ created_at: null })],
		['of which one does not say its number', beside({ to_number: null })],
		['more calls may be listed', () => list([listed(0)])],
		['nobody knows the order', () => list([listed(0), OLDER, other(0)])],
		['a call from before', () => list([listed(3 * SECOND), OLDER])],
		['a call from long after', () => list([listed(-10 * MINUTE), OLDER])],
		['another number', one({ to_number: '+12125550124' })],
		['a number that is hidden', one({ to_number: '+1212555****' })],
		['of another agent', one({ agent_id: 'b' })],
		['of another agent, under "agent"', one({ agent_id: null, agent: 'b' })],
		['of an agent without its ID', one({ agent_id: null, agent: { name: 'Lena' } })],
		['of a campaign', one({ campaign_id: 'c' })],
		['of a campaign, by its name', one({ campaign: 'Spring' })],
		['of a campaign without its ID', one({ campaign: { name: 'Spring' } })],
		['inbound', one({ direction: 'inbound' })],
		['without a time', one({ created_at: null })],
		['without a zone', one({ created_at: '2026-11-20T12:00:00' })],
		['without an ID', one({ call_id: null, session_id: 's' })],
		['nobody says what time it is', () => list([listed(0), OLDER], { headers: false })],
		['a clock that nobody knows: calls of later', () => list([other(-MINUTE), listed(0), OLDER])],
		...[403, 404, 500, 429, 401].map((status): [string, () => unknown] => [
			`a list with status ${status}`,
			() => json(status, { message: 'No list' }),
		]),
		['a list that is a page', () => json(200, '<html>Welcome</html>')],
		['a list that breaks off', lost],
	])('%s', async (_name, get) => {
		const done = await run({ get });
		expect(done.json).toEqual([
			{
				error: expect.stringMatching(/^The call may have been placed/),
				description: expect.anything(),
				row: 1,
			},
		]);
		expect(done.posts).toBe(1);
		const later = await run({ get, post: () => json(200, { call_id: 'second' }) }, {}, done);
		expect([later.posts, later.json[0]?.skipped]).toEqual([0, true]);
	});

	test('two calls to one number in one execution are not told apart', async () => {
		const again = { options: { repeatedNumbers: 'always' } };
		const done = await run({}, again, { numbers: [PHONE, PHONE] });
		expect(done.json.map(({ error }) => typeof error)).toEqual(['string', 'string']);
	});
});

describe('the run', () => {
	test('an answer that names nothing that was made is replaced by the call, without a hint', async () => {
		const { json: items, hints } = await run({ post: () => json(200, { status: 'ok' }) });
		expect(items).toMatchObject([{ call_id: 'own', message: expect.any(String) }]);
		expect(hints.filter(({ type }) => type === 'warning')).toEqual([]);
	});

	test.each([
		[1, 1, 1],
		[21, 1, 2],
		[60, 60, 3],
		[3, 0, 0],
	])('%i numbers, %i of them lost: %i pages at most', async (count, lostCount, most) => {
		const numbers = others(count);
		const isLost = ({ body }: IHttpRequestOptions) =>
			numbers.indexOf((body as IDataObject).to_number as string) < lostCount;
		const post = (options: IHttpRequestOptions) =>
			isLost(options) ? lost() : json(200, { call_id: 'placed' });
		const get = (offset: number) =>
			list(Array.from({ length: 100 }, (_, row) => other(-1, { call_id: `x${offset + row}` })));
		const { reads, json: items } = await run({ post, get }, {}, { numbers });
		expect(reads).toBe(most);
		expect(items.filter(({ error }) => error !== undefined)).toHaveLength(lostCount);
	});

	test('lost calls behind one that was placed are found, each its own, on two pages', async () => {
		const numbers = others(40);
		const [placed, ...lostOnes] = numbers;
		const all = [
			...Array.from({ length: 90 }, (_, row) => other(-1, { call_id: `x${row}` })),
			...lostOnes.map((to_number) => listed(0, { to_number, call_id: `of ${to_number}` })),
			OLDER,
		];
		const post = ({ body }: IHttpRequestOptions) =>
			(body as IDataObject).to_number === placed ? json(200, { call_id: 'placed' }) : lost();
		const get = (offset: number) => list(all.slice(offset, offset + 100));
		const { json: items, reads } = await run({ post, get }, {}, { numbers });
		const ids = ['placed', ...lostOnes.map((number) => `of ${number}`)];
		expect([items.map(({ call_id }) => call_id), reads]).toEqual([ids, 2]);
	});

	test('a call on the second page of a clock that is behind is found', async () => {
		const ahead = -5 * MINUTE;
		const newer = [other(-ahead - SECOND), other(-ahead - SECOND, { call_id: 'x' })];
		const calls = [...newer, listed(-ahead), other(-ahead + MINUTE)];
		const get = (offset: number) =>
			list(calls.slice(offset, offset === 0 ? 2 : undefined), { ahead });
		const numbers = [PHONE, ...others(20)];
		const { json: items } = await run({ post: firstIsLost, get }, {}, { numbers });
		expect(items[0]?.call_id).toBe('own');
	});

	test.each([
		['all calls, on two pages', [listed(0), other(0)], 2],
		['no page behind one with older calls', [listed(0), OLDER], 1],
	])('%s', async (_name, calls, most) => {
		const get = (offset: number) => list(calls.slice(offset));
		const numbers = [PHONE, ...others(20)];
		const { json: items, reads } = await run({ post: firstIsLost, get }, {}, { numbers });
		expect([items[0]?.call_id, reads]).toEqual(['own', most]);
	});

	test('a call is found that was placed after a wait', async () => {
		let attempts = 0;
		const post = () => {
			attempts += 1;
			return attempts > 1 ? lost() : json(429, {}, { 'retry-after': '65' });
		};
		const get = () => list([listed(-MINUTE - 5 * SECOND), OLDER]);
		const { json: items, posts } = await run({ post, get });
		expect([items[0]?.call_id, posts]).toEqual(['own', 2]);
	});

	test('a list that cannot be read is asked for once', async () => {
		expect((await run({ get: () => json(500, {}) })).reads).toBe(1);
	});

	test('Stop: of two failures, the one that stays is told', async () => {
		const numbers = [PHONE, SECOND_PHONE];
		const post = async ({ body }: IHttpRequestOptions) => {
			if ((body as IDataObject).to_number === PHONE) lost();
			await new Promise((resolve) => setTimeout(resolve, SECOND));
			return json(402, { message: 'No credits' });
		};
		const { error } = await run({ post }, {}, { numbers, node: { onError: 'stopWorkflow' } });
		expect(error?.message).toMatch(/No credits/);
	});

	test('after a cancel, nothing is read', async () => {
		const controller = new AbortController();
		const post = () => {
			controller.abort();
			lost();
		};
		const { reads } = await run({ post }, {}, { signal: controller.signal });
		expect(reads).toBe(0);
	});

	test('Stop: the only item is no error any more', async () => {
		const { json: items, error } = await run({}, {}, { node: { onError: 'stopWorkflow' } });
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ call_id: 'own' }]);
	});

	test('Stop with other items: the error says that the call was placed, and Retry On Fail sends the others', async () => {
		const numbers = [PHONE, SECOND_PHONE];
		const node = { onError: 'stopWorkflow' as const, retryOnFail: true };
		const setting = { node, numbers, executionId: 'retried', processed: new ProcessedDataTable() };
		const post = firstIsLost;
		const advanced = { options: { parallelRequests: 1 } };
		const first = await run({ post }, advanced, setting);
		expect(first.error?.message).toMatch(/^The call was placed/);
		expect(first.error?.description).toMatch(
			/must not be made again.*Of 2 rows: 1 done, 1 not sent/,
		);
		const second = await run({ post }, advanced, setting);
		expect(second.json.map(({ call_id }) => call_id)).toEqual(['own', 'second']);
		expect([first.posts, second.posts, second.reads]).toEqual([1, 1, 0]);
	});

	test('Retry On Fail looks again, and calls nobody again', async () => {
		const setting = retrying('again');
		const first = await run({ get: lost }, {}, setting);
		expect(first.json).toMatchObject([{ error: expect.any(String) }]);
		const second = await run({}, {}, setting);
		expect(second.json).toMatchObject([{ call_id: 'own' }]);
		expect([first.posts, second.posts]).toEqual([1, 0]);
	});

	test('Retry On Fail with another number: a call to that one is not the call that was lost', async () => {
		const setting = retrying('another number');
		await run({ get: lost }, {}, setting);
		const number = SECOND_PHONE;
		const get = () => list([listed(60 * MINUTE, { to_number: number }), OLDER]);
		const second = await run({ get }, {}, { ...setting, numbers: [number] });
		expect(second.json).toMatchObject([{ error: expect.any(String) }]);
		expect(second.posts).toBe(0);
	});

	test.each([
		['b', 'own'],
		['agent_1', undefined],
	])('an agent in Additional Fields is the one that calls: listed of %s', async (agent_id, id) => {
		const options = { additionalFieldsJson: '{"agent_id":"b"}' };
		const get = () => list([listed(0, { agent_id }), OLDER]);
		const { json: items } = await run({ get }, { options });
		expect(items[0]?.call_id).toBe(id);
	});

	test('a call of an hour later is another one', async () => {
		const setting = retrying('much later');
		await run({ get: lost }, {}, setting);
		jest.setSystemTime(NOON + 60 * MINUTE);
		const second = await run({ get: () => list([listed(-59 * MINUTE), OLDER]) }, {}, setting);
		expect(second.json).toMatchObject([{ error: expect.any(String) }]);
	});

	test('Wait for Result waits for the call that was found', async () => {
		const { json: items } = await run({ get: talk }, { waitForResult: true });
		expect(items).toMatchObject([{ call_id: 'own', is_over: true, summary: 'Fine' }]);
	});

	test('with Wait for Result, its agent is that of the request where the platform does not say it', async () => {
		const get = (_offset: number, url: string) => {
			const row = listed(0, { ...OVER, agent_id: null });
			return url.endsWith('/calls') ? list([row, OLDER]) : json(200, row);
		};
		const more = { waitForResult: true, options: { output: 'allColumns' }, output: '' };
		const { json: items } = await run({ get }, more);
		expect(items).toMatchObject([{ call_id: 'own', is_over: true, agent_id: 'agent_1' }]);
	});
});

describe('somebody who was called today already', () => {
	const placed = () => json(200, { call_id: 'own', status: 'queued' });
	const before = async (more: IDataObject = {}) => (await run({ post: placed }, more)).processed;
	test.each([
		['was placed', placed],
		['was found in the list', lost],
	])('the item names the call that %s', async (_what, post) => {
		const { processed } = await run({ post });
		const { json: items, posts, reads } = await run({}, {}, { processed });
		const described = expect.stringMatching(/^Called today already\. To call again/);
		const own = { contact_number: PHONE, row: 1, skipped: true, call_id: 'own' };
		expect(items).toEqual([{ ...own, reason: 'called today', description: described }]);
		expect([posts, reads]).toEqual([0, 1]);
	});

	test('with Wait for Result, the item is the result of that call, and is still skipped', async () => {
		const options = { output: 'allColumns' };
		const more = { waitForResult: true, options, output: '' };
		const { json: items, posts } = await run({ get: talk }, more, { processed: await before() });
		expect(items).toMatchObject([
			{ skipped: true, call_id: 'own', is_over: true, summary: 'Fine', transcript: 'Agent: Hello' },
		]);
		expect(posts).toBe(0);
	});

	test('with Wait for Result, the item says why it is skipped, whatever the call says of itself', async () => {
		const own = listed(0, { ...OVER, reason: 'hung up', description: 'Spring', row: 9 });
		const get = (_offset: number, url: string) =>
			url.endsWith('/calls') ? list([own, OLDER]) : json(200, own);
		const more = { waitForResult: true, options: { output: 'raw' }, output: 'raw' };
		const { json: items } = await run({ get }, more, { processed: await before() });
		const description = expect.stringMatching(/^Called today already/);
		expect(items).toMatchObject([{ reason: 'called today', description, row: 1 }]);
	});

	test('a call that is not over in time is no error: nothing was begun', async () => {
		const options = { maxWaitTime: 1, afterMaxWaitTime: 'stop' };
		const get = (_offset: number, url: string) =>
			url.endsWith('/calls') ? list([listed(0), OLDER]) : json(200, listed(0));
		const more = { waitForResult: true, options };
		const { json: items, error } = await run({ get }, more, { processed: await before() });
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ skipped: true, call_id: 'own', is_over: false }]);
	});

	test.each<[name: string, read: number, get: NonNullable<Answers['get']>]>([
		['two calls of today', 1, () => list([listed(0), listed(MINUTE, { call_id: 'x' }), OLDER])],
		['a list that cannot be read', 1, () => json(500, {})],
		[
			'more calls of today than two pages have',
			2,
			(offset) => list(offset === 0 ? [listed(0), other(0)] : [other(0), other(MINUTE)]),
		],
	])('%s: the item names none, and %i pages are read', async (_name, read, get) => {
		const processed = await before();
		const { json: items, reads } = await run({ get }, {}, { processed });
		expect(items[0]).toMatchObject({ skipped: true });
		expect(items[0]).not.toHaveProperty('call_id');
		expect(reads).toBe(read);
	});

	test('a list with calls of today alone: its second page proves that there are no more', async () => {
		const get = (offset: number) => list(offset === 0 ? [listed(0), other(0)] : [other(0)]);
		const { json: items, reads } = await run({ get }, {}, { processed: await before() });
		expect(items[0]).toMatchObject({ skipped: true, call_id: 'own' });
		expect(reads).toBe(2);
	});

	test.each([
		['behind', [PHONE, SECOND_PHONE]],
		['before', [SECOND_PHONE, PHONE]],
	])(
		'%s a call that was lost just now, the list is read back to the call of this morning',
		async (_where, both) => {
			const lostNow = listed(0, { to_number: SECOND_PHONE, call_id: 'lost' });
			const calls = [lostNow, other(60 * MINUTE), listed(120 * MINUTE), OLDER];
			const get = (offset: number) => list(calls.slice(offset, offset === 0 ? 2 : undefined));
			const post = ({ body }: IHttpRequestOptions) =>
				(body as IDataObject).to_number === SECOND_PHONE
					? lost()
					: json(200, { call_id: 'placed' });
			const numbers = [...both, ...others(20)];
			const done = await run({ post, get }, {}, { numbers, processed: await before() });
			expect(both.map((number) => done.json[numbers.indexOf(number)]?.call_id)).toEqual(
				both.map((number) => (number === PHONE ? 'own' : 'lost')),
			);
		},
	);

	test('beside it, as many pages are read for a call that was lost as without it', async () => {
		const lostNow = listed(0, { to_number: SECOND_PHONE, call_id: 'lost' });
		const many = Array.from({ length: 210 }, (_, row) => other(-1, { call_id: `x${row}` }));
		const calls = [...many, lostNow, OLDER];
		const get = (offset: number) => list(calls.slice(offset, offset + 100));
		const post = ({ body }: IHttpRequestOptions) =>
			(body as IDataObject).to_number === SECOND_PHONE ? lost() : json(200, { call_id: 'placed' });
		const numbers = [PHONE, SECOND_PHONE, ...others(40)];
		const done = await run({ post, get }, {}, { numbers, processed: await before() });
		expect([done.json[0]?.skipped, done.json[1]?.call_id]).toEqual([true, 'lost']);
	});

	test('a dry run reads nothing for it', async () => {
		const dry = await run({}, { dryRun: true }, { processed: await before() });
		expect(dry.sent.filter(({ options }) => options.url.endsWith('/calls'))).toEqual([]);
		expect(dry.json[0]).toMatchObject({ would: 'duplicate' });
	});
});

describe('a later run', () => {
	/** A run whose call was lost, and whose list as well. */
	const before = async (more: IDataObject = {}) => (await run({ get: lost }, more)).processed;

	test('Once Ever: in a loop, the reason of a call that the platform lists is that of the choice', async () => {
		const options = { repeatedNumbers: 'ever' };
		const { processed } = await run({ get: lost }, { options }, { executionId: 'ever in a loop' });
		const again = await run({}, { options }, { executionId: 'ever in a loop', processed });
		expect(again.json).toMatchObject([{ reason: 'called before', call_id: 'own' }]);
	});

	test.each([
		['since midnight in the time zone of the workflow', 12.5, 'own'],
		['not before', 13.5, undefined],
	])('a call of today is looked for, %s', async (_since, hoursAgo, id) => {
		const get = () => list([listed(hoursAgo * 60 * MINUTE), OLDER]);
		const later = await run({ get }, {}, { processed: await before() });
		expect(later.json[0]?.call_id).toBe(id);
	});

	test('a number that it would skip as possibly called is called, if the platform lists its call', async () => {
		const processed = await before();
		const later = await run({}, {}, { processed });
		expect(later.json).toEqual([
			{
				...{ contact_number: PHONE, row: 1, skipped: true, call_id: 'own' },
				reason: 'called today',
				description: expect.stringMatching(
					/^Called today already: the platform lists the call "own"\. To call again/,
				),
			},
		]);
		expect([later.posts, later.reads]).toEqual([0, 1]);
		const last = await run({}, {}, { processed });
		expect(last.reads).toBe(1);
		expect(last.json[0]?.description).toMatch(/^Called today already\. /);
	});

	test.each<[name: string, calls: IDataObject[]]>([
		['a call of yesterday', [listed(14 * 60 * MINUTE), OLDER]],
		['two calls of today', [listed(0), listed(60 * MINUTE, { call_id: 'x' }), OLDER]],
		['more calls of today than were read', [listed(0), other(60 * MINUTE)]],
	])('%s: it stays possibly called', async (_name, calls) => {
		const later = await run({ get: () => list(calls) }, {}, { processed: await before() });
		expect(later.json).toMatchObject([{ skipped: true, outcome: 'unknown' }]);
		expect(later.json[0]).not.toHaveProperty('call_id');
	});

	test('Once Ever: nobody knows since when, and nothing is read', async () => {
		const ever = { options: { repeatedNumbers: 'ever' } };
		const later = await run({}, ever, { processed: await before(ever) });
		expect(later.json).toMatchObject([{ skipped: true, outcome: 'unknown' }]);
		expect(later.reads).toBe(0);
	});

	test('Dry Run says that it was called, and records nothing', async () => {
		const processed = await before();
		const dry = await run({}, { dryRun: true }, { processed });
		expect(dry.posts).toBe(0);
		expect(dry.json[0]).toMatchObject({
			would: 'duplicate',
			reason: 'called today',
		});
		const unlisted = await run({ get: lost }, { dryRun: true }, { processed });
		expect(unlisted.json[0]).toMatchObject({
			would: 'duplicate',
			reason: 'possibly called',
		});
	});
});
