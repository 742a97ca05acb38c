import type { IDataObject } from 'n8n-workflow';
import type { Deduplication, Operation } from '../../../nodes/shared/operation';
import { json, networkError, operationOf, rows, run, type Setting } from './fakeContext.mts';

/*
 * Nothing that acts is done twice: not within an input, not by a later execution, not by "Retry On Fail".
 */

const listOf = (params: { text(name: string): string }) => params.text('numbers').split(' ');

/** Calls the numbers of a row in one request. */
const callAll = (within: Deduplication['within'], more: Partial<Operation> = {}): Operation =>
	operationOf({
		request: (params) => ({ body: { numbers: listOf(params) } }),
		deduplication: (params) => ({
			within,
			keys: listOf(params),
			without: (done) => {
				const left = listOf(params).filter((number) => !done.has(number));
				const report = { left_out: Object.fromEntries(done) };
				return { body: { numbers: left }, report, skip: left.length === 0 };
			},
		}),
		...more,
	});

const inputOf = (...lists: string[]): Setting => ({
	items: rows(...lists.map((numbers) => ({ numbers }))),
	parameters: (index) => ({ numbers: lists[index] ?? '', options: { parallelRequests: 1 } }),
});
const accepted = () => json(200, { ok: 'yes' });
const refused = () => json(402, { message: 'No credits' });
const broken = () => {
	throw networkError('ECONNRESET');
};
let executions = 0;
const freshId = () => `once-${(executions += 1)}`;

describe('within an input', () => {
	test('the first row counts; later ones are sent without what it has', async () => {
		const { bodies, items } = await run(
			callAll('execution'),
			inputOf('a b', 'b c', 'a b c', 'd'),
			accepted,
		);
		expect(bodies).toEqual([{ numbers: ['a', 'b'] }, { numbers: ['c'] }, { numbers: ['d'] }]);
		const leftOut = items.map(({ json: { left_out } }) => left_out as IDataObject | undefined);
		expect(leftOut).toEqual([
			undefined,
			{ b: expect.stringContaining('row 1') },
			{
				a: expect.stringContaining('row 1'),
				b: expect.stringContaining('row 1'),
				c: expect.stringContaining('row 2'),
			},
			undefined,
		]);
	});

	test('a row that cannot be sent is no first row', async () => {
		const operation = callAll('execution', {
			request: (params) => {
				if (params.text('numbers') === 'a') throw new Error('bad row');
				return { body: { numbers: listOf(params) } };
			},
		});
		const node = { onError: 'continueRegularOutput' as const };
		const { bodies } = await run(operation, { ...inputOf('a', 'a b'), node }, accepted);
		expect(bodies).toEqual([{ numbers: ['a', 'b'] }]);
	});

	test('rows without such keys are all sent', async () => {
		const operation = callAll('execution', { deduplication: () => undefined });
		expect((await run(operation, inputOf('a', 'a'), accepted)).sent).toHaveLength(2);
	});

	test('nothing is recorded for later', async () => {
		const { storeCalls } = await run(callAll('execution'), inputOf('a'), accepted);
		expect(storeCalls).toEqual([]);
	});
});

