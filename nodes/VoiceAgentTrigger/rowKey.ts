import { createHash } from 'node:crypto';

/** How many characters of 6 bits each tell thousands of rows apart. */
export const KEY_LENGTH = 10;

/** A row's identity in a few characters, so that thousands of them stay small. */
export const keyOf = (identity: string): string =>
	createHash('sha256').update(identity).digest('base64url').slice(0, KEY_LENGTH);
