import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asNodeError, paced } from '../http';
import type { CallList, Grounds, Verdict } from '../operation';
import { reasonIn, switchField } from '../operation';
import type { Planned } from '../run';
import { errorItem } from '../run';
import type { ParameterError } from '../values';
import { countryCodeOf, isFilled } from '../values';
import type { CreditsLeft } from './creditsLeft';
import { asSentence, countsOf, groundsInWords } from './groundsInWords';
import { PeopleRequest, nextAllowed } from './people';
import type { AgentTexts, KnownTexts } from './variables';
import { callerKey, placeholdersWithout } from './variables';

/*
 * What a run would do with each row. It sends nothing but requests that read. A dry run that is interrupted can leave
 * a handful of numbers as possibly called: the store is only read by recording.
 */

/** The switch of every operation that has a preview. */
export const dryRunField = switchField(
	'Dry Run',
	'dryRun',
	'Whether to send nothing, and show for each row what would happen. Nobody is called, and nothing stays recorded.',
);

/** What a run would do with a row. `not_sent`: right, but another row stops the run. `not_known`: not read here. */
const WOULD = ['call', 'duplicate', 'held_back', 'not_valid', 'not_sent', 'not_known'] as const;
type Would = (typeof WOULD)[number];

const WOULD_BY_VERDICT: Readonly<Record<Verdict['kind'], Would>> = {
	'not valid': 'not_valid',
	duplicate: 'duplicate',
	'called before': 'duplicate',
	'possibly called': 'duplicate',
	'held back': 'held_back',
};

/** A row as a dry run shows it. */
interface ShownRow {
	/** Its position, from 1, and the input item that it is from. */
	line: number;
	itemIndex: number;
	/** Undefined: the row is of a file, or cannot be read. */
	person?: PeopleRequest['people'][number];
	request?: PeopleRequest;
	would: Would;
	/** Why the row is not called; undefined if it is. */
	grounds?: Grounds;
}

/** What would happen to a row, and why it is not called. */
type Fate = Pick<ShownRow, 'would' | 'grounds'>;

const UNREAD_FILE: Fate = {
	would: 'not_known',
	grounds: { because: 'rows not read', description: '' },
};
const STOPPED: Fate = {
	would: 'not_sent',
	grounds: { because: 'run would stop', description: '' },
};

/** What would happen to the rows of a request that cannot be sent, where they have no verdict. */
function fateOfWrong(error: Error, isOneOfMany: boolean, isProblemOfRows: boolean): Fate {
	const { message, description, because } = error as Partial<ParameterError>;
	const words = [message, description].filter(Boolean).join('. ');
	if (!isOneOfMany)
		return {
			would: 'not_valid',
			grounds: { because: because ?? 'wrong value', description: words },
		};
	return {
		would: 'not_sent',
		grounds: {
			because: isProblemOfRows ? 'another row is wrong' : 'cannot be sent',
			description: words,
		},
	};
}

/** What would happen to a request's rows without a verdict. @param stops whether a wrong row stops the run */
function fateOf(entry: Planned, stops: boolean, isOneOfMany: boolean): Fate {
	if ('error' in entry)
		return fateOfWrong(entry.error, isOneOfMany, entry.calls?.isProblemOfRows === true);
	return stops ? STOPPED : { would: 'call' };
}

/** What would happen to the rows of a request. */
function shownRows(entry: Planned, stops: boolean): ShownRow[] {
	const { itemIndexes, calls } = entry;
	const request = calls instanceof PeopleRequest ? calls : undefined;
	const { people = [] } = request ?? {};
	const fate = fateOf(entry, stops, people.length > 1);
	if (people.length === 0) {
		const unread = fate.would === 'call' ? UNREAD_FILE : fate;
		return itemIndexes.map((itemIndex) => ({ line: itemIndex + 1, itemIndex, ...unread }));
	}
	return people.map((person): ShownRow => {
		const { line, position, verdict } = person;
		const itemIndex = itemIndexes[position] ?? 0;
		const own = verdict && { would: WOULD_BY_VERDICT[verdict.kind], grounds: verdict };
		return { line, itemIndex, person, request, ...(own ?? fate) };
	});
}

