import type { IDataObject } from 'n8n-workflow';
import { isFilled } from '../values';
import { COMPANION_NAMES, nameSet, plainName } from './answers';
import { CALL, CAMPAIGN, CONTACT } from './columns';
import type { EntityName } from './entities';
import { CREATED_AT, ENTITIES, OWN_ID_NAMES } from './entities';
import type { Table } from './row';

/**
 * How much an object looks like one of an entity, by the names of its fields. `own`: it has an identifier that only this entity has.
 * `similar`: it has other fields that such an object usually has.
 */
export type Likeness = 'own' | 'similar' | 'none';

const TABLES: Partial<Record<EntityName, Table>> = {
	call: CALL,
	campaign: CAMPAIGN,
	contact: CONTACT,
};

/** Whether so many fields of an entity are known that an answer without any of them is about something else. */
export const hasColumns = (entity?: EntityName): boolean =>
	entity !== undefined && TABLES[entity] !== undefined;

function namesInTable({ parts, columns }: Table): string[] {
	const sources = Object.values(columns).flatMap((column) => column.sources);
	return [
		...Object.values(parts).flat(),
		...sources.flatMap((source) => ('names' in source && !source.part ? source.names : [])),
	];
}

interface Names {
	ids: ReadonlySet<string>;
	fields: ReadonlySet<string>;
}

const known = new Map<EntityName, Names>();
const companions = nameSet(COMPANION_NAMES);
const ownIds = new Set(OWN_ID_NAMES.map(plainName));

/** The names of an entity's fields; an envelope's own names prove nothing and are left out. */
function namesOf(entity: EntityName): Names {
	const found = known.get(entity);
	if (found) return found;
	const { ids, labels, hints = [], addedAt = [], fields = [] } = ENTITIES[entity];
	const table = TABLES[entity];
	const all = [
		...labels,
		...hints,
		...addedAt,
		...fields,
		...CREATED_AT,
		...(table ? namesInTable(table) : []),
	];
	const names = {
		ids: new Set(ids.map(plainName).filter((name) => !companions.has(name))),
		fields: new Set(
			all.map(plainName).filter((name) => !companions.has(name) && !ownIds.has(name)),
		),
	};
	known.set(entity, names);
	return names;
}

/** How many of an entity's fields an object has. */
export function knownFields(object: IDataObject, entity: EntityName): number {
	const { ids, fields } = namesOf(entity);
	return Object.keys(object).filter(
		(name) => ids.has(plainName(name)) || fields.has(plainName(name)),
	).length;
}

/** How much an object looks like one of this entity. */
export function likenessOf(object: IDataObject, entity: EntityName): Likeness {
	const { ids } = namesOf(entity);
	const isOf = (names: ReadonlySet<string>) =>
		Object.entries(object).some(([name, value]) => names.has(plainName(name)) && isFilled(value));
	const count = knownFields(object, entity);
	if (isOf(ids)) return 'own';
	return count >= 2 || (count === 1 && isOf(ownIds)) ? 'similar' : 'none';
}
