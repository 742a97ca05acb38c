import { replayed, scaleOf, seed } from '../scale.mts';
import { findViolation, report } from './property.mts';
import { realTrigger } from './realTrigger.mts';

/** Files that play them side by side, each its part with a seed of its own. */
const PARTS = 2;

/** The tests of one part of the scenarios. The first part is number 0. */
export function describeScenarios(part: number): void {
	const count = Math.ceil(scaleOf('scenarios') / PARTS);
	const name = replayed ? `scenario ${replayed}` : `${count} scenarios`;
	const test = replayed !== undefined && part > 0 ? it.skip : it;
	jest.setTimeout(10 * 3_600_000);
	describe('the trigger', () => {
		test(`violates no invariant in ${name} of seed ${seed + part}`, async () => {
			const runs = { count, seed: seed + part, path: replayed };
			const finding = await findViolation(realTrigger(), runs);
			expect(finding && report(finding)).toBeUndefined();
		});
	});
}
