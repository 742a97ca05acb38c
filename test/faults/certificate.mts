import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/*
 * Certificates for the tests, made when they start: no key lies in the repository, and none of them can run out.
 */

/** What a certificate says of itself. */
export interface Wanted {
	/** The one host or address that it is for. */
	host: string;
	notBefore: Date;
	notAfter: Date;
}

export interface Certificate {
	cert: string;
	key: string;
}

/** Tags of DER (X.690). */
const TAG = { integer: 2, bits: 3, octets: 4, oid: 6, text: 12, time: 24, sequence: 48, set: 49 };
const OID = {
	ecdsaWithSha256: '2a8648ce3d040302',
	commonName: '550403',
	subjectAltName: '551d11',
};
const VERSION_3 = Buffer.from('a003020102', 'hex');

function lengthOf(content: Buffer): Buffer {
	if (content.length < 128) return Buffer.from([content.length]);
	const hex = content.length.toString(16);
	const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
	return Buffer.concat([Buffer.from([128 + bytes.length]), bytes]);
}

function der(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

const oid = (hex: string) => der(TAG.oid, Buffer.from(hex, 'hex'));
const time = (at: Date) =>
	der(TAG.time, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));

/** A name with the one part "common name". */
const nameOf = (text: string) =>
	der(
		TAG.sequence,
		der(TAG.set, der(TAG.sequence, oid(OID.commonName), der(TAG.text, Buffer.from(text)))),
	);

/** A host name or an IPv4 address, as the extension "subject alternative name" writes it. */
function altName(host: string): Buffer {
	const parts = host.split('.').map(Number);
	const isAddress = parts.length === 4 && parts.every((part) => part >= 0 && part < 256);
	return isAddress ? der(0x87, Buffer.from(parts)) : der(0x82, Buffer.from(host));
}

/** The part of a certificate that is signed. */
function statementOf({ host, notBefore, notAfter }: Wanted, publicKey: KeyObject): Buffer {
	const algorithm = der(TAG.sequence, oid(OID.ecdsaWithSha256));
	const name = nameOf(host);
	const names = der(TAG.octets, der(TAG.sequence, altName(host)));
	return der(
		TAG.sequence,
		VERSION_3,
		der(TAG.integer, Buffer.from([1])),
		algorithm,
		name,
		der(TAG.sequence, time(notBefore), time(notAfter)),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
		der(0xa3, der(TAG.sequence, der(TAG.sequence, oid(OID.subjectAltName), names))),
	);
}

/** A certificate signed by its own key. Who trusts it, trusts it as an authority, too. */
export function selfSigned(wanted: Wanted): Certificate {
	const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const statement = statementOf(wanted, pair.publicKey);
	const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
	const signature = sign('sha256', statement, createPrivateKey(key));
	const whole = der(
		TAG.sequence,
		statement,
		der(TAG.sequence, oid(OID.ecdsaWithSha256)),
		der(TAG.bits, Buffer.from([0]), signature),
	);
	const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
	return {
		cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
		key,
	};
}

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);

export const validFor = (host: string): Certificate =>
	selfSigned({ host, notBefore: daysFromNow(-1), notAfter: daysFromNow(30) });

export const expiredFor = (host: string): Certificate =>
	selfSigned({ host, notBefore: daysFromNow(-30), notAfter: daysFromNow(-1) });
