import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import parsePhoneNumber from 'libphonenumber-js/max';
import { IANAZone } from 'luxon';
import { root } from '../../harness/project/project.mjs';

/*
 * Makes the table of time zones by the first digits of a number from three sources: the countries of each beginning (metadata of
 * libphonenumber, in libphonenumber-js), the time zones of each country (CLDR and the IANA time zone database, in Node's ICU), and in
 * countries with several zones those of each area (Google's map, in prefixZones.txt).
 *
 * Google's map is used with care. It knows new area codes of an old area by one zone only, and some zones not at all. So an area has the zones
 * of all its numbers and of the codes that were added to it, and a zone that the country does not have is not believed.
 */

export const numberZonesFile = 'nodes/shared/values/generated/numberZoneTable.ts';

const projectRequire = createRequire(import.meta.url);
const { country_calling_codes: countriesOf } = projectRequire(
	'libphonenumber-js/metadata.max.json',
) as { country_calling_codes: Readonly<Record<string, readonly string[]>> };
const { version } = projectRequire('libphonenumber-js/package.json') as { version: string };

/** What the table is made from. After a change of this file, delete the table and make it again. */
export const madeFrom = `libphonenumber-js ${version}, ICU ${process.versions.icu} and time zones ${process.versions.tz}`;

/** Countries that ICU gives no zone. */
const OTHER_COUNTRIES: Readonly<Record<string, readonly string[]>> = {
	XK: ['Europe/Belgrade'],
};

/** Country codes whose areas can be told apart by the next digits: so many of them, and how long a number is after the country code. */
const AREAS: Readonly<Record<string, { digits: number; lengths: readonly number[] }>> = {
	'1': { digits: 3, lengths: [10] },
	'34': { digits: 2, lengths: [9] },
	'351': { digits: 2, lengths: [9] },
	'52': { digits: 1, lengths: [10] },
	'55': { digits: 2, lengths: [10, 11] },
	'593': { digits: 1, lengths: [8, 9] },
	'61': { digits: 1, lengths: [9] },
	'62': { digits: 1, lengths: [8, 9, 10, 11] },
	'64': { digits: 1, lengths: [8, 9, 10] },
	'7': { digits: 2, lengths: [10] },
	'976': { digits: 2, lengths: [8, 10] },
};

/** Where mobile phones have the area codes of fixed lines. */
const AREAS_OF_MOBILES = ['1', '52', '55'];

/** Area codes of +1 with the same area, of which some have several zones. The map tells only the oldest codes apart. */
const SAME_AREA = [
	'208 986',
	'236 250 257 672 778',
	'270 364',
	'306 474 639',
	'367 418 581',
	'423 729',
	'448 850',
	'458 541',
	'709 879',
	'812 930',
].map((codes) => codes.split(' ').map((code) => `1${code}`));

/** Zones that the map does not know, and where they are. */
const NOT_IN_MAP: Readonly<Record<string, readonly string[]>> = {
	'America/Blanc-Sablon': ['1367', '1418', '1581'],
	'America/Cambridge_Bay': ['1867'],
	'America/Coral_Harbour': ['1807', '1867'],
	'America/Eirunepe': ['5597'],
	'Australia/Darwin': ['618'],
	'Europe/Kaliningrad': ['740'],
};

/** Zones whose names people know, and computers for longer, where several have the same clocks. */
const KNOWN = [
	'America/New_York',
	'America/Chicago',
	'America/Denver',
	'America/Los_Angeles',
	'America/Phoenix',
	'America/Toronto',
	'America/Winnipeg',
	'America/Edmonton',
	'America/Halifax',
	'America/Vancouver',
	'America/Manaus',
	'America/Santiago',
	'Asia/Novosibirsk',
	'Asia/Vladivostok',
	'Asia/Yakutsk',
	'Asia/Kamchatka',
	'Asia/Sakhalin',
	'Europe/Samara',
	'Europe/Lisbon',
	'Europe/Madrid',
	'America/Buenos_Aires',
	'America/Mexico_City',
	'America/Punta_Arenas',
	'America/Sao_Paulo',
	'Asia/Shanghai',
	'Australia/Sydney',
	'Europe/Moscow',
];

