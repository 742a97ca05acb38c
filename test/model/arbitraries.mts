import fc, { type Arbitrary } from 'fast-check';
import { mannerChanges, manners, sometimes, weighted } from '../platform/drawing.mts';
import { DECEPTIONS, FAULTS, type Fault, type FaultPlan } from '../platform/faults.mts';
import { ROW_TIMES, TROUBLES, type Status } from '../platform/rows.mts';
import {
	type Draft,
	type DraftChange,
	type DraftInsertion,
	type DraftPlatform,
	type DraftStep,
	type Kinds,
} from './consistent.mts';
import { NOT_PLAYED } from './playable.mts';
import { EVENTS, type EventName, type PollEnd, type Settings } from './scenario.mts';

/*
 * Arbitraries of whole scenarios, not fast-check's commands (`fc.commands`). Commands are good where the state decides what may come next. Here
 * every step is possible at any time, and what counts comes after the last one. As plain data a scenario is made smaller field by field
 * (`reduce.mts`), is printed as it is, and is played again from seed and path.
 *
 * Nothing here depends on what was drawn before: what must fit together is fitted in `consistent.mts`.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Ordinary days, and a night in which Berlin's clocks are set back. */
const STARTS = ['2026-03-02T10:00:00.250Z', '2026-07-15T23:50:00.000Z', '2026-10-25T00:10:00.000Z'];

const { constant, constantFrom, integer, record } = fc;

/** A step or a change, with what is drawn of it. */
const doing = <Do extends string, Rest extends object>(
	what: Do,
	rest: { [Name in keyof Rest]: Arbitrary<Rest[Name]> },
) => record({ do: constant(what), ...rest }) as Arbitrary<Rest & { do: Do }>;

/** What a platform may do in another way at any moment. Times are another matter: see consistent.mts. */
const mannerSteps = doing('manner', {
	manner: mannerChanges(
		{
			shape: ['times', 'pending', 'words'],
			listing: ['order', 'undated', 'filters', 'by', 'bounds', 'otherFilters'],
			envelope: ['kind', 'name', 'companions', 'total', 'totalPlace', 'empty'],
			paging: ['cap', 'limit', 'tellsMore'],
			single: ['kind', 'companions'],
		},
		NOT_PLAYED,
	),
});

/** How often polls meet what. Constant in a scenario: one kind of trouble must not hide what another one reveals. */
interface FaultProfile {
	faultPercent: number;
	crashPercent: number;
	/**
	 * `vanishing`: rows are deleted while a list of many pages is read, which can hide others from the reader. `slow`: one reading of a long
	 * list takes several polls, and late rows appear meanwhile.
	 */
	lists: 'ordinary' | 'vanishing' | 'slow';
}

/** Lists of any length between both; without `size` fast-check makes only short ones. */
const list = <Value,>(arbitrary: Arbitrary<Value>, minLength: number, maxLength: number) =>
	fc.array(arbitrary, { minLength, maxLength, size: 'max' });

const downTimes = constantFrom(5 * SECOND, 20 * SECOND, 90 * SECOND, 15 * MINUTE, 2 * HOUR);

const over: Status[] = ['no_answer', 'completed', 'completed', 'failed'];

const draftRows = record({
	ageShare: integer({ min: 0, max: 1000 }),
	status: constantFrom<Status>(...over, 'queued', 'in_progress'),
	isComplete: sometimes(60, constant(true), false),
	agentId: constantFrom('agent_a', 'agent_b'),
	campaignId: constantFrom('campaign_a', 'campaign_b'),
	direction: constantFrom('inbound' as const, 'outbound' as const),
	kind: fc.nat(999),
});

const insertions = (...ages: Array<DraftInsertion['ages']>) =>
	doing('insert', {
		/** A few, or more than a page holds. */
		rows: weighted(
			[48, list(draftRows, 1, 3)],
			[12, list(draftRows, 1, 12)],
			[1, list(draftRows, 22, 40)],
			[1, list(draftRows, 101, 105)],
		),
		ages: constantFrom(...ages),
	});

const which = fc.nat(999);

const deletions = doing('delete', { which });

const changes = weighted<DraftChange>(
	[10, insertions('now', 'now', 'seconds', 'together', 'anywhere', 'oldest', 'tooLate')],
	[3, doing('edit', { which })],
	[4, doing('setStatus', { which, status: constantFrom<Status>(...over, 'in_progress') })],
	[3, doing('complete', { which })],
	[1, deletions],
);

const changesDuring = (percent: number, change: Arbitrary<DraftChange>) =>
	sometimes(percent, list(record({ at: integer({ min: 0, max: 6 }), change }), 1, 3), []);

const duringMost = changesDuring(25, changes);
const insertionsAtTheEnds = insertions('now', 'oldest');
const duringVanishing = changesDuring(
	70,
	weighted<DraftChange>([2, insertionsAtTheEnds], [3, deletions]),
);

const faultsOf = (kinds: readonly Fault[]): Arbitrary<FaultPlan> =>
	list(
		record({
			at: constantFrom(0, 0, 1, 2, 4, 9),
			times: constantFrom(1, 2, 6, 1000),
			fault: constantFrom(...kinds),
		}),
		1,
		2,
	);

const faults = faultsOf(FAULTS);
const deceptions = faultsOf(DECEPTIONS);

const crashes = constantFrom<PollEnd>(
	'discarded',
	'savedLate',
	'killedDuring',
	'killedBeforeSave',
	'killedUnsaved',
	'killedAfterSave',
	'killedAfterSave',
	'killedLater',
);

