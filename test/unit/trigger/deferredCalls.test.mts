import { DeferredCalls, MAX_DEFERRED } from '../../../nodes/VoiceAgentTrigger/state/deferredCalls';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const read = (calls: DeferredCalls) => new DeferredCalls(JSON.parse(JSON.stringify(calls)));

test('that the platform failed on a call, and since when, is not forgotten', () => {
	const calls = new DeferredCalls();
	calls.add({ key: 'k', id: 'call_1' }, NOW);
	calls.noteFailure('k', NOW);
	expect(read(calls).get('k')).toMatchObject({ asked: NOW, troubled: NOW });
});

test('a call that is under way takes about 100 bytes and its id', () => {
	const calls = new DeferredCalls();
	for (let index = 0; index < 1000; index += 1) {
		const key = `key_${index}_____`.slice(0, 10);
		calls.add({ key, id: 'x'.repeat(36), time: NOW - 5000 }, NOW);
		calls.noteOpen(key, true);
		calls.noteAnswer(key, NOW);
	}
	expect(JSON.stringify(calls).length / 1000).toBeLessThan(36 + 115);
});

describe('when a call is asked for', () => {
	const asksOf = (
		note: (calls: DeferredCalls, now: number) => void,
		minutes: number,
		isOpen = false,
	) => {
		const calls = new DeferredCalls();
		calls.add({ key: 'k', id: 'call_1' }, NOW);
		calls.noteOpen('k', isOpen);
		const asks: number[] = [];
		for (let minute = 1; minute <= minutes; minute += 1) {
			const now = NOW + minute * MINUTE;
			if (!calls.isDue('k', now)) continue;
			asks.push(minute);
			note(calls, now);
		}
		return asks;
	};

	test('one that the platform fails on: after 1, 5 and 30 minutes, 2 and 6 hours, then once a day', () => {
		const asks = asksOf((calls, now) => calls.noteFailure('k', now), 60 * 72);
		const pauses = asks.slice(1).map((minute, index) => minute - (asks[index] ?? 0));
		expect(pauses).toEqual([1, 5, 30, 120, 360, 1440, 1440]);
	});

	test('one that is under way: whenever its age has grown by a twentieth', () => {
		const asks = asksOf((calls, now) => calls.noteAnswer('k', now), 600, true);
		expect(asks.length).toBeLessThan(90);
		expect(asks.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
	});

	test('one whose transcript does not come, or whose status nobody knows: six times in ten minutes, 20 times in a day', () => {
		const ask = (calls: DeferredCalls, now: number) => calls.noteAnswer('k', now);
		expect(asksOf(ask, 10)).toEqual([1, 2, 3, 5, 8]);
		expect(asksOf(ask, 24 * 60).length).toBeLessThanOrEqual(19);
	});
});

describe('bounds', () => {
	const filled = (count: number, note: (calls: DeferredCalls, key: string) => void) => {
		const calls = new DeferredCalls();
		for (let index = 0; index < count; index += 1) {
			calls.add({ key: `k${index}`, id: `call_${index}` }, NOW + index * SECOND);
			note(calls, `k${index}`);
		}
		return calls;
	};

	test.each<[string, (all: DeferredCalls, key: string) => void]>([
		['that wait for their transcript', (all, key) => all.noteOver(key, NOW)],
		['of which nobody can say whether they are over', () => {}],
	])('those %s are not dropped: they wait no longer', (_which, note) => {
		const calls = filled(MAX_DEFERRED + 2, note);
		expect(calls.excess()).toEqual([]);
		const hurried = calls
			.entries()
			.filter(([, { over = NOW }]) => over < NOW - 365 * 1440 * MINUTE);
		expect(hurried.map(([key]) => key)).toEqual(['k0', 'k1']);
	});

	test('others are dropped, the oldest first, and there is no room for any number', () => {
		const calls = filled(2 * MAX_DEFERRED + 5, (all, key) => all.noteOpen(key, true));
		expect(calls.refused).toBe(5);
		expect(calls.excess()).toHaveLength(MAX_DEFERRED);
		expect(calls.excess()[0]).toBe('k0');
	});
});