const FIRST = Date.UTC(2026, 0, 1);
const LAST = Date.UTC(2038, 0, 1);
/** No zone sets its clocks forward and back within so many days. */
const STEP = 7 * 86_400_000;
const MINUTE = 60_000;

/** What the clocks of a zone show, and when they are set, in the coming years. */
function clocksOf(timeZone: string): string {
	const zone = IANAZone.create(timeZone);
	const offsetAt = (moment: number) => zone.offset(moment);
	const changes = [`${offsetAt(FIRST)}`];
	for (let from = FIRST; from < LAST; from += STEP) {
		const [before, after] = [offsetAt(from), offsetAt(from + STEP)];
		if (before === after) continue;
		let [low, high] = [from, from + STEP];
		while (high - low > MINUTE) {
			const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
			if (offsetAt(middle) === before) low = middle;
			else high = middle;
		}
		changes.push(`${high}:${after}`);
	}
	return changes.join();
}

const clocks = new Map<string, string>();

function clocksIn(zone: string): string {
	const shown = clocks.get(zone) ?? clocksOf(zone);
	clocks.set(zone, shown);
	return shown;
}

/** One zone for each of the clocks of these zones. */
function withoutLikes(zones: readonly string[]): string[] {
	const byClocks = new Map<string, string>();
	const known = KNOWN.filter((zone) => zones.includes(zone));
	for (const zone of [...known, ...zones]) {
		const shown = clocksIn(zone);
		if (!byClocks.has(shown)) byClocks.set(shown, zone);
	}
	return [...byClocks.values()].sort();
}

const zonesOfCountries = (countries: readonly string[]): string[] =>
	countries.flatMap(
		(country) =>
			OTHER_COUNTRIES[country] ??
			(
				new Intl.Locale(`und-${country}`) as { getTimeZones(): string[] | undefined } & Intl.Locale
			).getTimeZones() ??
			[],
	);

/** Zones of the map, by prefix. */
export function prefixZones(): Map<string, readonly string[]> {
	const lines = readFileSync(join(root, 'scripts/generators/prefixZones.txt'), 'utf8').split('\n');
	return new Map(
		lines
			.filter((line) => line.includes(': ') && !line.startsWith('#'))
			.flatMap((line) => {
				const [zones = '', prefixes = ''] = line.split(': ');
				return prefixes
					.split(' ')
					.map((prefix): [string, readonly string[]] => [prefix, zones.split(' ')]);
			}),
	);
}

const map = prefixZones();

/** What the map says of an area: of its prefix, or the longest one that it begins with, and of all longer ones. Nothing, if it knows only the country. */
function zonesInMap(area: string, code: string): string[] {
	const shorter = Array.from({ length: area.length - code.length }, (_, index) =>
		area.slice(0, area.length - index),
	);
	const own = shorter.map((prefix) => map.get(prefix)).find(Boolean);
	const longer = [...map].filter(([prefix]) => prefix !== area && prefix.startsWith(area));
	return [...(own ?? []), ...longer.flatMap(([, zones]) => zones)];
}

/** Numbers that begin like this, to see whose they are: one for each three digits that can follow, as far as there are so many. */
const numbersOf = (prefix: string, code: string): string[] =>
	(AREAS[code]?.lengths ?? []).flatMap((length) =>
		Array.from({ length: 1000 }, (_, index) =>
			`+${prefix}${String(index).padStart(3, '0')}234567890`.slice(0, 1 + code.length + length),
		),
	);

