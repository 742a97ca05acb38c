import { outputOf } from '../../harness/n8n/executions.mts';
import type { N8n } from '../../harness/n8n/n8n.mts';
import { until } from '../../harness/n8n/publishedWorkflow.mts';
import { NODE, UNKNOWN_NUMBERS, type WebhookWorkflow, publishWebhook } from './workflows.mts';
import { type World, countText, countsOf, say } from './world.mts';

/** Each with all 100 numbers that are kept for fiction. */
const AREAS = [...Array(20).keys()].map((index) => 205 + index * 10);
const NUMBERS = AREAS.flatMap((area) =>
	[...Array(100).keys()].map((last) => `+1${area}55501${String(last).padStart(2, '0')}`),
);
const PER_EXECUTION = 500;
/** Every number is in this many executions, which begin one right after the other. */
const EXECUTIONS_PER_NUMBER = 2;
/** So that there is work for as long as it takes to kill a worker twice and start others: an execution sends 10 requests at a time. */
const LATENCY_MS = 800;
const KILLS = 2;
/** That many calls are placed between the moment a worker is at work and its end. */
const CALLS_BEFORE_KILL = 60;
const WITHIN_MS = 120_000;

const makeCall = {
	resource: 'call',
	operation: 'makeCall',
	agentId: { __rl: true, mode: 'id', value: 'agent_0001' },
	toNumber: '={{ $json.number }}',
	options: { repeatedNumbers: 'ever', unknownNumbers: UNKNOWN_NUMBERS },
};

const rowsFor = (numbers: string[]) => numbers.map((number) => ({ number }));

export function onceEverPart(world: () => World): void {
	let before = 0;
	const called = async () => (await world().calledNumbers()).slice(before);

	/** Executions that a worker has started and not finished. */
	const underWayOn = (worker: N8n) =>
		world().queue.executionsOf(worker).length -
		[...worker.logs.matchAll(/Worker finished execution \d+/g)].length;

	/** Kills a worker while it places calls. @returns how many executions it was at */
	async function killAtWork(worker: N8n): Promise<number> {
		const isAtWork = await until(async () => underWayOn(worker) > 0, WITHIN_MS);
		if (!isAtWork) throw new Error('The worker that was to be killed got no work');
		const count = (await called()).length;
		await until(async () => (await called()).length >= count + CALLS_BEFORE_KILL, 20_000);
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
	async function callUnderFire(workflow: WebhookWorkflow): Promise<number> {
		const { queue } = world();
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
			cutShort += await killAtWork(worker!);
			worker = await queue.startWorker();
		}
		await workflow.untilOver(executions, WITHIN_MS);
		return cutShort;
	}

	test('two workers, one killed twice: nobody is called twice, and nobody is forgotten', async () => {
		const startedAt = Date.now();
		const { api } = world().sandbox;
		before = (await world().calledNumbers()).length;
		await api.put('/balance', { credits: 1_000_000 });
		await api.patch('/behaviour', { latencyMs: LATENCY_MS });
		const credential = await world().createLogin('owner@example.com');
		const workflow = await publishWebhook(world().queue, 'once-ever', {
			parameters: makeCall,
			credential,
		});

		const cutShort = await callUnderFire(workflow);
		const executions = await workflow.executions();
		const statuses = countsOf(executions.map(({ status }) => status));
		const rivals = rivalsOnTwoWorkers(executions.map(({ id }) => String(id)));
		const calledAtFirst = (await called()).length;

		await api.patch('/behaviour', { latencyMs: 0 });
		// What a person would do after that: run the whole list again, then ask for those whose outcome is not known.
		const again = await workflow.execute(rowsFor(NUMBERS), WITHIN_MS);
		const asked = await workflow.execute(rowsFor(NUMBERS), WITHIN_MS, 'getUnknown');
		const unknown = outputOf(asked, NODE)
			.filter(({ json }) => json.outcome === 'unknown')
			.map(({ json }) => String(json.to_number));

		const calls = await called();
		const twice = calls.filter((number, index) => calls.indexOf(number) !== index);
		const accountedFor = new Set([...calls, ...unknown]);
		const forgotten = NUMBERS.filter((number) => !accountedFor.has(number));
		say('once ever', {
			numbers: NUMBERS.length,
			executions: countText(statuses),
			'cut short': cutShort,
			'pairs on two workers': rivals,
			'failed items': countText(await workflow.errors()),
			'called by them': calledAtFirst,
			'called in the end': new Set(calls).size,
			'called twice or more': new Set(twice).size,
			unknown: unknown.length,
			forgotten: forgotten.length,
			seconds: Math.round((Date.now() - startedAt) / 1000),
		});

		expect(cutShort).toBeGreaterThanOrEqual(KILLS);
		expect(rivals).toBeGreaterThan(0);
		expect({ twice: twice.length, forgotten: forgotten.length }).toEqual({
			twice: 0,
			forgotten: 0,
		});
		// Only an execution that was cut short fails.
		expect(executions.length - (statuses.success ?? 0)).toBeLessThanOrEqual(cutShort);
		expect([again.status, asked.status]).toEqual(['success', 'success']);
	});
}
