import type { Zone } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { textField } from '../../operation';
import { ParameterError, isObject, localTime, writtenDate } from '../../values';
import type { Person } from '../person';
import { empty, entriesOf } from './enteredValues';
import type { DueCall, Rule, RuleFinding } from './rule';
import type { Hours } from './schedule';
import { CallingHours } from './schedule';

/*
 * Calling Hours, More Calling Hours and Holidays: together they say when somebody may be called.
 *   Monday to Friday, 09:00 to 18:00; it is Monday, 20:00 in Asia/Tokyo -> held back until Tuesday, 09:00 there
 */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** In the order of a week, with the number that a date has for each. */
const WEEKDAYS: Readonly<Record<string, number>> = {
	monday: 1,
	tuesday: 2,
	wednesday: 3,
	thursday: 4,
	friday: 5,
	saturday: 6,
	sunday: 0,
};

const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

const titleCase = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const hoursFields: INodeProperties[] = [
	{
		displayName: 'Weekdays',
		name: 'weekdays',
		type: 'multiOptions',
		options: Object.keys(WEEKDAYS).map((value) => ({ name: titleCase(value), value })),
		default: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
		description: 'Days on which these hours begin',
	},
	textField('From', 'from', 'Local time of the contact, from 00:00 to 23:59', {
		default: '09:00',
		placeholder: 'e.g. 09:00',
	}),
	textField(
		'To',
		'to',
		'Local time of the contact, up to 24:00. Nobody is called from this time on. A time before From is on the next day.',
		{
			default: '18:00',
			placeholder: 'e.g. 18:00',
			hint: "Local time: of the number's area or country, or of the rule Time Zone",
		},
	),
];

/** Minutes since midnight. */
function timeOf(value: unknown, label: 'From' | 'To'): number {
	const text = String(value ?? '').trim();
	const [, hour = '', minute = ''] = /^(\d{1,2}):(\d\d)$/.exec(text) ?? [];
	const minutes = Number(hour) * 60 + Number(minute);
	const isTime = hour !== '' && Number(minute) < 60 && minutes <= (label === 'To' ? 1440 : 1439);
	if (isTime) return minutes;
	throw new ParameterError(
		`'${label}' "${text}" under 'Calling Rules' is not a time of day`,
		'Write hours and minutes of 24 hours, such as 09:00 or 18:30',
	);
}

function weekdaysOf(value: unknown): ReadonlySet<number> {
	const names = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',');
	const days = names.map((name) => name.trim().toLowerCase()).filter(Boolean);
	const unknown = days.find((day) => !Object.hasOwn(WEEKDAYS, day));
	if (unknown !== undefined) {
		throw new ParameterError(
			`"${unknown}" under 'Calling Rules' is not a weekday`,
			`Choose from the list of 'Weekdays', or enter: ${Object.keys(WEEKDAYS).join(', ')}`,
		);
	}
	if (days.length === 0) throw empty('Weekdays', 'Choose at least one weekday');
	return new Set(days.map((day) => WEEKDAYS[day] ?? 0));
}

/** The hours of one row, or of several. @throws ParameterError for hours that cannot be read, or if there are none */
function enteredHours(value: unknown, label: string): Hours[] {
	const rows = (isObject(value) ? [value.hours].flat() : []).filter(isObject);
	if (rows.length === 0) throw empty(label, 'Add hours');
	return rows.map((row) => {
		const from = timeOf(row.from, 'From');
		const to = timeOf(row.to, 'To');
		if (from === to) {
			throw new ParameterError(
				`'From' and 'To' under 'Calling Rules' are both ${String(row.from)}`,
				'Enter two different times. For the whole day, enter 00:00 and 24:00',
			);
		}
		return { weekdays: weekdaysOf(row.weekdays), from, to };
	});
}

/** Days since 1970. @throws ParameterError for an entry that is not a date */
function enteredHolidays(value: unknown): ReadonlySet<number> {
	return new Set(
		entriesOf(value, 'Holidays').map((entry) => {
			const day = writtenDate(entry);
			if (day !== undefined) return day;
			throw new ParameterError(
				`"${String(entry)}" under 'Holidays' is not a date`,
				'Write each date as 2026-12-25. An expression must return a list of such texts',
			);
		}),
	);
}

/** The day that the calendar of a zone shows, counted as `Schedule` counts days. */
const dayIn = (zone: Zone, moment: number): number =>
	Math.floor((moment + zone.offset(moment) * MINUTE_MS) / DAY_MS);

/** None if they are not known: then Time Zone holds the person back. */
const zonesOf = ({ zones }: Person): readonly Zone[] => (typeof zones === 'string' ? [] : zones);

function outside(hours: CallingHours, { person, at }: DueCall): RuleFinding | undefined {
	const zones = zonesOf(person);
	const open = hours.firstAllowed(zones, at);
	if (open === at) return undefined;
	const it = person.at === undefined ? 'It is' : 'It will be';
	const onHoliday = zones.find((zone) => hours.schedule.holidays.has(dayIn(zone, at)));
	if (onHoliday) {
		const date = localTime(at, onHoliday).toISODate();
		const description = `${it} ${date} in ${onHoliday.name}. ${person.zonesFrom}`;
		return { rule: 'Holidays', because: 'holiday', description };
	}
	const closed = zones.find((zone) => hours.firstAllowed([zone], at) !== at) ?? zones[0];
	const time = closed ? localTime(at, closed).toFormat('cccc, HH:mm') : '';
	const never = open === null ? '. No time within a year is allowed' : '';
	return {
		because: 'outside calling hours',
		description: `${it} ${time} in ${closed?.name}${never}. ${person.zonesFrom}`,
	};
}

export const callingHours: Rule = {
	name: 'Calling Hours',
	fields: [
		{
			displayName: 'Calling Hours',
			name: 'callingHours',
			type: 'fixedCollection',
			placeholder: 'Add Hours',
			// One row from the start: n8n silently drops a rule that has no rows yet.
			default: { hours: { weekdays: WORKDAYS, from: '09:00', to: '18:00' } },
			options: [{ displayName: 'Hours', name: 'hours', values: hoursFields }],
			description:
				'Weekdays and hours in which people are called, in the local time of the contact. Without the rule Time Zone, this is the time of the area code or country of the number.',
		},
		{
			displayName: 'More Calling Hours',
			name: 'moreCallingHours',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Hours',
			default: {},
			options: [{ displayName: 'Hours', name: 'hours', values: hoursFields }],
			description:
				'Other hours in which people are called too, such as those of Saturday, in the local time of the contact',
		},
		textField(
			'Holidays',
			'holidays',
			'Dates on which nobody is called, in the local time of the contact: as 2026-12-25, separated by commas or line breaks, or an expression that returns a list',
			{ typeOptions: { rows: 2 }, placeholder: 'e.g. 2026-12-25, 2027-01-01' },
		),
	],
	isOfCampaign: true,
	read(entered) {
		const hoursIn = (name: string, label: string) =>
			Object.hasOwn(entered, name) ? enteredHours(entered[name], label) : [];
		const hours = new CallingHours({
			hours: [
				...hoursIn('callingHours', 'Calling Hours'),
				...hoursIn('moreCallingHours', 'More Calling Hours'),
			],
			holidays: Object.hasOwn(entered, 'holidays')
				? enteredHolidays(entered.holidays)
				: new Set<number>(),
		});
		return {
			needsZones: true,
			notNow: (call) => outside(hours, call),
			allowedFrom: ({ person }, moment) => hours.firstAllowed(zonesOf(person), moment),
		};
	},
};
