import type { IDataObject } from 'n8n-workflow';
import { trueRow } from '../platform/rows.mts';
import type { Case } from './cases.mts';
import { trueColumns } from './columns.mts';
import type { Fault, Reader } from './oracle.mts';
import {
	Refused,
	SKILLS,
	indexOf,
	isObject,
	readerWith,
	type Page,
	type Skills,
} from './reference.mts';
import { targetOf } from './platform.mts';
import type { Kind } from './property.mts';

/*
 * Readers that are right but for one thing. With them the oracle is seen to find what it is there for.
 */

const { columns, next, isLast, object, check } = SKILLS;

/** The columns with one of them changed, where the row has it. */
const columnsWith =
	(
		change: (column: IDataObject, row: IDataObject, of: Case, body: unknown) => IDataObject,
	): Skills['columns'] =>
	(row, of, body) => {
		const right = columns(row, of, body);
		return { ...right, ...change(right, row, of, body) };
	};

/** The first array at any depth. */
function firstArray(body: unknown): unknown[] | undefined {
	if (Array.isArray(body)) return body;
	if (!isObject(body)) return undefined;
	for (const value of Object.values(body)) {
		const found = firstArray(value);
		if (found) return found;
	}
	return undefined;
}

const arrayRows = (body: unknown): IDataObject[] =>
	(firstArray(body) ?? []).map((row) => (isObject(row) ? row : { value: row as string }));

const total = (body: unknown) =>
	Number(
		/"(?:total|total_count|totalCount|count|total_items)":"?(\d+)/.exec(JSON.stringify(body))?.[1],
	);

const changedText = (name: string, change: (text: string) => string) =>
	columnsWith((right) => {
		const value = right[name];
		return typeof value === 'string' ? { [name]: change(value) } : {};
	});

const allNull: Skills['columns'] = (row, of) =>
	Object.fromEntries(
		Object.keys(trueColumns(trueRow(of.seed, indexOf(row)), of)).map((name) => [name, null]),
	);

type Faulty = [name: string, change: Partial<Skills>, faults: Fault[], kind: Kind];

