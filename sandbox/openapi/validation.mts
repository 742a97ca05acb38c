import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifySchemaValidationError } from 'fastify';
import type { RouteOperation } from '../routes/http.mts';
import type { JsonObject } from '../common/json.mts';
import type { FieldError } from '../common/errors.mts';

const ajv = new Ajv2020({
	allErrors: true,
	verbose: true,
	allowUnionTypes: true,
	useDefaults: true,
	strictTypes: false,
	strictRequired: false,
});
// The CommonJS default export sits one level down for Node's ES modules, not for TypeScript.
(addFormats as unknown as { default: (target: Ajv2020) => void }).default(ajv);
ajv.addVocabulary(['x-assumed']);

const LOCATIONS: Record<string, string> = { querystring: 'query', params: 'path' };
const compiled = new Map<string, ValidateFunction>();

/** A validator of a schema of the contract. Equal schemas share one. */
export function validatorOf(schema: JsonObject): ValidateFunction {
	const key = JSON.stringify(schema);
	if (!compiled.has(key)) compiled.set(key, ajv.compile(schema));
	return compiled.get(key)!;
}

/** Queries arrive as text: whole numbers and truth values are read first, and only if they are plainly written. */
export function queryValidatorOf(schema: JsonObject): ValidateFunction {
	const validate = validatorOf(schema);
	const properties = Object.entries<JsonObject>(schema.properties);
	const check = (query: JsonObject) => {
		for (const [name, { type }] of properties) {
			const text = query[name];
			if (type === 'integer' && /^-?\d+$/.test(text)) query[name] = Number(text);
			if (type === 'boolean' && /^(true|false)$/.test(text)) query[name] = text === 'true';
		}
		const isValid = validate(query);
		check.errors = validate.errors;
		return isValid;
	};
	check.errors = undefined as ValidateFunction['errors'];
	return check as unknown as ValidateFunction;
}

/** The platform's `detail` for what a validator found wrong in one part of a request. */
export function fieldErrors(context: string, errors: FastifySchemaValidationError[]): FieldError[] {
	return (errors as unknown as ErrorObject[]).map(
		({ instancePath, keyword, params, message, parentSchema }) => {
			const steps = instancePath
				.split('/')
				.slice(1)
				.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
			const missing = params.missingProperty ?? params.additionalProperty;
			const readable = ['pattern', 'format', 'anyOf'].includes(keyword)
				? parentSchema?.description
				: undefined;
			const loc = [
				LOCATIONS[context] ?? context,
				...steps,
				...(missing === undefined ? [] : [missing]),
			];
			return {
				loc,
				msg: readable ?? (keyword === 'required' ? 'is required' : (message ?? keyword)),
			};
		},
	);
}

/** What is wrong with an answer by the contract, or null when it is as promised. */
export function answerDefect(
	operation: RouteOperation,
	status: number,
	answer: unknown,
): string | null {
	const { answers } = operation;
	const key = [String(status), `${Math.floor(status / 100)}XX`].find((candidate) =>
		answers.has(candidate),
	);
	if (!key) return `status ${status} is not in the contract`;
	const validate = answers.get(key);
	if (!validate || validate(answer)) return null;
	return ajv.errorsText(validate.errors, { dataVar: 'answer' });
}

/** What the contract says about a route, from the schema it was registered with. */
export function describeRoute(
	schema: JsonObject,
	method: string,
	publicOperations: Set<string>,
): RouteOperation {
	const forms: JsonObject = schema.body?.content?.['multipart/form-data']?.schema?.properties ?? {};
	const answers = Object.entries<JsonObject>(schema.response).map(
		([status, { content }]): [string, ValidateFunction | null] => {
			const json = content['application/json']?.schema;
			return [status, json ? validatorOf(json) : null];
		},
	);
	return {
		operationId: schema.operationId,
		isPublic: publicOperations.has(schema.operationId),
		isWrite: method !== 'GET' && !schema['x-any-role'],
		isAdmin: Boolean(schema['x-admin']),
		isStreamed: Boolean(schema['x-streamed']),
		isList: Boolean(schema['x-list']),
		idField: schema['x-id'],
		dateFilters: ['from', 'to'].filter((name) => name in (schema.querystring?.properties ?? {})),
		successStatus: Number(answers.find(([status]) => status.startsWith('2'))![0]),
		bodyTypes: Object.keys(schema.body?.content ?? {}),
		jsonFields: Object.keys(forms).filter((name) => forms[name].type === 'object'),
		answers: new Map(answers),
	};
}
