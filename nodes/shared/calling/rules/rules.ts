import type { Zone } from 'luxon';
import type { NumberForm } from '../../values';
import { ParameterError, isObject, isoText, localTime } from '../../values';
import type { HeldBack } from '../../operation';
import { CallingHours } from './callingHours';
import type { ConsentTime, Person } from '../person';
import { CONSENT } from './consent';
import type { MaxCalls } from './entered';
import {
	enteredHolidays,
	enteredHours,
	enteredKeepCredits,
	enteredPerExecution,
	enteredPerPerson,
} from './entered';
import { enteredAllowed, enteredDoNotCall } from './numberLists';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What the rules say that the user added, read and checked. */
export interface CallingRules {
	/** @param number in E.164 format */
	isAllowed?(number: string): boolean;
	/** Numbers that are never called, in E.164 format. */
	doNotCall?: ReadonlySet<string>;
	/** When people may be called. Set if there are hours or holidays. */
	hours?: CallingHours;
	/** Max number of calls to one number, which are counted in the call history. */
	maxCallsPerPerson?: MaxCalls;
	maxCallsPerExecution?: number;
	/** Nobody is called while the balance is lower: a number of credits. */
	keepCredits?: number;
}

/** Undefined becomes null: a rule was added, and its expression has no value. */
const asWritten = (rules: unknown): string =>
	JSON.stringify(rules, (_name, value: unknown) => value ?? null);

function read(written: string): CallingRules {
	const [rules, form] = JSON.parse(written) as [Record<string, unknown>, NumberForm];
	const isAdded = (name: string) => Object.hasOwn(rules, name);
	const added = <T>(name: string, reader: (value: unknown) => T): T | undefined =>
		isAdded(name) ? reader(rules[name]) : undefined;
	const hours = [
		added('callingHours', (value) => enteredHours(value, 'Calling Hours')),
		added('moreCallingHours', (value) => enteredHours(value, 'More Calling Hours')),
	].flatMap((some) => some ?? []);
	const holidays = added('holidays', enteredHolidays) ?? new Set<number>();
	const hasHours = hours.length > 0 || isAdded('holidays');
	const entered: CallingRules = {
		isAllowed: added('allowedNumbers', (value) => enteredAllowed(value, form)),
		doNotCall: added('doNotCall', (value) => enteredDoNotCall(value, form)),
		hours: hasHours ? new CallingHours({ hours, holidays }) : undefined,
		maxCallsPerPerson: added('maxCallsPerPerson', enteredPerPerson),
		maxCallsPerExecution: added('maxCallsPerExecution', enteredPerExecution),
		keepCredits: added('keepCredits', enteredKeepCredits),
	};
	return Object.fromEntries(Object.entries(entered).filter(([, rule]) => rule !== undefined));
}

/** What the rules were read from, each under its name, and how their numbers are written. */
type Entered = Readonly<Record<string, unknown>>;

/** The rules that were read last: many items have the same, and a long list takes long to compare, and longer to read. */
let last: { entered: Entered; written: string; rules: CallingRules } | undefined;

/** Nobody changes a plain value, or a frozen one. */
const isFixed = (value: unknown) =>
	typeof value !== 'object' || value === null || Object.isFrozen(value);

/** Whether these are the values that were read before, without a look at what is in them. */
function areSameValues(a: Entered, b: Entered): boolean {
	const names = Object.keys(a);
	return (
		names.length === Object.keys(b).length &&
		names.every((name) => Object.hasOwn(b, name) && a[name] === b[name] && isFixed(a[name]))
	);
}

/**
 * The rules that the user added.
 *
 * @param added what the collection of rules holds
 * @param form how numbers in the rules are written
 * @throws ParameterError for a rule that is empty, or cannot be read
 */
export function callingRules(added: unknown, form: NumberForm): CallingRules {
	if (!isObject(added)) {
		throw new ParameterError(
			"The expression of 'Calling Rules' returns no rules",
			'Nothing was sent. Check the expression, or add the rules one by one',
		);
	}
	// These two are read with each person.
	const ofAll = { ...added, timeZone: '', consent: '' };
	const entered: Entered = { ...ofAll, ...form };
	if (last && areSameValues(last.entered, entered)) return last.rules;
	const written = asWritten([ofAll, form]);
	const rules = last?.written === written ? last.rules : read(written);
	last = { entered, written, rules };
	return rules;
}

/** The day that the calendar of a zone shows, counted as `Schedule` counts days. */
const dayIn = (zone: Zone, moment: number): number =>
	Math.floor((moment + zone.offset(moment) * MINUTE_MS) / DAY_MS);

/** Where and how long a person may be called. */
interface Reachable {
	zones: readonly Zone[];
	zonesFrom: string;
	consent: ConsentTime;
	/** How a reason begins that says what time it is where the person is. */
	it: 'It is' | 'It will be';
}