/** Each with what must be found. */
export const FAULTY: Faulty[] = [
	[
		'takes the first array',
		{ rows: arrayRows },
		['wrongRows', 'wrongValue', 'unknownValue', 'noEnd'],
		'list',
	],
	[
		'believes any total',
		{ isLast: (page) => isLast(page) || page.read >= total(page.body) },
		['wrongRows'],
		'list',
	],
	[
		'takes a short page for the last',
		{ isLast: (page) => isLast(page) || page.rows.length < page.asked },
		['wrongRows'],
		'list',
	],
	[
		'takes page numbers for rows',
		{
			next: (page, number) =>
				page.of.paging.offset.startsWith('page')
					? { query: { limit: page.asked, offset: page.read } }
					: next(page, number),
		},
		['wrongRows'],
		'list',
	],
	[
		'takes a list without offset for the first page',
		{ isLast: (page) => page.of.paging.offset === 'ignored' || isLast(page) },
		['wrongRows'],
		'list',
	],
	[
		'takes rows with equal id for one',
		{ identity: (row) => String(row.id ?? JSON.stringify(row)) },
		['wrongRows'],
		'list',
	],
	[
		'returns rows twice that moved to a later page',
		{ identity: () => String(Math.random()) },
		['wrongRows', 'noEnd'],
		'list',
	],
	['trusts every filter', { accepts: () => true }, ['wrongRows'], 'list'],
	['ignores Limit', { cut: (rows) => rows }, ['tooManyRows'], 'list'],
	[
		'sorts the rows',
		{ cut: (rows, limit) => rows.toReversed().slice(0, limit) },
		['wrongOrder', 'wrongRows'],
		'list',
	],
	[
		'rounds long numbers',
		{ parse: (text) => (text === '' ? undefined : (JSON.parse(text) as unknown)) },
		['wrongValue', 'wrongRows'],
		'list',
	],
	['fails past the end', { endsWith: () => false }, ['refusedTruth'], 'list'],
	['takes a refusal for an empty list', { check: () => undefined }, ['acceptedRefusal'], 'list'],
	[
		'asks for pages without an end',
		{ isLast: () => false, next: nextOrNothing },
		['noEnd'],
		'list',
	],
	[
		'makes columns of the words of an answer that names nothing',
		{ words: () => undefined },
		['wrongReport'],
		'object',
	],
	[
		'sends the token elsewhere',
		{
			next: () => ({ url: 'https://internal.example.net/api/v1/calls' }),
		},
		['foreignAddress'],
		'list',
	],
	[
		'refuses everything',
		{
			parse: () => {
				throw new Refused('This platform is not known');
			},
		},
		['refusedTruth'],
		'list',
	],
	['throws plain errors', { isReadable: false }, ['unreadableError'], 'list'],
	['knows nothing', { columns: allNull }, ['unknownValue'], 'list'],
	[
		'takes the identifier of the organization',
		{
			columns: columnsWith((_right, row, of) =>
				row.id === undefined || targetOf(of).table !== 'call' ? {} : { call_id: row.id },
			),
		},
		['wrongValue'],
		'list',
	],
	[
		'takes an unknown status for not over',
		{
			columns: columnsWith((_right, _row, of) =>
				of.shape.words === 'unknown' ? { is_over: false } : {},
			),
		},
		['wrongValue'],
		'list',
	],
	[
		'ignores zones',
		{
			columns: columnsWith((right, row) =>
				typeof row.created_at === 'string' &&
				row.created_at.endsWith('+02:00') &&
				right.created_at !== undefined
					? { created_at: `${row.created_at.slice(0, 19)}.000Z` }
					: {},
			),
		},
		['wrongValue'],
		'list',
	],
	[
		'reads milliseconds as seconds',
		{
			columns: columnsWith((right, row) =>
				right.duration_seconds === undefined || typeof row.duration !== 'number'
					? {}
					: { duration_seconds: row.duration },
			),
		},
		['wrongValue'],
		'list',
	],
	[
		'swaps the speakers',
		{
			columns: changedText('transcript', (text) =>
				text.replaceAll('Agent:', 'User:').replaceAll('Contact:', 'Agent:'),
			),
		},
		['wrongValue'],
		'list',
	],
	[
		'takes the instructions for speech',
		{
			columns: columnsWith((right, _row, of) =>
				of.shape.transcript === 'systemPrompt' && typeof right.transcript === 'string'
					? { transcript: `Agent: You are a friendly receptionist\n${right.transcript}` }
					: {},
			),
		},
		['wrongValue'],
		'list',
	],
	[
		'takes the status of the envelope',
		{
			columns: columnsWith((_right, _row, _of, body) =>
				isObject(body) && typeof body.status === 'string' ? { status: body.status } : {},
			),
		},
		['wrongValue'],
		'object',
	],
	[
		'takes the first of two equal objects',
		{ check: (body, of) => (of.refusal === 'none' ? undefined : check(body, of)) },
		['acceptedRefusal'],
		'object',
	],
	[
		'takes a refused call for a placed one',
		{
			check: () => undefined,
			object: (body, of) => (of.refusal === 'none' ? object(body, of) : (body as IDataObject)),
		},
		['acceptedRefusal'],
		'object',
	],
	['sends an action twice', { attempts: 2 }, ['repeatedAction'], 'object'],
	['forgets what it did', { forgets: true }, ['repeatedAction'], 'object'],
	['takes a part for the whole', { partly: () => undefined }, ['wrongReport'], 'object'],
	['remembers refused calls', { remembers: () => true }, ['wrongMemory'], 'object'],
];

/** The next page, or no page where there can be none. */
function nextOrNothing(page: Page, number: number): ReturnType<Skills['next']> {
	try {
		return next(page, number);
	} catch {
		return { query: { limit: page.asked, offset: page.read } };
	}
}

export const faultyReader = (change: Partial<Skills>): Reader => readerWith(change);
