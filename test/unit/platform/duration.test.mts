import type { IDataObject } from 'n8n-workflow';
import { CALL, CONTACT, cellOf } from '../../../nodes/shared/platform';
import { secondsIn } from '../../../nodes/shared/platform/duration';

test.each<[unknown, number | null]>([
	[65, 65],
	[12.5, 12.5],
	['12', 12],
	[0, 0],
	['0:01:05', 65],
	['00:00:00', 0],
	['01:01:05', 3665],
	['100:00:00', 360_000],
	['00:01:05.5', 65.5],
	// Hours and minutes, or minutes and seconds.
	['1:05', null],
	['1:2:3', null],
	['1:99:05', null],
	['-1:05:00', null],
	['200:00:00', null],
	['PT1M5S', null],
	['65s', null],
	['1m 5s', null],
	['long', null],
	['', null],
	[-1, null],
	[1e9, null],
	[true, null],
	[null, null],
	[{ seconds: 65 }, null],
])('%j is %j seconds', (value, expected) => {
	expect(secondsIn(value)).toBe(expected);
});

const [started_at, ended_at] = [0, 90].map((second) =>
	new Date(1772452800000 + second * 1000).toISOString(),
);

test.each<[IDataObject, number | null]>([
	[{ duration_seconds: 12.5, duration: 99 }, 12.5],
	[{ durationSeconds: '12', started_at, ended_at }, 12],
	[{ duration_ms: 42_000, duration_seconds: 42, started_at, ended_at }, 42],
	[{ duration_ms: 42_000, started_at, ended_at }, 42],
	[{ durationMs: 42_500 }, 42.5],
	[{ call_duration_ms: '42000' }, 42],
	[{ duration_ms: -1 }, null],
	[{ duration: '12' }, 12],
	[{ duration: 0 }, 0],
	[{ duration: 2, started_at, ended_at }, 2],
	[{ duration: '0:01:05', started_at, ended_at }, 65],
	[{ duration: 'long', call_duration: 12 }, 12],
	[{ duration: 'long', started_at, ended_at }, null],
	[{ duration: null, duration_ms: 'n/a', started_at, ended_at }, null],
	[{ duration: 7200 }, 7200],
	// Milliseconds.
	[{ duration: 70_000 }, null],
	[{ duration: 65, duration_unit: 'Seconds' }, 65],
	[{ duration: 2, duration_unit: 'minutes' }, null],
	[{ duration: 65, durationUnit: 'MS' }, null],
	[{ duration_minutes: 1, started_at, ended_at }, null],
	[{ length: 42, started_at, ended_at }, null],
	[{ recording: { duration_ms: 42_000 } }, null],
	[{ duration: -5 }, null],
	[{ started_at, ended_at }, null],
	[{}, null],
])('the duration of a call of %j is %j', (row, expected) => {
	expect(cellOf(CALL, row, 'duration_seconds')).toBe(expected);
	expect(cellOf(CONTACT, { last_call: row }, 'duration_seconds')).toBe(expected);
});
