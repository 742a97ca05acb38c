import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import { type Execution, rowsOf } from '../../n8n/executions.mts';
import { executeByHand } from '../../n8n/publishedWorkflow.mts';
import { type Line, sampleLines, sampleNumber, savedLines } from '../files.mts';
import { endedCall, platformOf } from '../platform.mts';
import { awayFromQuarterHour } from '../quarterHour.mts';
import { countBy, countText, differs, lostRows, repeats } from '../report.mts';
import type { SampleTrial } from './trial.mts';

const PEOPLE = 'people.csv';
const DO_NOT_CALL = 'do-not-call.csv';
const HELD_BACK = 'held-back.csv';
const WITHIN_MS = 60_000;
const MS_PER_DAY = 86_400_000;

/** What the sample has under Calling Rules. */
const WORKDAY_HOURS = [9, 20] as const;
const WEEKEND_HOURS = [10, 18] as const;
const HOLIDAYS = ['2026-12-25', '2027-01-01'];
const ATTEMPTS = 3;
const MOST_PER_RUN = 6;

/** Called as often as Max Calls per Person allows, before the sample runs. */
const CALLED_OFTEN = '+16025550136';
/** The word with which the sample's agent marks who wants no more calls. */
const NO_MORE_CALLS = 'not_interested';
/** The zone of the numbers without one in the list: their area code is that of Dallas. */
const DALLAS = ['America/Chicago'];

/** Whether somebody in this zone may be called at this moment. */
function isOpen(timeZone: string, moment: DateTime): boolean {
	const local = moment.setZone(timeZone);
	const [from, to] = local.weekday > 5 ? WEEKEND_HOURS : WORKDAY_HOURS;
	return local.hour >= from && local.hour < to && !HOLIDAYS.includes(local.toISODate() ?? '');
}

const zonesOf = ({ time_zone }: Line): string[] => (time_zone ? [time_zone] : DALLAS);
const isAllowed = (person: Line, moment: DateTime) =>
	zonesOf(person).every((zone) => isOpen(zone, moment));

/** The rule that holds this person back at this moment. */
function ruleFor(person: Line, listed: ReadonlySet<string>, now: DateTime): string | undefined {
	const number = sampleNumber(person.phone) ?? '';
	if (listed.has(number)) return 'Do-Not-Call List';
	if (!zonesOf(person).every((zone) => DateTime.local({ zone }).isValid)) return 'Time Zone';
	if (number === CALLED_OFTEN) return 'Max Calls per Person';
	const isHoliday = zonesOf(person).some((zone) =>
		HOLIDAYS.includes(now.setZone(zone).toISODate() ?? ''),
	);
	if (isHoliday) return 'Holidays';
	return isAllowed(person, now) ? undefined : 'Calling Hours';
}

/** What must become of the people in the list. */
interface Expected {
	/** Who may be called, in the order of the list. */
	allowed: Line[];
	/** Those whom a rule holds back, by number. */
	rules: Map<string, string>;
	/** Rows that are not valid, or a duplicate of an earlier one. */
	leftOut: Line[];
}

function expectedOf(people: readonly Line[], listed: ReadonlySet<string>, now: DateTime): Expected {
	const expected: Expected = { allowed: [], rules: new Map(), leftOut: [] };
	const seen = new Set<string>();
	for (const person of people) {
		const number = sampleNumber(person.phone);
		const rule = number && ruleFor(person, listed, now);
		if (!number || seen.has(number)) expected.leftOut.push(person);
		else if (rule) expected.rules.set(number, rule);
		else expected.allowed.push(person);
		if (number) seen.add(number);
	}
	return expected;
}

/** What is wrong with the time at which a person who was held back may be called. */
function faultsOfTime(person: Line, rule: string, now: DateTime): string[] {
	if (['Do-Not-Call List', 'Time Zone'].includes(rule))
		return differs(`${person.phone}: next_allowed_at`, person.next_allowed_at ?? '', '');
	const next = DateTime.fromISO(person.next_allowed_at ?? '');
	if (rule === 'Max Calls per Person')
		return next > now && isAllowed(person, next) ? [] : [`${person.phone}: ${next} is not allowed`];
	const isFirst = isAllowed(person, next) && !isAllowed(person, next.minus({ minutes: 1 }));
	return next > now && isFirst ? [] : [`${person.phone}: ${next} is not the first allowed minute`];
}

