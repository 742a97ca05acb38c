import { createRequire } from 'node:module';
import parsePhoneNumber from 'libphonenumber-js/max';

/*
 * Makes the table of time zones by country code from two sources: the countries of each country code and of each area code of +1 (metadata of
 * libphonenumber, in libphonenumber-js), and the time zones of each country (CLDR and the IANA time zone database, in Node's ICU).
 */

export const numberZonesFile = 'nodes/shared/values/numberZoneTable.ts';

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

/** Codes whose countries can be told apart by the next digits: so many of them. */
const DIGITS_AFTER: Readonly<Record<string, number>> = { '1': 3, '7': 1 };

/** Numbers of each beginning, to see of which countries it has numbers: one for each three digits that can follow. */
const RESTS: Readonly<Record<string, readonly string[]>> = {
	'1': Array.from({ length: 800 }, (_, index) => `${index + 200}2345`),
	'7': Array.from({ length: 1000 }, (_, index) =>
		`${String(index).padStart(3, '0')}234567`.slice(0, 9),
	),
};

/** Zones whose names people know, and computers for longer, where several have the same clocks. */
const KNOWN = [
	'America/New_York',
	'America/Chicago',
	'America/Denver',
	'America/Los_Angeles',
	'America/Toronto',
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

function offsetReader(timeZone: string): (moment: number) => number {
	const { format: shown } = new Intl.DateTimeFormat('en-US', {
		timeZone,
		timeZoneName: 'longOffset',
		year: 'numeric',
	});
	return (moment) => {
		const [, sign = '+', hours = 0, minutes = 0] =
			/GMT(?:([+-])(\d\d):(\d\d))?/.exec(shown(moment)) ?? [];
		return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
	};
}

/** What the clocks of a zone show, and when they are set, in the coming years. */
function clocksOf(timeZone: string): string {
	const offsetAt = offsetReader(timeZone);
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

/** One zone for each of the clocks of these zones. */
function withoutLikes(zones: readonly string[]): string[] {
	const byClocks = new Map<string, string>();
	const known = KNOWN.filter((zone) => zones.includes(zone));
	for (const zone of [...known, ...zones]) {
		const shown = clocks.get(zone) ?? clocksOf(zone);
		clocks.set(zone, shown);
		if (!byClocks.has(shown)) byClocks.set(shown, zone);
	}
	return [...byClocks.values()].sort();
}

function zonesOfCountries(countries: readonly string[]): string[] {
	const zones = countries.flatMap(
		(country) =>
			OTHER_COUNTRIES[country] ??
			(
				new Intl.Locale(`und-${country}`) as { getTimeZones(): string[] | undefined } & Intl.Locale
			).getTimeZones() ??
			[],
	);
	return withoutLikes(zones);
}

/** Countries of the numbers that begin like this, as far as their numbering plans say. */
function countriesByPrefix(code: string): Array<[prefix: string, countries: string[]]> {
	const digits = DIGITS_AFTER[code];
	if (digits === undefined) return [[code, [...(countriesOf[code] ?? [])]]];
	return Array.from({ length: 10 ** digits }, (_, next) => {
		const prefix = `${code}${String(next).padStart(digits, '0')}`;
		const countries = (RESTS[code] ?? []).flatMap((rest) => {
			const number = parsePhoneNumber(`+${prefix}${rest}`);
			return number?.isValid() && number.country ? [number.country as string] : [];
		});
		return [prefix, [...new Set(countries)]] as [string, string[]];
	}).filter(([, countries]) => countries.length > 0);
}

/** The code of the table, not formatted. */
export function numberZones(): string {
	const prefixesOf = new Map<string, string[]>();
	for (const code of Object.keys(countriesOf)) {
		for (const [prefix, countries] of countriesByPrefix(code)) {
			const zones = zonesOfCountries(countries).join(' ');
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
 * Time zones of the people whose numbers begin with these digits: the country code, in +1 with the area code, in +7 with one digit more. Of
 * several zones of a country whose clocks are set alike in the coming years, one is listed.
 */
export const NUMBER_ZONES: ReadonlyArray<readonly [zones: string, prefixes: string]> = [
${rows.join('\n')}
];
`;
}
