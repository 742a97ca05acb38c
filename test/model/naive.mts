import type {
	IDataObject,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ORGANIZATION_ID } from '../platform/rows.mts';
import { clock } from './clock.mts';

/*
 * Triggers for new bookings and the like. Most have faults that such triggers often have, and the model must find each of them. The last has
 * none, as long as it may read everything at every poll and remember it for ever: the model must find nothing in it.
 */

const PATHS: Record<string, string> = {
	newCall: '/calls',
	newBooking: '/bookings',
	newCallback: '/callbacks/',
	newTransfer: '/transfer-events',
};
const ID_NAMES: Record<string, string> = {
	newCall: 'call_id',
	newBooking: 'booking_id',
	newCallback: 'callback_id',
	newTransfer: 'transfer_id',
};
const PAGE = 50;
const ATTEMPTS = 3;

type Poll = (this: IPollFunctions) => Promise<INodeExecutionData[][] | null>;

function trigger(poll: Poll): INodeType {
	// n8n drops what a collection does not declare; this way it passes everything on.
	const anything = { type: 'json', default: {} } as const;
	const description = {
		displayName: 'Naive',
		name: 'naive',
		group: ['trigger'],
		version: 1,
		description: '',
		defaults: {},
		polling: true,
		inputs: [],
		outputs: ['main'],
		properties: [
			{ displayName: 'Event', name: 'event', type: 'string', default: '' },
			{ displayName: 'Filters', name: 'filters', ...anything },
			{ displayName: 'Options', name: 'options', ...anything },
			{ displayName: 'Advanced', name: 'advanced', ...anything },
		],
	};
	return { description: description as unknown as INodeTypeDescription, poll };
}

/** Whether an answer says that it is none, or that it leaves out rows. */
function isNoAnswer(body: unknown, rows: readonly IDataObject[], offset: number): boolean {
	const { success, total, has_more: hasMore } = (body ?? {}) as IDataObject;
	const isHidden =
		offset === 0 && rows.length === 0 && (Number(total ?? 0) > 0 || hasMore === true);
	return success === 0 || isHidden;
}

/** The rows of a page: the only array that there is. */
function rowsOf(body: unknown): IDataObject[] {
	if (Array.isArray(body)) return body;
	const inner = Object.values((body ?? {}) as object).map((value: unknown) =>
		typeof value === 'object' && value !== null ? rowsOf(value) : [],
	);
	return inner.find(({ length }) => length > 0) ?? [];
}

/** @param believes whether any answer is taken for a list */
async function page(
	context: IPollFunctions,
	offset: number,
	believes = false,
): Promise<IDataObject[]> {
	const path = PATHS[String(context.getNodeParameter('event'))];
	for (let attempt = 1; ; attempt += 1) {
		try {
			const response = await context.helpers.httpRequestWithAuthentication.call(
				context,
				'voiceAgentApi',
				{
					url: `https://voice.example.com/api/v1${path}`,
					qs: { limit: PAGE, offset },
					returnFullResponse: true,
				},
			);
			const rows = rowsOf(response.body);
			if (believes && response.statusCode < 300) return rows;
			const isRefused = response.statusCode !== 200 || typeof response.body === 'string';
			if (isRefused || isNoAnswer(response.body, rows, offset)) {
				throw new NodeOperationError(context.getNode(), 'No list came');
			}
			return rows;
		} catch (error) {
			if (attempt < ATTEMPTS) continue;
			if (error instanceof NodeOperationError) throw error;
			throw new NodeApiError(context.getNode(), { message: (error as Error).message });
		}
	}
}

/** So many pages without a new row, one after the other, are the end: a row that is listed twice may be alone on a page. */
const STALE_PAGES = 3;

/** All rows, as often as they are listed. @param read reads a page */
async function everyListedRow(
	context: IPollFunctions,
	patience = STALE_PAGES,
	read = page,
): Promise<IDataObject[]> {
	const ids = new Set<string>();
	const rows: IDataObject[] = [];
	for (let stale = 0; stale < patience;) {
		const before = ids.size;
		const found = await read(context, rows.length);
		found.forEach((row) => ids.add(idOf(context, row)));
		rows.push(...found);
		stale = ids.size > before ? 0 : stale + 1;
	}
	return sortedByTime(rows);
}

