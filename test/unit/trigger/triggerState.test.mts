import { bounds } from '../../../nodes/VoiceAgentTrigger/bounds';
import { TriggerState } from '../../../nodes/VoiceAgentTrigger/state';
import { useBounds } from './useBounds.mts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const T0 = Date.parse('2026-03-01T12:00:00Z');

const key = (name: string | number) => String(name).padEnd(10, '_');
const row = (name: string | number, time?: number) => ({ key: key(name), time });

/** As if it were saved and read. */
function saved(state: TriggerState): TriggerState {
	const json: unknown = JSON.parse(JSON.stringify(state));
	const read = TriggerState.read({ state: json } as never, 'scope');
	if (!(read instanceof TriggerState)) throw new Error('What was saved cannot be read');
	read.lookback = state.lookback;
	return read;
}

/** A trigger whose baseline was an empty list. */
function begun(): TriggerState {
	const state = TriggerState.begin('scope');
	state.completeBaseline();
	return state;
}

/** A reading of the whole list. */
const whole = (newest: number, missed: string[] = []) => ({
	newest,
	isWhole: true,
	missed,
});

const isNew = (state: TriggerState, name: string, time?: number) => state.isNew(row(name, time));

describe('the baseline', () => {
	test('a row that it met is old; one that is deferred is new when it is ready', () => {
		const state = TriggerState.begin('scope');
		state.defer({ ...row('open', T0), id: 'call_1' }, T0);
		state.learn(row('open', T0));
		state.learn(row('over', T0));
		state.completeBaseline();
		expect([isNew(state, 'over', T0), isNew(state, 'open', T0)]).toEqual([false, true]);
		expect(state.deferredCalls.has(key('open'))).toBe(true);
		state.emit([row('open', T0)], T0);
		expect([isNew(state, 'open', T0), state.deferredCalls.has(key('open'))]).toEqual([
			false,
			false,
		]);
	});

	test('of a list that is known whole: what is not known is new, whatever its time', () => {
		const state = saved(begun());
		expect([state.isReady, state.isWhole]).toEqual([true, true]);
		const times = [undefined, 1, T0 - 1000 * 24 * HOUR, T0, T0 + 1000 * 24 * HOUR];
		expect(times.map((time) => isNew(state, 'x', time))).toEqual(times.map(() => true));
		expect(state.knowsUndated).toBe(true);
	});

	test('of a long list: what is before the floor is old, and not all rows without a time are known', () => {
		const state = TriggerState.begin('scope');
		state.forgetBefore(T0, true);
		state.forgetBefore(T0 - HOUR, true);
		state.completeBaseline(false);
		expect(isNew(state, 'x', T0 - 1)).toBe(false);
		expect(isNew(state, 'x', T0)).toBe(true);
		expect(state.knowsUndated).toBe(false);
		state.noteUndated();
		expect([isNew(state, 'x'), saved(state).knowsUndated]).toEqual([true, true]);
	});

	test('is not needed with Start From: what is since then is new, what is before it is not', () => {
		const state = saved(TriggerState.begin('scope', T0));
		expect([state.isReady, state.watermark]).toEqual([true, T0]);
		const before = () => [isNew(state, 'x', T0 - 1), isNew(state, 'x', T0)];
		expect(before()).toEqual([false, true]);
	});
});

