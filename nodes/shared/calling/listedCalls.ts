import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../http';
import { Identity, PageReader, addressOf, pagesFetcher, pagesOf } from '../http';
import { CALL, OWNER, callDirection, cellOf, idOf, placesOf, valueOf } from '../platform';
import { hasZone, phoneOf, readHttpDate, readTimestamp } from '../values';
import { calledIn } from './rules';

/*
 * Looks in the platform's list for calls whose outcome is unknown, and for those because of which somebody is skipped.
 * What it does not find proves nothing.
 *
 *   sent at 10:00; listed: 10:01 to this number, 9:50 to another one  -> the first is the call
 *   two to this number since 10:00                                    -> nobody knows which one it is
 *   no row read is older than 10:00, and more pages may follow        -> the same: a second one may be on them
 *   before 10:00, or of another agent, or of a campaign, or inbound   -> another call
 *   ours was not placed, and another node called by this agent then   -> taken for ours: nothing tells them apart
 */

/** The platform may cut off parts of a second, and the clocks of its computers differ by a little. */
const CLOCKS_DIFFER_MS = 2_000;

/** A call whose outcome is unknown, or of somebody who is skipped because of it. */
export interface EarlierCall {
	isUnknown: boolean;
	phone: string;
	agentId: string;
	/** Between which moments it was placed, if it was: ms since 1970, on the clock of this computer. */
	from: number;
	to: number;
}

/** When a call was created; NaN if it is not said, or without a zone: then it can be another moment. */
const createdAt = (row: IDataObject): number =>
	(hasZone(valueOf(CALL, row, 'created_at')) && readTimestamp(cellOf(CALL, row, 'created_at'))) ||
	Number.NaN;

/** The ID of the agent or campaign of a call; undefined if the row has none. '' if it names it in another way. */
const ownerIn = (row: IDataObject, owner: 'agent' | 'campaign') =>
	cellOf(OWNER, row, `${owner}_id`) ?? (placesOf(OWNER, row, owner).length > 0 ? '' : undefined);

/**
 * Whether a row may be this call, as one that does not say its number may. `{ agent: "Lena" }` may name its agent.
 * @throws RequestFailure for a number that cannot be compared
 */
const mayBe = (row: IDataObject, { phone, agentId, to }: EarlierCall): boolean =>
	!(createdAt(row) > to) &&
	(cellOf(CALL, row, 'agent_id') ?? agentId) === agentId &&
	ownerIn(row, 'campaign') === undefined &&
	callDirection(cellOf(CALL, row, 'direction')) !== 'inbound' &&
	phoneOf(calledIn(row) ?? phone) === phone;

/** Whether a row that may be this call says enough to be it. */
const isProven = (row: IDataObject, { from, agentId }: EarlierCall): boolean =>
	createdAt(row) >= from &&
	calledIn(row) !== undefined &&
	(ownerIn(row, 'agent') ?? agentId) === agentId &&
	idOf(row, 'call') !== '';

/** The only row that can be this call; undefined if several can, or if there may be more rows than these. */
function onlyRowOf(
	call: EarlierCall,
	rows: IDataObject[],
	isAll: boolean,
): IDataObject | undefined {
	const isOlder = (row: IDataObject) => createdAt(row) < call.from;
	// The newest come first: all behind the first older row must be older, too.
	const end = rows.findIndex(isOlder);
	if (end < 0 ? !isAll : !rows.slice(end).every(isOlder)) return undefined;
	const since = rows.slice(0, end < 0 ? undefined : end);
	const [row, ...others] = since.filter((each) => mayBe(each, call));
	return row && others.length === 0 && isProven(row, call) ? row : undefined;
}

/** What the list says of these calls, in their order. @throws RequestFailure if it cannot be read or compared */
export async function listedCalls(
	client: Client,
	calls: readonly EarlierCall[],
	maxPages: number,
): Promise<Array<IDataObject | undefined>> {
	const request = { ...addressOf('GET /calls'), subject: 'Get many calls' };
	/** The platform's clock when it answered, and how far it is ahead of this computer's, or a little less. */
	let [listedAt, ahead] = [-Infinity, 0];
	const fetchPage = pagesFetcher(client, request, { entity: 'call' }, ({ date }) => {
		listedAt = readHttpDate(date) ?? -Infinity;
		ahead = listedAt - Date.now() - CLOCKS_DIFFER_MS;
	});
	const earliest = Math.min(...calls.map(({ from }) => from));
	const rows: IDataObject[] = [];
	let [pages, isAll] = [0, true];
	for await (const page of pagesOf(new PageReader(fetchPage), new Identity('call'))) {
		rows.push(...page.rows);
		pages += 1;
		isAll = page.isLast;
		if (pages === maxPages || createdAt(rows.at(-1) ?? {}) < earliest + ahead) break;
		isAll = true;
	}
	// A call that is later than the answer: its time is that of another clock.
	if (rows.some((row) => createdAt(row) > listedAt + CLOCKS_DIFFER_MS)) return [];
	return calls.map((call) =>
		onlyRowOf({ ...call, from: call.from + ahead, to: call.to + ahead }, rows, isAll),
	);
}
