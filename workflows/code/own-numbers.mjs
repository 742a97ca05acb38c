/*
 * The node Own numbers of "Weekly report" (weekly-report.json): `npm run generate` writes this file into it.
 *
 *   40 % of 150 calls answered, then 15 % of 150; the other numbers 40 % and 39 %   -> fell more than the others
 *   40 % of 150 calls answered, then 15 % of 150; the other numbers 40 % and 16 %   -> fell as the others did
 *   40 % of 20 calls answered, then 15 % of 20                                      -> nothing: chance can do that
 */

/** Status words of a call that a person answered, and of one that nobody did: add those of your platform. Capitals and signs do not matter. */
const ANSWERED = ['completed', 'answered'];
const NOT_ANSWERED = [
	...['no_answer', 'not_answered', 'unanswered', 'missed', 'busy', 'voicemail'],
	...['rejected', 'declined', 'unreachable', 'not_connected', 'failed'],
];

const WEEK_MS = 7 * 24 * 3_600_000;
/** The interval that the page shows: the true rate is in it 95 times of 100. */
const SHOWN = 1.96;
/** Fewer calls in one of the weeks are compared with nothing. */
const FEWEST = 30;
/** A number is said to have fallen by chance in one of so many weeks, and to have fallen more than the others in one of so many in which all fall. */
const WEEKS_OF_A_CHANCE_FALL = 10_000;
const WEEKS_OF_A_CHANCE_DIFFERENCE = 500;
/** The width of an interval for that: the more numbers there are, the wider. */
const widthFor = (weeks, numbers) => Math.sqrt(2 * Math.log((weeks * numbers) / 10));

const FELL_ALONE = 'fell more than the others';

/** 15 of 100 → 0.15, between 0.093 and 0.233 (Wilson's interval). */
function rateOf({ calls, answered }, z) {
	const value = answered / calls;
	const middle = (answered + z ** 2 / 2) / (calls + z ** 2);
	const half = (z * Math.sqrt(calls * value * (1 - value) + z ** 2 / 4)) / (calls + z ** 2);
	return { value, low: middle - half, high: middle + half };
}

/** 40 % and 15 % → 25 points, with the interval that follows from those of both (Newcombe's). */
const difference = (one, other) => ({
	value: one.value - other.value,
	low: one.value - other.value - Math.hypot(one.value - one.low, other.high - other.value),
	high: one.value - other.value + Math.hypot(one.high - one.value, other.value - other.low),
});

const noCalls = () => ({ calls: 0, answered: 0 });
const isComparable = ({ week, before }) => week.calls >= FEWEST && before.calls >= FEWEST;

/** By how much the rate has fallen since the week before. */
const fallOf = ({ week, before }, z) => difference(rateOf(before, z), rateOf(week, z));

/** @param others the other numbers together @param numbers how many there are in all */
function findingOf(own, others, numbers) {
	if (fallOf(own, widthFor(WEEKS_OF_A_CHANCE_FALL, numbers)).low <= 0) return '';
	if (numbers === 1) return 'fell; no other number to compare with';
	const width = widthFor(WEEKS_OF_A_CHANCE_DIFFERENCE, numbers);
	const isMore = difference(fallOf(own, width), fallOf(others, width)).low > 0;
	return isMore ? FELL_ALONE : 'fell as the others did';
}

/** A week with its rate and the interval, as shares; null without calls. */
const shown = (week) => ({
	...week,
	...(week.calls > 0 ? rateOf(week, SHOWN) : { value: null, low: null, high: null }),
});

const letters = (word) =>
	String(word ?? '')
		.replace(/[^a-z]/gi, '')
		.toLowerCase();
const answered = new Set(ANSWERED.map(letters));
const notAnswered = new Set(NOT_ANSWERED.map(letters));

/** Why a call is not counted; undefined if it is. */
function leftOut({ from_number, called_at, status }) {
	if (!answered.has(letters(status)) && !notAnswered.has(letters(status)))
		return `status ${status ?? 'empty'}`;
	if (!from_number) return 'no from_number';
	return Number.isNaN(Date.parse(String(called_at))) ? 'no time' : undefined;
}

/** The counted calls of each own number in both weeks, and why the others are not counted. */
function countOf(calls, now) {
	const weeksOf = new Map();
	const notCounted = new Map();
	for (const call of calls) {
		const reason = leftOut(call);
		const age = Math.floor((now - Date.parse(String(call.called_at))) / WEEK_MS);
		if (reason) notCounted.set(reason, (notCounted.get(reason) ?? 0) + 1);
		if (reason || age > 1) continue;
		const number = String(call.from_number);
		const weeks = weeksOf.get(number) ?? { week: noCalls(), before: noCalls() };
		const week = age === 1 ? weeks.before : weeks.week;
		week.calls++;
		if (answered.has(letters(call.status))) week.answered++;
		weeksOf.set(number, weeks);
	}
	return { weeksOf, notCounted };
}

/** What is to be said of each number. */
export function findingsOf(weeksOf) {
	const comparable = [...weeksOf.values()].filter(isComparable);
	const sum = (own, which, figure) =>
		comparable.reduce((all, weeks) => all + weeks[which][figure], 0) - own[which][figure];
	const without = (own, which) => ({
		calls: sum(own, which, 'calls'),
		answered: sum(own, which, 'answered'),
	});
	return new Map(
		[...weeksOf].map(([number, own]) => {
			const others = { week: without(own, 'week'), before: without(own, 'before') };
			return [number, isComparable(own) ? findingOf(own, others, comparable.length) : ''];
		}),
	);
}

/** Outbound calls of 14 days → the answer rate of each own number beside the week before, and those that fell while the others did not. */
export function ownNumbers(listed, now) {
	// Without any call, n8n gives one empty item.
	const calls = listed.filter((call) => !call.error && Object.keys(call).length > 0);
	const { weeksOf, notCounted } = countOf(
		calls.filter(({ is_over }) => is_over !== false),
		now,
	);
	const findings = findingsOf(weeksOf);
	const numbers = [...weeksOf]
		.map(([number, { week, before }]) => ({
			number,
			week: shown(week),
			before: shown(before),
			finding: findings.get(number),
		}))
		.sort((one, other) => other.week.calls - one.week.calls);
	return {
		numbers,
		named: numbers.filter(({ finding }) => finding === FELL_ALONE).map(({ number }) => number),
		not_counted: [...notCounted].map(([reason, count]) => `${count} with ${reason}`),
		error: listed.find(({ error }) => error)?.error ?? null,
	};
}
