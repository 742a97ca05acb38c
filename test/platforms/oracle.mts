import type { IDataObject } from 'n8n-workflow';
import type { Ids } from '../platform/manners.mts';
import { placeOf, trueRow, type Row } from '../platform/rows.mts';
import type { Thing } from '../platform/things.mts';
import { idText, writtenRow, type Written } from '../platform/written.mts';
import type { Case, ListCase, ObjectCase } from './cases.mts';
import { ID_COLUMN, wrongColumn, type Told } from './columns.mts';
import { belonging, isActionCase, mayRefuse, mustRefuse } from './expectations.mts';
import { placesInOrder, rowsOf, targetOf, writtenObject, type CasePlatform } from './platform.mts';

/** What a reader makes of a case. */
export interface Outcome {
	items?: IDataObject[];
	/** `isReadable`: one that n8n can show, with a text. */
	error?: { message: string; isReadable: boolean };
}

export interface Reading extends Outcome {
	/** After an action: whether the number is remembered as called. */
	isRemembered?: boolean;
	/** After an action: n8n runs the node again, because of Retry On Fail. */
	again?(): Promise<unknown>;
}

/** Reads what the platform of a case answers, and makes items of it. */
export type Reader = (of: Case, platform: CasePlatform) => Promise<Reading>;

/** What can be wrong. */
export const FAULTS = {
	wrongRows: 'Rows are missing, or there are rows that should not be there, without an error',
	wrongValue: 'A value is neither the truth nor null, or a field of Raw is missing',
	unknownValue: 'A value is null though the platform says it plainly',
	tooManyRows: 'There are more rows than Limit',
	wrongOrder: 'The rows are not in the order of the platform',
	refusedTruth: 'An error where the answers prove the truth, in a usual manner',
	acceptedRefusal: 'Items where nothing but an error is right',
	unreadableError: 'An error that n8n cannot show',
	repeatedAction: 'An action was sent twice',
	wrongMemory: 'What was done is forgotten, or what was refused is remembered as done',
	noEnd: 'The requests have no end',
	foreignAddress: 'A request went to another address than the platform',
} as const;

export type Fault = keyof typeof FAULTS;

export interface Verdict {
	is: 'right' | 'refused' | 'fault';
	fault?: Fault;
	/** What is wrong, or why an error is right. */
	text: string;
}

const fault = (name: Fault, text: string): Verdict => ({ is: 'fault', fault: name, text });
const RIGHT: Verdict = { is: 'right', text: '' };

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value of the output is what was written. Digits beyond 2^53 may be text. */
function isSame(value: unknown, written: unknown): boolean {
	if (typeof written === 'bigint')
		return typeof value !== 'number' && String(value) === String(written);
	if (typeof written !== 'object' || written === null) return Object.is(value, written);
	if (Array.isArray(written)) {
		const isLong = Array.isArray(value) && value.length === written.length;
		return isLong && written.every((entry, index) => isSame(value[index], entry));
	}
	const entries = Object.entries(written);
	return isObject(value) && entries.every(([name, inner]) => isSame(value[name], inner));
}

/** The objects inside of an item of Raw that may hold its fields: the whole answer is shown as the platform sends it. */
const placesIn = (item: unknown): IDataObject[] => {
	if (Array.isArray(item)) return item.flatMap(placesIn);
	return isObject(item) ? [item, ...Object.values(item).flatMap(placesIn)] : [];
};

function missingField(item: IDataObject, written: Written): string | undefined {
	return Object.entries(written).find(([name, value]) => !isSame(item[name], value))?.[0];
}

/** What is wrong with one item, if it is this row. */
interface Expected {
	told: Told;
	written: Written;
	isRaw: boolean;
	/** Whether the fields may lie deeper. */
	isWrapped: boolean;
}

function wrongItem(item: IDataObject, { told, written, isRaw, isWrapped }: Expected): Verdict {
	const { table } = told.thing;
	if (isRaw || table === 'plain') {
		const places = isWrapped ? placesIn(item) : [item];
		const isThere = places.some((place) => missingField(place, written) === undefined);
		return isThere
			? RIGHT
			: fault('wrongValue', `Raw has no true "${missingField(item, written)}"`);
	}
	if (!(ID_COLUMN[table] in item))
		return fault('wrongValue', `there is no column ${ID_COLUMN[table]}`);
	let unknown: string | undefined;
	for (const [name, value] of Object.entries(item)) {
		const wrong = wrongColumn(name, value, told, table);
		if (wrong?.startsWith('unknown')) unknown ??= wrong;
		else if (wrong) return fault('wrongValue', wrong);
	}
	return unknown === undefined ? RIGHT : fault('unknownValue', unknown);
}

const MARK = /"mark_\d+_(-?\d+)\\?"/;

/** Tells which row of the truth an item is. */
class Recognition {
	private readonly byId = new Map<string, number>();

	constructor(
		private readonly isRaw: boolean,
		ids: Ids,
		rows: readonly Row[],
		private readonly thing: Thing,
	) {
		for (const row of rows) {
			this.byId.set(idText(row, ids), placeOf(row));
		}
	}

