import type { IDataObject } from 'n8n-workflow';
import type { CallList, Params, Row, Verdict } from '../operation';
import { ParameterError, isObject } from '../values';
import type { Within } from './memory';
import { rememberRows, repeatedNumbers } from './memory';
import type { RuledPeople } from './rules';
import { ruledPeople } from './rules';

/** Whom one request calls: the rows, on which reading, the memory and the rules put their verdicts. */
export interface People {
	list: CallList;
	/** The people as the calling rules see them, and what their own rows say. */
	ruled: RuledPeople;
	/** How long their numbers are remembered; undefined if they are not. */
	within?: Within;
}

/**
 * Refuses what cannot be kept for the contacts of a file: the platform reads it, so nobody in it can be skipped, held
 * back or read in another way here.
 *
 * @throws ParameterError with each choice, and what to set
 */
function refuseFileChoices(params: Params): void {
	const rules = params.addedValue('callingRules');
	const hasRules = rules !== undefined && !(isObject(rules) && Object.keys(rules).length === 0);
	const isOnce = repeatedNumbers(params) !== 'always';
	const chosen: ReadonlyArray<readonly [label: string, isChosen: boolean]> = [
		['Calling Rules', hasRules],
		['Numbers Without +', params.text('options.numbersWithoutPlus') !== ''],
		['Invalid Rows', params.text('options.badRows') === 'stop'],
		['Also Means Do Not Call', params.text('options.alsoMeansDoNotCall') !== ''],
		['Default Country Code', params.text('defaultCountryCode') !== ''],
		[
			'Phone Number Field',
			!['', 'phone_number'].includes(params.text('advanced.phoneNumberField')),
		],
	];
	const others = chosen.flatMap(([label, isChosen]) => (isChosen ? [`'${label}'`] : []));
	if (!isOnce && others.length === 0) return;
	const labels = [...(isOnce ? ["'Duplicate Numbers'"] : []), ...others].join(', ');
	const again =
		isOnce && params.flag('startImmediately')
			? " With 'Start Immediately', the next run or a loop would call everybody in the file again."
			: '';
	const changes = [
		...(isOnce ? ["set Options → 'Duplicate Numbers' to Call Every Time"] : []),
		...(others.length > 0 ? [`remove ${others.join(', ')}`] : []),
	];
	throw new ParameterError(
		`A file of contacts cannot keep ${labels}: the platform reads the file, not this node`,
		`Nothing was sent.${again} Put an Extract from File node before this one, and set 'Contacts From' to All Input Items. To send the file as it is, ${changes.join(', and ')}`,
	);
}

/**
 * The people of a list, with all that the parameters say of them.
 *
 * @throws ParameterError for a rule that cannot be read, or that cannot look at all numbers
 */
export function peopleOf(params: Params, list: CallList): People {
	if (list.request.upload) refuseFileChoices(params);
	return { list, ruled: ruledPeople(params, list), within: rememberRows(params, list.rows) };
}

/** The rows of a list that are called. */
export const calledRows = ({ rows }: CallList): Row[] => rows.filter(({ verdict }) => !verdict);

/** The fields that are sent for a row: without the variables that the agent does not need. */
function sentFields({ unnamed }: CallList, { fields }: Row): IDataObject {
	const { variables, ...others } = fields;
	if (!unnamed || !isObject(variables)) return fields;
	const sent = Object.entries(variables).filter(([name]) => !unnamed.has(name));
	return { ...others, ...(sent.length > 0 && { variables: Object.fromEntries(sent) }) };
}

/** The body of the request for those who are called. @param beside what is sent beside them */
export function bodyFor(list: CallList, beside: IDataObject): IDataObject {
	if (list.request.upload) return beside;
	const called = calledRows(list).map((row) => sentFields(list, row));
	return list.deed === 'campaign' ? { ...beside, contacts: called } : { ...beside, ...called[0] };
}

/** Whether nobody on a list is left to be called. */
export const isAllLeft = ({ list }: People): boolean =>
	list.request.upload === undefined && list.rows.every(({ verdict }) => verdict);

export const isAnyHeld = ({ list }: People): boolean =>
	list.rows.some(({ verdict }) => verdict?.kind === 'held back');

/** What an item says of somebody who is not called. */
function verdictColumns(verdict: Verdict): IDataObject {
	const { kind, ...why } = verdict;
	return kind === 'possibly called' ? { ...why, outcome: 'unknown' } : { ...why };
}

/** What the item of a campaign says of its rows: how many are sent, and who is not, with the reason. */
function rowsReport({ list, ruled }: People): IDataObject {
	const rejected: IDataObject[] = [];
	const held: IDataObject[] = [];
	for (const { row, shown, verdict } of list.rows) {
		if (!verdict) continue;
		const { contact_number = null } = shown;
		const left = { row, contact_number, ...verdictColumns(verdict) };
		(verdict.kind === 'held back' ? held : rejected).push(left);
	}
	return {
		contacts_sent: calledRows(list).length,
		rejected_rows: rejected,
		...((ruled.hasRules || held.length > 0) && { held_back_rows: held }),
	};
}

/** What the item of a request has beside the answer. */
export const reportFor = (people: People): IDataObject =>
	people.list.deed === 'campaign' && !people.list.request.upload ? rowsReport(people) : {};

/** When the first of those who are held back may be called; null if time alone does not change it. */
export const nextAllowed = (rows: readonly Row[]): string | null =>
	rows
		.flatMap(({ verdict }) =>
			verdict?.kind === 'held back' && verdict.next_allowed_at !== null
				? [verdict.next_allowed_at]
				: [],
		)
		.sort()[0] ?? null;

/** The item of a request of which nothing is sent. @param row the first input item of the request, from 1 */
export function leftItem(people: People, row: number): IDataObject {
	const { list } = people;
	const [first] = list.rows;
	const isHeld = isAnyHeld(people);
	const why = isHeld ? { held_back: true } : { skipped: true };
	if (list.deed === 'call') {
		const columns = first?.verdict ? verdictColumns(first.verdict) : {};
		return { ...first?.shown, row, ...why, ...columns };
	}
	const left = isHeld ? 'held back or skipped' : 'skipped';
	return {
		...why,
		...(isHeld && { next_allowed_at: nextAllowed(list.rows) }),
		reason: `All numbers were ${left}, so nothing was sent`,
		row,
		...rowsReport(people),
	};
}
