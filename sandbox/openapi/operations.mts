import type { JsonObject } from '../common/json.mts';

const HTTP_METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** One operation of the contract: an endpoint with what identifies it. */
export interface Operation {
	operationId: string;
	method: string;
	path: string;
	definition: JsonObject;
}

/** Every operation of a loaded contract. */
export function operationsOf(contract: JsonObject): Operation[] {
	return Object.entries<JsonObject>(contract.paths).flatMap(([path, item]) =>
		HTTP_METHODS.filter((method) => item[method]).map((method) => ({
			operationId: item[method].operationId,
			method: method.toUpperCase(),
			path,
			definition: item[method],
		})),
	);
}
