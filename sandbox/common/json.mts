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
