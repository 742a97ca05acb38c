import type { Quirks } from '../simulation/behaviour.mts';
import { type FieldError, invalid } from '../common/errors.mts';
import { type Json, type JsonObject, without } from '../common/json.mts';
import { hash } from '../simulation/random.mts';

const OFFSET_HOURS = 2;
/** With mixed timestamps, one row of so many has none. */
const UNDATED_EVERY = 3;

/** What the contract says about an answer: whether it is a page, and which field identifies its rows. */
export interface AnswerKind {
	isList: boolean;
	idField: string | undefined;
}

/** Rewrites a correct answer into what a platform with these quirks would have sent. */
export function applyQuirks(answer: unknown, kind: AnswerKind, quirks: Quirks): unknown {
	let result: Json = answer;
	const { idField } = kind;
	const rewriteRows = (rewrite: (row: Json) => Json) => {
		result = kind.isList ? { ...result, items: result.items.map(rewrite) } : rewrite(result);
	};
	if (idField && quirks.timestamps === 'mixed')
		rewriteRows((row) => (isUndated(row[idField]) ? without(row, ...instantsOf(row)) : row));
	if (idField && idField !== 'id' && quirks.idName === 'id')
		rewriteRows((row) => renameKey(row, idField, 'id'));
	if (quirks.timestamps !== 'iso' || quirks.numbersAsStrings)
		result = rewriteValues(result, quirks);
	if (kind.isList && quirks.envelope === 'array') return result.items;
	if (kind.isList && quirks.envelope === 'nested') return { data: { rows: result.items } };
	return result;
}

/** Takes `from` and `to` out of a query, or refuses them, unless they are honoured. */
export function filterDates(
	{ dateFilters }: { dateFilters: string[] },
	query: JsonObject,
	filter: Quirks['dateFilter'],
): void {
	if (filter === 'honoured') return;
	for (const name of dateFilters.filter((candidate) => candidate in query)) {
		if (filter === 'refused') throw invalid(['query', name], 'is not supported');
		delete query[name];
	}
}

/** The body of an error, and its content type. */
export function shapeError(
	error: { status: number; message: string; detail?: FieldError[] },
	shape: Quirks['errorShape'],
): { type: string; body: string } {
	const { status, message, detail } = error;
	if (shape === 'html') {
		const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
		return {
			type: 'text/html; charset=utf-8',
			body: `<!doctype html><html><head><title>${status}</title></head><body><h1>${text}</h1></body></html>`,
		};
	}
	const bodies = {
		message: { message, ...(detail && { detail }) },
		detail: { detail: message },
		detailList: { detail: detail ?? [{ loc: [], msg: message }] },
		error: { error: message },
		errors: { errors: [{ message }] },
		title: { title: message, status },
	};
	return { type: 'application/json; charset=utf-8', body: JSON.stringify(bodies[shape]) };
}

function isUndated(id: unknown): boolean {
	return hash(String(id)) % UNDATED_EVERY === 0;
}

function instantsOf(row: JsonObject): string[] {
	return Object.keys(row).filter((name) => name.endsWith('_at'));
}

function renameKey(
	row: Record<string, unknown>,
	from: string,
	to: string,
): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(row).map(([name, value]) => [name === from ? to : name, value]),
	);
}

function rewriteValues(node: unknown, quirks: Quirks): unknown {
	if (Array.isArray(node)) return node.map((entry) => rewriteValues(entry, quirks));
	if (typeof node === 'number' && quirks.numbersAsStrings) return String(node);
	if (typeof node !== 'object' || node === null) return node;
	const entries = Object.entries(node).flatMap(([name, value]) => {
		if (!name.endsWith('_at')) return [[name, rewriteValues(value, quirks)]];
		if (quirks.timestamps === 'missing') return [];
		return [
			[
				name,
				typeof value === 'string'
					? rewriteValues(rewriteInstant(value, quirks.timestamps), quirks)
					: value,
			],
		];
	});
	return Object.fromEntries(entries);
}

function rewriteInstant(iso: string, style: Quirks['timestamps']): string | number {
	const milliseconds = Date.parse(iso);
	if (style === 'seconds') return Math.floor(milliseconds / 1000);
	if (style === 'milliseconds') return milliseconds;
	if (style === 'isoNoZone') return iso.replace('Z', '');
	if (style === 'isoOffset') {
		return new Date(milliseconds + OFFSET_HOURS * 3_600_000)
			.toISOString()
			.replace('Z', `+0${OFFSET_HOURS}:00`);
	}
	return iso;
}