/** The first moment from this one on that the hours and the consent allow; null if there is none within a year. */
function allowedFrom(
	{ hours }: CallingRules,
	{ zones, consent }: Reachable,
	moment: number,
): string | null {
	const begin = Math.max(moment, consent.from);
	const open = hours ? hours.firstAllowed(zones, begin) : begin;
	return open !== null && open <= consent.until ? isoText(open) : null;
}

function tooOften(
	rules: CallingRules,
	person: Reachable,
	now: number,
	earlier: readonly number[],
): HeldBack | undefined {
	if (!rules.maxCallsPerPerson) return undefined;
	const { calls, days } = rules.maxCallsPerPerson;
	const recent = earlier.filter((time) => time > now - days * DAY_MS).sort((a, b) => b - a);
	const last = recent[calls - 1];
	if (last === undefined) return undefined;
	const free = Math.ceil((last + days * DAY_MS) / MINUTE_MS) * MINUTE_MS;
	return {
		rule: 'Max Calls per Person',
		reason: `Calls to this number in the last ${days === 1 ? 'day' : `${days} days`}: ${recent.length}. 'Max Calls per Person' allows ${calls}`,
		next_allowed_at: allowedFrom(rules, person, free),
	};
}

function beforeConsent(rules: CallingRules, person: Reachable, now: number): HeldBack | undefined {
	const { from, where } = person.consent;
	if (now >= from) return undefined;
	const next_allowed_at = allowedFrom(rules, person, now);
	return { rule: 'Consent', reason: `${where}, which is still to come`, next_allowed_at };
}

function outsideHours(rules: CallingRules, person: Reachable, now: number): HeldBack | undefined {
	const { hours } = rules;
	const { zones, zonesFrom, it } = person;
	const open = hours ? hours.firstAllowed(zones, now) : now;
	if (!hours || open === now) return undefined;
	const next_allowed_at = allowedFrom(rules, person, now);
	const { holidays } = hours.schedule;
	const onHoliday = zones.find((zone) => holidays.has(dayIn(zone, now)));
	if (onHoliday) {
		const date = localTime(now, onHoliday).toISODate();
		const reason = `${it} ${date} in ${onHoliday.name}, one of the 'Holidays'. ${zonesFrom}`;
		return { rule: 'Holidays', reason, next_allowed_at };
	}
	const closed = zones.find((zone) => hours.firstAllowed([zone], now) !== now) ?? zones[0];
	const time = closed ? localTime(now, closed).toFormat('cccc, HH:mm') : '';
	const never = open === null ? '. No time within a year is allowed' : '';
	return {
		rule: 'Calling Hours',
		reason: `${it} ${time} in ${closed?.name}, which is outside the 'Calling Hours'${never}. ${zonesFrom}`,
		next_allowed_at,
	};
}

/** What an item names as the rule where the row itself says no. */
const ROW_SAYS_NO = 'Row Says No';

const withoutConsent = (reason: string): HeldBack => ({
	rule: 'Consent',
	reason,
	next_allowed_at: null,
});

/**
 * Why this person must not be called at this moment, or at the time that the person has; undefined if it is allowed.
 *
 * @param now milliseconds since 1970
 * @param earlier when the number was called before, in any order, in milliseconds since 1970
 */
export function heldBackBy(
	rules: CallingRules,
	{ number, others, zones, zonesFrom, consent = CONSENT, refusal, at }: Person,
	now: number,
	earlier: readonly number[] = [],
): HeldBack | undefined {
	const listed = [number, ...others].find((one) => rules.doNotCall?.has(one));
	if (listed !== undefined) {
		const which = listed === number ? 'The number' : `${listed}, another number of this person,`;
		const reason = `${which} is on the 'Do-Not-Call List'`;
		return { rule: 'Do-Not-Call List', reason, next_allowed_at: null };
	}
	if (rules.isAllowed?.(number) === false) {
		const reason = "The number is not one of the 'Allowed Numbers'";
		return { rule: 'Allowed Numbers', reason, next_allowed_at: null };
	}
	if (typeof consent === 'string') return withoutConsent(consent);
	if (refusal !== undefined) return { rule: ROW_SAYS_NO, reason: refusal, next_allowed_at: null };
	const moment = Math.max(at ?? now, now);
	if (moment > consent.until)
		return withoutConsent(`${consent.where}. 'Valid for (Days)' is ${consent.days}`);
	if (typeof zones === 'string') return { rule: 'Time Zone', reason: zones, next_allowed_at: null };
	const it = at === undefined ? 'It is' : 'It will be';
	const person: Reachable = { zones, zonesFrom, consent, it };
	return (
		tooOften(rules, person, moment, earlier) ??
		beforeConsent(rules, person, moment) ??
		outsideHours(rules, person, moment)
	);
}
