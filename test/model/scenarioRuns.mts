import { findViolation, report } from './property.mts';
import { realTrigger } from './realTrigger.mts';

/*
 * How many scenarios are played to the real trigger, and which. The files that play them do so side by side, each its part.
 *
 * MODEL_RUNS  number of scenarios
 * MODEL_SEED  of the first part; each part after it has the next one
 * MODEL_PATH  plays one scenario that was reported before, with the seed that was reported with it
 */

const PARTS = [
	{ seed: 1, count: 2_500 },
	{ seed: 2, count: 2_500 },
];

const { MODEL_PATH: path, MODEL_RUNS: runs, MODEL_SEED: firstSeed } = process.env;

/** The tests of one part of the scenarios. The first part is number 0. */
export function describeScenarios(part: number): void {
	const usual = PARTS[part]!;
	const seed = firstSeed === undefined ? usual.seed : Number(firstSeed) + part;
	const count = runs === undefined ? usual.count : Math.ceil(Number(runs) / PARTS.length);
	const name = path ? `scenario ${path}` : `${count} scenarios`;
	const test = path !== undefined && part > 0 ? it.skip : it;
	jest.setTimeout(10 * 3_600_000);
	describe('the trigger', () => {
		test(`violates no invariant in ${name} of seed ${seed}`, async () => {
			const finding = await findViolation(realTrigger(), { count, seed, path });
			if (finding) throw new Error(report(finding));
		});
	});
}
