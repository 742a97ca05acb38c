import fc from 'fast-check';
import type { CountryCode } from 'libphonenumber-js/max';
import { ParameterError, readPhoneNumber } from '../../../nodes/shared/values';
import { runs } from '../../scale.mts';
import { phrases } from '../../support/phrases.mts';
import { FIXED_LINE, MOBILE, type Kind, codeOf, kindsOf, ownNumbers, theirs } from './plans.mts';

/*
 * Numbers that have lost their +, a digit, or have gained a label: who is read is who was meant, or nobody.
 */

/** Valid numbers of these kinds, in international format, with the country code of their home. */
const numbersOf = (kinds: readonly Kind[]) =>
	ownNumbers(kinds)
		.map(({ region, own }) => ({ number: `+${codeOf(region)}${own}`, home: codeOf(region) }))
		.filter(({ number }) => theirs(number) === number);
const anyNumber = numbersOf(kindsOf([FIXED_LINE, MOBILE]));

const REFUSED = expect.any(ParameterError);

describe('digits that begin with the country code of the home country', () => {
	test.each([
		['49170123456', '49', REFUSED],
		['4917612345', '49', REFUSED],
		['49159123456', '49', REFUSED],
		['4916012345', '49', REFUSED],
		['4917012 3456', '49', REFUSED],
		[4917612345, '49', REFUSED],
		['4479111234', '44', REFUSED],
		['791234567 8', '7', REFUSED],
		['3933312345', '39', REFUSED],
		['01701234567', '49', '+491701234567'],
		['1701234567', '49', '+491701234567'],
		['0491 1234567', '49', '+494911234567'],
		['04911234567', '49', '+494911234567'],
		// Dialled abroad.
		['001 478 555 0123', '62', REFUSED],
		['001 47 85 55 01 23', '62', REFUSED],
		['0014785550123', '62', REFUSED],
		['0014785550123', '49', '+14785550123'],
		['001 212 555 0123', '62', '+12125550123'],
		['0062 812 345 678', '62', '+62812345678'],
	])('%j with country code %s', (written, code, expected) => {
		expect(readPhoneNumber(written, code)).toEqual(expected);
	});

	test('nobody becomes a stranger because a digit behind the code is lost', () => {
		let refused = 0;
		fc.assert(
			fc.property(anyNumber, fc.nat(14), fc.boolean(), ({ number, home }, at, isCell) => {
				const index = home.length + (at % (number.length - 1 - home.length));
				const digits = number.slice(1);
				const short = digits.slice(0, index) + digits.slice(index + 1);
				const read = readPhoneNumber(isCell ? Number(short) : short, home);
				if (typeof read !== 'string') refused += 1;
				// A shorter number may be another valid one, which nobody can see; what is dialled before it is no part of it.
				else expect([short, read.slice(1 + home.length)]).toEqual([short, restOf(short, home)]);
			}),
			runs('texts'),
		);
		expect(refused).toBeGreaterThan(100);
	});

	const restOf = (digits: string, home: string): string =>
		readPhoneNumber(`+${digits}`)
			.toString()
			.slice(1 + home.length);
});

/** The most that may be refused of a country's own mobile phones without sign, in percent: they can be another country's. */
test.each<[home: CountryCode, refused: number]>([
	['IT', 22],
	['BR', 24],
	['CN', 63],
	['IN', 7],
	['MX', 12],
	['US', 8],
])('of the mobile phones of %s without +, at most %i % are refused', (home, most) => {
	// In North America, mobile phones and fixed lines have the same numbers.
	const kinds = kindsOf([home === 'US' ? FIXED_LINE : MOBILE]);
	const ofHome = numbersOf(kinds.filter(({ region }) => region === home));
	const own = fc.sample(ofHome, { numRuns: 1_000, seed: 5 }).map(({ number }) => number);
	const countryCode = codeOf(home);
	const bare = (withoutPlus: 'national' | 'unknown') =>
		own.map((number) =>
			readPhoneNumber(number.slice(1 + countryCode.length), { countryCode, withoutPlus }),
		);
	expect(bare('national')).toEqual(own);
	const refused = bare('unknown').filter((number) => typeof number !== 'string');
	expect((100 * refused.length) / own.length).toBeLessThan(most);
});

test.each([
	['15712345678', '49', '+4915712345678 (country code 49) or +15712345678 (country code 1)'],
	['13123456789', '86', '+8613123456789 (country code 86) or +13123456789 (country code 1)'],
	['4915123456789', '49', '+494915123456789 or +4915123456789'],
	['49170123456', '49', '+4949170123456 or +49170123456'],
])(
	'the error for digits that can be two numbers: names both: %s with country code %s',
	(written, code, both) => {
		const problem = readPhoneNumber(written, code) as ParameterError;
		expect(problem.message).toBe(`"${written}" can be read as two phone numbers: ${both}`);
		expect(problem.description).toContain("Options → 'Numbers Without +'");
	},
);

describe('what stands around a number', () => {
	test.each([
		["'+491711234567", '49', '+491711234567'],
		["'0171 1234567", '49', '+491711234567'],
		['="+491711234567"', '49', '+491711234567'],
		['"+491711234567"', '49', '+491711234567'],
		['p:+919812345678', '91', '+919812345678'],
		['whatsapp:+5511987654321', '55', '+5511987654321'],
		['Tel.: +1 212-555-0123', '', '+12125550123'],
		['Tel +1 212-555-0123', '', '+12125550123'],
		['Handy: 0171 1234567', '49', '+491711234567'],
		['Mobile phone: (212) 555-0123', '1', '+12125550123'],
		['Work mobile: +1 212-555-0123', '', '+12125550123'],
		['móvil: +34 612 345 678', '', '+34612345678'],
		['+1 (212) 555-0123 (mobile)', '1', '+12125550123'],
		['+1 (212) 555-0123 [mobile]', '1', '+12125550123'],
		['tel. kom. 512 345 678', '48', '+48512345678'],
		['0171 1234567 (privat)', '49', '+491711234567'],
		['Mobile: +1 212-555-0123 (private)', '1', '+12125550123'],
	])('%j is read', (written, code, expected) => {
		expect(readPhoneNumber(written, code)).toBe(expected);
	});

	test.each(phrases`
		do not call: +1 212 555 0123 | dnc: +1 212 555 0123 | fax: +1 212 555 0123 | old: +1 212 555 0123 |
		no: +1 212 555 0123 | call +1 212 555 0123 | +1 212 555 0123 (do not call) |
		+1 212 555 0123 (wrong number) | +1 212 555 0123 (ext. 5) | Mobile: +1 212 555 0123 x5 |
		Mobile: +1 212 555 0123, home: +1 212 555 0124 | +1 212 555 0123 (mobile) +1 212 555 0124 |
		="+1 212 555 0123" & "+1 212 555 0124" | =CONCAT("+1","2125550123")
	`)('%j is refused', (written) => {
		expect(readPhoneNumber(written, '1')).toBeInstanceOf(ParameterError);
	});
});
