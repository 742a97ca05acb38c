import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asNodeError, paced } from '../http';
import type { Verdict } from '../operation';
import { switchField } from '../operation';
import type { Planned } from '../run';
import { errorItem } from '../run';
import { countryCodeOf } from '../values';
import type { CreditsLeft } from './creditsLeft';
import { PeopleRequest, nextAllowed } from './people';
import type { KnownTexts } from './variables';
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

const FILE_NOT_READ =
	"The rows of a file are not read here. To see them, read the file with an Extract from File node and set 'Contacts From' to All Input Items";

/** A row as a dry run shows it. */
interface ShownRow {
	/** Its position, from 1, and the input item that it is from. */
	line: number;
	itemIndex: number;
	/** Undefined: the row is of a file, or cannot be read. */
	person?: PeopleRequest['people'][number];
	request?: PeopleRequest;
	would: Would;
	/** Why the row is not called. */
	reason: string | null;
}

/** Why a run that stops on errors would send nothing; '' if there is no wrong row. */
function stopReason(planned: readonly Planned[], stopOnError: boolean): string {
	const wrong = planned.find((entry) => 'error' in entry);
	if (!wrong || !stopOnError) return '';
	return (
		`Nothing would be sent, because row ${(wrong.itemIndexes[0] ?? 0) + 1} is not valid. Correct it, or set 'On Error' to Continue in the ` +
		'settings of this node'
	);
}

/** What would happen to a row, and why it is not called. */
type Fate = Pick<ShownRow, 'would' | 'reason'>;

/** What would happen to a request's rows without a verdict. @param stop why nothing would be sent; '' if it would */
function fateOf(entry: Planned, stop: string, isOneOfMany: boolean): Fate {
	if ('error' in entry) {
		const { message, description } = entry.error as { message: string; description?: unknown };
		const reason = [message, description].filter(Boolean).join('. ');
		return { would: isOneOfMany ? 'not_sent' : 'not_valid', reason };
	}
	return stop === '' ? { would: 'call', reason: null } : { would: 'not_sent', reason: stop };
}

/** What would happen to the rows of a request. */
function shownRows(entry: Planned, stop: string): ShownRow[] {
	const { itemIndexes, calls } = entry;
	const request = calls instanceof PeopleRequest ? calls : undefined;
	const { people = [] } = request ?? {};
	const fate = fateOf(entry, stop, people.length > 1);
	if (people.length === 0) {
		const unread: Fate =
			fate.would === 'call' ? { would: 'not_known', reason: FILE_NOT_READ } : fate;
		return itemIndexes.map((itemIndex) => ({ line: itemIndex + 1, itemIndex, ...unread }));
	}
	return people.map((person): ShownRow => {
		const { line, position, verdict } = person;
		const itemIndex = itemIndexes[position] ?? 0;
		const own = verdict && { would: WOULD_BY_VERDICT[verdict.kind], reason: verdict.reason };
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
	const { line, itemIndex, would, reason, person } = shown;
	const held = heldBackIn(shown);
	return {
		json: {
			row: line,
			would,
			reason,
			...(person?.shown ?? { contact_number: null }),
			dry_run: true,
			rule: held?.rule ?? null,
			next_allowed_at: held?.next_allowed_at ?? null,
			missing_variables: missingIn(shown, said),
		},
		pairedItem: { item: itemIndex },
	};
}

const NO_PRICE =
	'What a call costs is not known: the API shows prices of phone numbers and of credits, and none of calls';

/** How many of the rows have this, by what they have. */
function countsOf<R, T>(rows: readonly R[], of: (row: R) => T): Map<T, number> {
	const counts = new Map<T, number>();
	for (const row of rows) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1);
	return counts;
}

/** What the instructions of each agent mention, each agent once. One whose instructions are not known is left out. */
function disclosuresOf(said: readonly KnownTexts[]): IDataObject[] {
	const known = said.flatMap((one) => ('value' in one ? [one.value] : []));
	const byAgent = new Map(known.map(({ agentId, disclosure }) => [agentId, disclosure]));
	return [...byAgent].map(([agentId, disclosure]) => ({ agent_id: agentId, ...disclosure }));
}

/** What the rows are together, and what the platform says beside them. */
function summaryOf(
	rows: readonly ShownRow[],
	{ left, readAt }: CreditsLeft,
	said: readonly KnownTexts[],
): IDataObject {
	const problems = said.flatMap((one) => ('problem' in one ? [one.problem] : []));
	const counts = countsOf(rows, ({ would }) => would);
	const called = rows.filter(({ would }) => would === 'call');
	const byCountry = countsOf(called, ({ person }) => countryCodeOf(person?.number ?? ''));
	const isKnown = typeof left === 'number';
	const byRule = countsOf(
		rows.flatMap((row) => heldBackIn(row)?.rule ?? []),
		(rule) => rule,
	);
	return {
		dry_run: true,
		dry_run_summary: true,
		rows: rows.length,
		counts: Object.fromEntries(WOULD.map((would) => [would, counts.get(would) ?? 0])),
		held_back_by_rule: Object.fromEntries(byRule),
		next_allowed_at: nextAllowed(rows.map(({ person }) => person?.verdict)),
		calls_by_country_code: Object.fromEntries(byCountry),
		balance: isKnown ? left : null,
		balance_read_at: isKnown ? readAt : null,
		disclosure: disclosuresOf(said),
		not_known: [NO_PRICE, ...(isKnown ? [] : [left]), ...new Set(problems)],
	};
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
): Promise<INodeExecutionData[]> {
	if (!credits.isFresh) await credits.renew();
	const stop = stopReason(planned, stopOnError);

	const items: INodeExecutionData[] = [];
	const shown: ShownRow[] = [];
	let columns: IDataObject | undefined;
	for await (const entry of paced(planned)) {
		const { itemIndexes, calls } = entry;
		const request = calls instanceof PeopleRequest ? calls : undefined;
		columns ??= request?.variables.columns;
		const said = 'job' in entry && request ? texts.get(callerKey(request.callList)) : undefined;
		const failure = failures.get(entry) ?? said;
		if (failure instanceof Error) {
			if (stopOnError) throw asNodeError(context.getNode(), failure, itemIndexes[0]);
			items.push(errorItem(context, failure, itemIndexes));
			continue;
		}
		const rows = shownRows(entry, stop);
		for (const row of rows) items.push(dryRunItem(row, failure));
		shown.push(...rows);
	}
	const pairedItem = context.getInputData().map((_item, item) => ({ item }));
	const summary = summaryOf(shown, credits, [...texts.values()]);
	return [...items, { json: { ...summary, ...(columns && { columns }) }, pairedItem }];
}
