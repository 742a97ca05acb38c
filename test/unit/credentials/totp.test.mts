import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { Secret, TOTP } from 'otpauth';
import { codeOfStep, readAuthenticator } from '../../../credentials/totp';
import { runs } from '../../scale.mts';

/** Test vectors of RFC 6238, appendix B: 8 digits, 30 s. */
const VECTORS = [
	[59, 'SHA1', '94287082'],
	[59, 'SHA256', '46119246'],
	[59, 'SHA512', '90693936'],
	[1111111109, 'SHA1', '07081804'],
	[1111111109, 'SHA256', '68084774'],
	[1111111109, 'SHA512', '25091201'],
	[20000000000, 'SHA1', '65353130'],
	[20000000000, 'SHA256', '77737706'],
	[20000000000, 'SHA512', '47863826'],
] as const;

const SECRET_LENGTHS = { SHA1: 20, SHA256: 32, SHA512: 64 };

function base32(text: string): string {
	const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
	const groups = bits.match(/.{1,5}/g) ?? [];
	return groups
		.map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[parseInt(group.padEnd(5, '0'), 2)])
		.join('');
}

describe('authenticator codes', () => {
	test.each(VECTORS)('RFC 6238: second %p with %s is %s', (second, algorithm, code) => {
		const secret = base32('1234567890'.repeat(7).slice(0, SECRET_LENGTHS[algorithm]));
		const uri = `otpauth://totp/Example:me?secret=${secret}&algorithm=${algorithm}&digits=8`;
		expect(codeOfStep(readAuthenticator(uri), Math.floor(second / 30))).toBe(code);
	});

	test('a bare secret means SHA-1, 6 digits and 30 s; the URI may say otherwise', () => {
		expect(readAuthenticator('JBSWY3DPEHPK3PXP')).toMatchObject({
			algorithm: 'sha1',
			digits: 6,
			period: 30,
		});
		const uri =
			'otpauth://totp/Example?secret=JBSWY3DPEHPK3PXP&algorithm=SHA-512&digits=7&period=60';
		expect(readAuthenticator(uri)).toMatchObject({ algorithm: 'sha512', digits: 7, period: 60 });
	});

	test.each([
		['', 'empty'],
		['A', 'empty'],
		[' = - ', 'empty'],
		['not base 32!', 'Base32'],
		['otpauth:', 'time-based'],
		['otpauth://totp:x/Example?secret=JBSWY3DPEHPK3PXP', 'cannot be read'],
		['https://otpauth://totp/Example?secret=JBSWY3DPEHPK3PXP', 'Base32'],
		['otpauth://other/otpauth://totp/?secret=JBSWY3DPEHPK3PXP', 'time-based'],
		['otpauth://totp/Example?secret=JBSWY3DPEHPK3PXP&digits=5', 'digits'],
		['otpauth://totp/Example?secret=JBSWY3DPEHPK3PXP&digits=11', 'digits'],
		['otpauth://totp/Example?secret=JBSWY3DPEHPK3PXP&digits=6.5', 'digits'],
		['otpauth://totp/Example?secret=JBSWY3DPEHPK3PXP&period=4', 'period'],
		['otpauth://totp/Example?secret=JBSWY3DPEHPK3PXP&period=3601', 'period'],
		['0189', 'Base32'],
		['otpauth://hotp/Example?secret=JBSWY3DPEHPK3PXP', 'time-based'],
		['otpauth://totp/Example', 'empty'],
		['otpauth://totp/Example?secret=JBSWY3DPEHPK3PXP&digits=99', 'digits'],
		['otpauth://totp/Example?secret=JBSWY3DPEHPK3PXP&period=0', 'period'],
		['otpauth://totp/Example?secret=JBSWY3DPEHPK3PXP&algorithm=MD5', 'algorithm'],
	])('%p is refused: %s', (secret, word) => {
		expect(() => readAuthenticator(secret)).toThrow(UserError);
		expect(() => readAuthenticator(secret)).toThrow(word);
	});

	test.each(['123456', ' 234567\n', '123 456', '123-456', '222222'])(
		'%p is the code of an app, not the secret',
		(code) => {
			expect(() => readAuthenticator(code)).toThrow(/is a six-digit code/);
			expect(() => readAuthenticator(code)).toThrow(
				expect.objectContaining({ description: expect.stringMatching(/^Paste the secret shown/) }),
			);
			expect(() => readAuthenticator(code)).toThrow(expect.not.stringContaining(code.trim()));
		},
	);

	test('a refusal never repeats the secret', () => {
		expect(() => readAuthenticator('SECRET!1')).toThrow(expect.not.stringContaining('SECRET!1'));
	});

	test.each([
		['digits', 6],
		['digits', 10],
		['period', 5],
		['period', 3600],
	])('%s may be %i', (name, value) => {
		const uri = `OTPAUTH://TOTP/Example?secret=JBSWY3DPEHPK3PXP&${name}=${value}`;
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
