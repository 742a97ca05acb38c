import type { IDataObject } from 'n8n-workflow';
import { isObject, ParameterError } from '../shared/values';

/** One row of the table of parameters, as it was entered. */
export interface TableRow {
	name?: unknown;
	type?: unknown;
	description?: unknown;
	required?: unknown;
	choices?: unknown;
}

/** A JSON schema whose `properties` are the parameters of a function. */
export interface FunctionSchema {
	type: 'object';
	properties: Readonly<Record<string, IDataObject>>;
	required: readonly string[];
}

/** Kinds of values that a parameter can have: what the table calls them, and their JSON schema. */
export const KINDS = {
	choice: { name: 'Choice', schema: { type: 'string' } },
	date: { name: 'Date', schema: { type: 'string', format: 'date' } },
	dateTime: { name: 'Date and Time', schema: { type: 'string', format: 'date-time' } },
	number: { name: 'Number', schema: { type: 'number' } },
	text: { name: 'Text', schema: { type: 'string' } },
	boolean: { name: 'True/False', schema: { type: 'boolean' } },
	integer: { name: 'Whole Number', schema: { type: 'integer' } },
} as const;

type ValueKind = keyof typeof KINDS;

const isKind = (value: unknown): value is ValueKind =>
	typeof value === 'string' && Object.hasOwn(KINDS, value);

/** Names that every model takes which calls functions. */
const PARAMETER_NAME = /^[a-zA-Z]\w{0,63}$/;
/** Names that no expression of n8n can read, because JavaScript has another use for them. */
const UNREADABLE_NAMES =
	'arguments binding callee caller constructor defineProperties ' +
	'defineProperty dlopen execve getBuiltinModule getOwnPropertyDescriptor getOwnPropertyDescriptors ' +
	'getPrototypeOf loadEnvFile mainModule prepareStackTrace prototype setPrototypeOf';

const trimmedText = (value: unknown) => String(value ?? '').trim();

const choicesOf = (entered: unknown): string[] => {
	const texts = Array.isArray(entered)
		? entered.map(trimmedText)
		: trimmedText(entered).split(/[,\n]/);
	return [...new Set(texts.map((text) => text.trim()).filter(Boolean))];
};

function checkedName(name: string, position: number): string {
	if (UNREADABLE_NAMES.split(' ').includes(name)) {
		throw new ParameterError(
			`The parameter name "${name}" under 'Function Parameters' cannot be used`,
			`n8n lets no expression read it. Enter another name, for example ${name}_value`,
		);
	}
	if (PARAMETER_NAME.test(name)) return name;
	throw new ParameterError(
		name === ''
			? `Parameter ${position} under 'Function Parameters' has no name`
			: `The parameter name "${name}" under 'Function Parameters' is not valid`,
		'Begin with a letter, and use only the letters a to z, digits and _, for example preferred_day',
	);
}

function propertyOf(row: TableRow, name: string): IDataObject {
	const { type = 'text' } = row;
	if (!isKind(type)) {
		throw new ParameterError(
			`The type "${trimmedText(type)}" of the parameter "${name}" is not known`,
			"Choose one of the types under 'Function Parameters'",
		);
	}
	const description = trimmedText(row.description);
	const choices = type === 'choice' ? choicesOf(row.choices) : [];
	if (type === 'choice' && choices.length === 0) {
		throw new ParameterError(
			`The parameter "${name}" under 'Function Parameters' has no choices`,
			"Enter the values that the agent can choose from under 'Choices', separated by commas",
		);
	}
	return {
		...KINDS[type].schema,
		...(choices.length > 0 && { enum: choices }),
		...(description !== '' && { description }),
	};
}

/** @throws ParameterError that names the row which cannot be used */
export function schemaOfTable(rows: readonly TableRow[]): FunctionSchema {
	const named = rows.map((row, index) => ({
		row,
		name: checkedName(trimmedText(row.name), index + 1),
	}));
	const names = named.map(({ name }) => name);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice !== undefined) {
		throw new ParameterError(
			`Two parameters under 'Function Parameters' have the name "${twice}"`,
			'Rename or remove one of them',
		);
	}
	return {
		type: 'object',
		properties: Object.fromEntries(named.map(({ row, name }) => [name, propertyOf(row, name)])),
		required: named
			.filter(({ row }) => row.required !== false && row.required !== 'false')
			.map(({ name }) => name),
	};
}

/**
 * A schema that the user wrote. Nothing is an object without parameters.
 *
 * @throws ParameterError if it does not say which parameters there are
 */
export function schemaOfJson(entered: IDataObject): IDataObject & FunctionSchema {
	const { properties = {}, required = [], type = 'object' } = entered;
	const isMeant = Object.keys(entered).length === 0 || 'properties' in entered || 'type' in entered;
	const isValid =
		isMeant &&
		type === 'object' &&
		isObject(properties) &&
		Object.values(properties).every(isObject) &&
		Array.isArray(required);
	if (!isValid) {
		throw new ParameterError(
			"'Parameters (JSON)' is not the JSON schema of an object",
			'Write it like { "type": "object", "properties": { "day": { "type": "string", "format": "date" } }, "required": ["day"] }',
		);
	}
	return {
		...entered,
		type: 'object',
		properties: properties as FunctionSchema['properties'],
		required: required.map(String),
	};
}
