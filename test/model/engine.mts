import { isDeepStrictEqual } from 'node:util';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isDeception, type FaultPlan } from '../platform/faults.mts';
import type { Platform } from '../platform/platform.mts';
import { shownTime } from '../platform/rows.mts';
import { clock } from './clock.mts';
import { InvariantViolation, violated, type Invariants } from './invariants.mts';
import {
	DefaultEngineStore,
	DurableEngineStore,
	pollContext,
	withDefaults,
	type PollSettings,
	type Session,
	type StaticDataStore,
} from './pollContext.mts';
import type { LoadTrigger } from './realTrigger.mts';
import type { ChangeDuring, NewRow, PollEnd, Settings } from './scenario.mts';
import type { WatchedPlatform } from './watchedPlatform.mts';

/** What a poll meets. */
export interface Conditions {
	faults: FaultPlan;
	during: readonly ChangeDuring[];
}

export type Activation = 'activate' | 'init' | 'update';

/** How one poll ended. */
interface Result {
	items: INodeExecutionData[];
	/** What made the poll fail. */
	error?: unknown;
	/** Thrown, not merely reported. */
	isThrown: boolean;
	session: Session;
}

/** Comparing the state at every request would take most of the time. */
const REQUESTS_PER_LOOK = 8;
/** Far more than a poll needs for the lists of the model, read twice row by row. */
const MAX_REQUESTS = 4_000;
/** So many polls in a row may say the same. */
const MAX_REPETITIONS = 5;
/** What a poll says that has no time to read the list. */
const TOO_LONG = /cannot be read in the time of one poll/;
/** What a poll says of campaigns that come or go whenever it reads them, and of a list with pages of few rows. */
const NO_TIMES = /does not say when its \w+ were made/;
const UNCERTAIN = /Only \d+ of \d+ rows could be read/;
const DISTURBED = /changes faster than it can be read|returns the same page again and again/;
const FEW_ROWS = 3;
/** A trigger may leave out the polls of that time, to see whether n8n saves what it has emitted. */
const SAVED_WITHIN_MS = 120_000;

let workflows = 0;

/** The part of n8n that polls: one process after the other, one workflow with one trigger. */
export class Engine {
	private readonly store: StaticDataStore;
	private readonly workflowId: string;
	private readonly parameters: INodeParameters;
	private readonly isDurable: boolean;
	private trigger!: INodeType;
	/** The default engine makes one context for as long as a workflow is active. */
	private activeContext?: IPollFunctions;
	private activation: Activation = 'activate';
	private violation?: InvariantViolation;
	private reported: Error[] = [];
	/** What polls said, and how many of them in a row. */
	private said = new Map<string, number>();
	/** Two polls run at the same time. */
	private isShared = false;
	/** Ends a poll that would never end by itself. */
	private giveUp: (violation: InvariantViolation) => void = () => {};
	/** Time that each request takes. */
	private latencyMs: number;
	/** Whose state must not move now. */
	private watchedSession?: Session;
	private hadBaseline = false;
	/** When n8n dropped items in this process. */
	private droppedAt = -Infinity;
	/** What n8n saved since the baseline was known, and after how many emissions. */
	private saves: Array<{ saved: string; emissions: number; email: string }> = [];
	/** What is in the database knows of no more emissions than this, because something else wrote it. */
	private setBackTo?: { emissions: number; email: string };
	/** The last poll moved its state. */
	private hasMoved = false;
	/** Rows came or went while the last poll ran. */
	private isDisturbed = false;
	/** When it began: how many rows there were, and with which times. */
	private rowsBefore = 0;
	private timesBefore = new Map<string, number | undefined>();

	constructor(
		private readonly settings: Settings,
		private readonly watched: WatchedPlatform,
		private readonly invariants: Invariants,
		private readonly load: LoadTrigger,
		parameters: INodeParameters,
	) {
		workflows += 1;
		this.latencyMs = settings.latencyMs;
		this.workflowId = `workflow-${workflows}`;
		this.isDurable = settings.engine === 'durable';
		this.store = this.isDurable ? new DurableEngineStore() : new DefaultEngineStore();
		this.beginProcess();
		this.parameters = withDefaults(this.trigger, parameters);
	}

