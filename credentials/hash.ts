import { createHash } from 'node:crypto';

/** Secrets are kept as hashes only, so that a heap dump or a log of this module's state does not show them. */
export const hash = (...parts: string[]) =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64');
