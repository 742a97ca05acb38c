import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { RequestFailure } from '../../../nodes/shared/http';
import type { Outcome } from '../../../nodes/shared/run/job';
import { callLogOf, executionState, outcomesOf } from '../../../nodes/shared/run/execution';

interface Try extends Partial<INode> {
	runIndex?: number;
	executionId?: string;
	/** What n8n keeps for a node while an execution lasts. */
	memory?: object;
	/** What n8n says of it; undefined: it has no such method, as n8n 1.123. */
	isToolExecution?: boolean;
}

const contextOf = ({
	retryOnFail = true,
	id = 'node-1',
	runIndex = 0,
	executionId = '1',
	memory = {},
	type = 'voiceAgentCall',
	isToolExecution,
}: Try) =>
	({
		getNode: () => ({ id, type, retryOnFail }),
		getExecutionId: () => executionId,
		getContext: () => memory,
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		...(isToolExecution !== undefined && { isToolExecution: () => isToolExecution }),
	}) as unknown as IExecuteFunctions;

const newExecution = (): Try => ({ memory: {} });
const outcome: Outcome = new RequestFailure('x', '', { arrival: 'unknown' });
const remember = (more: Try, place: unknown = [0], content: unknown = 'a') =>
	outcomesOf(contextOf(more))?.set(place, content, outcome);
const isKnown = (more: Try, place: unknown = [0], content: unknown = 'a') =>
	outcomesOf(contextOf(more))?.get(place, content) === outcome;

test('are found again in the same run of the same node, and in no other', () => {
	const execution = newExecution();
	remember(execution);
	expect(isKnown(execution)).toBe(true);
	// An expression such as $now has another value.
	expect(isKnown(execution, [0], 'b')).toBe(true);
	expect(isKnown(execution, [1])).toBe(false);
	expect(isKnown({ ...execution, runIndex: 1 })).toBe(false);
	for (let run = 0; run < 1_000; run += 1) remember(newExecution());
	expect(isKnown(execution)).toBe(true);
	expect(isKnown(newExecution())).toBe(false);
});

test('an execution that has ended takes its memory with it', async () => {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	const kept: Array<WeakRef<object>> = [];
	const alive = {};
	const runOnce = (memory: object) => {
		const items = [{ json: {} }];
		kept.push(new WeakRef(items));
		outcomesOf(contextOf({ memory }))?.set([0], 'a', { items });
	};
	runOnce(alive);
	for (let run = 0; run < 20; run += 1) runOnce({});
	const left = () => kept.filter((reference) => reference.deref() !== undefined);
	for (let turn = 0; turn < 5 && left().length > 1; turn += 1) {
		await new Promise((resolve) => setImmediate(resolve));
		collect();
	}
	expect(left()).toEqual([kept[0]]);
	expect(isKnown({ memory: alive })).toBe(false);
});

describe.each<[string, Try]>([
	['n8n says it', { isToolExecution: true }],
	['n8n cannot say it: its type ends in Tool', { type: 'voiceAgentCallTool' }],
	['n8n says no: its type ends in Tool', { type: 'voiceAgentCallTool', isToolExecution: false }],
])('a tool of an AI model, where %s', (_how, asTool) => {
	test('is called again only with other values', () => {
		const execution = { memory: {}, ...asTool };
		remember(execution);
		expect(isKnown(execution)).toBe(true);
		expect(isKnown(execution, [0], 'b')).toBe(false);
	});

	test('has a run of its own for each try: what may have been done is known in all of them', () => {
		const execution = { memory: {}, ...asTool };
		remember(execution);
		expect(isKnown({ ...execution, runIndex: 1 })).toBe(true);
		expect(isKnown({ ...execution, runIndex: 1 }, [0], 'b')).toBe(false);
	});

	test('can do the same again on purpose, after it was done', () => {
		const execution = { memory: {}, ...asTool };
		const done: Outcome = { items: [] };
		outcomesOf(contextOf(execution))?.set([0], 'a', done);
		expect(outcomesOf(contextOf({ ...execution, runIndex: 1 }))?.get([0], 'a')).toBeUndefined();
	});
});

test('an execution to which n8n hands on the state of the one that it repeats begins anew', () => {
	const ofNode = {};
	const stateOf = (executionId: string) =>
		executionState({ getExecutionId: () => executionId, getContext: () => ofNode } as never);
	stateOf('1').calls.push([0, '+12125550123']);
	expect([stateOf('1').calls.length, stateOf('2').calls.length]).toEqual([1, 0]);
});

test('two nodes of a workflow keep nothing for each other', () => {
	const ofWorkflow = {};
	const stateOf = () => {
		const ofNode = {};
		const getContext = (what: string) => (what === 'node' ? ofNode : ofWorkflow);
		return executionState({ getExecutionId: () => '1', getContext } as never);
	};
	stateOf().calls.push([0, '+12125550123']);
	expect(stateOf().calls).toEqual([]);
});

test('runs of a tool that go on beside each other have one log: each knows the calls of the others', () => {
	const context = contextOf({ type: 'voiceAgentCallTool' });
	const [one, other] = [callLogOf(context), callLogOf(context)];
	one.add(1, '+12125550123');
	expect(other.to('+12125550123')).toEqual([1]);
});
