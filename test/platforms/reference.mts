import type { IDataObject } from 'n8n-workflow';
import { PARTLY } from '../platform/envelopes.mts';
import { ORIGIN } from '../platform/platform.mts';
import { trueRow } from '../platform/rows.mts';
import type { Case, ListCase, ObjectCase } from './cases.mts';
import { trueColumns } from './columns.mts';
import { belonging, isActionCase, mustRefuse } from './expectations.mts';
import type { Reader, Reading } from './oracle.mts';
import { contentPath } from './paths.mts';
import { ENTERED } from './resources.mts';
import { Overrun, enteredFilter, targetOf, type CasePlatform, type Reply } from './platform.mts';

/*
 * A reader that knows the manner of each platform, as from a manual. It shows that the answers hold the truth and that the oracle accepts it.
 * Every skill of it can be taken away (faulty.mts).
 */

const BASE = `${ORIGIN}/api/v1`;

/** The reader gives up; its user sees this text. */
export class Refused extends Error {}

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON with the digits of all whole numbers. */
function exactJson(text: string): unknown {
	type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
	const keepDigits: Reviver = (_key, value, { source = '' }) =>
		typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
			? source
			: value;
	return text === '' ? undefined : JSON.parse(text, keepDigits as never);
}

export const at = (value: unknown, path: string): unknown =>
	path === ''
		? value
		: path
				.split('.')
				.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

/** One page as it is being read. */
export interface Page {
	of: ListCase;
	body: unknown;
	rows: IDataObject[];
	/** Rows of this page and of those before. */
	read: number;
	/** Rows of this page that were in none before. */
	fresh: number;
	/** From 0. */
	number: number;
	asked: number;
}

/** What the reader can do. */
export interface Skills {
	parse(text: string): unknown;
	/** The rows of an answer. */
	rows(body: unknown, of: ListCase): IDataObject[];
	object(body: unknown, of: ObjectCase): IDataObject;
	/** Two rows with the same identity are one. */
	identity(row: IDataObject, of: ListCase): string;
	/** Whether the user's filters let a row through. */
	accepts(row: IDataObject, of: ListCase): boolean;
	/** Whether nothing follows a page. */
	isLast(page: Page): boolean;
	/** The query of the page after `page`, or a whole address. @throws Refused if it cannot be had */
	next(page: Page, number: number): { query: Record<string, unknown> } | { url: string };
	/** Whether an error status ends the list. */
	endsWith(status: number, number: number, of: ListCase): boolean;
	/** @throws Refused if the answer says that nothing was done */
	check(body: unknown, of: Case): void;
	columns(row: IDataObject, of: Case, body: unknown): IDataObject;
	/** What is shown of a list that was accepted in part; undefined if all of it was. */
	partly(of: ObjectCase): IDataObject | undefined;
	/** What is shown of an action that the answer leaves open; undefined if it confirms it. */
	words(body: unknown, of: ObjectCase): IDataObject | undefined;
	cut(rows: IDataObject[], limit: number | undefined): IDataObject[];
	/** How often an action is sent. */
	attempts: number;
	/** Whether an action that failed is sent again when the node runs again. */
	forgets: boolean;
	/** Whether an action is remembered as done, by whether it was. */
	remembers(wasDone: boolean): boolean;
	isReadable: boolean;
}

const MARK = /"mark_\d+_(-?\d+)\\?"/;

export const indexOf = (row: IDataObject): number =>
	Number(MARK.exec(JSON.stringify(row))?.[1] ?? 0);

function rowsAtPath(body: unknown, of: ListCase): IDataObject[] {
	const found = at(body, contentPath(of));
	if (!Array.isArray(found)) return [];
	return found.map((row) => (isObject(row) ? row : { value: row as string }));
}

function objectAtPath(body: unknown, of: ObjectCase): IDataObject {
	const { kind } = of.single;
	const found = at(body, contentPath(of));
	const one = (Array.isArray(found) ? found[0] : found) as IDataObject | undefined;
	if (kind === 'empty') return {};
	if (!one) throw new Refused('There is no object');
	if (kind !== 'split') return one;
	const { [targetOf(of).singular]: rest, ...others } = one;
	return { ...others, ...(rest as object) };
}

function nextPage(page: Page): ReturnType<Skills['next']> {
	const { of, asked, read } = page;
	if (of.paging.offset === 'ignored') throw new Refused('The offset is ignored');
	return { query: { limit: asked, ...filterQuery(of), offset: read } };
}

function isLastPage(page: Page): boolean {
	const { of, rows, asked, fresh, number } = page;
	const { paging } = of;
	if (rows.length === 0) return true;
	// Rows that appear meanwhile push others to the next pages, which have nothing new then.
	const isMoving = paging.inserts > 0 && number < 5 + 3 * paging.inserts;
	if (paging.pastEnd.startsWith('last') && fresh === 0 && !isMoving) return true;
	if (paging.offset !== 'ignored') return false;
	const size = paging.limit === 'ignored' ? paging.cap : Math.min(asked, paging.cap);
	return rows.length < size;
}

