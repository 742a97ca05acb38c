import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../harness/n8n/publishedWorkflow.mts';
import { WITHIN_MS, publishCallOnce, rowsFor } from './callOnce.mts';
import { NUMBERS } from './numbers.mts';
import { type World, countsOf } from './world.mts';

/** More than an execution claims before it is cancelled. */
const COUNT = 400;
const LATENCY_MS = 800;
const CALLS_BEFORE_CANCEL = 30;
/** What an execution sends at a time. */
const PARALLEL = 10;
/** The requests under way have arrived by then, and what was not sent is released. */
const SETTLED_MS = 3 * LATENCY_MS;

export function cancelPart(world: () => World): void {
	test('cancelled on a worker: what was not sent is released, what was being sent is unknown', async () => {
		const numbers = NUMBERS.slice(0, COUNT);
		const callOnce = await publishCallOnce(world(), 'cancel', LATENCY_MS);
		const { workflow } = callOnce;
		await workflow.start(rowsFor(numbers));
		const isAtWork = await until(
			async () => (await callOnce.called()).length >= CALLS_BEFORE_CANCEL,
			WITHIN_MS,
		);
		const [running] = await workflow.executions();
		await world().queue.rest.post(`/executions/${running?.id}/stop`);
		await pause(SETTLED_MS);
		const calledAtFirst = (await callOnce.called()).length;
		const statuses = countsOf((await workflow.executions()).map(({ status }) => status));

		world().sandbox.proxy.latencyMs = 0;
		const { twice, unknown, forgotten } = await callOnce.fatesOf(numbers);

		expect(isAtWork).toBe(true);
		expect(statuses).toEqual({ canceled: 1 });
		expect(calledAtFirst).toBeLessThan(COUNT / 2);
		expect({ twice, forgotten }).toEqual({ twice: [], forgotten: [] });
		expect(unknown.length).toBeLessThanOrEqual(PARALLEL);
	});
}
