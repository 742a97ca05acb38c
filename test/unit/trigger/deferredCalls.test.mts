import * as fc from 'fast-check';
import { DeferredCalls, MAX_DEFERRED } from '../../../nodes/VoiceAgentTrigger/state/deferredCalls';
import { runs } from '../../scale.mts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const read = (calls: DeferredCalls) => new DeferredCalls(JSON.parse(JSON.stringify(calls)));

test('what is saved is what was kept, to the second', () => {
	const time = fc.integer({ min: -86_400, max: 86_400 }).map((seconds) => NOW + seconds * SECOND);
	const step = fc.oneof(
		fc.constant('answer' as const),
		fc.constant('failure' as const),
		fc.constant('missing' as const),
		fc.constant('over' as const),
		fc.constant('open' as const),
		fc.constant('known' as const),
		fc.constant('reported' as const),
	);
	fc.assert(
		fc.property(
			fc.option(time, { nil: undefined }),
			fc.array(fc.tuple(step, time)),
			(made, steps) => {
				const calls = new DeferredCalls();
				calls.add({ key: 'k', id: 'call_1', time: made }, NOW);
				for (const [kind, at] of steps) {
					if (kind === 'answer') calls.noteAnswer('k', at);
					if (kind === 'failure') calls.noteFailure('k', at);
					if (kind === 'missing') calls.noteMissing('k', at);
					if (kind === 'over') calls.noteOver('k', at);
					if (kind === 'open') calls.noteOpen('k', true);
					if (kind === 'known') calls.noteKnown('k', { agent_id: 'agent_1' });
					if (kind === 'reported') calls.noteReported('k');
				}
				const kept = JSON.parse(JSON.stringify(calls.get('k')));
				expect(JSON.parse(JSON.stringify(read(calls).get('k')))).toEqual(kept);
			},
		),
		runs('values'),
	);
});

test.each(['noteFailure', 'noteMissing'] as const)(
	'that the platform failed at once is not forgotten (%s): the call is waited for no longer than another one',
	(note) => {
		const calls = new DeferredCalls();
		calls.add({ key: 'k', id: 'call_1' }, NOW);
		calls[note]('k', NOW);
		expect(read(calls).get('k')?.troubled).toBe(NOW);
	},
);

test('what no version has saved is left out, and nothing throws', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), (entry, good) => {
			for (const saved of [entry, { calls: entry }, { calls: { k: entry }, good }]) {
				const calls = new DeferredCalls(saved);
				calls.noteFailure('k', NOW);
				calls.noteOver('k', NOW);
				calls.isDue('k', NOW);
				calls.excess();
				expect(() => read(calls)).not.toThrow();
			}
		}),
		runs('values'),
	);
	const calls = new DeferredCalls({ calls: { bad: ['x'], good: ['call_1', 1_700_000_000] } });
	expect(calls.entries().map(([key]) => key)).toEqual(['good']);
});

test('a call that is under way takes about 30 bytes and its id', () => {
	const calls = new DeferredCalls();
	for (let index = 0; index < 1000; index += 1) {
		calls.add({ key: `key_${index}_____`.slice(0, 10), id: 'x'.repeat(36), time: NOW - 5000 }, NOW);
	}
	expect(JSON.stringify(calls).length / 1000).toBeLessThan(70);
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

	test('one that the platform does not know: a little later each time', () => {
		expect(asksOf((calls, now) => calls.noteMissing('k', now), 15)).toEqual([1, 2, 4, 7, 10, 14]);
	});

	test('one that the platform does not know is gone after three times in ten minutes', () => {
		const calls = new DeferredCalls();
		calls.add({ key: 'k', id: 'call_1' }, NOW);
		for (const minute of [0, 1, 2]) {
			expect(calls.willBeGone('k', NOW + minute * MINUTE)).toBe(false);
			calls.noteMissing('k', NOW + minute * MINUTE);
		}
		expect(calls.willBeGone('k', NOW + 9 * MINUTE)).toBe(false);
		expect(calls.willBeGone('k', NOW + 10 * MINUTE)).toBe(true);
		calls.noteAnswer('k', NOW + 10 * MINUTE);
		expect(calls.willBeGone('k', NOW + 60 * MINUTE)).toBe(false);
	});

	test.each(['noteFailure', 'noteAnswer'] as const)(
		'one that it does not know three times, but not in a row (%s), is not gone',
		(note) => {
			const calls = new DeferredCalls();
			calls.add({ key: 'k', id: 'call_1' }, NOW);
			calls.noteMissing('k', NOW);
			calls.noteMissing('k', NOW + MINUTE);
			calls[note]('k', NOW + 2 * MINUTE);
			expect(calls.willBeGone('k', NOW + 60 * MINUTE)).toBe(false);
		},
	);
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