export const filterQuery = (of: ListCase): Record<string, unknown> => {
	const { from, to, callId } = enteredFilter(of);
	return { from, to, call_id: callId };
};

export const SKILLS: Skills = {
	parse: exactJson,
	rows: rowsAtPath,
	object: objectAtPath,
	identity: (row) => JSON.stringify(row),
	accepts(row, of) {
		const index = indexOf(row);
		return index < 0 || belonging(of)[index] === 'in';
	},
	isLast: isLastPage,
	next: nextPage,
	endsWith: (status, number, of) =>
		(number > 0 && status !== 500) || (status === 404 && of.envelope.empty === '404'),
	check(_body, of) {
		// Even a manual does not tell how to read it.
		const isReshuffled = of.kind === 'list' && of.listing.order === 'reshuffled';
		const reason = isReshuffled ? 'each page has another order' : mustRefuse(of);
		if (reason !== undefined) throw new Refused(reason);
	},
	columns: (row, of) => trueColumns(trueRow(of.seed, indexOf(row)), of),
	words: (body, of) => (of.single.kind === 'words' ? (body as IDataObject) : undefined),
	cut: (rows, limit) => rows.slice(0, limit),
	attempts: 1,
	forgets: false,
	partly: ({ single }) =>
		single.refuses === 'nobody'
			? undefined
			: (PARTLY[single.refuses](ENTERED.toNumber) as IDataObject),
	remembers: (wasDone) => wasDone,
	isReadable: true,
};

const isRaw = (of: Case) => of.output === 'raw' || targetOf(of).table === 'plain';

type Ask = (query: Record<string, unknown> | string, body?: object) => Reply;

function readList(of: ListCase, ask: Ask, skills: Skills): IDataObject[] {
	const { paging, limit } = of;
	const refuses = paging.limit === 'refused400' || paging.limit === 'refused422';
	const asked = refuses ? Math.min(paging.refusedAbove, 100) : 100;
	const seen = new Set<string>();
	const found: IDataObject[] = [];
	let read = 0;
	let query: Record<string, unknown> | string = { limit: asked, offset: 0, ...filterQuery(of) };
	for (let number = 0; ; number += 1) {
		const { status, text } = ask(query);
		if (status >= 400) {
			if (skills.endsWith(status, number, of)) break;
			throw new Refused(text);
		}
		const body = skills.parse(text);
		skills.check(body, of);
		const rows = skills.rows(body, of);
		read += rows.length;
		const known = seen.size;
		for (const row of rows) {
			const identity = skills.identity(row, of);
			if (seen.has(identity)) continue;
			seen.add(identity);
			if (skills.accepts(row, of)) found.push(isRaw(of) ? row : skills.columns(row, of, body));
		}
		const page = { of, body, rows, read, asked, number, fresh: seen.size - known };
		if (skills.isLast(page) || found.length >= (limit ?? Number.POSITIVE_INFINITY)) break;
		const next = skills.next(page, number + 1);
		query = 'url' in next ? next.url : next.query;
	}
	return skills.cut(found, limit);
}

function readObject(of: ObjectCase, ask: Ask, skills: Skills): IDataObject[] {
	let reply = ask({});
	for (let attempt = 1; attempt < skills.attempts; attempt += 1) reply = ask({});
	const body = skills.parse(reply.text);
	skills.check(body, of);
	const words = skills.words(body, of);
	if (words) return [words];
	const object = skills.object(body, of);
	const row = isRaw(of) ? object : skills.columns(object, of, body);
	return [{ ...row, ...skills.partly(of) }];
}

/** A reader with these skills. */
export const readerWith =
	(changes: Partial<Skills> = {}): Reader =>
	async (of: Case, platform: CasePlatform): Promise<Reading> => {
		const skills = { ...SKILLS, ...changes };
		const { method, path } = targetOf(of);
		const ask: Ask = (query, body) =>
			platform.serve(
				typeof query === 'string'
					? { method, url: query }
					: { method, url: `${BASE}${path}`, qs: query as IDataObject, body },
				true,
			);
		const memory = () => ({
			isRemembered: skills.remembers(platform.actions > 0),
			again: async () => {
				if (skills.forgets) ask({});
			},
			later: async () => {
				if (skills.forgets) ask({});
			},
		});
		try {
			const items = of.kind === 'list' ? readList(of, ask, skills) : readObject(of, ask, skills);
			return { items, ...(isActionCase(of) && memory()) };
		} catch (error) {
			if (!(error instanceof Refused) && !(error instanceof Overrun)) throw error;
			return {
				error: { message: error.message, isReadable: skills.isReadable },
				...(isActionCase(of) && memory()),
			};
		}
	};

export const reference: Reader = readerWith();
