import type { IDataObject } from 'n8n-workflow';
import { ordinaryCallId } from '../../sandbox/control/quirks/bigIds.mts';
import { camelName } from '../../sandbox/common/json.mts';
import { type Thing, thingOf } from '../../sandbox/control/quirks/things.mts';
import { endpointOf, specified } from '../support/contract.mts';

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the answers of an endpoint are about, by the contract. */
export function thingAt(endpoint: string): Thing {
	const operation = specified.find((candidate) => endpointOf(candidate) === endpoint);
	if (!operation) throw new Error(`${endpoint} is not in the contract`);
	const { operationId, definition } = operation;
	return thingOf({ operationId, tag: definition.tags[0], idField: definition['x-id'] });
}

/** Every name that the sandbox may give the id of a thing; `id` last, as it may be that of the organization. */
const idNamesOf = ({ idField = '', noun }: Thing) => {
	const own = [idField, `${noun}_id`].filter((name) => name !== 'id' && name !== '');
	return [...own, ...own.map(camelName), 'id'];
};

/** All values of a row in one text, whatever their names and order. */
function contentOf(value: unknown): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(String(value));
	const inner: unknown[] = Object.values(value);
	return `[${inner.map(contentOf).sort().join()}]`;
}

/** The row without what is around it: in a resource of JSON:API, or under the name of the thing. */
function coreOf(row: IDataObject): IDataObject {
	const values = Object.values(row);
	const [only] = values;
	if (isObject(row.attributes)) return row.attributes;
	return values.length === 1 && isObject(only) ? only : row;
}

/** What tells a raw row from others: its id, at any place where the sandbox may put it, or else all its values. */
export function identityOf(row: IDataObject, thing: Thing): string {
	if (thing.idField === undefined) return contentOf(coreOf(row));
	for (const place of [row, coreOf(row)]) {
		const name = idNamesOf(thing).find((candidate) => place[candidate] !== undefined);
		if (name) return ordinaryCallId(String(place[name]));
	}
	return contentOf(row);
}
