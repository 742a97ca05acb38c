import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { CountryCode } from 'libphonenumber-js/max';
import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import { enteredDoNotCall } from '../../../../nodes/shared/calling/rules/doNotCall';
import type { WithoutPlus } from '../../../../nodes/shared/values';
import { ParameterError, readPhoneNumber } from '../../../../nodes/shared/values';
import { runs } from '../../../scale.mts';
import { LISTING, adding, create } from '../../../support/callers.mts';
import { run } from '../../../support/fakeContext.mts';
import { accepted } from '../mondayNoon.mts';

/*
 * The Do-Not-Call List: who is on it is not called, whatever sign the rows or the list have lost, and however the country writes the number.
 */

test('the hint of rows whose + is unclear names the option, and the reason both numbers', async () => {
	const numbers = ['15712345678', '1701234567', 'ask her', '15212345678', '0171 1234567'];
	const data = numbers.map((phone) => ({ phone }));
	const parameters = { defaultCountryCode: '49' };
	const setting = adding(data, {}, { options: LISTING, parameters });
	const { hints, bodies, items } = await run(create, setting, accepted);
	expect(bodies).toMatchObject([{ contacts: { length: 2 } }]);
	expect(hints[0]?.message).toMatch(/2 × unclear without \+: .*Options → 'Numbers Without \+'/);
	const [first] = items[0]?.json.rejected_rows as IDataObject[];
	expect(first?.description).toContain(
		'+4915712345678 (country code 49) or +15712345678 (country code 1)',
	);
});

/* Forty countries: of all continents, with and without a 0 before their numbers, with one length and with many. */
const COUNTRIES =
	'US CA GB DE FR IT ES PT NL BE AT CH SE NO DK FI PL CZ HU GR RU UA TR IL ZA NG KE EG CI IN CN JP KR ID TH VN AU BR AR MX'.split(
		' ',
	) as CountryCode[];
const codeOf = (region: CountryCode) => String(getCountryCallingCode(region));
const TYPES = 11;
const kinds = COUNTRIES.flatMap((region) =>
	[0, 1].flatMap((type) => {
		const { countries } = metadata as unknown as {
			countries: Record<string, Record<number, Array<[string] | 0 | undefined>>>;
		};
		const kind = countries[region]?.[TYPES]?.[type];
		return kind && kind[0] ? [{ region, pattern: new RegExp(`^(?:${kind[0]})$`) }] : [];
	}),
);

/** The number as libphonenumber reads it; undefined if it is not valid. */
function theirs(written: string, region: CountryCode): string | undefined {
	const number = parsePhoneNumberFromString(written, region);
	return number?.isValid() ? number.number : undefined;
}

/** A number in the form that its country had or has beside this one. */
function otherForm(number: string): string | undefined {
	const [, brazil, ninth, line] = /^\+55(\d\d)(9?)([6-9]\d{7})$/.exec(number) ?? [];
	if (brazil) return `+55${brazil}${ninth ? '' : '9'}${line}`;
	const [, argentina, rest] = /^\+54(9?)(\d{10})$/.exec(number) ?? [];
	if (rest) return `+54${argentina ? '' : '9'}${rest}`;
	const [, mexico, last] = /^\+52(1?)(\d{10})$/.exec(number) ?? [];
	if (last) return `+52${mexico ? '' : '1'}${last}`;
	const colombia = /^\+57([1-8]\d{7})$/.exec(number)?.[1];
	if (colombia) return `+5760${colombia}`;
	const vietnam = /^\+8416([2-9]\d{7})$/.exec(number)?.[1];
	if (vietnam) return `+843${vietnam}`;
	return undefined;
}

const WRITINGS = [
	'+',
	'00',
	'code',
	'codeCell',
	'trunk',
	'own',
	'ownCell',
	'old',
	'oldBare',
] as const;
type Writing = (typeof WRITINGS)[number];

