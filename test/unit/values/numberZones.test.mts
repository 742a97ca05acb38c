import { createRequire } from 'node:module';
import parsePhoneNumber from 'libphonenumber-js/max';
import { prefixZones } from '../../../scripts/generators/numberZones.mts';
import { areaOfNumber } from '../../../nodes/shared/values';
import { NUMBER_ZONES } from '../../../nodes/shared/values/generated/numberZoneTable';
import { phrases } from '../../support/phrases.mts';

/*
 * Which time zones a number can be in. No zone may be missing, or somebody is called too early; and none too many, or people are held back for
 * a place where nobody with such a number is. Compared with ICU's zones of the countries and, prefix by prefix, with Google's map.
 */

const projectRequire = createRequire(import.meta.url);
const examples = projectRequire('libphonenumber-js/examples.mobile.json') as Record<string, string>;
const { countries } = projectRequire('libphonenumber-js/metadata.min.json') as {
	countries: Record<string, [code: string]>;
};

const zonesOf = (number: string) => areaOfNumber(number).zones.map(({ name }) => name);

const HOURS = Array.from({ length: 366 * 2 }, (_, index) => Date.UTC(2026, 0, 1, index * 12));
const shown = new Map<string, string>();
/** What the clocks of a zone show in a year. */
function clocksOf(zone: string): string {
	const known = shown.get(zone);
	if (known !== undefined) return known;
	const style = { dateStyle: 'short', timeStyle: 'short' } as const;
	const format = new Intl.DateTimeFormat('en', { timeZone: zone, ...style });
	const offsets = HOURS.map((moment) => format.format(moment)).join();
	shown.set(zone, offsets);
	return offsets;
}
const clocksOfNumber = (number: string) => new Set(zonesOf(number).map(clocksOf));

const zonesOfCountry = (country: string): string[] =>
	(new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones(): string[] }).getTimeZones();

describe('countries', () => {
	/** Their mobile phones have area codes. */
	const BY_AREA = ['US', 'CA', 'MX', 'BR'];
	const withZones = Object.entries(examples)
		.map(([country, national]): [string, string] => [
			country,
			`+${countries[country]?.[0]}${national}`,
		])
		.filter(([country]) => zonesOfCountry(country).length > 0 && !BY_AREA.includes(country));

	test.each(withZones)(
		'%s: a mobile phone, %s, has all clocks of its country',
		(country, number) => {
			const found = clocksOfNumber(number);
			expect(zonesOfCountry(country).filter((zone) => !found.has(clocksOf(zone)))).toEqual([]);
		},
	);

	test.each(['+80012345678', '+88213300655', '+12005550123', '+99912345678', '+247401234'])(
		'%s belongs to no country whose zones are known',
		(number) => {
			expect(areaOfNumber(number)).toEqual({ prefix: '', zones: [] });
		},
	);
});

