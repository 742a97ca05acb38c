import { FAULTS, type Kind, taken } from './faults.mts';
import { judge } from './againstJournal.mts';
import { isSlow, play, playAll } from './play.mts';
import { type Case, type Scenario, casesFor } from './table.mts';

const PARALLEL = 12;

/** A busy computer reaches the short timeout of a slow fault with good answers, too. It does not reach this one. */
const PATIENT_TIMEOUT_SECONDS = 10;

/** What was wrong in a scenario. What may be because of a busy computer is played once more. */
async function wrongIn(scenario: Scenario, found: string[]): Promise<string[]> {
	if (found.length === 0 || !isSlow(scenario)) return found;
	return judge(await play({ ...scenario, timeoutSeconds: PATIENT_TIMEOUT_SECONDS }));
}

/** Every case in which a promise was broken, and what was wrong. */
export async function brokenIn(cases: readonly Case[], parallel = PARALLEL): Promise<string[]> {
	const verdicts = await playAll(
		cases.map(([, scenario]) => scenario),
		parallel,
		judge,
	);
	const broken: string[] = [];
	for (const [index, [name, scenario]] of cases.entries()) {
		const found = await wrongIn(scenario, verdicts[index]!);
		broken.push(...found.map((text) => `${name}: ${text}`));
	}
	return broken;
}

/** One test for each fault of these kinds. */
export function testKinds(...kinds: Kind[]): void {
	describe.each(kinds)('%s', (kind) => {
		const faults = FAULTS[kind].map((fault) => [fault.name, fault] as const);
		// Large answers need memory.
		const [testEach, parallel] =
			kind === 'large' ? [test.each(faults), 2] : [test.concurrent.each(faults), PARALLEL];
		testEach(
			'%s',
			async (_name, fault) => {
				expect(await brokenIn(casesFor(kind, fault), parallel)).toEqual([]);
				expect(taken.splice(0)).toEqual([]);
			},
			600_000,
		);
	});
}
