import type { IDataObject } from 'n8n-workflow';
import {
	ParameterError,
	columnsCalled,
	isFilled,
	isObject,
	phoneOf,
	readPhoneNumber,
} from '../values';
import type { NumberForm } from '../values';
import type { CallList, Grounds, ListedPerson, Params, Verdict } from '../operation';
import { sentNumbers } from '../platform';
import type { Person } from './person';
import type { CallingRules } from './rules';
import {
	NO_RULES_ADDED,
	NO_ZONES,
	READ_PER_PERSON,
	addedConsent,
	bothZones,
	callingRules,
	callsDespiteNo,
	consentReader,
	everyNumberIn,
	everyReading,
	rowRefusal,
	stricterConsent,
	zonesOfPerson,
} from './rules';

/*
 * Makes the people of a list: what each row says of its person, and the rules that the user has added for them.
 */

/** The people of a list, and the rules for them. */
export interface ReadPeople {
	rules: CallingRules;
	/** Whether the user has added a rule. What a row itself says counts without any. */
	hasRules: boolean;
	/** The column with the consent; undefined if none is read. */
	consentColumn?: string;
	/** Everybody on the list, also who is not sent: what the row says counts for others with the same number. */
	people: readonly Person[];
}

/** Each number that a person has, or may have. */
const numbersOf = (listed: ListedPerson, form: NumberForm): string[] =>
	listed.number === undefined
		? everyNumberIn(listed.written, form)
		: [listed.number, ...calledBeside(listed, form)];

/** Fields that say who is called, and are sent in place of those that the rules, the duplicates and Dry Run look at. */
const CALLED = /^(to|to[_-]?numbers?|recipients?|contacts)$/i;

/**
 * Refuses a number that is entered where nothing checks it for duplicates and rules. @throws ParameterError
 * @param called the person of Make Call, whose number may be repeated; none for a campaign
 */
