import * as fc from 'fast-check';
import { bestHour } from '../../../nodes/shared/platform';
import { runs } from '../../scale.mts';

const cell = (hour: number, calls: number, connected: number, weekday = 1) => ({
	weekday,
	hour,
	calls,
	connected,
});

test('other names, JSON deeper in the answer, and the time zone if the answer says it', () => {
	const bestTimes = [
		{ hourOfDay: '8', totalCalls: '20', answered: '1' },
		{ hourOfDay: '19', totalCalls: '20', answered: '9' },
	];
	expect(bestHour({ data: { time_zone: 'Europe/Paris', bestTimes } })).toEqual({
		hour: 19,
		timeZone: 'Europe/Paris',
	});
});

test.each<[string, unknown]>([
	['no answer', undefined],
	['no heat map', { attempts: [{ attempt: 1, calls: 20, connected: 9 }] }],
	['an empty one', { heatmap: [] }],
	['hours of which nothing is said but a rate', { heatmap: [{ hour: 9, connect_rate: 0.9 }] }],
	['an hour that does not exist', { heatmap: [cell(24, 20, 9)] }],
	['more answers than calls', { heatmap: [cell(9, 20, 21)] }],
	['one row that is no cell', { heatmap: [cell(9, 20, 9), { hour: 10 }] }],
	['too few calls', { heatmap: [cell(9, 4, 4)] }],
	['nobody answered', { heatmap: [cell(9, 20, 0)] }],
	['two heat maps', { inbound: [cell(9, 20, 9)], outbound: [cell(17, 20, 9)] }],
])('nothing is proven by %s', (_name, answer) => {
	expect(bestHour(answer)).toEqual({ hour: null, timeZone: null });
});

test('no other hour with enough calls has a larger share, whatever the order of the rows', () => {
	const cells = fc.array(
		fc
			.tuple(
				fc.integer({ min: 0, max: 23 }),
				fc.nat(12),
				fc.nat(12),
				fc.integer({ min: 1, max: 7 }),
			)
			.map(([hour, a, b, weekday]) => cell(hour, Math.max(a, b), Math.min(a, b), weekday)),
		{ maxLength: 60 },
	);
	fc.assert(
		fc.property(cells, (heatmap) => {
			const { hour } = bestHour({ heatmap });
			expect(bestHour({ heatmap: heatmap.toReversed() }).hour).toBe(hour);
			const inHour = (wanted: number) => heatmap.filter((row) => row.hour === wanted);
			const sum = (wanted: number, name: 'calls' | 'connected') =>
				inHour(wanted).reduce((total, row) => total + row[name], 0);
			const shareOf = (wanted: number) =>
				sum(wanted, 'calls') >= 5 ? sum(wanted, 'connected') / sum(wanted, 'calls') : 0;
			const largest = Math.max(...Array.from({ length: 24 }, (_none, wanted) => shareOf(wanted)));
			expect(hour === null ? 0 : shareOf(hour)).toBe(largest);
		}),
		runs('values'),
	);
});
