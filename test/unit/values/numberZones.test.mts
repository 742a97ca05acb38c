import { createRequire } from 'node:module';
import { DateTime } from 'luxon';
import { clocksOfNumber, isTimeZone } from '../../../nodes/shared/values';
import { NUMBER_ZONES } from '../../../nodes/shared/values/numberZoneTable';

/*
 * Which time zones a number can be in, compared with the countries of libphonenumber's example numbers and ICU's zones of these countries: no
 * zone may be missing, or somebody is called too early.
 */

const projectRequire = createRequire(import.meta.url);
const examples = projectRequire('libphonenumber-js/examples.mobile.json') as Record<string, string>;
const { countries } = projectRequire('libphonenumber-js/metadata.min.json') as {
	countries: Record<string, [code: string]>;
};

const zonesOf = (number: string) => clocksOfNumber(number).map(({ timeZone }) => timeZone);

const HOURS = Array.from(
	{ length: 366 * 2 },
	(_, index) => Date.UTC(2026, 0, 1) + index * 12 * 3_600_000,
);
const shown = new Map<string, string>();
/** What the clocks of a zone show in a year. */
function clocksOf(zone: string): string {
	const known = shown.get(zone);
	if (known !== undefined) return known;
	const offsets = HOURS.map((moment) => DateTime.fromMillis(moment, { zone }).offset).join();
	shown.set(zone, offsets);
	return offsets;
}

const zonesOfCountry = (country: string): string[] =>
	(new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones(): string[] }).getTimeZones();

const withZones = Object.entries(examples)
	.map(([country, national]): [string, string] => [
		country,
		`+${countries[country]?.[0]}${national}`,
	])
	.filter(([country]) => zonesOfCountry(country).length > 0);

test.each(withZones)('%s: %s has all clocks of its country', (country, number) => {
	const found = new Set(zonesOf(number).map(clocksOf));
	expect(zonesOfCountry(country).filter((zone) => !found.has(clocksOf(zone)))).toEqual([]);
});

test('countries of every example were compared', () => {
	expect(withZones.length).toBeGreaterThan(230);
});

test.each([
	['+12125550123', 'America/Los_Angeles'],
	['+12125550123', 'America/New_York'],
	['+12125550123', 'Pacific/Honolulu'],
	['+14165550123', 'America/Toronto'],
	['+77012345678', 'Asia/Almaty'],
	['+38344123456', 'Europe/Belgrade'],
])('%s can be in %s', (number, zone) => {
	expect(zonesOf(number)).toContain(zone);
});

test('an area code of +1 tells the country', () => {
	expect(zonesOf('+18765550123')).toEqual(['America/Jamaica']);
	expect(zonesOf('+14165550123')).not.toContain('America/Los_Angeles');
	expect(zonesOf('+77012345678')).toEqual(['Asia/Almaty']);
});

test.each(['+80012345678', '+88213300655', '+12005550123', '+99912345678', '+247401234'])(
	'%s belongs to no country whose zones are known',
	(number) => {
		expect(zonesOf(number)).toEqual([]);
	},
);

test('a computer that lacks a zone of a country knows none for its numbers', () => {
	jest.isolateModules(() => {
		jest.doMock('../../../nodes/shared/values/numberZoneTable', () => ({
			NUMBER_ZONES: [
				['Europe/Berlin Europe/Nowhere', '49'],
				['Europe/Paris', '33'],
			],
		}));
		const { clocksOfNumber: ofNumber } = require('../../../nodes/shared/values/numberZones');
		expect(ofNumber('+4930123456')).toEqual([]);
		expect(ofNumber('+33123456789')).toHaveLength(1);
	});
});

test('every zone of the table is known here, and every beginning is listed once', () => {
	const zones = NUMBER_ZONES.flatMap(([names]) => names.split(' '));
	expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
	const prefixes = NUMBER_ZONES.flatMap(([, beginnings]) => beginnings.split(' '));
	expect(prefixes).toEqual([...new Set(prefixes)]);
});
