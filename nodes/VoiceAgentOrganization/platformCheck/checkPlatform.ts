import type { IDataObject } from 'n8n-workflow';
import { isFieldName, placeholdersOf, readResult } from '../../shared/http';
import type { NotRead, ReadEndpoint, TaskRead } from '../../shared/operation';
import type { EntityName, Table } from '../../shared/platform';
import {
	CALL,
	CAMPAIGN,
	CONTACT,
	addedAtNamesOf,
	balancesIn,
	callState,
	campaignState,
	cellOf,
	idOf,
	rowOf,
} from '../../shared/platform';
import { isFilled, readTimestamp } from '../../shared/values';
import type { CheckedEndpoint } from './checkedEndpoints';
import { CHECKED_ENDPOINTS } from './checkedEndpoints';

/** How many rows of each list are read. */
const ROWS = 10;
/** How many names of fields are shown. */
const MAX_NAMES = 20;
/** What a cell has that would be empty, because n8n shows an empty cell in red. */
const NOTHING = '–';

const RAW = "set 'Output' to Raw to see under which names the platform sends them";

/** What the nodes and the trigger read of a row, and what they rely on. */
interface ReliedOn {
	table: Table;
	/** Columns without which a row says little. */
	needed: readonly string[];
	/** Where a status has a meaning, and the field for other words. */
	status?: { isKnown(word: string): boolean; setting: string };
}

const KNOWN: Partial<Record<EntityName, ReliedOn>> = {
	call: {
		table: CALL,
		needed: ['call_id', 'status', 'agent_id', 'to_number'],
		status: {
			isKnown: (word) => callState(word) !== 'unknown',
			setting: "Trigger: Options → 'Statuses of Ended Calls'",
		},
	},
	campaign: {
		table: CAMPAIGN,
		needed: ['campaign_id', 'name', 'status'],
		status: {
			isKnown: (word) => campaignState(word) !== 'unknown',
			setting: "Trigger: Options → 'Finished Statuses'",
		},
	},
	contact: { table: CONTACT, needed: ['contact_number', 'status'] },
};

/** One row of the output. It names fields, counts and status words, and no identifier, number or text of a person. */
interface Line {
	endpoint: ReadEndpoint;
	/** The result: `read`, or why the endpoint could not be read. */
	status: string;
	/** How many rows came; null for one thing. */
	rows: number | null;
	/** The names that lead to the rows; `.` is the whole answer. */
	rows_at: string | null;
	total: number | null;
	order: string | null;
	/** Columns, or fields where a thing has no columns, that have a value in a row. */
	filled: string | null;
	what_to_set: string;
}

/** A line with the rows that it is about. */
interface CheckedLine {
	line: Line;
	rows: readonly IDataObject[];
}

const EMPTY = { rows: null, rows_at: null, total: null, order: null, filled: null };

const isNotRead = (answer: object): answer is NotRead => 'problem' in answer;

/** A name of a field, unless it is a value. */
const shownName = (name: string): string => (isFieldName(name) ? name : '…');

/** A word that is shown: one plain word. Anything else can be a text about a person. */
const shownWord = (word: string): string => (/^[A-Za-z][A-Za-z_-]{0,30}$/.test(word) ? word : '…');

const sentence = (parts: readonly string[]): string =>
	parts.length > 0 ? parts.join('. ') : NOTHING;

function notReadLine(endpoint: ReadEndpoint, { status, problem, outline }: NotRead): Line {
	const advice: Record<number, string> = {
		401: 'Log in as a user who may read this',
		403: 'Log in as a user who may read this',
	};
	const cure =
		status === undefined && outline !== undefined
			? `The answer is ${outline}. Set Options → 'Response Path' to where the rows or the object are`
			: (advice[status ?? 0] ?? NOTHING);
	return { ...EMPTY, endpoint, status: problem, what_to_set: cure };
}

/** The order of the rows by the time when they were added; null if nothing shows it. */
function orderOf(rows: readonly IDataObject[], entity: EntityName): string | null {
	const times = addedAtNamesOf(entity)
		.map((name) => rows.flatMap((row) => readTimestamp(row[name]) ?? []))
		.find((found) => found.length === rows.length);
	const steps = times?.slice(1).map((time, index) => Math.sign(time - (times[index] ?? 0))) ?? [];
	if (!steps.some((step) => step !== 0)) return null;
	if (steps.every((step) => step <= 0)) return 'newest first';
	return steps.every((step) => step >= 0) ? 'oldest first' : 'another order';
}

/** Names of what has a value in at least one of the rows. */
function namesWithValue(rows: readonly IDataObject[], reliedOn?: ReliedOn): string[] {
	const cells = rows.map((row) => (reliedOn ? rowOf(reliedOn.table, row) : row));
	const names = cells.flatMap((row) => Object.keys(row).filter((name) => isFilled(row[name])));
	return [...new Set(names)];
}

