import type { IDataObject } from 'n8n-workflow';
import { LARGEST_LIMIT, ORIGIN } from '../platform/platform.mts';
import { trueRow } from '../platform/rows.mts';
import type { Case, ListCase, ObjectCase } from './cases.mts';
import { trueColumns } from './columns.mts';
import { belonging, isActionCase, mustRefuse } from './expectations.mts';
import type { Reader } from './oracle.mts';
import { contentPath } from './paths.mts';
import { Overrun, enteredFilter, targetOf, type Reply } from './platform.mts';

/*
 * A reader that knows the manner of each platform, as from a manual. It shows that the answers hold the truth and that the oracle accepts it.
 */

const BASE = `${ORIGIN}/api/v1`;
const PAGE = 100;

/** The reader gives up; its user sees this text. */
class Refused extends Error {}

const isObject = (value: unknown): value is IDataObject =>
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

/** What the platform says is in an answer. */
const contentOf = (body: unknown, of: Case): unknown =>
	contentPath(of)
		.split('.')
		.filter(Boolean)
		.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), body);

const MARK = /"mark_\d+_(-?\d+)\\?"/;

const indexOf = (row: IDataObject): number => Number(MARK.exec(JSON.stringify(row))?.[1] ?? 0);

const isRaw = (of: Case) => of.output === 'raw' || targetOf(of).table === 'plain';

const shownRow = (row: IDataObject, of: Case): IDataObject =>
	isRaw(of) ? row : trueColumns(trueRow(of.seed, indexOf(row)), of);

/** @throws Refused if nothing but an error is right */
function check(of: Case): void {
	const reason = mustRefuse(of);
	if (reason !== undefined) throw new Refused(reason);
}

function rowsIn(body: unknown, of: ListCase): IDataObject[] {
	const found = contentOf(body, of);
	if (!Array.isArray(found)) return [];
	return found.map((row) => (isObject(row) ? row : { value: row as string }));
}

/** Whether the user's filters let a row through. */
function isWanted(row: IDataObject, of: ListCase): boolean {
	const index = indexOf(row);
	return index < 0 || belonging(of)[index] === 'in';
}

type Ask = (query?: IDataObject) => Reply;

function readList(of: ListCase, ask: Ask): IDataObject[] {
	const { paging, limit = Number.POSITIVE_INFINITY } = of;
	const asked = paging.limit === 'refused422' ? LARGEST_LIMIT : PAGE;
	const { from, to, callId } = enteredFilter(of);
	const seen = new Set<string>();
	const found: IDataObject[] = [];
	for (let offset = 0; ;) {
		const { status, text } = ask({ limit: asked, offset, from, to, call_id: callId });
		if (status >= 400) throw new Refused(text);
		check(of);
		const rows = rowsIn(exactJson(text), of);
		offset += rows.length;
		for (const row of rows) {
			const identity = JSON.stringify(row);
			if (seen.has(identity)) continue;
			seen.add(identity);
			if (isWanted(row, of)) found.push(shownRow(row, of));
		}
		const isLast = paging.limit === 'wholeList' || rows.length < Math.min(asked, paging.cap);
		if (isLast || found.length >= limit) return found.slice(0, limit);
	}
}

function readObject(of: ObjectCase, ask: Ask): IDataObject[] {
	const body = exactJson(ask().text);
	check(of);
	return [of.single.kind === 'empty' ? {} : shownRow(contentOf(body, of) as IDataObject, of)];
}

export const reference: Reader = async (of, platform) => {
	const { method, path } = targetOf(of);
	const ask: Ask = (qs) => platform.serve({ method, url: `${BASE}${path}`, qs }, true);
	const memory = () => (isActionCase(of) ? { isRemembered: platform.actions > 0 } : {});
	try {
		const items = of.kind === 'list' ? readList(of, ask) : readObject(of, ask);
		return { items, ...memory() };
	} catch (error) {
		if (!(error instanceof Refused) && !(error instanceof Overrun)) throw error;
		return { error: { message: error.message, isReadable: true }, ...memory() };
	}
};
