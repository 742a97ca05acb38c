import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { bounds } from '../../../../nodes/VoiceAgentTrigger/bounds';
import type { SavedState } from '../../../../nodes/VoiceAgentTrigger/state';
import { TriggerState } from '../../../../nodes/VoiceAgentTrigger/state';
import { runs } from '../../../scale.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T0 = Date.parse('2026-03-01T12:00:00Z');

const key = (name: string) => name.padEnd(10, '_');
const row = (name: string, time?: number) => ({ key: key(name), time });
const read = (state: unknown) => TriggerState.read({ state } as IDataObject, 'scope');

/** A state in which everything is set that can be. */
function everything(): SavedState {
	const first = TriggerState.begin('scope', 'account', T0 - HOUR);
	const state = read(first.commit([row('lost', T0)], 'account', T0)) as TriggerState;
	state.reopen(10 * MINUTE, T0 + 1, T0 + 2);
	state.markKnown(row('gone', T0));
	state.defer({ ...row('open', T0), id: 'call_1' }, T0);
	state.deferredCalls.note(key('open'), true, T0 + MINUTE);
	state.deferredCalls.noteFields(key('open'), { status: 'zzz' });
	Object.assign(state.list, { idField: 'uuid', start: T0 - HOUR, whole: { at: T0, rows: 3 } });
	state.noted.add('topic');
	state.own = { figure: 1 };
	return state.commit([row('a', T0), row('b')], 'account', T0 + MINUTE);
}

/** A trigger polls with this state, and finds a row. @returns whether the row was new */
function poll(state: TriggerState): boolean {
	const now = T0 + HOUR;
	const found = row('new', now - MINUTE);
	state.reopen(10 * MINUTE, T0 + 1, now);
	state.watermark(HOUR);
	const wasNew = state.isNew(found);
	state.deferredCalls.entries().forEach(([open]) => state.deferredCalls.askLater(open, 5, now));
	state.deferredCalls.excess();
	state.leave([row('left', now)], HOUR);
	state.mayForgetUnlisted();
	state.commit([found], 'account', now);
	return wasNew;
}

describe('what is saved', () => {
	test('is plain JSON, a copy, and read as it was saved', () => {
		const saved = everything();
		const before = structuredClone(saved);
		expect(JSON.parse(JSON.stringify(saved))).toEqual(saved);
		poll(read(saved) as TriggerState);
		expect(saved).toEqual(before);
		const again = (read(saved) as TriggerState).commit([], 'account', T0 + MINUTE);
		expect(again).toEqual(saved);
	});

	test.each([
		[25, true],
		[28, false],
	])('is readable although the clock was then set back by %d hours: %p', (hours, isReadable) => {
		const saved = everything();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(T0 - hours * HOUR);
		expect(read(saved) instanceof TriggerState).toBe(isReadable);
		clock.mockRestore();
	});

	test('about something else, or nothing, is not used', () => {
		expect(TriggerState.read({ state: everything() } as never, 'other')).toBe('other');
		expect(TriggerState.read({}, 'scope')).toBeUndefined();
	});

	test('by a newer version is refused rather than misread', () => {
		const state = { ...everything(), version: everything().version + 1 };
		expect(() => read(state)).toThrow(/newer version of this package/);
	});

	test.each([[null], [false], ['text'], [5], [[]], [{}], [{ version: 1 }]])(
		'%j is no state',
		(state) => {
			expect(read(state)).toBe('unreadable');
		},
	);
});

test('the watermark is before what a crash may have lost; without a time of it, everything is read', () => {
	const after = (rows: Array<ReturnType<typeof row>>) => {
		const state = TriggerState.begin('scope', 'account', T0 - 9 * HOUR);
		const saved = read(state.commit(rows, 'account', T0)) as TriggerState;
		saved.markKnown(row('later', T0));
		saved.reopen(HOUR, T0 + 1, T0 + MINUTE);
		return saved.watermark(HOUR);
	};
	expect(after([row('one', T0 - 3 * HOUR), row('two', T0 - 2 * HOUR)])).toBe(T0 - 4 * HOUR);
	expect(after([row('one', T0 - 3 * HOUR), row('undated')])).toBe(-Infinity);
});

test('what a crash may have lost is saved with its own time each: the watermark stays before the earliest', () => {
	const first = TriggerState.begin('scope', 'account', T0 - 9 * HOUR);
	const second = read(first.commit([row('late', T0 - 2 * HOUR)], 'account', T0)) as TriggerState;
	const third = read(second.commit([row('early', T0 - 3 * HOUR)], 'account', T0)) as TriggerState;
	third.reopen(HOUR, T0 + 1, T0 + MINUTE);
	const saved = read(third.commit([], 'account', T0 + MINUTE)) as TriggerState;
	expect(saved.watermark(HOUR)).toBe(T0 - 4 * HOUR);
});

