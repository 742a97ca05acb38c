import { NUMBER_ZONES } from './numberZoneTable';
import { isTimeZone } from './timeZone';
import type { ZoneClock } from './zoneClock';
import { clockOf } from './zoneClock';

const zonesOf = new Map(
	NUMBER_ZONES.flatMap(([zones, prefixes]) =>
		prefixes.split(' ').map((prefix): [string, string] => [prefix, zones]),
	),
);

const MAX_PREFIX = Math.max(...[...zonesOf.keys()].map(({ length }) => length));

const clocksOf = new Map<string, readonly ZoneClock[]>();

/** None if this computer does not know one of the zones: it is too old, and the person could be there. */
function clocksOfZones(zones: string): readonly ZoneClock[] {
	const names = zones.split(' ');
	const clocks = clocksOf.get(zones) ?? (names.every(isTimeZone) ? names.map(clockOf) : []);
	clocksOf.set(zones, clocks);
	return clocks;
}

/** Where the people are whose numbers begin alike. */
export interface NumberArea {
	/** A + and the digits that decide; '' if the number belongs to no country that is known. */
	prefix: string;
	/** Of all time zones that they can be in. None if they are not known, or if this computer lacks one of them. */
	clocks: readonly ZoneClock[];
}

/**
 * Where the person with this number can be: in countries with several time zones by the area code, otherwise by the country code. A mobile
 * phone without an area code can be anywhere in its country.
 *
 * @param number in E.164 format
 */
export function areaOfNumber(number: string): NumberArea {
	for (let length = MAX_PREFIX; length > 0; length -= 1) {
		const prefix = number.slice(1, 1 + length);
		const zones = zonesOf.get(prefix);
		if (zones !== undefined) return { prefix: `+${prefix}`, clocks: clocksOfZones(zones) };
	}
	return { prefix: '', clocks: [] };
}