describe('a row', () => {
	test('that is done is known, and new again once it is forgotten', () => {
		const state = begun();
		state.markDone(row('a', T0));
		expect([isNew(state, 'a', T0), state.known.has(key('a')), state.known.size]).toEqual([
			false,
			true,
			1,
		]);
		state.forget(key('a'));
		expect([isNew(state, 'a', T0), state.known.has(key('a'))]).toEqual([true, false]);
	});

	test('that a crash may have lost is new, although it is known, until it is emitted again', () => {
		const state = begun();
		state.emit([row('a', T0)], T0);
		const after = saved(state);
		after.reopen(10 * MINUTE, T0 + MINUTE, T0 + 2 * MINUTE);
		expect([after.isRedelivery(key('a')), isNew(after, 'a', 1)]).toEqual([true, true]);
		after.emit([row('a', T0)], T0 + 2 * MINUTE);
		expect([after.isRedelivery(key('a')), isNew(after, 'a', T0)]).toEqual([false, false]);
	});

	test('that a crash may have lost is given up after a day, and known', () => {
		const state = begun();
		state.emit([row('a', T0)], T0);
		state.reopen(10 * MINUTE, T0 + MINUTE, T0 + 2 * MINUTE);
		state.reopen(0, T0 + MINUTE, T0 + 2 * MINUTE + bounds.redeliveryMs + 1);
		expect([state.isRedelivery(key('a')), isNew(state, 'a', T0)]).toEqual([false, false]);
	});

	test('that is known and becomes deferred is not known any more: it is new when it is ready', () => {
		const state = begun();
		state.markDone(row('a', T0));
		state.defer({ ...row('a', T0), id: 'call_1' }, T0);
		expect([state.known.has(key('a')), isNew(saved(state), 'a', T0)]).toEqual([false, true]);
	});

	test('nothing emitted leaves no delivery', () => {
		const state = begun();
		state.emit([], T0);
		expect(state.toJSON().deliveries).toEqual({ emitted: [], lost: [] });
	});
});

describe('the watermark', () => {
	test('lies where the latest rows were one reading before the last one, less the lookback', () => {
		const state = begun();
		state.lookback = HOUR;
		expect(state.watermark).toBeUndefined();
		for (const [minute, watermark] of [
			[0, 0],
			[1, 0],
			[5, 1],
			[9, 5],
		]) {
			state.completeReading(whole(T0 + minute! * MINUTE));
			expect(saved(state).watermark).toBe(T0 + watermark! * MINUTE - HOUR);
		}
	});

	test('never lies before Start From', () => {
		const state = TriggerState.begin('scope', T0 - MINUTE);
		state.lookback = HOUR;
		for (let minute = 0; minute < 3; minute += 1) state.completeReading(whole(T0));
		expect(state.watermark).toBe(T0 - MINUTE);
	});

	test('does not move with the clock of n8n, nor by a reading without times', () => {
		const state = begun();
		state.completeReading(whole(T0));
		state.completeReading({ isWhole: true, missed: [] });
		expect(state.watermark).toBe(T0);
	});
});

describe('known rows that a reading does not meet', () => {
	/** Knows a and b, and has read. */
	function reading(): TriggerState {
		const state = begun();
		state.emit([row('a', T0), row('b', T0)], T0);
		for (const minutes of [0, 0, 1]) state.completeReading(whole(T0 + minutes * MINUTE));
		return state;
	}
	const AT = [2, 3, 4].map((minutes) => T0 + minutes * MINUTE);

	test('count as gone when two readings in a row miss them', () => {
		const state = reading();
		state.completeReading(whole(AT[0]!, [key('a')]));
		expect(state.expected(undefined)).toEqual([key('a'), key('b')]);
		const after = saved(state);
		after.completeReading(whole(AT[1]!, [key('a')]));
		expect(after.expected(undefined)).toEqual([key('b')]);
		expect(isNew(after, 'a', T0)).toBe(false);
		after.learn(row('a', T0));
		expect(saved(after).expected(undefined)).toEqual([key('a'), key('b')]);
	});

	test('hold the watermark until two readings in a row agree', () => {
		const state = reading();
		expect(state.watermark).toBe(T0);
		state.completeReading(whole(AT[0]!, [key('a')]));
		state.completeReading(whole(AT[1]!, [key('b')]));
		expect(state.watermark).toBe(T0);
		expect(state.expected(undefined)).toEqual([key('a'), key('b')]);
		state.completeReading(whole(AT[2]!, [key('b')]));
		state.completeReading(whole(AT[2]!));
		expect(state.watermark).toBe(AT[2]);
		expect(state.expected(undefined)).toEqual([key('a')]);
	});

	test('are expected only since a time, and so are those that a crash may have lost', () => {
		const state = begun();
		state.emit([row('lost', T0 - 9 * HOUR)], T0);
		state.reopen(10 * MINUTE, T0 + 1, T0 + 2);
		state.markDone(row('a', T0 - HOUR));
		state.markDone(row('b', T0 + HOUR));
		expect(state.expected(T0).sort()).toEqual([key('b'), key('lost')]);
		for (let reading = 0; reading < 2; reading += 1) {
			state.completeReading(whole(T0 + HOUR, [key('lost')]));
		}
		expect(state.expected(T0)).toEqual([key('b')]);
		expect(isNew(saved(state), 'lost')).toBe(true);
	});
});

