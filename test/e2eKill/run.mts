import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { N8n } from '../../harness/n8n/n8n.mts';
import { type Scheduler, environmentOf } from '../support/schedulers.mts';
import type { Postgres } from '../../harness/postgres/postgres.mts';
import { until } from '../../harness/n8n/publishedWorkflow.mts';
import { installPackage } from '../../harness/project/package.mts';
import { root } from '../../harness/project/project.mjs';
import { type FaultySandbox, startFaultySandbox } from '../../harness/faultProxy.mts';
import { letCallsArrive } from './arrivals.mts';
import { Chance } from './chance.mts';
import { crashAgainAndAgain } from './crashes.mts';
import {
	type Figures,
	countDeliveries,
	executionsByStatus,
	figuresOf,
	notSaved,
} from './figures.mts';
import { injectFaults } from './faults.mts';
import { CREATE_TABLES, SHORT_LEASE, activateWorkflow, createCredentials } from './workflow.mts';

const LOGS = join(root, '.cache', 'e2eKill');
/** Comparing 20,000 calls costs more than asking. */
const COMPARE_EVERY_MS = 3_000;
const REFUSED_WITHIN_MS = 300_000;
/** Longer than n8n pauses after several polls in a row that failed. */
const QUIET_WITHIN_MS = 5 * 60_000;
/** Executions that were started are at their end when nothing has arrived for so long. */
const QUIET_FOR_MS = 5_000;

const QUICKLY = {
	...SHORT_LEASE,
	// Of the durable scheduler, and shorter than the 20 s between two polls here: n8n lets a poll run beside one that takes longer.
	N8N_SCHEDULER_POLL_TIMEOUT: '18',
};

export interface Plan {
	scheduler: Scheduler;
	name: string;
	/** Calls that are there before the workflow is activated. */
	before: number;
	/** Calls that arrive after it. */
	calls: number;
	/** How long they take to arrive. */
	seconds: number;
	/** How often n8n is killed meanwhile, with faults at random. */
	crashes?: number;
	/** Instead of all that: nobody can log in while n8n starts once more and the calls arrive. */
	isOutage?: boolean;
	batchSize: number;
	seed: number;
}

export interface Outcome extends Figures {
	/** Items that had arrived in the workflow when the activation was over. */
	emittedByActivation: number;
	crashes: string[];
	faults: Record<string, number>;
	seconds: number;
}

/** @throws with this complaint if it does not become so */
async function untilSo(complaint: string, withinMs: number, isSo: () => Promise<boolean>) {
	if (!(await until(isSo, withinMs))) throw new Error(complaint);
}

