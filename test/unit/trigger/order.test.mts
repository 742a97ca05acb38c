import fc from 'fast-check';
import { Order, slackOf } from '../../../nodes/VoiceAgentTrigger/incremental/order';
import { runs } from '../../scale.mts';

const MINUTE = 60_000;
const SLACK = slackOf(60 * MINUTE);
const COUNT = 60;

function orderOf(times: ReadonlyArray<number | undefined>, slack = SLACK): Order {
	const order = new Order(slack);
	times.forEach((time) => order.add(time));
	return order;
}

const verdictOf = (order: Order) => {
	const { isNewestFirst, isOldestFirst, mayBeNewestFirst, mayBeOldestFirst } = order;
	return { isNewestFirst, isOldestFirst, mayBeNewestFirst, mayBeOldestFirst };
};

const NEWEST = { isNewestFirst: true, isOldestFirst: false };
const OLDEST = { isNewestFirst: false, isOldestFirst: true };
const NEITHER = { isNewestFirst: false, isOldestFirst: false };
const NEITHER_EVER = { ...NEITHER, mayBeNewestFirst: false, mayBeOldestFirst: false };

/** One row an hour. */
const oldest = Array.from({ length: COUNT }, (_entry, index) => index * 60 * MINUTE);
const newest = oldest.toReversed();
/** Every seventh row came 50 minutes late. */
const late = (times: readonly number[]) =>
	times.map((time, index) => (index % 7 === 3 ? time - 50 * MINUTE : time));
const insteadOf = (times: readonly number[], place: number, time: number) =>
	times.with(place, time);

describe('the order of a list', () => {
	test.each<[string, ReadonlyArray<number | undefined>, object]>([
		['the newest first', newest, NEWEST],
		['the oldest first', oldest, OLDEST],
		['the newest first, with late rows', late(newest), NEWEST],
		['the oldest first, with late rows', late(oldest), OLDEST],
		['rows without a time in between', newest.flatMap((time) => [undefined, time]), NEWEST],
		[
			'the newest first, three of each second',
			newest.flatMap((time) => [time, time, time]),
			NEWEST,
		],
		['all at the same time', newest.map(() => 5), { ...NEITHER, mayBeNewestFirst: true }],
		['without times', newest.map(() => undefined), { ...NEITHER, mayBeOldestFirst: true }],
		['too few rows to tell', newest.slice(0, 20), { ...NEITHER, mayBeNewestFirst: true }],
		['just enough rows', newest.slice(0, 21), NEWEST],
		['one row too early in the list', insteadOf(newest, 50, newest[0]!), NEITHER_EVER],
		['the newest first within each of two groups', [...newest, ...newest], NEITHER_EVER],
		['the oldest first within each of two groups', [...oldest, ...oldest], NEITHER_EVER],
		['newest first, then oldest first', [...newest, ...oldest], NEITHER_EVER],
	])('%s', (_what, times, verdict) => {
		expect(verdictOf(orderOf(times))).toMatchObject(verdict);
	});

	test('rows that go up and down within the slack prove neither order', () => {
		const times = newest.map((_time, index) => (index % 2) * 10 * MINUTE);
		expect(verdictOf(orderOf(times))).toMatchObject(NEITHER);
	});

	test('a row may be too late or too early by the slack, and no more', () => {
		const at = (extra: number) => orderOf([...newest, newest.at(-1)! + SLACK + extra]);
		expect(at(0).isNewestFirst).toBe(true);
		expect(at(1).mayBeNewestFirst).toBe(false);
	});

	test('has an earliest time', () => {
		expect(orderOf([5, undefined, 3, 9]).earliest).toBe(3);
		expect(orderOf([undefined]).earliest).toBeUndefined();
	});
});

describe('any list', () => {
	const time = fc.option(
		fc.integer({ min: 0, max: 500 }).map((minutes) => minutes * MINUTE),
		{
			nil: undefined,
			freq: 5,
		},
	);
	const times = fc.array(time, { maxLength: 80 });

	test('may be the newest first as long as no row is later than an earlier one by more than the slack', () => {
		fc.assert(
			fc.property(times, (all) => {
				const dated = all.filter((it) => it !== undefined);
				const rises = dated.flatMap((it, index) => dated.slice(index).map((next) => next - it));
				const order = orderOf(all);
				expect(order.mayBeNewestFirst).toBe(Math.max(0, ...rises) <= SLACK);
				expect(order.mayBeOldestFirst).toBe(Math.min(0, ...rises) >= -SLACK);
			}),
			runs('values'),
		);
	});

	test('that is turned round is judged the other way round', () => {
		fc.assert(
			fc.property(times, (all) => {
				const { isNewestFirst, isOldestFirst } = orderOf(all);
				const turned = orderOf(all.toReversed());
				expect([turned.isOldestFirst, turned.isNewestFirst]).toEqual([
					isNewestFirst,
					isOldestFirst,
				]);
			}),
			runs('values'),
		);
	});
});
