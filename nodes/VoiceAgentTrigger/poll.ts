/*
 * One poll:
 *
 * 1. `poll` reads the state that the last poll saved (`state.ts`), as a draft, and reopens deliveries that a crash may have lost.
 * 2. The event (`events/`) finds out what is new. If it watches a list, `incremental/` scans the list and compares it with the draft.
 * 3. `poll` marks what was found as emitted, in the draft, and saves the draft together with emitting the items.
 *
 * A poll that fails throws its draft away: the next one begins where it did.
 */
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { clientFor, RequestFailure, within } from '../shared/http';
import { Params } from '../shared/operation';
import { ParameterError } from '../shared/values';
import { alone } from './alone';
import type { Found, TriggerEvent } from './event';
import { events } from './events';
import { pollError } from './pollError';
import { processStart } from './processStart';
import { propertiesOf } from './properties';
import type { SavedState } from './savedState';
import { TriggerState } from './state';
import type { Watch } from './watch';

const MS_PER_MINUTE = 60_000;
/** A short poll loses little in a crash, whatever time n8n gives. */
const MAX_POLL_MS = 60_000;
/** When n8n waits for this poll, it starts sooner if what is new is left to the next one. */
const MAX_RETURN_MS = 10_000;
/** What n8n gives a poll that it does not hold to a time: one of an activation, and each of the default engine. */
const NO_LIMIT_MS = 5 * MS_PER_MINUTE;
/** Parts of the budget after which no further page is read, nothing new is begun, and what is under way is given up. */
const READING_SHARE = 0.5;
const WORK_SHARE = 0.75;
const DEADLINE_SHARE = 0.95;
/** After the budget and this time nobody waits any more, not even for a login, which n8n makes by itself. n8n gives up some seconds later. */
const GRACE_MS = 1_500;
const TEST_ITEMS = 3;

/** What the editor calls the parameters. */
const fields = propertiesOf(events);

// n8n's own extraction of a locator's value fails for filters that the chosen event does not show.
const paramsOf = (context: IPollFunctions): Params =>
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
			'Choose one under Trigger On, or install the version of the package that made this workflow',
		);
	}
	return event;
}

