import type { IDataObject } from 'n8n-workflow';
import type { CallList, CallsOperation, Operation } from '../../../../nodes/shared/operation';
import { ProcessedDataTable } from '../../../../harness/n8n/processedData.mts';
import {
	callListOf,
	json,
	keyOf,
	networkError,
	operationOf,
	processedWith,
	rememberedOf,
	rows,
	run as runNode,
	type Setting,
} from '../../../support/fakeContext.mts';
import { turns } from '../../../support/fakeTime.mts';

/*
 * Nothing that acts is done twice: not within an input, not by a later execution, not by "Retry On Fail".
 */

const listOf = (params: { text(name: string): string }) => params.text('numbers').split(' ');

/** Calls the numbers of a row in one request. */
const callAll = (
	more: Partial<CallsOperation> = {},
	listed: (names: string[]) => Partial<CallList> = () => ({}),
): Operation =>
	operationOf({
		kind: 'calls',
		callList: (params) => {
			const names = listOf(params);
			return callListOf(names, listed(names));
		},
		...more,
	});

/** Runs a node. Of each request, the numbers are told; of each item, who was left out, and why. */
async function run(...asked: Parameters<typeof runNode>) {
	const done = await runNode(...asked);
	const bodies = done.bodies.map((body) => {
		const { contacts } = (body ?? {}) as { contacts?: Array<{ number: string }> };
		return contacts ? { numbers: contacts.map(({ number }) => number) } : body;
	});
	const items = done.items.map((item) => {
		const { contacts_sent, contacts_rejected, rejected_rows, skipped, reason, row, ...json } =
			item.json;
		delete json.description;
		const rejected = (rejected_rows ?? []) as IDataObject[];
		expect(contacts_rejected ?? 0).toBe(rejected.length);
		const left = rejected.map(({ contact_number, reason, outcome }) => [
			contact_number,
			outcome === undefined ? { reason } : { reason, outcome },
		]);
		const isLeft = left.length > 0 && { left_out: Object.fromEntries(left) };
		const isSkipped = contacts_sent === undefined ? { skipped, reason, row } : {};
		return { ...item, json: { ...json, ...isSkipped, ...isLeft } as IDataObject };
	});
	return { ...done, bodies, items };
}

const inputFor = (repeatedNumbers: string, lists: string[]): Setting => ({
	items: rows(...lists.map((numbers) => ({ numbers }))),
	parameters: (index) => ({
		numbers: lists[index] ?? '',
		options: { repeatedNumbers, parallelRequests: 1 },
	}),
});
/** Rows with numbers that are called once per execution. */
const inputOf = (...lists: string[]): Setting => inputFor('execution', lists);
/** Rows with numbers that are called once ever. */
const everOf = (...lists: string[]): Setting => inputFor('ever', lists);
const processedOf = async (done: string[], unknown: string[] = []) =>
	await processedWith(done.map(keyOf), unknown.map(keyOf));
/** The names in keys, each with its `?`. */
const namesOf = (keys: readonly string[]) => keys.map((key) => key.replace(/^\["","(.*)"\]/, '$1'));
const accepted = () => json(200, { ok: 'yes' });
const refused = () => json(402, { message: 'No credits' });
const broken = () => {
	throw networkError('ECONNRESET');
};
let executions = 0;
const freshId = () => `once-${(executions += 1)}`;

describe('within an input', () => {
	test('the first row counts; later ones are sent without what it has', async () => {
		const { bodies, items } = await run(callAll(), inputOf('a b', 'b c', 'a b c', 'd'), accepted);
		expect(bodies).toEqual([{ numbers: ['a', 'b'] }, { numbers: ['c'] }, { numbers: ['d'] }]);
		const leftOut = items.map(({ json: { left_out } }) => left_out as IDataObject | undefined);
		expect(leftOut).toEqual([
			undefined,
			{ b: { reason: expect.stringContaining('row 1') } },
			{
				a: { reason: expect.stringContaining('row 1') },
				b: { reason: expect.stringContaining('row 1') },
				c: { reason: expect.stringContaining('row 2') },
			},
			undefined,
		]);
	});
});