const shownNames = (names: readonly string[]): string =>
	names.length > MAX_NAMES
		? `${names.slice(0, MAX_NAMES).map(shownName).join(', ')} and ${names.length - MAX_NAMES} more`
		: names.map(shownName).join(', ');

/** What must be set for these rows, because something that the nodes rely on was not found in them. */
function advices(rows: readonly IDataObject[], entity?: EntityName): string[] {
	if (rows.length === 0 || entity === undefined) return [];
	const reliedOn = KNOWN[entity];
	const filled = namesWithValue(rows, reliedOn);
	const missing = (reliedOn?.needed ?? []).filter((column) => !filled.includes(column));
	const words = reliedOn?.status
		? rows.map((row) => String(cellOf(reliedOn.table, row, 'status') ?? ''))
		: [];
	const unknown = words.filter((word) => word !== '' && reliedOn?.status?.isKnown(word) === false);
	const shown = [...new Set(unknown.map(shownWord))].join(', ');
	return [
		...(missing.length > 0 ? [`Not found: ${missing.join(', ')}; ${RAW}`] : []),
		...(shown === ''
			? []
			: [`Not known as a status: ${shown}. ${reliedOn?.status?.setting ?? ''}`]),
	];
}

async function checkedList(
	read: TaskRead,
	{ endpoint, entity }: CheckedEndpoint & { entity: EntityName },
	ids: Record<string, string>,
): Promise<CheckedLine> {
	const page = await read.attempt(async () => await read.pages(endpoint, { entity, ids })(ROWS, 0));
	if (isNotRead(page)) return { line: notReadLine(endpoint, page), rows: [] };
	const { rows, place, total } = page;
	const names = namesWithValue(rows, KNOWN[entity]);
	const line: Line = {
		endpoint,
		status: 'read',
		rows: rows.length,
		rows_at: place ? place.map(shownName).join('.') || '.' : null,
		total: total ?? null,
		order: orderOf(rows, entity),
		filled: shownNames(names) || null,
		what_to_set: sentence(advices(rows, entity)),
	};
	return { line, rows };
}

async function checkedThing(
	read: TaskRead,
	{ endpoint, entity }: CheckedEndpoint,
	ids: Record<string, string>,
): Promise<CheckedLine> {
	const answer = await read.attempt(async () => {
		const body = await read(endpoint, { ids });
		const row = readResult(body, { entity, subject: 'Check' });
		return { body, row };
	});
	if (isNotRead(answer)) return { line: notReadLine(endpoint, answer), rows: [] };
	const { body, row } = answer;
	const isUnread = endpoint === 'GET /billing/balance' && balancesIn(body).length === 0;
	const advice = isUnread
		? ['No credit balance was found. The nodes show the answer as it is']
		: advices([row], entity);
	const names = namesWithValue([row], entity && KNOWN[entity]);
	const line: Line = {
		...EMPTY,
		endpoint,
		status: 'read',
		filled: shownNames(names) || null,
		what_to_set: sentence(advice),
	};
	return { line, rows: [row] };
}

const notAsked = (endpoint: ReadEndpoint, of: ReadEndpoint): Line => ({
	...EMPTY,
	endpoint,
	status: `not asked: ${of} has no row with an identifier`,
	what_to_set: NOTHING,
});

/**
 * Reads each endpoint once, as the nodes do, and gives one line for each; those with something to set come first.
 * @throws RequestFailure if the login fails, or the platform cannot be reached
 */
export async function checkPlatform(read: TaskRead): Promise<IDataObject[]> {
	const checked = new Map<ReadEndpoint, CheckedLine & { entity?: EntityName }>();
	for (const one of CHECKED_ENDPOINTS) {
		const { endpoint, entity, isList, of } = one;
		const owner = of && checked.get(of);
		const id = idOf(owner?.rows[0] ?? {}, owner?.entity);
		const [placeholder = ''] = placeholdersOf(endpoint);
		const ids = { [placeholder]: id };
		const result =
			of !== undefined && id === ''
				? { line: notAsked(endpoint, of), rows: [] }
				: isList && entity
					? await checkedList(read, { ...one, entity }, ids)
					: await checkedThing(read, one, ids);
		checked.set(endpoint, { ...result, entity });
	}
	const lines = [...checked.values()].map(({ line }) => line);
	const isToDo = ({ what_to_set: advice }: Line) => advice !== NOTHING;
	return [...lines.filter(isToDo), ...lines.filter((line) => !isToDo(line))].map((line) => ({
		...line,
	}));
}
