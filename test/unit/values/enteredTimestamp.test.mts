import fc from 'fast-check';
import { DateTime } from 'luxon';
import { ParameterError, enteredTimestamp } from '../../../nodes/shared/values';
import { runs, scaleOf } from '../../scale.mts';
import { phrases } from '../../support/phrases.mts';

const NOON = '2026-03-02T12:00:00.000Z';
const iso = (value: unknown, timeZone?: string) =>
	new Date(enteredTimestamp(value, 'Start', timeZone)).toISOString();

function problemOf(value: unknown, timeZone?: string): ParameterError | undefined {
	try {
		enteredTimestamp(value, 'Start', timeZone);
		return undefined;
	} catch (error) {
		expect(error).toBeInstanceOf(ParameterError);
		return error as ParameterError;
	}
}

const sameMoment = phrases`
	2026-03-02T12:00:00Z | 2026-03-02T13:00:00+01:00 | 2026-03-02T13:00:00+0100 | 2026-03-02 13:00+01:00 |
	2026-03-02 12:00 | 2026-03-02T12:00:00 | 1772452800 | 1772452800000
`;
const tokyo = DateTime.fromISO(NOON, { zone: 'Asia/Tokyo' });

const moments = [new Date(NOON), DateTime.fromISO(NOON), tokyo, 1772452800, 1772452800000];

test.each<[unknown, string]>([
	...[...sameMoment, ' 2026-03-02 12:00 ', ...moments].map((one): [unknown, string] => [one, NOON]),
	['2026-03-02T12:00:00.250', '2026-03-02T12:00:00.250Z'],
	['2026-03-02', '2026-03-02T00:00:00.000Z'],
	['1970-01-01', '1970-01-01T00:00:00.000Z'],
	['1900-01-01', '1900-01-01T00:00:00.000Z'],
	['2199-12-31T23:59:59.999', '2199-12-31T23:59:59.999Z'],
	[1772452800.25, '2026-03-02T12:00:00.250Z'],
])('%p is %p', (value, expected) => {
	expect(iso(value)).toBe(expected);
});

describe('without an offset, in a zone', () => {
	const BERLIN = 'Europe/Berlin';

	test('an hour that is left out or comes twice is refused, and clear with its offset', () => {
		const never = problemOf('2026-03-29 02:30', BERLIN);
		expect(never?.message).toMatch(/"2026-03-29 02:30" does not exist in Europe\/Berlin/);
		const twice = problemOf('2026-10-25 02:30', BERLIN);
		expect(twice?.message).toMatch(/"2026-10-25 02:30" occurs twice in Europe\/Berlin/);
		for (const problem of [never, twice]) expect(problem?.description).toMatch(/\+01:00/);
		expect(iso('2026-10-25 02:30+01:00', BERLIN)).toBe('2026-10-25T01:30:00.000Z');
		expect(iso('2026-10-25 02:30+02:00', BERLIN)).toBe('2026-10-25T00:30:00.000Z');
	});

	test.each([
		// A day whose midnight is left out, one that has two midnights, and one that is left out.
		['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
		['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
		['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
	])('a day begins at its first moment: %s in %s', (written, timeZone, expected) => {
		expect(iso(written, timeZone)).toBe(expected);
	});
});

describe('as Luxon reads it', () => {
	const zone = fc.constantFrom(
		...phrases`
			Africa/Casablanca | America/Havana | America/New_York | America/Santiago | America/St_Johns |
			Asia/Beirut | Asia/Kathmandu | Australia/Lord_Howe | Europe/Berlin | Europe/Dublin | Pacific/Apia |
			Pacific/Chatham | UTC
		`,
	);
	/** Any minute of the years 1995 to 2060, and more of those near the changes of a zone. */
	const minute = fc
		.tuple(
			fc.integer({ min: 1995, max: 2060 }),
			fc.oneof(
				fc.integer({ min: 0, max: 365 }),
				fc.constantFrom(70, 84, 88, 93, 248, 297, 300, 304),
			),
			fc.oneof(fc.nat(1439), fc.nat(239)),
		)
		.map(([year, day, minutes]) => DateTime.utc(year).plus({ days: day, minutes }));

	test('any local time means the one moment that it can mean, or is refused', () => {
		let refused = 0;
		fc.assert(
			fc.property(minute, zone, (time, timeZone) => {
				const written = time.toFormat('yyyy-MM-dd HH:mm');
				const local = DateTime.fromSQL(written, { zone: timeZone });
				const isClear =
					local.toFormat('yyyy-MM-dd HH:mm') === written && local.getPossibleOffsets().length === 1;
				const problem = problemOf(written, timeZone);
				if (problem) refused += 1;
				expect([written, timeZone, problem === undefined]).toEqual([written, timeZone, isClear]);
				if (isClear) expect(enteredTimestamp(written, 'Start', timeZone)).toBe(local.toMillis());
			}),
			// Half an hour that the clocks leave out.
			{ ...runs('values'), examples: [[DateTime.utc(2026, 3, 29, 2, 30), 'Europe/Berlin']] },
		);
		expect(refused).toBeGreaterThan(0);
	});

	test('any text with its date and its offset means the same, or is refused', () => {
		const near = fc.stringMatching(
			/^20[0-3]\d-[01]\d-[0-3]\d([T ][0-2]\d:[0-6]\d(:[0-6]\d(\.\d{1,9})?)?(Z|[+-][01]\d:?[0-5]\d)?)?$/,
		);
		let read = 0;
		fc.assert(
			fc.property(near, (written) => {
				if (problemOf(written)) return;
				read += 1;
				const theirs = DateTime.fromISO(written.replace(' ', 'T'), { zone: 'utc' });
				expect([written, enteredTimestamp(written, 'Start')]).toEqual([written, theirs.toMillis()]);
			}),
			runs('values'),
		);
		expect(read).toBeGreaterThan(scaleOf('values') / 10);
	});
});
