import type { IDataObject } from 'n8n-workflow';
import type { EntityName } from '../../platform';
import {
	COMPANION_NAMES,
	ERROR_NAMES,
	METADATA_NAMES,
	REFUSAL_WORDS,
	SUCCESS_NAMES,
	idOf,
	isIdentifier,
	likenessOf,
	nameSet,
} from '../../platform';
import { isFilled, isObject } from '../../values';
import { placesIn } from './places';
import { serverMessage } from '../failures/serverMessage';
import { RequestFailure } from '../failures/requestFailure';

const successNames = nameSet(SUCCESS_NAMES);
const errorNames = nameSet(ERROR_NAMES);
const aside = nameSet([...COMPANION_NAMES, ...METADATA_NAMES, ...SUCCESS_NAMES]);

const entriesOf = (answer: IDataObject, names: { has(name: string): boolean }) =>
	Object.entries(answer).filter(([name]) => names.has(name));

/** Whether an answer has anything beside what describes it. */
export const hasContent = (answer: IDataObject): boolean =>
	Object.entries(answer).some(([name, value]) => !aside.has(name) && isFilled(value));

function saysFailure(answer: IDataObject): boolean {
	const flags = entriesOf(answer, successNames).map(([, value]) => value);
	if (flags.includes(false) || flags.includes('false')) return true;
	if (flags.includes(true)) return false;
	if (hasContent(answer)) return false;
	const hasError = entriesOf(answer, errorNames).some(
		([, value]) => isFilled(value) && value !== false,
	);
	const status = typeof answer.status === 'string' ? answer.status.toLowerCase() : '';
	return hasError || REFUSAL_WORDS.includes(status);
}

/** Whether an answer identifies something that exists, at any place. */
const namesSomething = (answer: IDataObject, entity?: EntityName): boolean =>
	placesIn(answer).some(({ value }) =>
		Object.entries(value).some(([name, inner]) => isFilled(inner) && isIdentifier(name, entity)),
	);

/**
 * Some platforms answer a request that they refuse with status 200 and `success: false`.
 *
 * @param isAction whether the request was to do something. If it was not, an object that looks like a row is one, with a `success` of its own
 * @returns the failure with the platform's text; undefined if the answer does not say that it is one
 */
export function refusalIn(
	answer: unknown,
	subject: string,
	isAction: boolean,
	entity?: EntityName,
): RequestFailure | undefined {
	if (!isObject(answer) || !saysFailure(answer)) return undefined;
	const isRow =
		entity !== undefined && idOf(answer, entity) !== '' && likenessOf(answer, entity) !== 'none';
	if (isRow && !isAction) return undefined;
	const text = serverMessage(answer);
	// A call has a `success` of its own, but no text that says why.
	if (text === '' && (isRow || (!isAction && hasContent(answer)))) return undefined;
	return new RequestFailure(
		text ? `The platform refused the request: ${text}` : 'The platform refused the request',
		`The platform says that "${subject}" did not succeed. Check the parameters of this item, and the credit balance`,
		// Something that has an identifier exists: whether it does what it should is not known.
		{ status: 200, reach: namesSomething(answer, entity) ? 'unknown' : 'answered', final: true },
	);
}
