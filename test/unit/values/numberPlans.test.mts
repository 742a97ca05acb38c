import fc from 'fast-check';
import type { CountryCode } from 'libphonenumber-js/max';
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/examples.mobile.json';
import type { WithoutPlus } from '../../../nodes/shared/values';
import { ParameterError, readPhoneNumber } from '../../../nodes/shared/values';
import { runs } from '../../scale.mts';
import { phrases } from '../../support/phrases.mts';
import {
	FIXED_LINE,
	MOBILE,
	PERSONAL,
	VOIP,
	codeOf,
	kindsOf,
	mainRegion,
	ownNumbers,
	theirs,
	trunkOf,
} from './plans.mts';
/*
 * The numbers of every region, against libphonenumber. However a number is written, ours is theirs, or it is refused. It is never the
 * number of somebody else.
 */

const typedRegions = kindsOf([FIXED_LINE, MOBILE, PERSONAL, VOIP]);
const allKinds = kindsOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
/** The usual ways to write a number, without those that no one can read. */
function waysToWrite(e164: string, region: CountryCode) {
	const code = codeOf(region);
	const own = e164.slice(code.length + 1);
	const number = parsePhoneNumberFromString(e164);
	const trunk = trunkOf(region);
	const [international, uri] = [number?.formatInternational() ?? '', number?.getURI() ?? ''];
	const complete = [e164, international, uri, `00${code} ${own}`];
	const inside = [number?.formatNational() ?? '', own, `${trunk}${own}`];
	const odd = [`+${code} (${trunk}) ${own}`, `+${code} ${trunk}${own}`, `${code}${own}`];
	return { complete, inside, odd };
}

const countryCodes = new Set(getCountries().map(codeOf));

/**
 * Whether a national number can also be one of another country without its +, or with the country code and a digit less, as in Kazakhstan. Where the
 * first digits stand apart and are no country code, they are an area.
 */
function mayHaveLostItsPlus(written: string, region: CountryCode): boolean {
	const digits = written.replace(/\D/g, '');
	const [, first = ''] = /^\D*(\d{1,3})\D/.exec(written) ?? [];
	if (first !== '' && !countryCodes.has(first)) return false;
	const other = theirs(`+${digits}`, region);
	return region === 'KZ'
		? /^7\d{9}$/.test(digits)
		: other !== undefined && other !== theirs(written, region);
}

test.each(getCountries())('the mobile number of %s, in every usual form', (region) => {
	const example = getExampleNumber(region, examples);
	if (!example) throw new Error(`There is no example for ${region}`);
	const { complete, inside } = waysToWrite(example.number, region);
	for (const written of complete) expect(readPhoneNumber(written)).toBe(example.number);
	// Argentina dials 15 where others write 9. A Tajik number that begins with 00 may be one of another country.
	const isClear = !['AR', 'TJ'].includes(region);
	const readable = inside.filter((written) => theirs(written, region) === example.number);
	if (isClear) expect(readable.length).toBeGreaterThan(0);
	for (const written of isClear ? readable : []) {
		const ours = readPhoneNumber(written, codeOf(region));
		if (mayHaveLostItsPlus(written, region)) expect(String(ours)).toContain('two phone numbers');
		else expect(ours).toBe(example.number);
	}
});

test('a number of another country that has lost its + is nobody at home, unless the user says that none has lost it', () => {
	const foreign = ownNumbers(typedRegions).map(({ region, own }) => `+${codeOf(region)}${own}`);
	fc.assert(
		fc.property(foreign, fc.constantFrom(...getCountries()), (e164, home) => {
			fc.pre(theirs(e164, home) === e164 && !e164.startsWith(`+${codeOf(home)}`));
			const written = [e164.slice(1), Number(e164.slice(1))];
			for (const text of written) {
				expect(readPhoneNumber(text, codeOf(home))).toBeInstanceOf(ParameterError);
				const national = { countryCode: codeOf(home), withoutPlus: 'national' } as const;
				const asked = readPhoneNumber(text, national);
				if (!(asked instanceof ParameterError)) expect(asked).toMatch(`+${codeOf(home)}`);
			}
		}),
		runs('texts'),
	);
});