test('a row of the very moment of Start From is new, and one from before it is old', () => {
	const state = TriggerState.begin('scope', 'account', T0);
	expect([T0, T0 - 1].map((time) => state.isNew(row('a', time)))).toEqual([true, false]);
});

test.each([
	[9, 60, true],
	[11, 11, false],
])(
	'a process that begins %i minutes after a delivery, and polls after %i: it may be lost is %s',
	(began, polls, isLost) => {
		const state = TriggerState.begin('scope', 'account', T0 - HOUR);
		const saved = read(state.commit([row('one', T0)], 'account', T0)) as TriggerState;
		saved.reopen(10 * MINUTE, T0 + began * MINUTE, T0 + polls * MINUTE);
		expect(saved.isRedelivery(key('one'))).toBe(isLost);
	},
);

test('what a crash may have lost keeps its mark for a day after the crash was noticed', () => {
	const state = TriggerState.begin('scope', 'account', T0 - HOUR);
	const saved = read(state.commit([row('one', T0)], 'account', T0)) as TriggerState;
	for (const hours of [20, 43]) {
		saved.reopen(23 * HOUR, T0 + 20 * HOUR, T0 + hours * HOUR);
		expect(saved.isRedelivery(key('one'))).toBe(true);
	}
	saved.reopen(23 * HOUR, T0 + 20 * HOUR, T0 + 45 * HOUR);
	expect(saved.isRedelivery(key('one'))).toBe(false);
	// It is known with its own time: others of that time may still come.
	expect(saved.watermark(HOUR)).toBe(T0 - HOUR);
});

test('after an empty list, a row whose time has no zone may be a day and a half behind the clock', () => {
	const state = TriggerState.begin('scope', 'account');
	state.list.start = T0;
	state.settleStart(bounds.noZoneMs);
	const local = (hours: number) => row('a', T0 - hours * HOUR);
	expect([36, 37].map((hours) => state.isNew(local(hours)))).toEqual([true, false]);
});

describe('any garbage in a part of what is saved', () => {
	const anything = fc.oneof(
		fc.constantFrom<unknown>(undefined, null, true, 0, -1, 1.5, '', 'x', [], {}, [null], [[]]),
		fc.jsonValue({ maxDepth: 2 }),
	);
	const parts = Object.keys(everything()).filter((name) => name !== 'version');

	test('is unreadable, or stops neither the trigger nor what is new', () => {
		fc.assert(
			fc.property(fc.constantFrom(...parts), anything, (part, wrong) => {
				const state = read({ ...everything(), [part]: wrong });
				if (state instanceof TriggerState)
					expect(poll(state)).toBe(part !== 'floor' || Number(wrong ?? 0) < T0);
			}),
			runs('values'),
		);
	});
});

describe('rows that are forgotten', () => {
	const usual = { ...bounds };
	beforeEach(() => Object.assign(bounds, { maxKnown: 10 }));
	afterEach(() => Object.assign(bounds, usual));

	test('are the oldest, and old from then on; rows without a time, and those that a crash may lose, stay, for a day', () => {
		const state = TriggerState.begin('scope', 'account');
		for (let age = 1; age <= 30; age += 1) state.markKnown(row(`r${age}`, T0 - age * MINUTE));
		state.markKnown(row('undated'));
		state.leave([], 5 * MINUTE);
		const saved = read(state.commit([row('emitted', T0 - HOUR)], 'account', T0)) as TriggerState;
		expect(saved.known.size).toBe(10);
		for (const age of [30, 9]) expect(saved.isNew(row(`r${age}`, T0 - age * MINUTE))).toBe(false);
		for (const name of ['undated', 'r1']) expect(saved.known.has(key(name))).toBe(true);
		expect(saved.isNew(row('emitted', T0 - HOUR))).toBe(false);
		saved.reopen(HOUR, T0 + 1, T0 + MINUTE);
		expect(saved.isNew(row('emitted', T0 - HOUR))).toBe(true);
		const later = T0 + 25 * HOUR;
		saved.reopen(HOUR, T0 + 1, later);
		const givenUp = read(saved.commit([], 'account', later)) as TriggerState;
		expect([givenUp.isNew(row('emitted', T0)), givenUp.isNew(row('new', later))]).toEqual([
			false,
			true,
		]);
	});

	test('are the oldest by the times that the platform says now: one that has a later time than before stays known', () => {
		const first = TriggerState.begin('scope', 'account');
		for (let age = 1; age <= 10; age += 1) first.markKnown(row(`r${age}`, T0 - age * MINUTE));
		const state = read(first.commit([], 'account', T0)) as TriggerState;
		const moved = row('r10', T0 - 2 * MINUTE);
		state.known.meet(moved);
		state.leave([], 5 * MINUTE);
		const saved = read(state.commit([row('new', T0)], 'account', T0)) as TriggerState;
		expect(saved.known.has(key('r9'))).toBe(false);
		expect(saved.isNew(moved)).toBe(false);
	});
});