/** How long n8n lets this poll take, in milliseconds. */
const givenTo = (context: IPollFunctions): number =>
	// Not in every version of n8n, whatever its types say.
	(context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? NO_LIMIT_MS;

const budgetOf = (context: IPollFunctions): number => Math.min(givenTo(context), MAX_POLL_MS);

const scopeOf = ({ value, scope = [] }: TriggerEvent, params: Params): string =>
	[value, ...scope.map((name) => params.text(name))].join(' ');

async function watchOf(
	context: IPollFunctions,
	params: Params,
	state: TriggerState,
	budget: number,
	readingShare = READING_SHARE,
): Promise<Watch> {
	const now = Date.now();
	const client = await clientFor(context, {
		timeoutMs: params.number('options.timeout', 30, 1, 86_400) * 1000,
		maxRetries: 4,
		maxRetryTimeMs: budget * WORK_SHARE,
		deadline: now + budget * DEADLINE_SHARE,
	});
	const isWithin = (share: number) => Date.now() - now < budget * share;
	return {
		context,
		client,
		params,
		state,
		now,
		batchSize: params.number('options.batchSize', 1000, 1),
		say(topic, { message, description }) {
			if (state.isSaid(topic)) return;
			state.noteSaid(topic, true);
			const failure = new RequestFailure(message, description, { reach: 'answered', final: true });
			context.__emitError(pollError(context.getNode(), failure));
		},
		unsay(topic) {
			if (state.isSaid(topic)) state.noteSaid(topic, false);
		},
		hasTimeToRead: () => isWithin(readingShare),
		hasTimeLeft: () => isWithin(WORK_SHARE),
	};
}

/** Makes items of what was found, and marks it as emitted. */
function emit(state: TriggerState, found: readonly Found[]): INodeExecutionData[] {
	const items = found.map(({ key, item }) => ({
		...item,
		json: { ...item.json, redelivered: state.isRedelivery(key) },
	}));
	state.emit(found, Date.now());
	return items;
}

/** What the workflow gets, and what is to be saved with it. */
async function check(
	context: IPollFunctions,
	params: Params,
	data: IDataObject,
	budget: number,
): Promise<{ saved: SavedState; items: INodeExecutionData[] }> {
	const event = eventOf(params);
	const scope = scopeOf(event, params);
	const state =
		TriggerState.read(data, scope) ?? TriggerState.begin(scope, event.startFrom?.(params));
	const redelivers = params.text('options.afterCrash') !== 'skip';
	const crashWindow = params.number('options.crashWindowMinutes', 10, 1) * MS_PER_MINUTE;
	const watch = await watchOf(context, params, state, budget);

	state.reopen(redelivers ? crashWindow : 0, processStart(), watch.now);
	const { found, isDrained } = await event.check(watch);
	const items = emit(state, found);
	if (isDrained) state.giveUpRedelivery();
	if (!redelivers) state.forgetDeliveries();
	return { saved: state.toJSON(), items };
}

/** The latest real ones, for trying out a workflow. */
async function latest(context: IPollFunctions, params: Params): Promise<INodeExecutionData[]> {
	const event = eventOf(params);
	const state = TriggerState.begin(scopeOf(event, params));
	const watch = await watchOf(context, params, state, budgetOf(context), WORK_SHARE);
	const found = await event.latest(watch, TEST_ITEMS);
	if (found.length === 0) {
		throw new ParameterError(
			`Found nothing yet that "${event.name}" could show`,
			'Check the filters, or wait until there is one and fetch again. The workflow can be activated all the same. (On a slow platform only ' +
				'the latest rows were looked through.)',
		);
	}
	return found.map(({ item }) => ({ ...item, json: { ...item.json, redelivered: false } }));
}

/** Contexts that have polled before. n8n keeps one as long as a workflow is active; its durable scheduler makes one for every poll. */
const known = new WeakSet<IPollFunctions>();

/** Whether n8n waits for this poll before it sets up the next ones. */
function isActivation(context: IPollFunctions): boolean {
	const isFirst = !known.has(context);
	known.add(context);
	return isFirst && givenTo(context) >= NO_LIMIT_MS;
}

const tooLate = () =>
	new RequestFailure(
		'The platform did not answer in time',
		'Nothing was emitted and nothing was saved. The next poll begins where this one did',
		{ reach: 'unknown' },
	);

/** The `poll` of the node. The state moves only at the very end, together with what is emitted. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const params = paramsOf(this);
	const fail = (error: unknown): never => {
		throw pollError(this.getNode(), error);
	};
	if (this.getMode() === 'manual') return [await latest(this, params).catch(fail)];

	const data = this.getWorkflowStaticData('node');
	const isNew = data.state === undefined;
	// An activation that fails or takes 84 seconds is final for n8n 2.41: the trigger never polls again, not even after a restart. So one
	// that has worked before does neither. The first one may fail: the user is there and sees it.
	const mustSucceed = isActivation(this) && !isNew;
	const budget = mustSucceed ? Math.min(budgetOf(this), MAX_RETURN_MS) : budgetOf(this);
	const report = (error: unknown) => {
		this.__emitError(pollError(this.getNode(), error));
		return null;
	};
	const key = `${this.getWorkflow().id ?? ''}:${this.getNode().id}`;
	const needsBaseline = () => isNew && eventOf(params).startFrom?.(params) === undefined;
	const work = alone(key, data, needsBaseline, async () => await check(this, params, data, budget));
	const result = await within(budget + GRACE_MS, work, tooLate()).catch(
		mustSucceed ? report : fail,
	);
	if (result === null) return null;
	const { saved, items } = result;
	if (JSON.stringify(saved) !== JSON.stringify(data.state)) {
		data.state = saved as unknown as IDataObject;
	}
	if (items.length > 0) return [items];
	// The durable engine keeps what a poll without items has learned, except during the activation, where it matters most: what came until
	// the next poll would look old.
	if (isNew) await this.__commitCursor?.();
	return null;
}
