import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { RequestFailure, asNodeError, inParallel, paced } from '../../http';
import type { Caller } from '../../operation';
import { isCallee } from '../../operation';
import { objectIn } from '../../platform';
import { isFilled } from '../../values';
import type { CallTimes } from '../rules';
import { RuleGate } from '../rules';
import type { Claim } from '../memory';
import { CalledNumbers, executionMemory } from '../memory';
import type { Link, Planned } from '../job';
import { claimsOf, jobsOf } from '../job';
import { errorItem } from '../runErrors';
import type { JudgedRow, Known } from './judgement';
import { judge, stopReason, summaryOf, wouldOf } from './judgement';
import type { Said } from './platformReader';
import { PlatformReader } from './platformReader';

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

/** What the instructions of each agent have in braces, read once for all rows. @throws RequestFailure if the login fails */
async function readNames(
	reader: PlatformReader,
	planned: readonly Planned[],
	parallel: number,
): Promise<ReadonlyMap<string, Names>> {
	const callers = new Map(
		jobsOf(planned).flatMap(({ callees }) =>
			callees ? [[nameOf(callees.list.caller), callees.list.caller]] : [],
		),
	);
	const names = new Map<string, Names>();
	await inParallel([...callers], parallel, async ([name, caller]) => {
		const said = await reader.namesOf(caller).catch((error: unknown): RequestFailure => {
			if (error instanceof RequestFailure) return error;
			throw error;
		});
		names.set(name, said);
	});
	return names;
}

/** What earlier executions did with the numbers of this run, as far as the user wants to know it. */
async function claimOf(
	context: IExecuteFunctions,
	planned: readonly Planned[],
): Promise<Claim | undefined> {
	const { within, claims } = claimsOf(jobsOf(planned));
	const keys = claims.flatMap((claim) => claim.keys);
	return within && (await new CalledNumbers(context, within).known(keys));
}

/** The rows of a request, or why they cannot be judged. */
function judged(entry: Planned, known: Known): JudgedRow[] | Error {
	try {
		return judge(entry, known);
	} catch (error) {
		return error as Error;
	}
}

/**
 * What a run would do with each row, one item each, and a summary as the last item. Sends nothing but requests that read.
 *
 * @param earlier when the numbers were called before, where a rule counts it, or why nobody knows
 * @throws RequestFailure if the login fails, NodeApiError if there is no such agent or campaign and the run stops on errors
 */
export async function dryRunItems(
	context: IExecuteFunctions,
	planned: readonly Planned[],
	{ client, stopOnError, parallel }: Link,
	earlier: CallTimes | RequestFailure,
): Promise<INodeExecutionData[]> {
	const claim = await claimOf(context, planned);
	const reader = new PlatformReader(client);
	const names = await readNames(reader, planned, parallel);
	const balance = await reader.balance();
	const gate = new RuleGate(earlier, { called: executionMemory(context).called });
	const known = { claim, gate, stop: stopReason(planned, stopOnError) };

	const items: INodeExecutionData[] = [];
	const shown: JudgedRow[] = [];
	// In the order in which the requests would begin.
	for await (const entry of paced(planned)) {
		const { itemIndexes, list } = entry;
		const said = 'job' in entry && list ? names.get(nameOf(list.caller)) : undefined;
		const rows = judged(entry, known);
		const error = rows instanceof Error ? rows : said;
		if (error instanceof Error) {
			if (stopOnError) throw asNodeError(context.getNode(), error, itemIndexes[0]);
			items.push(errorItem(context, error, itemIndexes));
		} else if (!(rows instanceof Error)) {
			for (const row of rows) items.push(itemOf(row, error));
			shown.push(...rows);
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
