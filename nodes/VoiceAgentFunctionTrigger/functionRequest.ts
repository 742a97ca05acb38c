import type { IDataObject } from 'n8n-workflow';
import {
	ARGUMENT_NAMES,
	BODY_PARTS,
	CALL,
	CALL_ID_NAMES,
	cellOf,
	nameSet,
	REQUEST_PARTS,
	underNames,
} from '../shared/platform';
import { canonical, cellUnder, isObject, isTooDeep, parseJson, withoutNul } from '../shared/values';
import { checkArguments } from './argumentCheck';
import type { FunctionSchema } from './schema';

/** Which call a request is about. Null: the request does not say it, or says two different things. */
export interface CallFacts {
	call_id: string | null;
	session_id: string | null;
	agent_id: string | null;
	/** The number of the person who speaks with the agent. The name `caller` is none that n8n's expressions can read. */
	caller_number: string | null;
}

/** What was read from the body of a request. */
export type ReadRequest = { given: IDataObject } | { sentence: string };

const MOST_PARTS = 50;

const isPart = nameSet(REQUEST_PARTS);
const isBodyPart = nameSet(BODY_PARTS);
const isArguments = nameSet(ARGUMENT_NAMES);
const isCall = nameSet(['call']);
/** Fields of a function's use, which some platforms call a call, too. */
const isUse = nameSet(['function', 'name', 'function_name', 'tool_name']);

/** An object, also as JSON text. */
function objectOf(value: unknown): IDataObject | undefined {
	if (isObject(value)) return value;
	if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return undefined;
	const parsed = parseJson(value)?.value;
	return isObject(parsed) ? parsed : undefined;
}

/** A list of one entry, as some platforms send the functions that an agent wants to use. */
const single = (value: unknown): unknown =>
	Array.isArray(value) && value.length === 1 ? value[0] : value;

/** The body and its objects that say what the request is about, the outermost first. @param names of these objects */
function bodyParts(body: IDataObject, names = isPart): IDataObject[] {
	const parts = [body];
	for (let index = 0; index < parts.length && parts.length < MOST_PARTS; index += 1) {
		for (const [name, value] of Object.entries(parts[index] ?? {})) {
			const inner = names.has(name) ? objectOf(single(value)) : undefined;
			if (inner) parts.push(inner);
		}
	}
	return parts;
}

/** The body of a request as one object, without any NUL; undefined for other bodies. An empty body is `{}`. */
export function questionBody(body: unknown): IDataObject | undefined {
	if (body === undefined || body === null || body === '') return {};
	const object = objectOf(single(body));
	return object && !isTooDeep(object) ? withoutNul(object) : undefined;
}

/** How well values fit the parameters: 3 exactly, 2 with others beside them, 1 with wrong ones, 0 for other things. */
function fitOf(values: IDataObject, schema: FunctionSchema): number {
	const names = Object.keys(values);
	const declared = names.filter((name) => Object.hasOwn(schema.properties, name));
	if (declared.length === 0 && names.length > 0) return 0;
	if (!('values' in checkArguments(values, schema))) return declared.length > 0 ? 1 : 0;
	return declared.length === names.length ? 3 : 2;
}

/** The values that fit the parameters best, and how well they fit. */
function fitting(candidates: readonly IDataObject[], schema: FunctionSchema) {
	const fits = candidates.map((values) => fitOf(values, schema));
	const fit = Math.max(0, ...fits);
	return { fit, best: candidates.filter((_values, index) => fits[index] === fit) };
}

const different = (candidates: readonly IDataObject[]): number =>
	new Set(candidates.map(canonical)).size;

/** The values under the usual names, in the order in which the names are believed. */
function namedArguments(body: IDataObject): IDataObject[] {
	const parts = bodyParts(body);
	return ARGUMENT_NAMES.flatMap((argumentName) => {
		const isNamed = nameSet([argumentName]);
		return parts.flatMap((part) =>
			Object.entries(part)
				.filter(([name]) => isNamed.has(name))
				.map(([, value]) => objectOf(value))
				.filter(isObject),
		);
	});
}

