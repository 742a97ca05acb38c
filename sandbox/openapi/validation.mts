import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifySchemaValidationError } from 'fastify';
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
ajv.addVocabulary(['x-documented']);

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

/** What a validator found wrong with an answer, in one line. */
export function defectOf({ errors }: ValidateFunction): string {
	return ajv.errorsText(errors, { dataVar: 'answer' });
}
