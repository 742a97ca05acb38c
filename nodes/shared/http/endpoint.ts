import type { IHttpRequestMethods } from 'n8n-workflow';
import { checkedIdentifier } from '../values';

/** An endpoint as the API document writes it, character for character: `GET /calls/{call_id}`. */
export type Endpoint = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** Method and path of one request. */
export interface Address {
	method: IHttpRequestMethods;
	path: string;
}

/** The names in braces of a path template. */
export function placeholdersOf(endpoint: Endpoint): string[] {
	return [...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

/**
 * Method and path of a request. Only here do identifiers become part of a URL: `{id}` and `c/1` -> an error.
 * @param ids name in braces → identifier
 * @throws ParameterError for an identifier that is empty or would change the path
 */
export function addressOf(
	endpoint: Endpoint,
	ids: Readonly<Record<string, unknown>> = {},
): Address {
	const [method, template] = endpoint.split(' ') as [IHttpRequestMethods, string];
	const path = template.replace(/\{(\w+)\}/g, (_braces, name: string) =>
		encodeURIComponent(checkedIdentifier(ids[name], name)),
	);
	return { method, path };
}
