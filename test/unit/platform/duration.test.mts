import type { IDataObject } from 'n8n-workflow';
import { CALL, CONTACT, cellOf } from '../../../nodes/shared/platform';
import { secondsIn } from '../../../nodes/shared/platform/duration';
import { phrases } from '../../support/phrases.mts';

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
	...[-1, 1e9, true, null, { seconds: 65 }, ''].map((value): [unknown, null] => [value, null]),
	...phrases`
		1:2:3 | 1:99:05 | -1:05:00 | 200:00:00 | PT1M5S | 65s | 1m 5s | long
	`.map((text): [unknown, null] => [text, null]),
])('%j is %j seconds', (value, expected) => {
	expect(secondsIn(value)).toBe(expected);
});

const [started_at, ended_at] = ['2026-03-02T12:00:00.000Z', '2026-03-02T12:01:30.000Z'];

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
