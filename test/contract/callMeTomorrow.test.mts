import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import { areaOfNumber } from '../../nodes/shared/values';
import { samplesWithCode } from '../../scripts/generators/sampleCode.mts';
import { LANGUAGES, ZONES, readWords, rowsOf } from '../../workflows/code/call-me-tomorrow.mjs';
import { PHRASES } from '../samples/callMeTomorrow/phrases.mts';
import { runs } from '../scale.mts';

/*
 * The sample "Call me tomorrow" calls back at the minute that somebody has said, or asks a person. A wrong minute is worse than a question.
 */

const WORKDAYS = 'monday,tuesday,wednesday,thursday,friday';
const SETTINGS = { from: '09:00', to: '18:00', weekdays: WORKDAYS };
const WHOLE_WEEK = { from: '00:00', to: '24:00', weekdays: `${WORKDAYS},saturday,sunday` };

/** What a text means, such as 2026-03-26T15:00+01:00; empty if a person is asked. @param said with its offset */
function read(text: string, said: string, zone: string, settings = SETTINGS, now = said): string {
	const context = { said: DateTime.fromISO(said).setZone(zone), settings, now: Date.parse(now) };
	return (
		readWords(text, context)?.toISO({ suppressMilliseconds: true, suppressSeconds: true }) ?? ''
	);
}

const offsetless = (time: string) => time.replace('+00:00', 'Z');

describe('200 phrases in ten languages', () => {
	test.each(PHRASES.map((phrase) => [phrase.language, phrase.text, phrase] as const))(
		'%s: %s',
		(_language, _text, { text, said, zone, read: expected }) => {
			expect(offsetless(read(text, said, zone))).toBe(offsetless(expected));
		},
	);

	test('are 20 in each language, more than half are read, and none is wrong', () => {
		const languages = Object.groupBy(PHRASES, ({ language }) => language);
		expect(Object.keys(languages)).toEqual(Object.keys(LANGUAGES));
		expect(Object.values(languages).map((phrases) => phrases?.length)).toEqual(Array(10).fill(20));
		const answers = PHRASES.map(({ text, said, zone }) => offsetless(read(text, said, zone)));
		const wrong = PHRASES.filter(
			({ means }, index) => answers[index] && answers[index] !== offsetless(means),
		);
		expect(wrong.map(({ text }) => text)).toEqual([]);
		expect(answers.filter(Boolean)).toHaveLength(111);
	});
});

/** A Wednesday, before the clocks are changed on Sunday. */
const BERLIN = 'Europe/Berlin';
const WEDNESDAY = '2026-03-25T10:12+01:00';