test('any number of any region, in any form, is theirs or refused', () => {
	const anyNumber = ownNumbers(typedRegions);
	const separator = fc.constantFrom('', ' ', '-', '\u00a0', '\u2011');
	const separators = fc.array(separator, { minLength: 30, maxLength: 30 });
	let read = 0;
	let refused = 0;
	fc.assert(
		fc.property(anyNumber, separators, ({ region, own }, between) => {
			const e164 = `+${codeOf(region)}${own}`;
			fc.pre(theirs(e164, region) === e164);
			const { complete, inside, odd } = waysToWrite(e164, region);
			for (const form of [...complete, ...inside, ...odd]) {
				const expected = theirs(form.replace(/^00/, '+'), region) ?? theirs(form, region);
				const written = [...form].map((character, index) =>
					/\d/.test(character) ? `${character}${between[index % between.length]}` : character,
				);
				for (const text of [form, written.join('')]) {
					const ours = readPhoneNumber(text, codeOf(region));
					if (ours instanceof ParameterError) refused += 1;
					else if (expected !== undefined) {
						read += 1;
						expect([text, ours]).toEqual([text, expected]);
						expect(readPhoneNumber(ours, '1')).toBe(ours);
					}
				}
			}
		}),
		runs('values'),
	);
	expect(read).toBeGreaterThan(refused * 4);
});

/** What a hand, a form or a program makes of a text. */
const CHANGES: Array<(text: string, at: number, digit: number) => string> = [
	(text) => text,
	(text) => text,
	(text, at) => text.slice(0, at) + text.slice(at + 1),
	(text, at, digit) => text.slice(0, at) + digit + text.slice(at),
	(text) => `+${text.replace('+', '')}`,
	(text) => text.replace('+', ''),
	(text) => `0${text}`,
];

/** Numbers of all kinds of all regions, as they are written there or with another default country, right and wrong. */
const anyText = fc
	.record({
		kind: ownNumbers(allKinds),
		home: fc.option(fc.constantFrom(...getCountries())),
		form: fc.nat(8),
		change: fc.constantFrom(...CHANGES),
		at: fc.nat(18),
		digit: fc.nat(9),
	})
	.map(({ kind: { region, own }, home, form, change, at, digit }) => {
		const { complete, inside, odd } = waysToWrite(`+${codeOf(region)}${own}`, region);
		const written = [...complete, ...inside, ...odd][form] ?? own;
		return { text: change(written, at, digit), home: mainRegion(home ?? region) };
	});

test('any text is refused, or what libphonenumber reads, or what it reads as nothing in another country', () => {
	const seen = { read: 0, right: 0 };
	fc.assert(
		fc.property(anyText, ({ text, home }) => {
			const ours = readPhoneNumber(text, codeOf(home));
			if (ours instanceof ParameterError) return;
			const expected = theirs(text, home);
			const digits = text.replace(/\D/g, '');
			const other = theirs(text.startsWith('+') ? digits : `+${digits}`, home);
			seen.read += 1;
			if (expected !== undefined) seen.right += 1;
			expect([text, home, ours]).toEqual([text, home, expected ?? other ?? ours]);
		}),
		runs('texts'),
	);
	expect(seen.right).toBeGreaterThan(seen.read / 2);
});

test('what libphonenumber reads is read, but for what can be two numbers', () => {
	const seen = { valid: 0, read: 0 };
	fc.assert(
		fc.property(anyText, ({ text, home }) => {
			const expected = theirs(text, home);
			if (expected === undefined || expected.length < 8 || expected.length > 16) return;
			seen.valid += 1;
			if (!(readPhoneNumber(text, codeOf(home)) instanceof ParameterError)) seen.read += 1;
		}),
		runs('texts'),
	);
	expect(seen.read).toBeGreaterThan(seen.valid * 0.95);
});