async function everyPage(
	context: IPollFunctions,
	patience?: number,
	read?: typeof page,
): Promise<IDataObject[]> {
	const rows = await everyListedRow(context, patience, read);
	return [...new Map(rows.map((row) => [idOf(context, row), row])).values()];
}

/** A row has the identifier that it had from the start. That of the account is none. */
const idOf = (context: IPollFunctions, { id, ...row }: IDataObject) =>
	String(
		(id === ORGANIZATION_ID ? undefined : id) ??
			row[ID_NAMES[String(context.getNodeParameter('event'))]!],
	);

/** How often a list is read at most until two readings agree. */
const MAX_READINGS = 6;

/** What is there for certain: an answer that lacks rows is not given twice in a row. */
async function everyRowForCertain(context: IPollFunctions): Promise<IDataObject[]> {
	const all = new Map<string, IDataObject>();
	let before: string | undefined;
	for (let reading = 1; reading <= MAX_READINGS; reading += 1) {
		const rows = await everyPage(context);
		rows.forEach((row) => all.set(idOf(context, row), row));
		const now = rows
			.map((row) => idOf(context, row))
			.toSorted()
			.join();
		if (now === before) return [...all.values()];
		before = now;
	}
	throw new NodeOperationError(context.getNode(), 'The list is another one each time');
}

/** Milliseconds since 1970. */
function timeOf({ created_at: value }: IDataObject): number {
	if (typeof value === 'number') return value < 1e11 ? value * 1000 : value;
	return typeof value === 'string' ? Date.parse(value) : 0;
}

const sortedByTime = (rows: readonly IDataObject[]) =>
	rows.toSorted((one, other) => timeOf(one) - timeOf(other));

const latest = async (context: IPollFunctions) => [
	(await page(context, 0)).slice(0, 3).map((row) => ({ json: { ...row, redelivered: false } })),
];

/** Emits what is later than the latest before. Loses ties and late rows. */
export const comparesTimes = trigger(async function (this: IPollFunctions) {
	if (this.getMode() === 'manual') return await latest(this);
	const data = this.getWorkflowStaticData('node');
	const rows = await everyPage(this);
	const newest = Math.max(Number(data.newest ?? 0), ...rows.map(timeOf));
	const fresh =
		data.newest === undefined ? [] : rows.filter((row) => timeOf(row) > Number(data.newest));
	const isFirst = data.newest === undefined;
	data.newest = newest;
	if (isFirst) await this.__commitCursor?.();
	return fresh.length > 0 ? [fresh.map((row) => ({ json: { ...row, redelivered: false } }))] : null;
});

/** How a trigger that remembers IDs works. */
interface Ways {
	read?: (context: IPollFunctions) => Promise<IDataObject[]>;
	/** How it learns what is there at the activation, if it takes more care then. */
	readFirst?: (context: IPollFunctions) => Promise<IDataObject[]>;
	/** Whether it learns at the activation what is there. */
	hasBaseline?: boolean;
	/** Whether it emits again what a crash may have lost. */
	redelivers?: boolean;
	/** Whether it asks n8n to save what its first poll has learned. */
	commits?: boolean;
	/** Whether it keeps another poll of the same workflow from running at the same time. */
	isAlone?: boolean;
	/** Whether it waits until n8n has saved what it emitted. */
	isPatient?: boolean;
	/** What it knows a row by. */
	keyOf?: (context: IPollFunctions, row: IDataObject) => string;
	/** What of the list it takes for new, beside what it does not know. */
	isNew?: (context: IPollFunctions, row: IDataObject, all: readonly IDataObject[]) => boolean;
	/** Whether it forgets rows that are not listed any more. */
	forgets?: boolean;
	/** How many polls it learns what is there. */
	learnsFor?: number;
}

