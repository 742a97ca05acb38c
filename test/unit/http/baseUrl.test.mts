import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { checkedBaseUrl } from '../../../nodes/shared/http';
import { runs } from '../../scale.mts';
import { phrases } from '../../support/phrases.mts';

describe('checkedBaseUrl', () => {
	test.each([
		['https://api.example.com/api/v1', 'https://api.example.com/api/v1'],
		[' https://api.example.com/api/v1/ ', 'https://api.example.com/api/v1'],
		['http://[::1]:5710/api/v1', 'http://[::1]:5710/api/v1'],
		['http://127.20.30.40/api/v1', 'http://127.20.30.40/api/v1'],
		['http://LOCALHOST:5710/', 'http://localhost:5710'],
		['https://api.example.com///', 'https://api.example.com'],
		['https://api.example.com/a//b/', 'https://api.example.com/a//b'],
		['https://api.example.com:443/api/v1', 'https://api.example.com/api/v1'],
	])('%p', (value, expected) => {
		expect(checkedBaseUrl(value)).toBe(expected);
	});

	test.each([
		undefined,
		...phrases`
			| http://127.0.0.1.example.com/api/v1 | http://my.localhost/api/v1 | http://localhost2/api/v1 |
			http://128.0.0.1/api/v1 | http://[::2]/api/v1 | ftp://localhost/api/v1 | ftp://api.example.com/api/v1 |
			https://user@api.example.com/api/v1 | https://:password@api.example.com/api/v1 |
			https://api.example.com/api/v1?x=1 | https://api.example.com/api/v1#x
		`,
	])('%p is refused', (value) => {
		expect(() => checkedBaseUrl(value)).toThrow(UserError);
		expect(() => checkedBaseUrl(value)).toThrow(
			expect.objectContaining({ description: expect.stringMatching(/http/) }),
		);
		expect(() => checkedBaseUrl(value)).toThrow(/Base URL/);
	});

	test.each([
		[
			'https',
			phrases`api.example.com/api/v1 | api.example.com:8443/api/v1 | //api.example.com/api/v1`,
		],
		['https', phrases`localhost.example.com | 192.0.2.1:3000/api/v1`],
		[
			'http',
			phrases`localhost:3000/api/v1 | LOCALHOST | 127.0.0.1:5710/api/v1 | [::1]:5710/api/v1`,
		],
	])('%s:// is missing: %j', (scheme, values) => {
		for (const value of values) {
			expect(() => checkedBaseUrl(value)).toThrow(
				expect.objectContaining({
					message: expect.stringContaining('does not start with'),
					description: expect.stringContaining(`Add ${scheme}:// in front`),
				}),
			);
		}
	});

	test.each(phrases`
		mailto:me@example.com | javascript:alert(1) | not an address | me@example.com |
		api.example.com/api/v1?x=1 | https://
	`)('%p lacks more than a scheme', (value) => {
		expect(() => checkedBaseUrl(value)).toThrow(/not a valid web address/);
	});

	test('only an address that stays on this computer may be without https', () => {
		const hosts = fc.oneof(fc.ipV4(), fc.domain(), fc.constantFrom('localhost', '127.0.0.1'));
		fc.assert(
			fc.property(hosts, (host) => {
				const isLocal = host === 'localhost' || host.startsWith('127.');
				const check = () => checkedBaseUrl(`http://${host}/api/v1`);
				if (isLocal) expect(check()).toBe(`http://${host}/api/v1`);
				else expect(check).toThrow(UserError);
			}),
			runs('values'),
		);
	});

	test('what is accepted ends in no slash and is accepted again as it is', () => {
		fc.assert(
			fc.property(fc.webUrl({ validSchemes: ['https'] }), fc.nat(3), (url, slashes) => {
				const checked = checkedBaseUrl(url + '/'.repeat(slashes));
				expect(checked).not.toMatch(/\/$/);
				expect(checkedBaseUrl(checked)).toBe(checked);
				expect(new URL(checked).origin).toBe(new URL(url).origin);
			}),
			runs('values'),
		);
	});
});
