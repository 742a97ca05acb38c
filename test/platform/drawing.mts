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

/** Values that are not drawn, such as `paging: { offset: ['ignored'] }`. */
export type Without = {
	readonly [Group in GroupName]?: {
		readonly [Name in keyof Manner[Group]]?: readonly unknown[];
	};
};

function valueOf(entry: Choice<unknown> | Some<unknown>, without: readonly unknown[]) {
	const isDrawn = (value: unknown) => !without.includes(value);
	if ('usual' in entry) return mostly(entry.percent, entry.usual, ...entry.others.filter(isDrawn));
	const among = entry.among.filter(isDrawn);
	const list = fc.uniqueArray(fc.constantFrom(...among), { minLength: 1, maxLength: 3 });
	return sometimes<unknown[]>(entry.percent, list, []);
}

const groupOf = (group: GroupName, without: Without): Record<string, Arbitrary<unknown>> =>
	Object.fromEntries(
		Object.entries<Choice<unknown> | Some<unknown>>(CATALOGUE[group]).map(([name, entry]) => {
			const left = without[group] as Record<string, readonly unknown[]> | undefined;
			return [name, valueOf(entry, left?.[name] ?? [])];
		}),
	);

/** Each group of manners by itself. */
export const manners = (
	without: Without = {},
): { [Group in GroupName]: Arbitrary<Manner[Group]> } =>
	Object.fromEntries(
		(Object.keys(CATALOGUE) as GroupName[]).map((group) => [
			group,
			fc.record(groupOf(group, without)),
		]),
	) as never;

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

const topics = (group: GroupName, name: string) => `${group}.${name}`;

/** Each entry of the catalogue, with its values that are drawn. */
const drawnEntries = (without: Without) =>
	GROUPS.flatMap((group) =>
		Object.entries<Choice<unknown> | Some<unknown>>(CATALOGUE[group]).map(([name, entry]) => {
			const left = (without[group] as Record<string, readonly unknown[]> | undefined)?.[name];
			const all = 'usual' in entry ? [entry.usual, ...entry.others] : entry.among;
			const values = [...new Set(all)].filter((value) => !left?.includes(value));
			return { group, name, values, isSome: !('usual' in entry) };
		}),
	);

/** Every value that is drawn, as text, by its name such as `paging.offset`. */
export const valuesDrawn = (without: Without = {}): Array<[topic: string, values: string[]]> =>
	drawnEntries(without).map(({ group, name, values }) => [topics(group, name), values.map(String)]);

/** Every manner in which one value is not usual. */
export const singleOddities = (
	without: Without = {},
): Array<{ topic: string; group: GroupName; manner: SomeManner }> =>
	drawnEntries(without).flatMap(({ group, name, values, isSome }) =>
		(isSome ? values : values.slice(1)).map((value) => ({
			topic: `${topics(group, name)}: ${String(value)}`,
			group,
			manner: { [group]: { [name]: isSome ? [value] : value } },
		})),
	);

/** The values of a manner, in the same words. */
export const valuesOf = (manner: Manner): Array<[topic: string, values: string[]]> =>
	(Object.keys(CATALOGUE) as GroupName[]).flatMap((group) =>
		Object.entries(manner[group]).map(([name, value]): [string, string[]] => [
			topics(group, name),
			[value].flat().map(String),
		]),
	);