describe('across executions', () => {
	/** What is recorded of the keys a, b and c: each with `?` while its outcome is unknown. */
	const recorded = async (processed: ProcessedDataTable) =>
		namesOf(await rememberedOf(processed, ['a', 'b', 'c'].map(keyOf)));
	const EARLIER = { reason: 'sent before' };
	const UNKNOWN = { reason: 'possibly sent', outcome: 'unknown' };

	test('what was done is left out, and what is done is recorded before it is sent', async () => {
		const processed = await processedOf(['a']);
		const before: string[][] = [];
		const { bodies, items } = await run(callAll(), { ...everOf('a b'), processed }, async () => {
			before.push(await recorded(processed));
			return accepted();
		});
		expect(before).toEqual([['a', 'b?']]);
		expect(bodies).toEqual([{ numbers: ['b'] }]);
		expect(items[0]?.json.left_out).toEqual({ a: EARLIER });
		expect(await recorded(processed)).toEqual(['a', 'b']);
	});

	test('what an earlier execution began and did not finish is left out as unknown', async () => {
		const processed = await processedOf(['a'], ['b']);
		const setting = { ...everOf('a b c'), processed };
		const { bodies, items } = await run(callAll(), setting, accepted);
		expect(bodies).toEqual([{ numbers: ['c'] }]);
		expect(items[0]?.json.left_out).toEqual({ a: EARLIER, b: UNKNOWN });
		expect(await recorded(processed)).toEqual(['a', 'b?', 'c']);
	});

	test.each([
		[2, 0],
		[3, 1],
	])(
		'a store that cannot be emptied %i times on the first run of a day leaves nobody possibly called',
		async (times, refusedRuns) => {
			const processed = new ProcessedDataTable();
			const work = processed.delete.bind(processed);
			let left = times;
			processed.delete = async (where) => {
				if (where.context === 'n:node' && left > 0) {
					left -= 1;
					throw new Error('busy');
				}
				await work(where);
			};
			const setting = { ...inputFor('day', ['a b']), processed };
			const first = await run(callAll(), setting, accepted);
			expect([first.sent.length, first.error ? 1 : 0]).toEqual([1 - refusedRuns, refusedRuns]);
			const again = await run(callAll(), setting, accepted);
			expect(again.error).toBeUndefined();
			expect([...first.bodies, ...again.bodies]).toEqual([{ numbers: ['a', 'b'] }]);
		},
	);

	test('what was certainly not done is taken back', async () => {
		const processed = await processedOf(['a']);
		await run(callAll(), { ...everOf('a b'), processed }, refused);
		expect(await recorded(processed)).toEqual(['a']);
	});

	test('what is refused with status 200 is taken back', async () => {
		const { processed, error } = await run(callAll(), everOf('a'), () =>
			json(200, { success: false, message: 'No credits' }),
		);
		expect(error?.message).toMatch(/No credits/);
		expect(await recorded(processed)).toEqual([]);
	});

	test.each([
		[{ success: false, message: 'Busy', data: { call_id: 'c1' } }],
		[{ success: false, message: 'Busy', session_id: 's1' }],
		[{ ok: false, error: 'Busy', result: { call: { id: 7 } } }],
		[{ success: false, message: 'Busy', call_id: { $oid: '5f1' } }],
	])('what failed although it exists counts as done, with a hint: %j', async (answer) => {
		const operation = callAll({ entity: 'call', makes: true });
		const { processed, error, hints } = await run(operation, everOf('a'), () => json(200, answer));
		expect(error).toBeUndefined();
		expect(hints).toEqual([
			expect.objectContaining({ message: expect.stringContaining('Busy'), type: 'warning' }),
		]);
		expect(await recorded(processed)).toEqual(['a']);
	});

	test.each([[{ message: 'See the log' }], [undefined]])(
		'an answer that names nothing that was made leaves it unknown, with a hint: %j',
		async (answer) => {
			const operation = callAll({ entity: 'call', makes: true });
			const { processed, error, hints } = await run(operation, everOf('a'), () =>
				json(200, answer),
			);
			expect(error).toBeUndefined();
			expect(hints).toHaveLength(1);
			expect(await recorded(processed)).toEqual(['a?']);
		},
	);

	test('what was accepted stays recorded, also if nothing is where its answer should have it', async () => {
		const accepting: Setting = {
			...everOf('a'),
			parameters: () => ({
				numbers: 'a',
				options: { repeatedNumbers: 'ever', responsePath: 'call' },
			}),
			node: { retryOnFail: true },
			executionId: freshId(),
		};
		const operation = callAll({ entity: 'campaign' });
		const unreadable = () =>
			json(201, { data: { campaign_id: 'a' }, campaign: { campaign_id: 'b' } });
		const first = await run(operation, accepting, unreadable);
		expect(first.error?.message).toMatch(/accepted "Do a thing", but its answer cannot be read/);
		expect(first.error?.description).toMatch(/not sent again.*nothing at "call".*Response Path/);
		expect(await recorded(first.processed)).toEqual(['a?']);
		const again = await run(operation, accepting, unreadable);
		expect([again.sent, again.error?.message]).toEqual([[], first.error?.message]);
	});

	test('what may have been done is unknown, and is not done again', async () => {
		const first = await run(callAll(), everOf('a'), broken);
		expect(first.error?.message).toMatch(/unknown/);
		expect(await recorded(first.processed)).toEqual(['a?']);
		const { processed } = first;
		const second = await run(callAll(), { ...everOf('a'), processed }, accepted);
		expect([second.sent, second.items[0]?.json.left_out]).toEqual([[], { a: UNKNOWN }]);
	});

	test('what ends in an error that nobody expected is unknown', async () => {
		const first = await run(callAll(), everOf('a'), () => null);
		expect(first.error?.message).toMatch(/^It is unknown whether this was carried out/);
		expect(await recorded(first.processed)).toEqual(['a?']);
	});

	describe('a run that ends before all its items began', () => {
		const many = Array.from({ length: 12 }, (_, index) => String.fromCharCode(97 + index));

		test('because one failed: what did not begin is taken back', async () => {
			const { processed, bodies } = await run(callAll(), everOf(...many), (number) =>
				number === 1 ? refused() : accepted(),
			);
			expect(bodies).toHaveLength(2);
			expect(namesOf(await rememberedOf(processed, many.map(keyOf)))).toEqual(['a']);
		});

		test('because it was cancelled: what did not begin is taken back, what was running is unknown', async () => {
			const abort = new AbortController();
			const setting = { ...everOf(...many), signal: abort.signal };
			const { processed, bodies } = await run(callAll(), setting, (number) => {
				if (number < 1) return accepted();
				abort.abort();
				throw networkError('ERR_CANCELED');
			});
			expect(bodies).toHaveLength(2);
			expect(namesOf(await rememberedOf(processed, many.map(keyOf)))).toEqual(['a', 'b?']);
		});
	});

	describe.each<[string, Setting, (stop: AbortController) => unknown]>([
		['another item fails and On Error is Stop', {}, () => refused()],
		[
			'the execution is cancelled',
			{ node: { onError: 'continueRegularOutput' } },
			(stop) => {
				stop.abort();
				return accepted();
			},
		],
	])('an item that waits until its number is recorded, while %s', (_why, more, answer) => {
		test('is not sent any more, and a later execution can call it', async () => {
			const processed = await processedOf(['z']);
			const stop = new AbortController();
			const order: string[] = [];
			let isAnswered = () => undefined as void;
			const answered = new Promise<void>((resolve) => (isAnswered = resolve));
			let writes = 0;
			processed.pause = async (access) => {
				if (access !== 'before update') return;
				writes += 1;
				if (writes !== 2) return;
				// The record of the second row takes until the run knows how the first one ended.
				await answered;
				await turns();
				order.push('recorded');
			};
			// So many numbers that the next row is recorded in a write of its own.
			const first = Array.from({ length: 100 }, (_, index) => `n${index}`).join(' ');
			const { items, parameters } = everOf(first, 'a');
			const numbers = parameters as (index: number) => IDataObject;
			const { bodies } = await run(
				callAll(),
				{
					items,
					parameters: (index) => ({
						...numbers(index),
						options: { repeatedNumbers: 'ever', parallelRequests: 2 },
					}),
					processed,
					signal: stop.signal,
					...more,
				},
				() => {
					order.push('answered');
					isAnswered();
					return answer(stop);
				},
			);
			expect(order).toEqual(['answered', 'recorded']);
			expect(bodies).toEqual([{ numbers: first.split(' ') }]);
			processed.pause = async () => undefined;
			expect(await recorded(processed)).toEqual([]);
		});
	});

	describe('a store that fails', () => {
		const failing = (access: string, times = Number.POSITIVE_INFINITY) => {
			const processed = new ProcessedDataTable();
			let failures = 0;
			processed.pause = async (name) => {
				if (name !== `before ${access}` || failures >= times) return;
				failures += 1;
				throw new Error('SQLITE_BUSY: database is locked');
			};
			return processed;
		};

		test('after the calls were placed: their results are there, and their outcome is unknown later', async () => {
			// The first update claims what was left, the others record how it ended.
			const processed = await processedOf(['z']);
			let updates = 0;
			processed.pause = async (name) => {
				if (name !== 'before update') return;
				updates += 1;
				if (updates > 1) throw new Error('disk full');
			};
			// Both are claimed in one write.
			const inOneWrite: Setting = {
				...everOf('a', 'b'),
				parameters: (index) => ({ numbers: 'ab'[index], options: { repeatedNumbers: 'ever' } }),
			};
			const { items, error } = await run(callAll(), { ...inOneWrite, processed }, accepted);
			expect(error).toBeUndefined();
			expect(items.map((item) => item.json)).toEqual([{ ok: 'yes' }, { ok: 'yes' }]);
			processed.pause = async () => undefined;
			expect(await recorded(processed)).toEqual(['a?', 'b?']);
		});

		test('once: it is asked again', async () => {
			const processed = failing('insert', 2);
			const { sent } = await run(callAll(), { ...everOf('a'), processed }, accepted);
			expect(sent).toHaveLength(1);
		});

		test('for good: nothing is sent, and no text of the database is shown', async () => {
			const processed = await processedOf(['z']);
			processed.pause = async (name) => {
				if (name === 'before update') throw new Error('SQLITE_FULL: disk is full');
			};
			const { sent, error } = await run(callAll(), { ...everOf('a', 'b'), processed }, accepted);
			expect(sent).toEqual([]);
			expect(error?.message).toMatch(/could not record which numbers are called/);
			expect(`${error?.message} ${error?.description}`).not.toMatch(/SQLITE|disk/);
			expect(error?.description).toMatch(/Nothing was sent/);
		});
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

	test('does not do again what may have been done', async () => {
		const executionId = freshId();
		const setting = { ...inputOf('a'), node, executionId };
		const first = await run(operationOf(), setting, broken);
		const second = await run(operationOf(), setting, accepted);
		expect(second.sent).toEqual([]);
		expect(second.error?.message).toBe(first.error?.message);
	});

	test('claims who is left: whom another execution has called since is not called', async () => {
		const processed = new ProcessedDataTable();
		const setting = { ...everOf('a', 'b', 'c'), node, processed, executionId: freshId() };
		const first = await run(callAll(), setting, (number) =>
			number === 2 ? refused() : accepted(),
		);
		expect(first.error?.message).toContain('No credits');
		const other = await run(callAll(), { ...everOf('c'), processed }, accepted);
		expect(other.bodies).toHaveLength(1);
		expect((await run(callAll(), setting, accepted)).bodies).toEqual([]);
	});

	test('shows what it did, also if the execution is cancelled before the next try', async () => {
		const stop = new AbortController();
		const executionId = freshId();
		const setting = { ...inputOf('a', 'b'), node, executionId, signal: stop.signal };
		await run(operationOf(), setting, (number) => (number === 1 ? refused() : accepted()));
		stop.abort();
		const { items, sent } = await run(operationOf(), setting, accepted);
		expect(sent).toEqual([]);
		expect(items.map((item) => item.json)).toEqual([
			{ ok: 'yes' },
			expect.objectContaining({ error: expect.stringMatching(/cancelled before/), row: 2 }),
		]);
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

	test('knows the call of a tool by what it says', async () => {
		const setting = { executionId: freshId(), isTool: true };
		await run(say, saying('one', setting), accepted);
		expect((await run(say, saying('two', setting), accepted)).sent).toHaveLength(1);
		expect((await run(say, saying('one', setting), accepted)).sent).toEqual([]);
	});
});

describe('an error that stops the run counts a duplicate as skipped, not as done', () => {
	const refuseLast = (_number: number, { body }: { body?: unknown }) =>
		JSON.stringify(body).includes('z') ? refused() : accepted();

	test('of an earlier execution, also when "Retry On Fail" runs the node again', async () => {
		const processed = new ProcessedDataTable();
		await run(callAll(), { ...everOf('a'), processed, executionId: freshId() }, accepted);
		const again = {
			...everOf('a', 'z'),
			processed,
			executionId: freshId(),
			node: { retryOnFail: true },
		};
		for (let attempt = 0; attempt < 2; attempt += 1) {
			const { error } = await run(callAll(), again, refuseLast);
			expect(error?.description).toMatch(
				/Row 2 failed\. Of 2 rows: 0 done, 1 skipped \(duplicate\), 1 failed$/,
			);
		}
	});
});