const joiners = [' / ', '/', '\n', '\t', ', ', '; ', ' | ', ' & ', ' or ', ' +'];
test('two numbers in one text are never one', () => {
	const two = fc.constantFrom(...typedRegions).chain(({ region, pattern }) =>
		fc.record({
			region: fc.constant(region),
			owns: fc.tuple(fc.stringMatching(pattern), fc.stringMatching(pattern)),
			form: fc.nat(6),
			joiner: fc.constantFrom(...joiners),
		}),
	);
	fc.assert(
		fc.property(two, ({ region, owns, form, joiner }) => {
			const numbers = owns.map((own) => `+${codeOf(region)}${own}`);
			fc.pre(numbers.every((number) => theirs(number, region) === number));
			const [first = '', second = ''] = numbers.map((number) => {
				const { complete, inside } = waysToWrite(number, region);
				return [...complete, ...inside][form] ?? number;
			});
			const home = mainRegion(region);
			fc.pre(theirs(first.replace(/^00/, '+'), home) === numbers[0]);
			const written = `${first}${joiner}${second.replace(/^\+/, '')}`;
			expect(readPhoneNumber(written, codeOf(home))).toBeInstanceOf(ParameterError);
		}),
		runs('texts'),
	);
});

const REFUSED = expect.any(ParameterError);

test.each([
	['+375 8 029 491 19 11', '', '+375294911911'],
	['+370 8 612 34567', '', '+37061234567'],
	['+36 06 20 123 4567', '', '+36201234567'],
	['+7 8 912 345-67-89', '', '+79123456789'],
	['+1 1 212 555 0123', '', '+12125550123'],
	['+52 1 222 123 4567', '', '+522221234567'],
	['044 222 123 4567', '52', '+522221234567'],
	['+54 0 11 2345 6789', '', '+541123456789'],
	['011 2345 6789', '54', '+541123456789'],
	['9 11 2345 6789', '54', '+5491123456789'],
	['8 66 123456', '993', '+99366123456'],
	['0 612 34567', '370', '+37061234567'],
	['06 1234 5678', '39', '+390612345678'],
	['0549 123456', '378', '+3780549123456'],
	// In Argentina with 15, whose end only a table of its towns shows.
	['011 15 2345-6789', '54', REFUSED],
	['+54 11 15 2345 6789', '', REFUSED],
	// In San Marino without its area; in Norfolk Island by its old form.
	['886377', '378', REFUSED],
	['+378 886377', '', REFUSED],
	['+672 22345', '', REFUSED],
	// After what is dialled before other countries in Australia, Hong Kong and North America.
	['0011 44 20 7946 0123', '61', REFUSED],
	['001 44 20 7946 0123', '852', REFUSED],
	['011 44 20 7946 0123', '1', REFUSED],
	// In Spain with a 0; in North America with a 1.
	['0612 345 678', '34', REFUSED],
	['+34 (0)612 345 678', '', REFUSED],
	['123 456 7890', '1', REFUSED],
	// With or without the country code.
	['447700900123', '44', '+447700900123'],
	['79123456789', '7', '+79123456789'],
	['34612345678', '34', '+34612345678'],
	['4532123456', '45', '+4532123456'],
	['45 12 34 56', '45', '+4545123456'],
	['393 123 4567', '39', '+393931234567'],
	['9123456789', '91', '+919123456789'],
	['43 664 123456', '43', '+43664123456'],
	['00 611 7060', '992', REFUSED],
	['49 762501', '49', REFUSED],
])('a number in the way of its country is one person: %s, %s', (written, code, expected) => {
	expect(readPhoneNumber(written, code)).toEqual(expected);
});

test.each(phrases`
	tel:+1-212-555-0123;ext=12 | +1 212 555 0123 ext. 12 | +1 212 555 0123 x12 |
	+1 212 555 0123, extension 12 | +1 212 555 0123 #12
`)('%s has an extension', (written) => {
	const problem = readPhoneNumber(written) as ParameterError;
	expect(problem.message).toMatch(/extension/);
	expect(problem.description).toMatch(/cannot be called/);
});

