import { createHmac } from 'node:crypto';
import { UserError } from 'n8n-workflow';

/** What an authenticator app knows about an account (RFC 6238, and the `otpauth://` key URI format). */
export interface Authenticator {
	key: Buffer;
	algorithm: 'sha1' | 'sha256' | 'sha512';
	/** Length of a code. */
	digits: number;
	/** How long a code is valid, in seconds. */
	period: number;
}

const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const WHERE_TO_FIND_IT =
	'Paste the secret shown when the authenticator was set up (letters A–Z and digits 2–7), or the full otpauth:// address behind its QR code. ' +
	'The six-digit code of the app does not belong here: the credential computes it from the secret';

/** A code that an app shows for half a minute, also as people copy it, with a space in the middle. */
const CODE_OF_AN_APP = /^\d{3}[\s-]?\d{3}$/;

function refuse(message: string): never {
	throw new UserError(message, { description: WHERE_TO_FIND_IT });
}

/** Decodes Base32 (RFC 4648) as people write it: any case, with spaces, dashes or padding. */
function decodeBase32(text: string): Buffer {
	const letters = text.replace(/[\s\-=]/g, '').toUpperCase();
	const bytes: number[] = [];
	let value = 0;
	let bits = 0;
	for (const letter of letters) {
		const digit = BASE32_ALPHABET.indexOf(letter);
		if (digit < 0) refuse("The 'Authenticator Secret' has a character that Base32 does not allow");
		value = ((value << 5) | digit) & 0xfff;
		bits += 5;
		if (bits >= 8) {
			bits -= 8;
			bytes.push((value >> bits) & 0xff);
		}
	}
	if (bytes.length === 0) refuse("The 'Authenticator Secret' is empty");
	return Buffer.from(bytes);
}

function addressNumber(text: string | null, fallback: number, min: number, max: number): number {
	const value = text === null ? fallback : Number(text);
	if (!Number.isInteger(value) || value < min || value > max) {
		refuse('The otpauth:// address has a digits or period value that is not valid');
	}
	return value;
}

/**
 * Reads an Authenticator Secret: Base32 (SHA-1, 6 digits, 30 s), or an `otpauth://totp/…` URI with other values.
 * @throws UserError when it is neither
 */
export function readAuthenticator(secret: string): Authenticator {
	const text = secret.trim();
	if (CODE_OF_AN_APP.test(text)) {
		refuse("The 'Authenticator Secret' is a six-digit code, which is valid for half a minute only");
	}
	if (!/^otpauth:/i.test(text)) {
		return { key: decodeBase32(text), algorithm: 'sha1', digits: 6, period: 30 };
	}
	const uri = URL.canParse(text) ? new URL(text) : refuse('The otpauth:// address cannot be read');
	if (!/^otpauth:\/\/totp\//i.test(text)) {
		refuse('Only time-based codes (otpauth://totp/…) are supported');
	}
	const algorithm = (uri.searchParams.get('algorithm') ?? 'SHA1').toLowerCase().replace('-', '');
	if (algorithm !== 'sha1' && algorithm !== 'sha256' && algorithm !== 'sha512') {
		refuse('The otpauth:// address has an unknown algorithm');
	}
	return {
		key: decodeBase32(uri.searchParams.get('secret') ?? ''),
		algorithm,
		digits: addressNumber(uri.searchParams.get('digits'), 6, 6, 10),
		period: addressNumber(uri.searchParams.get('period'), 30, 5, 3600),
	};
}

/** The code of one time step: HOTP (RFC 4226) of the step's number, which is what RFC 6238 defines. */
export function codeOfStep(authenticator: Authenticator, step: number): string {
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(step));
	const digest = createHmac(authenticator.algorithm, authenticator.key).update(counter).digest();
	const offset = digest.readUInt8(digest.length - 1) & 0x0f;
	const number = digest.readUInt32BE(offset) & 0x7fffffff;
	return String(number % 10 ** authenticator.digits).padStart(authenticator.digits, '0');
}
