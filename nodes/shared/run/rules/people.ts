import type { IDataObject } from 'n8n-workflow';
import type { Zone } from 'luxon';
import {
	ParameterError,
	areaOfNumber,
	cellUnder,
	columnsCalled,
	isFilled,
	isObject,
	onlyText,
	readPhoneNumber,
	readTimeZone,
	shownColumn,
	timeZoneAdvice,
} from '../../values';
import type { NumberForm } from '../../values';
import type { CallList, Params, Row } from '../../operation';
import { sentNumbers } from '../../platform';
import { addedConsent, consentReader } from './consent';
import { everyReading } from './numberLists';
import type { CallingRules, Person } from './rules';
import { callingRules } from './rules';

/** A row that can be called, and where its person is. */
export interface RuledRow extends Person {
	row: Row;
}

/** Whom a request can call, and the rules for them. */
export interface RuledPeople {
	rules: CallingRules;
	people: readonly RuledRow[];
}

/** The time zones of a person, and where they are from. */
type Zones = Pick<Person, 'zones' | 'zonesFrom'>;

const inZone = (zone: Zone, zonesFrom: string): Zones => ({ zones: [zone], zonesFrom });

const noZones = (zones: string): Zones => ({ zones, zonesFrom: '' });

const NO_ZONES: Zones = { zones: [], zonesFrom: '' };

/** A row with a valid number. */
type Callable = Row & { number: string };

/** So many zones are named in a reason; of more, only their number. */
const MAX_NAMED = 3;

function zonesOfNumber(number: string): Zones {
	const { prefix, zones } = areaOfNumber(number);
	const [first, ...others] = zones.map(({ name }) => name);
	if (first === undefined) {
		return noZones(
			`The time zone of ${number} is not known. Set 'Time Zone' under 'Calling Rules', or add a column with the time zone`,
		);
	}
	if (others.length === 0)
		return { zones, zonesFrom: `${first} is the time zone of numbers that begin with ${prefix}` };
	const names = zones.length > MAX_NAMED ? '' : ` (${first}, ${others.join(', ')})`;
	return {
		zones,
		zonesFrom: `Numbers that begin with ${prefix} can be in ${zones.length} time zones${names}, and it must be allowed in each. Set 'Time Zone' to the one of the contact`,
	};
}

/**
 * The time zones of a person, by the column or the time zone that was entered, otherwise by the number.
 *
 * @param cells what the row was read from
 * @param columnsOf the columns of the rows that a name can mean
 * @throws ParameterError if what was entered is neither a column nor a time zone
 */
function zonesOfPerson(
	params: Params,
	{ number, position }: Callable,
	cells: IDataObject,
	columnsOf: (name: string) => readonly string[],
): Zones {
	const written = params.textOfRow('callingRules.timeZone', position);
	if (written === '') return zonesOfNumber(number);
	const entered = readTimeZone(written);
	if (entered) return inZone(entered, `${entered.name} is entered in 'Time Zone'`);
	const [column, ...others] = columnsOf(written);
	if (column === undefined || others.length > 0) {
		throw new ParameterError(
			`'Time Zone' "${shownColumn(written)}" under 'Calling Rules' is neither a time zone nor a column of the input`,
			`${timeZoneAdvice(written)}. Or enter the name of a column, or leave it empty`,
		);
	}
	const cell = onlyText(cellUnder(cells, column), `The column "${shownColumn(column)}"`);
	if (cell instanceof ParameterError) return noZones(`${cell.message}. ${cell.description}`);
	if (cell === '') return zonesOfNumber(number);
	const ofRow = readTimeZone(cell);
	if (ofRow) return inZone(ofRow, `${ofRow.name} is in the column ${shownColumn(column)}`);
	return noZones(
		`"${cell}" in the column ${shownColumn(column)} is not a time zone. ${timeZoneAdvice(cell)}`,
	);
}

/** Fields that say who is called, and are sent in place of those that the rules, the duplicates and Dry Run look at. */
const CALLED = /^(to|to[_-]?numbers?|recipients?|contacts)$/i;

/**
 * Refuses a number that is entered where nothing looks at it: neither duplicates, nor rules, nor a dry run.
 *
 * @param called the person of Make Call, whose number may be repeated. Of a campaign, a number of its own is no contact, but one in a list may be
 * @throws ParameterError
 */
function refuseOtherNumbers(extras: IDataObject, called: Row | undefined, form: NumberForm): void {
	const other = sentNumbers(extras).find(
		({ path, written, mayBeCalled }) =>
			mayBeCalled &&
			(called ? readPhoneNumber(written, form) !== called.number : !Object.hasOwn(extras, path)),
	);
	const name = Object.keys(extras).find((field) => CALLED.test(field)) ?? other?.path;
	if (name === undefined) return;
	throw new ParameterError(
		`"${name}" in 'Additional Fields (JSON)' would call somebody else than this node has checked`,
		`Nothing was sent. Remove "${name}" there, and enter the number in its own field`,
	);
}

/**
 * The numbers that are sent beside the one that is called, such as those in variables.
 *
 * @param number the one that is called
 * @throws ParameterError if the platform could call one of them: most rules look at one number alone
 */
function otherNumbers({ row, number, fields }: Callable, form: NumberForm): readonly string[] {
	const others = new Set<string>();
	for (const { path, written, mayBeCalled } of sentNumbers(fields)) {
		if (readPhoneNumber(written, form) === number) continue;
		if (mayBeCalled) {
			throw new ParameterError(
				`'Calling Rules' cannot check "${path}" of contact ${row}: it is another number than ${number}`,
				'Nothing was sent, because the platform could call it. Remove the field from the list, or remove the rules',
			);
		}
		for (const other of everyReading(written, form)) others.add(other);
	}
	return [...others];
}

/**
 * Those of a list who can be called, with the rules that the user added; undefined if there are none.
 *
 * @throws ParameterError for a rule that is empty or cannot be read, and for a number that no rule would look at
 */
export function ruledPeople(params: Params, list: CallList): RuledPeople | undefined {
	const isCallable = (row: Row): row is Callable => !row.verdict && row.number !== undefined;
	const [first] = list.rows.filter(isCallable);
	const form = params.numberForm();
	const extras = params.jsonObject('advanced.additionalFieldsJson');
	// Of a campaign, these fields are beside the list of its contacts.
	refuseOtherNumbers(extras, list.deed === 'campaign' ? undefined : first, form);
	// The time zone and the consent are often those of an item, and are read with the person.
	const added = params.sharedCollection('callingRules', 'timeZone', 'consent');
	const consent = addedConsent(params, added);
	const isEmpty = added === undefined || (isObject(added) && !isFilled(added));
	if (isEmpty && consent === undefined) return undefined;
	const rules = callingRules(added, form) ?? (consent === undefined ? undefined : {});
	if (!rules) return undefined;
	const consentOf = consent === undefined ? undefined : consentReader(params, list, consent);
	const columns = new Map<string, readonly string[]>();
	const columnsOf = (name: string): readonly string[] => {
		const found = columns.get(name) ?? columnsCalled(list.source, name);
		columns.set(name, found);
		return found;
	};
	const people = list.rows.flatMap((row, index): RuledRow[] => {
		if (!isCallable(row)) return [];
		const others = otherNumbers(row, form);
		const cells = list.source[index] ?? {};
		// Hours alone need to know where the person is.
		const place = rules.hours ? zonesOfPerson(params, row, cells, columnsOf) : NO_ZONES;
		return [{ row, number: row.number, others, ...place, consent: consentOf?.(row, cells) }];
	});
	return { rules, people };
}