describe('across executions', () => {
	test('what was done is left out, and what is done is recorded before it is sent', async () => {
		const recorded = new Set(['a']);
		const setting = { ...inputOf('a b'), recorded };
		const before: string[][] = [];
		const { bodies, items, storeCalls } = await run(callAll('ever'), setting, () => {
			before.push([...recorded]);
			return accepted();
		});
		expect(before).toEqual([['a', 'b']]);
		expect(bodies).toEqual([{ numbers: ['b'] }]);
		expect(items[0]?.json.left_out).toEqual({ a: expect.stringMatching(/earlier execution/) });
		expect(storeCalls).toEqual([['record', ['a', 'b'], 'node', { mode: 'entries' }]]);
	});

	test('a request that has nothing left is not sent', async () => {
		const recorded = new Set(['a']);
		const { sent, items } = await run(callAll('ever'), { ...inputOf('a'), recorded }, accepted);
		expect(sent).toEqual([]);
		expect(items[0]?.json).toEqual({ left_out: { a: expect.any(String) } });
	});

	test('the request as it is, if all of it is new', async () => {
		const { bodies, items } = await run(callAll('ever'), inputOf('a b'), accepted);
		expect(bodies).toEqual([{ numbers: ['a', 'b'] }]);
		expect(items[0]?.json).toEqual({ ok: 'yes' });
	});

	test('both kinds of duplicates are left out of one request, each with its reason', async () => {
		const recorded = new Set(['x']);
		const { items, bodies, storeCalls } = await run(
			callAll('ever'),
			{ ...inputOf('a', 'a x b'), recorded },
			accepted,
		);
		expect(bodies).toEqual([{ numbers: ['a'] }, { numbers: ['b'] }]);
		expect(items[1]?.json.left_out).toEqual({
			a: expect.stringContaining('row 1'),
			x: expect.stringMatching(/earlier execution/),
		});
		expect(storeCalls.map(([, keys]) => keys)).toEqual([['a'], ['x', 'b']]);
	});

	test('the store is not asked about nothing', async () => {
		const { storeCalls } = await run(callAll('ever'), inputOf('a', 'a'), accepted);
		expect(storeCalls.map(([, keys]) => keys)).toEqual([['a']]);
	});

	test('what was certainly not done is taken back', async () => {
		const recorded = new Set(['a']);
		const { storeCalls } = await run(callAll('ever'), { ...inputOf('a b'), recorded }, refused);
		expect(storeCalls[1]).toEqual(['remove', ['b'], 'node', { mode: 'entries' }]);
		expect([...recorded]).toEqual(['a']);
	});

	test('what is refused with status 200 is taken back', async () => {
		const { recorded, error } = await run(callAll('ever'), inputOf('a'), () =>
			json(200, { success: false, message: 'No credits' }),
		);
		expect(error?.message).toMatch(/No credits/);
		expect([...recorded]).toEqual([]);
	});

	test.each([
		[{ success: false, message: 'Busy', data: { call_id: 'c1' } }],
		[{ success: false, message: 'Busy', session_id: 's1' }],
		[{ ok: false, error: 'Busy', result: { call: { id: 7 } } }],
	])('what failed although it exists stays recorded: %j', async (answer) => {
		const { recorded, error } = await run(callAll('ever', { entity: 'call' }), inputOf('a'), () =>
			json(200, answer),
		);
		expect(error?.message).toMatch(/unknown.*Busy/);
		expect([...recorded]).toEqual(['a']);
	});

	test.each([301, 302, 303])(
		'a redirect with %i after an action may be its result',
		async (status) => {
			const { recorded, error } = await run(callAll('ever'), inputOf('a'), () =>
				json(status, '', { location: '/calls/c1' }),
			);
			expect(error?.message).toMatch(/unknown/);
			expect([...recorded]).toEqual(['a']);
		},
	);

	test('what was accepted stays recorded, also if its answer cannot be read', async () => {
		const accepting = { ...inputOf('a'), node: { retryOnFail: true }, executionId: freshId() };
		const operation = callAll('ever', { entity: 'campaign' });
		const unreadable = () => json(201, { one: { campaign_id: 'a' }, two: { campaign_id: 'b' } });
		const first = await run(operation, accepting, unreadable);
		expect(first.error?.message).toMatch(/accepted "Do a thing", but its answer cannot be read/);
		expect(first.error?.description).toMatch(/not sent again.*two ways.*Response Path/);
		expect([...first.recorded]).toEqual(['a']);
		const again = await run(operation, accepting, unreadable);
		expect([again.sent, again.error?.message]).toEqual([[], first.error?.message]);
	});

	test('what may have been done stays recorded', async () => {
		const recorded = new Set<string>();
		const setting = { ...inputOf('a'), recorded };
		const { error, storeCalls } = await run(callAll('ever'), setting, broken);
		expect(error?.message).toMatch(/unknown/);
		expect([...recorded]).toEqual(['a']);
		expect(storeCalls).toHaveLength(1);
	});

	test('nothing is taken back where nothing was recorded', async () => {
		const { storeCalls } = await run(callAll('execution'), inputOf('a'), refused);
		expect(storeCalls).toEqual([]);
	});

	test('parallel items queue for the store', async () => {
		let now = 0;
		let most = 0;
		const setting = { ...inputOf('a', 'b', 'c'), parameters: undefined };
		const lists = ['a', 'b', 'c'];
		const fake = await run(
			callAll('ever'),
			{
				...setting,
				parameters: (index) => ({ numbers: lists[index] ?? '' }),
				recorded: new (class extends Set<string> {
					override has(key: string) {
						now += 1;
						most = Math.max(most, now);
						queueMicrotask(() => (now -= 1));
						return super.has(key);
					}
				})(),
			},
			accepted,
		);
		expect(fake.sent).toHaveLength(3);
		expect(most).toBe(1);
	});

	test('the next waits its turn, and goes on where one failed', async () => {
		const recorded = new (class extends Set<string> {
			override has(key: string) {
				if (key === 'a') throw new Error('store is full');
				return super.has(key);
			}
		})();
		const node = { onError: 'continueRegularOutput' as const };
		const { items, bodies } = await run(
			callAll('ever'),
			{
				...inputOf('a', 'b'),
				parameters: (index) => ({ numbers: 'ab'[index] ?? '' }),
				recorded,
				node,
			},
			accepted,
		);
		expect(bodies).toEqual([{ numbers: ['b'] }]);
		expect(items[0]?.json.error).toMatch(/store is full/);
	});
});

