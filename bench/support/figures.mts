import { printTable } from '../../harness/table.mts';

/** A target may be missed by so much: other programs run on the same machine. */
const TOLERANCE = 0.2;

/** For a quick look: `--rounds=1`. What is compared is the median of all rounds. */
const given = process.argv.find((argument) => argument.startsWith('--rounds='));
export const ROUNDS = given ? Number(given.slice('--rounds='.length)) : 5;

/** Something measured, with what it must be. */
export interface Target {
	what: string;
	figure: number;
	unit?: string;
	atMost?: number;
	atLeast?: number;
}

/** Measures each of them once a round, in turns: what else the machine does meanwhile concerns all of them. */
export async function inRounds<Name extends string, Run>(
	contenders: Record<Name, () => Promise<Run>>,
): Promise<Record<Name, Run[]>> {
	const names = Object.keys(contenders) as Name[];
	const runs = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
		Name,
		Run[]
	>;
	for (let round = 1; round <= ROUNDS; round += 1) {
		for (const name of names) {
			process.stderr.write(`round ${round}: ${name} …\n`);
			runs[name].push(await contenders[name]());
		}
	}
	return runs;
}

/** Does work so often, so many at a time. @returns how long it took, in milliseconds */
export async function timeOf(
	count: number,
	parallel: number,
	work: (index: number) => Promise<unknown>,
): Promise<number> {
	let next = 0;
	const startedAt = performance.now();
	const worker = async () => {
		while (next < count) await work(next++);
	};
	await Promise.all(Array.from({ length: parallel }, worker));
	return performance.now() - startedAt;
}

/** The middle one, or the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
	const sorted = [...figures].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/** The figure that this share of all does not exceed. @param share such as 0.95 */
export function percentile(figures: readonly number[], share: number): number {
	const sorted = [...figures].sort((a, b) => a - b);
	return sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
}

/** How many times the other's figure the own one is, in the middle of the rounds. */
export const ratio = (own: readonly number[], other: readonly number[]): number =>
	median(own.map((figure, round) => figure / (other[round] ?? NaN)));

export const seconds = (milliseconds: readonly number[]): string =>
	`${(median(milliseconds) / 1000).toFixed(2)} s`;

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** By what share the target is missed; 0 or less if it is met. */
function missedBy({ figure, atMost, atLeast = 0 }: Target): number {
	if (atMost === 0) return figure;
	return atMost === undefined ? 1 - figure / atLeast : figure / atMost - 1;
}

const shown = (figure: number, unit = '') => `${Number(figure.toPrecision(3))}${unit}`;

const verdict = (missed: number): string =>
	missed <= 0 ? 'met' : `missed by ${Math.ceil(missed * 100)} %`;

/** Prints figures beside their targets. The process ends with an error if one is missed by more than 20 %. */
export function judge(targets: readonly Target[]): void {
	console.log('');
	printTable(
		['', 'figure', 'target', 'result'],
		targets.map((target) => [
			target.what,
			shown(target.figure, target.unit),
			target.atMost === undefined
				? `at least ${shown(target.atLeast ?? 0, target.unit)}`
				: `at most ${shown(target.atMost, target.unit)}`,
			verdict(missedBy(target)),
		]),
	);
	if (targets.some((target) => !(missedBy(target) <= TOLERANCE))) process.exitCode = 1;
}
