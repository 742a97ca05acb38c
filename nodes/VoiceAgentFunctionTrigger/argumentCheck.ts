import type { IDataObject } from 'n8n-workflow';
import { isNothing } from '../shared/platform';
import { isObject, ownValue, parseJson, readNumber, writtenDate } from '../shared/values';
import type { FunctionSchema } from './schema';

/** What the workflow gets, or what the agent must ask for first. */
export type CheckedArguments = { values: IDataObject } | { sentence: string };

/** A value that is right, or what the value must be: "a number". */
type CheckedValue = { value: IDataObject[string] } | { mustBe: string };

const right = (value: unknown): CheckedValue => ({ value: value as IDataObject[string] });
const wrongValue = (mustBe: string): CheckedValue => ({ mustBe });

/** A simple value as text. An object has none: it can even say that it has no text at all. */
const simpleText = (value: unknown): string =>
	typeof value === 'object' ? '' : String(value).trim();

/** A number as it stands in a text without losing anything: 007 is a code, and 1.50 is 1.5. */
const PLAIN_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

function exactNumber(value: unknown): number | undefined {
	const text = typeof value === 'string' ? value.trim() : value;
	if (typeof text === 'string' && !PLAIN_NUMBER.test(text)) return undefined;
	const number = readNumber(text) ?? undefined;
	// Digits that a JavaScript number cannot hold would be lost.
	const isExact = typeof text !== 'string' || text.replace(/[-.]/g, '').length <= 15;
	return isExact ? number : undefined;
}

const checkNumber = (value: unknown): CheckedValue => {
	const number = exactNumber(value);
	return number === undefined ? wrongValue('a number') : right(number);
};

const checkInteger = (value: unknown): CheckedValue => {
	const number = exactNumber(value);
	return Number.isSafeInteger(number) ? right(number) : wrongValue('a whole number');
};

function checkBoolean(value: unknown): CheckedValue {
	if (typeof value === 'boolean') return right(value);
	const word = simpleText(value).toLowerCase();
	return word === 'true' || word === 'false' ? right(word === 'true') : wrongValue('true or false');
}

const checkText = (value: unknown): CheckedValue =>
	typeof value === 'object' ? wrongValue('a text') : right(String(value));

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/i;

/** Whether the calendar has this day. */
const isDay = (text: string): boolean => DATE.test(text) && writtenDate(text) !== undefined;

function checkDate(value: unknown): CheckedValue {
	const text = simpleText(value);
	return isDay(text) ? right(text) : wrongValue('a date such as 2026-03-02');
}

function checkDateTime(value: unknown): CheckedValue {
	const text = simpleText(value);
	const [day = '', time = '', ...rest] = text.split(/[T\s]+/i);
	const isTime = isDay(day) && TIME.test(time) && rest.length === 0;
	return isTime ? right(text) : wrongValue('a date with a time such as 2026-03-02T09:00:00');
}

/** The choice that a value means, as the schema writes it: upper and lower case may differ. */
function checkChoice(value: unknown, choices: readonly unknown[]): CheckedValue {
	if (choices.includes(value)) return right(value);
	const word = simpleText(value).toLowerCase();
	const isAlike = (choice: unknown) => word !== '' && simpleText(choice).toLowerCase() === word;
	const alike = choices.filter(isAlike);
	return alike.length === 1
		? right(alike[0])
		: wrongValue(`one of: ${choices.map(simpleText).join(', ')}`);
}

/** The list or object that a value is, which can also be sent as JSON text. */
function checkNested(
	value: unknown,
	fits: (nested: unknown) => boolean,
	mustBe: string,
): CheckedValue {
	const nested = typeof value === 'string' ? parseJson(value)?.value : value;
	return fits(nested) ? right(nested) : wrongValue(mustBe);
}

/** Checks a value against its schema. Parts of JSON schema that this package does not read are not checked. */
function checkValue(value: unknown, { type, format, enum: choices }: IDataObject): CheckedValue {
	if (Array.isArray(choices) && choices.length > 0) return checkChoice(value, choices);
	switch (type) {
		case 'number':
			return checkNumber(value);
		case 'integer':
			return checkInteger(value);
		case 'boolean':
			return checkBoolean(value);
		case 'array':
			return checkNested(value, Array.isArray, 'a list');
		case 'object':
			return checkNested(value, isObject, 'an object');
		case 'string':
			if (format === 'date') return checkDate(value);
			return format === 'date-time' ? checkDateTime(value) : checkText(value);
		default:
			return right(value);
	}
}

/** Whether an agent has found nothing: a model also writes "None" or "null". A choice of this name is a value. */
const isMissing = (value: unknown, { enum: choices }: IDataObject): boolean =>
	isNothing(value) && !(Array.isArray(choices) && 'value' in checkChoice(value, choices));

/** Whether a value, as it can be sent, is one that the parameter can have. */
export const isRightValue = (value: unknown, property: IDataObject): boolean =>
	!isMissing(value, property) && 'value' in checkValue(value, property);

const asked = (name: string, { description }: IDataObject): string => {
	const text = typeof description === 'string' ? description.trim().replace(/[.\s]+$/, '') : '';
	return text === '' ? name : `${name} (${text})`;
};

/**
 * Checks what an agent has found for the parameters. A number that was sent as text becomes a number. What is not a parameter stays as it is.
 *
 * @returns a sentence that the agent can say, if something is missing or cannot be right
 */
export function checkArguments(
	given: IDataObject,
	{ properties, required }: FunctionSchema,
): CheckedArguments {
	const problems: string[] = [];
	const values: Array<[string, IDataObject[string]]> = Object.entries(given).filter(
		([name]) => !Object.hasOwn(properties, name),
	);
	for (const [name, property] of Object.entries(properties)) {
		const value = ownValue(given, name);
		if (isMissing(value, property)) {
			if (required.includes(name)) problems.push(`I still need ${asked(name, property)}.`);
			continue;
		}
		const checked = checkValue(value, property);
		if ('value' in checked) values.push([name, checked.value]);
		else problems.push(`The value for ${asked(name, property)} must be ${checked.mustBe}.`);
	}
	return problems.length > 0
		? { sentence: problems.join(' ') }
		: { values: Object.fromEntries(values) };
}
