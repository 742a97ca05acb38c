import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asNodeError, paced } from '../../http';
import type { CallList, Row, Verdict } from '../../operation';
import { countryCodeOf, isFilled, objectIn } from '../../values';
import type { KnownTexts } from '../agentTexts';
import { callerKey } from '../agentTexts';
import type { CreditsLeft } from '../creditsLeft';
import type { Link, Planned } from '../job';
import { nextAllowed } from '../people';
import { errorItem } from '../runErrors';

/** What a run would do with a row. `not_known`: the row is not read here. */
const WOULD = ['call', 'duplicate', 'held_back', 'not_valid', 'not_sent', 'not_known'] as const;
type Would = (typeof WOULD)[number];

const WOULD_BY_VERDICT: Readonly<Record<Verdict['kind'], Would>> = {
	'not valid': 'not_valid',
	duplicate: 'duplicate',
	'called before': 'duplicate',
	'possibly called': 'duplicate',
	'held back': 'held_back',
	'not sent': 'not_sent',
};

const FILE_NOT_READ =
	"The rows of a file are not read here. To see them, read the file with an Extract from File node and set 'Contacts From' to All Input Items";

/** A row as a dry run shows it. */
interface ShownRow {
	row: Row;
	/** The input item that the row is from. */
	itemIndex: number;
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

/** Rows of a request whose people are not read: a file, or what cannot be read. */
const unreadRows = (itemIndexes: readonly number[]): Row[] =>
	itemIndexes.map((itemIndex, position) => {
		return { row: itemIndex + 1, position, shown: { contact_number: null }, fields: {} };
	});

/** What would happen to the rows of a request. @param stop why nothing at all would be sent; '' if something would */
function shownRows(entry: Planned, stop: string): ShownRow[] {
	const { itemIndexes, list } = entry;
	const isRead = list !== undefined && list.rows.length > 0;
	const rows = isRead ? list.rows : unreadRows(itemIndexes);
	let left: Verdict | undefined = stop === '' ? undefined : { kind: 'not sent', reason: stop };
	if ('error' in entry) {
		const { message, description } = entry.error as { message: string; description?: unknown };
		const kind = isRead && rows.length > 1 ? 'not sent' : 'not valid';
		left = { kind, reason: [message, description].filter(Boolean).join('. ') };
	}
	return rows.map((row): ShownRow => {
		const itemIndex = itemIndexes[row.position] ?? 0;
		const verdict = row.verdict ?? left;
		if (verdict) {
			const would = WOULD_BY_VERDICT[verdict.kind];
			return { row: { ...row, verdict }, itemIndex, would, reason: verdict.reason };
		}
		if (isRead) return { row, itemIndex, would: 'call', reason: null };
		return { row, itemIndex, would: 'not_known', reason: FILE_NOT_READ };
	});
}

/** Names of all that is sent for a row and has a value. */
function sentNames(sent: IDataObject): Set<string> {
	const filled = (fields: IDataObject) =>
		Object.keys(fields).filter((name) => isFilled(fields[name]));
	return new Set([...filled(sent), ...filled(objectIn(sent.variables) ?? {})]);
}

/** The names in the instructions for which a row has no value; null if the names could not be read. */
function missingIn({ row }: ShownRow, said?: KnownTexts): string[] | null {
	if (row.number === undefined || !said || !('value' in said)) return null;
	const given = sentNames(row.fields);
	return said.value.names.filter((name) => !given.has(name));
}

/** What held a row back; undefined if nothing did. */
const heldBackIn = ({ row: { verdict } }: ShownRow) =>
	verdict?.kind === 'held back' ? verdict : undefined;

function dryRunItem(shown: ShownRow, said?: KnownTexts): INodeExecutionData {
	const { row, itemIndex, would, reason } = shown;
	const held = heldBackIn(shown);
	return {
		json: {
			row: row.row,
			would,
			reason,
			...row.shown,
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
	const byCountry = countsOf(called, ({ row }) => countryCodeOf(row.number ?? ''));
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
		next_allowed_at: nextAllowed(rows.map(({ row }) => row)),
		calls_by_country_code: Object.fromEntries(byCountry),
		balance: isKnown ? left : null,
		balance_read_at: isKnown ? readAt : null,
		disclosure: disclosuresOf(said),
		not_known: [NO_PRICE, ...(isKnown ? [] : [left]), ...new Set(problems)],
	};
}

/** What a dry run shows beside the rows. */
interface Beside {
	/** Why the rows of a request could not be judged. */
	failures: ReadonlyMap<Planned, Error>;
	/** What the agents say, by who calls. */
	texts: ReadonlyMap<string, KnownTexts>;
	/** The balance, which a rule may have read. */
	credits: CreditsLeft;
}

/** The columns of a list, as the summary shows them. */
function columnsIn({ columns, narrowed = [], unnamed }: CallList): IDataObject[] {
	if (!columns || !unnamed) return columns ? [columns] : [];
	const [sent, notSent] = [false, true].map((isLeftOut) =>
		narrowed.filter((variable) => unnamed.has(variable) === isLeftOut),
	);
	return [{ ...columns, variables: sent, notSent }];
}

/**
 * What a run would do with each row, one item each, and a summary as the last item. Sends nothing but requests that read.
 *
 * @param planned the requests, whose rows have their verdicts
 * @throws RequestFailure if the login fails, NodeApiError if there is no such agent or campaign and the run stops on errors
 */
export async function dryRunItems(
	context: IExecuteFunctions,
	planned: readonly Planned[],
	{ failures, texts, credits }: Beside,
	{ stopOnError }: Link,
): Promise<INodeExecutionData[]> {
	if (!credits.isFresh) await credits.renew();
	const stop = stopReason(planned, stopOnError);

	const items: INodeExecutionData[] = [];
	const shown: ShownRow[] = [];
	for await (const entry of paced(planned)) {
		const { itemIndexes, list } = entry;
		const said = 'job' in entry && list ? texts.get(callerKey(list)) : undefined;
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
	const columns = planned.flatMap(({ list }) => (list ? columnsIn(list) : []))[0];
	const summary = summaryOf(shown, credits, [...texts.values()]);
	return [...items, { json: { ...summary, ...(columns && { columns }) }, pairedItem }];
}
