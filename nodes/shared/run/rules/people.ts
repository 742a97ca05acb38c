import type { IDataObject } from 'n8n-workflow';
import type { Zone } from 'luxon';
import {
	ParameterError,
	TIME_ZONE_ADVICE,
	areaOfNumber,
	cellUnder,
	columnsCalled,
	isFilled,
	isObject,
	onlyText,
	phoneOf,
	readPhoneNumber,
	readTimeZone,
	shownColumn,
} from '../../values';
import type { NumberForm } from '../../values';
import type { CallList, Params, Row } from '../../operation';
import { sentNumbers } from '../../platform';
import type { Consent } from './consent';
import { addedConsent, consentReader } from './consent';
import { REMEDY, callsDespiteNo, refusalReader } from './rowSaysNo';
import { everyNumberIn, everyReading } from './numberLists';
import type { CallingRules, Person } from './rules';
import { callingRules } from './rules';

/** A row that can be called, and where its person is. */
export interface RuledRow extends Person {
	row: Row;
}

/** Whom a request can call, and the rules for them. */
export interface RuledPeople {
	rules: CallingRules;
	/** Whether the user has added a rule. What a row itself says counts without any. */
	hasRules: boolean;
	/** Also duplicates: what their rows say counts for the row that is called. */
	people: readonly RuledRow[];
	/** Rows with an error, once for each number that they may be: what they say counts for the other rows of that number. */
	notSent: readonly RuledRow[];
}

/** The time zones of a person, and where they are from. */
type Zones = Pick<Person, 'zones' | 'zonesFrom'>;

const inZone = (zone: Zone, zonesFrom: string): Zones => ({ zones: [zone], zonesFrom });

const noZones = (zones: string): Zones => ({ zones, zonesFrom: '' });

const NO_ZONES: Zones = { zones: [], zonesFrom: '' };

/** A row with one of the numbers that it may be. */
type Numbered = Row & { number: string };

/** Whether nothing of a row is sent, because something in it is not valid. */
const hasError = ({ verdict }: Row): boolean => verdict?.kind === 'not valid';

