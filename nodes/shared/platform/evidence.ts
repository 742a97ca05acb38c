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

/** Columns that an answer has beside the thing itself: what happened to its contacts, and its transcript. */
function namesBeside({ columns }: Table): string[] {
	return Object.values(columns)
		.filter(({ isOptional, kind }) => isOptional || kind === 'transcript')
		.flatMap(({ sources }) => sources)
		.flatMap((source) => ('names' in source ? source.names : []));
}

interface Names {
	ids: ReadonlySet<string>;
	fields: ReadonlySet<string>;
	/** Fields whose simple values may lie beside the thing. */
	beside: ReadonlySet<string>;
	/** Fields that only something that exists has: its own identifiers, and those that are no other entity's. */
	identifiers: ReadonlySet<string>;
}

const known = new Map<EntityName, Names>();
const companions = nameSet(COMPANION_NAMES);
const ownIds = new Set(OWN_ID_NAMES.map(plainName));
const everyId = new Set(Object.values(ENTITIES).flatMap(({ ids }) => ids.map(plainName)));

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
	const own = ids.map(plainName).filter((name) => !companions.has(name));
	const names = {
		ids: new Set(own),
		fields: new Set(
			all.map(plainName).filter((name) => !companions.has(name) && !ownIds.has(name)),
		),
		beside: new Set(table ? namesBeside(table).map(plainName) : []),
		identifiers: new Set([
			...own,
			...fields.map(plainName).filter((name) => name.endsWith('id') && !everyId.has(name)),
		]),
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

/** Whether a field of this name identifies something of this entity that exists. */
export const isIdentifier = (name: string, entity?: EntityName): boolean =>
	ownIds.has(plainName(name)) ||
	(entity !== undefined && namesOf(entity).identifiers.has(plainName(name)));

/**
 * Whether a value beside a thing in its envelope can be its own. A number or a text under a name that the thing has itself may be about
 * something else: credits can be those of the account, a duration that of the request.
 */
export function belongsBeside(name: string, value: unknown, entity?: EntityName): boolean {
	if (entity === undefined || typeof value === 'object') return true;
	const { fields, beside } = namesOf(entity);
	return !fields.has(plainName(name)) || beside.has(plainName(name));
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
