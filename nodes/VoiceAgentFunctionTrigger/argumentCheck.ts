import type { IDataObject } from 'n8n-workflow';
import { isNothing } from '../shared/platform';
import { isFiller, isObject, ownValue, parseJson, readNumber, writtenDate } from '../shared/values';
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

/**
 * 12345678901234568, 1e21 -> true: the number lost digits, also in a list or an object. The request's text would not
 * help: the platform may have read the number before.
 */
function hasLostDigits(value: unknown): boolean {
	if (typeof value === 'number') {
		return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
	}
	return typeof value === 'object' && value !== null && Object.values(value).some(hasLostDigits);
}

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

/** `1.200` and `1,200`: one separator with three digits behind it, which separates thousands in some countries. */
const ONE_SEPARATOR = /^(-?[1-9]\d{0,2})[.,](\d{3})$/;

/** `1.200` -> `1.2 or 1200`, `12,345` -> `12.3450 or 12345`: what a text can mean; undefined if that is clear. */
function twoNumbers(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const [, before = '', after = ''] = ONE_SEPARATOR.exec(text) ?? [];
	if (after === '') return undefined;
	const decimal = `${before}.${after}`;
	// A text with four digits behind the point can be sent next.
	const clear = after.endsWith('0') ? String(Number(decimal)) : `${decimal}0`;
	return `${clear} or ${before}${after}`;
}

function checkNumber(value: unknown, isWhole: boolean): CheckedValue {
	if (hasLostDigits(value)) return wrongValue('a number of at most 15 digits: digits were lost');
	const meant = twoNumbers(value);
	if (meant !== undefined) return wrongValue(meant);
	const number = exactNumber(value);
	if (isWhole) return Number.isSafeInteger(number) ? right(number) : wrongValue('a whole number');
	return number === undefined ? wrongValue('a number') : right(number);
}

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
		: wrongValue(`one of: ${choices.map(simpleText).filter(Boolean).join(', ')}`);
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

/** `{ type: ['integer', 'null'] }`, `{ anyOf: [{ type: 'integer' }, { type: 'null' }] }` -> a whole number and null. */
function alternativesOf(property: IDataObject): IDataObject[] {
	for (const name of ['anyOf', 'oneOf', 'type']) {
		const { [name]: listed, ...rest } = property;
		if (!Array.isArray(listed) || listed.length === 0) continue;
		return (listed as unknown[]).flatMap((each) =>
			alternativesOf({ ...rest, ...(isObject(each) ? each : ({ [name]: each } as IDataObject)) }),
		);
	}
	return [property];
}

/** The values that a schema lists, the only ones that it allows. */
const choicesOf = ({ enum: choices, const: only }: IDataObject): readonly unknown[] =>
	Array.isArray(choices) ? choices : only === undefined ? [] : [only];

/** Whether a parameter can have no value: OpenAPI calls it nullable. */
const canBeNull = (property: IDataObject): boolean =>
	alternativesOf(property).some(
		(each) => each.type === 'null' || each.nullable === true || choicesOf(each).includes(null),
	);

/** Checks a value against one alternative. Parts of JSON schema that this package does not read are not checked. */
function checkAlternative(value: unknown, alternative: IDataObject): CheckedValue {
	const choices = choicesOf(alternative);
	if (choices.length > 0) return checkChoice(value, choices);
	const { type, format } = alternative;
	if (type === 'number' || type === 'integer') return checkNumber(value, type === 'integer');
	if (hasLostDigits(value)) {
		return wrongValue('a text with all its digits: in a number, digits were lost');
	}
	switch (type) {
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

/** Checks a value against its schema. Of several alternatives, the one that takes the value as it is comes first. */
function checkValue(value: unknown, property: IDataObject): CheckedValue {
	const alternatives = alternativesOf(property).filter(({ type }) => type !== 'null');
	if (alternatives.length === 0) return right(value);
	const checked = alternatives.map((alternative) => checkAlternative(value, alternative));
	const fitting = checked.flatMap((each) => ('value' in each ? [each] : []));
	const mustBe = checked.flatMap((each) => ('value' in each ? [] : [each.mustBe]));
	const [first = wrongValue([...new Set(mustBe)].join(' or '))] = fitting;
	return fitting.find((each) => each.value === value) ?? first;
}

/** Whether an agent has found nothing: a model also writes "None" or "<UNKNOWN>". A choice of this name is a value. */
function isMissing(value: unknown, property: IDataObject): boolean {
	if (value === undefined || value === null) return true;
	if (!isNothing(value) && !isFiller(value)) return false;
	return !alternativesOf(property).some((each) => 'value' in checkChoice(value, choicesOf(each)));
}

/** Whether a value, as it can be sent, is one that the parameter can have. */
export const isRightValue = (value: unknown, property: IDataObject): boolean =>
	!isMissing(value, property) && 'value' in checkValue(value, property);

const asked = (name: string, { description }: IDataObject): string => {
	const text = typeof description === 'string' ? description.trim().replace(/[.\s]+$/, '') : '';
	return text === '' ? name : `${name} (${text})`;
};

/**
 * Checks what an agent has found for the parameters. `"4"` for a number becomes 4; what is no parameter stays as it is.
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
			if (required.includes(name) && !canBeNull(property))
				problems.push(`I still need ${asked(name, property)}.`);
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
