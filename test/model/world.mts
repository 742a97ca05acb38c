import type { INodeParameters } from 'n8n-workflow';
import { clock } from './clock.mts';
import { Engine, type Activation, type Circumstances, type LoadTrigger } from './engine.mts';
import type { Fate, History, Setup, Step } from './history.mts';
import { Broken } from './ledger.mts';
import { Scene } from './scene.mts';

const MINUTE = 60_000;
/** What a process needs from its beginning to its first poll. */
const START_UP_MS = 3_000;
/** After the last row was given out, so many polls must give nothing more. */
const QUIET_POLLS = 3;
/** Polls after the last row in which the next must come when nothing happens any more; many, for pages of one row and little time. */
const MOST_POLLS = { unlimited: 60, withBudget: 150 };
/** Requests so slow that a poll's budget runs out. */
const SLOW_MS = 1_000;
const PEACE: Circumstances = { faults: [], during: [] };

function parametersOf(setup: Setup): INodeParameters {
	const { agentId, campaignId, direction } = setup.filters;
	const { startFromMinutes, startAt } = setup;
	const locator = (value: string) => ({ __rl: true as const, mode: 'id', value });
	const isOfEnded = setup.event === 'callEnded';
	return {
		event: setup.event,
		simplify: setup.simplify,
		downloadRecording: setup.downloadRecording,
		filters: {
			...(agentId && { agentId: locator(agentId) }),
			...(campaignId && { campaignId: locator(campaignId) }),
			...(direction && { direction }),
		},
		options: {
			...(setup.event !== 'campaignFinished' && { lookbackMinutes: setup.overlapMinutes }),
			...(isOfEnded && { waitMinutes: setup.waitMinutes }),
			batchSize: setup.batchSize,
			afterCrash: setup.afterCrash,
			crashWindowMinutes: setup.crashWindowMinutes,
			...(startFromMinutes !== undefined && {
				startFrom: new Date(startAt - startFromMinutes * MINUTE).toISOString(),
			}),
		},
	} as INodeParameters;
}

/** Lives through one history, and breaks off where the trigger breaks its promise. */
export class World {
	private readonly scene: Scene;
	private readonly engine: Engine;
	private isActive = false;
	/** Activated by the user, though n8n may not have managed it yet. */
	private isWanted = false;

	constructor(
		private readonly history: History,
		load: LoadTrigger,
	) {
		const { setup } = history;
		clock.set(setup.startAt);
		this.scene = new Scene(setup);
		this.engine = new Engine(this.scene, load, parametersOf(setup));
	}

	/** @throws Broken if a promise is broken */
	async live(): Promise<void> {
		for (const step of this.history.steps) await this.step(step);
		if (!this.history.steps.some((step) => step.do === 'activate')) return;
		await this.comeToRest();
	}

	private async step(step: Step): Promise<void> {
		switch (step.do) {
			case 'poll':
				clock.advance(MINUTE);
				return await this.tick(step, step.fate, step.downMs);
			case 'pollTwice':
				clock.advance(MINUTE);
				if (this.isActive) await this.engine.pollTwice(step);
				return;
			case 'manual':
				return await this.engine.sample({ faults: step.faults, during: [] });
			case 'manners':
				return this.scene.platform.adopt(step.manners);
			case 'wait':
				return clock.advance(step.ms);
			case 'restart':
				return await this.restart(step.downMs, PEACE);
			case 'deactivate':
				this.isActive = false;
				this.isWanted = false;
				return;
			case 'activate':
				if (!this.isActive) await this.activate('activate', PEACE);
				return;
			default:
				return this.scene.happen(step);
		}
	}

	/** A poll on n8n's schedule. */
	private async tick(circumstances: Circumstances, fate: Fate, downMs: number): Promise<void> {
		if (!this.isActive) {
			// n8n tries again what it could not activate when it started.
			if (this.isWanted) await this.activate('init', circumstances);
			return;
		}
		await this.engine.poll(circumstances, fate, false);
		if (fate === 'discarded') {
			if (this.history.setup.engine === 'default') await this.activate('update', PEACE);
		} else if (fate !== 'taken') {
			await this.restart(downMs, { faults: circumstances.faults, during: [] });
		}
	}

	private async activate(mode: Activation, circumstances: Circumstances): Promise<void> {
		this.isWanted = true;
		this.engine.beginWorkflow(mode);
		this.isActive = await this.engine.poll(circumstances, 'taken', true);
	}

	private async restart(downMs: number, circumstances: Circumstances): Promise<void> {
		clock.advance(downMs);
		this.engine.beginProcess();
		clock.advance(START_UP_MS);
		// The durable engine goes on with its schedule.
		const pollsAtOnce = this.history.setup.engine === 'default';
		if (this.isActive && pollsAtOnce) await this.activate('init', circumstances);
	}

	/** Nothing happens any more, and there is time: now all that is due must come, and nothing else. */
	private async comeToRest(): Promise<void> {
		const { ledger } = this.scene;
		if (!this.isActive) await this.activate('activate', PEACE);
		await this.quietPolls(1);
		clock.advance((this.history.setup.waitMinutes + 1) * MINUTE);
		const { latencyMs } = this.history.setup;
		const patience = latencyMs < SLOW_MS ? MOST_POLLS.unlimited : MOST_POLLS.withBudget;
		for (let idle = 0; ledger.missing.length > 0; idle += 1) {
			if (idle > patience) this.complain(ledger.missing);
			const { length } = ledger.missing;
			await this.quietPolls(1);
			if (ledger.missing.length < length) idle = 0;
		}
		await this.quietPolls(QUIET_POLLS);
		// What is saved is all that a later process knows.
		await this.restart((this.history.setup.crashWindowMinutes + 1) * MINUTE, PEACE);
		await this.quietPolls(QUIET_POLLS);
	}

	private async quietPolls(count: number): Promise<void> {
		for (let number = 0; number < count; number += 1) {
			clock.advance(MINUTE);
			await this.tick(PEACE, 'taken', 0);
		}
	}

	private complain(missing: string[]): never {
		const [first] = missing;
		throw new Broken(
			`${missing.length} rows were never given out, such as ${this.scene.ledger.describe(first!)}`,
		);
	}
}
