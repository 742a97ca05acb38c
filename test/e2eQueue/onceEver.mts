import type { N8n } from '../../harness/n8n/n8n.mts';
import { until } from '../../harness/n8n/publishedWorkflow.mts';
import { scaleOf } from '../scale.mts';
import { type CallOnce, WITHIN_MS, publishCallOnce, rowsFor } from './callOnce.mts';
import { NUMBERS } from './numbers.mts';
import { type World, countsOf } from './world.mts';

const PER_EXECUTION = NUMBERS.length / 4;
/** Every number is in this many executions, which begin one right after the other. */
const EXECUTIONS_PER_NUMBER = 2;
/** So that there is work for as long as it takes to kill a worker twice and start others: an execution sends 10 requests at a time. */
const LATENCY_MS = 800;
const KILLS = scaleOf('killsOfWorkers');
/** That many calls are placed between the moment a worker is at work and its end. */
const CALLS_BEFORE_KILL = 60;
/** Two slices, the one in work and the next, of 100 numbers and some more when the store has grown. */
const UNKNOWN_PER_EXECUTION = 250;

export function onceEverPart(world: () => World): void {
	/** Executions that a worker has started and not finished. */
	const underWayOn = (worker: N8n) =>
		world().queue.executionsOf(worker).length -
		[...worker.logs.matchAll(/Worker finished execution \d+/g)].length;

	/** Kills a worker while it places calls. @returns how many executions it was at */
	async function killAtWork(worker: N8n, callOnce: CallOnce): Promise<number> {
		const isAtWork = await until(async () => underWayOn(worker) > 0, WITHIN_MS);
		if (!isAtWork) throw new Error('The worker that was to be killed got no work');
		const count = (await callOnce.called()).length;
		await until(async () => (await callOnce.called()).length >= count + CALLS_BEFORE_KILL, 20_000);
		const underWay = underWayOn(worker);
		await world().queue.killWorker(worker);
		return underWay;
	}

	/** How many of the pairs that wanted the same numbers ran on two workers. */
	function rivalsOnTwoWorkers(ids: string[]): number {
		const { processes } = world().queue;
		const placeOf = (id: string) =>
			processes.findIndex((n8n) => world().queue.executionsOf(n8n).includes(id));
		const places = ids.map(placeOf);
		return places.filter((place, index) => index % 2 === 1 && place !== places[index - 1]).length;
	}

	/** Lets two executions at a time want the same numbers, and meanwhile kills one worker, and then the one in its place. */
	async function callUnderFire(callOnce: CallOnce): Promise<number> {
		const { queue } = world();
		const { workflow } = callOnce;
		let executions = 0;
		for (let first = 0; first < NUMBERS.length; first += PER_EXECUTION) {
			const rows = rowsFor(NUMBERS.slice(first, first + PER_EXECUTION));
			for (let time = 0; time < EXECUTIONS_PER_NUMBER; time += 1) {
				await workflow.start(rows);
				executions += 1;
			}
		}
		let [worker] = queue.workers;
		let cutShort = 0;
		for (let kill = 0; kill < KILLS; kill += 1) {
			cutShort += await killAtWork(worker!, callOnce);
			worker = await queue.startWorker();
		}
		await workflow.untilOver(executions, WITHIN_MS);
		return cutShort;
	}

	test('two workers, one killed while it calls: nobody is called twice, and nobody is forgotten', async () => {
		const callOnce = await publishCallOnce(world(), 'once-ever', LATENCY_MS);
		const { workflow } = callOnce;
		const cutShort = await callUnderFire(callOnce);
		const executions = await workflow.executions();
		const statuses = countsOf(executions.map(({ status }) => status));
		const rivals = rivalsOnTwoWorkers(executions.map(({ id }) => String(id)));

		world().sandbox.proxy.latencyMs = 0;
		const { twice, unknown, forgotten } = await callOnce.fatesOf(NUMBERS);

		expect(cutShort).toBeGreaterThanOrEqual(KILLS);
		expect(rivals).toBeGreaterThan(0);
		expect({ twice, forgotten }).toEqual({ twice: [], forgotten: [] });
		expect(unknown.length).toBeLessThanOrEqual(cutShort * UNKNOWN_PER_EXECUTION);
		// Only an execution that was cut short fails.
		expect(executions.length - (statuses.success ?? 0)).toBeLessThanOrEqual(cutShort);
	});
}
