import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../harness/n8n/publishedWorkflow.mts';
import { type Sandbox, startSandbox } from '../../harness/sandbox.mts';
import { scaleOf, seed } from '../scale.mts';
import { letCallsArrive } from '../e2eKill/arrivals.mts';
import { Chance } from '../e2eKill/chance.mts';
import { countDeliveries, figuresOf, notSaved } from '../e2eKill/figures.mts';
import {
	CREATE_TABLES,
	SHORT_LEASE,
	activateWorkflow,
	createCredentials,
} from '../e2eKill/workflow.mts';
import type { World } from './world.mts';

const DATABASE = 'crm_queue';
const CALLS = scaleOf('callsOfQueue');
const ARRIVE_IN_SECONDS = scaleOf('queueSeconds');
/** More than arrive between two polls: n8n polls every 20 seconds here. */
const BATCH_SIZE = 300;
/** How long a poll has been under way when the main process is killed. */
const INTO_THE_POLL_MS = 300;
const WITHIN_MS = 120_000;

export function triggerPart(world: () => World): void {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox();
	});

	afterAll(async () => await sandbox?.stop());

	async function callIds(): Promise<Set<string>> {
		const { data } = await sandbox.api.get<Array<{ call_id: string }>>('/calls');
		return new Set(data.map(({ call_id }) => call_id));
	}

	/** Publishes the workflow, and waits for its first poll. */
	async function activate(): Promise<void> {
		const { postgres, rest } = world().queue;
		await postgres.createDatabase(DATABASE);
		await postgres.query(DATABASE, CREATE_TABLES);
		const credentials = await createCredentials(rest, sandbox.url, postgres.address, DATABASE);
		await activateWorkflow(rest, credentials, BATCH_SIZE);
	}

	const deliveries = async () => await countDeliveries(world().queue.postgres, DATABASE);
	const requests = async (): Promise<number> => (await sandbox.api.get('/state')).data.requests;

	async function untilMore(count: () => Promise<number>): Promise<void> {
		const before = await count();
		const isMore = await until(async () => (await count()) > before, WITHIN_MS);
		if (!isMore) throw new Error('The main process does not poll');
	}

	/** Ends the main process as a crash would, and starts another one, on a machine of its own. */
	async function replaceMain(): Promise<void> {
		const { queue } = world();
		await queue.main.kill();
		await queue.postgres.query(DATABASE, 'INSERT INTO crashes DEFAULT VALUES');
		await queue.startMain(SHORT_LEASE);
	}

	/** Replaces the main process twice: when workers have just got items, and in the middle of a poll. */
	async function replaceMainTwice(): Promise<void> {
		await untilMore(deliveries);
		await replaceMain();
		// The poll of the start is over, and the next one begins.
		await untilMore(deliveries);
		await untilMore(requests);
		await pause(INTO_THE_POLL_MS);
		await replaceMain();
	}

	/** Workers have ended what they got, and nothing more arrives. */
	async function untilQuiet(expected: ReadonlySet<string>): Promise<void> {
		const { postgres } = world().queue;
		const left = async () => (await notSaved(postgres, DATABASE, expected)).length;
		await until(async () => (await left()) === 0, WITHIN_MS);
		let before = -1;
		for (let now = await deliveries(); now !== before; now = await deliveries()) {
			before = now;
			await pause(3_000);
		}
	}

	test('the main polls, workers execute; another main continues, and no call is lost', async () => {
		await activate();
		const arriving = letCallsArrive(sandbox.api, new Chance(seed), CALLS, ARRIVE_IN_SECONDS);
		await Promise.all([replaceMainTwice(), arriving]);
		const expected = await callIds();
		await untilQuiet(expected);

		const { queue } = world();
		const figures = await figuresOf(queue.postgres, DATABASE, expected, queue.rest);
		const executions = await queue.postgres.query<{ id: string }>(
			DATABASE,
			'SELECT DISTINCT execution_id::text AS id FROM deliveries',
		);
		const onWorkers = new Set(queue.workers.flatMap((worker) => queue.executionsOf(worker)));

		expect({ rows: figures.rows, missing: figures.missing }).toEqual({ rows: CALLS, missing: [] });
		expect(figures.unexpected).toEqual([]);
		expect(figures.unexplained).toBe(0);
		// Not on the main process.
		expect(executions.filter(({ id }) => !onWorkers.has(id))).toEqual([]);
	});
}
