import { camelName, type Json, type JsonObject, without } from '../../common/json.mts';
import type { Page } from '../../common/page.mts';
import type { Mask, Quirks } from '../../simulation/behaviour.mts';
import { withBigIds } from './bigIds.mts';
import { invoiceAnswer, isLogin, loginAnswer } from './contents.mts';
import { emptyAnswer, listAnswer, thingAnswer } from './envelopes.mts';
import { withCamelNames, withIdName } from './names.mts';
import { totalOf, waysFrom } from './paging.mts';
import { type Thing, thingOf } from './things.mts';
import { withMixedTimestamps, withStatus, withTextNumbers, withTimestamps } from './values.mts';

/*
 * A correct answer, rewritten into what a platform with these quirks would have sent: first the rows and their values, then their names,
 * then what is around them.
 */

/** What the contract says about an answer. */
export interface AnswerKind {
	operationId: string;
	tag: string;
	/** Whether it is a page. */
	isList: boolean;
	/** The field that identifies its rows. */
	idField: string | undefined;
}

/** What an answer may show beside itself. */
export interface Surroundings {
	/** The address of the request. */
	url: URL;
	requestId: string;
	organizationId: string;
	/** Milliseconds since 1970. */
	now: number;
	/** What is shown otherwise of the row with that id, if anything. */
	maskOf: (id: string) => Mask | undefined;
}

/** An answer as it is sent; without a status, that of the correct answer. */
export interface Rewritten {
	status?: number;
	headers?: Record<string, string>;
	body: Json;
}

/** Rewrites a correct answer into what a platform with these quirks would have sent. */
export function rewriteAnswer(
	answer: Json,
	kind: AnswerKind,
	quirks: Quirks,
	surroundings: Surroundings,
): Rewritten {
	const { operationId } = kind;
	const content =
		operationId === 'getInvoicePdf' ? invoiceAnswer(answer, quirks.invoiceLink) : answer;
	const { status, headers, body }: Rewritten = isLogin(operationId)
		? loginAnswer(answer, quirks.login)
		: rewriteContent(content, kind, quirks, surroundings);
	return { status, headers, body: quirks.numbersAsStrings ? withTextNumbers(body) : body };
}

function rewriteContent(
	answer: Json,
	kind: AnswerKind,
	quirks: Quirks,
	surroundings: Surroundings,
): Rewritten {
	const thing = thingOf(kind);
	const write = quirks.names === 'camel' ? camelName : (name: string) => name;
	const idName = thing.idField && write(nameOfId(thing, quirks.idName));
	const rewrite = (row: JsonObject) =>
		rewriteRow(masked(row, kind, surroundings), thing, quirks, surroundings);
	if (!kind.isList) {
		if (Array.isArray(answer)) return { body: answer.map(rewrite) };
		const value = rewrite(answer);
		const { requestId, now, url } = surroundings;
		const parts = { value, thing, write, requestId, now, self: url.href };
		return { body: thingAnswer(parts, quirks.objectEnvelope) };
	}

	const page: Page = answer;
	const isEmpty = page.items.length === 0;
	const empty = isEmpty ? emptyAnswer(quirks.emptyList, page.total === 0) : undefined;
	if (empty) return empty;
	const rows = page.items.map(rewrite);
	const ways = waysFrom(page, surroundings.url, quirks.nextLinks);
	const parts = {
		rows: isEmpty && quirks.emptyList === 'rowsNull' ? null : rows,
		idName,
		thing,
		total: totalOf(page, quirks.total),
		limit: page.limit,
		offset: page.offset,
		ways,
		write,
	};
	const headers = ways.header ? { link: ways.header } : undefined;
	return { headers, body: listAnswer(parts, quirks.envelope) };
}

/** The row as it is shown. */
function masked(
	row: JsonObject,
	{ idField, isList }: AnswerKind,
	{ maskOf }: Surroundings,
): JsonObject {
	const mask = idField === undefined ? undefined : maskOf(row[idField]);
	if (!mask || (mask.in ?? place(isList)) !== place(isList)) return row;
	return { ...without(row, ...(mask.without ?? [])), ...mask.fields };
}

const place = (isList: boolean) => (isList ? 'list' : 'detail');

function rewriteRow(
	row: JsonObject,
	thing: Thing,
	quirks: Quirks,
	{ organizationId }: Surroundings,
): JsonObject {
	const { idField } = thing;
	const { idName, statusWords, timestamps } = quirks;
	let result = row;
	if (idField && timestamps === 'mixed') result = withMixedTimestamps(result, row[idField]);
	if (statusWords !== 'usual') result = withStatus(result, statusWords);
	if (quirks.bigIds) result = withBigIds(result);
	if (idName !== 'specific') result = withIdName(result, thing, idName, organizationId);
	if (timestamps !== 'iso' && timestamps !== 'mixed') result = withTimestamps(result, timestamps);
	return quirks.names === 'camel' ? withCamelNames(result) : result;
}

/** The field that has the id, before its name is written in another case. */
function nameOfId({ idField, noun }: Thing, idName: Quirks['idName']): string {
	if (idName === 'id') return 'id';
	if (idName === 'tenant' && idField === 'id') return `${noun}_id`;
	return idName === 'camel' ? camelName(idField!) : idField!;
}