/** The countries of an area, and whether its numbers are those of a place. */
function areaOf(prefix: string, code: string): { countries: string[]; isPlace: boolean } {
	const numbers = numbersOf(prefix, code).flatMap((written) => {
		const number = parsePhoneNumber(written);
		return number?.isValid() && number.number === written ? [number] : [];
	});
	const countries = new Set(numbers.flatMap(({ country }) => (country ? [country as string] : [])));
	const types = new Set(numbers.map((number) => number.getType()));
	const [isFixed, isMobile, isEither] = (
		['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE'] as const
	).map((type) => types.has(type));
	const isPlace = AREAS_OF_MOBILES.includes(code)
		? isFixed || isEither
		: isFixed && !isMobile && !isEither;
	return { countries: [...countries], isPlace: isPlace === true };
}

/** The zones of the people with the numbers of an area, among those of its country; none if they are not known. */
function zonesOfArea(prefix: string, code: string, all: readonly string[]): string[] {
	const areas = SAME_AREA.find((same) => same.includes(prefix)) ?? [prefix];
	const inMap = areas.flatMap((area) => zonesInMap(area, code));
	const added = Object.entries(NOT_IN_MAP).filter(([, places]) => places.includes(prefix));
	const zones = [...inMap, ...added.map(([zone]) => zone)].filter((zone) => all.includes(zone));
	return inMap.length > 0 ? [...new Set(zones)] : [];
}

/** @throws Error if a clock of the country is in no area: then somebody would be called by another one */
function checkAreas(code: string, areas: ReadonlyArray<readonly string[]>): void {
	const found = new Set(areas.flat().map(clocksIn));
	const ofCode = zonesOfCountries(countriesOf[code] ?? []);
	const missing = ofCode.filter((zone) => !found.has(clocksIn(zone)));
	if (missing.length === 0) return;
	throw new Error(`No area of +${code} is in ${missing.join(', ')}. Add it to NOT_IN_MAP`);
}

/** Zones of the numbers that begin like this. */
function zonesByPrefix(code: string): Array<[prefix: string, zones: string[]]> {
	const ofCode = countriesOf[code] ?? [];
	const { digits } = AREAS[code] ?? {};
	if (digits === undefined) return [[code, zonesOfCountries(ofCode)]];
	const areas: string[][] = [];
	const rows = Array.from({ length: 10 ** digits }, (_, next): [string, string[]] => {
		const prefix = `${code}${String(next).padStart(digits, '0')}`;
		const { countries, isPlace } = areaOf(prefix, code);
		if (countries.length === 0) return [prefix, []];
		// The few numbers of a small country among those of a large one are easily missed.
		const all = zonesOfCountries(code === '1' || code === '7' ? countries : ofCode);
		const zones = isPlace ? zonesOfArea(prefix, code, all) : [];
		areas.push(zones);
		return [prefix, zones.length > 0 ? zones : all];
	});
	checkAreas(code, areas);
	return rows;
}

/** The code of the table, not formatted. */
export function numberZones(): string {
	const prefixesOf = new Map<string, string[]>();
	for (const code of Object.keys(countriesOf)) {
		for (const [prefix, all] of zonesByPrefix(code)) {
			const zones = withoutLikes(all).join(' ');
			if (zones === '') continue;
			prefixesOf.set(zones, [...(prefixesOf.get(zones) ?? []), prefix]);
		}
	}
	const rows = [...prefixesOf]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(
			([zones, prefixes]) =>
				`[${JSON.stringify(zones)}, ${JSON.stringify(prefixes.sort().join(' '))}],`,
		);
	return `// Written by npm run generate from ${madeFrom}. Do not edit.

/**
 * Time zones of the people whose numbers begin with these digits: the country code, where it has several zones with the
 * first digits of the area code. Of several zones whose clocks are set alike in the coming years, one is listed.
 */
export const NUMBER_ZONES: ReadonlyArray<readonly [zones: string, prefixes: string]> = [
${rows.join('\n')}
];
`;
}