	beginProcess(): void {
		clock.processStart = clock.now;
		this.said.clear();
		this.droppedAt = -Infinity;
		this.watched.log.processStarts.push(clock.now);
		this.trigger = this.load(this.settings);
		this.loadWorkflow('init');
	}

	/** The workflow is read from the database, with what was saved of its static data. */
	loadWorkflow(activation: Activation): void {
		const { setBackTo, watched } = this;
		if (setBackTo) {
			watched.log.forgotten(setBackTo.emissions);
			watched.log.isOtherAccount ||= setBackTo.email !== watched.email;
		}
		this.setBackTo = undefined;
		this.store.boot();
		this.activation = activation;
		this.activeContext = undefined;
	}

	/**
	 * A Code node has used the static data of the workflow: n8n writes all of them back as they were when its execution began. What is in memory
	 * stays. The durable engine keeps the state of a trigger elsewhere.
	 */
	setBack(saves: number): void {
		const earlier = this.saves.at(-1 - saves);
		if (!earlier || this.isDurable) return;
		this.store.saved = earlier.saved;
		this.setBackTo = earlier;
	}

	/** The platform answers without delay from now on. */
	becomeFast(): void {
		this.latencyMs = 0;
	}

	/** Time passes, more than n8n needs to save a state. */
	saveLate(): void {
		this.store.saveLate();
	}

	/**
	 * One poll, and what becomes of it.
	 *
	 * @returns false if n8n could not activate the workflow with it
	 */
	async poll(conditions: Conditions, end: PollEnd, isActivation: boolean): Promise<boolean> {
		const session = this.store.begin();
		this.store.saveLate();
		const isBaseline = Object.keys(session.data).length === 0;
		const { log } = this.watched;
		if (isBaseline && log.phase === 'before') {
			log.phase = 'unclear';
			log.baselineAt = clock.now;
		}
		this.watch(conditions, session);
		const result = await this.run(session, isActivation);
		if (result.error !== undefined) {
			if (isBaseline && !this.hadBaseline) log.phase = 'before';
			// An error that is only reported leaves an activation alone.
			if (!result.isThrown && isActivation) session.settle(false, true);
			return !result.isThrown;
		}
		const isSaved = this.settle(result, end, isActivation);
		if (isBaseline) this.hadBaseline = true;
		if (isBaseline && isActivation && !isSaved) violated('baselineIsSaved', this.workflowId);
		// The baseline takes one poll; rows that it did not see, and another account, are noticed when the list is read.
		const isKnown = isBaseline || (isSaved && log.phase === 'unclear' && (await this.wouldEmit()));
		if (isSaved && isKnown && log.phase === 'unclear') log.phase = 'after';
		return true;
	}

	/** Two polls that begin at the same moment. */
	async pollTwice(conditions: Conditions): Promise<void> {
		const sessions = [this.store.begin(), this.store.begin()] as const;
		this.store.saveLate();
		const before = JSON.stringify(sessions[0].data);
		this.watch(conditions, sessions[0]);
		this.isShared = true;
		const results = await Promise.all(
			sessions.map(async (session) => await this.run(session, false)),
		);
		this.isShared = false;
		// One of them only waits for the other. If that fails, or says what went wrong and moves nothing, nothing was read.
		const isIdle = results.every(({ session }) => JSON.stringify(session.data) === before);
		const haveFailed = results.some(({ error }) => error !== undefined);
		const haveRead = !haveFailed && !(isIdle && this.reported.length > 0);
		for (const result of results) {
			const isSettled = result.error === undefined && (haveRead || result.items.length > 0);
			if (isSettled) this.settle(result, 'taken', false);
		}
	}