/** A row with each number that it is, or may be. */
const everyNumbered = (row: Row, form: NumberForm): Numbered[] =>
	(row.number === undefined ? everyNumberIn(row.written, form) : [row.number]).map((number) => ({
		...row,
		number,
	}));

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
	{ number, position }: Numbered,
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
			`${TIME_ZONE_ADVICE}. Or enter the name of a column, or leave it empty`,
		);
	}
	const cell = onlyText(cellUnder(cells, column), `The column "${shownColumn(column)}"`);
	if (cell instanceof ParameterError) return noZones(`${cell.message}. ${cell.description}`);
	if (cell === '') return zonesOfNumber(number);
	const ofRow = readTimeZone(cell);
	if (ofRow) return inZone(ofRow, `${ofRow.name} is in the column ${shownColumn(column)}`);
	return noZones(
		`"${cell}" in the column ${shownColumn(column)} is not a time zone. ${TIME_ZONE_ADVICE}`,
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
function otherNumbers(
	{ row, number, fields, verdict }: Numbered,
	form: NumberForm,
): readonly string[] {
	const others = new Set<string>();
	for (const { path, written, mayBeCalled } of sentNumbers(fields)) {
		if (readPhoneNumber(written, form) === number) continue;
		// Nothing is sent of a duplicate.
		if (mayBeCalled && !verdict) {
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
 * Those of a list who can be called, with the rules that the user added and what each row itself says.
 *
 * @throws ParameterError for a rule that is empty or cannot be read, and for a number that no rule would look at
 */
export function ruledPeople(params: Params, list: CallList): RuledPeople {
	const first = list.rows.find(({ verdict }) => !verdict);
	const form = params.numberForm();
	const extras = params.jsonObject('advanced.additionalFieldsJson');
	// Of a campaign, these fields are beside the list of its contacts.
	refuseOtherNumbers(extras, list.deed === 'campaign' ? undefined : first, form);
	// The time zone and the consent are often those of an item, and are read with the person.
	const added = params.sharedCollection('callingRules', 'timeZone', 'consent');
	const consent = addedConsent(params, added);
	const isEmpty = added === undefined || (isObject(added) && !isFilled(added));
	const rules = isEmpty ? {} : callingRules(added, form);
	const hasRules = isFilled(rules) || consent !== undefined;
	const consentOf = consent === undefined ? undefined : consentReader(params, list, consent);
	const refusalOf = refusalReader(params);
	const ignoresRefusals = callsDespiteNo(params);
	const columns = new Map<string, readonly string[]>();
	const columnsOf = (name: string): readonly string[] => {
		const found = columns.get(name) ?? columnsCalled(list.source, name);
		columns.set(name, found);
		return found;
	};
	const ruled = (row: Row, index: number): RuledRow[] => {
		const cells = list.source[index] ?? {};
		const rowRefusal = refusalOf(cells);
		return everyNumbered(row, form).map((numbered) => {
			const ownConsent = consentOf?.(numbered, cells);
			return {
				row,
				number: numbered.number,
				others: hasRules ? otherNumbers(numbered, form) : [],
				// Hours alone need to know where the person is.
				...(rules.hours ? zonesOfPerson(params, numbered, cells, columnsOf) : NO_ZONES),
				// Another column can say that the consent was taken back, whatever the option says.
				consent:
					ownConsent === undefined || typeof ownConsent === 'string'
						? ownConsent
						: (rowRefusal ?? ownConsent),
				refusal:
					ignoresRefusals || rowRefusal === undefined ? undefined : `${rowRefusal}. ${REMEDY}`,
			};
		});
	};
	const all = list.rows.flatMap(ruled);
	return {
		rules,
		hasRules,
		people: all.filter(({ row }) => !hasError(row)),
		notSent: all.filter(({ row }) => hasError(row)),
	};
}

/** Everybody of a request of which nothing is sent, by each number that they may be: what their rows say counts for others of it. */
export function peopleNotSent(params: Params, list: CallList): readonly RuledRow[] {
	const verdict = { kind: 'not valid', reason: '' } as const;
	const rows = list.rows.map((row): Row => ({ ...row, verdict }));
	try {
		return ruledPeople(params, { ...list, rows }).notSent;
	} catch {
		// The rules of the request may be what is wrong with it. Its rows can be read all the same.
		const form = params.numberForm();
		const refusalOf = refusalReader(params);
		return rows.flatMap((row, index) => {
			const refusal = callsDespiteNo(params) ? undefined : refusalOf(list.source[index] ?? {});
			return everyNumbered(row, form).map(({ number }) => ({
				row,
				number,
				others: [],
				...NO_ZONES,
				refusal,
			}));
		});
	}
}

/** The stricter of two consents. A text says that there is none, and wins; else the shorter period counts. */
function stricterConsent(
	one: Consent | undefined,
	other: Consent | undefined,
): Consent | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	if (typeof one === 'string') return one;
	if (typeof other === 'string') return other;
	const until = one.until <= other.until ? one : other;
	return { ...until, from: Math.max(one.from, other.from) };
}

/** The time zones of both: it must be allowed in each of them. */
function bothZones(one: Zones, other: Zones): Zones {
	if (typeof one.zones === 'string') return one;
	if (typeof other.zones === 'string') return other;
	const known = new Set(one.zones.map(({ name }) => name));
	const more = other.zones.filter(({ name }) => !known.has(name));
	if (more.length === 0) return one;
	const zonesFrom = [one.zonesFrom, other.zonesFrom].filter(Boolean).join('. ');
	return { zones: [...one.zones, ...more], zonesFrom };
}

/**
 * Lets every row of a number count for all rows of it, in all requests of a run: a no in any of them is a no.
 *
 * Ada, consent yes; Ada, consent no -> Ada is not called, whichever row is first.
 */
export function joinRowsOfNumbers(people: readonly RuledRow[]): void {
	const byNumber = new Map<string, RuledRow[]>();
	for (const person of people) {
		const phone = phoneOf(person.number);
		const rows = byNumber.get(phone);
		if (rows) rows.push(person);
		else byNumber.set(phone, [person]);
	}
	for (const rows of byNumber.values()) {
		if (rows.length < 2) continue;
		const joined = rows.reduce((one, other) => ({
			...one,
			...bothZones(one, other),
			others: [...new Set([...one.others, ...other.others])],
			consent: stricterConsent(one.consent, other.consent),
			refusal: one.refusal ?? other.refusal,
		}));
		const { zones, zonesFrom, others, consent, refusal } = joined;
		for (const person of rows)
			Object.assign(person, { zones, zonesFrom, others, consent, refusal });
	}
}
