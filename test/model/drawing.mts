import fc, { type Arbitrary } from 'fast-check';

/** One of the arbitraries, each as often as its weight says. */
export const weighted = <Value,>(
	...choices: Array<[weight: number, arbitrary: Arbitrary<Value>]>
) =>
	fc.oneof(
		{ withCrossShrink: true },
		...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })),
	);

/** The arbitrary in so many of a hundred cases, otherwise the value. */
export const sometimes = <Value,>(
	percent: number,
	arbitrary: Arbitrary<Value>,
	otherwise: Value,
) =>
	percent === 0
		? fc.constant(otherwise)
		: weighted([100 - percent, fc.constant(otherwise)], [percent, arbitrary]);
