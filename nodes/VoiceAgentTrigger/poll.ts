/*
 * One poll. If it fails, its draft is thrown away, and the next one begins where it did.
 *
 * 1. `poll` reads the state that the last poll saved (`state/`), as a draft, and reopens what a crash may have lost.
 * 2. The event (`events/`) finds out what is new. A list is read by `reading/`, and compared with the draft.
 * 3. `poll` commits the draft: what was found counts as emitted, and is saved together with the items.
 */
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Client } from '../shared/http';
import { clientFor, ListChanges, RequestFailure, within } from '../shared/http';
import { Params } from '../shared/operation';
import { isObject, ParameterError } from '../shared/values';
import type { TriggerItem, TriggerEvent } from './event';
import { events } from './events';
import type { LastPoll } from './lastPoll';
import { lastPollOf } from './lastPoll';
import { pollError } from './pollError';
import { processStart } from './processStart';
import { triggerProperties } from './properties';
import { ListTooLong } from './reading';
import type { SavedState } from './state';
import { TriggerState } from './state';
import type { PollProblem, Watch } from './watch';

const MS_PER_MINUTE = 60_000;
/** A poll reads a list in one go, so it takes most of the time that n8n gives. */
const MAX_POLL_MS = 4 * MS_PER_MINUTE;
/** n8n 2.41 gives up an activation after 84 seconds. */
const MAX_ACTIVATION_MS = MS_PER_MINUTE;
/** The time of an activation that worked before. n8n waits for it, so it is short; the next poll finds what is new. */
const MAX_RETURN_MS = 10_000;
/** The time that n8n gives a poll without a limit: the poll of an activation, and each poll of the default engine. */
const NO_LIMIT_MS = 5 * MS_PER_MINUTE;
/** Parts of the budget after which no further page is read, nothing new is begun, and what is under way is given up. */
const READING_SHARE = 0.6;
const WORK_SHARE = 0.8;
const DEADLINE_SHARE = 0.95;
/** After the budget and this time nobody waits any more, also for a login of n8n's. n8n gives up some seconds later. */
const GRACE_MS = 1_500;
/** How long a poll waits for n8n to save what the last one emitted: over a minute, so that one poll is left out. */
const SAVING_MS = 1.5 * MS_PER_MINUTE;
const TEST_ITEMS = 3;

/** The parameters of the node, for what the editor calls them in errors. */
const fields = triggerProperties(events);

// n8n's own extraction of a locator's value fails for filters that the chosen event does not show.
const pollParams = (context: IPollFunctions): Params =>
	new Params((name, fallback) => context.getNodeParameter(name, fallback), {
		fields,
		timeZone: context.getTimezone(),
	});

function eventOf(params: Params): TriggerEvent {
	const value = params.text('event');
	const event = events.find((entry) => entry.value === value);
	if (!event) {
		throw new ParameterError(
			`This version of the node knows no event "${value}"`,
			"Choose one under 'Trigger On', or install the version of the package that made this workflow",
		);
	}
	return event;
}

