import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A new secret: 256 random bits, in letters that both a header and an address can hold. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret. It cannot be turned back: the secret is random. */
export const hashOf = (secret: string): string => hash(secret).toString('hex');

/**
 * Whether a secret is the one that a hash was made of. It takes the same time for every secret.
 *
 * @param stored '' if there is none: then no secret is right
 */
export function isSecret(secret: string, stored: string): boolean {
	const expected = Buffer.from(stored, 'hex');
	const isStored = expected.length === 32;
	return timingSafeEqual(hash(secret), isStored ? expected : hash('')) && isStored;
}
