import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../shared/values';
import { withQuery } from './functionAddress';
import type { FunctionSettings } from './settings';

/** A text with `{url}` and `{secret}` replaced, in whatever data it is. */
function filled(value: unknown, texts: Readonly<Record<string, string>>): unknown {
	if (typeof value === 'string') {
		return value.replace(/\{(url|secret)\}/g, (_all, name: string) => texts[name] ?? '');
	}
	if (Array.isArray(value)) return value.map((entry) => filled(entry, texts));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, filled(inner, texts)]),
	);
}

/**
 * The custom function, as it is sent to the platform.
 *
 * @param address where it sends its requests, without the secret
 */
export function functionBody(
	{ name, description, schema, secret: place, extra }: FunctionSettings,
	address: string,
	secret: string,
): IDataObject {
	const url = place.in === 'query' ? withQuery(address, place.name, secret) : address;
	const added = filled(extra, { url, secret }) as IDataObject;
	const headers = {
		...(isObject(added.headers) ? added.headers : {}),
		...(place.in === 'header' && { [place.name]: secret }),
	};
	return {
		name,
		description,
		url,
		method: 'POST',
		parameters: schema as unknown as IDataObject,
		...added,
		// Also without any: a platform that keeps what it is not told would keep the secret of before.
		headers,
	};
}
