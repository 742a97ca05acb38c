import { createHash, randomBytes } from 'node:crypto';

/** Secrets are kept as hashes only, so that a heap dump or a log of this module's state does not show them. */
export const hash = (...parts: string[]) =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64');

/** A new key of 256 random bits. */
export const newKey = (): string => randomBytes(32).toString('base64url');