/** How long n8n lets this poll take, in milliseconds. */
const givenTo = (context: IPollFunctions): number =>
	// Not every version of n8n has this function, whatever its types say.
	(context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? NO_LIMIT_MS;

const scopeOf = ({ value, scope = [] }: TriggerEvent, params: Params): string =>
	[value, ...scope.map((name) => params.text(name))].join(' ');

/** What one poll works with, beside its parameters. */
interface Frame {
	last: LastPoll;
	/** The time for the poll, in milliseconds. */
	budget: number;
	/** True when nobody waits for the poll any more. */
	isPollOver: boolean;
}

const newClient = async (context: IPollFunctions, params: Params, budget: number) =>
	await clientFor(context, {
		timeoutMs: params.number('options.timeout', 30, 1, 86_400) * 1000,
		maxRetries: 4,
		maxRetryTimeMs: budget * WORK_SHARE,
		deadline: Date.now() + budget * DEADLINE_SHARE,
	});

function watchOf(
	context: IPollFunctions,
	params: Params,
	client: Client,
	state: TriggerState,
	problems: PollProblem[],
	frame: Frame,
	readingShare = READING_SHARE,
): Watch {
	const now = Date.now();
	const left = (share: number) => frame.budget * share - (Date.now() - now);
	return {
		context,
		client,
		params,
		state,
		now,
		batchSize: params.number('options.batchSize', 1000, 1),
		readingMs: frame.budget * readingShare,
		readingLeft: () => left(readingShare),
		hasTimeLeft: () => left(WORK_SHARE) > 0,
		isPollOver: () => frame.isPollOver,
		say: (topic, problem) => {
			if (!state.noted.has(topic)) problems.push(problem);
			state.noted.add(topic);
		},
		unsay: (topic) => state.noted.delete(topic),
	};
}

/** The items of what was found. */
const itemsOf = (state: TriggerState, found: readonly TriggerItem[], last: LastPoll) =>
	found.map(({ key, item }): INodeExecutionData => {
		const redelivered = state.isRedelivery(key) || last.hasEmitted(key);
		return { ...item, json: { ...item.json, redelivered } };
	});

/** What the workflow gets, what is to be saved with it, and what is to be reported. */
interface PollResult {
	saved: SavedState;
	/** The state that the poll began with, as JSON. */
	before: string;
	/** The state that the poll began with, as JSON, without what differs between two polls of the same moment. */
	start: string;
	items: INodeExecutionData[];
	/** The keys of the items. */
	keys: string[];
	problems: PollProblem[];
	/** Whether no poll came to its end before: what this one has learned must be saved, also if it emits nothing. */
	isFirstCompleted: boolean;
}

/** What a state has of rows, as JSON: two states with the same rows are one, whenever each was made. */
const knownIn = (state: unknown): string =>
	JSON.stringify(
		isObject(state)
			? { ...state, floor: undefined, start: undefined, whole: undefined }
			: (state ?? null),
	);

const UNREADABLE: PollProblem = {
	message: 'The saved state of this trigger cannot be read',
	description:
		'The trigger starts over: what is on the platform now counts as old. If calls or bookings came since the last poll, look for them on the ' +
		'platform',
};

async function check(
	context: IPollFunctions,
	params: Params,
	data: IDataObject,
	frame: Frame,
): Promise<PollResult | null> {
	const redelivers = params.text('options.afterRestart') !== 'skip';
	const crashWindow = params.number('options.emitAgainMinutes', 10, 1) * MS_PER_MINUTE;
	const before = JSON.stringify(data.state ?? null);
	const start = knownIn(data.state);
	const unsaved = frame.last.notSaved(start);
	if (unsaved !== undefined && Date.now() - unsaved < (redelivers ? SAVING_MS : crashWindow))
		return null;

	const event = eventOf(params);
	const scope = scopeOf(event, params);
	const read = TriggerState.read(data, scope);
	const problems = read === 'unreadable' ? [UNREADABLE] : [];
	// Start From is for the first activation: another agent or another event starts with what comes later.
	const startFrom = read === undefined ? event.startFrom?.(params) : undefined;
	const client = await newClient(context, params, frame.budget);
	const { account } = client;
	const state = read instanceof TriggerState ? read : TriggerState.begin(scope, account, startFrom);
	const watch = watchOf(context, params, client, state, problems, frame);

	const learnsAll = state !== read && startFrom === undefined;
	frame.last.begin(start, learnsAll ? undefined : (key) => state.known.has(key));
	state.reopen(redelivers ? crashWindow : 0, processStart(), watch.now);
	const found = await event.check(watch);
	const items = itemsOf(state, found, frame.last);
	const keys = found.map(({ key }) => key);
	const saved = state.commit(found, account, Date.now());
	return { saved, before, start, items, keys, problems, isFirstCompleted: state.isFirst };
}

/** What Fetch Test Event shows: the latest items of the platform. It reads no saved state and saves nothing. */
async function testItems(
	context: IPollFunctions,
	params: Params,
	frame: Frame,
): Promise<INodeExecutionData[]> {
	const event = eventOf(params);
	const client = await newClient(context, params, frame.budget);
	const state = TriggerState.begin(scopeOf(event, params), client.account);
	const watch = watchOf(context, params, client, state, [], frame, WORK_SHARE);
	const found = await event.latest(watch, TEST_ITEMS);
	if (found.length === 0) {
		const hasFilters = event.filters.length > 0;
		throw new ParameterError(
			event.nothingYet,
			`${hasFilters ? 'If there is one on the platform, check the filters. Otherwise wait' : 'Wait'} until there is one, and fetch again. The ` +
				'workflow can be activated all the same',
		);
	}
	return found.map(({ item }) => ({ ...item, json: { ...item.json, redelivered: false } }));
}

/** Contexts that have polled before. n8n keeps one while a workflow is active; its durable scheduler makes many. */
const contextsThatPolled = new WeakSet<IPollFunctions>();

/** Whether n8n waits for this poll before it sets up the next ones. */
function isActivation(context: IPollFunctions): boolean {
	const isFirst = !contextsThatPolled.has(context);
	contextsThatPolled.add(context);
	return isFirst && givenTo(context) >= NO_LIMIT_MS;
}

/** Whether n8n lists every failed poll, without waiting longer after each. Its durable engine waits. */
const listsEveryFailure = (context: IPollFunctions): boolean => givenTo(context) >= NO_LIMIT_MS;

const pollTimedOut = () =>
	new RequestFailure(
		'The platform did not answer in time',
		'Nothing was emitted and nothing was saved. The next poll begins where this one did',
		{ arrival: 'unknown' },
	);

/** The `poll` of the node. The state moves only at the very end, together with what is emitted. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const params = pollParams(this);
	const last = lastPollOf(`${this.getWorkflow().id ?? ''}:${this.getNode().id}`, Date.now());
	if (this.getMode() === 'manual') {
		const budget = Math.min(givenTo(this), MAX_ACTIVATION_MS);
		const frame = { last, budget, isPollOver: false };
		const fail = (error: unknown): never => {
			throw pollError(this.getNode(), error);
		};
		return [await testItems(this, params, frame).catch(fail)];
	}

	const data = this.getWorkflowStaticData('node');
	const isNew = data.state === undefined;
	// An activation that fails or takes 84 seconds is final for n8n 2.41: the trigger never polls again. So one that
	// worked before ends early and well. The first one may fail: the user sees it.
	const isActivating = isActivation(this);
	const mustSucceed = isActivating && !isNew;
	const longest = mustSucceed ? MAX_RETURN_MS : isActivating ? MAX_ACTIVATION_MS : MAX_POLL_MS;
	const budget = Math.min(givenTo(this), longest);
	const frame = { last, budget, isPollOver: false };
	const failed = (error: unknown): null => {
		// A poll that n8n waits for has less time than the others: the next one tells.
		if (mustSucceed && error instanceof ListTooLong) return null;
		const problem = pollError(this.getNode(), error);
		const isRepeated = last.noteFailure(problem) && !isActivating && listsEveryFailure(this);
		// A list that changes too fast now is quiet a minute later, so the activation must not fail because of it.
		const isReported = mustSucceed || (isActivating && error instanceof ListChanges);
		if (!isReported && !isRepeated) throw problem;
		if (isReported) this.__emitError(problem);
		return null;
	};
	const needsBaseline = () => isNew && eventOf(params).startFrom?.(params) === undefined;
	const work = async () => await check(this, params, data, frame);
	const result = await within(
		budget + GRACE_MS,
		last.alone(data, budget, needsBaseline, work),
		pollTimedOut(),
	)
		.finally(() => {
			frame.isPollOver = true;
		})
		.catch(failed);
	if (result === null) return null;
	last.noteSuccess();
	const { saved, before, start, items, keys, problems, isFirstCompleted } = result;
	for (const { message, description } of problems) {
		this.__emitError(pollError(this.getNode(), new ParameterError(message, description)));
	}
	const left = JSON.stringify(saved);
	if (left !== before) data.state = saved as unknown as IDataObject;
	last.end(start, knownIn(saved), keys, Date.now());
	if (items.length > 0) return [items];
	// The durable engine saves what a poll without items has learned, but not at the activation. So it is told to: else
	// all that came until the next poll would look old.
	if (isFirstCompleted) await this.__commitCursor?.();
	return null;
}
