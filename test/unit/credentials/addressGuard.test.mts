import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { type RequestOptions, toPlatform } from '../../../credentials/addressGuard';
import { runs } from '../../scale.mts';

const BASE = new URL('https://voice.example.com/api/v1');
const LOCAL = new URL('http://127.0.0.1:4000/api/v1');
const sentTo = (options: object) => toPlatform(options as RequestOptions, BASE);

describe('a request to the platform', () => {
	test.each([
		[{ url: 'https://voice.example.com/api/v1/calls' }, 'https://voice.example.com/api/v1/calls'],
		[{ url: 'https://VOICE.example.com:443/other' }, 'https://voice.example.com/other'],
		[{ url: ' https://voice.example.com/a b ' }, 'https://voice.example.com/a%20b'],
		[{ url: '/mfa/status' }, 'https://voice.example.com/api/v1/mfa/status'],
		[{ url: 'calls?a=1' }, 'https://voice.example.com/api/v1/calls?a=1'],
		[
			{ url: '/mfa/status', baseURL: 'https://voice.example.com/api/v2/' },
			'https://voice.example.com/api/v2/mfa/status',
		],
		[{ url: ' ', baseURL: 'https://voice.example.com/a//' }, 'https://voice.example.com/a'],
		[
			{ url: '/calls?callback=https://evil.example.com' },
			'https://voice.example.com/api/v1/calls?callback=https://evil.example.com',
		],
		[{ url: new URL('https://voice.example.com/x') }, 'https://voice.example.com/x'],
		// Not another host: n8n joins what has no scheme and host to the base.
		[{ url: 'evil.example.com/x' }, 'https://voice.example.com/api/v1/evil.example.com/x'],
		[{ url: 'https:evil.example.com' }, 'https://voice.example.com/api/v1/https:evil.example.com'],
		[{ url: 'https://me:pw@voice.example.com/x' }, 'https://voice.example.com/x'],
	])('%j is sent as it was checked', (options, url) => {
		const sent = sentTo(options);
		expect(sent.url).toBe(url);
		expect(sent).not.toHaveProperty('baseURL');
	});

	test('keeps the field that named the address', () => {
		expect(sentTo({ uri: 'https://voice.example.com/x', qs: { a: 1 } })).toMatchObject({
			uri: 'https://voice.example.com/x',
			qs: { a: 1 },
		});
		expect(sentTo({ uri: 'https://voice.example.com/x' })).not.toHaveProperty('url');
	});

	test('goes nowhere else at a redirect', () => {
		const asked = { sendCredentialsOnCrossOriginRedirect: true, url: '/x' };
		expect(sentTo(asked)).toMatchObject({
			sendCredentialsOnCrossOriginRedirect: false,
			allowedDomains: 'voice.example.com',
		});
		expect(sentTo({ url: '/x', allowedDomains: ' ' }).allowedDomains).toBe('voice.example.com');
		const listed = { url: '/x', allowedDomains: '*.example.com', followRedirect: true };
		expect(sentTo({ ...listed, followAllRedirects: true })).toMatchObject({
			allowedDomains: '*.example.com',
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
		});
	});

	test('needs a certificate that is trusted, and takes nothing of a connection but its own certificate', () => {
		const own = { ca: 'a', cert: 'b', key: 'c', passphrase: 'd', pfx: 'e' };
		const agentOptions = {
			...own,
			host: 'evil.example.com',
			port: 1,
			rejectUnauthorized: false,
		};
		const lax = { url: '/x', rejectUnauthorized: false, skipSslCertificateValidation: true };
		expect(sentTo({ ...lax, agentOptions })).toMatchObject({
			rejectUnauthorized: true,
			skipSslCertificateValidation: false,
		});
		expect(sentTo({ ...lax, agentOptions }).agentOptions).toEqual(own);
		expect(sentTo({ url: '/x' })).not.toHaveProperty('rejectUnauthorized');
	});

	test('may go through a proxy only encrypted', () => {
		const proxy = 'http://proxy.example.com:3128';
		expect(sentTo({ url: '/x', proxy })).toMatchObject({ proxy });
		expect(() => toPlatform({ url: '/x', proxy: proxy as never }, LOCAL)).toThrow(/proxy/);
	});

	test('may name its own host', () => {
		expect(sentTo({ url: '/x', headers: { Host: ' Voice.example.com ' } }).headers).toEqual({
			Host: ' Voice.example.com ',
		});
	});
});

