import type { IDataObject } from 'n8n-workflow';
import type { ReadParameter } from '../shared/operation';
import { Params, resultFieldOf } from '../shared/operation';
import { ParameterError } from '../shared/values';
import { ERROR_TEXT, HEADER_NAME, properties, QUERY_NAME } from './functionFields';
import type { FunctionSchema, TableRow } from './schema';
import { schemaOfJson, schemaOfTable } from './schema';

const MOST_LETTERS = 64;
const FUNCTION_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/** Added to the name of the function that is registered while somebody tests in the editor. */
const TEST_SUFFIX = '_test';
const PLACES = {
	header: ['Header Name', HEADER_NAME, /^[A-Za-z0-9-]+$/],
	query: ['Query Parameter Name', QUERY_NAME, /^[\w-]+$/],
} as const;

/** Where a request has the secret. */
export interface SecretPlace {
	in: 'header' | 'query';
	name: string;
}

/** What becomes a custom function of the agent. */
export interface FunctionSettings {
	agentId: string;
	name: string;
	description: string;
	schema: FunctionSchema;
	secret: SecretPlace;
	/** Fields that replace those of the body. */
	extra: IDataObject;
	takeOver: boolean;
}

/** How a request is answered. */
export interface AnswerSettings {
	respond: string;
	immediateText: string;
	resultField: string;
	errorText: string;
	argumentsPath: string;
	/** How long the answer to a repeated question is kept, in milliseconds; 0 if every request starts the workflow. */
	repeatedMs: number;
}

export const settingsParams = (read: ReadParameter): Params =>
	new Params(read, { fields: properties });

/** @throws ParameterError with a name that would do */
export function checkedFunctionName(name: string): string {
	if (FUNCTION_NAME.test(name) && name.length <= MOST_LETTERS) return name;
	const better = name
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '_')
		.replace(/^[_\d]+|_+$/g, '')
		.slice(0, MOST_LETTERS)
		.replace(/_+$/, '');
	throw new ParameterError(
		`'Function Name' "${name}" is not valid`,
		`Use small letters from a to z, digits and _ between words, at most ${MOST_LETTERS} of them${better ? `, for example ${better}` : ''}`,
	);
}

/** The name of the function, as it was entered. @param isTest whether it is only for a test in the editor */
export const functionName = (params: Params, isTest: boolean): string => {
	const name = params.text('functionName');
	return isTest ? name.slice(0, MOST_LETTERS - TEST_SUFFIX.length) + TEST_SUFFIX : name;
};

/** @throws ParameterError */
export function schemaOf(params: Params): FunctionSchema {
	if (params.text('specifyParameters') === 'json') {
		return schemaOfJson(params.jsonObject('parametersJson'));
	}
	return schemaOfTable(params.rowsOf<TableRow>('functionParameters.parameters'));
}

/** Where requests have the secret, as the user entered it. */
export function enteredPlaceOf(params: Params): SecretPlace {
	return params.text('options.secretIn') === 'header'
		? { in: 'header', name: params.text('options.headerName') || HEADER_NAME }
		: { in: 'query', name: params.text('options.queryName') || QUERY_NAME };
}

/** @throws ParameterError for a name that no header and no address can have */
export function secretPlaceOf(params: Params): SecretPlace {
	const place = enteredPlaceOf(params);
	const [label, preset, pattern] = PLACES[place.in];
	if (pattern.test(place.name)) return place;
	throw new ParameterError(
		`'${label}' "${place.name}" is not valid`,
		`Use only letters, digits and -, for example ${preset}`,
	);
}

/**
 * @param isTest whether the function is only for a test in the editor
 * @throws ParameterError
 */
export function functionSettings(params: Params, isTest: boolean): FunctionSettings {
	checkedFunctionName(params.required('functionName'));
	return {
		agentId: params.id('agentId'),
		name: functionName(params, isTest),
		description: params.required('functionDescription'),
		schema: schemaOf(params),
		secret: secretPlaceOf(params),
		extra: params.jsonObject('options.additionalFieldsJson'),
		takeOver: params.flag('options.takeOver'),
	};
}

/** @throws ParameterError */
export function answerSettings(params: Params): AnswerSettings {
	return {
		respond: params.text('respond'),
		immediateText: params.text('immediateText'),
		resultField: resultFieldOf(params.addedValue('options.resultFieldName')),
		errorText: params.text('options.errorText') || ERROR_TEXT,
		argumentsPath: params.text('options.argumentsPath'),
		repeatedMs: params.number('options.repeatedSeconds', 30, 0, 3600) * 1000,
	};
}

export const isRegisteredInEditor = (params: Params): boolean =>
	params.text('options.inEditor') === 'register';
