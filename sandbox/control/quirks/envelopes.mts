import { type Json, type JsonObject, without } from '../../common/json.mts';
import type { Quirks } from '../../simulation/behaviour.mts';
import type { Ways } from './paging.mts';
import type { Thing } from './things.mts';

/** What an envelope of a list may show. */
export interface ListParts {
	/** Null where the platform has null for no rows. */
	rows: JsonObject[] | null;
	/** The name of the field with the id in the rows. */
	idName: string | undefined;
	thing: Thing;
	/** undefined: it is not said. */
	total: number | undefined;
	limit: number;
	offset: number;
	ways: Ways;
	/** How names are written. */
	write: (name: string) => string;
}

/** What an envelope of one thing may show. */
export interface ThingParts {
	value: JsonObject;
	thing: Thing;
	self: string;
	requestId: string;
	/** Milliseconds since 1970. */
	now: number;
	write: (name: string) => string;
}

type Builder<Parts> = (parts: Parts) => Json;

const LISTS: Record<Quirks['envelope'], Builder<ListParts>> = {
	items: (parts) => ({ items: parts.rows, ...counted(parts), ...paged(parts), ...led(parts) }),
	array: ({ rows }) => rows,
	nested: (parts) => ({ data: { rows: parts.rows, ...led(parts) } }),
	data: (parts) => ({ data: parts.rows, ...counted(parts), ...led(parts) }),
	results: (parts) => {
		const { next, previous } = parts.ways;
		return { ...counted(parts, 'count'), next, previous, ...led(parts), results: parts.rows };
	},
	hal: (parts) => {
		const { rows, limit, ways, thing, write } = parts;
		const { next, ...others } = led(parts);
		const address = next ?? ways.next;
		return {
			_embedded: { [write(thing.plural)]: rows },
			_links: { self: { href: ways.self }, ...(address && { next: { href: address } }) },
			page: { size: limit, ...counted(parts, 'total_elements'), ...others },
		};
	},
	ownName: (parts) => ({
		[parts.write(parts.thing.plural)]: parts.rows,
		...counted(parts, 'count'),
		...led(parts),
	}),
	success: (parts) => ({ success: true, errors: [], data: { items: parts.rows, ...led(parts) } }),
	deep: (parts) => ({ response: { data: { rows: parts.rows, ...led(parts) } } }),
	besideArrays: (parts) => ({
		filters: ['status'],
		sort: [{ field: 'created_at', order: 'desc' }],
		columns: [parts.idName ?? 'name', 'status'],
		rows: parts.rows,
		...counted(parts),
		...led(parts),
	}),
};

const THINGS: Record<Quirks['objectEnvelope'], Builder<ThingParts>> = {
	bare: ({ value }) => value,
	data: ({ value }) => ({ data: value }),
	dataMeta: ({ value, requestId, self, write }) => ({
		data: value,
		meta: { [write('request_id')]: requestId },
		links: { self },
	}),
	named: ({ value, thing, write }) => ({ [write(thing.noun)]: value }),
	success: ({ value, now }) => ({
		success: true,
		status: 'success',
		error: null,
		data: value,
		timestamp: new Date(now).toISOString(),
	}),
	parts: (parts) => {
		const names = ['transcript', 'analysis'].filter((name) => name in parts.value);
		if (parts.thing.noun !== 'call' || names.length < 2) return THINGS.named(parts);
		const { transcript, analysis } = parts.value;
		return { call: without(parts.value, ...names), transcript, analysis };
	},
	arrayOfOne: ({ value }) => [value],
};

/** A page of a list in its envelope. */
export function listAnswer(parts: ListParts, envelope: Quirks['envelope']): Json {
	return LISTS[envelope](parts);
}

/** An answer about one thing in its envelope. */
export function thingAnswer(parts: ThingParts, envelope: Quirks['objectEnvelope']): Json {
	return THINGS[envelope](parts);
}

/**
 * What is sent for a page without rows, if the quirk has an answer of its own for it.
 *
 * @param isWholeList whether the whole list has no rows
 */
export function emptyAnswer(
	quirk: Quirks['emptyList'],
	isWholeList: boolean,
): { status?: number; body: Json } | undefined {
	if (quirk === 'null') return { body: null };
	if (quirk === 'noContent') return { status: 204, body: null };
	if (quirk === 'emptyObject') return { body: {} };
	if (quirk === 'notFound' && isWholeList) return { status: 404, body: { detail: 'Not Found' } };
	return undefined;
}

function counted({ total, write }: ListParts, name = 'total'): JsonObject {
	return total === undefined ? {} : { [write(name)]: total };
}

function paged({ limit, offset }: ListParts): JsonObject {
	return { limit, offset };
}

function led({ ways, write }: ListParts): JsonObject {
	return Object.fromEntries(
		Object.entries(ways.shown).map(([name, value]) => [write(name), value]),
	);
}
