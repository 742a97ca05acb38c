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
/** A number of tokens. */
const COUNT_NAME = /tokens$/i;
/** Words of a JSON schema. They describe a value, and are none. */
const SCHEMA_NAMES: readonly string[] = ['type', 'description', 'title', 'format', 'pattern'];
const ID_NAME = /(^id|_ids?|[a-z]Ids?)$/;
const SECRET_TEXT = /^(bearer|basic) \S/i;

/** An address with a name, a password, a query or a fragment: each of them can be a secret. Also one that an agent completes: `https://{{host}}/?key=1`. */
function hasSecretPart(text: string): boolean {
	const address = text.trim();
	if (/\s/.test(address)) return false;
	return /^([a-z][\w+.-]*:)?\/\/([^/?#]*@|.*[?#].)|\?.*=/i.test(address);
}

function isSecret(names: readonly string[], value: string | number): boolean {
	const name = names.at(-1) ?? '';
	if (names.slice(0, -1).includes('headers')) return true;
	if (typeof value === 'number') return SECRET_NAME.test(name) && !COUNT_NAME.test(name);
	const isNamed = names.some((one) => SECRET_NAME.test(one)) && !SCHEMA_NAMES.includes(name);
	return isNamed || SECRET_TEXT.test(value) || hasSecretPart(value);
}

/** Why a document cannot have a value; undefined if it can. @param names what leads to it: its field, and those inside */
export function notPortable(
	value: unknown,
	...names: string[]
): 'secret' | 'identifier' | undefined {
	if (typeof value === 'object' && value !== null) {
		const inside = Array.isArray(value)
			? value.map((entry) => notPortable(entry, ...names))
			: Object.entries(value).map(([name, entry]) => notPortable(entry, ...names, name));
		return inside.find((found) => found === 'secret') ?? inside.find(Boolean);
	}
	if (!isFilled(value) || (typeof value !== 'string' && typeof value !== 'number'))
		return undefined;
	if (isSecret(names, value)) return 'secret';
	return ID_NAME.test(names.at(-1) ?? '') ? 'identifier' : undefined;
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