function refuseOtherNumbers(
	extras: IDataObject,
	called: ListedPerson | undefined,
	form: NumberForm,
): void {
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
 * The numbers that are sent beside the called one, such as those in variables. @param number the called one
 * @throws ParameterError if the platform could call one of them: most rules look at one number alone
 */
function otherNumbers(
	{ line, number, fields, finding }: ListedPerson,
	form: NumberForm,
): readonly string[] {
	const others = new Set<string>();
	for (const { path, written, mayBeCalled } of sentNumbers(fields)) {
		if (readPhoneNumber(written, form) === number) continue;
		// Nothing is sent of who is not called.
		if (mayBeCalled && !finding) {
			throw new ParameterError(
				`'Calling Rules' cannot check "${path}" of contact ${line}: it is another number than ${number}`,
				'Nothing was sent, because the platform could call it. Remove the field from the list, or remove the rules',
			);
		}
		for (const other of everyReading(written, form)) others.add(other);
	}
	return [...others];
}

/** What a row says of its person, read in the same way for all rows of a list. */
type OwnWords = Pick<Person, 'others' | 'zones' | 'zonesFrom' | 'consent' | 'refusal'>;

const personOf = (
	listed: ListedPerson,
	cells: IDataObject,
	form: NumberForm,
	own: OwnWords,
): Person => ({
	...listed,
	number: listed.number ?? '',
	numbers: numbersOf(listed, form),
	cells,
	...own,
});

/** Other numbers that are sent for somebody, and that the platform could call: `to_number` beside `phone_number`. */
const calledBeside = ({ fields }: ListedPerson, form: NumberForm): string[] =>
	sentNumbers(fields).flatMap(({ written, mayBeCalled }) => {
		const number = mayBeCalled ? readPhoneNumber(written, form) : undefined;
		return typeof number === 'string' ? [number] : [];
	});

/** Reads what each row says against calling its person, and what of it counts. "Call all the same" makes it nothing. */
function ownRefusalReader(
	params: Params,
): (cells: IDataObject) => [said?: string, counts?: Grounds] {
	const ownWords = params.texts('options.alsoMeansDoNotCall');
	const isIgnored = callsDespiteNo(params);
	return (cells) => {
		const refusal = rowRefusal(cells, ownWords);
		return [refusal?.said, isIgnored ? undefined : refusal];
	};
}

/**
 * The people of a list, with the rules that the user added and what each row itself says.
 *
 * @throws ParameterError for a rule that is empty or cannot be read, and for a number that no rule would look at
 */
export function peopleOf(params: Params, callList: CallList): ReadPeople {
	const first = callList.people.find(({ finding }) => !finding);
	const form = params.numberForm();
	const extras = params.jsonObject('options.additionalFieldsJson');
	// Of a campaign, these fields are beside the list of its contacts.
	refuseOtherNumbers(extras, callList.route === 'campaign' ? undefined : first, form);
	// The time zone and the consent are often those of an item, and are read with the person.
	const added = params.sharedCollection('callingRules', ...READ_PER_PERSON);
	const consent = addedConsent(params, added);
	const isEmpty = added === undefined || (isObject(added) && !isFilled(added));
	const rules = isEmpty ? NO_RULES_ADDED : callingRules(added, form);
	const hasRules = rules.isAdded || consent !== undefined;
	const consentIs = consent === undefined ? undefined : consentReader(params, callList, consent);
	// The row of a campaign is no person.
	const refusalOf = callList.route === 'run' ? (): [] => [] : ownRefusalReader(params);
	const columns = new Map<string, readonly string[]>();
	const columnsOf = (name: string): readonly string[] => {
		const found = columns.get(name) ?? columnsCalled(callList.source, name);
		columns.set(name, found);
		return found;
	};
	const people = callList.people.map((listed, index): Person => {
		const cells = callList.source[index] ?? {};
		const [said, refusal] = refusalOf(cells);
		const ownConsent = consentIs?.consentOf(listed, cells);
		// Another column can say that the consent was taken back, whatever the option says.
		const consentThen = typeof ownConsent === 'object' ? (said ?? ownConsent) : ownConsent;
		const isCalled = listed.number !== undefined || callList.route === 'run';
		const needsZones = rules.needsZones && isCalled;
		return personOf(listed, cells, form, {
			others: hasRules ? otherNumbers(listed, form) : [],
			...(needsZones ? zonesOfPerson(params, listed, cells, columnsOf) : NO_ZONES),
			consent: consentThen,
			refusal,
		});
	});
	return { rules, hasRules, consentColumn: consentIs?.column, people };
}

/** The finding for a row of which nothing can be sent. */
const UNREAD: Verdict = { kind: 'not valid', because: 'cannot be sent', description: '' };

/** The people of a list that cannot be sent. Where even its rules cannot be read, what the rows themselves say. */
export function peopleNotSent(params: Params, callList: CallList): readonly Person[] {
	const all = callList.people.map((listed): ListedPerson => ({ ...listed, finding: UNREAD }));
	try {
		const { people } = peopleOf(params, { ...callList, people: all });
		return people.map((person, index) => ({ ...person, finding: callList.people[index]?.finding }));
	} catch {
		return callList.people.map((listed, index) => {
			const cells = callList.source[index] ?? {};
			return personOf(listed, cells, NO_FORM, withoutParameters(cells));
		});
	}
}

/** How numbers are written, where the parameters that say it cannot be read. */
const NO_FORM: NumberForm = { countryCode: '', withoutPlus: 'unknown' };

/** What a row says against calling its person, whatever the parameters are. */
function withoutParameters(cells: IDataObject): OwnWords {
	return { others: [], ...NO_ZONES, refusal: rowRefusal(cells, []) };
}

/** The input rows of a request whose list cannot be read: a no in one of them counts for every number in it. */
export const rowsNotRead = (params: Params): readonly Person[] =>
	params.rows.map((cells, position) => {
		const listed = { line: params.rowNumbers[position] ?? 1, position, shown: {}, fields: {} };
		const written = cells;
		return personOf(
			{ ...listed, written, finding: UNREAD },
			cells,
			NO_FORM,
			withoutParameters(cells),
		);
	});

/**
 * Lets every row of a number count for all rows of it, in all requests of a run: a no in any of them is a no.
 *
 * Ada, consent yes; Ada, consent no -> Ada is not called, whichever row is first.
 */
export function joinRowsOfNumbers(people: readonly Person[]): void {
	const byPhone = new Map<string, Person[]>();
	for (const person of people) {
		for (const phone of new Set(person.numbers.map(phoneOf))) {
			const rows = byPhone.get(phone);
			if (rows) rows.push(person);
			else byPhone.set(phone, [person]);
		}
	}
	for (const rows of byPhone.values()) {
		if (rows.length < 2) continue;
		const joined = rows.reduce((one, other) => ({
			...one,
			...bothZones(one, other),
			others: [...new Set([...one.others, ...other.others])],
			consent: stricterConsent(one.consent, other.consent),
			refusal: one.refusal ?? other.refusal,
		}));
		const { zones, zonesFrom, others, consent, refusal } = joined;
		// Who is not sent may be under two numbers, and keeps what the own row says.
		for (const person of rows) {
			if (!person.finding) Object.assign(person, { zones, zonesFrom, others, consent, refusal });
		}
	}
}
