import { type Execution, outputOf, rowsOf } from '../../harness/n8n/executions.mts';
import { finishedExecution, until } from '../../harness/n8n/publishedWorkflow.mts';
import { renamed } from '../../harness/samples/importSamples.mts';
import { createTables } from '../../harness/samples/sampleTables.mts';
import {
	SAMPLE_CREDENTIAL,
	type SampleWorkflow,
	sampleWorkflows,
	startOf,
} from '../../harness/samples/samples.mts';
import { callable, notCalled } from '../support/n8nContacts.mts';
import type { World } from './world.mts';

const WITHIN_MS = 90_000;

function sampleOf(id: string): SampleWorkflow {
	const sample = sampleWorkflows().find((one) => one.id === id);
	if (!sample) throw new Error(`There is no sample ${id}`);
	return sample;
}

export function samplesPart(world: () => World): void {
	let login: { id: string; name: string };
	let tables: Record<string, string>;

	beforeAll(async () => {
		login = await world().createLogin('owner@example.com');
		tables = await createTables(world().queue.rest);
	});

	/** A copy of a sample with the credential and the tables of this n8n. */
	async function importSample(id: string): Promise<string> {
		const { name, nodes, connections, settings } = sampleOf(id);
		const ids = { ...tables, [SAMPLE_CREDENTIAL.id]: login.id };
		const workflow = { name, nodes: renamed(nodes, ids), connections, settings };
		return (await world().queue.rest.post('/workflows', workflow)).data.data.id;
	}

	/** Runs a sample as the editor's button does. */
	async function runSample(id: string): Promise<{ execution: Execution; executionId: string }> {
		const { rest } = world().queue;
		const { data } = await rest.post(`/workflows/${await importSample(id)}/run`, {
			triggerToStartFrom: { name: startOf(sampleOf(id)) },
		});
		const { executionId } = data.data ?? data;
		let execution: Execution | undefined;
		const isOver = async () => {
			execution = await finishedExecution(rest, executionId);
			return execution !== undefined;
		};
		if (!(await until(isOver, WITHIN_MS))) throw new Error(`${id} does not end`);
		return { execution: execution!, executionId };
	}

	test('the samples run on workers, with their files', async () => {
		const before = (await world().calledNumbers()).length;
		const list = await runSample('sampleCallAList');
		const called = (await world().calledNumbers()).slice(before);
		const campaign = await runSample('sampleMondayCampaign');
		const { data: contacts } = await world().sandbox.api.get<object[]>('/contacts');
		const onWorkers = world().queue.workers.flatMap((worker) => world().queue.executionsOf(worker));

		expect(list.execution.status).toBe('success');
		expect(called.sort()).toEqual(callable.map(({ number }) => number).sort());
		const back = rowsOf(list.execution, 'Result').filter(({ outcome }) => outcome === 'not called');
		expect(back.map(({ row }) => row)).toEqual(notCalled.map(({ row }) => row));
		const [file] = outputOf(list.execution, 'Results as Excel file');
		expect(file?.binary?.data.mimeType).toMatch(/sheet/);
		expect(campaign.execution.status).toBe('success');
		expect(contacts).toHaveLength(callable.length);
		expect(rowsOf(campaign.execution, 'Get results')).toHaveLength(callable.length);
		expect(onWorkers).toEqual(
			expect.arrayContaining([String(list.executionId), String(campaign.executionId)]),
		);
	});
}
