import type { IDataObject } from 'n8n-workflow';
import { isFilled } from '../values';
import { COMPANION_NAMES, nameSet } from './answers';
import { CALL, CAMPAIGN, CONTACT } from './columns';
import type { EntityName } from './entities';
import { CREATED_AT, ENTITIES, OWN_ID_NAMES } from './entities';
import type { Table } from './row';
import { camelCase } from './row';

/** How much an object looks like one of an entity, by the names of its fields. From `Fields` on, it is recognised. */
export enum Likeness {
	None,
	/** An identifier as anything can have it, and nothing else that is known. */
	Id,
	/** Two fields that such an object has. An envelope can have them, too. */
	Fields,
	/** Such an identifier, and a field. */
	FieldsAndId,
	/** An identifier that only this entity has. */
	Own,
}

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
	/** Its own identifiers, and its fields, in every spelling in which the columns read them. */
	ids: ReadonlySet<string>;
	fields: ReadonlySet<string>;
	/** Fields whose simple values may lie beside the thing. */
	beside: ReadonlySet<string>;
	/** Fields that only something that exists has: its own identifiers, and those that are no other entity's. */
	identifiers: ReadonlySet<string>;
}

const known = new Map<EntityName, Names>();
const spelled = (names: readonly string[]) =>
	new Set(names.flatMap((name) => [name, camelCase(name)]));
const companions = nameSet(COMPANION_NAMES);
/** Anything can have an identifier and a type. */
const PROVES_NOTHING: readonly string[] = [...OWN_ID_NAMES, 'type'];
const everyId = spelled(Object.values(ENTITIES).flatMap(({ ids }) => ids));

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
	const own = fields.filter((name) => name.endsWith('_id') && !everyId.has(name));
	const names = {
		ids: spelled(ids),
		fields: spelled(all.filter((name) => !PROVES_NOTHING.includes(name) && !ids.includes(name))),
		beside: spelled(table ? namesBeside(table) : []),
		identifiers: spelled([...ids.filter((name) => !companions.has(name)), ...own]),
	};
	known.set(entity, names);
	return names;
}

/** How many of an entity's fields an object has. */
export function knownFields(object: IDataObject, entity: EntityName): number {
	const { ids, fields } = namesOf(entity);
	return Object.keys(object).filter((name) => ids.has(name) || fields.has(name)).length;
}

/** Whether a field of this name identifies something of this entity that exists. */
export const isIdentifier = (name: string, entity?: EntityName): boolean =>
	OWN_ID_NAMES.includes(name) || (entity !== undefined && namesOf(entity).identifiers.has(name));

/**
 * Whether a value beside a thing in its envelope can be its own. A number or a text under a name that the thing has itself may be about
 * something else: credits can be those of the account, a duration that of the request.
 */
export function belongsBeside(name: string, value: unknown, entity?: EntityName): boolean {
	if (entity === undefined || typeof value === 'object') return true;
	const { fields, beside } = namesOf(entity);
	return !fields.has(name) || beside.has(name);
}

/**
 * How much an object looks like one of this entity: by its own identifier, or by two of its fields. A field counts in the spellings in which the
 * columns read it, and an object as its value only beside a simple one: `{ call_id: { S: "…" } }` has no value that can be read.
 *
 * @param isRow true: it is an entry of a list. Otherwise it may be an envelope, whose own names (`status`, `version`) prove nothing
 */
export function likenessOf(object: IDataObject, entity: EntityName, isRow = false): Likeness {
	const { ids, fields } = namesOf(entity);
	const entries = Object.entries(object).filter(([name]) => isRow || !companions.has(name));
	const isSimple = ([, value]: [string, unknown]) => typeof value !== 'object' || value === null;
	const isValue = (entry: [string, unknown]) => isSimple(entry) && isFilled(entry[1]);
	if (entries.some((entry) => ids.has(entry[0]) && isValue(entry))) return Likeness.Own;
	const ofEntity = entries.filter(([name]) => ids.has(name) || fields.has(name));
	const hasId = entries.some((entry) => OWN_ID_NAMES.includes(entry[0]) && isValue(entry));
	const hasSimple = hasId || ofEntity.some(isSimple);
	const isSimilar = hasSimple && ofEntity.length + Number(hasId) >= 2;
	if (hasId) return isSimilar ? Likeness.FieldsAndId : Likeness.Id;
	return isSimilar ? Likeness.Fields : Likeness.None;
}
