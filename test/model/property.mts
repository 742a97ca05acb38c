import fc from 'fast-check';
import { drawsFrom } from '../../sandbox/simulation/random.mts';
import { oddities } from '../platform/manners.mts';
import { scenarios, type Limits } from './arbitraries.mts';
import { clock } from './clock.mts';
import { InvariantViolation, type Invariant } from './invariants.mts';
import type { LoadTrigger } from './realTrigger.mts';
import type { ChangeDuring, NewRow, Scenario, Step } from './scenario.mts';
import { Simulation } from './simulation.mts';

/** Which scenarios are played. */
export interface Runs {
	count: number;
	seed: number;
	/** Plays only the scenario that an earlier run reported. */
	path?: string;
	/** Whether a smaller scenario is looked for; yes unless a path is given, or fast-check is told to end at a failure. */
	shrinks?: boolean;
	limits?: Limits;
	/** What is looked for; whatever is violated first if it is not given. */
	sought?: Invariant;
}

/** What fast-check found. */
export interface Finding {
	/** Undefined if the model itself failed. */
	invariant?: Invariant;
	message: string;
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

/** Plays random scenarios until one violates an invariant, and shrinks that one. */
export async function findViolation(
	load: LoadTrigger,
	{
		count,
		seed,
		path,
		shrinks = path === undefined && !fc.readConfigureGlobal().endOnFailure,
		limits,
		sought,
	}: Runs,
): Promise<Finding | undefined> {
	let firstViolated: Invariant | 'none' | undefined = sought;
	const property = fc.asyncProperty(scenarios(limits), async (scenario) => {
		try {
			await play(scenario, load);
		} catch (error) {
			const violated = error instanceof InvariantViolation ? error.invariant : 'none';
			firstViolated ??= violated;
			// A smaller scenario in which something else goes wrong would not explain the first one.
			if (violated === firstViolated) throw error;
		}
	});
	const details = await fc.check(property, {
		seed,
		endOnFailure: !shrinks,
		...(path === undefined ? { numRuns: count } : { path, numRuns: 1 }),
	});
	if (!details.failed) return undefined;
	const { counterexample, errorInstance } = details;
	if (!counterexample)
		throw new Error(fc.defaultReportMessage(details) ?? 'No scenario was played');
	const violation = errorInstance instanceof InvariantViolation ? errorInstance : undefined;
	return {
		invariant: violation?.invariant,
		message: violation?.message ?? `The model itself failed: ${(errorInstance as Error).stack}`,
		seed: details.seed,
		path: details.counterexamplePath,
		count: details.numRuns,
		scenario: counterexample[0],
	};
}

/** A row in a few words: how old it is when it appears, in seconds, and in what state. */
const rowText = ({ id, ageMs, status, isComplete, agentId, time, trouble }: NewRow) =>
	[
		`${id} (${ageMs / 1000} s old, ${status}${isComplete ? ', complete' : ''}, ${agentId}`,
		...(time === 'steady' ? [] : [`time ${time}`]),
		...(trouble === 'none' ? [] : [trouble]),
	].join(', ') + ')';

function stepText(step: Step): string {
	if (step.do === 'insert') return `insert ${step.rows.map(rowText).join(', ')}`;
	if (!('during' in step)) return JSON.stringify(step);
	const texts = (changes: readonly ChangeDuring[], where: string) =>
		changes.map(({ at, change }) => `before request ${at}${where}: ${stepText(change)}`);
	const atRestart = step.do === 'poll' ? step.duringRestart : [];
	return [
		JSON.stringify({ ...step, during: undefined, duringRestart: undefined }),
		...texts(step.during, ''),
		...texts(atRestart, ' after the restart'),
	].join('\n   ');
}

/** What went wrong, in which scenario, and the command that plays it again. */
export function report({ message, seed, path, count, scenario }: Finding): string {
	const { oldRows, faults, steps } = scenario;
	const settings = { ...scenario.settings, manner: oddities(scenario.settings.manner) };
	return [
		message,
		`Seed ${seed}, after ${count} scenarios. To play the smallest one again:`,
		`SEED=${seed} REPLAY=${path} npm test -- test/model`,
		`Settings: ${JSON.stringify(settings)}`,
		`Old rows: ${oldRows.map(rowText).join(', ') || 'none'}`,
		`Faults at the activation: ${JSON.stringify(faults)}`,
		...steps.map((step, index) => `${index + 1}. ${stepText(step)}`),
		JSON.stringify({ ...scenario, settings }),
	].join('\n');
}
