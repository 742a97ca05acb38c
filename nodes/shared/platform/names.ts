/** The names in a text, between its blanks and line ends: each list of names in this room is written as one text. */
export const listOf = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/** `callId` → `call_id` */
export const snakeCase = (name: string): string =>
	name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();

const camelCased = new Map<string, string>();

/** `call_id` → `callId`, for a name that is written in this room. */
export function camelCase(name: string): string {
	const cached = camelCased.get(name);
	if (cached !== undefined) return cached;
	const other = name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_match, letter: string) =>
		letter.toUpperCase(),
	);
	camelCased.set(name, other);
	return other;
}

/** A name as it is compared: without upper case, `_` and `-`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** A set of names that is asked with any spelling. */
export function nameSet(names: Iterable<string>): { has(name: string): boolean } {
	const plain = new Set([...names].map(plainName));
	return { has: (name) => plain.has(plainName(name)) };
}
