import { ApiError } from '../common/errors.mts';
import type { Json, JsonObject } from '../common/json.mts';
import { operationsOf } from '../openapi/operations.mts';
import { defectOf, validatorOf } from '../openapi/validation.mts';

/** Refuses what a request has made of a thing: `answer` is how this operation of the API would show it. */
export type Keep = (operationId: string, answer: Json) => void;

/**
 * Holds things against the contract. `analysis: {}` of a call → 422: "analysis must have required property 'summary' …"
 *
 * @returns a function that throws a 422, within a transaction, so that nothing is kept that no list could show
 */
export function keeperOf(contract: JsonObject): Keep {
	const schemas = new Map(
		operationsOf(contract).map(({ operationId, definition }) => [
			operationId,
			definition.responses[200]?.content['application/json']?.schema,
		]),
	);
	return (operationId, answer) => {
		const validate = validatorOf(schemas.get(operationId));
		if (!validate(answer))
			throw new ApiError(422, `The contract allows no such thing: ${defectOf(validate)}`);
	};
}
