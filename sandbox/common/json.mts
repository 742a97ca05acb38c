/*
 * The common room: what every other room uses. JSON, moments in time and errors. It imports nothing from the sandbox.
 */

/** Parsed data. A schema or a query guarantees its shape; it is checked where it enters, not at each use. */
export type Json = ReturnType<typeof JSON.parse>;
export type JsonObject = Record<string, Json>;

/** A copy of the object without the named entries. */
export function without(object: JsonObject, ...names: string[]): JsonObject {
	return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** A copy of the data in which `rewrite` replaced every value that is no object and no array, at any depth. */
export function mapValues(
	node: Json,
	rewrite: (value: Json, name: string | undefined) => Json,
	name?: string,
): Json {
	if (Array.isArray(node)) return node.map((entry) => mapValues(entry, rewrite, name));
	if (typeof node !== 'object' || node === null) return rewrite(node, name);
	return Object.fromEntries(
		Object.entries(node).map(([key, value]) => [key, mapValues(value, rewrite, key)]),
	);
}

/** One page of a list. */
export interface Page {
	items: JsonObject[];
	total: number;
	limit: number;
	offset: number;
}
