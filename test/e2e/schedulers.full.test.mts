import { PublishedWorkflow, until } from '../../harness/n8n/publishedWorkflow.mts';
import {
	DURABLE,
	DURABLE_IN_SQLITE,
	DURABLE_SCHEDULES,
	DURABLE_SCHEDULES_IN_SQLITE,
	type Scheduler,
	environmentOf,
} from '../../harness/n8n/schedulers.mts';
import { type TestN8n, startTestN8n } from '../../harness/n8n/testN8n.mts';
import { type Postgres, startPostgres } from '../../harness/postgres/postgres.mts';
import type { SampleReport } from '../../harness/samples/report.mts';
import { runSamples } from '../../harness/samples/sampleRun.mts';
import { sampleSuite } from './suites/samples.mts';

/*
 * The samples as they are, on an n8n with its durable scheduler; n8n.test.mts plays them without it. One n8n in PostgreSQL and one in SQLite run at the
 * same time: they mostly wait.
 */

const STARTED_WITHIN_MS = 60_000;
/** The sample polls once a minute. */
const IN_TABLE_WITHIN_MS = 150_000;
const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';
const EVERY_TEN_SECONDS = { rule: { interval: [{ field: 'seconds', secondsInterval: 10 }] } };

jest.setTimeout(1_200_000);

interface Played {
	world: TestN8n;
	reports: SampleReport[];
}

let postgres: Postgres;

beforeAll(async () => {
	postgres = await startPostgres();
});

afterAll(async () => await postgres?.stop());

/** Runs every sample. */
async function play(scheduler: Scheduler): Promise<Played> {
	const database = `n8n_${scheduler.name}`;
	if (scheduler.usesPostgres) await postgres.createDatabase(database);
	const world = await startTestN8n({ env: environmentOf(scheduler, postgres.address, database) });
	return { world, reports: await runSamples(world.samples) };
}

/** Publishes a copy of "Credit guard" whose schedule does not take a quarter of an hour. */
async function guardOften(world: TestN8n): Promise<PublishedWorkflow> {
	const { rest, samples } = world;
	const sample = (await rest.get(`/workflows/${samples.ids.sampleCreditGuard}`)).data.data;
	const nodes = sample.nodes.map((node: { type: string }) =>
		node.type === SCHEDULE ? { ...node, parameters: EVERY_TEN_SECONDS } : node,
	);
	const { name, connections } = sample;
	const id = await world.createWorkflow({ name: `${name}, often`, nodes, connections });
	const guard = new PublishedWorkflow(rest, id);
	await guard.publish();
	return guard;
}

describe.each([
	[DURABLE, DURABLE_IN_SQLITE],
	[DURABLE_SCHEDULES, DURABLE_SCHEDULES_IN_SQLITE],
])('samples with the durable scheduler of n8n', (...pair) => {
	let outcomes: Array<PromiseSettledResult<Played>>;

	beforeAll(async () => {
		outcomes = await Promise.allSettled(pair.map(play));
	});

	afterAll(async () => {
		for (const outcome of outcomes)
			if (outcome.status === 'fulfilled') await outcome.value.world.stop();
	});

	describe.each(pair)('$name', (scheduler) => {
		function played(): Played {
			const outcome = outcomes[pair.indexOf(scheduler)]!;
			if (outcome.status === 'rejected') throw outcome.reason;
			return outcome.value;
		}

		sampleSuite(
			() => played().world,
			async () => played().reports,
		);

		test('schedules start after all samples have run', async () => {
			const guard = await guardOften(played().world);
			const isStarted = async () => (await guard.counts()).over > 1;
			expect(await until(isStarted, STARTED_WITHIN_MS)).toBe(true);
		});

		test('polls go on after all samples have run', async () => {
			const { sandbox, database } = played().world.samples;
			const { data } = await sandbox.api.post('/calls', { count: 1, status: 'completed' });
			const isSaved = async () =>
				(await database.calls()).some(({ call_id }) => call_id === data.call_ids[0]);
			expect(await until(isSaved, IN_TABLE_WITHIN_MS)).toBe(true);
		});

		test('n8n reports no fault of its scheduler', () => {
			expect(played().world.n8n.logs).not.toMatch(/Scheduler pass failed/);
		});
	});
});