function steps({ faultPercent, crashPercent, lists }: FaultProfile): Arbitrary<DraftStep> {
	const someFaults = sometimes(faultPercent, faults, []);
	const isOrdinary = lists === 'ordinary';
	const during = isOrdinary ? duringMost : duringVanishing;
	const poll = doing('poll', {
		faults: someFaults,
		during,
		end: sometimes<PollEnd>(crashPercent, crashes, 'taken'),
		downMs: downTimes,
		duringRestart: isOrdinary ? changesDuring(0, changes) : duringVanishing,
	});
	return weighted<DraftStep>(
		[26, poll],
		[20, isOrdinary ? changes : weighted([1, changes], [1, insertionsAtTheEnds])],
		[3, doing('pollTwice', { faults: someFaults, during })],
		[3, doing('manual', { faults: someFaults })],
		[3, mannerSteps],
		[4, doing('wait', { ms: constantFrom(MINUTE, 4 * MINUTE, 15 * MINUTE, 3 * HOUR) })],
		[1, doing('account', { rows: list(draftRows, 0, 12) })],
		[1, constant({ do: 'user' })],
		[2, doing('setBack', { saves: integer({ min: 0, max: 4 }) })],
		[2, doing('restart', { downMs: downTimes })],
		[1, constant({ do: 'deactivate' })],
		[2, constant({ do: 'activate' })],
	);
}

const filters = constantFrom<Settings['filters'][]>(
	{ agentId: 'agent_a' },
	{ campaignId: 'campaign_b' },
	{ direction: 'inbound' },
	{ agentId: 'agent_b', direction: 'outbound' },
);

/** A platform so slow that a long list needs several polls. */
const slowSpeeds = integer({ min: 15, max: 40 }).map((requests) => ({
	latencyMs: SECOND,
	budgetMs: SECOND * requests,
}));

/** How fast the platform is, and what n8n says about the time of a poll. */
const speeds = weighted<Draft['speed']>(
	[35, constant({ latencyMs: 0, budgetMs: 5 * MINUTE })],
	[15, constant({ latencyMs: 0 })],
	[18, constant({ latencyMs: 40, budgetMs: 5 * MINUTE })],
	[7, constant({ latencyMs: 40 })],
	[25, slowSpeeds],
);

const settings: Arbitrary<Draft['settings']> = record({
	event: constantFrom(...(Object.keys(EVENTS) as EventName[])),
	engine: constantFrom('default' as const, 'durable'),
	startAt: constantFrom(...STARTS).map((text) => Date.parse(text)),
	lookbackMinutes: constantFrom(60, 60, 5, 180),
	waitMinutes: constantFrom(10, 0, 3),
	batchSize: constantFrom(1000, 1000, 1, 2, 5, 30),
	afterCrash: sometimes<'redeliver' | 'skip'>(25, constant('skip'), 'redeliver'),
	crashWindowMinutes: constantFrom(10, 10, 2),
	output: sometimes<'simplified' | 'raw'>(30, constant('raw'), 'simplified'),
	downloadRecording: sometimes(10, constant(true), false),
	filters: sometimes(25, filters, {}),
	startFromMinutes: sometimes<number | undefined>(20, constantFrom(10, 60, 200), undefined),
	timezone: constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
	skewMs: constantFrom(0, 0, 90 * SECOND, -90 * SECOND),
	jitterSeed: fc.nat(),
});

const rowTimes = weighted<Kinds['times']>(
	[55, constant(['steady'])],
	[10, constant(['steady', 'steady', 'steady', 'steady', 'future'])],
	[10, constant(['steady', 'late'])],
	[10, constant(['moving'])],
	[5, constant(['renamed'])],
	[5, constant(['steady', 'putOff'])],
	[5, constant(['steady', 'none'])],
	[5, constant(ROW_TIMES)],
);

const rowTroubles = weighted<Kinds['troubles']>(
	[75, constant(['none'])],
	...TROUBLES.slice(1).map((trouble): [number, Arbitrary<Kinds['troubles']>] => [
		5,
		constant(['none', 'none', 'none', 'none', trouble]),
	]),
);

function platformsWith(lists: FaultProfile['lists']): Arbitrary<DraftPlatform> {
	return record({
		manner: record(manners(NOT_PLAYED)),
		pageSize:
			lists === 'ordinary'
				? sometimes<number | undefined>(35, constantFrom(2, 3, 7, 37), undefined)
				: constantFrom(2, 3),
		kinds: record({ times: rowTimes, troubles: rowTroubles }),
		maxKnown: sometimes(33, constantFrom(20, 30, 40), undefined),
	});
}

function draftsWithin(profile: FaultProfile): Arbitrary<Draft> {
	const { lists } = profile;
	return record({
		settings,
		speed: lists === 'slow' ? slowSpeeds : speeds,
		platform: platformsWith(lists),
		faults: sometimes(profile.faultPercent, weighted([1, faults], [1, deceptions]), []),
		oldRows: weighted(
			[lists === 'slow' ? 0 : 4, constant([])],
			[lists === 'slow' ? 0 : 4, list(draftRows, 1, 8)],
			[lists === 'vanishing' ? 0 : 3, list(draftRows, 22, 50)],
		),
		steps: list(steps(profile), 0, 36),
	});
}

/** Drafts of scenarios of every kind, in several fault profiles. */
export function drafts(): Arbitrary<Draft> {
	const profiles: FaultProfile[] = [
		...[0, 0, 15, 50].flatMap((faultPercent): FaultProfile[] => [
			{ faultPercent, crashPercent: 0, lists: 'ordinary' },
			{ faultPercent, crashPercent: 25, lists: 'ordinary' },
		]),
		...(['vanishing', 'slow'] as const).flatMap((lists): FaultProfile[] => [
			{ faultPercent: 0, crashPercent: 0, lists },
			{ faultPercent: 0, crashPercent: 50, lists },
		]),
	];
	return fc.oneof(...profiles.map(draftsWithin));
}
