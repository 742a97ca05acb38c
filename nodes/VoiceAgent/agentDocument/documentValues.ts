import type { IDataObject } from 'n8n-workflow';
import { isFilled, withSortedFields } from '../../shared/values';

/* Values of a document: how they are compared, and which of them no document has. */

/** The same data has the same form: fields in alphabetical order, line ends as \n, and null for what is empty. */
export function normal(value: unknown): unknown {
	if (!isFilled(value)) return null;
	if (typeof value === 'string') return value.replaceAll('\r\n', '\n');
	return withSortedFields(value);
}

export const isSame = (one: unknown, other: unknown): boolean =>
	JSON.stringify(normal(one)) === JSON.stringify(normal(other));

const SECRET_NAME =
	/pass(word|phrase)|secret|token|api_?key|private_?key|credential|authorization|bearer/i;
/** A secret can have any name there. */
const IN_HEADERS = /(^|\.)headers\./;
const ID_NAME = /(^id|_ids?|[a-z]Ids?)$/;
const SECRET_TEXT = /^(bearer|basic) \S/i;

/** An address with a name, a password, a query or a fragment: each of them can be a secret. */
function hasSecretPart(text: string): boolean {
	if (!/^[a-z][\w+.-]*:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
	const { username, password, search, hash } = new URL(text);
	return [username, password, search, hash].some((part) => part !== '');
}

/** What a document cannot have, and where it is. */
export interface NotPortable {
	field: string;
	is: 'secret' | 'identifier';
}

/** The first secret or identifier in a value; undefined if it has none. @param field its name, or the names that lead to it */
export function notPortableIn(field: string, value: unknown): NotPortable | undefined {
	if (!isFilled(value) || typeof value === 'boolean') return undefined;
	if (typeof value === 'object') {
		const entries = Array.isArray(value)
			? value.map((entry): [string, unknown] => [field, entry])
			: Object.entries(value as IDataObject).map(([name, entry]): [string, unknown] => [
					`${field}.${name}`,
					entry,
				]);
		for (const [name, entry] of entries) {
			const found = notPortableIn(name, entry);
			if (found) return found;
		}
		return undefined;
	}
	const name = field.split('.').at(-1) ?? '';
	const isSecret = (text: string) =>
		IN_HEADERS.test(field) ||
		SECRET_NAME.test(name) ||
		SECRET_TEXT.test(text) ||
		hasSecretPart(text);
	if (typeof value === 'string' && isSecret(value)) return { field, is: 'secret' };
	return ID_NAME.test(name) ? { field, is: 'identifier' } : undefined;
}

/** A value as an item may show it: a secret is hidden. */
export const shownValue = (field: string, value: unknown): unknown =>
	notPortableIn(field, value)?.is === 'secret' ? '***' : normal(value);

/** How many lines further on this line comes again. */
function distanceTo(line: string | undefined, lines: readonly string[], from: number): number {
	const index = line === undefined ? -1 : lines.indexOf(line, from);
	return index < 0 ? Number.POSITIVE_INFINITY : index - from;
}

/**
 * How two texts differ, line by line: `-` lines are only in the first one, `+` lines only in the second. Equal lines are left out: after a
 * difference, both texts go on at the nearest line that they have in common.
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