/** n8n has saved a poll by then, or has dropped it. */
const SAVED_WITHIN_MS = 90_000;

interface Memory {
	polls?: number;
	seen: string[];
	deliveries: Array<{ at: number; process: number; ids: string[] }>;
}

function rememberingTrigger(ways: Ways = {}): INodeType {
	const { read = everyPage, readFirst = read, commits = true, isAlone = true } = ways;
	const { isPatient = true } = ways;
	const running = new Set<string>();
	const emitted = new Map<string, { before?: string; at: number }>();
	return trigger(async function (this: IPollFunctions) {
		if (this.getMode() === 'manual') return await latest(this);
		const data = this.getWorkflowStaticData('node');
		const workflow = String(this.getWorkflow().id);
		if (isAlone && running.has(workflow)) return null;
		running.add(workflow);
		try {
			const before = JSON.stringify(data.memory);
			const last = emitted.get(workflow);
			const isUnsaved = last?.before === before && clock.now - (last?.at ?? 0) < SAVED_WITHIN_MS;
			if (isPatient && isUnsaved) return null;
			const rows = await (before === undefined ? readFirst : read)(this);
			const output = remember(this, data, before, rows, ways);
			if (output) emitted.set(workflow, { before, at: clock.now });
			if (commits && before === undefined) await this.__commitCursor?.();
			return output;
		} finally {
			running.delete(workflow);
		}
	});
}

function remember(
	context: IPollFunctions,
	data: IDataObject,
	before: string | undefined,
	rows: IDataObject[],
	ways: Ways,
): INodeExecutionData[][] | null {
	const { hasBaseline = true, redelivers = true, forgets, learnsFor = 1, isNew } = ways;
	const { keyOf = idOf } = ways;
	const known = hasBaseline ? rows.map((row) => keyOf(context, row)) : [];
	const memory: Memory =
		before === undefined ? { seen: known, deliveries: [] } : JSON.parse(before);
	const polls = (memory.polls ?? 0) + 1;
	if (polls <= learnsFor) memory.seen.push(...known);
	if (forgets) memory.seen = memory.seen.filter((key) => known.includes(key));
	const window = Number(context.getNodeParameter('options.emitAgainMinutes')) * 60_000;
	const repeats = redelivers && context.getNodeParameter('options.afterRestart') === 'redeliver';
	const again = new Set(
		memory.deliveries
			.filter(
				({ at, process }) => process < clock.processStart && clock.processStart - at <= window,
			)
			.flatMap(({ ids }) => (repeats ? ids : [])),
	);
	const seen = new Set(memory.seen);
	const found = rows
		.filter((row) => !seen.has(keyOf(context, row)) || again.has(keyOf(context, row)))
		.filter((row) => isNew?.(context, row, rows) ?? true)
		.slice(0, Number(context.getNodeParameter('options.batchSize')));
	const ids = found.map((row) => keyOf(context, row));
	ids.forEach((id) => seen.add(id));
	const open = memory.deliveries.map((entry) => ({
		...entry,
		ids: entry.ids.filter((id) => !ids.includes(id)),
	}));
	const delivery = { at: clock.now, process: clock.processStart, ids };
	data.memory = {
		polls,
		seen: [...seen],
		deliveries: [...open, delivery],
	} as unknown as IDataObject;
	if (found.length === 0) return null;
	return [found.map((row) => ({ json: { ...row, redelivered: again.has(keyOf(context, row)) } }))];
}

/** Reads the first page alone. Loses what a burst pushes off it. */
export const readsOnePage = rememberingTrigger({
	read: async (context) => {
		const rows = await page(context, 0);
		return sortedByTime([...new Map(rows.map((row) => [idOf(context, row), row])).values()]);
	},
	readFirst: everyRowForCertain,
});

/** Knows nothing of what was there before. */
export const hasNoBaseline = rememberingTrigger({ hasBaseline: false });

/** Believes that what is saved has reached the workflow. */
export const neverRedelivers = rememberingTrigger({ redelivers: false });

