import type { IDataObject } from 'n8n-workflow';
import { snakeCase } from '../../shared/platform';
import {
	isFilled,
	isObject,
	parseJson,
	readTimestamp,
	withSortedFields,
} from '../../shared/values';

/* Values of a document: how they are compared, and which of them no document has. */

/** A value as it is compared: fields in alphabetical order, line ends as \n, and null for what is empty. */
export function normal(value: unknown): unknown {
	if (!isFilled(value)) return null;
	if (typeof value === 'string') return value.replaceAll('\r\n', '\n');
	return withSortedFields(value);
}

export const isSameValue = (one: unknown, other: unknown): boolean =>
	JSON.stringify(normal(one)) === JSON.stringify(normal(other));

/** Names of secrets, in any spelling: `api_key`, `x-api-key` and `apiKey` are read as `apikey`. */
const SECRET_NAME =
	/pass(word|phrase)|secret|token|(api|private|access)key|credential|authorization|bearer/i;
const isSecretName = (name: string): boolean => SECRET_NAME.test(name.replace(/[\s_-]/g, ''));
/** Names of a number of tokens, which is no secret. */
const COUNT_NAME = /tokens$/i;
/** Words of a JSON schema, which describe a value and are no names of secrets. */
const SCHEMA_NAMES: readonly string[] = ['type', 'description', 'title', 'format', 'pattern'];
/** Names of identifiers, in snake_case: `agentID` is read as `agent_id`. */
const ID_NAME = /(^|[_-])(uu)?ids?$/;
const TIME_NAME = /[_-]at$/;
const SECRET_TEXT = /^(bearer|basic) \S/i;

/** Why a document cannot have a value. */
export type NotPortable = 'secret' | 'identifier' | 'time';

/** An object or a list that is written as JSON text; everything else as it is. */
export function readObject(value: unknown): unknown {
	const read =
		typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJson(value)?.value : undefined;
	return typeof read === 'object' ? read : value;
}

/** `https://ada:pw@example.com`, `https://{{host}}/?key=1`: a name, password, query or fragment can be a secret. */
function hasSecretPart(text: string): boolean {
	const address = text.replace(/\{\{[^{}]*\}\}/g, 'x').trim();
	if (/\s/.test(address)) return false;
	return /^([a-z][\w+.-]*:)?\/\/([^/?#]*@|.*[?#].)|\?.*=/i.test(address);
}

function isSecretValue(names: readonly string[], value: string | number): boolean {
	const name = names.at(-1) ?? '';
	if (names.some((one) => /headers$/i.test(one))) return true;
	if (typeof value === 'number') return isSecretName(name) && !COUNT_NAME.test(name);
	const isNamed = names.some(isSecretName) && !SCHEMA_NAMES.includes(name);
	return isNamed || SECRET_TEXT.test(value) || hasSecretPart(value);
}

/** What leads to a field of an object: its name, and that of the value in `{ name: 'api_key', value: 'abc' }`. */
function namesLeadingTo(field: string, { name, key }: IDataObject): string[] {
	const pairName = [name, key].find((one) => typeof one === 'string' && one !== '');
	return /^values?$/i.test(field) && pairName !== undefined ? [field, String(pairName)] : [field];
}

/** Why a document cannot have a value; undefined if it can. @param names what leads to it: its field, those inside */
export function notPortable(shown: unknown, ...names: string[]): NotPortable | undefined {
	const value = readObject(shown);
	if (Array.isArray(value) || isObject(value)) {
		const inside = Array.isArray(value)
			? value.map((entry) => notPortable(entry, ...names))
			: Object.entries(value).map(([field, entry]) =>
					notPortable(entry, ...names, ...namesLeadingTo(field, value)),
				);
		return inside.find((found) => found === 'secret') ?? inside.find(Boolean);
	}
	if (!isFilled(value) || (typeof value !== 'string' && typeof value !== 'number'))
		return undefined;
	if (isSecretValue(names, value)) return 'secret';
	const name = snakeCase(names.at(-1) ?? '');
	if (ID_NAME.test(name)) return 'identifier';
	return TIME_NAME.test(name) && readTimestamp(value) !== undefined ? 'time' : undefined;
}

/** A value as an item may show it: a secret is hidden. */
export const shownValue = (field: string, value: unknown): unknown =>
	notPortable(value, ...field.split('.')) === 'secret' ? '***' : normal(value);

/** How many lines further on this line comes again. */
function distanceTo(line: string | undefined, lines: readonly string[], from: number): number {
	const index = line === undefined ? -1 : lines.indexOf(line, from);
	return index < 0 ? Number.POSITIVE_INFINITY : index - from;
}

/**
 * How two texts differ, line by line. Equal lines are left out, and the nearest line in common ends a difference.
 *
 * Lines a, b, c and a, x, c -> `- b`, `+ x`
 */
export function lineDifference(before: string, after: string): string {
	const [from, to] = [before.split('\n'), after.split('\n')];
	const lines: string[] = [];
	let [left, right] = [0, 0];
	while (left < from.length || right < to.length) {
		const isSameLine = from[left] === to[right];
		const toAdd = distanceTo(from[left], to, right);
		const isRemoved = left < from.length && toAdd >= distanceTo(to[right], from, left);
		if (!isSameLine) lines.push(isRemoved ? `- ${from[left]}` : `+ ${to[right]}`);
		if (isSameLine || isRemoved) left += 1;
		if (isSameLine || !isRemoved) right += 1;
	}
	return lines.join('\n');
}
