import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Client } from '../../http';
import { RequestFailure, asNodeError, inParallel } from '../../http';
import type { Caller } from '../../operation';
import { isCallee } from '../../operation';
import { objectIn } from '../../platform';
import { isFilled } from '../../values';
import type { CallTimes } from '../callingRules';
import { RuleGate } from '../callingRules';
import type { Claim } from '../calledNumbers';
import { CalledNumbers, executionMemory } from '../calledNumbers';
import { paced } from '../pace';
import type { Planned } from '../job';
import { claimsOf } from '../job';
import { errorItem } from '../runErrors';
import type { JudgedRequest, JudgedRow, Known } from './judgement';
import { judge, stopReason } from './judgement';
import type { Said } from './platformReader';
import { PlatformReader } from './platformReader';
import { summaryOf, wouldOf } from './summary';

/** What is known of one request: its rows, or why they cannot be judged. */
type Judged = { entry: Planned; caller?: Caller } & (JudgedRequest | { error: Error });

/** Names in the instructions, or why there are none. */
type Names = Said<readonly string[]> | RequestFailure;

const nameOf = (caller: Caller): string => JSON.stringify(caller);

/** Names of all that is sent for a row and has a value. */
function namesIn(sent: IDataObject): Set<string> {
	const filled = (fields: IDataObject) =>
		Object.keys(fields).filter((name) => isFilled(fields[name]));
	return new Set([...filled(sent), ...filled(objectIn(sent.variables) ?? {})]);
}

/** Null if it is not known. */
function missingIn({ row }: JudgedRow, names?: Said<readonly string[]>): string[] | null {
	if (!isCallee(row) || !names || !('value' in names)) return null;
	const given = namesIn(row.sent());
	return names.value.filter((name) => !given.has(name));
}

function itemOf(judged: JudgedRow, names?: Said<readonly string[]>): INodeExecutionData {
	const { row, itemIndex, why } = judged;
	const held = why?.would === 'held_back' ? why : undefined;
	return {
		json: {
			...row.json,
			row: row.row,
			dry_run: true,
			would: wouldOf(judged),
			rule: held?.rule ?? null,
			reason: why?.reason ?? null,
			next_allowed_at: held?.next_allowed_at ?? null,
			missing_variables: missingIn(judged, names),
		},
		pairedItem: { item: itemIndex },
	};
}

/** What each request would do, in the order in which they would begin. */
async function judgeAll(planned: readonly Planned[], known: Known): Promise<Judged[]> {
	const all: Judged[] = [];
	for await (const entry of paced(planned)) {
		try {
			all.push({ entry, ...judge(entry, known) });
		} catch (error) {
			all.push({ entry, error: error as Error });
		}
	}
	return all;
}

/** What the instructions of each agent have in braces, read once for all rows. */
async function readNames(
	reader: PlatformReader,
	judged: readonly Judged[],
	parallel: number,
): Promise<Map<string, Names>> {
	const callers = new Map(
		judged.flatMap(({ caller }) => (caller ? [[nameOf(caller), caller]] : [])),
	);
	const names = await inParallel(
		[...callers.values()],
		parallel,
		async (caller) =>
			await reader.namesOf(caller).catch((error: unknown): RequestFailure => {
				if (error instanceof RequestFailure) return error;
				throw error;
			}),
	);
	return new Map([...callers.keys()].map((name, index) => [name, names[index] as Names]));
}

/** What a dry run needs to know of the run. */
export interface Setting {
	client: Client;
	/** When the numbers were called before, where a rule counts it, or why nobody knows. */
	earlier: CallTimes | RequestFailure;
	stopOnError: boolean;
	parallel: number;
}

/** What all rows need. @throws NodeApiError */
async function needed<T>(context: IExecuteFunctions, work: Promise<T>): Promise<T> {
	const result = await work.catch((error: Error) => error);
	if (result instanceof Error) throw asNodeError(context.getNode(), result);
	return result;
}

/** What earlier executions did with the numbers of this run, as far as the user wants to know it. */
async function claimOf(
	context: IExecuteFunctions,
	planned: readonly Planned[],
): Promise<Claim | undefined> {
	const { within, claims } = claimsOf(
		planned.flatMap((entry) => ('job' in entry ? [entry.job] : [])),
	);
	const keys = claims.flatMap((claim) => claim.keys);
	return within && (await new CalledNumbers(context, within).known(keys));
}

/**
 * What a run would do with each row, one item each, and a summary as the last item. Sends nothing but requests that read.
 *
 * @throws NodeApiError if the login fails, or if there is no such agent or campaign and the run stops on errors
 */
export async function dryRunItems(
	context: IExecuteFunctions,
	planned: readonly Planned[],
	{ client, earlier, stopOnError, parallel }: Setting,
): Promise<INodeExecutionData[]> {
	const claim = await needed(context, claimOf(context, planned));
	const gate = new RuleGate(earlier, { called: executionMemory(context).called });
	const judged = await judgeAll(planned, { claim, gate, stop: stopReason(planned, stopOnError) });
	const reader = new PlatformReader(client);
	const names = await needed(context, readNames(reader, judged, parallel));
	const balance = await needed(context, reader.balance());

	const items: INodeExecutionData[] = [];
	const shown: JudgedRow[] = [];
	for await (const one of paced(judged)) {
		const { itemIndexes } = one.entry;
		const said = one.caller && names.get(nameOf(one.caller));
		const error = 'error' in one ? one.error : said;
		if (error instanceof Error) {
			if (stopOnError) throw asNodeError(context.getNode(), error, itemIndexes[0]);
			items.push(errorItem(context, error, itemIndexes));
			continue;
		}
		const rows = 'rows' in one ? one.rows : [];
		for (const row of rows) {
			items.push(itemOf(row, said instanceof Error ? undefined : said));
			shown.push(row);
		}
	}
	const problems = [...names.values()].flatMap((said) => ('problem' in said ? [said.problem] : []));
	const pairedItem = context.getInputData().map((_item, item) => ({ item }));
	const columns = planned.flatMap(({ list }) => list?.columns ?? [])[0];
	return [
		...items,
		{ json: { ...summaryOf(shown, balance, problems), ...(columns && { columns }) }, pairedItem },
	];
}
