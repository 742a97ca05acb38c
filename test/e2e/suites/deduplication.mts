import { rowsOf } from '../../../harness/n8n/executions.mts';
import type { RecordedCall } from '../../../harness/samples/report.mts';
import { sampleWorkflows } from '../../../harness/samples/samples.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { callable } from '../../support/n8nContacts.mts';

interface SampleNode {
	name: string;
	parameters: { options?: object; [name: string]: unknown };
	position: number[];
	[setting: string]: unknown;
}

export function deduplicationSuite(world: () => TestN8n): void {
	const recordedCalls = async () => (await world().sandbox.api.get<RecordedCall[]>('/calls')).data;

	/** A copy of "Call a list" with another Make Call node, and without the long wait. */
	async function copyOfSample(name: string, change: (makeCall: SampleNode) => void) {
		const sample = structuredClone(
			sampleWorkflows().find((workflow) => workflow.name === 'Call a list'),
		) as unknown as { nodes: SampleNode[]; connections: Record<string, object> };
		for (const node of sample.nodes) {
			if (node.name === 'Make call') change(node);
			if (node.name === 'Wait') node.parameters.amount = 1;
		}
		const { nodes, connections } = sample;
		return await world().createWorkflow({ name, nodes, connections });
	}

	test('Call Once Ever: the second run calls nobody and says why', async () => {
		const id = await copyOfSample('Once ever', ({ parameters }) => {
			parameters.options = { ...parameters.options, repeatedNumbers: 'ever' };
		});
		const before = (await recordedCalls()).length;
		const first = await world().execute(id);
		expect(first.status).toBe('success');
		expect(await recordedCalls()).toHaveLength(before + 188);

		const second = await world().execute(id);
		expect(second.status).toBe('success');
		expect(await recordedCalls()).toHaveLength(before + 188);
		const skipped = rowsOf(second, 'Make call').filter((row) => row.skipped);
		expect(skipped).toHaveLength(192);
		const byEarlierRun = skipped.filter(({ reason }) => /earlier execution/.test(String(reason)));
		expect(byEarlierRun.map(({ row }) => row)).toEqual(callable.map(({ row }) => row));
		expect(rowsOf(second, 'Sort by row')).toHaveLength(200);
	});

	/** Five numbers of an area that does not occur in the sample list. */
	const numbers = [1, 2, 3, 4, 5].map((index) => `+1808555010${index}`);

	async function callFive(name: string) {
		const id = await copyOfSample(name, (node) => {
			Object.assign(node, { retryOnFail: true, maxTries: 3, waitBetweenTries: 500 });
			delete node.onError;
			node.parameters.toNumber = `={{ ${JSON.stringify(numbers)}[$itemIndex] }}`;
		});
		const { data: workflow } = await world().rest.get(`/workflows/${id}`);
		const { nodes, connections, versionId } = workflow.data as {
			nodes: SampleNode[];
			connections: Record<string, object>;
			versionId: string;
		};
		// Five rows of the list are enough.
		const limit = { id: 'limit', name: 'Limit', type: 'n8n-nodes-base.limit', typeVersion: 1 };
		nodes.push({ ...limit, position: [0, 0], parameters: { maxItems: 5 } });
		connections.Rows = { main: [[{ node: 'Limit', type: 'main', index: 0 }]] };
		connections.Limit = { main: [[{ node: 'Make call', type: 'main', index: 0 }]] };
		await world().rest.patch(`/workflows/${id}`, { nodes, connections, versionId });

		const before = (await recordedCalls()).length;
		const execution = await world().execute(id);
		const calls = (await recordedCalls()).slice(before);
		return { execution, called: calls.map(({ to_number }) => to_number).sort() };
	}

	const breakMakeCall = async (fault: object) =>
		await world().sandbox.api.patch('/behaviour', {
			faults: [{ method: 'POST', path: '/calls/make-call', times: 1, ...fault }],
		});

	afterEach(async () => {
		await world().sandbox.api.patch('/behaviour', { faults: [] });
	});

	test('Retry On Fail: a refused item is sent again, the calls already placed are not', async () => {
		await breakMakeCall({ kind: 'status', status: 409 });
		const { execution, called } = await callFive('Retry after a refusal');
		expect(execution.status).toBe('success');
		expect(called).toEqual(numbers);
		const returned = rowsOf(execution, 'Make call').map(({ to_number }) => to_number);
		expect(returned).toEqual(numbers);
	});

	test('Retry On Fail: a call of unknown outcome is not placed again, and the error says so', async () => {
		await breakMakeCall({ kind: 'resetAfter' });
		const { execution, called } = await callFive('Retry after a reset');
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toMatch(/unknown whether/i);
		expect(called).toEqual(numbers);
	});
}
