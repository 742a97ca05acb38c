import fc from 'fast-check';
import { ParameterError, everyPhoneNumber, readPhoneNumber } from '../../../nodes/shared/values';
import { runs } from '../../scale.mts';
import { phrases } from '../../support/phrases.mts';

/** The number, or an error. */
function toE164(value: unknown, countryCode?: string): string {
	const number = readPhoneNumber(value, countryCode);
	if (number instanceof ParameterError) throw number;
	return number;
}

describe('a phone number', () => {
	test.each([
		['\uff0b１２１２５５５０１２３', '+12125550123'],
		['+44(0)20 7946 0123', '+442079460123'],
		['+44   (0) 20 7946 0123', '+442079460123'],
		['\t TEL:+1-212-555-0123 ', '+12125550123'],
		['+39 (0)6 1234 5678', '+390612345678'],
		['+4930123', '+4930123'],
		['+80012345678', '+80012345678'],
	])('%j is read without a default country', (written, expected) => {
		expect(toE164(written)).toBe(expected);
	});

	test.each([
		...phrases`
			+15550100 | +4430123 | +443012 | +443012345678901 | +4430123456789012 | +8001234567 | +999123456789 |
			(212) 555-0123 | call me | +1 212 555 0123 / +1 212 555 0124 | +12 | +0123456789 |
			+1234567890123456 | +1212555o123 | +1 212 tel: 555 0123 | 1e10
		`,
		...[12125550123, '', '   ', undefined, null, true, ['+12125550123'], { phone: '+12125550123' }],
	])('%j is refused without a default country', (written) => {
		expect(readPhoneNumber(written)).toBeInstanceOf(ParameterError);
	});

	test.each([
		[2125550123, '+1', '+12125550123'],
		['2125550123', 'US +1', '+12125550123'],
		['0049 30 1234567', '1', '+49301234567'],
		['+44 20 7946 0123', '1', '+442079460123'],
		['01 23 45 67 89', '225', '+2250123456789'],
		['06 123 4567', '242', '+242061234567'],
	])('%p in country %p', (written, countryCode, expected) => {
		expect(toE164(written, countryCode)).toBe(expected);
	});

	test.each([
		['555-0142', '1'],
		['212 555 01234', '1'],
		['123-45-67', '7'],
	])('%p in country %p is not complete', (written, countryCode) => {
		expect(() => toE164(written, countryCode)).toThrow(/not a complete phone number/);
	});
});

describe('any number', () => {
	const digits = (min: number, max: number) =>
		fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
	const number = fc.oneof(
		...[
			['+331', 8],
			['+3366', 7],
			['+4420', 8],
			['+4917', 9],
			['+9198', 8],
		].map(([start, length]) =>
			digits(Number(length), Number(length)).map((rest) => `${start}${rest}`),
		),
	);
	const separator = fc.constantFrom(
		...['', '', ' ', '-', ' (', ') ', '\u2011', '\u2212', '\u2013', '\u00a0'],
	);

	test('is read with whatever people put between its digits, and reads the same again', () => {
		fc.assert(
			fc.property(
				number,
				fc.array(separator, { minLength: 16, maxLength: 16 }),
				fc.constantFrom(' ', '.', '-'),
				(e164, between, usual) => {
					const spaced = [...e164].map((digit, index) => digit + between[index]).join('');
					const grouped = e164.replace(/(..)(?=...)/g, `$1${usual}`);
					for (const written of [spaced, grouped]) {
						expect(toE164(written)).toBe(e164);
						expect(toE164(written.replace('+', '00'))).toBe(e164);
					}
					expect(toE164(toE164(spaced), '1')).toBe(e164);
				},
			),
			runs('values'),
		);
	});

	test('with characters that cannot be seen is read as if they were not there', () => {
		const unseen =
			'\u200b \u200e \u200f \u202a \u202b \u202c \u202d \u202e \u2060 \u2066 \u2067 \u2068 \u2069 \ufe0d \ufe0f \u00ad \ufeff \u061c'
				.split(' ')
				.concat('\u00a0', '\u202f', '\u2007');
		fc.assert(
			fc.property(
				number,
				fc.array(fc.constantFrom('', '', ...unseen), { minLength: 17, maxLength: 17 }),
				(e164, between) => {
					const written = ['', ...e164].map((sign, index) => sign + between[index]).join('');
					expect(toE164(written, '1')).toBe(e164);
					expect(toE164('2125550123', `${between[0]}+1${between[1]}`)).toBe('+12125550123');
				},
			),
			runs('values'),
		);
		for (const sign of unseen) expect(() => toE164(sign)).toThrow('There is no phone number');
	});
});

