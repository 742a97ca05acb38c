import { FAULTS, type Kind, taken } from './faults.mts';
import type { Fault } from './hostileServer.mts';
import { judge } from './judge.mts';
import { isSlow, playAll } from './play.mts';
import { scenariosOf } from './table.mts';

/** Cases of one fault that run at the same time: large answers need memory. */
const PARALLEL: Partial<Record<Kind, number>> = { large: 2 };
const parallelOf = (kind: Kind) => PARALLEL[kind] ?? 12;

/** A busy computer reaches the short timeout of a slow fault with good answers, too. It does not reach this one. */
const PATIENT_TIMEOUT_SECONDS = 10;

/** Every case of a fault in which a promise was broken, and what was wrong. */
async function brokenBy(kind: Kind, fault: Fault): Promise<string[]> {
	const cases = scenariosOf(kind, fault);
	const scenarios = cases.map(([, scenario]) => scenario);
	const verdicts = await playAll(scenarios, parallelOf(kind), judge);
	const suspects = cases.filter(
		([, scenario], index) => isSlow(scenario) && verdicts[index]!.length > 0,
	);
	const patient = suspects.map(([, scenario]) => ({
		...scenario,
		timeoutSeconds: PATIENT_TIMEOUT_SECONDS,
	}));
	const confirmed = await playAll(patient, 1, judge);
	return cases.flatMap((each, index) => {
		const suspect = suspects.indexOf(each);
		const found = suspect < 0 ? verdicts[index]! : confirmed[suspect]!;
		return found.map((text) => `${each[0]}: ${text}`);
	});
}

/** One test for each fault of these kinds. */
export function testKinds(...kinds: Kind[]): void {
	describe.each(kinds)('%s', (kind) => {
		const faults = FAULTS[kind].map((fault) => [fault.name, fault] as const);
		const testEach = kind === 'large' ? test.each(faults) : test.concurrent.each(faults);
		testEach(
			'%s',
			async (_name, fault) => {
				expect(await brokenBy(kind, fault)).toEqual([]);
				expect(taken.splice(0)).toEqual([]);
			},
			600_000,
		);
	});
}