describe('what a text means depends on', () => {
	test.each([
		['the hours: 3 or 15', 'tomorrow at three', { ...SETTINGS, from: '00:00' }, ''],
		['the hours: 9 or 21', 'tomorrow at nine', { ...SETTINGS, to: '22:00' }, ''],
		[
			'the hours: 21:00',
			'tomorrow at nine',
			{ ...SETTINGS, from: '12:00', to: '22:00' },
			'2026-03-26T21:00+01:00',
		],
		['the hours: the last minute', 'tomorrow at 17:59', SETTINGS, '2026-03-26T17:59+01:00'],
		['the hours: their end', 'tomorrow at 18:00', SETTINGS, ''],
		[
			'the weekdays',
			'on Saturday at ten',
			{ ...SETTINGS, weekdays: 'saturday' },
			'2026-03-28T10:00+01:00',
		],
		[
			'a setting: a part of the day',
			'next Monday morning',
			{ ...SETTINGS, morning: '09:30' },
			'2026-03-30T09:30+02:00',
		],
		['a setting: another part', 'Monday afternoon', { ...SETTINGS, morning: '09:30' }, ''],
		['a setting outside the hours', 'Monday morning', { ...SETTINGS, morning: '08:30' }, ''],
		['a leading zero', 'tomorrow at 03:00', WHOLE_WEEK, '2026-03-26T03:00+01:00'],
		['no leading zero', 'tomorrow at 3:00', WHOLE_WEEK, ''],
		['a leading zero without minutes', 'tomorrow at 09', WHOLE_WEEK, '2026-03-26T09:00+01:00'],
		['noon or midnight', 'tomorrow at quarter to 12 pm', WHOLE_WEEK, ''],
	])('%s', (_what, text, settings, expected) => {
		expect(read(text, WEDNESDAY, BERLIN, settings)).toBe(expected);
	});

	test.each([
		['the weekday: today or in a week', 'on Wednesday at three', WEDNESDAY, ''],
		['next: this week or the next one', 'next Friday at three', WEDNESDAY, ''],
		[
			'next: only the next week has it',
			'next Tuesday at three',
			WEDNESDAY,
			'2026-03-31T15:00+02:00',
		],
		['next, on a Monday', 'next Monday at three', '2026-03-23T10:12+01:00', ''],
		[
			'next, on a Sunday: tomorrow or in eight days',
			'next Monday at three',
			'2026-03-22T10:12+01:00',
			'',
		],
		[
			'on a Sunday, without next',
			'on Monday at three',
			'2026-03-22T10:12+01:00',
			'2026-03-23T15:00+01:00',
		],
		[
			'Sunday, where weeks begin with it or end',
			'Monday next week at three',
			'2026-03-22T10:12+01:00',
			'',
		],
		['the night: tomorrow can be today', 'tomorrow at three', '2026-03-25T01:30+01:00', ''],
		['the hour: it is over', 'today at ten', WEDNESDAY, ''],
		['another day than the weekday', 'tomorrow, Friday, at three', WEDNESDAY, ''],
		['two days', 'Thursday Friday at three', WEDNESDAY, ''],
		['next week without a weekday', 'tomorrow next week at three', WEDNESDAY, ''],
		['two times', 'tomorrow at three at four', WEDNESDAY, ''],
		['a number that can be a date', 'Monday 10', WEDNESDAY, ''],
		['a time that can be a date', 'Freitag um 12.10', WEDNESDAY, ''],
		['a number that is too long', 'tomorrow at 1530', WEDNESDAY, ''],
		['no time of day', 'tomorrow', WEDNESDAY, ''],
		['nothing', '', WEDNESDAY, ''],
		['12 am and pm', 'tomorrow at 12 pm', WEDNESDAY, '2026-03-26T12:00+01:00'],
		['a sign that is in no list', 'tomorrow at 3 / 4', WEDNESDAY, ''],
		['another script', 'завтра в три', WEDNESDAY, ''],
	])('%s', (_what, text, said, expected) => {
		expect(read(text, said, BERLIN)).toBe(expected);
	});

	test('the moment at which it is read: a time that is over is none', () => {
		const later = '2026-03-26T15:00+01:00';
		expect(read('tomorrow at three', WEDNESDAY, BERLIN, SETTINGS, '2026-03-26T14:59+01:00')).toBe(
			later,
		);
		expect(read('tomorrow at three', WEDNESDAY, BERLIN, SETTINGS, later)).toBe('');
	});

	test.each([
		['does not exist in spring', 'on Sunday at 02:30', WEDNESDAY, BERLIN, ''],
		['exists in spring', 'on Sunday at 03:30', WEDNESDAY, BERLIN, '2026-03-29T03:30+02:00'],
		['exists twice in autumn', 'on Sunday at 02:30', '2026-10-21T10:12+02:00', BERLIN, ''],
		[
			'exists once in autumn',
			'on Sunday at 03:30',
			'2026-10-21T10:12+02:00',
			BERLIN,
			'2026-10-25T03:30+01:00',
		],
		[
			'is within half an hour that is skipped',
			'on Sunday at 02:15',
			'2026-09-30T10:12+10:30',
			'Australia/Lord_Howe',
			'',
		],
		[
			'is on a day without a change',
			'on Sunday at 02:30',
			WEDNESDAY,
			'Asia/Tokyo',
			'2026-03-29T02:30+09:00',
		],
	])('the clocks: a minute that %s', (_what, text, said, zone, expected) => {
		expect(read(text, said, zone, WHOLE_WEEK)).toBe(expected);
	});

	test('settings that cannot be read are an error', () => {
		for (const wrong of [{ from: '9' }, { to: '25:00' }, { from: '19:00' }, { weekdays: 'Montag' }])
			expect(() => read('tomorrow at three', WEDNESDAY, BERLIN, { ...SETTINGS, ...wrong })).toThrow(
				/^Settings: /,
			);
	});
});

