import type { IDataObject } from 'n8n-workflow';
import { firstOf, isObject } from '../values';
import { ENTITIES } from './entities';
import { camelCase, listOf } from './names';

/*
 * What the platform may call the parts of a custom function, and of the request that it sends when an agent uses one.
 * The API document shows neither.
 */

/** Names of the address that a custom function sends its requests to. */
export const FUNCTION_URL_NAMES = listOf('url webhook_url endpoint endpoint_url server_url uri');

/** Names of the values that an agent has found for a function's parameters; the first that is there counts. */
export const ARGUMENT_NAMES = listOf('arguments args parameters params input inputs');

/** Names of objects that a platform puts around the whole request: what is in them is meant as if it were the body. */
export const BODY_PARTS = listOf('message data payload event request body');

/** Names of objects that may hold the values, or say which call it is about. A list with one entry counts, too. */
export const REQUEST_PARTS = [
	...BODY_PARTS,
	...listOf(
		'call function function_call tool tool_call tool_calls tool_call_list session conversation context metadata',
	),
];

/** Names of the call's identifier in a request. */
export const CALL_ID_NAMES = ENTITIES.call.ids;

/** The fields of an answer to an agent: what it asked for, and what went wrong. `result` always has one of them. */
export const RESULT_NAME = 'result';
export const ERROR_NAME = 'error';

const withCamelCase = (names: readonly string[]) =>
	names.flatMap((name) => [name, camelCase(name)]);

/** What a row has under one of these names, also in camelCase. */
export const underNames = (row: IDataObject, names: readonly string[]): unknown =>
	firstOf(row, withCamelCase(names));

const textUnder = (row: IDataObject, names: readonly string[]): string => {
	const text = underNames(row, names);
	return typeof text === 'string' ? text : '';
};

/** The name of a custom function; '' if the platform does not send it. */
export const functionNameOf = (row: IDataObject): string =>
	textUnder(row, ENTITIES.customFunction.labels);

const textsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	const inner = Array.isArray(value) || isObject(value) ? Object.values(value) : [];
	return inner.flatMap(textsIn);
};

/** Every web address that the platform shows of a custom function, whatever it calls the field. */
export const functionAddressesOf = (row: IDataObject): string[] =>
	textsIn(row).filter((text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text));

/** The address of a custom function; '' if the platform does not send it. */
export const functionUrlOf = (row: IDataObject): string =>
	textUnder(row, FUNCTION_URL_NAMES) || (functionAddressesOf(row)[0] ?? '');
