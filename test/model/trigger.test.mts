import type { INodeType } from 'n8n-workflow';
import type { Limits } from './arbitraries.mts';
import type { Invariant } from './invariants.mts';
import * as naive from './naive.mts';
import { findViolation, report } from './property.mts';
import { realTrigger } from './realTrigger.mts';

/*
 * Random scenarios of a platform and an n8n, played to the real poll function. After each of them every row must have been emitted that came
 * after the activation: once, or again with a mark after a crash. All that must hold is in invariants.mts.
 *
 * Outside the promise, and therefore not in the scenarios or not held against the trigger:
 * - rows that appear later than the lookback window allows, counted from the time they bear
 * - rows that are deleted before they were emitted, and rows deleted while the list is read for the first time
 * - rows that appear while the baseline is read or, in the durable engine, before n8n first saves it: at most once
 * - calls that were under way at the activation and older than the lookback window: at most once
 * - rows that bear a time before Start From: at most once if they come later, never if they were there
 * - items lost in a crash when n8n is back later than the crash window, or no poll succeeds within it, or After a Crash is "Skip"
 * - a list whose order changes while one reading of it takes several polls, and times that lose or gain their zone or vanish
 * - a campaign that is finished a second time
 *
 * Not covered: Low Credit Balance, the filter Outcome, status words set by the user, additional query parameters.
 */

const seed = Number(process.env.MODEL_SEED ?? 1);
const count = Number(process.env.MODEL_RUNS ?? 4_000);
const path = process.env.MODEL_PATH;
/** A common fault must be found within so many scenarios. */
const FEW = 200;

jest.setTimeout(3_600_000);

describe('the model', () => {
	const bookings: Limits = { event: 'newBooking', isPlain: true };
	const withoutCrashes: Limits = { ...bookings, crashes: false };

	const faulty: Array<[name: keyof typeof naive, limits: Limits, violated: Invariant]> = [
		['comparesTimes', withoutCrashes, 'neverLost'],
		['readsOnePage', withoutCrashes, 'neverLost'],
		['hasNoBaseline', withoutCrashes, 'neverOld'],
		['pollsTwiceAtOnce', withoutCrashes, 'neverTwice'],
		['neverSorts', withoutCrashes, 'oldestFirst'],
		['staysSilent', withoutCrashes, 'baselineEnds'],
		['neverRedelivers', bookings, 'neverLost'],
	];

	it.each(faulty)('finds the fault of a trigger: %s', async (name, limits, violated) => {
		const trigger: INodeType = naive[name];
		const finding = await findViolation(() => trigger, { count: FEW, seed: 1, limits });
		expect(finding?.invariant).toBe(violated);
	});

	it('finds nothing in a trigger that reads and remembers everything', async () => {
		const runs = { count: 300, seed: 1, limits: bookings };
		const finding = await findViolation(() => naive.remembersAll, runs);
		if (finding) throw new Error(report(finding));
	});
});

describe('the trigger', () => {
	it(`violates no invariant in ${path ? `scenario ${path}` : `${count} scenarios`} of seed ${seed}`, async () => {
		const finding = await findViolation(realTrigger(), { count, seed, path });
		if (finding) throw new Error(report(finding));
	});
});