describe('a number without +, where the user says what it is', () => {
	const read = (text: unknown, countryCode: string, withoutPlus: WithoutPlus) => {
		const number = readPhoneNumber(text, { countryCode, withoutPlus });
		return number instanceof ParameterError ? number.message : number;
	};
	const BOTH = expect.stringContaining('two phone numbers');
	const DECIMAL = expect.stringContaining('a number with decimals');
	const NONE = expect.stringMatching(/not a complete|no country code/);

	test.each<[text: unknown, code: string, lost: unknown, national: unknown, unsaid: unknown]>([
		['4915123456789', '49', '+4915123456789', '+494915123456789', BOTH],
		[4915123456789, '49', '+4915123456789', '+494915123456789', BOTH],
		['4915123456789.0', '49', DECIMAL, DECIMAL, DECIMAL],
		['4155550123', '1', BOTH, '+14155550123', '+14155550123'],
		['4785550123', '1', '+4785550123', '+14785550123', BOTH],
		['(478) 555-0123', '1', '+4785550123', '+14785550123', '+14785550123'],
		['478 555 0123', '1', '+4785550123', '+14785550123', '+14785550123'],
		['47 85 55 01 23', '1', '+4785550123', '+14785550123', BOTH],
		['12125550123', '1', '+12125550123', '+12125550123', '+12125550123'],
		['447911123456', '1', '+447911123456', NONE, NONE],
		['447911123456', '', '+447911123456', NONE, NONE],
		['0151 23456789', '49', '+4915123456789', '+4915123456789', '+4915123456789'],
		['0049 151 23456789', '49', '+4915123456789', '+4915123456789', '+4915123456789'],
		['+49 151 23456789', '1', '+4915123456789', '+4915123456789', '+4915123456789'],
		['15123456789', '49', expect.not.stringContaining('+49'), '+4915123456789', BOTH],
		['41791234567', '49', '+41791234567', '+4941791234567', BOTH],
		['1711234567', '49', BOTH, '+491711234567', '+491711234567'],
		['7911123456', '44', BOTH, '+447911123456', '+447911123456'],
	])('%j with %j', (text, code, lost, national, unsaid) => {
		expect(read(text, code, 'withCountryCode')).toEqual(lost);
		expect(read(text, code, 'national')).toEqual(national);
		expect(read(text, code, 'unknown')).toEqual(unsaid);
	});

	test('any text is refused, or what libphonenumber reads of it so', () => {
		const seen = { lost: 0, national: 0 };
		fc.assert(
			fc.property(anyText, ({ text, home }) => {
				const code = codeOf(home);
				const unsaid = read(text, code, 'unknown');
				const lost = read(text, code, 'withCountryCode');
				const national = read(text, code, 'national');
				const digits = text.replace(/\D/g, '');
				if (/^\s*(?:tel:?)?\s*(?:\+|00)/.test(text)) {
					expect([text, lost, national]).toEqual([text, unsaid, unsaid]);
					return;
				}
				if (/^[1-9]/.test(digits) && lost.startsWith('+')) {
					seen.lost += 1;
					expect([text, lost]).toEqual([text, theirs(`+${digits}`, home) ?? lost]);
					expect([text, digits.endsWith(lost.slice(-4))]).toEqual([text, true]);
				}
				if (!national.startsWith('+')) return;
				seen.national += 1;
				const own = national.slice(code.length + 1);
				expect([text, national]).toEqual([text, `+${code}${own}`]);
				expect([text, digits.endsWith(own)]).toEqual([text, true]);
				// The country code is no part of it, but where it is what is dialled before a number inside the country.
				const dialled = digits.slice(0, digits.length - own.length);
				if (code !== trunkOf(home)) expect([text, dialled]).not.toEqual([text, code]);
			}),
			runs('texts'),
		);
		expect(Math.min(seen.lost, seen.national)).toBeGreaterThan(0);
	});
});
