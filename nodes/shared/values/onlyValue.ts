import { ParameterError } from './parameterError';

/** Whether an object is a date of JavaScript or of Luxon, which counts as one value. */
const isMoment = (value: object): value is { toJSON(): unknown } =>
	'toJSON' in value && typeof value.toJSON === 'function';

/** Whether a value has no values in it. */
export const isSingleValue = (value: unknown): boolean =>
	typeof value !== 'object' || value === null || isMoment(value);

const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The plain values in a value that are not empty, at any depth. */
function* plainValues(value: unknown): Generator {
	if (isSingleValue(value)) {
		if (!isBlank(value)) yield value;
		return;
	}
	for (const inner of Object.values(value as object)) yield* plainValues(inner);
}

const MOST_LETTERS = 100;

const cut = (text: string) =>
	text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;

/**
 * The one plain value where a text or a number belongs: `"Ada"`, `["Ada"]`, `{ "value": "Ada" }` -> Ada. Undefined
 * without one.
 * @param label names it in the error that is returned for several values
 */
export function onlyValue(value: unknown, label: string): unknown {
	if (isSingleValue(value)) return value;
	const values = plainValues(value);
	const first: unknown = values.next().value;
	if (values.next().done) return first;
	return new ParameterError(
		`${label} has more than one value`,
		`Only one can be used. Choose it in the expression, or enter the name of its part. It has: ${cut(JSON.stringify(value))}`,
	);
}

/** The one plain value, as `onlyValue` finds it, as a trimmed text; '' if there is none. Dates are in ISO 8601. */
export function onlyText(value: unknown, label: string): string | ParameterError {
	const only = onlyValue(value, label);
	if (only instanceof ParameterError) return only;
	const text = typeof only === 'object' && only !== null ? (only as Date).toJSON() : only;
	return String(text ?? only ?? '').trim();
}
