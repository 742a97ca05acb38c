import type { IDataObject } from 'n8n-workflow';
import { isFilled, isObject } from '../values';
import type { EntityName } from './entities';
import { OWN_ID_NAMES, idNamesOf, idOf } from './entities';

/** Words of a `status` that is about the request and not about the thing. */
const RECEIPT_WORDS = ['success', 'ok', 'accepted', 'created', 'error'];

/** An object without a `status` that only says, beside a message, that the request worked. */
export function withoutReceipt(object: IDataObject): IDataObject {
	const { status, message, ...rest } = object;
	const isReceipt =
		typeof status === 'string' &&
		typeof message === 'string' &&
		RECEIPT_WORDS.includes(status.toLowerCase());
	return isReceipt ? rest : object;
}

/** How the names of what was made as a copy begin: `new_campaign_id`, `rerun`. */
const NEW_THING = /^(?:new|clone|copy|copied|rerun)/i;

/**
 * What an answer says of the new thing that was made as a copy of another: nothing, if it is about the other one.
 *
 * @param originalId of the one that was copied
 */
export function newThingIn(
	answer: IDataObject,
	entity: EntityName,
	originalId: string,
): IDataObject {
	const named = Object.entries(answer).filter(([name]) => NEW_THING.test(name));
	for (const [name, value] of named) {
		// `cloned_from_id` leads to the original.
		const copy = isObject(value) ? value : /id$/i.test(name) ? { id: value } : {};
		const id = idOf(copy, entity);
		if (id === '' || id === originalId) continue;
		return isObject(value) ? value : { [idNamesOf(entity)[0] ?? 'id']: value };
	}
	return idOf(answer, entity) === originalId ? {} : answer;
}

/**
 * The rows of a list without those fields that look like an identifier and have the same value in all of them: the organization's, for
 * example. A value in some of them can be the identifier of a contact that was called several times.
 */
export function withoutSharedIds(rows: IDataObject[]): IDataObject[] {
	const shared = OWN_ID_NAMES.filter((name) => {
		const values = rows.map((row) => row[name]).filter(isFilled);
		return values.length > 1 && new Set(values).size === 1;
	});
	if (shared.length === 0) return rows;
	return rows.map((row) =>
		Object.fromEntries(Object.entries(row).filter(([name]) => !shared.includes(name))),
	);
}
