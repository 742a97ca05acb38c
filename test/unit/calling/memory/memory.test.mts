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

test('the first row of an input counts; later ones are sent without what it has', async () => {
	const { bodies, items } = await run(callAll(), inputOf('a b', 'b c', 'a b c', 'd'), accepted);
	expect(bodies).toEqual([{ numbers: ['a', 'b'] }, { numbers: ['c'] }, { numbers: ['d'] }]);
	const of = (row: number) => ({ reason: expect.stringContaining(`row ${row}`) });
	const leftOut = items.map(({ json: { left_out } }) => left_out);
	expect(leftOut).toEqual([undefined, { b: of(1) }, { a: of(1), b: of(1), c: of(2) }, undefined]);
});

describe('across executions', () => {
	/** What is recorded of the keys a, b and c: each with `?` while its outcome is unknown. */
	const recorded = async (processed: ProcessedDataTable) =>
		namesOf(await rememberedOf(processed, ['a', 'b', 'c'].map(keyOf)));
	const EARLIER = { reason: 'sent before' };
	const UNKNOWN = { reason: 'possibly sent', outcome: 'unknown' };

	test('what was done, or begun and not finished, is left out; what is done is recorded before it is sent', async () => {
		const processed = await processedOf(['a'], ['b']);
		const before: string[][] = [];
		const setting = { ...everOf('a b c'), processed };
		const { bodies, items } = await run(callAll(), setting, async () => {
			before.push(await recorded(processed));
			return accepted();
		});
		expect(before).toEqual([['a', 'b?', 'c?']]);
		expect(bodies).toEqual([{ numbers: ['c'] }]);
		expect(items[0]?.json.left_out).toEqual({ a: EARLIER, b: UNKNOWN });
		expect(await recorded(processed)).toEqual(['a', 'b?', 'c']);
	});

	const makes = callAll({ entity: 'call', makes: true });
	const failedBut = (more: IDataObject) => () =>
		json(200, { success: false, message: 'Busy', ...more });

	test.each<[what: string, answer: () => unknown, recorded: string[], error: RegExp | null]>([
		['a refusal takes it back', refused, [], /No credits/],
		['a refusal with status 200, too', failedBut({}), [], /Busy/],
		[
			'what failed although it exists counts as done, with a hint',
			failedBut({ data: { call_id: 'c1' } }),
			['a'],
			null,
		],
		['also by its session', failedBut({ session_id: 's1' }), ['a'], null],
		['also in an object', failedBut({ result: { call: { id: 7 } } }), ['a'], null],
		['also with an identifier in parts', failedBut({ call_id: { $oid: '5f1' } }), ['a'], null],
		['nothing that was made', () => json(200, { message: 'See the log' }), ['a?'], null],
		['no content', () => json(200, undefined), ['a?'], null],
		['a connection that breaks', broken, ['a?'], /unknown/],
		['an error that nobody expected', () => null, ['a?'], /^It is unknown whether/],
	])('what an answer leaves recorded: %s', async (_what, answer, expected, message) => {
		const { processed, error, hints } = await run(makes, everOf('a'), answer);
		if (message) expect(error?.message).toMatch(message);
		else expect([error, hints.map(({ type }) => type)]).toEqual([undefined, ['warning']]);
		expect(await recorded(processed)).toEqual(expected);
		// What was done, or may have been, is not done again.
		const again = await run(makes, { ...everOf('a'), processed }, accepted);
		expect(again.bodies).toHaveLength(expected.length === 0 ? 1 : 0);
	});

	test('what was accepted stays recorded, also if nothing is where its answer should have it', async () => {
		const options = { repeatedNumbers: 'ever', responsePath: 'call' };
		const accepting: Setting = {
			...everOf('a'),
			parameters: { numbers: 'a', options },
			node: { retryOnFail: true },
			executionId: freshId(),
		};
		const unreadable = () =>
			json(201, { data: { campaign_id: 'a' }, campaign: { campaign_id: 'b' } });
		const operation = callAll({ entity: 'campaign' });
		const first = await run(operation, accepting, unreadable);
		expect(first.error?.message).toMatch(/accepted "Do a thing", but its answer cannot be read/);
		expect(await recorded(first.processed)).toEqual(['a?']);
		const again = await run(operation, accepting, unreadable);
		expect([again.sent, again.error?.message]).toEqual([[], first.error?.message]);
	});

	test.each<[why: string, end: (stop: AbortController) => unknown, left: string[]]>([
		['one failed', refused, ['a']],
		[
			'it was cancelled: what was running is unknown',
			(stop) => {
				stop.abort();
				throw networkError('ERR_CANCELED');
			},
			['a', 'b?'],
		],
	])('a run that ends early takes back what did not begin: %s', async (_why, end, left) => {
		const many = Array.from({ length: 12 }, (_, index) => String.fromCharCode(97 + index));
		const stop = new AbortController();
		const setting = { ...everOf(...many), signal: stop.signal };
		const { processed, bodies } = await run(callAll(), setting, (number) =>
			number < 1 ? accepted() : end(stop),
		);
		expect(bodies).toHaveLength(2);
		expect(namesOf(await rememberedOf(processed, many.map(keyOf)))).toEqual(left);
	});

	test.each<[string, Setting, (stop: AbortController) => unknown]>([
		['another item fails and On Error is Stop', {}, () => refused()],
		[
			'the execution is cancelled',
			{ node: { onError: 'continueRegularOutput' } },
			(stop) => {
				stop.abort();
				return accepted();
			},
		],
	])(
		'an item that waits until its number is recorded is not sent any more, and a later execution can call it: %s',
		async (_why, more, answer) => {
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
			const parameters = (index: number) => ({
				numbers: [first, 'a'][index] ?? '',
				options: { repeatedNumbers: 'ever', parallelRequests: 2 },
			});
			const setting = { ...everOf(first, 'a'), parameters, processed, signal: stop.signal };
			const { bodies } = await run(callAll(), { ...setting, ...more }, () => {
				order.push('answered');
				isAnswered();
				return answer(stop);
			});
			expect(order).toEqual(['answered', 'recorded']);
			expect(bodies).toEqual([{ numbers: first.split(' ') }]);
			processed.pause = async () => undefined;
			expect(await recorded(processed)).toEqual([]);
		},
	);

	describe('a store that fails', () => {
		/** A store that has a row, and whose updates fail: all that come after so many, and before so many. */
		const failing = async (from: number, to = Number.POSITIVE_INFINITY) => {
			const processed = await processedOf(['z']);
			let updates = 0;
			processed.pause = async (access) => {
				if (access !== 'before update') return;
				updates += 1;
				if (updates > from && updates <= to) throw new Error('SQLITE_FULL: disk is full');
			};
			return processed;
		};

		test('after the calls were placed: their results are there, and their outcome is unknown later', async () => {
			const processed = await failing(1);
			// Both are claimed in one write.
			const parameters = (index: number) => ({
				numbers: 'ab'[index],
				options: { repeatedNumbers: 'ever' },
			});
			const setting = { ...everOf('a', 'b'), parameters, processed };
			const { items, error } = await run(callAll(), setting, accepted);
			expect(error).toBeUndefined();
			expect(items.map((item) => item.json)).toEqual([{ ok: 'yes' }, { ok: 'yes' }]);
			processed.pause = async () => undefined;
			expect(await recorded(processed)).toEqual(['a?', 'b?']);
		});

		test('once: it is asked again', async () => {
			const processed = await failing(0, 2);
			const { sent } = await run(callAll(), { ...everOf('a'), processed }, accepted);
			expect(sent).toHaveLength(1);
		});

		test('for good: nothing is sent, and no text of the database is shown', async () => {
			const setting = { ...everOf('a', 'b'), processed: await failing(0) };
			const { sent, error } = await run(callAll(), setting, accepted);
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
