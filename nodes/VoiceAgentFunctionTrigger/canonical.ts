import { createHash } from 'node:crypto';
import { withSortedFields } from '../shared/values';

/** Data as one text, which is the same for the same data: the order of fields does not count, that of lists does. */
export const canonical = (data: unknown): string =>
	JSON.stringify(withSortedFields(data)) ?? 'null';

/** A short text that stands for data, and does not show it. */
export const fingerprintOf = (data: unknown): string =>
	createHash('sha256').update(canonical(data)).digest('base64url');