/** The parameters among the fields of an object. */
export const parametersIn = (object: IDataObject, { properties }: FunctionSchema): IDataObject =>
	Object.fromEntries(Object.entries(object).filter(([name]) => Object.hasOwn(properties, name)));

/** Whether a body has a list with two requests, which an agent can send that asks two things at the same moment. */
export function isSeveral(value: unknown): boolean {
	const asks = (entry: unknown) => isObject(entry) && namedArguments(entry).length > 0;
	if (Array.isArray(value)) return value.filter(asks).length > 1;
	return (
		isObject(value) &&
		bodyParts(value).some((part) =>
			Object.entries(part).some(
				([name, inner]) => isPart.has(name) && Array.isArray(inner) && isSeveral(inner),
			),
		)
	);
}

export const SEVERAL = 'The request asks several things. I can only answer one after the other.';

const TWO_READINGS =
	'The request holds two different sets of values, so I cannot tell which ones are meant.';

/**
 * The values that an agent has found: under a usual name, in a part of the body, as an object or JSON text, or the
 * body. Those that fit the parameters count; two that fit equally and differ are an error.
 * @param path where they are, if the user says it: names separated by dots
 */
export function argumentsIn(body: IDataObject, schema: FunctionSchema, path: string): ReadRequest {
	if (path !== '') {
		const object = objectOf(single(cellUnder(body, path)));
		return object ? { given: object } : { sentence: `The request has no values at ${path}.` };
	}
	const named = fitting(namedArguments(body), schema);
	if (named.fit < 2 && isSeveral(body)) return { sentence: SEVERAL };
	const inBody = () => bodyParts(body, isBodyPart).map((part) => parametersIn(part, schema));
	const { fit, best } = named.fit > 0 ? named : fitting(inBody(), schema);
	// An empty object beside a filled one is a place that is not used.
	const filled = best.filter((values) => Object.keys(values).length > 0);
	if (fit > 1 && different(filled) > 1) return { sentence: TWO_READINGS };
	return { given: filled[0] ?? {} };
}

/** The one text that all parts agree on; null if there is none, or if two differ. */
function agreed(texts: ReadonlyArray<string | null>): string | null {
	const said = [...new Set(texts.filter((text) => text !== null))];
	return said.length === 1 ? (said[0] ?? null) : null;
}

/** An identifier as text. A number of 17 digits is none: it has become the identifier of something else. */
function idText(id: unknown): string | null {
	const isExact = typeof id === 'number' ? Math.abs(id) <= Number.MAX_SAFE_INTEGER : true;
	const isSimple = typeof id === 'string' || typeof id === 'number';
	return isSimple && isExact ? String(id).trim() || null : null;
}

/** What identifies a call: its ID, as a field, or in a call in the body. The ID of a function's use is another one. */
function callIdIn(part: IDataObject): string | null {
	const calls = Object.entries(part)
		.filter(([name]) => isCall.has(name))
		.map(([, value]) => objectOf(value))
		.filter(isObject)
		.filter((call) => !Object.keys(call).some((name) => isArguments.has(name) || isUse.has(name)));
	return agreed([underNames(part, CALL_ID_NAMES), ...calls.map(({ id }) => id)].map(idText));
}

/** What a request says about its call. Nothing is guessed: a field counts under a name that can mean nothing else. */
export function callFactsIn(body: IDataObject): CallFacts {
	const parts = bodyParts(body).map((part) =>
		// The values that the agent has found are left out, because the platform says nothing in them.
		Object.fromEntries(Object.entries(part).filter(([field]) => !isArguments.has(field))),
	);
	const cells = (column: 'agent_id' | 'contact_number' | 'session_id') =>
		agreed(parts.map((part) => idText(cellOf(CALL, part, column))));
	return {
		call_id: agreed(parts.map(callIdIn)),
		session_id: cells('session_id'),
		agent_id: cells('agent_id'),
		caller_number: cells('contact_number'),
	};
}
