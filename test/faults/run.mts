import { FAULTS, type Kind, taken } from './faults.mts';
import type { Fault } from './hostileServer.mts';
import { judge } from './judge.mts';
import { type Scenario, isSlow, play, playAll } from './play.mts';
import { scenariosOf } from './table.mts';

/** Cases of one fault that run at the same time: large answers need memory. */
const PARALLEL: Partial<Record<Kind, number>> = { large: 2 };
const parallelOf = (kind: Kind) => PARALLEL[kind] ?? 12;

/** A busy computer reaches the short timeout of a slow fault with good answers, too. It does not reach this one. */
const PATIENT_TIMEOUT_SECONDS = 10;

/** Plays scenarios and says of each what was wrong. What may be because of a busy computer is played once more. */
export async function judgeAll(
	scenarios: readonly Scenario[],
	parallel: number,
): Promise<string[][]> {
	const verdicts = await playAll(scenarios, parallel, judge);
	for (const [index, scenario] of scenarios.entries()) {
		if (!isSlow(scenario) || verdicts[index]?.length === 0) continue;
		const patient = { ...scenario, timeoutSeconds: PATIENT_TIMEOUT_SECONDS };
		verdicts[index] = judge(await play(patient));
	}
	return verdicts;
}

/** Every case of a fault in which a promise was broken, and what was wrong. */
async function brokenBy(kind: Kind, fault: Fault): Promise<string[]> {
	const cases = scenariosOf(kind, fault);
	const scenarios = cases.map(([, scenario]) => scenario);
	const verdicts = await judgeAll(scenarios, parallelOf(kind));
	return verdicts.flatMap((found, index) => found.map((text) => `${cases[index]?.[0]}: ${text}`));
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
