import { RequestFailure } from '../failures/requestFailure';

/** Networks that the internet cannot reach: `loopback` is this computer, `linkLocal` its neighbours, `private` its organization. */
type Network = 'loopback' | 'linkLocal' | 'private' | 'public';

/** Of the first two numbers of an address: the first, and the range of the second. */
const PRIVATE_IPV4: ReadonlyArray<readonly [first: number, from: number, to: number]> = [
	[10, 0, 255],
	[100, 64, 127],
	[172, 16, 31],
	[192, 168, 168],
	// Meant for tests of networks. Some organizations use it as their own.
	[198, 18, 19],
];

/** Ends of names that only an organization or a cluster knows. */
const PRIVATE_NAME =
	/\.(local|localdomain|internal|intranet|private|corp|lan|home|svc|home\.arpa)$/;

function networkOfIpv4([a = 0, b = 0]: number[]): Network {
	if (a === 127 || a === 0) return 'loopback';
	if (a === 169 && b === 254) return 'linkLocal';
	const isPrivate = PRIVATE_IPV4.some(([first, from, to]) => a === first && b >= from && b <= to);
	// From 224 on, no address is that of one computer.
	return isPrivate || a >= 224 ? 'private' : 'public';
}

function networkOfIpv6(address: string): Network {
	// `::ffff:127.0.0.1`, which URL writes as `::ffff:7f00:1`, its older form, its translation by NAT64, and 6to4
	const mapped =
		/^(?:::ffff:|::|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address) ??
		/^2002:([\da-f]{1,4}):([\da-f]{1,4}):/.exec(address);
	if (mapped) {
		const [high, low] = mapped.slice(1).map((part) => Number.parseInt(part, 16));
		return networkOfIpv4([(high ?? 0) >> 8, (high ?? 0) & 255, (low ?? 0) >> 8, (low ?? 0) & 255]);
	}
	if (address === '::1' || address === '::') return 'loopback';
	if (/^fe[89ab]/.test(address)) return 'linkLocal';
	return /^(f[cdf]|fe[c-f])/.test(address) ? 'private' : 'public';
}

/** The network of a URL's host, whose numbers URL has written in their usual form. A name counts as what it says. */
function networkOf({ hostname }: URL): Network {
	const host = hostname.toLowerCase().replace(/\.$/, '');
	if (host.startsWith('[')) return networkOfIpv6(host.slice(1, -1));
	if (/^\d+(\.\d+){3}$/.test(host)) return networkOfIpv4(host.split('.').map(Number));
	if (/^(.+\.)?localhost$/.test(host)) return 'loopback';
	return !host.includes('.') || PRIVATE_NAME.test(host) ? 'private' : 'public';
}

function refusal(summary: string, link: URL): RequestFailure {
	return new RequestFailure(
		summary,
		// Without its query: it can hold a signature that opens the file.
		`The link leads to ${link.origin}${link.pathname}. Nothing was requested there. Check the 'Base URL' of the credential, or ask the platform's support`,
		{ reach: 'answered', final: true },
	);
}

/**
 * Where a link in an answer of the platform leads.
 *
 * A link with a path alone is read as a browser would: `/files/1.pdf` from the root of the host, `files/1.pdf` from the address that the
 * answer came from.
 *
 * @param from what a link without a host is relative to
 * @param baseUrl the credential's Base URL
 * @throws RequestFailure if it leads to no place where a file of the platform can be: not https, or a network that only n8n can reach
 */
export function linkTarget(link: string, from: string, baseUrl: string): URL {
	if (!URL.canParse(link, from)) {
		throw new RequestFailure(
			'The link to the file is not a valid web address',
			"The platform sent a link that cannot be read. Turn off 'Download File', if there is such a switch, to see the answer",
			{ reach: 'answered', final: true },
		);
	}
	const target = new URL(link, from);
	const base = new URL(baseUrl);
	if (target.username || target.password) {
		throw refusal('The link to the file contains a user name, so it is not followed', target);
	}
	if (target.origin === base.origin) return target;
	if (target.protocol !== 'https:') {
		throw refusal(
			'The link to the file does not start with https://, so it is not followed',
			target,
		);
	}
	const network = networkOf(target);
	if (network !== 'public' && network !== networkOf(base)) {
		throw refusal('The link to the file leads to a private network, so it is not followed', target);
	}
	return target;
}
