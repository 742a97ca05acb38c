import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AxiosInstance } from 'axios';
import { N8n } from '../../harness/n8n/n8n.mts';
import { type Scheduler, environmentOf } from '../support/schedulers.mts';
import type { Postgres } from '../../harness/postgres/postgres.mts';
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
import { CREATE_TABLES, activateWorkflow, createCredentials } from './workflow.mts';

const LOGS = join(root, '.cache', 'e2eKill');
const ASK_EVERY_MS = 500;
/** Comparing 20,000 calls costs more than asking. */
const COMPARE_EVERY_MS = 3_000;
const ACTIVE_WITHIN_MS = 300_000;
/** Longer than n8n pauses after several polls in a row that failed. */
const QUIET_WITHIN_MS = 5 * 60_000;
/** Executions that were started are at their end when nothing has arrived for so long. */
const QUIET_FOR_MS = 5_000;

const QUICKLY = {
	// Killed while it activates a workflow, which includes a poll, n8n lets this time pass before it tries again; two minutes by default. It
	// gives up an activation after 0.7 of it, which leaves the trigger 21 s.
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '30',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '5000',
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

/** One n8n with its scheduler, one sandbox and one table of calls, from the activation until all is quiet. */
class Run {
	private readonly plan: Plan;
	private readonly postgres: Postgres;
	private readonly n8n: N8n;
	private readonly sandbox: FaultySandbox;
	private readonly chance: Chance;
	private readonly startedAt = Date.now();
	private readonly database: string;

	constructor(plan: Plan, postgres: Postgres, n8n: N8n, sandbox: FaultySandbox) {
		this.plan = plan;
		this.postgres = postgres;
		this.n8n = n8n;
		this.sandbox = sandbox;
		this.chance = new Chance(plan.seed);
		this.database = `crm_${plan.name}`;
	}

	private get seconds(): number {
		return Math.round((Date.now() - this.startedAt) / 1000);
	}

	private say(text: string): void {
		process.stderr.write(`[${this.plan.name}, ${this.seconds} s] ${text}\n`);
	}

	private readonly requests = async (): Promise<number> => this.sandbox.proxy.total;

	private readonly deliveries = (): Promise<number> =>
		countDeliveries(this.postgres, this.database);

	private async callIds(): Promise<string[]> {
		const { data } = await this.sandbox.api.get('/calls');
		return data.map(({ call_id }: { call_id: string }) => call_id);
	}

	private async prepare(): Promise<void> {
		await this.postgres.createDatabase(this.database);
		await this.postgres.query(this.database, CREATE_TABLES);
		const { before } = this.plan;
		// From an hour ago until now: they are within the lookback window, so their IDs must be known.
		if (before > 0) {
			await this.sandbox.api.post('/calls', { count: before, spacingSeconds: 3600 / before });
		}
		await this.n8n.start();
	}

	/** Activates the workflow and waits until n8n says that its trigger is set up, which comes after the first poll. */
	private async activate(): Promise<void> {
		const rest = await this.n8n.signIn();
		const { address } = this.postgres;
		const credentials = await createCredentials(rest, this.sandbox.url, address, this.database);
		const id = await activateWorkflow(rest, credentials, this.plan.batchSize);
		const isSetUp = async () => (await rest.get(`/workflows/${id}`)).data.data.triggerCount > 0;
		await this.until('The workflow does not become active', ACTIVE_WITHIN_MS, isSetUp);
	}

	private async until(
		complaint: string,
		withinMs: number,
		isSo: () => Promise<boolean>,
	): Promise<void> {
		const deadline = Date.now() + withinMs;
		while (!(await isSo())) {
			if (Date.now() > deadline) throw new Error(complaint);
			await pause(ASK_EVERY_MS);
		}
	}

	private async noteCrash(): Promise<void> {
		await this.postgres.query(this.database, 'INSERT INTO crashes DEFAULT VALUES');
	}

	private async crash(): Promise<string[]> {
		const moments: string[] = [];
		const { crashes = 0 } = this.plan;
		if (crashes === 0) return moments;
		const watched = { requests: this.requests, deliveries: this.deliveries };
		await crashAgainAndAgain(this.n8n, crashes, this.chance, watched, async (moment) => {
			moments.push(moment);
			await this.noteCrash();
			this.say(
				`crash ${moments.length} of ${crashes} (${moment}): ${await this.deliveries()} deliveries`,
			);
		});
		return moments;
	}

	/** Calls arrive, n8n is killed, the platform fails: all at the same time. */
	private async live(): Promise<Pick<Outcome, 'crashes' | 'faults'>> {
		const { calls, seconds, seed } = this.plan;
		const { api, proxy } = this.sandbox;
		let isOver = false;
		const faults = injectFaults(proxy, new Chance(seed + 1), () => isOver);
		try {
			const arriving = letCallsArrive(api, new Chance(seed + 2), calls, seconds);
			const [crashes] = await Promise.all([this.crash(), arriving]);
			isOver = true;
			return { crashes, faults: await faults };
		} finally {
			isOver = true;
		}
	}

	/** n8n starts after calls have arrived, and no request succeeds: calls are refused with 401, and the login hangs. */
	private async surviveOutage(): Promise<Pick<Outcome, 'crashes' | 'faults'>> {
		const { calls, seconds, seed } = this.plan;
		const { api, proxy } = this.sandbox;
		await this.n8n.kill();
		await this.noteCrash();
		proxy.faults = [
			{ path: '^/calls', status: 401 },
			{ path: '^/auth/login', kind: 'hang' },
		];
		await letCallsArrive(api, new Chance(seed), calls, seconds);
		await this.n8n.start();
		const rest = await this.n8n.signIn();
		await this.until(
			'No execution says that the platform is down',
			ACTIVE_WITHIN_MS,
			async () => ((await executionsByStatus(rest)).error ?? 0) > 0,
		);
		proxy.faults = [];
		return { crashes: ['beforeOutage'], faults: {} };
	}

	/** Waits until every call is saved, one more poll has ended, and nothing more arrives. */
	private async untilQuiet(expected: ReadonlySet<string>): Promise<void> {
		const left = async () => (await notSaved(this.postgres, this.database, expected)).length;
		let lastChange = Date.now();
		let before = expected.size;
		for (let now = await left(); now > 0; now = await left()) {
			if (now !== before) {
				lastChange = Date.now();
				this.say(`${now} calls are not saved yet`);
			}
			before = now;
			// A call that has not arrived by then is counted as missing.
			if (Date.now() - lastChange > QUIET_WITHIN_MS) break;
			await pause(COMPARE_EVERY_MS);
		}
		this.say(`${await left()} calls are not saved; one more poll …`);
		const requests = await this.requests();
		await this.until(
			'n8n does not poll any more',
			QUIET_WITHIN_MS,
			async () => (await this.requests()) > requests,
		);
		let activity = -1;
		for (let now = await this.activity(); now !== activity; now = await this.activity()) {
			activity = now;
			await pause(QUIET_FOR_MS);
		}
	}

	private async activity(): Promise<number> {
		return (await this.requests()) + (await this.deliveries());
	}

	async toItsEnd(): Promise<Outcome> {
		await this.prepare();
		const old = new Set(await this.callIds());
		await this.activate();
		const emittedByActivation = await this.deliveries();
		this.say(`active, ${old.size} calls were there before`);

		const met = await (this.plan.isOutage ? this.surviveOutage() : this.live());
		this.say('all calls have arrived; the platform does not fail any more');
		const expected = new Set((await this.callIds()).filter((id) => !old.has(id)));
		await this.untilQuiet(expected);

		const rest: AxiosInstance = await this.n8n.signIn();
		const figures = await figuresOf(this.postgres, this.database, expected, rest);
		return { ...figures, ...met, emittedByActivation, seconds: this.seconds };
	}
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
		return await new Run(plan, postgres, n8n, sandbox).toItsEnd();
	} finally {
		await n8n.stop();
		await sandbox.stop();
		mkdirSync(LOGS, { recursive: true });
		writeFileSync(join(LOGS, `${name}.log`), n8n.logs);
		rmSync(n8n.userFolder, { recursive: true, force: true });
	}
}
