import fc from 'fast-check';
import { isoTimestamp, readTimestamp } from '../../../nodes/shared/values';

const NOON = '2026-03-02T12:00:00.000Z';

describe('isoTimestamp', () => {
	test.each([
		['2026-03-02T12:00:00Z', NOON],
		['2026-03-02T13:00:00+01:00', NOON],
		['2026-03-02 13:00:00+0100', NOON],
		['2026-03-02T12:00:00', NOON],
		['2026-03-02 12:00', NOON],
		['2026-03-02T12:00:00.250', '2026-03-02T12:00:00.250Z'],
		['2026-03-02T12:00:00.123456', '2026-03-02T12:00:00.123Z'],
		['2026-03-02', '2026-03-02T00:00:00.000Z'],
		[1772452800, NOON],
		[1772452800000, NOON],
		['1772452800', NOON],
		[new Date(NOON), NOON],
		['2026-03-02T12:00:00,5', '2026-03-02T12:00:00.500Z'],
		['2026-03-02T12:00:00.5Z', '2026-03-02T12:00:00.500Z'],
		['2026-03-02T12:00:00z', NOON],
		['2026-03-02T07:30:00-04:30', NOON],
		[' 2026-03-02T12:00:00 ', NOON],
		['2026-12-31T23:59:59', '2026-12-31T23:59:59.000Z'],
		['Mon, 02 Mar 2026 12:00:00 GMT', NOON],
		['1772452800.25', '2026-03-02T12:00:00.250Z'],
		['-1', '1969-12-31T23:59:59.000Z'],
		[0, '1970-01-01T00:00:00.000Z'],
		[99_999_999_999, '5138-11-16T09:46:39.000Z'],
		[100_000_000_000, '1973-03-03T09:46:40.000Z'],
		[-100_000_000_000, '1966-10-31T14:13:20.000Z'],
		[8.64e15, '+275760-09-13T00:00:00.000Z'],
		[8.64e15 + 1, null],
		[-8.64e15 - 1, null],
		[{ valueOf: () => 1772452800000 }, NOON],
		[new Date(Number.NaN), null],
		['2026-03-02T12', null],
		['on 2026-03-02T12:00 or so', null],
		['', null],
		[null, null],
		[undefined, null],
		['next Monday', null],
		[{}, null],
	])('%p is %p', (value, expected) => {
		expect(isoTimestamp(value)).toBe(expected);
	});

	test('a time without zone is in the given zone, winter and summer', () => {
		expect(isoTimestamp('2026-01-31T09:00:00', 'Europe/Berlin')).toBe('2026-01-31T08:00:00.000Z');
		expect(isoTimestamp('2026-07-31T09:00:00', 'Europe/Berlin')).toBe('2026-07-31T07:00:00.000Z');
		expect(isoTimestamp('2026-03-29T03:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
		expect(isoTimestamp('2026-01-31T09:00:00', 'America/New_York')).toBe(
			'2026-01-31T14:00:00.000Z',
		);
	});

	test('no moment is undefined, so that nothing compares with it by accident', () => {
		expect(readTimestamp('soon')).toBeUndefined();
	});

	test('a time without zone is in UTC if no zone is given', () => {
		expect(readTimestamp('2026-03-02T12:00')).toBe(Date.parse(NOON));
	});

	test('any offset is taken off, however it is written', () => {
		const offsets = fc.tuple(fc.constantFrom(1, -1), fc.nat(14), fc.constantFrom(0, 15, 30, 45));
		const spelling = fc.tuple(fc.constantFrom('T', ' '), fc.constantFrom(':', ''));
		fc.assert(
			fc.property(offsets, spelling, ([sign, hours, minutes], [between, colon]) => {
				const two = (number: number) => String(number).padStart(2, '0');
				const written = `${sign < 0 ? '-' : '+'}${two(hours)}${colon}${two(minutes)}`;
				const ahead = sign * (hours * 60 + minutes) * 60_000;
				const text = `2026-03-02${between}12:00:00${written}`;
				expect(readTimestamp(text, 'Asia/Tokyo')).toBe(Date.parse(NOON) - ahead);
			}),
			{ seed: 1 },
		);
	});

	test.each(['', null, undefined, {}])('%j is no moment', (value) => {
		expect(readTimestamp(value)).toBeUndefined();
	});
});

describe('times without zone', () => {
	const ZONES = [
		'Africa/Casablanca',
		'America/New_York',
		'America/St_Johns',
		'Asia/Kathmandu',
		'Australia/Lord_Howe',
		'Europe/Berlin',
		'Europe/Dublin',
		'Pacific/Apia',
		'UTC',
	];

	/** What a clock on the wall of that zone shows. */
	const wallClock = (moment: number, timeZone: string): string =>
		new Intl.DateTimeFormat('sv-SE', {
			timeZone,
			dateStyle: 'short',
			timeStyle: 'medium',
		}).format(moment);

	test('mean a moment at which a clock in that zone shows just this, also around its changes', () => {
		const anyTime = fc.integer({ min: 0, max: 4_102_444_800 });
		// Every change of these zones in 2026 lies within these two months.
		const nearChange = fc.oneof(
			fc.integer({ min: Date.UTC(2026, 2, 1) / 1000, max: Date.UTC(2026, 3, 15) / 1000 }),
			fc.integer({ min: Date.UTC(2026, 9, 1) / 1000, max: Date.UTC(2026, 10, 15) / 1000 }),
		);
		fc.assert(
			fc.property(fc.oneof(anyTime, nearChange), fc.constantFrom(...ZONES), (seconds, timeZone) => {
				const written = wallClock(seconds * 1000, timeZone);
				const read = readTimestamp(written, timeZone) ?? 0;
				expect(wallClock(read, timeZone)).toBe(written);
				expect(Math.abs(read - seconds * 1000)).toBeLessThanOrEqual(3_600_000);
			}),
			{ seed: 1, numRuns: 300 },
		);
	});

	test.each([
		['the hour before summer time', '2026-03-29T01:30:00', '2026-03-29T00:30:00.000Z'],
		['an hour that is left out', '2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
		['the hour before winter time', '2026-10-25T01:30:00', '2026-10-24T23:30:00.000Z'],
		['an hour that comes twice', '2026-10-25T02:30:00', '2026-10-25T01:30:00.000Z'],
		['the hour after it', '2026-10-25T03:30:00', '2026-10-25T02:30:00.000Z'],
	])('%s', (_what, written, expected) => {
		expect(isoTimestamp(written, 'Europe/Berlin')).toBe(expected);
	});

	test('begin at midnight of the zone, where there is a date alone', () => {
		expect(isoTimestamp('2026-07-31', 'Europe/Berlin')).toBe('2026-07-30T22:00:00.000Z');
	});

	test('keep their milliseconds', () => {
		expect(isoTimestamp('2026-07-31T09:00:00.125', 'America/New_York')).toBe(
			'2026-07-31T13:00:00.125Z',
		);
	});

	test('with a zone of their own are not moved', () => {
		expect(isoTimestamp(NOON, 'Europe/Berlin')).toBe(NOON);
		expect(isoTimestamp(1772452800, 'Europe/Berlin')).toBe(NOON);
	});
});

test('every moment is read back from what it is written as', () => {
	fc.assert(
		fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }), (date) => {
			const milliseconds = date.getTime();
			expect(readTimestamp(date)).toBe(milliseconds);
			expect(readTimestamp(date.toISOString())).toBe(milliseconds);
			expect(isoTimestamp(date)).toBe(date.toISOString());
			const seconds = Math.floor(milliseconds / 1000);
			expect(readTimestamp(seconds)).toBe(seconds * 1000);
			expect(readTimestamp(String(seconds))).toBe(seconds * 1000);
		}),
		{ seed: 1 },
	);
});
