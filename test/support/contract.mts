import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Operation, operationsOf } from '../../sandbox/openapi/operations.mts';

/** Every operation of the OpenAPI contract. Another process loads it: Jest cannot load its reference resolver. */
export const specified: Operation[] = operationsOf(
	JSON.parse(
		execFileSync('node_modules/.bin/node', ['sandbox/openapi/print.mts'], { encoding: 'utf8' }),
	),
);

/** Every endpoint of the platform's document, for example `GET /calls/{call_id}`. */
export const documented: string[] = (
	JSON.parse(readFileSync('sandbox/openapi/endpoints.json', 'utf8')) as Array<{
		method: string;
		path: string;
	}>
).map(endpointOf);

/** An endpoint the way the document names it. */
export function endpointOf({ method, path }: { method: string; path: string }): string {
	return `${method} ${path}`;
}