/** One n8n with its scheduler, one sandbox and one table of calls, from the activation until all is quiet. */
async function play(
	{ name, before, calls, seconds, crashes = 0, isOutage, batchSize, seed }: Plan,
	postgres: Postgres,
	n8n: N8n,
	{ api, proxy, url }: FaultySandbox,
): Promise<Outcome> {
	const database = `crm_${name}`;
	const startedAt = Date.now();
	const secondsSince = () => Math.round((Date.now() - startedAt) / 1000);
	const say = (text: string) => process.stderr.write(`[${name}, ${secondsSince()} s] ${text}\n`);
	const requests = async (): Promise<number> => proxy.total;
	const deliveries = async () => await countDeliveries(postgres, database);
	const noteCrash = async () =>
		await postgres.query(database, 'INSERT INTO crashes DEFAULT VALUES');

	async function callIds(): Promise<string[]> {
		const { data } = await api.get('/calls');
		return data.map(({ call_id }: { call_id: string }) => call_id);
	}

	async function activate(): Promise<void> {
		const rest = await n8n.signIn();
		const credentials = await createCredentials(rest, url, postgres.address, database);
		await activateWorkflow(rest, credentials, batchSize);
	}

	async function crash(): Promise<string[]> {
		const moments: string[] = [];
		const watched = { requests, deliveries };
		await crashAgainAndAgain(n8n, crashes, new Chance(seed), watched, async (moment) => {
			moments.push(moment);
			await noteCrash();
			say(`crash ${moments.length} of ${crashes} (${moment}): ${await deliveries()} deliveries`);
		});
		return moments;
	}

	/** Calls arrive, n8n is killed, the platform fails: all at the same time. */
	async function live(): Promise<Pick<Outcome, 'crashes' | 'faults'>> {
		let isOver = false;
		const faults = injectFaults(proxy, new Chance(seed + 1), () => isOver);
		try {
			const arriving = letCallsArrive(api, new Chance(seed + 2), calls, seconds);
			const [moments] = await Promise.all([crash(), arriving]);
			isOver = true;
			return { crashes: moments, faults: await faults };
		} finally {
			isOver = true;
		}
	}

	/** n8n starts after calls have arrived, and no request succeeds: calls are refused with 401, and the login hangs. */
	async function surviveOutage(): Promise<Pick<Outcome, 'crashes' | 'faults'>> {
		await n8n.kill();
		await noteCrash();
		proxy.faults = [
			{ path: '^/calls', status: 401 },
			{ path: '^/auth/login', kind: 'hang' },
		];
		await letCallsArrive(api, new Chance(seed), calls, seconds);
		await n8n.start();
		const rest = await n8n.signIn();
		await untilSo(
			'No execution says that the platform is down',
			REFUSED_WITHIN_MS,
			async () => ((await executionsByStatus(rest)).error ?? 0) > 0,
		);
		proxy.faults = [];
		return { crashes: ['beforeOutage'], faults: {} };
	}

	/** Waits until every call is saved, one more poll has ended, and nothing more arrives. */
	async function untilQuiet(expected: ReadonlySet<string>): Promise<void> {
		const left = async () => (await notSaved(postgres, database, expected)).length;
		let lastChange = Date.now();
		let last = expected.size;
		for (let now = await left(); now > 0; now = await left()) {
			if (now !== last) {
				lastChange = Date.now();
				say(`${now} calls are not saved yet`);
			}
			last = now;
			// A call that has not arrived by then is counted as missing.
			if (Date.now() - lastChange > QUIET_WITHIN_MS) break;
			await pause(COMPARE_EVERY_MS);
		}
		say(`${await left()} calls are not saved; one more poll …`);
		const polled = await requests();
		const hasPolled = async () => (await requests()) > polled;
		await untilSo('n8n does not poll any more', QUIET_WITHIN_MS, hasPolled);
		const activityNow = async () => (await requests()) + (await deliveries());
		let activity = -1;
		for (let now = await activityNow(); now !== activity; now = await activityNow()) {
			activity = now;
			await pause(QUIET_FOR_MS);
		}
	}

	await postgres.createDatabase(database);
	await postgres.query(database, CREATE_TABLES);
	// From an hour ago until now: they are within the lookback window, so their IDs must be known.
	if (before > 0) await api.post('/calls', { count: before, spacingSeconds: 3600 / before });
	await n8n.start();
	const old = new Set(await callIds());
	await activate();
	const emittedByActivation = await deliveries();
	say(`active, ${old.size} calls were there before`);

	const met = await (isOutage ? surviveOutage() : live());
	say('all calls have arrived; the platform does not fail any more');
	const expected = new Set((await callIds()).filter((id) => !old.has(id)));
	await untilQuiet(expected);

	const figures = await figuresOf(postgres, database, expected, await n8n.signIn());
	return { ...figures, ...met, emittedByActivation, seconds: secondsSince() };
}

/** Runs a plan to its end. The package must have been built. */
export async function run(plan: Plan, postgres: Postgres): Promise<Outcome> {
	const { scheduler, name } = plan;
	const ownDatabase = `n8n_${name}`;
	if (scheduler.usesPostgres) await postgres.createDatabase(ownDatabase);
	const n8n = new N8n({
		userFolder: mkdtempSync(join(tmpdir(), 'voice-agent-trigger-')),
		env: { ...QUICKLY, ...environmentOf(scheduler, postgres.address, ownDatabase) },
	});
	const sandbox = await startFaultySandbox({ seed: plan.seed });
	try {
		await installPackage(n8n.userFolder);
		return await play(plan, postgres, n8n, sandbox);
	} finally {
		await n8n.stop();
		await sandbox.stop();
		mkdirSync(LOGS, { recursive: true });
		writeFileSync(join(LOGS, `${name}.log`), n8n.logs);
		rmSync(n8n.userFolder, { recursive: true, force: true });
	}
}
