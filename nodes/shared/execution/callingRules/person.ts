import type { IDataObject } from 'n8n-workflow';
import {
	ParameterError,
	areaOfNumber,
	cellUnder,
	clockOf,
	readTimeZone,
	timeZoneAdvice,
} from '../../values';
import type { ZoneClock } from '../../values';
import type { Callee, Params } from '../../operation';

/** Somebody whom a request calls, as the rules see it. */
export interface Person {
	/** Position in the input, from 1. */
	row: number;
	/** In E.164 format. */
	number: string;
	/** Of all time zones that the person can be in; a text says why they are not known. Empty if no rule needs them. */
	clocks: readonly ZoneClock[] | string;
	/** A sentence about where these time zones are from, without its full stop; '' if no rule needs them. */
	zonesFrom: string;
}

/** The time zones of a person, and where they are from. */
type Zones = Pick<Person, 'clocks' | 'zonesFrom'>;

const zoneOf = (timeZone: string, zonesFrom: string): Zones => ({
	clocks: [clockOf(timeZone)],
	zonesFrom,
});

const notKnown = (clocks: string): Zones => ({ clocks, zonesFrom: '' });

/** So many zones are named in a reason; of more, only their number. */
const MAX_NAMED = 3;

function zonesOfNumber(number: string): Zones {
	const { prefix, clocks } = areaOfNumber(number);
	const [first, ...others] = clocks.map(({ timeZone }) => timeZone);
	if (first === undefined) {
		return notKnown(
			`The time zone of ${number} is not known. Set 'Time Zone' under 'Calling Rules', or add a column with the time zone`,
		);
	}
	if (others.length === 0)
		return { clocks, zonesFrom: `${first} is the time zone of numbers that begin with ${prefix}` };
	const names = clocks.length > MAX_NAMED ? '' : ` (${first}, ${others.join(', ')})`;
	return {
		clocks,
		zonesFrom: `Numbers that begin with ${prefix} can be in ${clocks.length} time zones${names}, and it must be allowed in each. Set 'Time Zone' to the one of the contact`,
	};
}

/**
 * The time zones of a person, by the column or the time zone that was entered, otherwise by the number.
 *
 * @throws ParameterError if what was entered is neither a column nor a time zone
 */
function zonesOfPerson(
	params: Params,
	{ number, index, position }: Callee,
	rows: readonly IDataObject[],
): Zones {
	const written = params.textOfRow('callingRules.timeZone', position);
	if (written === '') return zonesOfNumber(number);
	const entered = readTimeZone(written);
	if (entered !== undefined) return zoneOf(entered, `${entered} is entered in 'Time Zone'`);
	if (!rows.some((row) => cellUnder(row, written) !== undefined)) {
		throw new ParameterError(
			`'Time Zone' "${written}" under 'Calling Rules' is neither a time zone nor a column of the input`,
			`${timeZoneAdvice(written)}. Or enter the name of a column, or leave it empty`,
		);
	}
	const cell = String(cellUnder(rows[index] ?? {}, written) ?? '').trim();
	if (cell === '') return zonesOfNumber(number);
	const ofRow = readTimeZone(cell);
	if (ofRow !== undefined) return zoneOf(ofRow, `${ofRow} is in the column ${written}`);
	return notKnown(`"${cell}" in the column ${written} is not a time zone. ${timeZoneAdvice(cell)}`);
}

/** Somebody whom the rules are asked about. @throws ParameterError if the time zone that was entered cannot be read */
export const personOf = (
	params: Params,
	{ needsZone }: { needsZone: boolean },
	callee: Callee,
	rows: readonly IDataObject[],
): Person => ({
	row: callee.row,
	number: callee.number,
	...(needsZone ? zonesOfPerson(params, callee, rows) : { clocks: [], zonesFrom: '' }),
});