/** Each name of a day, how many days ahead it is on a Wednesday; a Wednesday is today or in a week. */
const daysIn = ({ days, weekdays }: (typeof LANGUAGES)[string]) => [
	...days.flatMap((names, ahead) => names.split('|').map((name) => [name, ahead] as const)),
	...weekdays
		.split('|')
		.flatMap((names, index) =>
			names.split('/').map((name) => [name, (index + 5) % 7 || undefined] as const),
		),
];

test.each(Object.entries(LANGUAGES))(
	'%s: each day with each hour is right, or a person is asked; no word means something else in another language',
	(_language, lists) => {
		const said = DateTime.fromISO(WEDNESDAY).setZone(BERLIN);
		const now = said.toMillis();
		const hours = lists.hours.split('|').map((names) => names.split('/'));
		const wrong: string[] = [];
		let count = 0;
		for (const [day, ahead] of daysIn(lists))
			for (const at of lists.at.split('|'))
				hours.forEach((names, index) => {
					const possible = index < 12 ? [(index + 1) % 12, ((index + 1) % 12) + 12] : [index + 1];
					const [hour] = possible.filter((one) => one >= 9 && one < 18);
					const time = said
						.startOf('day')
						.plus({ days: ahead ?? 0 })
						.set({ hour });
					const isRight =
						ahead !== undefined && hour !== undefined && time.weekday < 6 && +time > now;
					for (const name of names) {
						const text = `${day} ${at} ${name} ${lists.unit?.split('|')[0] ?? ''}`;
						const got = readWords(text, { said, settings: SETTINGS, now })?.toMillis();
						if (got !== (isRight ? time.toMillis() : undefined)) wrong.push(text);
						count += 1;
					}
				});
		expect(wrong).toEqual([]);
		expect(count).toBeGreaterThan(100);
	},
);

