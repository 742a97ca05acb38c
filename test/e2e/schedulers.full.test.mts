import { PublishedWorkflow, until } from '../../harness/n8n/publishedWorkflow.mts';
import {
	DURABLE,
	DURABLE_IN_SQLITE,
	DURABLE_SCHEDULES,
	environmentOf,
} from '../support/schedulers.mts';
import { type TestN8n, startTestN8n } from '../../harness/n8n/testN8n.mts';
import { type Postgres, startPostgres } from '../../harness/postgres/postgres.mts';
import type { SampleReport } from '../samples/report.mts';
import { runSamples } from '../samples/sampleRun.mts';
import { CALLS, rowsOfTable } from '../../harness/samples/sampleTables.mts';
import { sampleSuite } from './suites/samples.mts';

/*
 * The samples as they are, on an n8n with its durable scheduler; n8n.test.mts plays them without it.
 */

const STARTED_WITHIN_MS = 60_000;
/** The sample polls once a minute. */
const IN_TABLE_WITHIN_MS = 150_000;
const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';
const EVERY_TEN_SECONDS = { rule: { interval: [{ field: 'seconds', secondsInterval: 10 }] } };

jest.setTimeout(1_200_000);

let postgres: Postgres;

beforeAll(async () => {
	postgres = await startPostgres();
});

afterAll(async () => await postgres?.stop());

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

describe.each([DURABLE, DURABLE_IN_SQLITE, DURABLE_SCHEDULES])(
	'samples with the durable scheduler of n8n: $name',
	(scheduler) => {
		let started: TestN8n | undefined;
		let reports: SampleReport[];

		const world = (): TestN8n => {
			if (!started) throw new Error('n8n did not start');
			return started;
		};

		beforeAll(async () => {
			const database = `n8n_${scheduler.name}`;
			if (scheduler.usesPostgres) await postgres.createDatabase(database);
			started = await startTestN8n({ env: environmentOf(scheduler, postgres.address, database) });
			reports = await runSamples(started.samples);
		});

		afterAll(async () => await started?.stop());

		sampleSuite(world, async () => reports);

		test('schedules start after all samples have run', async () => {
			const guard = await guardOften(world());
			const isStarted = async () => (await guard.counts()).over > 1;
			expect(await until(isStarted, STARTED_WITHIN_MS)).toBe(true);
		});

		test('polls continue after all samples have run', async () => {
			const { sandbox, rest, ids } = world().samples;
			const { data } = await sandbox.api.post('/calls', { count: 1, status: 'completed' });
			const isSaved = async () =>
				(await rowsOfTable(rest, ids[CALLS])).some(({ call_id }) => call_id === data.call_ids[0]);
			expect(await until(isSaved, IN_TABLE_WITHIN_MS)).toBe(true);
		});

		test('n8n reports no fault of its scheduler', () => {
			expect(world().n8n.logs).not.toMatch(/Scheduler pass failed/);
		});
	},
);
