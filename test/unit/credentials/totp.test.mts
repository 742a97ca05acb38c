import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { Secret, TOTP } from 'otpauth';
import { codeOfStep, readAuthenticator } from '../../../credentials/totp';
import { runs } from '../../scale.mts';

const BARE = 'JBSWY3DPEHPK3PXP';
const uriWith = (more: string) => `otpauth://totp/Example?secret=${BARE}&${more}`;

describe('authenticator codes', () => {
	test('a bare secret means SHA-1, 6 digits and 30 s; the URI may say otherwise', () => {
		expect(readAuthenticator(BARE)).toMatchObject({ algorithm: 'sha1', digits: 6, period: 30 });
		const read = readAuthenticator(uriWith('algorithm=SHA-512&digits=7&period=60'));
		expect(read).toMatchObject({ algorithm: 'sha512', digits: 7, period: 60 });
	});

	test.each(['jbswy3dpehpk3pxp', ' JBSW Y3DP-ehpk\t3PXP== ', 'JBSWY3DP\nEHPK3PXP'])(
		'a secret may be written like %j',
		(written) => {
			expect(readAuthenticator(written)).toEqual(readAuthenticator(BARE));
		},
	);

	test.each([
		[' = - ', 'empty'],
		['A', 'empty'],
		['not base 32!', 'Base32'],
		['0189', 'Base32'],
		['otpauth:', 'time-based'],
		[`otpauth://totp:x/Example?secret=${BARE}`, 'cannot be read'],
		[`https://otpauth://totp/Example?secret=${BARE}`, 'Base32'],
		[`otpauth://hotp/otpauth://totp/?secret=${BARE}`, 'time-based'],
		['otpauth://totp/Example', 'empty'],
		[uriWith('digits=0'), 'digits'],
		[uriWith('digits=5'), 'digits'],
		[uriWith('digits=11'), 'digits'],
		[uriWith('digits=6.5'), 'digits'],
		[uriWith('period=4'), 'period'],
		[uriWith('period=3601'), 'period'],
		[uriWith('algorithm=MD5'), 'algorithm'],
	])('%p is refused: %s', (secret, word) => {
		expect(() => readAuthenticator(secret)).toThrow(UserError);
		expect(() => readAuthenticator(secret)).toThrow(word);
	});

	test.each([' 234567\n', '123 456', '123-456'])('%p is the code of an app', (code) => {
		expect(() => readAuthenticator(code)).toThrow(/is a six-digit code/);
		expect(() => readAuthenticator(code)).toThrow(
			expect.objectContaining({ description: expect.stringMatching(/^Paste the secret shown/) }),
		);
		expect(() => readAuthenticator(code)).toThrow(expect.not.stringContaining(code.trim()));
	});

	test('a refusal never repeats the secret', () => {
		expect(() => readAuthenticator('SECRET!1')).toThrow(expect.not.stringContaining('SECRET!1'));
	});

	test.each([
		['digits', 6],
		['digits', 10],
		['period', 5],
		['period', 3600],
	])('%s may be %i', (name, value) => {
		const uri = uriWith(`${name}=${value}`).replace('otpauth://totp', 'OTPAUTH://TOTP');
		expect(readAuthenticator(uri)).toMatchObject({ [name]: value });
	});

	test('any secret gives the codes of an authenticator app', () => {
		const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 });
		const algorithm = fc.constantFrom('SHA1', 'SHA256', 'SHA512');
		const parts = fc.record({
			bytes,
			algorithm,
			digits: fc.integer({ min: 6, max: 10 }),
			period: fc.integer({ min: 5, max: 3600 }),
			step: fc.integer({ min: 0, max: 2 ** 31 }),
		});
		fc.assert(
			fc.property(parts, ({ bytes: key, step, ...more }) => {
				const app = new TOTP({ secret: new Secret({ buffer: key.slice().buffer }), ...more });
				const read = readAuthenticator(app.toString());
				expect([...read.key]).toEqual([...key]);
				expect(codeOfStep(read, step)).toBe(app.generate({ timestamp: step * more.period * 1000 }));
			}),
			runs('values'),
		);
	});
});