describe('a number that a spreadsheet or a program wrote as a quantity', () => {
	const written = [
		['49', '1711234567', '+491711234567'],
		['82', '1012345678', '+821012345678'],
		['81', '312345678', '+81312345678'],
		['55', '1132345678', '+551132345678'],
		['353', '871234567', '+353871234567'],
		['39', '333123456', '+39333123456'],
		['1', '2125550123', '+12125550123'],
	] as const;

	test.each(written)('is read without decimals: %s, %s', (code, digits, expected) => {
		expect(toE164(Number(digits), `${code}.0`)).toBe(expected);
		// On a list of those who must not be called, it is the number.
		for (const text of [`${digits}.0`, ` ${digits}.00 `, `+${code} ${digits}.0`])
			expect(everyPhoneNumber(text, code)).toContain(expected);
	});

	test.each(written)('is refused: %s, %s', (code, digits) => {
		const scientific = Number(digits).toExponential();
		const short = Number(digits).toExponential(2).toUpperCase();
		const ends = phrases`.0 | .00 | .5 | .000 | .12`.map((end) => `${digits}${end}`);
		for (const text of [...ends, scientific, short]) {
			const problem = readPhoneNumber(text, code) as ParameterError;
			expect(problem.message).toContain(`"${text}" is a number with decimals or an exponent`);
			expect(problem.description).toContain('Format its column as text');
		}
		const thousands = Number(digits).toLocaleString('en');
		const values = [`${digits},0`, thousands, Number(digits) + 0.5, Number(digits) + 0.125];
		for (const value of [...values, -Number(digits), 1e21, NaN])
			expect(readPhoneNumber(value, code)).toBeInstanceOf(ParameterError);
	});

	test.each(['4.9', '49.5', '49,0', '1-684', '4 9', '\u0664\u0669'])(
		'%j is no default country code',
		(code) => {
			expect(() => toE164('2125550123', code)).toThrow(/'Default Country Code'/);
		},
	);
});

describe('two numbers in one text', () => {
	test.each([
		['030 1234 030 5678', '49'],
		['030 1234 - 030 5678', '49'],
		['030/1234567 / 0171/1234567', '49'],
		['+49 30 2000 / 2001', ''],
		['+49 30 2000/-01', ''],
		['+43 1 4000/4001', ''],
		['+43 1 4000\r\n4001', '1'],
		['212 555 0123 / 0124', '1'],
		['+1 555 555 0123 / 0124', ''],
	])('%j with country code "%s"', (written, code) => {
		const problem = readPhoneNumber(written, code) as ParameterError;
		expect(problem.message).toBe(`"${written}" can be read as two phone numbers`);
		expect(problem.description).toContain('Write one number');
	});

	test.each([
		['030/1234567', '49', '+49301234567'],
		['033056/12345', '49', '+493305612345'],
		['+49 30/1234567', '', '+49301234567'],
		['0049 (0)30 / 1234567', '1', '+49301234567'],
		['+43 1/4000', '', '+4314000'],
		['06/20/123-4567', '36', '+36201234567'],
		['06/20/123-4567', '39', '+3906201234567'],
		['0664/123 45 67', '43', '+436641234567'],
		['(212) 555/0123', '1', '+12125550123'],
		['+49 30\n1234567', '', '+49301234567'],
		['+49 30 2000-0', '', '+493020000'],
	])('%j with country code "%s" is one', (written, code, expected) => {
		expect(toE164(written, code)).toBe(expected);
	});
});

describe('a + before a number without its country code', () => {
	test.each([
		['+2025550123', '1'],
		['+3125550123', '1'],
		['+2105550123', '1'],
		['+1711234567', '49'],
		['+2079460123', '44'],
	])('%s is two numbers with country code %s', (written, code) => {
		expect(() => toE164(written, code)).toThrow(/two phone numbers/);
	});

	test.each(['+3125550123', '+44 20 7946', '+33 1 23 45', '+1 212 555 012', '+47 2222 222'])(
		'%s has a length that the country does not have',
		(written) => {
			expect(() => toE164(written)).toThrow(/not a complete phone number of country code/);
		},
	);

	test.each([
		['+4755550123', '1'],
		['+1 999 555 0123', ''],
		['+1 999 555 0123', '44'],
		['+44 7099 123456', '1'],
		['+800 1234 5678', '1'],
		['+1 800 555 0123', '49'],
	])('%s is one number beside country code "%s"', (written, code) => {
		expect(toE164(written, code)).toBe(`+${written.replace(/\D/g, '')}`);
	});
});

test.each([
	['+\u0664\u0669\u0661\u0667\u0661\u0661\u0662\u0663\u0664\u0665\u0666\u0667', '\u0664'],
	['+49 17\u0967\u0967234567', '\u0967'],
	['\u0e52125550123', '\u0e52'],
])('%s has digits of another script, and the error shows one', (written, digit) => {
	const problem = readPhoneNumber(written, '1') as ParameterError;
	expect(problem.message).toBe(`"${written}" has digits of another script, such as ${digit}`);
	expect(problem.description).toContain('the digits 0 to 9');
});

test('digits that are no part of a number, such as those of a footnote, are never called', () => {
	const others = Array.from({ length: 0x1_1000 }, (_, code) => String.fromCodePoint(code)).filter(
		(sign) => /[\p{No}\p{Nl}]/u.test(sign) || /\d/.test(sign.normalize('NFKC').replace(sign, '')),
	);
	// Wide and bold digits are the usual ones in another font.
	const strange = others.filter((sign) => !/\p{Nd}/u.test(sign));
	expect(strange.length).toBeGreaterThan(500);
	for (const sign of strange) {
		for (const written of [`+12125550123${sign}`, `+1212${sign}5550123`, `${sign}12125550123`])
			expect(readPhoneNumber(written, '1')).toBeInstanceOf(ParameterError);
	}
	expect(toE164('+1212555012\u{1d7d1}')).toBe('+12125550123');
});
