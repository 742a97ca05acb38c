import fc from 'fast-check';
import { ParameterError, readPhoneNumber } from '../../../nodes/shared/values';
import { runs } from '../../scale.mts';

/** The number, or an error. */
function toE164(value: unknown, countryCode?: string): string {
	const number = readPhoneNumber(value, countryCode);
	if (number instanceof ParameterError) throw number;
	return number;
}

describe('a phone number', () => {
	test.each([
		['+12125550123', '+12125550123'],
		['+1 (212) 555-0123', '+12125550123'],
		['+1.212.555.0123', '+12125550123'],
		['001 212 555 0123', '+12125550123'],
		['tel:+1-212-555-0123', '+12125550123'],
		['+1 212 555\u20130123', '+12125550123'],
		['\uff0b１２１２５５５０１２３', '+12125550123'],
		['+44 (0)20 7946 0123', '+442079460123'],
		['+44(0)20 7946 0123', '+442079460123'],
		['+44   (0) 20 7946 0123', '+442079460123'],
		['\t TEL:+1-212-555-0123 ', '+12125550123'],
		['+39 (0)6 1234 5678', '+390612345678'],
		['+15550100', ParameterError],
		['+4430123', '+4430123'],
		['+443012', ParameterError],
		['+443012345678901', '+443012345678901'],
		['+4430123456789012', ParameterError],
		['+8001234567', '+8001234567'],
		[12125550123, ParameterError],
		['(212) 555-0123', ParameterError],
		['', ParameterError],
		['   ', ParameterError],
		[undefined, ParameterError],
		[null, ParameterError],
		[{ phone: '+12125550123' }, ParameterError],
		['call me', ParameterError],
		['+1 212 555 0123 / +1 212 555 0124', ParameterError],
		['+12', ParameterError],
		['+0123456789', ParameterError],
		['+1234567890123456', ParameterError],
		['+1212555o123', ParameterError],
		['+1 212 tel: 555 0123', ParameterError],
		[['+12125550123'], ParameterError],
		[true, ParameterError],
		['1e10', ParameterError],
	])('%p without a default country', (written, expected) => {
		if (typeof expected === 'string') expect(toE164(written)).toBe(expected);
		else expect(() => toE164(written)).toThrow(expected);
	});

	test.each([
		['(212) 555-0123', '1', '+12125550123'],
		['1-212-555-0123', '1', '+12125550123'],
		[2125550123, '+1', '+12125550123'],
		['030 1234567', '49', '+49301234567'],
		['06 1234 5678', '39', '+390612345678'],
		['0549 123456', '378', '+3780549123456'],
		['01 23 45 67 89', '225', '+2250123456789'],
		['06 123 4567', '242', '+242061234567'],
		['20 7946 0123', '44', '+442079460123'],
		['2125550123', 'US +1', '+12125550123'],
		['0049 30 1234567', '1', '+49301234567'],
		['8 (495) 123-45-67', '7', '+74951234567'],
		['06 20 123 4567', '36', '+36201234567'],
		['+44 20 7946 0123', '1', '+442079460123'],
	])('%p in country %p', (written, countryCode, expected) => {
		expect(toE164(written, countryCode)).toBe(expected);
	});

	test.each([
		['555-0142', '1'],
		['212 555 01234', '1'],
		['1234567890', '1'],
		['123-45-67', '7'],
	])('%p in country %p is not complete', (written, countryCode) => {
		expect(() => toE164(written, countryCode)).toThrow(/not a complete phone number/);
	});

	test('the error says what was written and how to write it', () => {
		const problem = readPhoneNumber('(212) 555-0123') as ParameterError;
		expect(problem.message).toContain('(212) 555-0123');
		expect(problem.description).toContain('Default Country Code');
	});

	/** What is wrong, without what was written. */
	const problemOf = (written: unknown, countryCode?: string) => {
		const problem = readPhoneNumber(written, countryCode) as ParameterError;
		return problem.message.replaceAll(`"${String(written).trim()}"`, '');
	};

	test.each([undefined, null, {}, [], true])('%j is no number at all', (written) => {
		expect(problemOf(written)).toBe(problemOf(''));
	});

	test.each(['call +12125550123', '+12125550123 x', '1.2e10', '+1+2125550123'])(
		'%p is something other than a number',
		(written) => {
			expect(problemOf(written, '1')).toBe(problemOf('call me', '1'));
			expect(problemOf(written, '1')).not.toBe(problemOf('555', '1'));
		},
	);

	test('a number without country code is not called incomplete', () => {
		expect(problemOf('2125550123')).toBe(problemOf('555'));
		expect(problemOf('2125550123')).not.toBe(problemOf('555', '1'));
	});

	test.each(['', 'call me', '2125550123', '+1'])('the advice for %p shows a number', (written) => {
		expect((readPhoneNumber(written) as ParameterError).description).toMatch(/\+1 212/);
	});
});

describe('any number', () => {
	const digits = (min: number, max: number) =>
		fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
	const number = fc
		.tuple(fc.constantFrom('33', '44', '49', '91'), fc.constantFrom(...'123456789'), digits(4, 12))
		.map((parts) => `+${parts.join('')}`);
	const separator = fc.constantFrom('', '', ' ', '-', '.', '/', ' (', ') ', '\u2011', '\u2212');

	test('is read with whatever people put between its digits, and reads the same again', () => {
		fc.assert(
			fc.property(
				number,
				fc.array(separator, { minLength: 16, maxLength: 16 }),
				(e164, between) => {
					const spaced = [...e164].map((digit, index) => digit + between[index]).join('');
					expect(toE164(spaced)).toBe(e164);
					expect(toE164(spaced.replace('+', '00'))).toBe(e164);
					expect(toE164(toE164(spaced), '49')).toBe(e164);
				},
			),
			runs('values'),
		);
	});

	test('of the United States is the same with area code, with trunk prefix and in full', () => {
		const national = fc
			.tuple(fc.constantFrom(...'23456789'), digits(9, 9))
			.map(([first, rest]) => first + rest);
		fc.assert(
			fc.property(national, (written) => {
				const all = [written, `1${written}`, `+1${written}`, Number(written)];
				expect(all.map((each) => toE164(each, '1'))).toEqual(all.map(() => `+1${written}`));
			}),
			runs('values'),
		);
	});

	test('text is either a number in international format or a problem', () => {
		const digit = fc.constantFrom(...'0123456789');
		const other = fc.constantFrom(...'+-() ./x');
		const unit = fc.oneof({ arbitrary: digit, weight: 5 }, { arbitrary: other, weight: 1 });
		const texts = fc.string({ unit, maxLength: 20 });
		const seen = new Set<boolean>();
		fc.assert(
			fc.property(texts, fc.constantFrom('', '1', '49'), (text, countryCode) => {
				const read = readPhoneNumber(text, countryCode);
				const isNumber = !(read instanceof ParameterError) && /^\+[1-9]\d{6,14}$/.test(read);
				seen.add(isNumber);
				expect(isNumber || read instanceof ParameterError).toBe(true);
			}),
			runs('values'),
		);
		expect(seen.size).toBe(2);
	});
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