/** Says something else each time it is asked. */
const twoFaced = () => {
	let asked = 0;
	return {
		toString: () => {
			asked += 1;
			return asked === 1 ? 'https://voice.example.com/x' : 'https://evil.example.com/x';
		},
	};
};

describe('a request to somewhere else is refused', () => {
	test.each<[object]>([
		[{ url: 'https://evil.example.com/api/v1/calls' }],
		[{ uri: 'https://evil.example.com/api/v1/calls' }],
		[{ url: 'https://voice.example.com/x', uri: 'https://evil.example.com/x' }],
		[{ url: 'https://evil.example.com/x', uri: 'https://voice.example.com/x' }],
		[{ url: 'https://voice.example.com@evil.example.com/' }],
		[{ url: 'https://voice.example.com:443@evil.example.com/' }],
		[{ url: 'https://voice.example.com.evil.example.com/' }],
		[{ url: 'https://voice.example.com./' }],
		[{ url: 'https://voice.example.com:8443/api/v1' }],
		[{ url: 'http://voice.example.com/api/v1' }],
		[{ url: 'HTTPS://EVIL.example.com/' }],
		[{ url: '//evil.example.com/x' }],
		[{ url: 'https://evil.example.com\\@voice.example.com/' }],
		[{ url: 'https://evil.example.com/', baseURL: BASE.href }],
		[{ url: '/calls', baseURL: 'https://evil.example.com' }],
		[{ url: '', uri: '/x', baseURL: 'https://evil.example.com' }],
		[{ url: '/calls', baseURL: 'ftp://voice.example.com' }],
		[{ url: '/calls', baseURL: '/relative' }],
		[{ url: 'file://voice.example.com/etc' }],
		[{ url: ['https://evil.example.com/'] }],
		[{ url: 'https://voice.example.com\t@evil.example.com/' }],
		[{ url: new URL('https://evil.example.com/') }],
		[{ url: { toString: () => 'https://evil.example.com/' } }],
		[{ url: 'https://voice.example.com/x', headers: { hOST: 'evil.example.com' } }],
		[{ url: 'https://voice.example.com/x', headers: { ' Host ': 'evil.example.com' } }],
		[{}],
		[{ url: '' }],
		[{ url: null, uri: undefined }],
		[{ host: 'voice.example.com', path: '/x' }],
	])('%j', (options) => {
		expect(() => sentTo(options)).toThrow(UserError);
		expect(() => sentTo(options)).toThrow(/This credential is not for/);
		const description: unknown = expect.stringContaining('It is for voice.example.com.');
		expect(() => sentTo(options)).toThrow(expect.objectContaining({ description }));
	});

	test('and an address that changes is read once', () => {
		expect(sentTo({ url: twoFaced() }).url).toBe('https://voice.example.com/x');
	});

	test('whatever is written around it: what is sent is on the own host, also without a base', () => {
		const piece = fc.constantFrom(
			...[
				'https:',
				'http:',
				'HTTPS:',
				'/',
				'//',
				'\\',
				'@',
				':',
				':443',
				':80',
				'.',
				'?',
				'#',
				'%2f',
				'%40',
			],
			...[
				'voice.example.com',
				'evil.example.com',
				'VOICE.example.com',
				'127.0.0.1',
				'[::1]',
				'\t',
				'\n',
				' ',
				'a',
			],
		);
		const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
		const options = fc.record(
			{ url: text, uri: text, baseURL: fc.oneof(text, fc.constant(BASE.href)) },
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(options, (given) => {
				let sent: RequestOptions;
				try {
					sent = sentTo(given);
				} catch (error) {
					expect(error).toBeInstanceOf(UserError);
					return;
				}
				expect('baseURL' in sent).toBe(false);
				// The older helper takes `url` before `uri`, the newer one takes `url` alone.
				for (const address of [sent.url, sent.url ?? sent.uri]) {
					if (address === undefined) continue;
					expect(new URL(String(address)).origin).toBe(BASE.origin);
					expect(new URL(String(address)).username).toBe('');
				}
			}),
			runs('values'),
		);
	});
});
