import type { Zone } from 'luxon';
import { IANAZone } from 'luxon';
import { NUMBER_ZONES } from './generated/numberZoneTable';

const zonesOf = new Map(
	NUMBER_ZONES.flatMap(([zones, prefixes]) =>
		prefixes.split(' ').map((prefix): [string, string] => [prefix, zones]),
	),
);

const MAX_PREFIX = Math.max(...[...zonesOf.keys()].map(({ length }) => length));

/** Where the people are whose numbers begin alike. */
export interface NumberArea {
	/** A + and the digits that decide; '' if the number belongs to no country that is known. */
	prefix: string;
	/** All time zones that they can be in. Empty if one is unknown, also to this computer: the person could be there. */
	zones: readonly Zone[];
}

/**
 * Where the person with this number can be: by the area code in countries with several zones, else by the country code.
 * A mobile phone without an area code can be anywhere in its country.
 * @param number in E.164 format
 */
export function areaOfNumber(number: string): NumberArea {
	for (let length = MAX_PREFIX; length > 0; length -= 1) {
		const prefix = number.slice(1, 1 + length);
		const names = zonesOf.get(prefix);
		if (names === undefined) continue;
		const zones = names.split(' ').map((name) => IANAZone.create(name));
		return { prefix: `+${prefix}`, zones: zones.every(({ isValid }) => isValid) ? zones : [] };
	}
	return { prefix: '', zones: [] };
}
