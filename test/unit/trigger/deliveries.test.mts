import { Deliveries } from '../../../nodes/VoiceAgentTrigger/state/deliveries';

const MINUTE = 60_000;
const WINDOW = 10 * MINUTE;
/** When items were emitted. */
const AT = Date.parse('2026-03-01T12:00:00Z');

const key = (name: string | number) => String(name).padEnd(10, '_');
const A = key('a');
const B = key('b');

/** As if it were saved and read. */
function saved(deliveries: Deliveries): Deliveries {
	const json: unknown = JSON.parse(JSON.stringify(deliveries));
	if (!Deliveries.isSaved(json)) throw new Error('What was saved cannot be read');
	return new Deliveries(json.emitted, json.lost);
}

function delivered(...keys: string[]): Deliveries {
	const deliveries = new Deliveries();
	deliveries.add(keys, AT);
	return saved(deliveries);
}

/** A process began soon after a delivery, and polls. */
function reopened(...keys: string[]): Deliveries {
	const deliveries = delivered(...keys);
	deliveries.reopen(WINDOW, AT + MINUTE, AT + 2 * MINUTE);
	return saved(deliveries);
}

describe('what was emitted', () => {
	test.each([
		['by a process that is gone, just before this one began', AT + 1, WINDOW, true],
		['at the end of the window', AT + WINDOW, WINDOW, true],
		['longer before than the window', AT + WINDOW + 1, WINDOW, false],
		['by this process', AT, WINDOW, false],
		['without a window', AT + 1, 0, false],
	])('%s: may be lost or not', (_what, processStart, window, isLost) => {
		const deliveries = delivered(A, B);
		deliveries.reopen(window, processStart, processStart + 5);
		expect([A, B].map((it) => deliveries.isLost(it))).toEqual([isLost, isLost]);
		expect(deliveries.lostKeys).toEqual(isLost ? [A, B] : []);
	});

	test('is opened once', () => {
		const deliveries = reopened(A);
		deliveries.found(A);
		deliveries.reopen(WINDOW, AT + MINUTE, AT + 3 * MINUTE);
		expect(deliveries.isLost(A)).toBe(false);
	});

	test('by this process is kept until the window is over', () => {
		const deliveries = delivered(A);
		deliveries.reopen(WINDOW, AT - 1, AT + WINDOW);
		expect(deliveries.toJSON().emitted).toHaveLength(1);
		deliveries.reopen(WINDOW, AT - 1, AT + WINDOW + 1);
		expect(deliveries.toJSON()).toEqual({ emitted: [], lost: [] });
	});

	test('is never opened once a poll had no window, and is forgotten then', () => {
		const deliveries = delivered(A);
		deliveries.reopen(0, AT - 1, AT + 5);
		expect(deliveries.toJSON().emitted).toEqual([]);
		deliveries.reopen(WINDOW, AT + 6, AT + 7);
		expect(deliveries.isLost(A)).toBe(false);
	});

	test('twice, and lost both times: the later crash counts', () => {
		const deliveries = reopened(A);
		deliveries.found(A);
		deliveries.add([A], AT + 3 * MINUTE);
		deliveries.reopen(WINDOW, AT + 4 * MINUTE, AT + 5 * MINUTE);
		expect(deliveries.expire(AT + 5 * MINUTE)).toEqual([]);
		expect(deliveries.isLost(A)).toBe(true);
	});
});

describe('what may be lost', () => {
	test('and is found is not looked for any more; the rest is', () => {
		const deliveries = reopened(A, B);
		deliveries.found(A);
		expect([deliveries.isLost(A), saved(deliveries).lostKeys]).toEqual([false, [B]]);
	});

	test('so long ago is given up', () => {
		const deliveries = reopened(A, B);
		expect(deliveries.expire(AT + 2 * MINUTE)).toEqual([]);
		expect(deliveries.expire(AT + 2 * MINUTE + 1)).toEqual([A, B]);
		expect([deliveries.isLost(A), deliveries.lostKeys]).toEqual([false, []]);
	});
});

describe('30,000 rows in three deliveries', () => {
	const COUNT = 10_000;
	const keysOf = (delivery: number) =>
		Array.from({ length: COUNT }, (_entry, index) => key(delivery * COUNT + index));

	test('are saved, reopened and found by looking at each row a few times', () => {
		const slice = jest.spyOn(String.prototype, 'slice');
		const deliveries = new Deliveries();
		for (const delivery of [0, 1, 2]) deliveries.add(keysOf(delivery), AT + delivery);
		const after = saved(deliveries);
		after.reopen(WINDOW, AT + MINUTE, AT + 2 * MINUTE);
		expect(after.lostKeys).toHaveLength(3 * COUNT);
		const again = saved(after);
		keysOf(1).forEach((it) => again.found(it));
		expect(again.expire(Infinity)).toHaveLength(2 * COUNT);
		// Once when they are reopened, and once when they are read.
		expect(slice.mock.calls.length).toBeLessThanOrEqual(2 * 3 * COUNT);
		slice.mockRestore();
	});

	test('take 10 characters a row', () => {
		const deliveries = new Deliveries();
		deliveries.add(keysOf(0), AT);
		expect(JSON.stringify(deliveries).length).toBeLessThan(10 * COUNT + 100);
		deliveries.reopen(WINDOW, AT + MINUTE, AT + 2 * MINUTE);
		expect(JSON.stringify(deliveries).length).toBeLessThan(10 * COUNT + 100);
	});
});

describe('what was saved', () => {
	test.each([
		['nothing', undefined],
		['null', null],
		['a text', 'emitted'],
		['without one of its parts', { emitted: [] }],
		['an entry that is null', { emitted: [null], lost: [] }],
		['an entry that is a text', { emitted: [], lost: ['abc'] }],
		['an entry without a time', { emitted: [{ keys: '' }], lost: [] }],
		['half a key', { emitted: [], lost: [{ at: 1, keys: 'abc' }] }],
	])('is none of it: %s', (_what, json) => {
		expect(Deliveries.isSaved(json)).toBe(false);
	});
});
