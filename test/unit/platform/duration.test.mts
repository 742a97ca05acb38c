import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { CALL, CONTACT, cellOf } from '../../../nodes/shared/platform';
import { durationIn, isInSeconds, writtenDuration } from '../../../nodes/shared/platform/duration';
import { runs } from '../../scale.mts';

test.each<[unknown, number | null]>([
	['1:05', 65],
	['01:05', 65],
	['00:00', 0],
	['75:10', 4510],
	['0:01:05', 65],
	['01:01:05', 3665],
	['00:01:05.5', 65.5],
	['PT65S', 65],
	['PT1M5S', 65],
	['PT1H1M5S', 3665],
	['P0DT0H1M5S', 65],
	['P1DT1S', 86_401],
	['pt5.5s', 5.5],
	['PT5,5S', 5.5],
	['1:65', null],
	['1:2:3', null],
	['1:99:05', null],
	['-1:05', null],
	['65s', null],
	['1m 5s', null],
	['PT', null],
	['P1Y', null],
	['P9DT1S', null],
	['long', null],
	['', null],
	['65', null],
	[65, null],
	[null, null],
	[{ seconds: 65 }, null],
])('%j is written, and is %j seconds', (value, expected) => {
	expect(writtenDuration(value)).toBe(expected);
});

test.each<[unknown, number | null]>([
	[12.5, 12.5],
	['12', 12],
	['1:05', 65],
	[0, 0],
	[-1, null],
	[1e9, null],
	['long', null],
	[true, null],
	[null, null],
])('%j is %j seconds', (value, expected) => {
	expect(durationIn(value)).toBe(expected);
});

test.each<[number, number | null, boolean]>([
	[65, null, true],
	[7200, null, true],
	[65_000, null, false],
	[1.37, null, false],
	[65, 65, true],
	[65.4, 65, true],
	[67, 65, true],
	[65, 90, true],
	[1, 1, true],
	[0, 30, true],
	[65_000, 65, false],
	[70, 65, false],
	[30, 1, false],
	[2, 120, false],
	[2, 118, false],
	[1.5, 90, false],
	[2, 130, false],
])('whether %j of a call of %j seconds is in seconds: %j', (number, span, expected) => {
	expect(isInSeconds(number, span)).toBe(expected);
});

describe('the duration of a call', () => {
	const [started_at, answered_at, ended_at] = [0, 20, 90].map((second) =>
		new Date(1772452800000 + second * 1000).toISOString(),
	);

	test.each<[IDataObject, number | null]>([
		[{ duration_seconds: 12.5, duration: 99 }, 12.5],
		[{ durationSeconds: '12', ended_at, answered_at }, 12],
		[{ duration: '12' }, 12],
		[{ duration: 0 }, 0],
		[{ duration: '1:05', started_at, ended_at }, 65],
		[{ duration: 'PT2S', started_at, ended_at }, 2],
		[{ duration: 'long', call_duration: 12 }, 12],
		[{ duration: 'long', answered_at, ended_at }, null],
		[{ duration: null, duration_ms: 'n/a', answered_at, ended_at }, 70],
		[{ duration: 70_000, answered_at, ended_at }, null],
		[{ duration: 70_000 }, null],
		[{ duration: 400, answered_at, ended_at }, null],
		[{ duration: 65, duration_unit: 'Seconds' }, 65],
		[{ duration: 2, duration_unit: 'minutes' }, null],
		[{ duration: 65, durationUnit: 'MS' }, null],
		[{ duration_ms: 65_000, duration_minutes: 1 }, null],
		// The span has what rings and waits, too: it is no duration of the talk beside one that is not read.
		[{ duration_minutes: 1, answered_at, ended_at }, null],
		[{ duration_ms: 42_000, started_at, ended_at }, null],
		[{ durationMs: 42_000, started_at, ended_at }, null],
		[{ call_duration_ms: 42_000, started_at, ended_at }, null],
		[{ talk_time_ms: 42_000, started_at, ended_at }, null],
		[{ talk_duration: 42, started_at, ended_at }, null],
		[{ total_duration_minutes: 0.7, started_at, ended_at }, null],
		[{ length: 42, started_at, ended_at }, null],
		...[
			...['minutes', 'call_minutes', 'billed_seconds', 'talktime_ms', 'connected_duration'],
			...['active_duration_ms', 'elapsed_ms', 'session_duration', 'minutes_used', 'call_time_ms'],
		].map((name): [IDataObject, null] => [{ [name]: 42, started_at, ended_at }, null]),
		...[
			...[
				'hold_duration_ms',
				'ringing_seconds',
				'duration_limit',
				'timeout_seconds',
				'length_unit',
			],
			...['call_time', 'wait_minutes', 'start_seconds', 'utc_offset_minutes', 'time_limit_minutes'],
		].map((name): [IDataObject, number] => [{ [name]: 8, started_at, ended_at }, 90]),
		[{ duration_ms: 42_000, duration_seconds: 42, started_at, ended_at }, 42],
		[{ duration_unit: 's', ring_duration: 8, max_duration: 600, started_at, ended_at }, 90],
		[{ recording: { duration_ms: 42_000 }, started_at, ended_at }, 90],
		[{ duration: -5 }, null],
		[{ started_at, answered_at, ended_at }, 70],
		[{ started_at, ended_at }, 90],
		[{ started_at: ended_at, ended_at: started_at }, null],
		[{ ended_at }, null],
		[{ started_at }, null],
		[{}, null],
	])('of %j is %j', (row, expected) => {
		expect(cellOf(CALL, row, 'duration_seconds')).toBe(expected);
		expect(cellOf(CONTACT, { last_call: row }, 'duration_seconds')).toBe(expected);
		expect(cellOf(CONTACT, { calls: [row] }, 'duration_seconds')).toBe(expected);
	});
});

test('never a duration below 0, whatever is sent', () => {
	fc.assert(
		fc.property(fc.constantFrom('duration', 'durationSeconds'), fc.jsonValue(), (name, value) => {
			const seconds = cellOf(CALL, { [name]: value } as IDataObject, 'duration_seconds');
			expect(seconds === null || (typeof seconds === 'number' && seconds >= 0)).toBe(true);
		}),
		runs('values'),
	);
});
