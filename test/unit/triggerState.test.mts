import fc from 'fast-check';
import type { SavedState } from '../../nodes/VoiceAgentTrigger/savedState';
import { keyOf } from '../../nodes/VoiceAgentTrigger/rowKey';
import { TriggerState } from '../../nodes/VoiceAgentTrigger/state';

const SECOND = 1000;

const SAVED: SavedState = {
	version: 1,
	scope: 'callEnded',
	isReady: true,
	watermark: 1_000 * SECOND,
	done: { a: 1_050, b: 1_060, c: 1_070 },
	deferred: { calls: { open: ['call_7', 1_090, -10] } },
	deliveries: [],
	redelivery: {},
	unlisted: [],
	count: 100,
};

function stateWith(changes: Partial<SavedState> = {}): TriggerState {
	return TriggerState.read({ state: { ...SAVED, ...changes } as never }, 'callEnded')!;
}

const saved = (state: TriggerState) => state.toJSON();

describe('what is saved', () => {
	test('is read as it was saved', () => {
		expect(saved(stateWith())).toEqual(SAVED);
	});

	test('is plain JSON, and a copy', () => {
		const state = TriggerState.begin('newCall');
		const json = state.toJSON();
		expect(JSON.parse(JSON.stringify(json))).toEqual(json);
		json.done.other = 1;
		expect(state.isDone('other')).toBe(false);
	});

	test('changes only when it is saved: what was read is a draft', () => {
		const data = { state: structuredClone(SAVED) };
		TriggerState.read(data as never, 'callEnded')!.markDone({ key: 'other' });
		expect(data.state).toEqual(SAVED);
	});

	test('of another event is not used', () => {
		expect(TriggerState.read({ state: SAVED as never }, 'newBooking')).toBeUndefined();
		expect(TriggerState.read({}, 'newBooking')).toBeUndefined();
	});

	test('of a newer version is refused rather than misread', () => {
		const state = { ...SAVED, version: 2 } as never;
		expect(() => TriggerState.read({ state }, 'callEnded')).toThrow(
			/newer version of this package/,
		);
	});

	test('takes 25 bytes for a row', () => {
		const state = TriggerState.begin('newCall');
		const before = JSON.stringify(state).length;
		for (let row = 0; row < 100; row += 1) {
			state.markDone({ key: keyOf(`"call_${row}"`), time: 1_795_243_986_123 });
		}
		expect(JSON.stringify(state).length - before).toBeLessThanOrEqual(2_500);
	});

	test('tells rows apart in eleven characters', () => {
		expect(keyOf('"call_1"')).toMatch(/^[\w-]{11}$/);
		expect(keyOf('"call_1"')).not.toBe(keyOf('"call_2"'));
		expect(keyOf('"1"')).not.toBe(keyOf('1'));
	});
});

describe('the baseline', () => {
	test('is to be learned first, unless the user gives a date', () => {
		expect(TriggerState.begin('newCall').isReady).toBe(false);
		const dated = TriggerState.begin('newCall', 5_000);
		expect([dated.isReady, dated.watermark]).toEqual([true, 5_000]);
	});

	test('a row that is learned is old, but one that is deferred is not', () => {
		const state = TriggerState.begin('callEnded');
		state.defer({ key: 'open', id: 'call_1' }, 1);
		state.learn({ key: 'open' });
		state.learn({ key: 'over' });
		expect([state.isDone('over'), state.isNew({ key: 'over' })]).toEqual([true, false]);
		expect([state.isDone('open'), state.deferredCalls.has('open')]).toEqual([false, true]);
	});

	test('when complete sets the watermark, forgets what is older, and ends the reading', () => {
		const state = TriggerState.begin('newCall');
		state.resumeAt({ way: 'front', offset: 3, anchors: [], startedAt: 1 });
		state.learn({ key: 'old', time: 4_000 });
		state.learn({ key: 'recent', time: 6_000 });
		state.completeBaseline({ watermark: 5_000, count: 2 });
		expect(state).toMatchObject({ isReady: true, watermark: 5_000, count: 2 });
		expect(state.checkpoint).toBeUndefined();
		expect(saved(state).done).toEqual({ recent: 6 });
		expect(state.boundary).toEqual({ key: 'old', time: 4_000 });
	});

	test('of rows without a time has no watermark: everything unknown is new', () => {
		const state = TriggerState.begin('newCall');
		state.completeBaseline();
		expect([state.isReady, state.watermark]).toEqual([true, undefined]);
		expect(state.isNew({ key: 'x' })).toBe(true);
	});
});

describe('a row is new', () => {
	test.each([
		['unknown, since the watermark', { key: 'x', time: 1_000 * SECOND }, true],
		['unknown, before the watermark', { key: 'x', time: 1_000 * SECOND - 1 }, false],
		['unknown, without a time', { key: 'x' }, true],
		['done', { key: 'a', time: 1_050 * SECOND }, false],
		['to be redelivered, even from before the watermark', { key: 'r', time: 1 }, true],
	])('%s', (_what, row, isNew) => {
		expect(stateWith({ redelivery: { r: 0 } }).isNew(row)).toBe(isNew);
	});
});

