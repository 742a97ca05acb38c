import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../http';
import { Identity, PageReader, addressOf, pagesFetcher, pagesOf } from '../http';
import { CALL, callDirection, cellOf, idOf, valueOf } from '../platform';
import { hasZone, phoneOf, readHttpDate, readTimestamp } from '../values';
import { calledIn } from './rules';

/*
 * Looks in the platform's list for calls whose outcome is unknown. What it does not find proves nothing.
 *
 *   sent at 10:00; listed: 10:01 to this number, 9:50 to another one  -> the first is the call
 *   two to this number since 10:00; or none of 9:59, and more pages   -> nobody knows which one it is
 *   before 10:00, or of another agent, or of a campaign, or inbound   -> another call
 */

/** The platform may cut off parts of a second, and the clocks of its computers differ by a little. */
const CLOCKS_DIFFER_MS = 2_000;

/** A call whose outcome is unknown. */
export interface UnknownCall {
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

/** Whether a row may be this call. @throws RequestFailure for a number that cannot be compared */
const mayBe = (row: IDataObject, { phone, agentId, to }: UnknownCall): boolean =>
	!(createdAt(row) > to) &&
	(cellOf(CALL, row, 'agent_id') ?? agentId) === agentId &&
	cellOf(CALL, row, 'campaign_id') === null &&
	callDirection(cellOf(CALL, row, 'direction')) !== 'inbound' &&
	phoneOf(calledIn(row) ?? '') === phone;

/** The only row that can be this call; undefined if several can, or if there may be more rows than these. */
function onlyRowOf(
	call: UnknownCall,
	rows: IDataObject[],
	isAll: boolean,
): IDataObject | undefined {
	const isOlder = (row: IDataObject) => createdAt(row) < call.from;
	const end = rows.findIndex(isOlder);
	if (end < 0 ? !isAll : !rows.slice(end).every(isOlder)) return undefined;
	const since = rows.slice(0, end < 0 ? undefined : end);
	const [row, ...others] = since.filter((each) => mayBe(each, call));
	if (!row || others.length > 0 || !(createdAt(row) >= call.from)) return undefined;
	return idOf(row, 'call') === '' ? undefined : row;
}

/**
 * What the platform's list says of these calls, in their order. @param maxPages the most pages that are read
 * @throws RequestFailure if the list cannot be read or compared
 */
export async function listedCalls(
	client: Client,
	unknown: readonly UnknownCall[],
	maxPages: number,
): Promise<Array<IDataObject | undefined>> {
	const request = { ...addressOf('GET /calls'), subject: 'Get many calls' };
	/** The platform's clock, and how far it is ahead of this computer's. */
	let [listedAt, ahead] = [-Infinity, 0];
	const fetchPage = pagesFetcher(client, request, { entity: 'call' }, ({ date }) => {
		listedAt = readHttpDate(date) ?? -Infinity;
		ahead = listedAt - Date.now() - CLOCKS_DIFFER_MS;
	});
	const earliest = Math.min(...unknown.map(({ from }) => from));
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
	return unknown.map((call) => {
		const isOnly = unknown.every((other) => other === call || other.phone !== call.phone);
		const there = { ...call, from: call.from + ahead, to: call.to + ahead };
		return isOnly ? onlyRowOf(there, rows, isAll) : undefined;
	});
}
