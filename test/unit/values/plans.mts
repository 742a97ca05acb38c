import fc from 'fast-check';
import type { CountryCode } from 'libphonenumber-js/max';
import {
	getCountries,
	getCountryCallingCode,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';

/*
 * What libphonenumber knows of the numbers of a region: the oracle of the tests that read numbers.
 */

interface Metadata {
	countries: Record<string, Readonly<Record<number, unknown>>>;
	country_calling_codes: Record<string, CountryCode[]>;
}
const data = metadata as unknown as Metadata;

/** Where the metadata has the patterns of a region's numbers, and under which places those that people have. */
const TYPES = 11;
const TRUNK = 5;
export const [FIXED_LINE, MOBILE, PERSONAL, VOIP] = [0, 1, 4, 8];

function patternOf(region: CountryCode, type: number): RegExp | undefined {
	const types = data.countries[region]?.[TYPES] as Array<[string] | undefined> | undefined;
	const pattern = types?.[type]?.[0];
	return pattern ? new RegExp(`^(?:${pattern})$`) : undefined;
}

/** The kinds of numbers that each region has, of these. */
export const kindsOf = (types: readonly number[]) =>
	getCountries().flatMap((region) =>
		types
			.map((type) => patternOf(region, type))
			.filter((pattern) => pattern !== undefined)
			.map((pattern) => ({ region, pattern })),
	);
export type Kind = ReturnType<typeof kindsOf>[number];

/** National numbers of one of these kinds, with their region. */
export const ownNumbers = (kinds: readonly Kind[]) =>
	fc
		.constantFrom(...kinds)
		.chain(({ region, pattern }) =>
			fc.record({ region: fc.constant(region), own: fc.stringMatching(pattern) }),
		);

export const codeOf = (region: CountryCode) => String(getCountryCallingCode(region));

/** What is dialled before a number inside the region; 0, which many write all the same, if nothing is. */
export function trunkOf(region: CountryCode): string {
	const trunk = data.countries[region]?.[TRUNK];
	return typeof trunk === 'string' ? trunk : '0';
}

/** The region that stands for a country code as the default. */
export const mainRegion = (region: CountryCode): CountryCode =>
	data.country_calling_codes[codeOf(region)]?.[0] ?? region;

/** The number as libphonenumber reads it; undefined if it is not valid, or a mailbox: nobody answers it. */
export function theirs(written: string, region?: CountryCode): string | undefined {
	const number = parsePhoneNumberFromString(written, region);
	return number?.isValid() && number.getType() !== 'VOICEMAIL' ? number.number : undefined;
}
