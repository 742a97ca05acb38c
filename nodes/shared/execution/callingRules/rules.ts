import type { ZoneClock } from '../../values';
import { ParameterError, isFilled, isObject, readPhoneNumber } from '../../values';
import type { Callee, CallList, HeldBack, Params } from '../../operation';
import { isCallee } from '../../operation';
import { isContactNumberName, mayHoldNumber } from '../../platform';
import { CallingHours } from './callingHours';
import type { Attempts } from './entered';
import { enteredAttempts, enteredHolidays, enteredHours, enteredMost } from './entered';
import type { AllowedNumbers } from './numberLists';
import { enteredAllowed, enteredDoNotCall } from './numberLists';
import type { Person } from './person';
import { personOf } from './person';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEKDAY_NAMES = 'Thursday Friday Saturday Sunday Monday Tuesday Wednesday'.split(' ');

/** Whom a request calls, and the rules for them. */
export interface RuledPeople {
	rules: CallingRules;
	people: readonly Person[];
}

/** What the rules say, read and checked. */
interface Entered {
	allowed?: AllowedNumbers;
	doNotCall?: ReadonlySet<string>;
	hours?: CallingHours;
	holidays: ReadonlySet<number>;
	attempts?: Attempts;
	mostPerRun?: number;
}

const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());

/** Minutes since 1970, as a clock on the wall shows them. */
const wallMinute = (clock: ZoneClock, moment: number): number =>
	Math.floor((moment + clock.steadyAt(moment).offset) / MINUTE_MS);

const dayOf = (clock: ZoneClock, moment: number) => Math.floor(wallMinute(clock, moment) / 1440);

/** `Sunday, 07:30 in Europe/Berlin`. */
function timeInWords(clock: ZoneClock, moment: number): string {
	const minute = wallMinute(clock, moment);
	const weekday = WEEKDAY_NAMES[Math.floor(minute / 1440) % 7];
	const time = new Date(minute * MINUTE_MS).toISOString().slice(11, 16);
	return `${weekday}, ${time} in ${clock.timeZone}`;
}

const dateInWords = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Whom it is allowed to call at which moment. */
export class CallingRules {
	constructor(private readonly entered: Entered) {}

	/** Max number of calls to one number, which are counted in the call history. */
	get attempts(): Attempts | undefined {
		return this.entered.attempts;
	}

	get mostPerRun(): number | undefined {
		return this.entered.mostPerRun;
	}

	/** Whether a rule needs to know the time zone of a person. */
	get needsZone(): boolean {
		return this.entered.hours !== undefined;
	}

	/**
	 * Why this person must not be called at this moment; undefined if it is allowed.
	 *
	 * @param now milliseconds since 1970
	 * @param earlier when the number was called before, in any order, in milliseconds since 1970
	 */
	check(person: Person, now: number, earlier: readonly number[] = []): HeldBack | undefined {
		const { number, clocks, zonesFrom } = person;
		if (this.entered.doNotCall?.has(number)) {
			const reason = "The number is on the 'Do-Not-Call List'";
			return { rule: 'Do-Not-Call List', reason, next_allowed_at: null };
		}
		if (this.entered.allowed?.includes(number) === false) {
			const reason = "The number is not one of the 'Allowed Numbers'";
			return { rule: 'Allowed Numbers', reason, next_allowed_at: null };
		}
		if (typeof clocks === 'string')
			return { rule: 'Time Zone', reason: clocks, next_allowed_at: null };
		const why = this.tooOften(clocks, now, earlier);
		return why ?? this.tooEarly(clocks, now, zonesFrom);
	}

	private tooOften(
		clocks: readonly ZoneClock[],
		now: number,
		earlier: readonly number[],
	): HeldBack | undefined {
		const { attempts } = this.entered;
		if (!attempts) return undefined;
		const { calls, days } = attempts;
		const recent = earlier.filter((time) => time > now - days * DAY_MS).sort((a, b) => b - a);
		const last = recent[calls - 1];
		if (last === undefined) return undefined;
		const free = Math.ceil((last + days * DAY_MS) / MINUTE_MS) * MINUTE_MS;
		return {
			rule: 'Attempts',
			reason: `Calls to this number in the last ${days === 1 ? 'day' : `${days} days`}: ${recent.length}. 'Attempts' allows ${calls}`,
			next_allowed_at: iso(this.firstAllowed(clocks, free)),
		};
	}

	private firstAllowed(clocks: readonly ZoneClock[], moment: number): number | null {
		const { hours } = this.entered;
		return hours ? hours.firstAllowed(clocks, moment) : moment;
	}

	private tooEarly(
		clocks: readonly ZoneClock[],
		now: number,
		zonesFrom: string,
	): HeldBack | undefined {
		const open = this.firstAllowed(clocks, now);
		if (open === now) return undefined;
		const { holidays, hours } = this.entered;
		const next_allowed_at = iso(open);
		const onHoliday = clocks.find((clock) => holidays.has(dayOf(clock, now)));
		if (onHoliday) {
			const day = dateInWords(dayOf(onHoliday, now));
			const reason = `It is ${day} in ${onHoliday.timeZone}, one of the 'Holidays'. ${zonesFrom}`;
			return { rule: 'Holidays', reason, next_allowed_at };
		}
		const closed = clocks.find((clock) => hours?.firstAllowed([clock], now) !== now) ?? clocks[0];
		const time = closed ? timeInWords(closed, now) : '';
		const never = open === null ? '. No time within a year is allowed' : '';
		return {
			rule: 'Calling Hours',
			reason: `It is ${time}, which is outside the 'Calling Hours'${never}. ${zonesFrom}`,
			next_allowed_at,
		};
	}
}