describe("Google's map", () => {
	/** What the map says and is not so: these zones are in another country, or the rules of the country have changed. */
	const NOT_BELIEVED = phrases`
		America/New_York in 52 | America/Puerto_Rico in 1709 | America/Puerto_Rico in 1879 |
		Europe/Bucharest in 740 | Europe/Bucharest in 784 | Asia/Almaty in 780 | Asia/Almaty in 781 |
		Asia/Aqtobe in 780 | Asia/Aqtobe in 781
	`;
	/** What the map does not know, or tells only of an older area code of the same place. */
	const ADDED =
		/^1(208|986|236|250|257|672|778|270|364|306|474|639|367|418|581|423|448|850|458|541|709|807|867|879|812|930)|^5597|^618|^740/;

	const map = [...prefixZones()];
	/** Of the countries whose areas the map tells apart. */
	const CODES = ['1', '34', '351', '52', '55', '593', '61', '62', '64', '7', '976'];
	/** A number that begins like this, as long as libphonenumber wants it. */
	function numberWith(prefix: string): string | undefined {
		const numbers = [8, 9, 10, 11, 12, 13].map(
			(length) => `+${`${prefix}2345678901`.slice(0, length)}`,
		);
		return numbers.find((number) => parsePhoneNumber(number)?.isPossible());
	}

	test('no clock of a prefix is missing', () => {
		const missing = map.flatMap(([prefix, zones]) => {
			const number = numberWith(prefix);
			if (number === undefined) return [];
			const found = clocksOfNumber(number);
			const lacking = zones.filter((zone) => found.size > 0 && !found.has(clocksOf(zone)));
			return lacking.map((zone) => `${zone} in ${prefix}`);
		});
		const known = missing.filter((text) => NOT_BELIEVED.some((start) => text.startsWith(start)));
		expect(missing.filter((text) => !known.includes(text))).toEqual([]);
	});

	test('no area has a zone that none of its prefixes has, but for what is added', () => {
		const areas = NUMBER_ZONES.flatMap(([zones, prefixes]) =>
			prefixes.split(' ').map((prefix) => ({ prefix, zones: zones.split(' ') })),
		);
		const codeOf = (prefix: string) => CODES.find((code) => prefix.startsWith(code));
		/** Mobile phones without an area code, and numbers that cost nothing: they have all zones of a country. */
		const isAnywhere = (zones: readonly string[]) =>
			['US', 'CA', 'AU', 'BR', 'ES', 'MN', 'NZ', 'ID', 'EC', 'PT', 'RU'].some((country) => {
				const clocks = new Set(zones.map(clocksOf));
				return zonesOfCountry(country).every((zone) => clocks.has(clocksOf(zone)));
			});
		const wrong = areas.flatMap(({ prefix, zones }) => {
			if (!codeOf(prefix) || ADDED.test(prefix) || isAnywhere(zones)) return [];
			const own = map.filter(([other]) => other.startsWith(prefix) || prefix.startsWith(other));
			const clocks = new Set(own.flatMap(([, names]) => names.map(clocksOf)));
			const others = zones.filter((zone) => !clocks.has(clocksOf(zone)));
			return others.length === 0 ? [] : [`${prefix}: ${others.join(' ')}`];
		});
		expect(wrong).toEqual([]);
	});
});

test.each([
	['+12125550123', 'America/New_York'],
	['+16025550123', 'America/Phoenix'],
	['+18085550123', 'Pacific/Honolulu'],
	['+14165550123', 'America/Toronto'],
	['+18765550123', 'America/Jamaica'],
	['+525512345678', 'America/Mexico_City'],
	['+5511912345678', 'America/Sao_Paulo'],
	['+61312345678', 'Australia/Sydney'],
	['+74951234567', 'Europe/Moscow'],
	['+77012345678', 'Asia/Almaty'],
	['+34912345678', 'Europe/Madrid'],
	['+351212345678', 'Europe/Lisbon'],
	['+38344123456', 'Europe/Belgrade'],
])('%s is in %s alone', (number, zone) => {
	expect([...clocksOfNumber(number)]).toEqual([clocksOf(zone)]);
});

test.each([
	['+18505550123', 'America/Chicago', 'America/New_York'],
	['+14485550123', 'America/Chicago', 'America/New_York'],
	['+19305550123', 'America/Chicago', 'America/New_York'],
	['+13065550123', 'America/Regina', 'America/Winnipeg'],
	['+16725550123', 'America/Edmonton', 'America/Vancouver'],
	['+34612345678', 'Atlantic/Canary', 'Europe/Madrid'],
	['+61412345678', 'Australia/Sydney', 'Australia/Perth'],
	['+79161234567', 'Europe/Moscow', 'Asia/Kamchatka'],
	['+78452123456', 'Europe/Samara', 'Europe/Moscow'],
])('%s can be in %s and in %s', (number, ...zones) => {
	const found = clocksOfNumber(number);
	expect(zones.filter((zone) => !found.has(clocksOf(zone)))).toEqual([]);
});

test('a computer that lacks a zone of an area knows none for its numbers', () => {
	jest.isolateModules(() => {
		jest.doMock('../../../nodes/shared/values/generated/numberZoneTable', () => ({
			NUMBER_ZONES: [
				['Europe/Berlin Europe/Nowhere', '49'],
				['Europe/Paris', '33'],
			],
		}));
		const { areaOfNumber: ofNumber } = require('../../../nodes/shared/values/numberZones');
		expect(ofNumber('+4930123456')).toEqual({ prefix: '+49', zones: [] });
		expect(ofNumber('+33123456789').zones).toHaveLength(1);
	});
});