/** A number as a sheet or a person writes it. What is not written with its country code is of the home country. */
function written(number: string, code: string, how: Writing): string | number {
	const digits = number.slice(1);
	const own = digits.slice(code.length);
	const old = otherForm(number)?.slice(1) ?? digits;
	const forms: Record<Writing, string | number> = {
		'+': number,
		'00': `00${digits}`,
		code: digits,
		codeCell: Number(digits),
		trunk: parsePhoneNumberFromString(number)?.formatNational() ?? own,
		own,
		ownCell: Number(own),
		old: `+${old}`,
		oldBare: old,
	};
	return forms[how];
}

/**
 * Every valid number that an entry can be. An entry is ambiguous where its digits are valid in several ways: in the home country with or without the
 * 0 that a cell loses, in the country with whose code they begin, or without what the home country dials abroad; and where a country has written one
 * number in two forms. Then all of them are held back, since any may be the one who asked.
 */
function meantBy(entry: string | number, home: CountryCode): Set<string> {
	const text = String(entry);
	const digits = text.replace(/\D/g, '');
	const code = codeOf(home);
	// In Brazil, 90 begins a call that the callee pays for.
	const own = code === '55' ? [digits, digits.replace(/^90/, '')] : [digits];
	const old = [digits, ...own.map((rest) => `${code}${rest}`)].flatMap(
		(number) => otherForm(`+${number}`) ?? [],
	);
	const tries = [
		...old.map((number) => theirs(number, home)),
		theirs(text, home),
		theirs(`+${digits}`, home),
		theirs(`+${digits.replace(/^00/, '')}`, home),
		theirs(`+${code}${digits}`, home),
		theirs(`+${code}0${digits}`, home),
		theirs(`+${code}${digits.replace(/^0/, '')}`, home),
		theirs(digits, home),
	];
	const read = tries.filter((number) => number !== undefined);
	return new Set([...read, ...read.flatMap((number) => otherForm(number) ?? [])]);
}

test('who is on the list is not called, and nobody else is held back', () => {
	const seen = { unreadable: 0, held: 0, refused: 0, others: 0 };
	const anybody = fc
		.constantFrom(...kinds)
		.chain(({ region, pattern }) =>
			fc.stringMatching(pattern).map((own) => ({ region, number: `+${codeOf(region)}${own}` })),
		);
	const how = fc.constantFrom(...WRITINGS);
	const withoutPlus = fc.constantFrom<WithoutPlus>('unknown', 'national', 'withCountryCode');
	fc.assert(
		fc.property(
			fc.record({
				person: anybody,
				away: fc.option(fc.constantFrom(...COUNTRIES), { freq: 3 }),
				inList: how,
				inRow: how,
				withoutPlus,
				isRow: fc.boolean(),
			}),
			({ person: { region, number }, away, inList, inRow, isRow, ...form }) => {
				fc.pre(theirs(number, region) === number && number.length >= 8 && number.length <= 16);
				// Who writes a number of another country writes its code.
				const isInside = (writing: Writing) => ['trunk', 'own', 'ownCell'].includes(writing);
				const home = isInside(inList) || isInside(inRow) ? region : (away ?? region);
				const numberForm = { countryCode: codeOf(home), ...form };
				const entry = written(number, codeOf(region), inList);
				let list: ReadonlySet<string>;
				try {
					list = enteredDoNotCall([isRow ? { Telefon: entry } : entry], numberForm);
				} catch (error) {
					// Nothing is sent.
					expect(error).toBeInstanceOf(ParameterError);
					seen.unreadable += 1;
					return;
				}
				const called = readPhoneNumber(written(number, codeOf(region), inRow), numberForm);
				const isTheirs = called === number || called === otherForm(number);
				expect([entry, home, list.has(number)]).toEqual([entry, home, true]);
				if (isTheirs) expect([entry, called, list.has(called)]).toEqual([entry, called, true]);
				seen[isTheirs ? 'held' : 'refused'] += 1;
				const meant = meantBy(entry, home);
				for (const other of list) {
					const isSomebody = theirs(other, home) === other;
					if (isSomebody)
						expect([entry, home, other, meant.has(other)]).toEqual([entry, home, other, true]);
					if (other !== number && isSomebody) seen.others += 1;
				}
			},
		),
		runs('texts'),
	);
	expect(seen.held).toBeGreaterThan(seen.refused);
	expect(seen.unreadable).toBeLessThan((seen.held + seen.refused) / 20);
});