	/** The place of the row; undefined if the item does not tell. */
	indexOf(item: IDataObject): number | undefined {
		const mark = MARK.exec(JSON.stringify(item))?.[1];
		if (mark !== undefined) return Number(mark);
		const { table } = this.thing;
		if (table === 'plain' || this.isRaw) return undefined;
		return this.byId.get(String(item[ID_COLUMN[table]]));
	}
}

function judgeRows(of: ListCase, platform: CasePlatform, items: readonly IDataObject[]): Verdict {
	const thing = targetOf(of);
	const rows = [...platform.inserted, ...rowsOf(of)];
	const belongs = belonging(of);
	const { limit = Number.POSITIVE_INFINITY, seed, ids, shape } = of;
	if (items.length > limit)
		return fault('tooManyRows', `${items.length} rows, and Limit is ${limit}`);

	const recognition = new Recognition(of.output === 'raw', ids, rows, thing);
	const order = placesInOrder(of);
	const rankOf = new Map(order.map((place, rank) => [place, rank]));
	const isDue = order.filter((place) => belongs[place] === 'in');
	const seen = new Set<number>();
	let last = -1;
	for (const [place, item] of items.entries()) {
		const index = recognition.indexOf(item) ?? isDue.find((due) => !seen.has(due));
		if (index === undefined || index >= of.count || -index > platform.inserted.length) {
			return fault(
				'wrongRows',
				`item ${place} is no row of the platform: ${JSON.stringify(item).slice(0, 300)}`,
			);
		}
		if (seen.has(index)) return fault('wrongRows', `row ${index} is there twice`);
		seen.add(index);
		if (belongs[index] === 'out') return fault('wrongRows', `the filter excludes row ${index}`);
		const rank = rankOf.get(index) ?? last;
		if (rank < last) {
			return fault('wrongOrder', `row ${index} comes after row ${order[last]}`);
		}
		last = Math.max(last, rank);

		const row = trueRow(seed, index);
		const verdict = wrongItem(item, {
			told: { row, ids, shape, thing, sent: 'all' },
			written: writtenRow(row, of, thing),
			isRaw: of.output === 'raw',
			isWrapped: false,
		});
		if (verdict.is === 'fault') return { ...verdict, text: `row ${index}: ${verdict.text}` };
	}
	const missing = isDue.filter((index) => !seen.has(index));
	const isCut = items.length === limit;
	// With a limit, the first rows are wanted. Rows that were inserted, and those that may belong, take places too.
	const lost = isCut ? missing.filter((index) => rankOf.get(index)! < last) : missing;
	if (lost.length > 0) {
		return fault(
			'wrongRows',
			`${lost.length} of ${isDue.length} rows are missing, such as row ${lost[0]}`,
		);
	}
	return RIGHT;
}

function judgeObject(of: ObjectCase, items: readonly IDataObject[]): Verdict {
	const thing = targetOf(of);
	const [item] = items;
	if (items.length !== 1 || !item)
		return fault('wrongRows', `${items.length} items for one object`);
	// Nothing is said, so there is nothing that could be wrong.
	if (of.single.kind === 'empty') return RIGHT;
	const row = trueRow(of.seed, 0);
	return wrongItem(item, {
		told: { row, ids: of.ids, shape: of.shape, thing, sent: of.isSparse ? 'sparse' : 'all' },
		written: writtenObject(of, row),
		isRaw: of.output === 'raw',
		isWrapped: of.output === 'raw',
	});
}

/** What an action did must be done once, and known. */
async function judgeAction(platform: CasePlatform, reading: Reading): Promise<Verdict> {
	const sent = () => platform.asked.filter(({ method }) => method !== 'GET').length;
	if (sent() !== 1) return fault('repeatedAction', `${sent()} requests for one action`);
	const wasDone = platform.actions === 1;
	if (reading.isRemembered !== undefined && reading.isRemembered !== wasDone) {
		return fault(
			'wrongMemory',
			wasDone ? 'it was done, and is forgotten' : 'it was refused, and is remembered',
		);
	}
	await reading.again?.();
	if (wasDone && sent() > 1) return fault('repeatedAction', 'Retry On Fail sends it again');
	return RIGHT;
}

/** Holds what a reader made of a case against the truth. */
export async function judge(of: Case, platform: CasePlatform, reading: Reading): Promise<Verdict> {
	const foreign = platform.asked.find(({ isOwn }) => !isOwn);
	if (foreign) {
		return fault('foreignAddress', `${foreign.url}${foreign.hasToken ? ', with the token' : ''}`);
	}
	if (platform.isOverrun) return fault('noEnd', `${platform.asked.length} requests`);
	if (isActionCase(of)) {
		const verdict = await judgeAction(platform, reading);
		if (verdict.is === 'fault') return verdict;
	}
	const must = mustRefuse(of);
	const { error, items = [] } = reading;
	if (error) {
		if (!error.isReadable) return fault('unreadableError', error.message);
		const reasons = must === undefined ? mayRefuse(of) : [must];
		return reasons.length > 0
			? { is: 'refused', text: reasons.join(', ') }
			: fault('refusedTruth', error.message);
	}
	if (must !== undefined) return fault('acceptedRefusal', must);
	return of.kind === 'list' ? judgeRows(of, platform, items) : judgeObject(of, items);
}
