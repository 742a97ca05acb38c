import type { IDataObject } from 'n8n-workflow';
import type { CallList, Params, RequestParts, Verdict } from '../operation';
import { reasonIn } from '../operation';
import type { CallRequest } from '../run';
import type { NotCalledReason } from '../values';
import { ParameterError, isFilled, isObject } from '../values';
import { groundsInWords } from './groundsInWords';
import type { Within } from './memory';
import { rememberPeople, repeatedNumbers } from './memory';
import type { Person } from './person';
import { peopleNotSent, peopleOf } from './readPeople';
import type { CallingRules } from './rules';
import { NO_RULES_ADDED } from './rules';
import { SentVariables } from './variables';

/**
 * Refuses choices that cannot be kept for a file's contacts: the platform reads it, so nobody in it can be skipped
 * here.
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
		['Phone Number Field', !['', 'phone_number'].includes(params.text('options.phoneNumberField'))],
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

/** Whom one request calls, with all that the parameters say of them. */
export class PeopleRequest implements CallRequest {
	readonly request: RequestParts;
	readonly placesCall: boolean;
	/** Whether it is about one person, whose fields are the body. */
	readonly isOfOne: boolean;
	readonly problem?: Error;
	/** Everybody on the list; none if the platform reads the list from a file. */
	readonly people: readonly Person[];
	readonly rules: CallingRules = NO_RULES_ADDED;
	readonly hasRules: boolean = false;
	/** How long their numbers are remembered; undefined if they are not. */
	readonly within?: Within;
	/** The column with the consent, where a rule reads one. */
	readonly consentColumn?: string;
	/** Which variables of them are sent. */
	readonly variables: SentVariables;

	/** @param listsLeft whether the output lists everybody who is not sent; else it counts them */
	constructor(
		params: Params,
		readonly callList: CallList,
		readonly listsLeft = true,
	) {
		this.request = callList.request;
		this.placesCall = callList.route === 'call';
		this.isOfOne = callList.route !== 'campaign';
		try {
			if (callList.problem) throw callList.problem;
			if (this.isFile) refuseFileChoices(params);
			const { people, rules, hasRules, consentColumn } = peopleOf(params, callList);
			this.consentColumn = consentColumn;
			this.people = people;
			this.rules = rules;
			this.hasRules = hasRules;
			if (callList.route !== 'run') this.within = rememberPeople(params, people);
			this.variables = new SentVariables(callList, params);
		} catch (error) {
			this.problem = error as Error;
			this.variables = new SentVariables(callList);
			this.people = peopleNotSent(params, callList);
		}
	}

	/** Whether the platform reads the people from a file. */
	get isFile(): boolean {
		return this.callList.request.upload !== undefined;
	}

	get isLeft(): boolean {
		return !this.isFile && this.callList.people.every(({ finding }) => finding);
	}

	get isProblemOfRows(): boolean {
		const { problem, isProblemOfRows } = this.callList;
		return isProblemOfRows === true && this.problem === problem;
	}

	get content(): unknown {
		return this.people.map(({ fields }) => fields);
	}

	/** Those who are to be called, by now. */
	get toCall(): Person[] {
		return this.people.filter(({ verdict }) => !verdict);
	}

	/** Whether nobody is left to be called. */
	get isAllLeft(): boolean {
		return !this.isFile && this.people.every(({ verdict }) => verdict);
	}

	/** Whether a campaign was to be created, and is not, because its people were sent before. */
	get isSentBefore(): boolean {
		const { route, caller } = this.callList;
		const isKnown = this.people.some(({ verdict }) => verdict?.kind === 'called before');
		return route === 'campaign' && caller.agentId !== undefined && this.isAllLeft && isKnown;
	}

	get isAnyHeld(): boolean {
		return this.people.some(({ verdict }) => verdict?.kind === 'held back');
	}
}

/** The body of the request for those who are called. @param beside what is sent beside them */
export function bodyFor(request: PeopleRequest, beside: IDataObject): IDataObject {
	if (request.isFile) return beside;
	const called = request.toCall.map(({ fields }) => request.variables.sentOf(fields));
	return request.isOfOne ? { ...beside, ...called[0] } : { ...beside, contacts: called };
}

/** What an item says of somebody who is not called. */
function verdictColumns(verdict: Verdict): IDataObject {
	const { kind, because, of, description, ...others } = verdict;
	const outcome = kind === 'possibly called' && { outcome: 'unknown' };
	return { reason: reasonIn({ because, of, description }), ...others, description, ...outcome };
}

