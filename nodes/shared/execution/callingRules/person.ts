import type { IDataObject } from 'n8n-workflow';
import {
	ParameterError,
	areaOfNumber,
	cellUnder,
	clockOf,
	readTimeZone,
	timeZoneAdvice,
} from '../../values';
import type { Params, Person, RulesOfCalls } from '../../operation';

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

/** Somebody to call, and the rows among which the person is. */
interface Found {
	number: string;
	rows: readonly IDataObject[];
	/** Where the row of the person is among them. */
	index: number;
	/** The input item of the row, among those of the request. */
	position: number;
}

/**
 * The time zones of a person, by the column or the time zone that was entered, otherwise by the number.
 *
 * @throws ParameterError if what was entered is neither a column nor a time zone
 */
function zonesOfPerson(params: Params, { number, rows, index, position }: Found): Zones {
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
	rules: RulesOfCalls,
	found: Found & Pick<Person, 'row' | 'key'>,
): Person => ({
	row: found.row,
	number: found.number,
	key: found.key,
	...(rules.needsZone ? zonesOfPerson(params, found) : { clocks: [], zonesFrom: '' }),
});
