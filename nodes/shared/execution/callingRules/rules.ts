import type { IDataObject } from 'n8n-workflow';
import type { ZoneClock } from '../../values';
import {
	ParameterError,
	cellUnder,
	clockOf,
	clocksOfNumber,
	isFilled,
	isObject,
	isTimeZone,
	readPhoneNumber,
} from '../../values';
import type { Callee, CallList, HeldBack, Params } from '../../operation';
import { isCallee } from '../../operation';
import { CONTACT_NUMBER_NAMES } from '../../platform';
import { CallingHours } from './callingHours';
import type { AllowedNumbers, Attempts } from './entered';
import {
	enteredAllowed,
	enteredAttempts,
	enteredDoNotCall,
	enteredHolidays,
	enteredHours,
	enteredMost,
} from './entered';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEKDAY_NAMES = 'Thursday Friday Saturday Sunday Monday Tuesday Wednesday'.split(' ');

/** Somebody whom a request calls, as the rules see it. */
export interface Person {
	/** Position in the input, from 1. */
	row: number;
	/** In E.164 format. */
	number: string;
	/** Of all time zones that the person can be in; a text says why they are not known. Empty if no rule needs them. */
	clocks: readonly ZoneClock[] | string;
}

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

const several = ({ length }: readonly unknown[]) =>
	length > 1
		? `. The number can be in ${length} time zones, and it must be allowed in each. Set 'Time Zone' to the one of the contact`
		: '';

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
		const { number, clocks } = person;
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
		return this.tooOften(clocks, now, earlier) ?? this.tooEarly(clocks, now);
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

	private tooEarly(clocks: readonly ZoneClock[], now: number): HeldBack | undefined {
		const open = this.firstAllowed(clocks, now);
		if (open === now) return undefined;
		const { holidays, hours } = this.entered;
		const next_allowed_at = iso(open);
		const onHoliday = clocks.find((clock) => holidays.has(dayOf(clock, now)));
		if (onHoliday) {
			const day = dateInWords(dayOf(onHoliday, now));
			const reason = `It is ${day} in ${onHoliday.timeZone}, one of the 'Holidays'${several(clocks)}`;
			return { rule: 'Holidays', reason, next_allowed_at };
		}
		const closed = clocks.find((clock) => hours?.firstAllowed([clock], now) !== now) ?? clocks[0];
		const time = closed ? timeInWords(closed, now) : '';
		const never = open === null ? '. No time within a year is allowed' : '';
		return {
			rule: 'Calling Hours',
			reason: `It is ${time}, which is outside the 'Calling Hours'${never}${several(clocks)}`,
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

/** Fields that would call somebody whom the rules do not see. */
const NUMBERS_ELSEWHERE = ['to_number', 'contacts'];

/** @throws ParameterError if a number is entered where no rule looks at it */
function refuseOtherNumbers(params: Params): void {
	const extras = params.jsonObject('options.additionalFieldsJson');
	const name = NUMBERS_ELSEWHERE.find((field) => Object.hasOwn(extras, field));
	if (name === undefined) return;
	throw new ParameterError(
		`'Calling Rules' cannot check "${name}" in 'Additional Fields (JSON)'`,
		'Enter the number in its own field, or remove the rules',
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

const zoneOfNumber = (number: string): readonly ZoneClock[] | string => {
	const clocks = clocksOfNumber(number);
	if (clocks.length > 0) return clocks;
	return `The time zone of ${number} is not known. Set 'Time Zone' under 'Calling Rules', or add a column with the time zone`;
};

/**
 * The clocks of a person, by the column or the time zone that was entered, otherwise by the number.
 *
 * @throws ParameterError if what was entered is neither a column nor a time zone
 */
function clocksOfPerson(
	params: Params,
	rows: readonly IDataObject[],
	{ number, index, position }: Callee,
): Person['clocks'] {
	const written = params.textOfRow('callingRules.timeZone', position);
	if (written === '') return zoneOfNumber(number);
	if (isTimeZone(written)) return [clockOf(written)];
	if (!rows.some((row) => cellUnder(row, written) !== undefined)) {
		throw new ParameterError(
			`'Time Zone' "${written}" under 'Calling Rules' is neither a time zone nor a column of the input`,
			'Enter an IANA name such as Europe/Berlin, or the name of a column, or leave it empty',
		);
	}
	const cell = String(cellUnder(rows[index] ?? {}, written) ?? '').trim();
	if (cell === '') return zoneOfNumber(number);
	if (isTimeZone(cell)) return [clockOf(cell)];
	return `"${cell}" in the column ${written} is not a time zone. Write an IANA name such as Europe/Berlin`;
}

/** A contact of a JSON list is sent with all its fields. @throws ParameterError if one is a number that no rule looks at */
function refuseSecondNumber({ row, number, sent }: Callee, countryCode: string): void {
	const fields = sent();
	const name = CONTACT_NUMBER_NAMES.find(
		(field) => isFilled(fields[field]) && readPhoneNumber(fields[field], countryCode) !== number,
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
	refuseOtherNumbers(params);
	refuseFile(list);
	const countryCode = params.text('defaultCountryCode');
	const people = list.people.filter(isCallee).map((callee): Person => {
		refuseSecondNumber(callee, countryCode);
		const clocks = rules.needsZone ? clocksOfPerson(params, list.rows, callee) : [];
		return { row: callee.row, number: callee.number, clocks };
	});
	return { rules, people };
}
