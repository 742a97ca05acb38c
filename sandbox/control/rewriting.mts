import { type Json, type JsonObject, type Page, without } from '../common/json.mts';
import type { Behaviour } from '../simulation/behaviour.mts';

/** What the contract says about an answer. */
interface AnswerKind {
	/** Whether it is a page. */
	isList: boolean;
	/** The field that identifies its rows. */
	idField: string | undefined;
}

/** Makes of a correct answer what is sent: with masks for its rows, and without a total if the quirk says so. */
export function rewriteAnswer(answer: Json, kind: AnswerKind, behaviour: Behaviour): Json {
	if (!kind.isList) return masked(answer, kind, behaviour);
	const { items, ...page }: Page = answer;
	const rows = items.map((row) => masked(row, kind, behaviour));
	const beside = behaviour.quirks.total === 'none' ? without(page, 'total') : page;
	return { items: rows, ...beside };
}

function masked(
	row: JsonObject,
	{ idField, isList }: AnswerKind,
	behaviour: Behaviour,
): JsonObject {
	const mask = idField === undefined ? undefined : behaviour.maskOf(row[idField]);
	const place = isList ? 'list' : 'detail';
	if (!mask || (mask.in ?? place) !== place) return row;
	return { ...without(row, ...(mask.without ?? [])), ...mask.fields };
}
