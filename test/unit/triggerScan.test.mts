import type { IDataObject } from 'n8n-workflow';
import type { List, Row, ScanResult } from '../../nodes/VoiceAgentTrigger/incremental/list';
import { scan } from '../../nodes/VoiceAgentTrigger/incremental/scan';
import { keyOf } from '../../nodes/VoiceAgentTrigger/rowKey';
import { RequestFailure } from '../../nodes/shared/http';

const COUNT = 3_000;
/** Rows with a smaller time are old. */
const SINCE = 2_800;
const PAGE = 100;

const keyOfRow = (time: number) => keyOf(`"call_${time}"`);
const timeIn = (query: IDataObject) => Date.parse(String(query.from));

type Order = 'newest' | 'oldest' | 'shuffled';

/** One row a second, in some order; `filter` is what the platform does with a date filter. */
function listIn(order: Order, filter: 'honoured' | 'ignored' | 'refused' = 'ignored') {
	const times = Array.from({ length: COUNT }, (_entry, index) => index);
	const compare = {
		newest: (one: number, other: number) => other - one,
		oldest: (one: number, other: number) => one - other,
		// Steps that share no divisor with the number of rows.
		shuffled: (one: number, other: number) => ((one * 1_009) % COUNT) - ((other * 1_009) % COUNT),
	}[order];
	const sorted = times
		.sort(compare)
		.map((time) => ({ call_id: `call_${time}`, time: time * 1000 }));
	const requests: IDataObject[] = [];
	const list: List = {
		pages: (query) => async (limit, offset) => {
			requests.push({ ...query, limit, offset });
			if (query.from !== undefined && filter === 'refused') {
				throw new RequestFailure('No such filter', '', { reach: 'answered', status: 422 });
			}
			const isFiltered = query.from !== undefined && filter === 'honoured';
			const rows = isFiltered ? sorted.filter(({ time }) => time >= timeIn(query)) : sorted;
			return { rows: rows.slice(offset, offset + Math.min(limit, PAGE)) };
		},
		entity: 'call',
		timeOf: (row) => row.time as number,
		since: () => SINCE * 1000,
		boundary: { key: keyOfRow(SINCE - 1), time: (SINCE - 1) * 1000 },
		expected: [keyOfRow(SINCE + 1), keyOfRow(SINCE + 2)],
		dateFilter: 'from',
		hasTimeLeft: () => true,
		now: 0,
	};
	return { list, requests };
}

async function read(list: List): Promise<{ result: ScanResult; keys: Set<string> }> {
	const keys = new Set<string>();
	const result = await scan(list, (rows: Row[]) => {
		rows.forEach(({ key }) => keys.add(key));
		return false;
	});
	return { result, keys };
}

const WANTED = Array.from({ length: COUNT - SINCE }, (_entry, index) => keyOfRow(SINCE + index));

describe('a scan reads every wanted row, and no more than needed', () => {
	test.each([
		['newest', 'ignored', 3],
		['newest', 'refused', 3],
		['oldest', 'ignored', 23],
		['shuffled', 'honoured', 5],
		['shuffled', 'ignored', 33],
		['shuffled', 'refused', 33],
	] as const)('order %s, date filter %s: at most %i requests', async (order, filter, max) => {
		const { list, requests } = listIn(order, filter);
		const { result, keys } = await read(list);
		expect(result).toMatchObject({ isComplete: true, newest: (COUNT - 1) * 1000 });
		expect(WANTED.filter((key) => !keys.has(key))).toEqual([]);
		expect(requests.length).toBeLessThanOrEqual(max);
	});

	test('a list of known length is read from the back immediately', async () => {
		const { list, requests } = listIn('oldest');
		const { result } = await read({ ...list, count: COUNT });
		expect(requests.every(({ offset }) => offset === 0 || Number(offset) > SINCE - 500)).toBe(true);
		expect(result).toMatchObject({ isComplete: true, count: COUNT });
	});

	test('a date filter that hides a row that is known to be there is not trusted', async () => {
		const { list } = listIn('shuffled', 'honoured');
		const { result, keys } = await read({ ...list, expected: [keyOfRow(5)] });
		expect(result.isComplete).toBe(true);
		expect(keys.size).toBe(COUNT);
	});
});

describe('what a scan learned', () => {
	test('the latest row from before the wanted ones, and all it met', async () => {
		const { list } = listIn('newest');
		const { result, keys } = await read(list);
		expect(result.boundary).toEqual({ key: keyOfRow(SINCE - 1), time: (SINCE - 1) * 1000 });
		expect(result.met).toEqual(keys);
		expect(result).toMatchObject({ hasUndated: false, startedAt: 0, checkpoint: undefined });
	});

	test('rows without a time', async () => {
		const { list } = listIn('newest');
		const { result } = await read({ ...list, timeOf: () => undefined });
		expect(result).toMatchObject({ isComplete: true, hasUndated: true, newest: undefined });
		expect(result.met.size).toBe(COUNT);
	});

	test('an empty list is complete', async () => {
		const { list } = listIn('newest');
		const { result } = await read({ ...list, pages: () => async () => ({ rows: [] }) });
		expect(result).toMatchObject({ isComplete: true, newest: undefined });
	});

	test('is not complete when its caller has enough', async () => {
		const { list, requests } = listIn('newest');
		const result = await scan(list, () => true);
		expect(result).toMatchObject({ isComplete: false, checkpoint: undefined });
		expect(requests).toHaveLength(1);
	});
});

describe('a scan that runs out of time', () => {
	/** The time runs out after so many requests. */
	const hurried = ({ list, requests }: ReturnType<typeof listIn>, max: number): List => ({
		...list,
		hasTimeLeft: () => requests.length < max,
	});

	test.each([
		['shuffled', 'ignored', 'front'],
		['shuffled', 'honoured', 'filter'],
		['oldest', 'ignored', 'back'],
	] as const)(
		'(order %s, date filter %s) continues at its checkpoint',
		async (order, filter, way) => {
			const first = listIn(order, filter);
			// With the date filter or from the back, the list is soon read. So time runs out early.
			const broken = await read(hurried({ ...first, list: { ...first.list, count: COUNT } }, 2));
			const { checkpoint } = broken.result;
			expect(broken.result.isComplete).toBe(false);
			expect(checkpoint?.way).toBe(way);

			const second = listIn(order, filter);
			const { result, keys } = await read({
				...second.list,
				count: COUNT,
				now: 99,
				checkpoint: JSON.parse(JSON.stringify(checkpoint)),
			});
			expect(result).toMatchObject({ isComplete: true, startedAt: 0 });
			const all = new Set([...broken.keys, ...keys]);
			expect(WANTED.filter((key) => !all.has(key))).toEqual([]);
			// What was read before is not read again, but for the first page and the place itself.
			const readAgain = [...keys].filter((key) => broken.keys.has(key));
			expect(readAgain.length).toBeLessThanOrEqual(2 * PAGE);
		},
	);

	test('starts over if the rows at the checkpoint are not found', async () => {
		const { list } = listIn('shuffled');
		const checkpoint = { way: 'front', offset: 700, anchors: ['gone'], startedAt: 0 } as const;
		const { result, keys } = await read({
			...list,
			now: 99,
			checkpoint: { ...checkpoint, anchors: [...checkpoint.anchors] },
		});
		expect(result).toMatchObject({ isComplete: true, startedAt: 99 });
		expect(keys.size).toBe(COUNT);
	});
});
