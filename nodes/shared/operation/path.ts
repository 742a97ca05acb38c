import type { IHttpRequestMethods } from 'n8n-workflow';
import type { Endpoint, Operation } from './operation';
import { endpointsOf } from './operation';
import type { Params } from './params';

/** The names in braces of a path template. */
export function placeholdersOf(endpoint: Endpoint): string[] {
	return [...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

/**
 * Method and path of a request: the only place where identifiers become part of a URL. Each is checked and encoded, so that no value can
 * lead to a different path.
 *
 * @param ids path template name → parameter that fills it
 * @throws ParameterError for an identifier that is empty or would change the path
 */
export function fillPath(
	endpoint: Endpoint,
	ids: Record<string, string> = {},
	params: Params,
): { method: IHttpRequestMethods; path: string } {
	const [method, template] = endpoint.split(' ') as [IHttpRequestMethods, string];
	const path = template.replace(/\{(\w+)\}/g, (_braces, name: string) => {
		const parameter = ids[name];
		if (parameter === undefined)
			throw new Error(`Nothing says what fills {${name}} of ${endpoint}`);
		return encodeURIComponent(params.id(parameter));
	});
	return { method, path };
}

/** Method and path of one request of an operation. */
export function addressOf(operation: Operation, params: Params, endpoint?: Endpoint) {
	return fillPath(endpoint ?? (endpointsOf(operation)[0] as Endpoint), operation.ids, params);
}