/** What is wrong with who was held back in the first run. */
function faultsOfHeldBack(
	held: readonly Line[],
	{ allowed, rules }: Expected,
	now: DateTime,
): string[] {
	const waiting = allowed
		.slice(MOST_PER_RUN)
		.map((person): [string, string] => [
			sampleNumber(person.phone) ?? '',
			'Max Calls per Execution',
		]);
	const due = new Map([...rules, ...waiting]);
	return [
		...differs('people held back', held.length, due.size),
		...held.flatMap((person) => {
			const number = sampleNumber(person.phone) ?? '';
			const rule = due.get(number) ?? 'no rule';
			const faults = differs(`${number}: rule`, person.rule, rule);
			return rule === 'Max Calls per Execution'
				? faults
				: [...faults, ...faultsOfTime(person, rule, now)];
		}),
	];
}

const numbersOf = (lines: readonly Line[]) => lines.map(({ phone }) => sampleNumber(phone) ?? '');
const sorted = (numbers: readonly string[]) => [...numbers].sort().join(', ');

/** Every row of the list is called, held back or left out in each run. */
function lostIn(execution: Execution): string[] {
	const called = rowsOf(execution, 'Called?', 1).length;
	const refused =
		rowsOf(execution, 'Held back').length + rowsOf(execution, 'Row and reason').length;
	return lostRows(sampleLines(PEOPLE).length, { calls: called, refused });
}

export const doNotCall: SampleTrial = {
	id: 'sampleDoNotCall',
	/** Without the list of those who must not be called, and then twice with it. */
	async start(workflow, { n8n, rest, sandbox }) {
		await awayFromQuarterHour(40_000);
		// On the hour, the schedule would run it, too.
		await workflow.unpublish();
		await sandbox.api.post('/calls', {
			count: ATTEMPTS,
			to_number: CALLED_OFTEN,
			created_at: Date.now() - MS_PER_DAY,
		});
		const run = async () => executeByHand(rest, workflow.id, 'Start by hand', WITHIN_MS);
		const list = join(n8n.filesFolder, DO_NOT_CALL);
		renameSync(list, `${list}.gone`);
		// Ends with an error. Calls that it makes are found among those of the others.
		await run();
		renameSync(`${list}.gone`, list);
		return [await run(), await run()];
	},
	async judge({ executions, calls, world }) {
		const { n8n, sandbox } = world;
		const platform = await platformOf(sandbox);
		const now = DateTime.now();
		const people = sampleLines(PEOPLE);
		const listed = numbersOf(sampleLines(DO_NOT_CALL));
		const expected = expectedOf(people, new Set(listed), now);
		const placed = calls.filter(({ to_number }) => to_number !== CALLED_OFTEN);
		const due = numbersOf(expected.allowed.slice(0, 2 * MOST_PER_RUN));
		const ended = await Promise.all(
			placed.map(async ({ call_id }) => endedCall(platform, call_id)),
		);
		const noMore = ended.filter(({ analysis }) => analysis.outcome === NO_MORE_CALLS);
		const [first, second] = executions as [Execution, Execution];
		const heldBack = savedLines(n8n, HELD_BACK);
		return {
			calls: placed.length,
			refused: people.length - placed.length,
			progress: `${heldBack.length} held back, ${noMore.length} want no more calls`,
			outcomes: countText(countBy(ended, ({ analysis }) => analysis.outcome)),
			disagreements: [
				...executions.flatMap(lostIn),
				...differs('calls', sorted(placed.map(({ to_number }) => to_number)), sorted(due)),
				...differs(
					'calls to somebody who was called often',
					calls.length - placed.length,
					ATTEMPTS,
				),
				...differs(
					'calls of the first run',
					rowsOf(first, 'Called?', 1).length,
					Math.min(MOST_PER_RUN, due.length),
				),
				...faultsOfHeldBack(rowsOf(first, 'Held back') as Line[], expected, now),
				...differs(
					'held back in the file',
					sorted(numbersOf(heldBack)),
					sorted(numbersOf(rowsOf(second, 'Held back') as Line[])),
				),
				...differs(
					'do-not-call list',
					sorted(numbersOf(savedLines(n8n, DO_NOT_CALL))),
					sorted([...listed, ...noMore.map(({ to_number }) => to_number)]),
				),
				...repeats(placed),
			],
		};
	},
};