	/** What "Fetch Test Event" shows. */
	async sample(conditions: Conditions): Promise<void> {
		this.store.saveLate();
		const session = this.store.begin();
		const before = JSON.stringify(session.data);
		this.watch(conditions, session);
		const context = pollContext(this.contextSettings(session, 'manual'));
		let items: INodeExecutionData[] = [];
		try {
			items = (await this.finished(this.trigger.poll!.call(context)))?.[0] ?? [];
		} catch (error) {
			this.rethrowViolation();
			checkKind(error);
			// On a slow platform only the latest rows are looked through.
			const isFast = this.settings.latencyMs === 0;
			const mustShow = isFast && this.watched.platform.faultsMet === 0;
			if (mustShow && this.invariants.hasSample) {
				violated('sampleIsThere', (error as Error).message);
			}
		}
		this.rethrowViolation();
		if (JSON.stringify(session.data) !== before) violated('sampleChangesNothing', before);
		this.invariants.checkSample(items);
	}

	/** Whether the trigger would emit a row that appears now. It is tried on copies of the platform and of the state. */
	async wouldEmit(id = 'probe'): Promise<boolean> {
		this.store.saveLate();
		const { data } = this.store.begin();
		const copy = { data: structuredClone(plain(data) as IDataObject), commit: () => {} };
		const platform = this.watched.copyWith(this.wantedRow(id));
		platform.onRequest = async (number) => await this.limit(number);
		const context = pollContext({
			...this.contextSettings(copy, 'trigger', platform),
			workflowId: `${this.workflowId}-probe`,
			onError: () => {},
		});
		platform.begin();
		const poll = this.finished(this.trigger.poll!.call(context));
		const output = await poll.catch((error: unknown) => {
			checkKind(error);
			return null;
		});
		return output?.[0]?.some((item) => this.watched.log.idOf(item) === id) ?? false;
	}

	/** In characters. */
	get stateSize(): number {
		return JSON.stringify(this.store.begin().data).length;
	}

	/** A row that is emitted as soon as the trigger sees it. */
	wantedRow(id: string): NewRow {
		const { agentId = 'agent_a', campaignId = 'campaign_a', direction } = this.settings.filters;
		return {
			id,
			ageMs: 0,
			status: 'completed',
			isComplete: true,
			agentId,
			campaignId,
			direction: direction === 'inbound' ? 'inbound' : 'outbound',
			time: 'steady',
			trouble: 'none',
		};
	}

	private async run(session: Session, isActivation: boolean): Promise<Result> {
		const before = JSON.stringify(session.data);
		const context = this.contextFor(session, isActivation);
		this.reported = [];
		const result: Result = { items: [], isThrown: false, session };
		try {
			const output = await this.finished(this.trigger.poll!.call(context));
			if (output !== null && (output.length !== 1 || output[0]?.length === 0)) {
				violated('outputShape', JSON.stringify(output));
			}
			result.items = output?.[0] ?? [];
		} catch (error) {
			result.error = error;
			result.isThrown = true;
		}
		this.hasMoved = JSON.stringify(session.data) !== before;
		if (this.watchedSession === session) this.watchedSession = undefined;
		this.rethrowViolation();
		if (!this.isShared) await this.checkSilence();
		// A poll that must not fail says what went wrong, and moves nothing.
		const isIdle = result.items.length === 0 && JSON.stringify(session.data) === before;
		if (!this.isShared && isIdle) result.error ??= this.reported[0];
		this.listen(result);
		if (result.error !== undefined) this.checkFailure(result.error, before, session.data);
		else if (!isDeepStrictEqual(JSON.parse(JSON.stringify(session.data)), plain(session.data))) {
			violated('stateIsJson', JSON.stringify(session.data));
		}
		return result;
	}

