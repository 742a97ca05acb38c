import fc, { type Arbitrary } from 'fast-check';
import {
	CATALOGUE,
	GROUPS,
	type Choice,
	type GroupName,
	type Manner,
	type Some,
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

type Entry = Choice<unknown> | Some<unknown>;

/** The entries of a group, each without the values that are not drawn. */
const entriesOf = (group: GroupName, without: Without): Array<[name: string, entry: Entry]> =>
	Object.entries<Entry>(CATALOGUE[group]).map(([name, entry]) => {
		const left = (without[group] as Record<string, readonly unknown[]> | undefined)?.[name];
		const isDrawn = (value: unknown) => !left?.includes(value);
		return 'usual' in entry
			? [name, { ...entry, others: entry.others.filter(isDrawn) }]
			: [name, { ...entry, among: entry.among.filter(isDrawn) }];
	});

function valueOf(entry: Entry): Arbitrary<unknown> {
	if ('usual' in entry) return mostly(entry.percent, entry.usual, ...entry.others);
	const list = fc.uniqueArray(fc.constantFrom(...entry.among), { minLength: 1, maxLength: 3 });
	return sometimes<unknown[]>(entry.percent, list, []);
}

const groupOf = (group: GroupName, without: Without): Record<string, Arbitrary<unknown>> =>
	Object.fromEntries(
		entriesOf(group, without).map(([name, entry]): [string, Arbitrary<unknown>] => [
			name,
			valueOf(entry),
		]),
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
		entriesOf(group, without).flatMap(([name, entry]) =>
			[...new Set('usual' in entry ? entry.others : entry.among)].map((value) => ({
				topic: `${group}.${name}: ${String(value)}`,
				group,
				manner: { [group]: { [name]: 'usual' in entry ? value : [value] } },
			})),
		),
	);
