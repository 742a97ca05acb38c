import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { RequestFailure } from '../../../nodes/shared/http';
import type { Outcome } from '../../../nodes/shared/execution/outcomes';
import { outcomesOf } from '../../../nodes/shared/execution/outcomes';

interface Try extends Partial<INode> {
	runIndex?: number;
	executionId?: string;
	signal?: AbortSignal;
	isTool?: boolean;
}

const contextOf = ({
	retryOnFail = true,
	id = 'node-1',
	runIndex = 0,
	executionId = '1',
	signal,
	isTool = false,
}: Try) =>
	({
		getNode: () => ({ id, retryOnFail }),
		getExecutionId: () => executionId,
		getExecutionCancelSignal: () => signal,
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		isToolExecution: () => isTool,
	}) as unknown as IExecuteFunctions;

const newSignal = () => new AbortController().signal;
const outcome: Outcome = { failure: new RequestFailure('x', '', { reach: 'unknown' }) };
const remember = (more: Try, place: unknown = [0], content: unknown = 'a') =>
	outcomesOf(contextOf(more))?.set(place, content, outcome);
const isKnown = (more: Try, place: unknown = [0], content: unknown = 'a') =>
	outcomesOf(contextOf(more))?.get(place, content) === outcome;

afterEach(() => void jest.useRealTimers());

test('are kept only where n8n may run the node again', () => {
	expect(outcomesOf(contextOf({ retryOnFail: false }))).toBeUndefined();
	expect(outcomesOf(contextOf({ executionId: 'o1' }))?.get([0], 'a')).toBeUndefined();
});

describe.each([
	['with a signal', () => ({ signal: newSignal() })],
	['without a signal', () => ({ executionId: String(Math.random()) })],
])('an execution %s', (_name, newExecution) => {
	test('finds them again in the same run of the same node, and in no other', () => {
		const execution: Try = newExecution();
		remember(execution);
		expect(isKnown(execution)).toBe(true);
		// An expression such as $now has another value.
		expect(isKnown(execution, [0], 'b')).toBe(true);
		expect(isKnown(execution, [1])).toBe(false);
		for (const other of [
			newExecution(),
			{ ...execution, id: 'node-2' },
			{ ...execution, runIndex: 1 },
		]) {
			expect(isKnown(other)).toBe(false);
		}
	});

	test('finds them after 1,000 other runs have begun', () => {
		const execution: Try = newExecution();
		remember(execution);
		for (let run = 0; run < 1_000; run += 1) {
			remember(newExecution());
			remember({ ...execution, id: `other-${run}` });
		}
		expect(isKnown(execution)).toBe(true);
	});
});

test('two executions with the same ID have nothing in common if their signals differ', () => {
	remember({ executionId: 'same', signal: newSignal() });
	expect(isKnown({ executionId: 'same', signal: newSignal() })).toBe(false);
});

test('an execution without a signal is remembered for a day after its last use', () => {
	jest.useFakeTimers();
	const hours = (count: number) => jest.setSystemTime(Date.now() + count * 3_600_000);
	remember({ executionId: 'old' });
	remember({ executionId: 'unused' });
	hours(20);
	expect(isKnown({ executionId: 'old' })).toBe(true);
	hours(20);
	expect(isKnown({ executionId: 'new' })).toBe(false);
	expect(isKnown({ executionId: 'old' })).toBe(true);
	expect(isKnown({ executionId: 'unused' })).toBe(false);
});

test('an execution that has ended takes its memory with it', async () => {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	const kept: Array<WeakRef<object>> = [];
	const alive = newSignal();
	const runOnce = (signal: AbortSignal) => {
		const items = [{ json: {} }];
		kept.push(new WeakRef(items));
		outcomesOf(contextOf({ signal }))?.set([0], 'a', { items, isSkipped: false });
	};
	runOnce(alive);
	for (let run = 0; run < 20; run += 1) runOnce(newSignal());
	for (let turn = 0; turn < 5; turn += 1) {
		await new Promise((resolve) => setImmediate(resolve));
		collect();
	}
	const left = kept.filter((reference) => reference.deref() !== undefined);
	expect(left).toEqual([kept[0]]);
	expect(isKnown({ signal: alive })).toBe(false);
});

describe('a tool of an AI model', () => {
	test('is called again only with other values', () => {
		const execution = { signal: newSignal(), isTool: true };
		remember(execution);
		expect(isKnown(execution)).toBe(true);
		expect(isKnown(execution, [0], 'b')).toBe(false);
	});

	test('has a run of its own for each try: what may have been done is known in all of them', () => {
		const execution = { signal: newSignal(), isTool: true };
		remember(execution);
		expect(isKnown({ ...execution, runIndex: 1 })).toBe(true);
		expect(isKnown({ ...execution, runIndex: 1 }, [0], 'b')).toBe(false);
	});

	test('can do the same again on purpose, after it was done', () => {
		const execution = { signal: newSignal(), isTool: true };
		const done: Outcome = { items: [], isSkipped: false };
		outcomesOf(contextOf(execution))?.set([0], 'a', done);
		expect(outcomesOf(contextOf({ ...execution, runIndex: 1 }))?.get([0], 'a')).toBeUndefined();
	});
});
