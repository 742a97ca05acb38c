import { createHash } from 'node:crypto';

/** A row's identity in eleven characters (66 bits), so that thousands of them stay small. */
export const keyOf = (identity: string): string =>
	createHash('sha256').update(identity).digest('base64url').slice(0, 11);
