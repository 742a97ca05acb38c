import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { RequestFailure } from '../../../nodes/shared/http';
import type { Outcome } from '../../../nodes/shared/execution/outcomes';
import { outcomesOf } from '../../../nodes/shared/execution/outcomes';

const contextOf = (
	executionId: string,
	{ retryOnFail = true, id = 'node-1', runIndex = 0 }: Partial<INode> & { runIndex?: number } = {},
) =>
	({
		getNode: () => ({ id, retryOnFail }),
		getExecutionId: () => executionId,
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
	}) as unknown as IExecuteFunctions;

const outcome: Outcome = { failure: new RequestFailure('x', '', { reach: 'unknown' }) };

test('are kept only where n8n may run the node again', () => {
	expect(outcomesOf(contextOf('o1', { retryOnFail: false }))).toBeUndefined();
	expect(outcomesOf(contextOf('o1'))).toEqual(new Map());
});

test('are found again by the same run of the same node, and by no other', () => {
	outcomesOf(contextOf('o2'))?.set('[0]', outcome);
	expect(outcomesOf(contextOf('o2'))?.get('[0]')).toBe(outcome);
	for (const other of [
		contextOf('o2-other'),
		contextOf('o2', { id: 'node-2' }),
		contextOf('o2', { runIndex: 1 }),
		contextOf('o2node', { id: '-1' }),
	]) {
		expect(outcomesOf(other)?.size).toBe(0);
	}
});

test('of fifty runs are kept: those that were used last', () => {
	const isKept = (id: string) => outcomesOf(contextOf(id))?.has('[0]') === true;
	outcomesOf(contextOf('old-1'))?.set('[0]', outcome);
	outcomesOf(contextOf('old-2'))?.set('[0]', outcome);
	for (let run = 0; run < 48; run += 1) outcomesOf(contextOf(`o3-${run}`));
	expect(isKept('old-1')).toBe(true);
	// Now the other is the oldest, and one more run is one too many.
	outcomesOf(contextOf('o3-new'));
	expect(isKept('old-1')).toBe(true);
	expect(isKept('old-2')).toBe(false);
});
