import type { Limits } from './arbitraries.mts';
import * as faulty from './faulty.mts';
import { misconfigured } from './faulty.mts';
import { INVARIANTS, type Invariant } from './invariants.mts';
import * as naive from './naive.mts';
import { findViolation, report } from './property.mts';
import { realTrigger, type LoadTrigger } from './realTrigger.mts';
import type { EventName } from './scenario.mts';
import { sampleOf } from '../scale.mts';

/*
 * The model must find what is wrong with a trigger, and nothing in one that is right.
 */

/** A common fault must be found within so many scenarios. */
const FEW = 1_500;

/** Parameters that the polls of the real trigger get instead of what the user chose, and what is violated then. */
const misconfigurations: Array<
	[parameters: Record<string, unknown>, violated: Invariant, event: EventName]
> = [
	[{ 'options.batchSize': 1000 }, 'maxBatchSize', 'newCall'],
	[{ 'filters.agentId': '', 'filters.direction': '' }, 'onlyMatchingRows', 'newCall'],
	[
		{ 'advanced.endedStatuses': 'queued, in_progress, no_answer, completed' },
		'onlyEndedRows',
		'callEnded',
	],
	[{ 'options.waitMinutes': 0 }, 'transcriptIsAwaited', 'callEnded'],
	[{ 'options.afterRestart': 'redeliver' }, 'skipRepeatsNothing', 'newCall'],
	[{ 'options.emitAgainMinutes': 1000 }, 'redeliveryNeedsCrash', 'newCall'],
	[{ 'options.startFrom': '' }, 'neverLost', 'newCall'],
];

describe('the model', () => {
	const bookings: Limits = { event: 'newBooking', isPlain: true };
	const withoutCrashes: Limits = { ...bookings, crashes: false };
	const calm: Limits = { ...withoutCrashes, isUsual: true };
	const otherAccounts: Limits = { ...withoutCrashes, accounts: true };
	const setBack: Limits = { ...withoutCrashes, setsBack: true };
	const real = realTrigger();

	const triggers: Array<[name: string, load: LoadTrigger, violated: Invariant, limits: Limits]> = [
		['compares times', () => naive.comparesTimes, 'neverLost', calm],
		['reads one page', () => naive.readsOnePage, 'neverLost', withoutCrashes],
		['never redelivers', () => naive.neverRedelivers, 'neverLost', bookings],
		['has no baseline', () => naive.hasNoBaseline, 'neverOld', withoutCrashes],
		['believes the first reading', () => naive.readsOnce, 'neverOld', withoutCrashes],
		['lets polls overlap', () => naive.pollsTwiceAtOnce, 'neverTwice', withoutCrashes],
		['does not wait for its state', () => naive.doesNotWait, 'neverTwice', bookings],
		['never sorts', () => naive.neverSorts, 'oldestFirst', withoutCrashes],
		['emits rows twice', () => naive.emitsRowsTwice, 'onceInAPoll', withoutCrashes],
		['trusts types', () => naive.trustsTypes, 'neverOld', withoutCrashes],
		['knows rows by their content', () => naive.trustsContent, 'neverOld', withoutCrashes],
		['knows rows by their times', () => naive.knowsTimes, 'neverLost', withoutCrashes],
		['gives up identifiers', () => naive.givesUpIdentifiers, 'neverOld', withoutCrashes],
		['forgets what is not listed', () => naive.forgetsUnlisted, 'neverOld', withoutCrashes],
		['has two notions of old', () => naive.takesLateRowsForOld, 'neverLost', withoutCrashes],
		['learns too long', () => naive.learnsTooLong, 'neverLost', withoutCrashes],
		['believes any answer', () => naive.believesAnything, 'neverOld', withoutCrashes],
		['ends at a short page', () => naive.endsAtShortPages, 'neverLost', withoutCrashes],
		['believes the saved state', () => naive.remembersAll, 'redeliveryIsMarked', setBack],
		[
			'waits for status words',
			faulty.waitsForWords(real),
			'neverLost',
			{ event: 'callEnded', crashes: false },
		],
		['emits another account', () => naive.remembersAll, 'neverOld', otherAccounts],
		['stays silent', () => naive.staysSilent, 'neverLost', withoutCrashes],
		['never commits', () => naive.neverCommits, 'baselineIsSaved', withoutCrashes],
		['emits an empty output', faulty.emitsEmptyOutput, 'outputShape', withoutCrashes],
		['throws plain errors', faulty.throwsPlainErrors, 'readableErrors', withoutCrashes],
		['fails by itself', faulty.failsOnWednesdays, 'failsOnlyWithThePlatform', withoutCrashes],
		['moves the state at once', faulty.countsPolls, 'stateMovesAtTheEnd', withoutCrashes],
		['keeps a Date', faulty.keepsDates, 'stateIsJson', withoutCrashes],
		['emits pairs', faulty.emitsPairs, 'onceInAPoll', withoutCrashes],
		['invents rows', faulty.inventsRows, 'onlyRealRows', withoutCrashes],
		['marks samples', faulty.marksSamples, 'sampleFits', withoutCrashes],
		['remembers tests', faulty.remembersTests, 'sampleChangesNothing', withoutCrashes],
		['shows no sample', faulty.showsNoSample, 'sampleIsThere', withoutCrashes],
		['never ends', faulty.asksForEver, 'pollsEnd', withoutCrashes],
		['goes on', faulty.goesOn, 'endsWithThePoll', withoutCrashes],
		['asks too often', faulty.asksTooOften, 'fewRequests', withoutCrashes],
		['hoards', faulty.hoards, 'smallState', withoutCrashes],
		['complains', faulty.complains, 'saysItOnce', withoutCrashes],
		['never marks', faulty.neverMarks, 'redeliveryIsMarked', bookings],
		...misconfigurations.map(([parameters, violated, event]): (typeof triggers)[number] => [
			`ignores ${Object.keys(parameters).join(', ')}`,
			misconfigured(real, parameters),
			violated,
			{ event, isUsual: true },
		]),
	];

	it.each(sampleOf('faultyOnes', triggers))(
		'finds that a trigger %s',
		async (_name, load, violated, limits) => {
			const runs = { count: FEW, seed: 5, shrinks: false, limits, sought: violated };
			const finding = await findViolation(load, runs);
			expect(finding?.invariant).toBe(violated);
		},
	);

	it('can see every invariant fail', () => {
		const seen = new Set(triggers.map(([, , violated]) => violated));
		expect([...seen].toSorted()).toEqual(Object.keys(INVARIANTS).toSorted());
	});

	it('shrinks a scenario, and plays it again from seed and path', async () => {
		const load = () => naive.neverSorts;
		const runs = { count: FEW, seed: 5, limits: withoutCrashes };
		const finding = await findViolation(load, runs);
		expect(finding?.scenario.steps.length).toBeLessThanOrEqual(4);
		expect(await findViolation(load, { ...runs, path: finding?.path })).toMatchObject({
			invariant: finding?.invariant,
			scenario: finding?.scenario,
		});
	});

	it('finds nothing in a trigger that reads and remembers everything', async () => {
		const runs = { count: 300, seed: 1, limits: bookings };
		const finding = await findViolation(() => naive.remembersAll, runs);
		expect(finding && report(finding)).toBeUndefined();
	});
});
