import { createHash } from 'node:crypto';
import { isObject } from '../shared/values';

function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (!isObject(value)) return value;
	const names = Object.keys(value).sort();
	return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

/** Data as one text, which is the same for the same data: the order of fields does not count, that of lists does. */
export const canonical = (data: unknown): string => JSON.stringify(sorted(data)) ?? 'null';

/** A short text that stands for data, and does not show it. */
export const fingerprintOf = (data: unknown): string =>
	createHash('sha256').update(canonical(data)).digest('base64url');