describe('a row that is done', () => {
	test('is neither deferred nor redelivered any more', () => {
		const state = stateWith({ redelivery: { open: 5 } });
		state.markDone({ key: 'open', time: 1_080 * SECOND + 999 });
		expect(saved(state)).toMatchObject({ redelivery: {} });
		expect(saved(state).deferred).toEqual({});
		expect(saved(state).done.open).toBe(1_080);
	});

	test('and is forgotten is new again', () => {
		const state = stateWith({ done: { low: 0 }, redelivery: { other: 0 } });
		['low', 'other', 'open'].forEach((key) => state.forget(key));
		expect(saved(state)).toMatchObject({ done: {}, redelivery: {} });
		expect(saved(state).deferred).toEqual({});
		expect(state.isNew({ key: 'low' })).toBe(true);
	});
});

describe('a deferred call', () => {
	test('is not done', () => {
		const state = stateWith();
		state.defer({ key: 'a', id: 'call_1' }, 10);
		expect([state.isDone('a'), state.deferredCalls.has('a')]).toEqual([false, true]);
	});
});

describe('emitting', () => {
	test('makes rows done, and keeps them as one delivery with the earliest time', () => {
		const state = stateWith({ redelivery: { x: 7 } });
		state.emit(
			[
				{ key: 'x', time: 1_200 * SECOND },
				{ key: 'open', time: 1_080_500 },
			],
			5,
		);
		expect(saved(state)).toMatchObject({ redelivery: {} });
		expect(saved(state).deferred).toEqual({});
		expect(saved(state).done).toEqual({ ...SAVED.done, x: 1_200, open: 1_080 });
		expect(saved(state).deliveries).toEqual([{ at: 5, since: 1_080, keys: ['x', 'open'] }]);
	});

	test('a row without a time makes the whole delivery one without', () => {
		const state = stateWith();
		state.emit([{ key: 'x', time: 1_200 * SECOND }, { key: 'y' }], 5);
		expect(saved(state).deliveries).toMatchObject([{ since: 0 }]);
	});

	test('nothing leaves no delivery', () => {
		const state = stateWith();
		state.emit([], 5);
		expect(saved(state)).toEqual(SAVED);
	});
});

describe('after a crash', () => {
	const WINDOW = 600 * SECOND;
	const AT = 2_000 * SECOND;
	const checkpoint = { way: 'front' as const, offset: 3, anchors: [], startedAt: 1 };
	const delivered = () =>
		stateWith({
			deliveries: [{ at: AT, since: 1_050, keys: ['a', 'b'] }],
			checkpoint,
			hasLookedOnce: true,
		});

	test.each([
		['just after the delivery', AT + 1],
		['at the end of the window', AT + WINDOW],
	])('a process that began %s redelivers, and reads from the front', (_when, processStart) => {
		const state = delivered();
		state.reopen(WINDOW, processStart, processStart + 5);
		expect(saved(state)).toMatchObject({ redelivery: { a: 1_050, b: 1_050 }, deliveries: [] });
		expect(saved(state).done).toEqual({ c: 1_070 });
		expect(state.checkpoint).toBeUndefined();
		expect(state.isRedelivery('a')).toBe(true);
		// They are looked for twice again.
		state.giveUpRedelivery();
		expect(state.isRedelivery('a')).toBe(true);
	});

	test.each([
		['by this process', AT, 1],
		['longer ago than the window', AT + WINDOW + 1, 0],
	])('what was emitted %s is not redelivered', (_what, processStart, kept) => {
		const state = delivered();
		state.reopen(WINDOW, processStart, processStart + 5);
		expect(saved(state)).toMatchObject({ redelivery: {}, done: SAVED.done, checkpoint });
		expect(saved(state).deliveries).toHaveLength(kept);
	});

	test('a window of 0 redelivers nothing', () => {
		const state = delivered();
		state.reopen(0, AT + 1, AT + 5);
		expect(saved(state)).toMatchObject({ redelivery: {}, deliveries: [] });
	});

	test('deliveries of this process are forgotten after the window', () => {
		const state = delivered();
		state.reopen(WINDOW, 1, AT + WINDOW + 1);
		expect(saved(state).deliveries).toEqual([]);
	});

	test('deliveries that are forgotten are never redelivered', () => {
		const state = delivered();
		state.forgetDeliveries();
		state.reopen(WINDOW, AT + 1, AT + 5);
		expect(saved(state).redelivery).toEqual({});
	});

	test('rows that are no longer listed are given up at the second look, deferred ones never', () => {
		const state = stateWith({ redelivery: { gone: 1_090, open: 1_080 } });
		state.giveUpRedelivery();
		expect(saved(state).redelivery).toEqual({ gone: 1_090, open: 1_080 });
		state.giveUpRedelivery();
		expect(saved(state).redelivery).toEqual({ open: 1_080 });
		expect(saved(state).done.gone).toBe(1_090);
		expect(state.deferredCalls.has('open')).toBe(true);
	});
});

