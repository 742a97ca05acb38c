import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../../shared/http';
import { RequestFailure, outlineOf, placeOfRows, readPage, refusalIn } from '../../shared/http';
import type { Reply } from '../../shared/operation';
import type { EntityName } from '../../shared/platform';

/** One page of a list, as this package reads it. */
export interface SeenPage {
	/** Undefined if nothing was requested: the list belongs to something that the account does not have. */
	reply?: Reply;
	rows: readonly IDataObject[];
	/** What the answer says about the whole list; undefined if it has no list that can be read. */
	page?: Page;
	/** The names that lead to the rows; undefined if there are none. */
	place?: readonly string[];
	/** Why it cannot be read, without any value of the platform. */
	problem?: string;
}

/** A small page of one list. */
export interface SeenList extends SeenPage {
	name: string;
	entity: EntityName;
}

/** Further pages of one list, which show how it is paged. */
export interface SeenPaging {
	/** Which list. */
	list: SeenList;
	/** Two rows: from the start, from offset 1 and from offset 2. */
	two: SeenPage;
	fromOne: SeenPage;
	fromTwo: SeenPage;
	/** As many rows as the trigger requests at most. */
	large: SeenPage;
	/** From far behind the end. */
	pastEnd: SeenPage;
}

/** Calls that were requested with a filter. */
export interface SeenFilters {
	/** From a time at which there is no call yet. */
	from: SeenPage;
	/** To a time at which there was no call. */
	to: SeenPage;
	/** With the identifier of the last call of the small page; undefined if it has none. */
	callId?: { id: string; page: SeenPage };
}

/** What a check of the platform has read. */
export interface Seen {
	lists: readonly SeenList[];
	/** Undefined if no list has enough rows. */
	paging?: SeenPaging;
	/** Undefined if there is no call. */
	filters?: SeenFilters;
	/** One call with its details; undefined if there is none. */
	call?: Reply;
	/** A call that does not exist. */
	missing: Reply;
	mfa: Reply;
	balance: Reply;
}

function failureIn(error: unknown): RequestFailure {
	if (error instanceof RequestFailure) return error;
	throw error;
}

/** What is read from an answer, or why it cannot be read. */
export function attempted<T>(read: () => T): T | RequestFailure {
	try {
		return read();
	} catch (error) {
		return failureIn(error);
	}
}

/**
 * Reads an answer as a list operation does.
 *
 * @param isStrict whether a 404 is a problem: not for a whole list, which some platforms answer so if it has no rows
 */
export function seenPage(reply: Reply, entity: EntityName, isStrict = false): SeenPage {
	if (!reply.isOk && reply.status === 404 && reply.hasMessage && !isStrict)
		return { reply, rows: [] };
	if (!reply.isOk) return { reply, rows: [], problem: reply.problem };
	const { body } = reply;
	if (refusalIn(body, '', false)) {
		return { reply, rows: [], problem: 'refused, with a status that says success' };
	}
	const page = attempted(() => readPage(body, { entity }));
	if (page instanceof RequestFailure) {
		return { reply, rows: [], problem: `${page.message}: ${outlineOf(body)}` };
	}
	return { reply, rows: page.rows, page, place: placeOfRows(body, entity) };
}

/** The list of this name. */
export const listOf = ({ lists }: Seen, name: string): SeenList | undefined =>
	lists.find((list) => list.name === name);

/** The rows of a list: those of the large page, if it was read for this list. */
export function rowsOf(
	{ lists, paging }: Pick<Seen, 'lists' | 'paging'>,
	name: string,
): readonly IDataObject[] {
	const isPaged = paging?.list.name === name && paging.large.rows.length > 0;
	return isPaged ? paging.large.rows : (lists.find((list) => list.name === name)?.rows ?? []);
}