	/** @returns whether the state would survive the end of the process */
	private settle({ items, session }: Result, wanted: PollEnd, isActivation: boolean): boolean {
		const { log } = this.watched;
		const isCommittedAtOnce = this.isDurable && items.length > 0;
		const end = wanted === 'killedUnsaved' && isCommittedAtOnce ? 'killedLater' : wanted;
		const isExecuted = ['taken', 'savedLate', 'killedUnsaved', 'killedLater'].includes(end);
		const isKept = ['taken', 'savedLate', 'killedAfterSave', 'killedLater'].includes(end);
		const isLate = end === 'savedLate' && items.length > 0;
		this.invariants.checkItems(items, clock.now);
		this.invariants.checkState(JSON.stringify(session.data).length);
		const isSaved =
			isKept && session.settle(items.length > 0, isActivation && end === 'taken', isLate);
		log.emitted(items, clock.now, { isSaved, isExecuted });
		if (isSaved) this.noteSave();
		if (end === 'discarded' && items.length > 0) this.droppedAt = clock.now;
		const mayWait = clock.now - this.droppedAt < SAVED_WITHIN_MS;
		if (isSaved && !mayWait) log.noticeLosses(clock.now);
		return isSaved;
	}

	private noteSave(): void {
		this.setBackTo = undefined;
		// A poll that waits for n8n to save asks for nothing; one that had no time after a restart moves nothing.
		const { requests } = this.watched.platform;
		if (requests > 0 && this.hasMoved) this.watched.log.isOtherAccount = false;
		if (this.watched.log.phase !== 'after') this.saves = [];
		const { email, log } = this.watched;
		this.saves.push({ saved: this.store.saved, emissions: log.emissions, email });
	}

	private contextFor(session: Session, isActivation: boolean): IPollFunctions {
		if (!this.isDurable && this.activeContext) return this.activeContext;
		const settings = this.contextSettings(session, 'trigger');
		if (this.isDurable && !isActivation) settings.activation = 'update';
		this.activeContext = pollContext(settings);
		return this.activeContext;
	}

	private contextSettings(
		{ data, commit }: Pick<Session, 'data' | 'commit'>,
		mode: PollSettings['mode'],
		platform: Platform = this.watched.platform,
	): PollSettings {
		const { timezone, budgetMs } = this.settings;
		return {
			node: this.trigger,
			parameters: this.parameters,
			data,
			mode,
			activation: this.activation,
			workflowId: this.workflowId,
			email: () => this.watched.email,
			timezone,
			budgetMs,
			send: async (options) => await platform.send(options),
			commit,
			onError: (error) => {
				this.reported.push(error);
			},
		};
	}

	/** Sets what the platform does while a poll runs, and looks at what the poll must not have done by then. */
	private watch({ faults, during }: Conditions, session: Session): void {
		const { platform } = this.watched;
		const before = JSON.stringify(session.data);
		const left = new Set(during);
		this.watchedSession = session;
		// What the first reading of a list shows is taken for true.
		const isLearned = this.watched.log.phase === 'after';
		platform.begin(isLearned ? faults : faults.filter(({ fault }) => !isDeception(fault)));
		this.violation = undefined;
		this.isDisturbed = false;
		this.rowsBefore = platform.rows.length;
		this.timesBefore = this.shownTimes();
		platform.onRequest = async (number) => {
			await this.limit(number);
			clock.advance(this.latencyMs);
			const isLooked = this.watchedSession && number % REQUESTS_PER_LOOK === 0;
			if (isLooked && JSON.stringify(session.data) !== before) {
				// Thrown here it would be taken for a fault of the network.
				this.violation ??= new InvariantViolation('stateMovesAtTheEnd', 'it moved during a poll');
			}
			for (const entry of left) {
				if (entry.at > number) continue;
				left.delete(entry);
				this.isDisturbed = true;
				this.watched.apply(entry.change);
			}
		};
	}

	/** A request that is one too many gets no answer. */
	private async limit(number: number): Promise<void> {
		if (number < MAX_REQUESTS) return;
		this.giveUp(new InvariantViolation('pollsEnd', `more than ${MAX_REQUESTS} requests`));
		await new Promise(() => undefined);
	}

