import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { placeOf, trueRow } from '../platform/rows.mts';
import { idText, writtenRow, type Written } from '../platform/written.mts';
import type { Case, ListCase, ObjectCase } from './cases.mts';
import { ID_COLUMN, wrongColumn, type Told } from './columns.mts';
import { belonging, mayRefuse } from './expectations.mts';
import { placesInOrder, rowsOf, targetOf, writtenObject, type CasePlatform } from './platform.mts';
import { isAction } from './resources.mts';

/** What a reader makes of a case. */
export interface Reading {
	items?: IDataObject[];
	/** `isReadable`: one that n8n can show, with a text. */
	error?: { message: string; isReadable: boolean };
	/** After an action: whether the number is remembered as called. */
	isRemembered?: boolean;
	/** After an action: n8n runs the node again, because of Retry On Fail. */
	again?(): Promise<unknown>;
}

/** Something that a reader must not do. */
export class Fault extends Error {}

/** The objects inside of an item of Raw that may hold its fields: the whole answer is shown as the platform sends it. */
const placesIn = (item: unknown): IDataObject[] => {
	if (typeof item !== 'object' || item === null) return [];
	const inside = Object.values(item).flatMap(placesIn);
	return Array.isArray(item) ? inside : [item as IDataObject, ...inside];
};

/** Digits beyond 2^53 are text. */
const isSame = (value: unknown, written: unknown): boolean =>
	typeof written === 'bigint' ? value === String(written) : isDeepStrictEqual(value, written);

const missingField = (item: IDataObject, written: Written): string | undefined =>
	Object.entries(written).find(([name, value]) => !isSame(item[name], value))?.[0];

/** @param places where the fields of Raw may be @throws Fault if the item does not say what is true */
function checkItem(
	item: IDataObject,
	told: Told,
	{ written, isRaw, places = [item] }: { written: Written; isRaw: boolean; places?: IDataObject[] },
): void {
	const { table } = told.thing;
	if (isRaw || table === 'plain') {
		if (places.some((place) => missingField(place, written) === undefined)) return;
		throw new Fault(`Raw has no true "${missingField(item, written)}"`);
	}
	if (!(ID_COLUMN[table] in item)) throw new Fault(`There is no column ${ID_COLUMN[table]}`);
	for (const [name, value] of Object.entries(item)) {
		const wrong = wrongColumn(name, value, told, table);
		if (wrong !== undefined) throw new Fault(wrong);
	}
}

const MARK = /"mark_\d+_(-?\d+)\\?"/;

function checkRows(of: ListCase, { inserted }: CasePlatform, items: readonly IDataObject[]): void {
	const { limit = Infinity, seed, ids, shape, output } = of;
	const thing = targetOf(of);
	const belongs = belonging(of);
	if (items.length > limit) throw new Fault(`${items.length} rows, and Limit is ${limit}`);

	const placeById = new Map(
		[...inserted, ...rowsOf(of)].map((row) => [idText(row, ids), placeOf(row)]),
	);
	const order = placesInOrder(of);
	const rankOf = new Map(order.map((place, rank) => [place, rank]));
	const seen = new Set<number>();
	let last = -1;
	for (const item of items) {
		const text = JSON.stringify(item);
		const mark = MARK.exec(text)?.[1];
		const place =
			mark === undefined && thing.table !== 'plain'
				? placeById.get(String(item[ID_COLUMN[thing.table]]))
				: Number(mark);
		if (place === undefined || !(place < of.count && -place <= inserted.length))
			throw new Fault(`No row of the platform: ${text.slice(0, 300)}`);
		if (seen.has(place)) throw new Fault(`Row ${place} is there twice`);
		seen.add(place);
		if (belongs[place] === 'out') throw new Fault(`The filter excludes row ${place}`);
		const rank = rankOf.get(place) ?? last;
		if (rank < last) throw new Fault(`Row ${place} comes after row ${order[last]}`);
		last = rank;
		const row = trueRow(seed, place);
		const written = writtenRow(row, of, thing);
		checkItem(item, { row, ids, shape, thing, isFull: true }, { written, isRaw: output === 'raw' });
	}
	const missing = order.filter((place) => belongs[place] === 'in' && !seen.has(place));
	// With a limit, the first rows are wanted. Rows that were inserted, and those that may belong, take places too.
	const isCut = items.length === limit;
	const lost = isCut ? missing.filter((place) => rankOf.get(place)! < last) : missing;
	if (lost.length > 0) throw new Fault(`${lost.length} rows are missing, such as row ${lost[0]}`);
}

function checkObject(of: ObjectCase, items: readonly IDataObject[]): void {
	const [item] = items;
	if (items.length !== 1 || !item) throw new Fault(`${items.length} items for one object`);
	// Nothing is said, so there is nothing that could be wrong.
	if (of.single.kind === 'empty') return;
	const { ids, shape, isSparse } = of;
	const row = trueRow(of.seed, 0);
	const isRaw = of.output === 'raw';
	checkItem(
		item,
		{ row, ids, shape, thing: targetOf(of), isFull: !isSparse },
		{ written: writtenObject(of), isRaw, ...(isRaw && { places: placesIn(item) }) },
	);
}

/** What an action did must be done once, and known. */
async function checkAction(platform: CasePlatform, reading: Reading): Promise<void> {
	const sent = () => platform.asked.filter(({ method }) => method !== 'GET').length;
	if (sent() !== 1) throw new Fault(`${sent()} requests for one action`);
	const wasDone = platform.actions === 1;
	if (reading.isRemembered !== undefined && reading.isRemembered !== wasDone)
		throw new Fault(
			wasDone ? 'It was done, and is forgotten' : 'It was refused, and is remembered',
		);
	await reading.again?.();
	if (wasDone && sent() > 1) throw new Fault('Retry On Fail sends the action again');
}

/** Holds what a reader made of a case against the truth. @throws Fault */
export async function judge(
	of: Case,
	platform: CasePlatform,
	reading: Reading,
): Promise<'right' | 'refused'> {
	const { asked, isOverrun } = platform;
	const foreign = asked.find(({ isOwn }) => !isOwn);
	if (foreign)
		throw new Fault(`${foreign.url} was asked, ${foreign.hasToken ? 'with' : 'without'} the token`);
	if (isOverrun) throw new Fault(`There is no end to the requests: ${asked.length}`);
	if (isAction(targetOf(of))) await checkAction(platform, reading);
	const { error, items = [] } = reading;
	const isRefusal = of.refusal !== 'none';
	if (error) {
		if (!error.isReadable) throw new Fault(`n8n cannot show this error: ${error.message}`);
		if (isRefusal || mayRefuse(of).length > 0) return 'refused';
		throw new Fault(`The answers prove the truth, in a usual manner, but: ${error.message}`);
	}
	if (isRefusal) throw new Fault('The platform refuses, and there is no error');
	if (of.kind === 'list') checkRows(of, platform, items);
	else checkObject(of, items);
	return 'right';
}
