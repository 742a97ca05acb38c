import { DeferredCalls } from '../../../../nodes/VoiceAgentTrigger/state/deferredCalls';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const WAIT = 10 * MINUTE;

const withCall = (...notes: Array<[isOver: boolean | null, at: number]>): DeferredCalls => {
	const calls = new DeferredCalls({});
	calls.add({ key: 'k', id: 'c1', time: NOW - MINUTE }, NOW);
	for (const [isOver, at] of notes) calls.note('k', isOver, NOW + at);
	return calls;
};

test.each<[string, Parameters<typeof withCall>, end: number | undefined]>([
	['nobody says whether it is over', [[null, 0]], WAIT],
	['is under way', [[false, 0]], undefined],
	['is over after two minutes', [[true, 2 * MINUTE]], 2 * MINUTE + WAIT],
	[
		'is over, and is said to be so again',
		[
			[true, 0],
			[true, MINUTE],
		],
		WAIT,
	],
	[
		'is over, and an old answer says that it is under way',
		[
			[true, MINUTE],
			[false, 2 * MINUTE],
		],
		MINUTE + WAIT,
	],
])('the end of the wait for a call that %s', (_what, notes, end) => {
	expect(withCall(...notes).endOfWait('k', WAIT)).toBe(end === undefined ? end : NOW + end);
});

test.each<[string, Parameters<typeof withCall>, at: number, next: number]>([
	['unclear, soon: after 45 seconds', [], 0, 45_000],
	['unclear, for four minutes: in two', [], 4 * MINUTE, 6 * MINUTE],
	['unclear, at most until the end of the wait', [], 8 * MINUTE, WAIT],
	['unclear, past the end of the wait, for a day: in half a day', [], DAY, 1.5 * DAY],
	['over for two of its ten minutes: in one', [[true, 8 * MINUTE]], 10 * MINUTE, 11 * MINUTE],
	['under way for 100 minutes: in five', [[false, 0]], 100 * MINUTE, 105 * MINUTE],
	['under way for 30 days: in a day', [[false, 0]], 30 * DAY, 31 * DAY],
	[
		'over for four minutes, and said to be under way: in two',
		[
			[true, 0],
			[false, MINUTE],
		],
		4 * MINUTE,
		6 * MINUTE,
	],
])('the next look at a call that is %s', (_what, notes, at, next) => {
	const calls = withCall(...notes);
	calls.askLater('k', WAIT, NOW + at);
	expect(calls.get('k')?.next).toBe(NOW + next);
});

test('what the list says of a call is kept for 200 calls, and if it is short', () => {
	const calls = new DeferredCalls({});
	for (let one = 0; one < 203; one += 1) calls.add({ key: `k${one}`, id: `c${one}` }, NOW);
	const listed = { text: 'x'.repeat(600 - '{"text":""}'.length) };
	calls.noteFields('k0', { text: `${listed.text}x` });
	for (let one = 1; one < 203; one += 1) calls.noteFields(`k${one}`, listed);
	calls.noteFields('unknown', listed);
	const saved = Object.entries(calls.toJSON()).filter(([, call]) => call.listed);
	expect(saved.map(([key]) => key)).toEqual(Array.from({ length: 200 }, (_, one) => `k${one + 1}`));
	expect(calls.has('unknown')).toBe(false);
});

test.each([
	[1, 0],
	[3_000, 0],
	[5_000, 0],
	[5_002, 2],
])('of %d calls under way, %d are dropped', (count, dropped) => {
	const calls = new DeferredCalls({});
	for (let one = 0; one < count; one += 1) {
		calls.add({ key: `k${one}`, id: `c${one}`, time: NOW + one }, NOW);
		calls.note(`k${one}`, false, NOW);
	}
	expect(calls.excess()).toEqual(['k0', 'k1'].slice(0, dropped));
});

test('there is room for 10,000 calls at a time, and one that has its place keeps it', () => {
	const calls = new DeferredCalls({});
	const add = (one: number) => calls.add({ key: `k${one}`, id: `c${one}` }, NOW);
	for (let one = 0; one < 10_000; one += 1) add(one);
	expect([add(10_000), add(0), calls.refused]).toEqual([false, true, 1]);
});

test('what was saved is read back; anything else is not taken for it', () => {
	const call = { id: 'c1', since: NOW, next: NOW };
	const right = [{}, { time: NOW }, { over: NOW, isOpen: true }, { listed: { status: 'x' } }];
	for (const more of right) {
		expect(DeferredCalls.isSaved({ k: { ...call, ...more } })).toBe(true);
		expect(new DeferredCalls({ k: { ...call, ...more } }).toJSON()).toMatchObject({
			k: { ...call, ...more },
		});
	}
	const wrong = [
		{ id: 1 },
		{ since: 'x' },
		{ next: null },
		{ time: 'x' },
		{ over: 'x' },
		{ listed: 'x' },
	];
	for (const more of wrong) expect(DeferredCalls.isSaved({ k: { ...call, ...more } })).toBe(false);
	for (const none of [undefined, null, 'text', { k: null }, { k: 'text' }])
		expect(DeferredCalls.isSaved(none)).toBe(false);
});