/**
 * What the item of a campaign says of its rows: how many are sent and how many not, and if there is room for it, who and
 * why. `held_back` alone says that nobody is sent, so the counts have the names of a campaign's counts.
 */
function rowsReport(request: PeopleRequest): IDataObject {
	const rejected: IDataObject[] = [];
	const held: IDataObject[] = [];
	for (const { line, shown, verdict } of request.people) {
		if (!verdict) continue;
		const { contact_number = null } = shown;
		const left = { row: line, contact_number, ...verdictColumns(verdict) };
		(verdict.kind === 'held back' ? held : rejected).push(left);
	}
	const isHolding = request.hasRules || held.length > 0;
	return {
		contacts_sent: request.toCall.length,
		contacts_rejected: rejected.length,
		...(isHolding && { contacts_held_back: held.length }),
		...(request.listsLeft && { rejected_rows: rejected }),
		...(request.listsLeft && isHolding && { held_back_rows: held }),
	};
}

const WHO_IS_LEFT =
	"'Dry Run' shows who and why. So does Options → 'Output' set to All Columns, from the next run on.";

/**
 * What the user is told of a list that was sent: "2 contacts were sent. Left out: 1 rejected, 3 held back."
 * @returns undefined if nobody was sent, or nobody left out and nothing is to be done
 */
export function sentHint(request: PeopleRequest): string | undefined {
	const { people, toCall, callList, listsLeft } = request;
	const { campaignId } = callList.caller;
	const isCreated = campaignId === undefined && callList.request.startsCreated !== true;
	const held = people.filter(({ verdict }) => verdict?.kind === 'held back').length;
	const rejected = people.length - toCall.length - held;
	const left = [
		...(rejected > 0 ? [`${rejected} rejected${listsLeft ? " ('rejected_rows')" : ''}`] : []),
		...(held > 0 ? [`${held} held back${listsLeft ? " ('held_back_rows')" : ''}`] : []),
	];
	if (toCall.length === 0 || (left.length === 0 && !isCreated)) return undefined;
	const sent = toCall.length === 1 ? '1 contact was sent.' : `${toCall.length} contacts were sent.`;
	return [
		sent,
		...(left.length > 0 ? [`Left out: ${left.join(', ')}.`] : []),
		...(left.length > 0 && !listsLeft ? [WHO_IS_LEFT] : []),
		...(isCreated
			? ['Nobody is called before you start the campaign with the operation Start.']
			: []),
	].join(' ');
}

/** What the user is told of rows of a list that cannot be sent; undefined if all can. */
export function wrongRowsHint({ callList: { people, route } }: PeopleRequest): string | undefined {
	const wrong = people.flatMap(({ finding }) => finding ?? []);
	if (route !== 'campaign' || wrong.length === 0) return undefined;
	const are = wrong.length === 1 ? 'is' : 'are';
	return `${wrong.length} of ${people.length} rows ${are} not sent. ${groundsInWords(wrong)} Correct them in the list, and send these rows again.`;
}

/** What the item of a request has beside the answer. */
export const reportFor = (request: PeopleRequest): IDataObject =>
	request.isOfOne || request.isFile ? {} : rowsReport(request);

/** When the first of those who are held back may be called; null if time alone does not change it. */
export const nextAllowed = (verdicts: ReadonlyArray<Verdict | undefined>): string | null =>
	verdicts
		.flatMap((verdict) =>
			verdict?.kind === 'held back' && verdict.next_allowed_at !== null
				? [verdict.next_allowed_at]
				: [],
		)
		.sort()[0] ?? null;

const NOBODY_LEFT: NotCalledReason = 'nobody left';

/** The item of a request of which nothing is sent. @param row the first input item of the request, from 1 */
export function leftItem(request: PeopleRequest, row: number): IDataObject {
	const { people, isAnyHeld: isHeld } = request;
	const [first] = people;
	const why = isHeld ? { held_back: true } : { skipped: true };
	if (request.isOfOne) {
		// An item without a campaign goes on with its own reason.
		const isSaid = isFilled(first?.shown.reason);
		const columns = first?.verdict && !isSaid ? verdictColumns(first.verdict) : {};
		return { ...first?.shown, row, ...why, ...columns };
	}
	const left = isHeld ? 'held back or skipped' : 'skipped';
	return {
		...why,
		...(isHeld && { next_allowed_at: nextAllowed(people.map(({ verdict }) => verdict)) }),
		reason: NOBODY_LEFT,
		description: `All numbers were ${left}, so nothing was sent`,
		row,
		...rowsReport(request),
	};
}
