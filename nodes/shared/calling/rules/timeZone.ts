import type { IDataObject } from 'n8n-workflow';
import type { Zone } from 'luxon';
import type { ListedPerson, Params } from '../../operation';
import { textField } from '../../operation';
import {
	ParameterError,
	TIME_ZONE_ADVICE,
	areaOfNumber,
	cellUnder,
	onlyText,
	readTimeZone,
	shownColumn,
} from '../../values';
import type { Person } from '../person';
import type { Rule } from './rule';

/*
 * In which time zones somebody can be: by the rule Time Zone, by a column, or by the number.
 *   +49 30 …                -> Europe/Berlin
 *   +1 850 …                -> America/Chicago and America/New_York: it must be allowed in both
 *   a column with "BST"     -> not known: held back
 */

/** The time zones of a person, and where they are from. */
type Zones = Pick<Person, 'zones' | 'zonesFrom'>;

const inZone = (zone: Zone, zonesFrom: string): Zones => ({ zones: [zone], zonesFrom });

const noZones = (zones: string): Zones => ({ zones, zonesFrom: '' });

export const NO_ZONES: Zones = { zones: [], zonesFrom: '' };

/** So many zones are named in a reason; of more, only their number. */
const MAX_NAMED = 3;

function zonesOfNumber(number: string): Zones {
	if (number === '') {
		return noZones(
			"Nobody knows in which time zone the contacts of a campaign are. Add the rule 'Time Zone'",
		);
	}
	const { prefix, zones } = areaOfNumber(number);
	const [first, ...others] = zones.map(({ name }) => name);
	if (first === undefined) {
		return noZones(
			`The time zone of ${number} is not known. Set 'Time Zone' under 'Calling Rules', or add a column with the time zone`,
		);
	}
	if (others.length === 0)
		return { zones, zonesFrom: `${first}: numbers that begin with ${prefix}` };
	const names = zones.length > MAX_NAMED ? '' : ` (${first}, ${others.join(', ')})`;
	return {
		zones,
		zonesFrom: `Numbers that begin with ${prefix} can be in ${zones.length} time zones${names}, and it must be allowed in each. Set 'Time Zone' to the one of the contact`,
	};
}

/**
 * A person's time zones: by the entered column or time zone, else by the number. @param cells the row as it was read
 * @param columnsOf the columns of the rows that a name can mean
 * @throws ParameterError if what was entered is neither a column nor a time zone
 */
export function zonesOfPerson(
	params: Params,
	{ number = '', position }: ListedPerson,
	cells: IDataObject,
	columnsOf: (name: string) => readonly string[],
): Zones {
	const written = params.textOfRow('callingRules.timeZone', position);
	if (written === '') return zonesOfNumber(number);
	const entered = readTimeZone(written);
	if (entered) return inZone(entered, `${entered.name}: entered in 'Time Zone'`);
	const [column, ...others] = columnsOf(written);
	if (column === undefined || others.length > 0) {
		throw new ParameterError(
			`'Time Zone' "${shownColumn(written)}" under 'Calling Rules' is neither a time zone nor a column of the input`,
			`${TIME_ZONE_ADVICE}. Or enter the name of a column, or leave it empty`,
		);
	}
	const cell = onlyText(cellUnder(cells, column), `The column "${shownColumn(column)}"`);
	if (cell instanceof ParameterError) return noZones(`${cell.message}. ${cell.description}`);
	if (cell === '') return zonesOfNumber(number);
	const ofRow = readTimeZone(cell);
	if (ofRow) return inZone(ofRow, `${ofRow.name}: column ${shownColumn(column)}`);
	return noZones(
		`"${cell}" in the column ${shownColumn(column)} is not a time zone. ${TIME_ZONE_ADVICE}`,
	);
}

/** The time zones of both: it must be allowed in each of them. */
export function bothZones(one: Zones, other: Zones): Zones {
	if (typeof one.zones === 'string') return one;
	if (typeof other.zones === 'string') return other;
	const known = new Set(one.zones.map(({ name }) => name));
	const more = other.zones.filter(({ name }) => !known.has(name));
	if (more.length === 0) return one;
	const zonesFrom = [one.zonesFrom, other.zonesFrom].filter(Boolean).join('. ');
	return { zones: [...one.zones, ...more], zonesFrom };
}

/** Holds back whose time zone is not known, where the hours need it. */
export const timeZone: Rule = {
	name: 'Time Zone',
	fields: [
		textField(
			'Time Zone',
			'timeZone',
			'Time zone of the contact, as Europe/Berlin, UTC or UTC+02:00, usually an expression, or the name of the input column that contains it. Leave empty to use all time zones of the area code or country: then it must be within the hours in each of them.',
			{ placeholder: 'e.g. Europe/Berlin' },
		),
	],
	isOfCampaign: true,
	isReadPerPerson: true,
	ofRows: {
		never: ({ person: { zones } }) =>
			typeof zones === 'string' ? { because: 'time zone unknown', description: zones } : undefined,
	},
};
