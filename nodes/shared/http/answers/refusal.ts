import type { IDataObject } from 'n8n-workflow';
import { ERROR_NAMES, SUCCESS_NAMES } from '../../platform/answers';
import type { EntityName } from '../../platform/entities';
import { nameSet } from '../../platform/names';
import { isFilled, isObject } from '../../values/json';
import { RequestFailure } from '../failures/requestFailure';
import { serverMessage } from '../failures/serverMessage';
import { meaningOf } from './answerNames';

/*
 * Whether an answer with a status of success says no: `{ success: false }`, `{ data: { errors: ["locked"] } }`. Not
 * judged: texts for people, a field `status`, and numbers (`errors: 3` is a count).
 */

const successNames = nameSet(SUCCESS_NAMES);
const errorNames = nameSet(ERROR_NAMES);

/** An answer, and the objects under its usual names. @param entity if set, also those under its own names */
export function objectsIn(answer: unknown, entity?: EntityName): IDataObject[] {
	if (!isObject(answer)) return [];
	const inner = Object.entries(answer).flatMap(([name, value]) =>
		['own', 'usual'].includes(meaningOf(name, entity, 'one')) && isObject(value) ? [value] : [],
	);
	return [answer, ...inner];
}

/** Whether something is in an error: not in `[]`, `{}`, null, false or `{ code: 0, message: "" }`. */
const isError = (value: unknown): boolean =>
	typeof value === 'object'
		? Object.values(value ?? {}).some(isError)
		: isFilled(value) && value !== false && value !== 0;

const saysNotDone = ([name, value]: [string, unknown]) => successNames.has(name) && value === false;

const saysError = ([name, value]: [string, unknown]) =>
	errorNames.has(name) && typeof value !== 'number' && isError(value);

/** The object in an answer that reports an error or a failed request; undefined if none does. */
export const refusingObject = (answer: unknown): IDataObject | undefined =>
	objectsIn(answer).find((object) =>
		Object.entries(object).some((field) => saysNotDone(field) || saysError(field)),
	);

/** The failure that shows what the platform says: where it says no, or anywhere in its answer. */
export function refusedBy(
	object: IDataObject | undefined,
	answer: unknown,
	subject: string,
	arrival: 'unknown' | 'answered' = 'answered',
): RequestFailure {
	const text = serverMessage(object) || serverMessage(answer);
	return new RequestFailure(
		text ? `The platform refused the request: ${text}` : 'The platform refused the request',
		`The platform says that "${subject}" did not succeed. Check the parameters of this item, and the credit balance`,
		{ status: 200, arrival, final: true, serverText: text },
	);
}

/** Whether the answer to a login says no. @param isProven true: it has the token. Then errors beside it say nothing */
export const isRefusal = (answer: unknown, isProven = false): boolean =>
	isProven
		? objectsIn(answer).some((object) => Object.entries(object).some(saysNotDone))
		: refusingObject(answer) !== undefined;

/** The failure of a read whose answer says no: something that was asked for is missing. @returns undefined if not */
export function refusalIn(answer: unknown, subject: string): RequestFailure | undefined {
	const refusing = refusingObject(answer);
	return refusing && refusedBy(refusing, answer, subject);
}