describe('what must be read', () => {
	test.each([
		['from the watermark', {}, 1_000 * SECOND],
		['from the earliest redelivery', { redelivery: { r: 900, s: 1_100 } }, 900 * SECOND],
		['everything, if a redelivery has no time', { redelivery: { r: 0 } }, undefined],
		['everything, without a watermark', { watermark: undefined }, undefined],
	])('%s', (_what, changes, from) => {
		expect(stateWith(changes).readFrom).toBe(from);
	});

	test('rows after the watermark are expected in the list, unless they were missing before', () => {
		const done = { undated: 0, atWatermark: 1_000, a: 1_050, b: 1_060 };
		expect(stateWith({ done, unlisted: ['b'] }).expected).toEqual(['a']);
	});

	test('rows without a time are an error only where all had one', () => {
		const state = stateWith();
		expect(state.needsTimes).toBe(true);
		state.noteUndated();
		expect(state.needsTimes).toBe(false);
		expect(stateWith({ watermark: undefined }).needsTimes).toBe(false);
	});
});

describe('a reading that is complete', () => {
	const before = { key: 'before', time: 900 * SECOND };

	test('notes which rows are not listed, and the boundary', () => {
		const state = stateWith({ done: { undated: 0, a: 1_050, b: 1_060 } });
		state.completeReading({ met: new Set(['a']), boundary: before, count: 9 }, 1_000 * SECOND);
		expect(saved(state)).toMatchObject({ unlisted: ['b'], boundary: before, count: 9 });
	});

	test('keeps a boundary that was met', () => {
		const boundary = { key: 'kept', time: 950 * SECOND };
		const state = stateWith({ boundary });
		state.completeReading({ met: new Set(['kept']), boundary: before }, 1_000 * SECOND);
		expect(state.boundary).toEqual(boundary);
	});

	test('of several polls tells nothing of rows it did not meet', () => {
		const boundary = { key: 'kept', time: 950 * SECOND };
		const checkpoint = { way: 'front' as const, offset: 3, anchors: [], startedAt: 1 };
		const state = stateWith({ boundary, checkpoint });
		state.completeReading({ met: new Set(), boundary: before }, 1_000 * SECOND);
		expect(saved(state)).toMatchObject({ unlisted: [], boundary });
		expect(state.checkpoint).toBeUndefined();
	});
});

describe('the watermark', () => {
	test('moves one reading later than it could', () => {
		const state = stateWith();
		state.advance(1_055 * SECOND);
		expect(state.watermark).toBe(1_000 * SECOND);
		state.advance(1_056 * SECOND);
		expect(state.watermark).toBe(1_055 * SECOND);
	});

	test('forgets what lies before it; the latest of that is the boundary', () => {
		const state = stateWith({
			nextWatermark: 1_065 * SECOND,
			done: { undated: 0, b: 1_060, a: 1_050, c: 1_070 },
			unlisted: ['a', 'c'],
		});
		state.advance(1_100 * SECOND);
		expect(saved(state).done).toEqual({ undated: 0, c: 1_070 });
		expect(state.boundary).toEqual({ key: 'b', time: 1_060 * SECOND });
		expect(saved(state).unlisted).toEqual(['c']);
	});

	test('never moves backwards', () => {
		const state = stateWith({ nextWatermark: 500 * SECOND });
		state.advance(1_100 * SECOND);
		expect(state.watermark).toBe(1_000 * SECOND);
	});
});

describe('invariants', () => {
	const key = fc.constantFrom('a', 'b', 'c');
	const time = fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined });
	const row = fc.record({ key, time });
	type Step = (state: TriggerState) => void;
	const step: fc.Arbitrary<Step> = fc.oneof(
		row.map(
			(it): Step =>
				(state) =>
					state.learn(it),
		),
		row.map(
			(it): Step =>
				(state) =>
					state.markDone(it),
		),
		row.map(
			(it): Step =>
				(state) =>
					state.defer({ ...it, id: it.key }, 1),
		),
		fc.array(row, { maxLength: 3 }).map(
			(rows): Step =>
				(state) =>
					state.emit(rows, 1),
		),
		fc.constant<Step>((state) => state.reopen(10, 2, 3)),
		fc.constant<Step>((state) => state.giveUpRedelivery()),
		fc.integer({ min: 0, max: 100_000 }).map(
			(it): Step =>
				(state) =>
					state.advance(it),
		),
		key.map(
			(it): Step =>
				(state) =>
					state.forget(it),
		),
	);

	test('a row that is done is neither deferred nor to be redelivered, and what is to be redelivered is new', () => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
				const state = TriggerState.begin('newCall', 0);
				for (const run of steps) {
					run(state);
					const { done, deferred, redelivery } = state.toJSON();
					const open = [...Object.keys(deferred.calls ?? {}), ...Object.keys(redelivery)];
					expect(open.filter((it) => it in done)).toEqual([]);
					expect(Object.keys(redelivery).every((it) => state.isNew({ key: it, time: 0 }))).toBe(
						true,
					);
				}
			}),
			{ seed: 1, numRuns: 500 },
		);
	});
});