/** The placeholders of the agent that get no value for a row; null if they could not be read. */
function missingIn({ person, request }: ShownRow, said?: KnownTexts): string[] | null {
	if (!person?.number || !request || !said || !('value' in said)) return null;
	return placeholdersWithout(said.value.names, request.variables.sentOf(person.fields));
}

/** What held a row back; undefined if nothing did. */
const heldBackIn = ({ person }: ShownRow) =>
	person?.verdict?.kind === 'held back' ? person.verdict : undefined;

function dryRunItem(shown: ShownRow, said?: KnownTexts): INodeExecutionData {
	const { line, itemIndex, would, grounds, person } = shown;
	const held = heldBackIn(shown);
	return {
		json: {
			row: line,
			would,
			reason: grounds ? reasonIn(grounds) : '',
			...(person?.shown ?? { contact_number: null }),
			rule: held?.rule ?? null,
			next_allowed_at: held?.next_allowed_at ?? null,
			missing_variables: missingIn(shown, said),
			dry_run: true,
		},
		pairedItem: { item: itemIndex },
	};
}

/** What the rows are together. */
function summaryOf(rows: readonly ShownRow[]): IDataObject {
	const counts = new Map(countsOf(rows.map(({ would }) => would)));
	const rules = rows.flatMap((row) => heldBackIn(row)?.rule ?? []);
	return {
		dry_run: true,
		dry_run_summary: true,
		counts: Object.fromEntries(WOULD.map((would) => [would, counts.get(would) ?? 0])),
		held_back_by_rule: Object.fromEntries(countsOf(rules)),
		next_allowed_at: nextAllowed(rows.map(({ person }) => person?.verdict)),
	};
}

/** How many country codes, and agents, a hint names. */
const MOST_NAMED = 5;

/** `a, b, c and 2 more` */
function named(texts: readonly string[]): string {
	const more = texts.length > MOST_NAMED ? ` and ${texts.length - MOST_NAMED} more` : '';
	return `${texts.slice(0, MOST_NAMED).join(', ')}${more}`;
}

const WOULD_BE: Readonly<Record<CallList['route'], string>> = {
	call: 'be called',
	callback: 'get a callback',
	campaign: 'be sent to the campaign',
	run: 'be started',
};

/** What the user is told of the balance; '' if calls can be paid, or nobody knows it. */
function balanceWarning(left: CreditsLeft['left'], isStarted: boolean): string {
	if (typeof left !== 'number' || left > 0) return '';
	const what = isStarted
		? "'Start Immediately' would start the campaign, and it may call nobody"
		: 'the platform may call nobody';
	return `The balance is ${left} credits, and calls need more: ${what}.`;
}

/** What the rows are together, in words: who would be called, and what to do for the others. */
function rowsHint(rows: readonly ShownRow[], left: CreditsLeft['left']): DryRunHint {
	const called = rows.filter(({ would }) => would === 'call');
	const codes = countsOf(called.map(({ person }) => countryCodeOf(person?.number ?? '')));
	const byCode = codes.length > 0 ? ` (${named(codes.map((one) => one.join(': ')))})` : '';
	const { callList } = rows.find(({ request }) => request)?.request ?? {};
	const balance = balanceWarning(left, callList?.request.startsCreated === true);
	const sentences = [
		`${called.length} of ${rows.length} rows would ${WOULD_BE[callList?.route ?? 'call']}${byCode}.`,
		groundsInWords(rows.flatMap(({ grounds }) => grounds ?? [])),
		balance,
	];
	const isGood = called.length === rows.length && balance === '';
	return { type: isGood ? 'info' : 'warning', message: sentences.filter(Boolean).join(' ') };
}

/** `phone number Mobile, first name Name, consent Opt-In; variables city, plan`; '' if no columns are read. */
function columnsInWords({ variables, consentColumn = '' }: PeopleRequest): string {
	const read: ReadonlyArray<readonly [what: string, column: unknown]> = [
		['phone number', variables.columns?.number],
		['first name', variables.columns?.firstName],
		['last name', variables.columns?.lastName],
		['consent', consentColumn],
		['variables', variables.columns?.variables],
		['not sent', variables.columns?.notSent],
	];
	const filled = read.filter(([, column]) => isFilled(column));
	return filled.map(([what, column]) => `${what}: ${[column].flat().join(', ')}`).join('; ');
}

