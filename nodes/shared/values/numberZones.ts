import { NUMBER_ZONES } from './numberZoneTable';
import { isTimeZone } from './timeZone';
import type { ZoneClock } from './zoneClock';
import { clockOf } from './zoneClock';

/** The longest beginning of a number in the table: `1` and an area code. */
const MAX_PREFIX = 4;

const zonesOf = new Map(
	NUMBER_ZONES.flatMap(([zones, prefixes]) =>
		prefixes.split(' ').map((prefix): [string, string] => [prefix, zones]),
	),
);

const clocksOf = new Map<string, readonly ZoneClock[]>();

/** None if this computer does not know one of the zones: it is too old, and the person could be there. */
function clocksOfZones(zones: string): readonly ZoneClock[] {
	const names = zones.split(' ');
	const clocks = clocksOf.get(zones) ?? (names.every(isTimeZone) ? names.map(clockOf) : []);
	clocksOf.set(zones, clocks);
	return clocks;
}

/**
 * The clocks of all time zones that the person with this number can be in: those of its country, which in +1 the area code tells. None if the
 * number belongs to no country that is known, or this computer lacks a zone of it. Nothing is guessed from the area code within a country: people keep their number when they move.
 *
 * @param number in E.164 format
 */
export function clocksOfNumber(number: string): readonly ZoneClock[] {
	for (let length = MAX_PREFIX; length > 0; length -= 1) {
		const zones = zonesOf.get(number.slice(1, 1 + length));
		if (zones !== undefined) return clocksOfZones(zones);
	}
	return [];
}
