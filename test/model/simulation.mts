import type { INodeParameters } from 'n8n-workflow';
import { clock } from './clock.mts';
import { Engine, type Activation, type Conditions } from './engine.mts';
import { Invariants, violated } from './invariants.mts';
import type { LoadTrigger } from './realTrigger.mts';
import type { Scenario, Settings, Step } from './scenario.mts';
import { WatchedPlatform } from './watchedPlatform.mts';

const MINUTE = 60_000;
/** What a process needs from its start to its first poll. */
const START_UP_MS = 3_000;
/** After everything was emitted, so many polls must emit nothing more. */
const QUIET_POLLS = 3;
/** Polls without progress after which what is due counts as lost: calls that failed are tried again after a while. */
const MAX_IDLE_POLLS = 60;

const LAST_ROW = 'lastRow';

const CALM: Conditions = { faults: [], during: [] };

type Ending = Pick<Extract<Step, { do: 'poll' }>, 'end' | 'downMs' | 'duringRestart'>;

function parametersOf(settings: Settings): INodeParameters {
	const { agentId, campaignId, direction } = settings.filters;
	const { event, startFromMinutes, startAt } = settings;
	const locator = (value: string) => ({ __rl: true as const, mode: 'id', value });
	return {
		event,
		output: settings.output,
		downloadRecording: settings.downloadRecording,
		filters: {
			...(agentId && { agentId: locator(agentId) }),
			...(campaignId && { campaignId: locator(campaignId) }),
			...(direction && { direction }),
		},
		options: {
			...(event === 'callEnded' && { waitMinutes: settings.waitMinutes }),
			batchSize: settings.batchSize,
			afterRestart: settings.afterCrash,
			emitAgainMinutes: settings.crashWindowMinutes,
			...(startFromMinutes !== undefined && {
				startFrom: new Date(startAt - startFromMinutes * MINUTE).toISOString(),
			}),
			...(event === 'campaignFinished' ? {} : { maxDelayMinutes: settings.lookbackMinutes }),
		},
	} as INodeParameters;
}

/** Plays one scenario, and stops where an invariant is violated. */
export class Simulation {
	private readonly watched: WatchedPlatform;
	private readonly invariants: Invariants;
	private readonly engine: Engine;
	private isActive = false;
	/** Activated by the user, though n8n may not have managed it yet. */
	private isWanted = false;

	constructor(
		private readonly scenario: Scenario,
		load: LoadTrigger,
	) {
		const { settings } = scenario;
		clock.set(settings.startAt);
		this.watched = new WatchedPlatform(settings);
		this.invariants = new Invariants(settings, this.watched.log, this.watched.platform);
		const parameters = parametersOf(settings);
		this.engine = new Engine(settings, this.watched, this.invariants, load, parameters);
	}

	/** @throws InvariantViolation */
	async play(): Promise<void> {
		this.watched.apply({ do: 'insert', rows: this.scenario.oldRows });
		await this.activate('activate', { faults: this.scenario.faults, during: [] });
		for (const step of this.scenario.steps) await this.step(step);
		await this.comeToRest();
	}

	private async step(step: Step): Promise<void> {
		switch (step.do) {
			case 'poll':
				clock.advance(MINUTE);
				return await this.tick(step, step);
			case 'pollTwice':
				clock.advance(MINUTE);
				if (this.isActive) await this.engine.pollTwice(step);
				return;
			case 'manual':
				return await this.engine.sample({ faults: step.faults, during: [] });
			case 'manner':
				return this.watched.changeManner(step.manner);
			case 'user':
				return this.watched.changeUser();
			case 'account':
				return this.watched.changeAccount(step.rows);
			case 'setBack':
				return this.engine.setBack(step.saves);
			case 'wait':
				this.engine.saveLate();
				return clock.advance(step.ms);
			case 'restart':
				return await this.restart(step.downMs, CALM);
			case 'deactivate':
				this.isActive = false;
				this.isWanted = false;
				return;
			case 'activate':
				if (!this.isActive) await this.activate('activate', CALM);
				return;
			default:
				return this.watched.apply(step);
		}
	}

	/** A poll on n8n's schedule. */
	private async tick(
		conditions: Conditions,
		{ end, downMs, duringRestart }: Ending,
	): Promise<void> {
		if (!this.isActive) {
			// n8n tries again what it could not activate when it started.
			if (this.isWanted) await this.activate('init', conditions);
			return;
		}
		await this.engine.poll(conditions, end, false);
		if (end === 'discarded') {
			if (this.scenario.settings.engine === 'default') await this.activate('update', CALM);
		} else if (end !== 'taken' && end !== 'savedLate') {
			await this.restart(downMs, { faults: conditions.faults, during: duringRestart });
		}
	}

	private async activate(mode: Activation, conditions: Conditions): Promise<void> {
		this.isWanted = true;
		this.engine.loadWorkflow(mode);
		this.isActive = await this.engine.poll(conditions, 'taken', true);
	}

	private async restart(downMs: number, conditions: Conditions): Promise<void> {
		clock.advance(downMs);
		this.engine.beginProcess();
		clock.advance(START_UP_MS);
		// The durable engine goes on with its schedule.
		const pollsAtOnce = this.scenario.settings.engine === 'default';
		if (this.isActive && pollsAtOnce) await this.activate('init', conditions);
	}

	/** Nothing happens any more, and there is time: now all that is due must come, and nothing else. */
	private async comeToRest(): Promise<void> {
		const { settings } = this.scenario;
		this.engine.becomeFast();
		if (!this.isActive) await this.activate('activate', CALM);
		await this.quietPolls(1);
		clock.advance((settings.waitMinutes + 1) * MINUTE);
		await this.emitWhatIsDue();
		await this.emitOneMore();
		await this.quietPolls(QUIET_POLLS);
		// What is saved is all that a later process knows.
		await this.restart((settings.crashWindowMinutes + 1) * MINUTE, CALM);
		await this.quietPolls(QUIET_POLLS);
		this.invariants.checkCost(this.engine.stateSize);
	}

	private async emitWhatIsDue(): Promise<void> {
		const { invariants } = this;
		for (let idle = 0; invariants.missing.length > 0; idle += 1) {
			if (idle > MAX_IDLE_POLLS) invariants.checkNothingIsLost();
			if (await this.emitsMore()) idle = 0;
		}
	}

	/** However little is due in a scenario, it is no scenario in which a trigger may stay silent. */
	private async emitOneMore(): Promise<void> {
		const { log } = this.watched;
		const lastRow = this.engine.wantedRow(LAST_ROW);
		for (let idle = 0; log.phase !== 'after'; idle += 1) {
			if (idle > MAX_IDLE_POLLS) violated('neverLost', `nothing comes after ${idle} polls`);
			// Where the list is not sorted by time, another row would be in another place.
			if (await this.engine.wouldEmit(LAST_ROW)) log.phase = 'after';
			else if (await this.emitsMore()) idle = 0;
		}
		this.watched.insert(lastRow);
		await this.emitWhatIsDue();
	}

	/** Whether another poll emits something. Rows that need not come take their place in the batches as well. */
	private async emitsMore(): Promise<boolean> {
		const { log } = this.watched;
		const { emissions } = log;
		await this.quietPolls(1);
		return log.emissions > emissions;
	}

	private async quietPolls(count: number): Promise<void> {
		for (let number = 0; number < count; number += 1) {
			clock.advance(MINUTE);
			await this.tick(CALM, { end: 'taken', downMs: 0, duringRestart: [] });
		}
	}
}