describe('"Retry On Fail"', () => {
	const node = { retryOnFail: true };

	test.each(['POST', 'PATCH'] as const)('does not do again what %s did', async (method) => {
		const executionId = freshId();
		const operation = operationOf({ endpoint: `${method} /things` });
		const setting = { ...inputOf('a', 'b'), node, executionId };
		let isBroken = true;
		const answer = (number: number) =>
			number === 1 && isBroken ? refused() : json(200, { number });
		const first = await run(operation, setting, answer);
		expect(first.error?.message).toContain('No credits');
		isBroken = false;
		const second = await run(operation, setting, answer);
		expect(second.sent).toHaveLength(1);
		expect(second.items.map(({ json: { number } }) => number)).toEqual([0, 0]);
	});

	test('does not do again what it did, after 60 other runs began in between', async () => {
		const { signal } = new AbortController();
		const setting = { ...inputOf('a', 'b'), node, signal };
		await run(operationOf(), setting, (number) => (number === 1 ? refused() : accepted()));
		for (let other = 0; other < 60; other += 1) {
			const elsewhere = { node, signal: new AbortController().signal, executionId: freshId() };
			await run(operationOf(), elsewhere, accepted);
		}
		expect((await run(operationOf(), setting, accepted)).sent).toHaveLength(1);
	});

	test('does not do again what may have been done', async () => {
		const executionId = freshId();
		const setting = { ...inputOf('a'), node, executionId };
		const first = await run(operationOf(), setting, broken);
		const second = await run(operationOf(), setting, accepted);
		expect(second.sent).toEqual([]);
		expect(second.error?.message).toBe(first.error?.message);
	});

	test('does not trouble the store again', async () => {
		const executionId = freshId();
		const setting = { ...inputOf('a', 'b'), node, executionId, recorded: new Set<string>() };
		await run(callAll('ever'), setting, (number) => (number === 1 ? refused() : accepted()));
		const second = await run(callAll('ever'), setting, accepted);
		expect(second.bodies).toEqual([{ numbers: ['b'] }]);
		expect(second.storeCalls.map(([, keys]) => keys)).toEqual([['b']]);
	});

	test.each(['GET', 'PUT', 'DELETE'] as const)('asks again with %s', async (method) => {
		const executionId = freshId();
		const setting = { ...inputOf('a'), node, executionId };
		const operation = operationOf({ endpoint: `${method} /things` });
		await run(operation, setting, accepted);
		expect((await run(operation, setting, accepted)).sent).toHaveLength(1);
	});

	test('is another thing than a new execution, and than a node without it', async () => {
		const executionId = freshId();
		await run(operationOf(), { node, executionId }, accepted);
		expect(
			(await run(operationOf(), { node, executionId: freshId() }, accepted)).sent,
		).toHaveLength(1);
		expect((await run(operationOf(), { executionId }, accepted)).sent).toHaveLength(1);
	});

	const say = operationOf({ request: (params) => ({ body: { said: params.text('said') } }) });
	const saying = (said: string, more: Partial<Setting> = {}) => ({
		parameters: { said },
		node,
		...more,
	});

	test.each([false, undefined])(
		'knows an item by its place, whatever its values',
		async (isTool) => {
			const executionId = freshId();
			await run(say, saying('one', { executionId, isTool }), accepted);
			expect((await run(say, saying('two', { executionId, isTool }), accepted)).sent).toEqual([]);
		},
	);

	test('knows the call of a tool by what it says', async () => {
		const setting = { executionId: freshId(), isTool: true };
		await run(say, saying('one', setting), accepted);
		expect((await run(say, saying('two', setting), accepted)).sent).toHaveLength(1);
		expect((await run(say, saying('one', setting), accepted)).sent).toEqual([]);
	});
});