	/** The output of a poll, unless it sends requests for ever. */
	private async finished<Output>(poll: Promise<Output> | undefined): Promise<Output> {
		const endless = new Promise<never>((_resolve, reject) => {
			this.giveUp = reject;
		});
		return (await Promise.race([poll, endless])) as Output;
	}

	/** Takes notice of what a poll said. */
	private listen({ error }: Result): void {
		const { log, platform } = this.watched;
		const errors = [...new Set([...this.reported, ...(error === undefined ? [] : [error])])];
		for (const entry of errors) {
			checkKind(entry);
			log.said(entry as NodeApiError);
		}
		if (platform.faultsMet > 0) return;
		const texts = new Set(errors.map((entry) => (entry as Error).message));
		if (this.latencyMs > 0) texts.forEach((text) => TOO_LONG.test(text) && texts.delete(text));
		for (const text of this.said.keys()) if (!texts.has(text)) this.said.delete(text);
		for (const text of texts) {
			const times = (this.said.get(text) ?? 0) + 1;
			this.said.set(text, times);
			if (times > MAX_REPETITIONS) violated('saysItOnce', text);
		}
	}

	/** Whether what a poll began has ended with it. */
	private async checkSilence(): Promise<void> {
		const { platform } = this.watched;
		const { requests } = platform;
		await new Promise((resolve) => setImmediate(resolve));
		if (platform.requests > requests) violated('endsWithThePoll', 'a request came after it');
	}

	private checkFailure(error: unknown, before: string, data: IDataObject): void {
		checkKind(error);
		const { message, description } = error as NodeApiError;
		const isTooSlow = this.latencyMs > 0 && TOO_LONG.test(message);
		const isHonest = this.watched.platform.faultsMet === 0;
		const isExcused = this.mayBeUncertain(message) || this.hasLostTimes(message);
		if (isHonest && !isTooSlow && !isExcused) {
			violated('failsOnlyWithThePlatform', `${message} (${description})`);
		}
		if (JSON.stringify(data) !== before) violated('stateMovesAtTheEnd', `poll failed: ${message}`);
	}

	/** Whether rows came or went where they look like something else. */
	private mayBeUncertain(message: string): boolean {
		const { largestPage, rows } = this.watched.platform;
		const { pageSize = largestPage } = this.settings;
		const hasFewRows = Math.min(pageSize, rows.length) <= FEW_ROWS;
		// More rows came than a page has, or nothing on the second page is where it was.
		const came = rows.length - this.rowsBefore;
		const isFlooded = came >= pageSize || came > this.rowsBefore;
		const mayDisturb = (hasFewRows || isFlooded) && DISTURBED.test(message);
		if (this.isDisturbed) return UNCERTAIN.test(message) || mayDisturb;
		// A row that gets another time meanwhile has another place.
		return mayDisturb && !isDeepStrictEqual(this.shownTimes(), this.timesBefore);
	}

	/** What the platform shows now as the times of its rows. */
	private shownTimes(): Map<string, number | undefined> {
		const now = clock.now + this.settings.skewMs;
		return new Map(this.watched.platform.rows.map((row) => [row.id, shownTime(row, now)]));
	}

	/** Whether no row that is left has a time by now, and rows that are gone had: the platform may have stopped sending them. */
	private hasLostTimes(message: string): boolean {
		if (!NO_TIMES.test(message)) return false;
		const gone = [...this.watched.log.all].filter(([, { isDeleted }]) => isDeleted);
		const isAnyShown = [...this.shownTimes().values()].some((time) => time !== undefined);
		return !isAnyShown && gone.some(([, { row }]) => row.time !== 'none');
	}

	private rethrowViolation(): void {
		if (this.violation) throw this.violation;
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
	if (error instanceof InvariantViolation) throw error;
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		if (error.message !== '') return;
	}
	violated('readableErrors', (error as Error)?.stack ?? String(error));
}
