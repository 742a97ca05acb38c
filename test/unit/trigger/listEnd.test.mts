import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { ListTooLong } from '../../../nodes/VoiceAgentTrigger/incremental/list';
import type { List } from '../../../nodes/VoiceAgentTrigger/incremental/list';
import { listEnd, pageIfAny } from '../../../nodes/VoiceAgentTrigger/incremental/listEnd';
import { RowIdentity } from '../../../nodes/VoiceAgentTrigger/incremental/rowIdentity';
import { RequestFailure } from '../../../nodes/shared/http';
import type { Manner } from './fakeList.mts';
import { MINUTE, orders, settled } from './fakeList.mts';
import { useBounds } from './useBounds.mts';
import { runs, sampleOf } from '../../scale.mts';

type End = NonNullable<Manner['end']>;
const ENDS: End[] = ['nothing', 'refusal', 'lastPage'];
const failure = (status: number) => new RequestFailure('No', '', { reach: 'answered', status });

/** Looks for the end of a list of so many rows. */
async function look(count: number, end: End, from: number, maxRequests = Infinity) {
	let requests = 0;
	const pages = async (limit: number, offset: number) => {
		requests += 1;
		const isBehind = offset >= count;
		if (isBehind && end === 'refusal') throw failure(416);
		const start = isBehind && end === 'lastPage' ? Math.max(0, count - limit) : offset;
		const length = Math.max(0, Math.min(limit, count - start));
		const rows: IDataObject[] = Array.from({ length }, (_e, index) => ({ call_id: start + index }));
		return { rows };
	};
	const list: List = {
		pages,
		identity: new RowIdentity('call', undefined, () => undefined),
		timeOf: () => undefined,
		lookback: 0,
		hasTimeLeft: () => requests < maxRequests,
		checkTime: () => {
			if (requests >= maxRequests) throw new ListTooLong('calls');
		},
		now: 0,
	};
	return { length: await listEnd(list, from), requests };
}

describe('the end of a list', () => {
	test('is found, whatever comes behind it, in about two requests for each binary digit', async () => {
		const count = fc.integer({ min: 1, max: 50_000_000 });
		await fc.assert(
			fc.asyncProperty(count, fc.constantFrom(...ENDS), fc.nat(100), async (rows, end, part) => {
				const from = Math.max(1, Math.floor((rows * part) / 100));
				const { length, requests } = await look(rows, end, from);
				// Of a list that ends with the same row again and again, that row may be one or two.
				expect([rows, rows - 1, from + 1]).toContain(length);
				expect(requests).toBeLessThanOrEqual(5 + 2 * Math.ceil(Math.log2(rows + 1)));
			}),
			runs('sequences'),
		);
	});

	test('of a list that never ends is not looked for any further', async () => {
		const { requests } = await look(Infinity, 'nothing', 100);
		expect(requests).toBeLessThan(100);
	});

	test('is not looked for when the time is up', async () => {
		await expect(look(1_000_000, 'nothing', 100, 5)).rejects.toThrow('in the time of one poll');
	});
});

describe('a page behind the end', () => {
	test.each([400, 404, 416, 422])('that is refused with %d has no rows', async (status) => {
		const fetchPage = async () => await Promise.reject(failure(status));
		expect(await pageIfAny(fetchPage, 1, 5)).toEqual([]);
	});

	test.each([401, 403, 500])('that fails with %d is an error', async (status) => {
		const fetchPage = async () => await Promise.reject(failure(status));
		await expect(pageIfAny(fetchPage, 1, 5)).rejects.toThrow('No');
	});
});

describe('a list that is read to its end', () => {
	useBounds({ maxKnown: 50 });

	const cases = ENDS.flatMap((end) =>
		(['newest', 'oldest', 'shuffled'] as const).map((order) => [order, end] as const),
	);

	test.each(cases)(
		'%s first, behind the end %s: quiet polls go on for ever',
		async (order, end) => {
			const list = await settled({ order: orders[order], end }, 120);
			list.now += 300 * MINUTE;
			expect(await list.idsOf(10)).toEqual([]);
			const added = list.addRow();
			expect(await list.ids()).toEqual([added]);
		},
	);
});

describe('the oldest rows first', () => {
	useBounds({ maxKnown: 300 });

	const totals: Record<string, ((count: number) => number) | undefined> = {
		'no total': undefined,
		'a total of the page': () => 100,
		'a total that is too large': (count) => count + 700,
		'a total that is too small': (count) => count - 700,
		'a total of 0': () => 0,
		'the total': (count) => count,
	};
	const cases = ENDS.flatMap((end) =>
		Object.keys(totals).flatMap((total) => [100, 1_000].map((cap) => [end, total, cap] as const)),
	);

	test.each(sampleOf('lists', cases))(
		'behind the end %s, %s, %d rows a page',
		async (end, total, cap) => {
			const manner = { order: orders.oldest, end, total: totals[total], cap };
			const list = await settled(manner, 2_000);
			for (let poll = 0; poll < 4; poll += 1) {
				const added = [list.addRow(), list.addRow(50 * MINUTE)];
				expect((await list.ids()).sort()).toEqual(added);
				expect(list.pages.length).toBeLessThan(50);
			}
			expect(await list.idsOf(3)).toEqual([]);
		},
	);
});
