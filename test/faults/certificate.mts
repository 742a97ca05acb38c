import { isIP } from 'node:net';
import { generate } from 'selfsigned';

/*
 * Certificates for the tests, made when they start: no key lies in the repository, and none of them can run out.
 */

export interface Certificate {
	cert: string;
	key: string;
}

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** A certificate signed by its own key. Who trusts it, trusts it as an authority, too. @param host or an address */
async function selfSigned(host: string, from: Date, to: Date): Promise<Certificate> {
	const name = isIP(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host };
	const { cert, private: key } = await generate([{ name: 'commonName', value: host }], {
		keyType: 'ec',
		algorithm: 'sha256',
		notBeforeDate: from,
		notAfterDate: to,
		extensions: [{ name: 'subjectAltName', altNames: [name] }],
	});
	return { cert, key };
}

export const validFor = async (host: string): Promise<Certificate> =>
	await selfSigned(host, inDays(-1), inDays(30));

export const expiredFor = async (host: string): Promise<Certificate> =>
	await selfSigned(host, inDays(-30), inDays(-1));
