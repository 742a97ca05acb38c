import { camelName, type Json, type JsonObject, renamed } from '../../common/json.mts';
import type { Quirks } from '../../simulation/behaviour.mts';
import type { Thing } from './things.mts';

/** Objects whose names are not the platform's: those that a user chose for the values of a call. */
const USER_NAMED = ['variables', 'fields', 'custom_fields'];

/** The same data with every name in camel case, at any depth. */
export function withCamelNames(node: Json): Json {
	if (Array.isArray(node)) return node.map(withCamelNames);
	if (typeof node !== 'object' || node === null) return node;
	return Object.fromEntries(
		Object.entries(node).map(([name, value]) => [
			camelName(name),
			USER_NAMED.includes(name) ? value : withCamelNames(value),
		]),
	);
}

/** A row whose id is where the quirk says. */
export function withIdName(
	row: JsonObject,
	{ idField, noun }: Thing,
	idName: Quirks['idName'],
	organizationId: string,
): JsonObject {
	if (idField === undefined || row[idField] === undefined) return row;
	if (idName === 'id') return renamed(row, { [idField]: 'id' });
	if (idName === 'camel') return renamed(row, { [idField]: camelName(idField) });
	const own = renamed(row, { id: `${noun}_id` });
	return { id: organizationId, ...own };
}