/** The same for the same content. No text that is entered begins like that of a list. */
const contentOf = (value: unknown): unknown =>
	typeof value === 'object' && value !== null ? `\u0000${JSON.stringify(value)}` : value;

/** What takes long to read, as it was read last: many items have the same. */
function remembering<Values extends unknown[], Result>(
	read: (...values: Values) => Result,
): (...values: Values) => Result {
	let last: { contents: unknown[]; result: Result } | undefined;
	return (...values) => {
		const contents = values.map(contentOf);
		const isKnown = last?.contents.every((content, index) => content === contents[index]);
		if (!last || !isKnown) last = { contents, result: read(...values) };
		return last.result;
	};
}

const NO_DAYS: ReadonlySet<number> = new Set();

const holidaysOf = remembering(enteredHolidays);
const doNotCallOf = remembering(enteredDoNotCall);
const allowedOf = remembering(enteredAllowed);

/** Undefined where nobody added the rule. */
const ifAdded = <T>(value: unknown, read: (value: unknown) => T): T | undefined =>
	value === undefined ? undefined : read(value);

const calendarOf = remembering(
	(hours: unknown, more: unknown, holidays: unknown) =>
		new CallingHours({
			hours: [
				...(ifAdded(hours, (value) => enteredHours(value, 'Calling Hours')) ?? []),
				...(ifAdded(more, (value) => enteredHours(value, 'More Calling Hours')) ?? []),
			],
			holidays: ifAdded(holidays, holidaysOf) ?? NO_DAYS,
		}),
);

/** Fields that say who is called, and are sent in place of those that the rules, the duplicates and Dry Run look at. */
const CALLED = /^(to[_-]?number|contacts)$/i;

/** Whether a field beside the number of a call is another number. */
const isOtherNumber = (params: Params, name: string, value: unknown): boolean =>
	params.text('toNumber') !== '' &&
	isContactNumberName(name) &&
	isFilled(value) &&
	readPhoneNumber(value, params.text('defaultCountryCode')) !== params.phoneNumber('toNumber');

/** @throws ParameterError if a number is entered where nothing looks at it: neither duplicates, nor rules, nor a dry run */
export function refuseOtherNumbers(params: Params): void {
	const extras = params.jsonObject('options.additionalFieldsJson');
	const name = Object.keys(extras).find(
		(field) => CALLED.test(field) || isOtherNumber(params, field, extras[field]),
	);
	if (name === undefined) return;
	throw new ParameterError(
		`"${name}" in 'Additional Fields (JSON)' would call somebody else than this node has checked`,
		`Nothing was sent. Remove "${name}" there, and enter the number in its own field`,
	);
}

/**
 * The rules that the user added; undefined if there are none.
 *
 * @throws ParameterError for a rule that is empty, or cannot be read
 */
function callingRules(params: Params): CallingRules | undefined {
	const rules = params.addedValue('callingRules');
	if (!isObject(rules) || Object.keys(rules).length === 0) return undefined;
	// Null: it was added, and its expression has no value.
	const added = (name: string) => (Object.hasOwn(rules, name) ? (rules[name] ?? null) : undefined);
	const doNotCall = added('doNotCall');
	const hours = added('callingHours');
	const more = added('moreCallingHours');
	const holidays = added('holidays');
	const hasCalendar = [hours, more, holidays].some((rule) => rule !== undefined);
	const countryCode = params.text('defaultCountryCode');
	const entered: Entered = {
		allowed: ifAdded(added('allowedNumbers'), (value) => allowedOf(value, countryCode)),
		doNotCall: ifAdded(doNotCall, (value) => doNotCallOf(value, countryCode)),
		hours: hasCalendar ? calendarOf(hours, more, holidays) : undefined,
		holidays: ifAdded(holidays, holidaysOf) ?? NO_DAYS,
		attempts: ifAdded(added('attempts'), enteredAttempts),
		mostPerRun: ifAdded(added('mostPerRun'), enteredMost),
	};
	const { allowed, doNotCall: list, hours: calendar, attempts, mostPerRun } = entered;
	const isAny = [allowed, list, calendar, attempts, mostPerRun].some((rule) => rule !== undefined);
	return isAny ? new CallingRules(entered) : undefined;
}

/** A contact of a JSON list is sent with all its fields. @throws ParameterError if one is a number that no rule looks at */
function refuseSecondNumber({ row, number, sent }: Callee, countryCode: string): void {
	const fields = sent();
	const name = Object.keys(fields).find(
		(field) =>
			mayHoldNumber(field, fields[field]) && readPhoneNumber(fields[field], countryCode) !== number,
	);
	if (name === undefined) return;
	throw new ParameterError(
		`'Calling Rules' cannot check "${name}" of contact ${row}: it is another number than ${number}`,
		'Nothing was sent, because the platform could call it. Remove the field from the list, or remove the rules',
	);
}

/** @throws ParameterError if the list is not read here, but by the platform */
function refuseFile({ people }: CallList): void {
	if (!people.some((person) => !isCallee(person) && person.ruling.would === 'not_known')) return;
	throw new ParameterError(
		"'Calling Rules' cannot check the contacts in a file",
		"Read the file with an Extract from File node and set 'Contacts From' to All Input Items, or remove the rules",
	);
}

/**
 * Those of a list who can be called, with the rules that the user added; undefined if there are none.
 *
 * @throws ParameterError for a rule that is empty or cannot be read, and for a number that no rule would look at
 */
export function ruledPeople(params: Params, list: CallList): RuledPeople | undefined {
	const rules = callingRules(params);
	if (!rules) return undefined;
	refuseFile(list);
	const countryCode = params.text('defaultCountryCode');
	const people = list.people.filter(isCallee).map((callee): Person => {
		refuseSecondNumber(callee, countryCode);
		return personOf(params, rules, callee, list.rows);
	});
	return { rules, people };
}
