import type { IDataObject } from 'n8n-workflow';
import { isFilled } from '../values';
import { DESCRIPTION_NAMES } from './answers';
import { CALL, CAMPAIGN, CONTACT } from './columns';
import type { EntityName } from './entities';
import { CREATED_AT, ENTITIES, OWN_ID_NAMES } from './entities';
import { nameSet, camelCase } from './names';
import type { Table } from './row';

/* The fields that the platform's things are known by: each name as this room writes it, and in camelCase. */

const TABLES: Partial<Record<EntityName, Table>> = {
	call: CALL,
	campaign: CAMPAIGN,
	contact: CONTACT,
};

/** Whether the output shows such a thing in columns: an answer with none of them would be a row of nulls. */
export const hasColumns = (entity?: EntityName): boolean =>
	entity !== undefined && TABLES[entity] !== undefined;

/** The names that a table reads in the row itself, and of the objects in it that it reads. */
const tableNames = ({ parts, columns }: Table): string[] => [
	...Object.values(parts).flat(),
	...Object.values(columns)
		.flatMap(({ sources }) => sources)
		.flatMap((source) => ('names' in source && source.part === undefined ? source.names : [])),
];

interface KnownNames {
	ids: ReadonlySet<string>;
	/** The names of all fields that are no identifiers. */
	fields: ReadonlySet<string>;
}

const namesByEntity = new Map<EntityName, KnownNames>();
const descriptions = nameSet(DESCRIPTION_NAMES);
const spelled = (names: readonly string[]) =>
	new Set(names.flatMap((name) => [name, camelCase(name)]));

function fieldNamesOfEntity(entity: EntityName): KnownNames {
	const found = namesByEntity.get(entity);
	if (found) return found;
	const { ids, labels, hints, addedAt, fields } = ENTITIES[entity];
	const table = TABLES[entity];
	const all = [...labels, ...hints, ...addedAt, ...fields, ...CREATED_AT];
	const others = [...all, ...(table ? tableNames(table) : [])];
	// A `type` proves nothing, because anything can have one.
	const isField = (name: string) => ![...OWN_ID_NAMES, ...ids, 'type'].includes(name);
	const names = {
		ids: spelled(ids),
		fields: spelled(others.filter(isField)),
	};
	namesByEntity.set(entity, names);
	return names;
}

/** Whether an object has a field of such things, beside identifiers: `{ id, to_number }` has one of a call. */
export function hasKnownField(object: IDataObject, entity: EntityName, count = 1): boolean {
	const { fields } = fieldNamesOfEntity(entity);
	return Object.keys(object).filter((name) => fields.has(name)).length >= count;
}

/**
 * Whether an object has the identifier of such things alone: `call_id` of a call. Other things have `id` or `version`.
 */
export const hasOwnId = (object: IDataObject, entity: EntityName): boolean =>
	Object.entries(object).some(
		([name, value]) =>
			fieldNamesOfEntity(entity).ids.has(name) &&
			!descriptions.has(name) &&
			typeof value !== 'object' &&
			isFilled(value),
	);