/** Two polls at the same time find the same rows. */
export const pollsTwiceAtOnce = rememberingTrigger({ isAlone: false });

/** Believes that n8n saves what a poll has learned before the next one begins. */
export const doesNotWait = rememberingTrigger({
	isPatient: false,
	readFirst: everyRowForCertain,
});

/** Emits the rows as the platform's list has them. */
export const neverSorts = rememberingTrigger({
	read: async (context) => (await everyPage(context)).toReversed(),
});

/** Believes the first reading of the list. */
export const readsOnce = rememberingTrigger({
	readFirst: async (context) => await everyPage(context, 1),
});

/** Takes every row for an old one. */
export const staysSilent = trigger(async function (this: IPollFunctions) {
	await this.__commitCursor?.();
	return null;
});

/** Relies on n8n to save what the poll of an activation has learned. n8n's durable engine does so only if the poll emits something. */
export const neverCommits = rememberingTrigger({ commits: false });

/** Believes that a row is listed once. */
export const emitsRowsTwice = rememberingTrigger({
	read: everyListedRow,
	readFirst: everyRowForCertain,
});

/** Takes an answer without rows for an empty list, whatever else it says. */
export const believesAnything = rememberingTrigger({
	read: async (context) =>
		await everyPage(context, STALE_PAGES, async (from, offset) => await page(from, offset, true)),
});

/** Takes a page with fewer rows than it asked for, for the last one. */
export const endsAtShortPages = rememberingTrigger({
	read: async (context) => {
		const rows: IDataObject[] = [];
		for (let isFull = true; isFull;) {
			const found = await page(context, rows.length);
			rows.push(...found);
			isFull = found.length >= PAGE;
		}
		return sortedByTime([...new Map(rows.map((row) => [idOf(context, row), row])).values()]);
	},
	readFirst: everyRowForCertain,
});

/** Takes identifiers that become texts, or numbers, for others. */
export const trustsTypes = rememberingTrigger({
	readFirst: everyRowForCertain,
	keyOf: (context, row) => {
		const name = ID_NAMES[String(context.getNodeParameter('event'))]!;
		return `${typeof (row[name] ?? row.id)} ${idOf(context, row)}`;
	},
});

/** Takes a row that changes for another one. */
export const trustsContent = rememberingTrigger({
	readFirst: everyRowForCertain,
	keyOf: (_context, row) => JSON.stringify(row),
});

/** Knows rows by their times. Two of the same moment are one to it. */
export const knowsTimes = rememberingTrigger({
	readFirst: everyRowForCertain,
	keyOf: (_context, row) => String(timeOf(row)),
});

/** Once a row was listed twice, it believes in no identifier any more, and knows rows by their content. */
export const givesUpIdentifiers = (() => {
	let isRepeated = false;
	return rememberingTrigger({
		read: async (context) => {
			const rows = await everyListedRow(context);
			const ids = new Set(rows.map((row) => idOf(context, row)));
			isRepeated = rows.length > ids.size;
			return [...new Map(rows.map((row) => [idOf(context, row), row])).values()];
		},
		readFirst: everyRowForCertain,
		keyOf: (context, row) => (isRepeated ? JSON.stringify(row) : idOf(context, row)),
	});
})();

/** Remembers only what is listed now: a row that is missing once is new when it comes again. */
export const forgetsUnlisted = rememberingTrigger({ readFirst: everyRowForCertain, forgets: true });

/** Has a second notion of old: what is some minutes older than the latest row. A row that appears late is lost. */
export const takesLateRowsForOld = rememberingTrigger({
	readFirst: everyRowForCertain,
	isNew: (_context, row, all) => timeOf(row) > Math.max(...all.map(timeOf)) - 120_000,
});

/** Counts what comes in its first polls as old. */
export const learnsTooLong = rememberingTrigger({ readFirst: everyRowForCertain, learnsFor: 3 });

/** Reads and remembers everything, and so loses and repeats nothing. */
export const remembersAll = rememberingTrigger({ readFirst: everyRowForCertain });
