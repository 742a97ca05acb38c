import { CallLog } from '../../../../nodes/shared/run/execution';
import { callsTo, earlierCalls } from '../../../../nodes/shared/calling/rules/callHistory';

/*
 * The calls of an execution, and those of them that the call history of the platform does not have.
 */

const MINUTE_MS = 60_000;
/** Milliseconds of a clock, such as 09:30. */
const at = (clock: string): number => {
	const [hours = 0, minutes = 0] = clock.split(':').map(Number);
	return (hours * 60 + minutes) * MINUTE_MS;
};
const timesIn = (calls: ReadonlyArray<readonly [time: number, number: string]>) =>
	calls.map(([time]) => time);

test.each([
	['10:00', 30, ['09:31', '10:00', '11:00']],
	['10:00', 29, ['10:00', '11:00']],
	['10:00', Infinity, ['09:00', '09:31', '10:00', '11:00']],
	['12:00', 30, []],
])('at %s, the calls of the last %d minutes, and those ahead, are %j', (now, minutes, expected) => {
	const log = new CallLog([]);
	// A callback at 11:00 is noted before the others.
	for (const clock of ['11:00', '09:00', '10:00', '09:31']) log.add(at(clock), '+1');
	const found = log.within(minutes * MINUTE_MS, at(now));
	expect(timesIn(found)).toEqual(expected.map(at));
});

test('a call that was not made is taken back, and no other one of the same moment', () => {
	const log = new CallLog([]);
	const [first, second] = [log.add(1, '+1'), log.add(1, '+1')];
	log.add(1, '+2');
	log.remove(first);
	expect([log.to('+1'), log.to('+2'), log.within(Infinity, 1).length]).toEqual([[1], [1], 2]);
	log.remove(first);
	expect(log.to('+1')).toEqual([1]);
	log.remove(second);
	expect([log.to('+1'), log.to('+3'), log.within(Infinity, 1)]).toEqual([[], [], [[1, '+2']]]);
});

test.each<[listed: string[], logged: string[], count: number]>([
	[[], [], 0],
	[['09:30'], [], 1],
	[['09:30'], ['09:30'], 1],
	// A campaign calls later than its contacts were added.
	[['09:50'], ['09:30'], 1],
	// The clock of the platform is behind.
	[['09:29'], ['09:30'], 1],
	[['09:28'], ['09:30'], 2],
	[['08:00'], ['09:30'], 2],
	[['09:50', '08:00'], ['09:30', '09:40'], 3],
	[['09:50', '09:45'], ['09:30', '09:40'], 2],
	// Platforms list the newest call first.
	[['09:40', '09:30'], ['09:30', '09:40'], 2],
	// What was logged after the history was read is not in it.
	[['09:59'], ['10:00', '10:02'], 3],
	[['09:59'], ['09:59', '11:00'], 2],
	// The history begins at 08:00: the first call of an execution that has waited since then is not in it.
	[['09:30'], ['07:00', '09:30'], 1],
])(
	'read at 10:00 since 08:00, with %j in the history and %j in the log: %i calls',
	(listed, logged, count) => {
		const log = new CallLog([]);
		for (const clock of logged) log.add(at(clock), '+1');
		log.add(at('09:00'), '+2');
		const times = new Map([['+1', listed.map(at)]]);
		const since = at('08:00');
		const called = callsTo('+1', { times, since, readAt: at('10:00') }, log);
		expect(called.filter((time) => time >= since)).toHaveLength(count);
	},
);

test('calls are read as far back as the longest limit of all requests', async () => {
	const send = async (_request: object, read: (answer: object) => unknown) =>
		await read({ headers: {}, body: { calls: [] } });
	const requests = [1, 7, 2].map((days) => ({
		people: [{ number: '+12125550123' }],
		rules: { days },
	}));
	const history = await earlierCalls({ send } as never, requests, 1);
	if (history instanceof Error) throw history;
	expect(history.readAt - history.since).toBe(7 * 24 * 60 * 60_000);
});