/** What the instructions of an agent mention of an AI and a recording, which people may have to be told. */
function disclosureInWords({ agent, disclosure }: AgentTexts): string {
	const { mentions_ai: ai, mentions_recording: recording, hint } = disclosure;
	const quoted = (what: string, [passage]: readonly string[]) =>
		passage === undefined ? [] : [`${what} ("${passage}")`];
	const said = [...quoted('an AI', ai), ...quoted('a recording', recording)].join(' and ');
	const mentions = said === '' ? [] : [`mentions ${said}`];
	return `Agent ${agent}: ${[...mentions, ...(hint === null ? [] : [hint])].join('. ')}`;
}

/** What the platform says beside the rows, and which columns are read. */
function besideHint(
	requests: readonly PeopleRequest[],
	said: readonly KnownTexts[],
	left: CreditsLeft['left'],
): DryRunHint {
	const columns = [...new Set(requests.map(columnsInWords))].filter(Boolean);
	const known = said.flatMap((one) => ('value' in one ? [one.value] : []));
	const agents = [...new Map(known.map((one) => [one.agentId, disclosureInWords(one)])).values()];
	const others = agents.length - MOST_NAMED;
	const problems = said.flatMap((one) => ('problem' in one ? [one.problem] : []));
	const sentences = [
		...columns.slice(0, 1).map((text) => `Columns: ${text}`),
		...agents.slice(0, MOST_NAMED),
		...(others > 0 ? [`${others} more agents`] : []),
		typeof left === 'number' ? `Balance: ${left} credits` : left,
		...new Set(problems),
	];
	return { type: 'info', message: sentences.map(asSentence).join(' ') };
}

/** What a dry run shows beside the rows. */
interface Beside {
	/** Why the people of a request could not be judged. */
	failures: ReadonlyMap<Planned, Error>;
	/** What the agents say, by who calls. */
	texts: ReadonlyMap<string, KnownTexts>;
	/** The balance, which a rule may have read. */
	credits: CreditsLeft;
}

/** A sentence at the output. Older versions of n8n do not show it. */
interface DryRunHint {
	type: 'info' | 'warning';
	message: string;
}

/**
 * What a run would do with each row, one item each, and a summary at the end. It only sends requests that read.
 * @param planned the requests, whose people have their verdicts
 * @throws RequestFailure if the login fails; NodeApiError without such an agent or campaign, if the run stops on errors
 */
export async function dryRunItems(
	context: IExecuteFunctions,
	planned: readonly Planned[],
	{ failures, texts, credits }: Beside,
	stopOnError: boolean,
): Promise<{ items: INodeExecutionData[]; hints: DryRunHint[] }> {
	if (!credits.isFresh) await credits.renew();
	const stops = stopOnError && planned.some((entry) => 'error' in entry);

	const items: INodeExecutionData[] = [];
	const shown: ShownRow[] = [];
	const requests: PeopleRequest[] = [];
	for await (const entry of paced(planned)) {
		const { itemIndexes, calls } = entry;
		const request = calls instanceof PeopleRequest ? calls : undefined;
		if (request) requests.push(request);
		const said = 'job' in entry && request ? texts.get(callerKey(request.callList)) : undefined;
		const failure = failures.get(entry) ?? said;
		if (failure instanceof Error) {
			if (stopOnError) throw asNodeError(context.getNode(), failure, itemIndexes[0]);
			items.push(errorItem(context, failure, itemIndexes));
			continue;
		}
		for (const row of shownRows(entry, stops)) {
			items.push(dryRunItem(row, failure));
			shown.push(row);
		}
	}
	const pairedItem = context.getInputData().map((_item, item) => ({ item }));
	const hints = [
		...(shown.length > 0 ? [rowsHint(shown, credits.left)] : []),
		besideHint(requests, [...texts.values()], credits.left),
	];
	return { items: [...items, { json: summaryOf(shown), pairedItem }], hints };
}
