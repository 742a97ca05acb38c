import { isDeepStrictEqual } from 'node:util';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { FaultPlan } from '../support/fakePlatform.mts';
import {
	DefaultEngineStore,
	DurableEngineStore,
	pollContext,
	withDefaults,
	type PollSettings,
	type Session,
	type StaticDataStore,
} from '../support/pollContext.mts';
import { clock } from './clock.mts';
import type { Fate, PlatformStep } from './history.mts';
import { Broken } from './ledger.mts';
import type { Scene } from './scene.mts';

/** The trigger as a new process of n8n has it: without memory of an earlier process. */
export type LoadTrigger = () => INodeType;

export interface Circumstances {
	faults: FaultPlan;
	during: ReadonlyArray<{ at: number; step: PlatformStep }>;
}

export type Activation = 'activate' | 'init' | 'update';

/** How one poll ended. */
export interface Outcome {
	items: INodeExecutionData[];
	error?: unknown;
	/** Thrown, not merely reported. */
	isThrown: boolean;
	session: Session;
}

/** Comparing the state at every request would take most of the time. */
const LOOK_EVERY = 8;

let workflows = 0;

/** The part of n8n that polls: one process after the other, one workflow with one trigger. */
export class Engine {
	private readonly store: StaticDataStore;
	private readonly workflowId: string;
	private readonly parameters: INodeParameters;
	private readonly isDurable: boolean;
	private trigger!: INodeType;
	/** The default engine makes one context for as long as a workflow is active. */
	private standing?: { settings: PollSettings; context: IPollFunctions };
	private activation: Activation = 'activate';
	private broken?: Broken;
	private reported?: Error;
	/** Whose state must not move now. */
	private watched?: Session;
	private hadBaseline = false;

	constructor(
		private readonly scene: Scene,
		private readonly load: LoadTrigger,
		parameters: INodeParameters,
	) {
		workflows += 1;
		this.workflowId = `workflow-${workflows}`;
		this.isDurable = scene.setup.engine === 'durable';
		this.store = this.isDurable ? new DurableEngineStore() : new DefaultEngineStore();
		this.beginProcess();
		this.parameters = withDefaults(this.trigger, parameters);
	}

	beginProcess(): void {
		clock.processStart = clock.now;
		this.scene.ledger.processStarts.push(clock.now);
		this.trigger = this.load();
		this.beginWorkflow('init');
	}

	/** The workflow is read from the database, with what was saved of its static data. */
	beginWorkflow(activation: Activation): void {
		this.store.boot();
		this.activation = activation;
		this.standing = undefined;
	}

	/**
	 * One poll from beginning to end, and what becomes of it.
	 *
	 * @returns false if n8n could not activate the workflow with it
	 */
	async poll(circumstances: Circumstances, fate: Fate, isActivation: boolean): Promise<boolean> {
		const session = this.store.begin();
		const isBaseline = Object.keys(session.data).length === 0;
		const { ledger } = this.scene;
		if (isBaseline && ledger.phase === 'before') {
			ledger.phase = 'unclear';
			ledger.baselineAt = clock.now;
		}
		const outcome = await this.attempt(circumstances, session, isActivation);
		if (outcome.error !== undefined) {
			if (isBaseline && !this.hadBaseline) ledger.phase = 'before';
			// An error that is only reported leaves an activation alone.
			if (!outcome.isThrown && isActivation) session.settle(false, true);
			return !outcome.isThrown;
		}
		const isSaved = this.settle(outcome, fate, isActivation);
		if (isBaseline) this.hadBaseline = true;
		// A long baseline takes several polls.
		const { isReady = true } = Object(session.data.state);
		if (isSaved && isReady && ledger.phase === 'unclear') ledger.phase = 'after';
		return true;
	}

	/** Two polls that are begun at the same moment. */
	async pollTwice(circumstances: Circumstances): Promise<void> {
		const sessions = [this.store.begin(), this.store.begin()] as const;
		const outcomes = await Promise.all([
			this.attempt(circumstances, sessions[0], false),
			this.attempt(circumstances, sessions[1], false, true),
		]);
		for (const outcome of outcomes) {
			if (outcome.error === undefined) this.settle(outcome, 'taken', false);
		}
	}

	/** What "Fetch Test Event" shows. */
	async sample(circumstances: Circumstances): Promise<void> {
		const session = this.store.begin();
		const before = JSON.stringify(session.data);
		this.watch(circumstances, session);
		const context = pollContext(this.settingsFor(session, 'manual'));
		const { ledger, find, platform } = this.scene;
		let items: INodeExecutionData[] = [];
		try {
			items = (await this.trigger.poll!.call(context))?.[0] ?? [];
		} catch (error) {
			this.rethrowIfBroken();
			checkKind(error);
			// On a slow platform only the latest rows are looked through.
			const isSlow = this.scene.setup.latencyMs > 0;
			if (!isSlow && platform.faultsMet === 0 && ledger.hasSample(find)) {
				throw new Broken(`No sample though there is one: ${(error as Error).message}`);
			}
		}
		this.rethrowIfBroken();
		if (JSON.stringify(session.data) !== before) throw new Broken('A test moved the state');
		ledger.checkSample(items, find);
	}

