import { readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import { fraction } from '../../sandbox/simulation/random.mts';
import { type ListedCall, findingsOf, ownNumbers } from '../../workflows/code/own-numbers.mjs';
import { scaleOf, seed } from '../scale.mts';

/*
 * "Own numbers" of the sample "Weekly report": which calls count, and which number is named. A number is screened when phones show it as unwanted:
 * people no longer answer it.
 */

const NOW = Date.parse('2026-03-02T08:00:00Z');
const DAY_MS = 24 * 3_600_000;
const THIS_WEEK = NOW - DAY_MS;
const WEEK_BEFORE = NOW - 8 * DAY_MS;

const callOf = (number: string, time: number, status = 'completed'): ListedCall => ({
	from_number: number,
	called_at: new Date(time).toISOString(),
	status,
	is_over: true,
});

/** So many calls of one number and week, of which so many were answered. */
const callsOf = (number: string, time: number, calls: number, answered: number): ListedCall[] =>
	Array.from({ length: calls }, (_, index) =>
		callOf(number, time, index < answered ? 'completed' : 'no_answer'),
	);

const MINE = '+12125550101';
const OTHER = '+12125550102';
const ALONE = 'fell; no other number to compare with';

describe('a call counts as', () => {
	test.each<[what: string, call: Partial<ListedCall>, counted: unknown[]]>([
		['answered', { status: 'completed' }, [1, 1]],
		['answered in another spelling', { status: 'COMPLETED' }, [1, 1]],
		['not answered', { status: 'no_answer' }, [1, 0]],
		['not answered in another spelling', { status: 'No Answer' }, [1, 0]],
		['not answered by a person', { status: 'voicemail' }, [1, 0]],
		['a word that may mean both', { status: 'ended' }, ['1 with status ended']],
		['no status', { status: null }, ['1 with status empty']],
		['no number', { from_number: null }, ['1 with no from_number']],
		['no time', { called_at: null }, ['1 with no time']],
	])('%s', (_what, call, expected) => {
		const { numbers, not_counted } = ownNumbers([{ ...callOf(MINE, THIS_WEEK), ...call }], NOW);
		const [own] = numbers;
		expect(own ? [own.week.calls, own.week.answered] : not_counted).toEqual(expected);
	});

	test.each<[what: string, call: ListedCall, error: string | null]>([
		['a call that is not over', { ...callOf(MINE, THIS_WEEK), is_over: false }, null],
		['a call of three weeks ago', callOf(MINE, NOW - 15 * DAY_MS), null],
		['the empty item of an empty list', {}, null],
		['calls that could not be read', { error: 'No direction' }, 'No direction'],
	])('nothing: %s', (_what, call, error) => {
		const nothing = { numbers: [], named: [], not_counted: [], error };
		expect(ownNumbers([call], NOW)).toEqual(nothing);
	});
});

test("a rate has Wilson's interval, and stands beside the week before", () => {
	const calls = [...callsOf(MINE, THIS_WEEK, 100, 15), ...callsOf(MINE, WEEK_BEFORE, 10, 0)];
	expect(ownNumbers(calls, NOW).numbers).toEqual([
		{
			number: MINE,
			week: {
				...{ calls: 100, answered: 15, value: 0.15 },
				...{ low: expect.closeTo(0.0931, 4), high: expect.closeTo(0.2328, 4) },
			},
			before: {
				...{ calls: 10, answered: 0, value: 0 },
				...{ low: expect.closeTo(0, 4), high: expect.closeTo(0.2775, 4) },
			},
			finding: '',
		},
	]);
});

/** Calls of one number, '300:120 300:45': in the week before 300, of which 120 were answered, in this week 300 and 45. */
function twoWeeks(number: string, figures: string): ListedCall[] {
	const [before, answeredBefore, week, answered] = figures.split(/[: ]/).map(Number);
	return [
		...callsOf(number, WEEK_BEFORE, before!, answeredBefore!),
		...callsOf(number, THIS_WEEK, week!, answered!),
	];
}

test.each<[what: string, mine: string, others: string, finding: string]>([
	['a large fall', '300:120 300:45', '300:120 300:120', 'fell more than the others'],
	['beside a small fall', '300:120 300:45', '3000:1200 3000:1080', 'fell more than the others'],
	['a fall of all', '300:120 300:45', '300:120 300:50', 'fell as the others did'],
	['no fall', '300:120 300:118', '300:120 300:120', ''],
	['a rise', '300:45 300:120', '300:120 300:120', ''],
	['a large fall of few calls', '15:6 15:2', '300:120 300:120', ''],
	['no calls this week', '300:120 0:0', '300:120 300:120', ''],
	['a new number', '0:0 300:0', '300:120 300:120', ''],
	['few calls of the others', '300:120 300:45', '30:12 30:12', 'fell as the others did'],
	['others in one week only', '300:120 300:45', '0:0 300:120', ALONE],
	['the only number', '300:120 300:45', '0:0 0:0', ALONE],
])('%s', (_what, mine, others, finding) => {
	const { numbers, named } = ownNumbers([...twoWeeks(MINE, mine), ...twoWeeks(OTHER, others)], NOW);
	expect(numbers.find(({ number }) => number === MINE)?.finding).toBe(finding);
	expect(named).toEqual(finding === 'fell more than the others' ? [MINE] : []);
});

/** The numbers that a week names. @param rate of a number, in the week before and in this one; each call is drawn by it */
function namedIn(
	week: string,
	calls: number,
	numbers: readonly string[],
	rate: (number: string, isThisWeek: boolean) => number,
): string[] {
	const drawn = (number: string, isThisWeek: boolean) => {
		const key = `${seed} ${week} ${number} ${isThisWeek}`;
		let answered = 0;
		for (let index = 0; index < calls; index++)
			if (fraction(`${key} ${index}`) < rate(number, isThisWeek)) answered++;
		return { calls, answered };
	};
	const figuresOf = (number: string) => ({
		week: drawn(number, true),
		before: drawn(number, false),
	});
	const findings = findingsOf(new Map(numbers.map((number) => [number, figuresOf(number)])));
	return numbers.filter((number) => findings.get(number) === 'fell more than the others');
}

const NUMBERS = ['+12125550101', '+12125550102', '+12125550103', '+12125550104'];
const weeks = Array.from({ length: scaleOf('weeks') }, (_, week) => week);

// By chance, 1 week of 10,000 names a number; if all fall, 1 of 500.
test.each<[what: string, rate: (number: string, isThisWeek: boolean) => number, share: number]>([
	['nothing changes', () => 0.4, 1 / 2_000],
	['each number has a rate of its own', (number) => Number(number.at(-1)) / 10, 1 / 2_000],
	['people answer half as often, whichever number calls', (_, now) => (now ? 0.2 : 0.4), 1 / 100],
])('%s: no number is named', (what, rate, share) => {
	const named = weeks.filter((week) => namedIn(`${what} ${week}`, 150, NUMBERS, rate).length > 0);
	expect(named.length).toBeLessThanOrEqual(weeks.length * share);
});

test('a number whose rate falls from 40 to 15 percent is named after 250 calls, and no other number is', () => {
	const screened = (number: string, isThisWeek: boolean) =>
		number === MINE && isThisWeek ? 0.15 : 0.4;
	const found = Array.from({ length: 100 }, (_, week) =>
		namedIn(`screened ${week}`, 250, NUMBERS, screened),
	);
	expect(new Set(found.flat())).toEqual(new Set([MINE]));
	expect(found.filter((named) => named.length > 0).length).toBeGreaterThanOrEqual(95);
});

test('what is in the workflow is this code', () => {
	const { nodes } = JSON.parse(readFileSync('workflows/weekly-report.json', 'utf8')) as {
		nodes: INode[];
	};
	const code = String(nodes.find(({ name }) => name === 'Own numbers')?.parameters.jsCode);
	const calls = [
		...twoWeeks(MINE, '300:120 300:45'),
		...twoWeeks(OTHER, '300:120 300:120'),
		callOf(OTHER, THIS_WEEK, 'unheard of'),
	];
	const run = new Function('$input', '$now', code) as (input: object, now: object) => unknown;
	const items = calls.map((json) => ({ json }));
	expect(run({ all: () => items }, { toMillis: () => NOW })).toEqual([
		{ json: ownNumbers(calls, NOW) },
	]);
});
