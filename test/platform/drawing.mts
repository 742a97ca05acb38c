import fc, { type Arbitrary } from 'fast-check';
import {
	CATALOGUE,
	GROUPS,
	type Choice,
	type GroupName,
	type Manner,
	type SomeManner,
} from './manners.mts';

/*
 * Arbitraries of manners, as often as the catalogue says. The first of several values is the simplest: fast-check shrinks to it.
 */

/** One of the arbitraries, each as often as its weight says. */
export const weighted = <Value,>(
	...choices: Array<[weight: number, arbitrary: Arbitrary<Value>]>
): Arbitrary<Value> =>
	fc.oneof(
		{ withCrossShrink: true },
		...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })),
	);

/** The arbitrary in so many of a hundred cases, otherwise the value. */
export const sometimes = <Value,>(
	percent: number,
	arbitrary: Arbitrary<Value>,
	otherwise: Value,
): Arbitrary<Value> =>
	percent === 0
		? fc.constant(otherwise)
		: weighted([100 - percent, fc.constant(otherwise)], [percent, arbitrary]);

/** The plain value, or in so many of a hundred cases another one. */
export const mostly = <Value,>(percent: number, plain: Value, ...others: Value[]) =>
	others.length === 0 ? fc.constant(plain) : sometimes(percent, fc.constantFrom(...others), plain);

/** Values that are not drawn, such as `paging: { inserts: [3] }`. */
export type Without = {
	readonly [Group in GroupName]?: {
		readonly [Name in keyof Manner[Group]]?: readonly unknown[];
	};
};

/** The choices of a group, each without the values that are not drawn. */
const choicesOf = (group: GroupName, without: Without): Array<[string, Choice<unknown>]> =>
	Object.entries<Choice<unknown>>(CATALOGUE[group]).map(([name, choice]) => {
		const left = (without[group] as Record<string, readonly unknown[]> | undefined)?.[name];
		return [name, { ...choice, others: choice.others.filter((value) => !left?.includes(value)) }];
	});

const groupOf = (group: GroupName, without: Without): Record<string, Arbitrary<unknown>> =>
	Object.fromEntries(
		choicesOf(group, without).map(([name, { percent, usual, others }]) => {
			const drawn: [string, Arbitrary<unknown>] = [name, mostly(percent, usual, ...others)];
			return drawn;
		}),
	);

/** Each group of manners by itself. */
export const manners = (
	without: Without = {},
): { [Group in GroupName]: Arbitrary<Manner[Group]> } =>
	Object.fromEntries(GROUPS.map((group) => [group, fc.record(groupOf(group, without))])) as never;

/** Some values of some groups, as a platform may change its manner. */
export const mannerChanges = <Group extends GroupName>(
	groups: { readonly [Name in Group]: ReadonlyArray<keyof Manner[Name]> },
	without: Without = {},
): Arbitrary<{ [Name in Group]?: Partial<Manner[Name]> }> =>
	fc.record(
		Object.fromEntries(
			(Object.entries(groups) as Array<[GroupName, string[]]>).map(([group, names]) => {
				const all = groupOf(group, without);
				const some = Object.fromEntries(names.map((name) => [name, all[name]!]));
				return [group, fc.record(some, { requiredKeys: [] })];
			}),
		),
		{ requiredKeys: [] },
	) as never;

/** Every manner in which one value is not usual. */
export const singleOddities = (
	without: Without = {},
): Array<{ topic: string; group: GroupName; manner: SomeManner }> =>
	GROUPS.flatMap((group) =>
		choicesOf(group, without).flatMap(([name, { others }]) =>
			[...new Set(others)].map((value) => {
				const topic = `${group}.${name}: ${String(value)}`;
				return { topic, group, manner: { [group]: { [name]: value } } };
			}),
		),
	);
