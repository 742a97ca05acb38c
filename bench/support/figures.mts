import { printTable } from '../../harness/table.mts';

/** A target may be missed by so much: other programs run on the same machine. */
const TOLERANCE = 0.2;

/** Something measured, with what it must be. */
export interface Target {
	what: string;
	figure: number;
	unit?: string;
	atMost?: number;
	atLeast?: number;
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
