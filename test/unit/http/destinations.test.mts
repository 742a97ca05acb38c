import { linkTarget } from '../../../nodes/shared/http/destinations';
import { phrases } from '../../support/phrases.mts';

const BASE = 'https://voice.example.com/api/v1';

test.each([
	['invoices/1.pdf', `${BASE}/invoices/1.pdf`],
	['./1.pdf', `${BASE}/1.pdf`],
	['../files/1.pdf', 'https://voice.example.com/api/files/1.pdf'],
	['/files/1.pdf?a=%20', 'https://voice.example.com/files/1.pdf?a=%20'],
	['/api/v1/1.pdf', `${BASE}/1.pdf`],
	['//files.example.com/1.pdf', 'https://files.example.com/1.pdf'],
	['https://files.example.com:8443/1.pdf', 'https://files.example.com:8443/1.pdf'],
	['https://localhost.example.com/', 'https://localhost.example.com/'],
	['https://svc.example.com/', 'https://svc.example.com/'],
])('%s leads to %s', (link, expected) => {
	expect(linkTarget(link, `${BASE}/`, BASE).href).toBe(expected);
});

test.each<readonly [string, RegExp]>([
	['http://voice.example.com/1.pdf', /https/],
	['http://files.example.com/1.pdf', /https/],
	['javascript:alert(1)', /https/],
	['s3://bucket/1.pdf', /begins with s3: and/],
	['https://user@voice.example.com/1.pdf', /user name/],
	['https://:pass@files.example.com/1.pdf', /user name/],
	['https://', /not a valid/],
	...phrases`
		https://localhost/ | https://a.localhost./ | https://intranet/ | https://127.0.0.1/ |
		https://2130706433/ | https://0x7f.1/ | https://169.254.169.254/latest/meta-data | https://10.1.2.3/ |
		https://8.8.8.8/1.pdf | https://[::1]/ | https://[::ffff:10.0.0.1]/ | https://[64:ff9b::a9fe:a9fe]/ |
		https://metadata.google.internal/ | https://nas.local/ | https://files/ | https://files./ |
		https://files.corp/ | https://files.default.svc/ | https://files.default.svc.cluster.local/ |
		https://FILES.Intranet/ | https://198.18.0.1/ | https://198.19.255.255/ | https://224.0.0.1/ |
		https://255.255.255.255/ | https://[::7f00:1]/ | https://[2002:7f00:1::]/ | https://[2002:a01:203::1]/ |
		https://[fec0::1]/ | https://[ff02::1]/
	`.map((link): [string, RegExp] => [link, /private/]),
])('%s is not followed', (link, message) => {
	const follow = () => linkTarget(link, `${BASE}/`, BASE);
	expect(follow).toThrow(message);
	// No repetition, and no login, would change it.
	const details = { arrival: 'answered', final: true };
	expect(follow).toThrow(expect.objectContaining({ details }));
});

test.each<[string, string, boolean]>([
	['http://localhost:5678/api/v1', 'http://localhost:5678/1.pdf', true],
	['http://localhost:5678/api/v1', 'http://localhost:9000/1.pdf', false],
	['http://localhost:5678/api/v1', 'https://127.0.0.1:9000/1.pdf', true],
	['http://localhost:5678/api/v1', 'https://10.0.0.1/1.pdf', false],
	['https://10.0.0.1/api/v1', 'https://192.168.0.1/1.pdf', true],
	['https://10.0.0.1/api/v1', 'https://localhost/1.pdf', false],
	['https://voice.internal/api/v1', 'https://192.168.0.1/1.pdf', true],
	['https://10.0.0.1/api/v1', 'https://files.example.com/1.pdf', true],
])('where the platform is at %s, %s: %p', (base, link, isFollowed) => {
	const follow = () => linkTarget(link, `${base}/`, base).href;
	if (isFollowed) expect(follow()).toBe(link);
	else expect(follow).toThrow(/not followed/);
});

test('an error does not show the signature in a link', () => {
	try {
		linkTarget('http://files.example.com/1.pdf?signature=secret', `${BASE}/`, BASE);
		throw new Error('followed');
	} catch (error) {
		const { message, description } = error as Error & { description: string };
		expect(`${message} ${description}`).toContain('http://files.example.com/1.pdf');
		expect(`${message} ${description}`).not.toContain('secret');
	}
});
