import { isoTimestamp, readTimestamp } from '../../nodes/shared/values';

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
		['', null],
		[null, null],
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
});