	private async attempt(
		circumstances: Circumstances,
		session: Session,
		isActivation: boolean,
		isSecond = false,
	): Promise<Outcome> {
		if (!isSecond) this.watch(circumstances, session);
		const before = JSON.stringify(session.data);
		const context = this.contextFor(session, isActivation);
		this.reported = undefined;
		let outcome: Outcome = { items: [], isThrown: false, session };
		try {
			const result = await this.trigger.poll!.call(context);
			if (result !== null && (result.length !== 1 || result[0]?.length === 0)) {
				throw new Broken('A poll gives null or one output with items');
			}
			outcome.items = result?.[0] ?? [];
		} catch (error) {
			outcome = { ...outcome, error, isThrown: true };
		}
		if (this.watched === session) this.watched = undefined;
		outcome.error ??= this.reported;
		this.rethrowIfBroken();
		if (outcome.error !== undefined) this.checkFailure(outcome.error, before, session.data);
		else if (!isDeepStrictEqual(JSON.parse(JSON.stringify(session.data)), plain(session.data))) {
			throw new Broken('The state is not plain JSON');
		}
		return outcome;
	}

	/** @returns whether the state would survive the end of the process */
	private settle({ items, session }: Outcome, fate: Fate, isActivation: boolean): boolean {
		const { ledger, find } = this.scene;
		const isCommittedAtOnce = this.isDurable && items.length > 0;
		const end: Fate = fate === 'killedUnsaved' && isCommittedAtOnce ? 'killedLater' : fate;
		const hasRun = ['taken', 'killedUnsaved', 'killedLater'].includes(end);
		const isKept = ['taken', 'killedAfterSave', 'killedLater'].includes(end);
		ledger.checkItems(items, find, clock.now);
		const isSaved = isKept && session.settle(items.length > 0, isActivation && end === 'taken');
		ledger.record(items, clock.now, { isSaved, hasRun });
		if (isSaved) ledger.noticeLosses(clock.now);
		return isSaved;
	}

	private contextFor(session: Session, isActivation: boolean): IPollFunctions {
		if (!this.isDurable && this.standing) return this.standing.context;
		const settings = this.settingsFor(session, 'trigger');
		if (this.isDurable && !isActivation) settings.activation = 'update';
		this.standing = { settings, context: pollContext(settings) };
		return this.standing.context;
	}

	private settingsFor({ data, commit }: Session, mode: PollSettings['mode']): PollSettings {
		const { setup, platform } = this.scene;
		return {
			node: this.trigger,
			parameters: this.parameters,
			data,
			mode,
			activation: this.activation,
			workflowId: this.workflowId,
			timezone: setup.timezone,
			budgetMs: setup.budgetMs,
			send: async (options) => await platform.request(options),
			commit,
			onError: (error) => {
				this.reported = error;
			},
		};
	}

	/** What the platform does while a poll runs, and what the poll must not have done by then. */
	private watch({ faults, during }: Circumstances, session: Session): void {
		const { platform, setup } = this.scene;
		const before = JSON.stringify(session.data);
		const left = new Set(during);
		this.watched = session;
		platform.requests = 0;
		platform.faultsMet = 0;
		platform.faults = faults;
		this.broken = undefined;
		platform.onRequest = (number) => {
			clock.advance(setup.latencyMs);
			if (this.watched && number % LOOK_EVERY === 0 && JSON.stringify(session.data) !== before) {
				// Thrown here it would be taken for a fault of the network.
				this.broken ??= new Broken('The state moved before the poll had come to its end');
			}
			for (const entry of left) {
				if (entry.at > number) continue;
				left.delete(entry);
				this.scene.happen(entry.step);
			}
		};
	}

	private checkFailure(error: unknown, before: string, data: IDataObject): void {
		checkKind(error);
		const { message, description } = error as NodeApiError;
		if (this.scene.platform.faultsMet === 0) {
			throw new Broken(`An error though the platform was well: ${message} (${description})`);
		}
		if (JSON.stringify(data) !== before) throw new Broken('A poll that failed moved the state');
	}

	private rethrowIfBroken(): void {
		if (this.broken) throw this.broken;
	}
}

/** A copy without the prototypes and hidden fields that n8n's observer adds, and with everything else that JSON would lose. */
function plain(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== 'object' || value === null) return value;
	if (value instanceof Date || value instanceof Map || value instanceof Set) return value;
	const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
	return Object.fromEntries(entries.map(([name, inner]) => [name, plain(inner)]));
}

function checkKind(error: unknown): void {
	if (error instanceof Broken) throw error;
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		if (error.message !== '') return;
	}
	throw new Broken(`n8n cannot show this error: ${(error as Error)?.stack ?? String(error)}`);
}
