import fc, { type Arbitrary } from 'fast-check';
import { scaleOf, seed } from '../scale.mts';
import { FAULTS } from './faults.mts';
import type { Fault } from './hostileServer.mts';
import { brokenIn } from './run.mts';
import { ON_ERROR, OPERATIONS, type Scenario } from './table.mts';

/*
 * Random sequences of faults for several items at once, held by the same judge as the table.
 */

const COUNT = scaleOf('faults');

const quick: Fault[] = [FAULTS.connections, FAULTS.bodies, FAULTS.statuses, FAULTS.redirects]
	.flat()
	.filter(({ at, isSlow }) => at === 'read' && !isSlow);
const secure: Fault[] = FAULTS.tls.filter(({ at }) => at === 'read');

/** Slow faults are rare: each costs a second. */
const faults: Arbitrary<Fault> = fc.oneof(
	{ arbitrary: fc.constantFrom(...quick), weight: 12 },
	{ arbitrary: fc.constantFrom(...secure), weight: 2 },
	{ arbitrary: fc.constantFrom(...FAULTS.slow), weight: 1 },
);

const scenarios: Arbitrary<Scenario> = fc.record({
	operation: fc.constantFrom(...OPERATIONS),
	faults: fc.array(fc.array(faults, { maxLength: 3 }), { minLength: 1, maxLength: 6 }),
	onError: fc.constantFrom(...ON_ERROR),
	retryOnFail: fc.boolean(),
	parallel: fc.integer({ min: 1, max: 10 }),
	cancel: fc.oneof(
		{ arbitrary: fc.constant(undefined), weight: 5 },
		{ arbitrary: fc.nat(12).map((afterRequests) => ({ afterRequests })), weight: 1 },
	),
});

const textOf = ({ operation, faults: hit, ...rest }: Scenario) =>
	JSON.stringify({
		operation: operation.name,
		faults: hit.map((attempts) => attempts.map(({ name }) => name)),
		...rest,
	});

test(`${COUNT} sequences of faults of seed ${seed}: nobody is called twice, and nothing is lost`, async () => {
	const drawn = fc.sample(scenarios, { numRuns: COUNT, seed });
	const broken = await brokenIn(drawn.map((scenario) => [textOf(scenario), scenario]));
	const command = `SEED=${seed} RUNS=${COUNT} npm test -- test/faults/generated`;
	expect(broken.length > 0 && [command, ...broken].join('\n')).toBe(false);
});
