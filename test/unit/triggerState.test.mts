import { keyOf, newState, openAgain, readState } from '../../nodes/VoiceAgentTrigger/state';

/** As version 0.2.0 of the package saved it. It must be read for ever. */
const SAVED = {
	version: 1,
	scope: 'callEnded',
	isReady: true,
	seen: { '6dhcrpPljPM': 1795243986, xptCecFnLwZ: 0 },
	waiting: {
		JAS_NdlfkXN: {
			id: 'call_00000007',
			time: 1795243980000,
			since: 1795243990000,
			over: 1795243991000,
		},
	},
	deliveries: [{ at: 1795243999000, since: 1795243986, keys: ['6dhcrpPljPM'] }],
	again: {},
	missing: [],
	from: 1795240386000,
	count: 100,
};

describe('what the trigger remembers', () => {
	test('survives an upgrade of the package', () => {
		expect(readState({ state: SAVED }, 'callEnded')).toEqual(SAVED);
	});

	test('is plain JSON', () => {
		const state = newState('newCall');
		expect(JSON.parse(JSON.stringify(state))).toEqual(state);
	});

	test('is a copy: nothing changes before the poll has come to its end', () => {
		const state = readState({ state: SAVED }, 'callEnded');
		state!.seen.other = 1;
		expect(SAVED.seen).not.toHaveProperty('other');
	});

	test('of another event begins anew', () => {
		expect(readState({ state: SAVED }, 'newBooking')).toBeUndefined();
		expect(readState({}, 'newBooking')).toBeUndefined();
	});

	test('of a newer version is refused rather than misread', () => {
		expect(() => readState({ state: { ...SAVED, version: 2 } }, 'callEnded')).toThrow(
			/newer version of this package/,
		);
	});

	test('tells rows apart in eleven characters', () => {
		expect(keyOf('"call_1"')).toMatch(/^[\w-]{11}$/);
		expect(keyOf('"call_1"')).not.toBe(keyOf('"call_2"'));
		expect(keyOf('"1"')).not.toBe(keyOf('1'));
	});
});

describe('deliveries', () => {
	const WINDOW = 600_000;
	const state = (at: number) => ({
		...newState('callEnded'),
		seen: { a: 50, b: 60, c: 70 },
		deliveries: [{ at, since: 50, keys: ['a', 'b'] }],
	});

	test('of a process that is gone come again if this one began within the window', () => {
		const opened = state(1_000_000);
		openAgain(opened, WINDOW, 1_000_001, 1_000_500);
		expect(opened).toMatchObject({ again: { a: 50, b: 50 }, seen: { c: 70 }, deliveries: [] });
	});

	test.each([
		['by this process', 1_000_000, 999_999, 1],
		['longer ago than the window', 1_000_000, 1_000_000 + WINDOW + 1, 0],
	])('%s do not', (_what, at, processStart, kept) => {
		const opened = state(at);
		openAgain(opened, WINDOW, processStart, Math.max(at, processStart) + 1);
		expect(opened.again).toEqual({});
		expect(opened.seen).toEqual({ a: 50, b: 60, c: 70 });
		expect(opened.deliveries).toHaveLength(kept);
	});

	test('of this process are forgotten after the window', () => {
		const opened = state(1_000_000);
		openAgain(opened, WINDOW, 1, 1_000_001 + WINDOW);
		expect(opened.deliveries).toEqual([]);
	});
});
