import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { CALL, CONTACT, cellOf } from '../../../nodes/shared/platform';
import {
	countOf,
	durationIn,
	unnamedDuration,
	writtenDuration,
} from '../../../nodes/shared/platform/duration';
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
	['pt5.5s', 5.5],
	['65s', 65],
	['65 sec', 65],
	['1m 5s', 65],
	['1m5s', 65],
	['1 minute and 5 seconds', 65],
	['1 min, 5 sec', 65],
	['2h', 7200],
	['1.5 minutes', 90],
	['65000ms', 65],
	['65000 milliseconds', 65],
	[' 65 Seconds ', 65],
	['1:65', null],
	['1:2:3', null],
	['1:99:05', null],
	['-1:05', null],
	['-65s', null],
	['5s 1m', null],
	['5s 5s', null],
	['5 parsecs', null],
	['PT', null],
	['P1Y', null],
	['long', null],
	['', null],
	['65', null],
	['9999h', null],
	[65, null],
	[null, null],
	[{ seconds: 65 }, null],
])('%j is %j seconds', (value, expected) => {
	expect(writtenDuration(value)).toBe(expected);
});

test.each<[Parameters<typeof durationIn>[0], unknown, number | null]>([
	['seconds', 12.5, 12.5],
	['seconds', '12', 12],
	['seconds', '1:05', 65],
	['seconds', 0, 0],
	['seconds', -1, null],
	['seconds', 1e9, null],
	['seconds', 'long', null],
	['seconds', true, null],
	['milliseconds', 12_600, 13],
	['milliseconds', '12400', 12],
	['milliseconds', '65s', 65],
	['milliseconds', -5, null],
	['minutes', 1.5, 90],
	['minutes', '2', 120],
	['minutes', null, null],
])('in %s, %j is %j seconds', (unit, value, expected) => {
	expect(durationIn(unit)(value)).toBe(expected);
});

test.each<[number, number | null, number | null]>([
	[65, null, 65],
	[7200, null, 7200],
	[65_000, null, null],
	[65, 65, 65],
	[65, 67, 65],
	[65, 90, 65],
	[65_000, 65, 65],
	[65_400, 65, 65],
	[2, 120, 120],
	[1.5, 90, 90],
	[1, 1, 1],
	[0, 30, 0],
	[70, 65, null],
	[65_000, 90, null],
	[30, 1, null],
	[0.05, 3, 3],
	[2, 3, 2],
	[2, 130, null],
	[1.37, 90, null],
	[1.37, null, null],
])(
	'a number %j without a unit, with %j seconds between start and end, is %j',
	(number, span, expected) => {
		expect(unnamedDuration(number, span)).toBe(expected);
	},
);

test.each([
	[3, 3],
	['3', 3],
	[0, 0],
	[-1, null],
	['x', null],
])('%j counts as %j', (value, expected) => {
	expect(countOf(value)).toBe(expected);
});

describe('the duration of a call', () => {
	const [started_at, answered_at, ended_at] = [0, 20, 90].map((second) =>
		new Date(1772452800000 + second * 1000).toISOString(),
	);

	test.each<[IDataObject, number | null]>([
		[{ duration_seconds: 12.5, duration_ms: 99_000 }, 12.5],
		[{ duration: '12' }, 12],
		[{ duration: 0, duration_ms: 99_000 }, 99],
		[{ duration: 'long', duration_ms: 12_600 }, 13],
		[{ durationMs: '12400', ended_at, answered_at }, 12],
		[{ duration: '1:05', started_at, ended_at }, 65],
		[{ duration: 70_000, answered_at, ended_at }, 70],
		[{ duration: 70_000 }, null],
		[{ duration: 400, answered_at, ended_at }, null],
		[{ duration_minutes: 1.5 }, 90],
		[{ duration: 2, duration_unit: 'minutes' }, 120],
		[{ duration: 65_000, durationUnit: 'MS', started_at, ended_at }, 65],
		[{ duration: 2, duration_unit: 'pulses' }, null],
		[{ duration_minutes: 1, answered_at, ended_at }, 70],
		[{ duration: -5, duration_ms: -5, duration_minutes: -5 }, null],
		[{ started_at, answered_at, ended_at }, 70],
		[{ started_at, ended_at }, 90],
		[{ started_at: ended_at, ended_at: started_at }, null],
		[{ ended_at }, null],
		[{ started_at }, null],
		[{}, null],
	])('of %j is %j', (row, expected) => {
		expect(cellOf(CALL, row, 'duration_seconds')).toBe(expected);
		expect(cellOf(CONTACT, { last_call: row }, 'duration_seconds')).toBe(expected);
	});
});

test('never a duration below 0, whatever is sent', () => {
	fc.assert(
		fc.property(
			fc.constantFrom('duration', 'duration_ms', 'durationSeconds', 'duration_minutes'),
			fc.jsonValue(),
			(name, value) => {
				const seconds = cellOf(CALL, { [name]: value } as IDataObject, 'duration_seconds');
				expect(seconds === null || (typeof seconds === 'number' && seconds >= 0)).toBe(true);
			},
		),
		runs('values'),
	);
});
