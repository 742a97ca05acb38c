import { ParameterError, readPhoneNumber, toE164 } from '../../nodes/shared/values';

describe('toE164', () => {
	test.each([
		['+12125550123', '+12125550123'],
		['+1 (212) 555-0123', '+12125550123'],
		['+1.212.555.0123', '+12125550123'],
		['001 212 555 0123', '+12125550123'],
		['tel:+1-212-555-0123', '+12125550123'],
		['+1 212 555\u20130123', '+12125550123'],
		['\uff0b１２１２５５５０１２３', '+12125550123'],
		['+44 (0)20 7946 0123', '+442079460123'],
		['+15550100', '+15550100'],
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
});