describe('whatever is said', () => {
	const everyName = Object.values(LANGUAGES).flatMap((lists) =>
		JSON.stringify(lists)
			.split(/[|/"]/)
			.filter((name) => /^[\p{L}' -]+$/u.test(name)),
	);
	const word = fc.oneof(
		fc.constantFrom(...everyName),
		fc.constantFrom(
			'3',
			'9',
			'15',
			'30',
			'00',
			'15:30',
			'9.45',
			'12.10',
			'3pm',
			'at',
			'tomorrow',
			'um',
			'x',
		),
		fc.nat({ max: 99 }).map(String),
	);
	const english = fc.tuple(
		fc.constantFrom('tomorrow', 'today', 'next tuesday', 'on sunday', 'friday next week', 'monday'),
		fc.constantFrom('at', 'at half past', 'at quarter to', 'in the afternoon at', ''),
		fc.nat({ max: 25 }).map(String),
		fc.constantFrom('', 'pm', 'am', 'in the evening', ':30', "o'clock"),
	);
	const text = fc.oneof(
		fc.array(word, { maxLength: 7 }).map((words) => words.join(' ')),
		english.map((words) => words.join(' ')),
		fc.string(),
	);
	const zone = fc.constantFrom(
		'Europe/Berlin',
		'America/New_York',
		'Australia/Lord_Howe',
		'Asia/Kolkata',
		'Africa/Casablanca',
		'America/Santiago',
	);
	const settings = fc.constantFrom(
		SETTINGS,
		WHOLE_WEEK,
		{ ...WHOLE_WEEK, from: '08:00', to: '21:00' },
		{ ...SETTINGS, morning: '10:00' },
	);
	const moment = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') });

	test('what is read is within the hours, in the future, and a minute that the clocks show once', () => {
		let count = 0;
		fc.assert(
			fc.property(
				text,
				zone,
				settings,
				moment,
				fc.nat({ max: 100_000_000 }),
				(words, name, given, at, later) => {
					const now = at + later;
					const time = readWords(words, {
						said: DateTime.fromMillis(at, { zone: name }),
						settings: given,
						now,
					});
					if (!time) return;
					count += 1;
					const clock = new Intl.DateTimeFormat('en-GB', {
						timeZone: name,
						weekday: 'long',
						hour: '2-digit',
						minute: '2-digit',
						day: 'numeric',
					});
					const shown = (ms: number) => clock.format(ms);
					const [weekday = '', local = ''] = [/^\w+/, /\d\d:\d\d$/].map(
						(part) => part.exec(shown(+time))?.[0],
					);
					expect(given.weekdays).toContain(weekday.toLowerCase());
					expect(local >= given.from && local < given.to).toBe(true);
					expect(+time).toBeGreaterThan(now);
					expect(+time % 60_000).toBe(0);
					for (const minutes of [-120, -90, -60, -30, 30, 60, 90, 120])
						expect(shown(+time + minutes * 60_000)).not.toBe(shown(+time));
				},
			),
			{
				...runs('texts'),
				examples: [['tomorrow at three', BERLIN, SETTINGS, Date.parse(WEDNESDAY), 0]],
			},
		);
		expect(count).toBeGreaterThan(20);
	});
});

describe('a call', () => {
	const CALL = {
		call_id: 'call_1',
		agent_id: 'agent_1',
		contact_number: '+4930123456',
		called_at: '2026-03-25T09:05:00Z',
		ended_at: '2026-03-25T09:12:00Z',
		opted_out: null,
		summary: 'Wants to be called back.',
	};
	const NOW = Date.parse('2026-03-25T09:13:00Z');
	const rowOf = (
		fields: object,
		call: object = {},
		settings: object = {},
		callbacks: Array<Record<string, unknown>> = [{}],
	) =>
		rowsOf({
			calls: [{ ...CALL, custom_fields: JSON.stringify(fields), ...call }],
			callbacks,
			settings: { ...SETTINGS, time_zone: '', ...settings },
			now: NOW,
		})[0]!;
	const THREE = { callback_words: 'tomorrow at three' };
	const EXACT = { callback_date: '2026-03-30', callback_time: '15:00' };

	test.each<[string, object, object, object, string]>([
		['words, by the country of the number', THREE, {}, {}, '2026-03-26T15:00:00+01:00'],
		[
			'words, in the zone that was said',
			{ ...THREE, callback_time_zone: 'Asia/Tokyo' },
			{},
			{},
			'2026-03-26T15:00:00+09:00',
		],
		[
			'words, in the zone of Settings',
			THREE,
			{ contact_number: '+12125550101' },
			{ time_zone: 'America/New_York' },
			'2026-03-26T15:00:00-04:00',
		],
		['date and time', EXACT, {}, {}, '2026-03-30T15:00:00+02:00'],
		[
			'date and time with seconds',
			{ ...EXACT, callback_time: '15:00:00' },
			{},
			{},
			'2026-03-30T15:00:00+02:00',
		],
		[
			'date and time, with words that nobody reads',
			{ ...EXACT, callback_words: 'around three' },
			{},
			{},
			'2026-03-30T15:00:00+02:00',
		],
		[
			'date and time, with words that say the same',
			{ ...EXACT, callback_words: 'Monday at 3 pm' },
			{},
			{},
			'2026-03-30T15:00:00+02:00',
		],
		[
			'a date, with words that say the same',
			{ callback_date: '2026-03-26', ...THREE },
			{},
			{},
			'2026-03-26T15:00:00+01:00',
		],
	])('%s', (_what, fields, call, settings, expected) => {
		expect(rowOf(fields, call, settings)).toMatchObject({ at: expected, why: '' });
	});

	test.each<[string, object, object, RegExp]>([
		['of somebody who must not be called', THREE, { opted_out: true }, /^Asked not to be called/],
		['without a number', THREE, { contact_number: null }, /number/],
		[
			'from a country with several time zones',
			THREE,
			{ contact_number: '+12125550101' },
			/time zone/,
		],
		['with a zone that can be two', { ...THREE, callback_time_zone: 'BST' }, {}, /time zone/],
		[
			'with a zone that is none',
			{ ...THREE, callback_time_zone: 'Europe/Nowhere' },
			{},
			/time zone/,
		],
		['without words, date and time', {}, {}, /words/],
		['with words that are not certain', { callback_words: 'tomorrow' }, {}, /words/],
		['whose end is not known', THREE, { ended_at: null }, /words/],
		['that began on the day before', THREE, { called_at: '2026-03-24T22:50:00Z' }, /words/],
		['with another date than the words', { ...EXACT, ...THREE }, {}, /not what was said/],
		[
			'with another time than the words',
			{ callback_time: '16:00', ...THREE },
			{},
			/not what was said/,
		],
		['with a date alone', { callback_date: '2026-03-30' }, {}, /missing/],
		['with a time alone', { callback_time: '15:00' }, {}, /missing/],
		[
			'with a time of which nobody knows the half',
			{ ...EXACT, callback_time: '3:00' },
			{},
			/missing/,
		],
		['with a time in UTC', { ...EXACT, callback_time: '15:00Z' }, {}, /missing/],
		['with a date that does not exist', { ...EXACT, callback_date: '2026-02-30' }, {}, /missing/],
		['with a time at night', { ...EXACT, callback_time: '02:30' }, {}, /outside the hours/],
		[
			'with a date on a weekend',
			{ ...EXACT, callback_date: '2026-03-29' },
			{},
			/outside the hours/,
		],
		['with a date in the past', { ...EXACT, callback_date: '2026-03-24' }, {}, /past/],
		['with another year', { ...EXACT, callback_date: '2027-03-30' }, {}, /too far/],
	])('%s is for a person, with the sentence', (_what, fields, call, why) => {
		const said = (fields as { callback_words?: string }).callback_words ?? CALL.summary;
		expect(rowOf(fields, call)).toMatchObject({
			call_id: 'call_1',
			at: '',
			said,
			why: expect.stringMatching(why),
		});
	});

	test.each([
		[
			'who has a callback',
			[{ id: 'cb_1', phone_number: '+49 30 123456' }],
			'There is a callback already',
		],
		[
			'if the callbacks could not be read',
			[{ error: 'Not found' }],
			'The callbacks could not be read',
		],
	])('leads to no second callback %s', (_what, callbacks, why) => {
		expect(rowOf(THREE, {}, {}, callbacks)).toMatchObject({ at: '', why });
	});

	test('of a number that speaks twice leads to one callback', () => {
		const calls = ['call_1', 'call_2'].map((call_id) => ({
			...CALL,
			call_id,
			custom_fields: JSON.stringify(THREE),
		}));
		const rows = rowsOf({ calls, callbacks: [], settings: SETTINGS, now: NOW });
		expect(rows.map(({ call_id, at, why }) => [call_id, at !== '', why])).toEqual([
			['call_1', true, ''],
			['call_2', false, 'There is a callback already'],
		]);
	});
});

test.each(Object.entries(ZONES))('all numbers with +%s have the time zone %s', (code, zone) => {
	const offsets = (name: string) =>
		['2026-01-15', '2026-07-15'].map((day) => DateTime.fromISO(day, { zone: name }).offset);
	for (let next = 0; next < 100; next += 1) {
		const { zones } = areaOfNumber(`+${code}${String(next).padStart(2, '0')}123456`);
		expect(zones.map(({ name }) => offsets(name))).toEqual([offsets(zone)]);
	}
});

test('the workflow has the code of today', () => {
	for (const [path, content] of Object.entries(samplesWithCode()))
		expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(content));
});
