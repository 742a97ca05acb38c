import fc from 'fast-check';
import { drawsFrom } from '../../harness/draws.mts';
import { oddities } from '../platform/manners.mts';
import { drafts } from './arbitraries.mts';
import { clock } from './clock.mts';
import { consistentScenario, type Draft } from './consistent.mts';
import { InvariantViolation, type Invariant } from './invariants.mts';
import type { LoadTrigger } from './realTrigger.mts';
import { reduced } from './reduce.mts';
import type { Scenario } from './scenario.mts';
import { Simulation } from './simulation.mts';

/** Which scenarios are played. */
export interface Runs {
	count: number;
	seed: number;
	/** Plays only the scenario that an earlier run reported. */
	path?: string;
}

interface Violation {
	/** Undefined if the model itself failed. */
	invariant?: Invariant;
	message: string;
}

/** What was found. */
export interface Finding extends Violation {
	seed: number;
	path: string;
	/** Scenarios that were played until then. */
	count: number;
	/** The smallest scenario found in which the same is violated. */
	scenario: Scenario;
}

export async function play(scenario: Scenario, load: LoadTrigger): Promise<void> {
	const jitter = jest
		.spyOn(Math, 'random')
		.mockImplementation(drawsFrom(scenario.settings.jitterSeed));
	clock.install();
	try {
		await new Simulation(scenario, load).play();
	} finally {
		clock.uninstall();
		jitter.mockRestore();
	}
}

/** What a scenario violates. */
export async function violationIn(draft: Draft, load: LoadTrigger): Promise<Violation | undefined> {
	try {
		await play(consistentScenario(draft), load);
		return undefined;
	} catch (error) {
		const isFound = error instanceof InvariantViolation;
		return isFound
			? { invariant: error.invariant, message: error.message }
			: { message: `The model itself failed: ${(error as Error).stack}` };
	}
}

/** Plays random scenarios until one violates an invariant, and makes that one small. */
export async function findViolation(
	load: LoadTrigger,
	{ count, seed, path }: Runs,
): Promise<Finding | undefined> {
	let violation: Violation | undefined;
	const property = fc.asyncProperty(drafts(), async (draft) => {
		violation = await violationIn(draft, load);
		return violation === undefined;
	});
	const details = await fc.check(property, {
		seed,
		endOnFailure: true,
		...(path === undefined ? { numRuns: count } : { path, numRuns: 1 }),
	});
	if (!details.failed) return undefined;
	if (!violation || !details.counterexample)
		throw new Error(fc.defaultReportMessage(details) ?? 'No scenario was played');
	const { invariant } = violation;
	let [draft] = details.counterexample;
	if (!fc.readConfigureGlobal().endOnFailure) {
		// A smaller scenario in which something else goes wrong would not explain the first one.
		draft = await reduced(draft, async (smaller) => {
			const found = await violationIn(smaller, load);
			if (!found || found.invariant !== invariant) return false;
			violation = found;
			return true;
		});
	}
	return {
		...violation,
		seed: details.seed,
		path: details.counterexamplePath,
		count: details.numRuns,
		scenario: consistentScenario(draft),
	};
}

/** What went wrong, in which scenario, and the command that plays it again. */
export function report({ message, seed, path, count, scenario }: Finding): string {
	const { oldRows, faults, steps } = scenario;
	const settings = { ...scenario.settings, manner: oddities(scenario.settings.manner) };
	return [
		message,
		`Seed ${seed}, after ${count} scenarios. To play it again:`,
		`SEED=${seed} REPLAY=${path} npm test -- test/model`,
		`Settings: ${JSON.stringify(settings)}`,
		...oldRows.map((row) => `Old row: ${JSON.stringify(row)}`),
		`Faults at the activation: ${JSON.stringify(faults)}`,
		...steps.map((step, index) => `${index + 1}. ${JSON.stringify(step)}`),
		JSON.stringify({ ...scenario, settings }),
	].join('\n');
}