describe('so many rows that not all can be known', () => {
	useBounds({ maxKnown: 3 });

	/** Knows rows of every second until `count`, the first one at `T0`. */
	function long(count: number): TriggerState {
		const state = begun();
		for (let index = 0; index < count; index += 1) state.markDone(row(index, T0 + index * SECOND));
		return state;
	}

	test('those from before the watermark are forgotten, and count as old', () => {
		const state = long(5);
		state.completeReading(whole(T0 + HOUR));
		expect([state.known.size, state.isWhole]).toEqual([3, false]);
		expect([isNew(state, '0', T0), isNew(state, 'x', T0 + 1999)]).toEqual([false, false]);
		expect(isNew(saved(state), 'x', T0 + 2 * SECOND)).toBe(true);
	});

	test('one that a crash may have lost is not forgotten, and read for as long as it is listed', () => {
		const state = long(5);
		state.emit([row('lost', T0 - HOUR)], T0);
		state.completeReading(whole(T0 + HOUR));
		expect(state.known.has(key('lost'))).toBe(true);
		const { watermark } = state;
		state.reopen(10 * MINUTE, T0 + 1, T0 + 2);
		expect([state.isRedelivery(key('lost')), state.watermark]).toEqual([true, T0 - HOUR]);
		for (let reading = 0; reading < 2; reading += 1)
			state.completeReading({ ...whole(T0 + HOUR), missed: [key('lost')] });
		expect(state.watermark).toBe(watermark);
		state.reopen(0, T0 + 1, T0 + 3 + bounds.redeliveryMs);
		expect(isNew(saved(state), 'lost')).toBe(false);
	});

	test('those since the watermark are never forgotten', () => {
		const state = long(5);
		state.lookback = HOUR;
		state.completeReading(whole(T0));
		state.completeReading(whole(T0 + MINUTE));
		expect([state.known.size, state.isWhole]).toEqual([5, true]);
	});

	test('those that are not listed any more stay old, also if they are listed again', () => {
		const state = long(5);
		for (const missed of [[], [key(0)], [key(0)], [], []]) {
			state.completeReading(whole(T0 + HOUR, missed));
		}
		expect([state.known.has(key(0)), isNew(state, '0', T0)]).toEqual([false, false]);
	});

	test('those without a time that are not listed any more make room', () => {
		const state = begun();
		for (let index = 0; index < 5; index += 1) state.markDone(row(index));
		for (const missed of [[], [key(1)], [key(1)]]) {
			state.completeReading({ ...whole(T0, missed), newest: undefined });
		}
		expect([state.known.size, state.known.has(key(1)), state.isWhole]).toEqual([4, false, true]);
	});

	test('those that are not listed for two readings, and may come again, stay known', () => {
		const state = long(4);
		state.lookback = HOUR;
		for (const missed of [[], [key(3)], [key(3)]]) {
			state.completeReading(whole(T0 + MINUTE, missed));
		}
		expect(isNew(state, '3', T0 + 3 * SECOND)).toBe(false);
	});

	test('those without a time are not forgotten; when there are too many, they count as of now', () => {
		const state = begun();
		for (let index = 0; index < 5; index += 1) state.markDone(row(index));
		state.noteUndated();
		state.forgetBefore(T0 + HOUR);
		expect([state.known.undated, state.isWhole]).toEqual([5, true]);
		state.noteUndated(T0);
		state.forgetBefore(T0 + HOUR);
		expect([state.known.undated, state.known.size, state.isWhole]).toEqual([0, 3, false]);
		expect(state.knowsUndated).toBe(false);
	});
});

test('what was noted is remembered until it is not so any more', () => {
	const state = begun();
	state.noted.add('one');
	state.noted.add('one');
	state.noted.add('two');
	state.noted.delete('one');
	expect([...saved(state).noted]).toEqual(['two']);
});
