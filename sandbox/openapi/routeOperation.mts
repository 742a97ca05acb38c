import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '../common/json.mts';
import { defectOf, validatorOf } from './validation.mts';

/** What a route knows about itself from the contract. */
export interface RouteOperation {
	operationId: string;
	isPublic: boolean;
	isWrite: boolean;
	/** Asks for the role owner or admin. */
	isAdmin: boolean;
	/** Uploaded files are measured as they arrive and not kept. */
	isStreamed: boolean;
	successStatus: number;
	/** Content types the request body may have; none when the operation has no body. */
	bodyTypes: string[];
	/** Whether the body may be left out: the contract accepts one without any field. */
	isBodyOptional: boolean;
	/** Form fields that hold JSON text. */
	jsonFields: string[];
	/** Validators of the JSON answers by status (`200`, `4XX`), null where the answer is no JSON. */
	answers: Map<string, ValidateFunction | null>;
}

declare module 'fastify' {
	interface FastifyContextConfig {
		operation?: RouteOperation;
	}
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
	return defectOf(validate);
}

/** What the contract says about a route, from the schema it was registered with. */
export function describeRoute(
	schema: JsonObject,
	method: string,
	publicOperations: Set<string>,
): RouteOperation {
	const content: JsonObject = schema.body?.content ?? {};
	const forms: JsonObject = content['multipart/form-data']?.schema?.properties ?? {};
	const answers = Object.entries<JsonObject>(schema.response).map(
		([status, answer]): [string, ValidateFunction | null] => {
			const json = answer.content['application/json']?.schema;
			return [status, json ? validatorOf(json) : null];
		},
	);
	return {
		operationId: schema.operationId,
		isPublic: publicOperations.has(schema.operationId),
		isWrite: method !== 'GET' && !schema['x-any-role'],
		isAdmin: Boolean(schema['x-admin']),
		isStreamed: Boolean(schema['x-streamed']),
		successStatus: Number(answers.find(([status]) => status.startsWith('2'))![0]),
		bodyTypes: Object.keys(content),
		isBodyOptional: Object.values<JsonObject>(content).every((body) =>
			validatorOf(body.schema)({}),
		),
		jsonFields: Object.keys(forms).filter((name) => forms[name].type === 'object'),
		answers: new Map(answers),
	};
}
