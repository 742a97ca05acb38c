import { createHash } from 'node:crypto';

/** The sample passwords are public, so a deliberately slow hash would only slow the tests down. */
export function hashPassword(password: string): string {
	return createHash('sha256').update(password).digest('hex');
}
