import { execFileSync } from 'node:child_process';
import { type Operation, operationsOf } from '../../sandbox/openapi/operations.mts';

/** Every operation of the OpenAPI contract. Another process loads it: Jest cannot load its reference resolver. */
export const specified: Operation[] = operationsOf(
	JSON.parse(
		execFileSync('node_modules/.bin/node', ['sandbox/openapi/print.mts'], { encoding: 'utf8' }),
	),
);

/** Every endpoint, for example `GET /calls/{call_id}`. */
export const documented: string[] = specified.map(endpointOf);

/** An endpoint the way the document names it. */
export function endpointOf({ method, path }: { method: string; path: string }): string {
	return `${method} ${path}`;
}

/** The body that the contract gives as an example, if the operation takes JSON. */
export function exampleBody({ definition }: Operation): Record<string, unknown> | undefined {
	return definition.requestBody?.content['application/json']?.example;
}

/** The values that the contract gives as examples, by the names of its parameters and of the fields of its body. */
export function examplesOf(operation: Operation): Record<string, unknown> {
	const parameters: Array<{ name: string; example?: unknown }> =
		operation.definition.parameters ?? [];
	return {
		...Object.fromEntries(
			parameters
				.filter(({ example }) => example !== undefined)
				.map(({ name, example }) => [name, example]),
		),
		...exampleBody(operation),
	};
}
