import fc from 'fast-check';
import { DateTime } from 'luxon';
import { isoText, isoTimestamp, readHttpDate, readTimestamp } from '../../../nodes/shared/values';
import { runs, scaleOf } from '../../scale.mts';
import { phrases } from '../../support/phrases.mts';

const NOON = '2026-03-02T12:00:00Z';

describe('a time of the platform', () => {
	const sameMoment = phrases`
		2026-03-02T12:00:00Z | 2026-03-02T13:00:00+01:00 | 2026-03-02 13:00:00+0100 | 2026-03-02t12:00:00z |
		2026-03-02T12:00:00 | 2026-03-02 12:00 | 2026-03-02  12:00 | 2026-03-02T07:30:00-04:30 |
		2026-03-03T02:00:00+14:00 | 2026-03-02T12:00:00.000000
	`;
	test.each([
		...[...sameMoment, ' 2026-03-02T12:00:00 ', 1772452800, 1772452800000].map((one) => [
			one,
			NOON,
		]),
		['2026-03-02T12:00:00.250', '2026-03-02T12:00:00.250Z'],
		['2026-03-02T12:00:00.123456789Z', '2026-03-02T12:00:00.123Z'],
		['2026-03-02T12:00:00.57Z', '2026-03-02T12:00:00.570Z'],
		['2026-03-02T12:00:00,5', '2026-03-02T12:00:00.500Z'],
		['2026-03-02', '2026-03-02T00:00:00Z'],
		[1772452800.123, '2026-03-02T12:00:00.123Z'],
		['2000-01-01', '2000-01-01T00:00:00Z'],
		['2024-02-29', '2024-02-29T00:00:00Z'],
		['2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59.999Z'],
		[7258118399, '2199-12-31T23:59:59Z'],
		[1000000000, '2001-09-09T01:46:40Z'],
	])('%p is %p', (value, expected) => {
		expect(isoTimestamp(value)).toBe(expected);
	});

	test.each<unknown>([
		...phrases`
			0000-00-00 | 0000-00-00 00:00:00 | 0001-01-01T00:00:00Z | 0026-03-02T12:00:00Z |
			1970-01-01T00:00:00Z | 1999-12-31T23:59:59Z | 1969-12-31 | 2200-01-01T00:00:00Z |
			9999-12-31T23:59:59Z | 2026-31-01 | 2026-02-31 | 20260302 | 20260302T120000Z |
			2026-03-02T13:00:00+01 | 2026-03-02 13:00:00 +0100 | 2026-03-02 12:00:00 UTC | 1772452800 |
			1772452800000 | 2026-03-02T24:00:00Z | 2026-03-02T12 | 2026-03-02Z | 2026-03-02T12:00:00+15:00 |
			2026-03-02T12:00:00+01:60 | 2026-03-02T12:00:00+1 | 2026-03-02T12:00:00.1234567890Z | 2026-3-2 |
			26-03-02 | 02.03.2026 | 03/02/2026 | 2026-W10-1 | 2026-061 | 2026-03 | 2026 |
			Mon, 02 Mar 2026 12:00:00 GMT | Mar 2 2026 09:00 | on 2026-03-02T12:00 or so | tomorrow 9 | lead 3 |
			next Monday | 9 | -1772452800 | 1e10 | 0x6969
		`,
		...[20260302, 9, 0, -1, 999999999, 99999999999, 100000000000, 7258118400, 17724528000000],
		...[1772452800000000, 1.7724528e21, Number.NaN, Number.POSITIVE_INFINITY],
		...['', ' ', null, undefined, true, {}, [], [1772452800], ['2026-03-02']],
	])('%j is no time', (value) => {
		expect(readTimestamp(value)).toBeUndefined();
		expect(isoTimestamp(value)).toBeNull();
	});
});

test.each([
	['Mon, 02 Mar 2026 12:00:00 GMT', NOON],
	[' mon, 02 mar 2026 12:00:00 gmt ', NOON],
	['Sun, 01 Jan 1984 00:00:00 GMT', '1984-01-01T00:00:00Z'],
])('the date of the header %p is %p', (header, expected) => {
	expect(isoText(Number(readHttpDate(header)))).toBe(expected);
});

/** What Luxon reads; undefined if nothing. */
const luxon = (text: string): number | undefined => {
	const read = DateTime.fromISO(text.replace(/ +(?=\d\d:)/, 'T'), { zone: 'utc' });
	return read.isValid ? read.toMillis() : undefined;
};

const two = (number: number) => String(number).padStart(2, '0');

test('any written time is what Luxon reads, or no time', () => {
	const part = (max: number) => fc.integer({ min: 0, max }).map(two);
	const parts = fc.record({
		year: fc.oneof(fc.integer({ min: 1999, max: 2201 }), fc.integer({ min: 0, max: 9999 })),
		month: part(13),
		day: part(32),
		hour: part(25),
		minute: part(61),
		second: part(61),
		between: fc.constantFrom('T', ' ', 't'),
		decimals: fc.oneof(fc.constant(''), fc.stringMatching(/^[.,]\d{1,9}$/)),
		zone: fc.oneof(
			fc.constantFrom('', 'Z', 'z', '+0200', '-0330', '+05:45', '+14:00'),
			fc.stringMatching(/^[+-]\d\d:?[0-5]\d$/),
		),
	});
	let read = 0;
	fc.assert(
		fc.property(parts, ({ year, month, day, hour, minute, second, between, decimals, zone }) => {
			const y = String(year).padStart(4, '0');
			for (const written of [
				`${y}-${month}-${day}`,
				`${y}-${month}-${day}${between}${hour}:${minute}${zone}`,
				`${y}-${month}-${day}${between}${hour}:${minute}:${second}${decimals}${zone}`,
			]) {
				const ours = readTimestamp(written);
				if (ours === undefined) continue;
				read += 1;
				expect([written, ours]).toEqual([written, luxon(written)]);
			}
		}),
		runs('values'),
	);
	expect(read).toBeGreaterThan(scaleOf('values') / 3);
});
