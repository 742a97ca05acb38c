import type { IDataObject } from 'n8n-workflow';
import { ownValue } from './json';

/*
 * Names of columns, as users write them, and as n8n writes them when a column is dragged: `phone`, `person.phone`,
 * `fields['Phone Number']`, `phone[0].value`.
 */

/** One step of a path: a name, also behind a point; a place in a list; a name in quotes. */
const STEP = /(?:^|\.)([^.[]+)|\[(?:(\d+)|'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")\]/y;

/** The names and places that a path is made of. A text that is no path is split at its points. */
function pathSteps(path: string): string[] {
	const names: string[] = [];
	const step = new RegExp(STEP);
	while (step.lastIndex < path.length) {
		const found = step.exec(path);
		if (!found) return path.split('.');
		const [, name, place, ...quoted] = found;
		const inQuotes = quoted.find((text) => text !== undefined)?.replace(/\\(.)/g, '$1');
		names.push(name ?? place ?? inQuotes ?? '');
	}
	return names;
}

const isPlainName = (name: string) => /^[^.[\]'"\\]+$/.test(name);

/** The path to nested data, as `cellUnder` reads it. */
const writtenPath = ([first = '', ...others]: readonly string[]): string => {
	if (others.length === 0) return first;
	const quoted = (name: string) => `['${name.replace(/[\\']/g, '\\$&')}']`;
	const steps = others.map((name) => (isPlainName(name) ? `.${name}` : quoted(name)));
	return (isPlainName(first) ? first : quoted(first)) + steps.join('');
};

/** The value of a column: of the name as it is, or of the path that it is. */
export function cellUnder(row: IDataObject, column: string): unknown {
	if (column === '') return undefined;
	if (Object.hasOwn(row, column)) return row[column];
	return pathSteps(column).reduce<unknown>(ownValue, row);
}

/** Characters that a screen does not show, or shows like a space. */
const UNSEEN =
	/[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164]|\p{Variation_Selector}|\u034F|(?! )\p{Zs}/gu;

/**
 * A name as it looks on the screen: lower case, without invisible characters and outer spaces. Names that look the same
 * give the same text.
 */
const seen = (name: string): string =>
	name
		.replace(/[\p{Z}\t\r\n]/gu, ' ')
		.replace(UNSEEN, '')
		.normalize('NFKC')
		.replace(/ +/g, ' ')
		.trim()
		.toLowerCase();

/** A column's name for an error: an invisible character as its code, a space that is easily overlooked as ␠. */
export const shownColumn = (name: string): string =>
	name
		.replace(/^ +| +$| {2,}/g, (spaces) => '␠'.repeat(spaces.length))
		.replace(
			UNSEEN,
			(unseen) => `[U+${unseen.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
		);

/** Whether two names of columns look the same on the screen. */
export const looksLike = (one: string, other: string): boolean => seen(one) === seen(other);

/** The names that objects have. */
const keysOfAll = (values: readonly unknown[]): string[] => [
	...new Set(
		values.flatMap((value) =>
			typeof value === 'object' && value !== null ? Object.keys(value) : [],
		),
	),
];

/** The names in these objects that a name can mean: the same, or else those that look the same. */
function meantBy(name: string, values: readonly unknown[]): string[] {
	if (values.some((value) => ownValue(value, name) !== undefined)) return [name];
	const wanted = seen(name);
	return keysOfAll(values).filter((other) => seen(other) === wanted);
}

/** The paths to which these names lead. */
function pathsTo([name, ...others]: readonly string[], values: readonly unknown[]): string[][] {
	if (name === undefined) return [[]];
	return meantBy(name, values).flatMap((meant) => {
		const inner = values.map((value) => ownValue(value, meant));
		return inner.every((value) => value === undefined)
			? []
			: pathsTo(others, inner).map((path) => [meant, ...path]);
	});
}

/**
 * The columns that a name can mean, as `cellUnder` reads them: the one with this name, or else those that look the
 * same, such as `Phone` with a space behind it.
 */
export function columnsCalled(rows: readonly IDataObject[], name: string): string[] {
	if (name === '') return [];
	const whole = meantBy(name, rows);
	if (whole.length > 0) return whole;
	return [...new Set(pathsTo(pathSteps(name), rows).map(writtenPath))];
}

/** Names of columns, separated by commas or line breaks. A comma in quotes and brackets is part of a name. */
export const columnNames = (text: string): string[] =>
	(text.match(/(?:\[(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")\]|[^,\n])+/g) ?? [])
		.map((name) => name.trim())
		.filter((name) => name !== '');
