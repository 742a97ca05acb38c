import fc, { type Arbitrary } from 'fast-check';
import type { OnError } from 'n8n-workflow';
import { FAULTS } from './faults.mts';
import type { Fault } from './hostileServer.mts';
import { OPERATIONS } from './operations.mts';
import type { Scenario } from './play.mts';
import { judgeAll } from './run.mts';
import { scaleOf, seed } from '../scale.mts';

/*
 * Random sequences of faults for several items at once, held by the same judge as the table.
 */

const COUNT = scaleOf('faults');
const PARALLEL = 12;
/** How long a smaller scenario is looked for. */
const SHRINK_MS = 30_000;

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

const onErrors: readonly OnError[] = [
	'stopWorkflow',
	'continueRegularOutput',
	'continueErrorOutput',
];

const scenarios: Arbitrary<Scenario> = fc.record({
	operation: fc.constantFrom(...OPERATIONS),
	faults: fc.array(fc.array(faults, { maxLength: 3 }), { minLength: 1, maxLength: 6 }),
	onError: fc.constantFrom(...onErrors),
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

/** The smallest scenario like this one in which a promise is broken. */
async function smallest(scenario: Scenario): Promise<Scenario> {
	const property = fc.asyncProperty(scenarios, async (each) => {
		const [found = []] = await judgeAll([each], 1);
		if (found.length > 0) throw new Error(found.join('\n'));
	});
	const details = await fc.check(property, {
		examples: [[scenario]],
		numRuns: 1,
		interruptAfterTimeLimit: SHRINK_MS,
	});
	return details.counterexample?.[0] ?? scenario;
}

test(`${COUNT} sequences of faults of seed ${seed}: nobody is called twice, and nothing is lost`, async () => {
	const drawn = fc.sample(scenarios, { numRuns: COUNT, seed });
	const verdicts = await judgeAll(drawn, PARALLEL);
	const broken = drawn.flatMap((scenario, index) => {
		const found = verdicts[index] ?? [];
		return found.length === 0 ? [] : [{ scenario, found }];
	});
	const [first] = broken;
	const listed = broken.map(
		({ scenario, found }) => `${textOf(scenario)}\n  ${found.join('\n  ')}`,
	);
	const report = first && [
		`SEED=${seed} RUNS=${COUNT} npm test -- test/faults/generated`,
		`${broken.length} of ${COUNT} sequences break a promise. The smallest one like the first:`,
		textOf(await smallest(first.scenario)),
		...listed,
	];
	expect(report?.join('\n')).toBeUndefined();
});
