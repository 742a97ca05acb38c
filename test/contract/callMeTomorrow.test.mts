import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import { areaOfNumber } from '../../nodes/shared/values';
import { samplesWithCode } from '../../scripts/generators/sampleCode.mts';
import { LANGUAGES, ZONES, readWords, rowsOf } from '../../workflows/code/call-me-tomorrow.mjs';
import { PHRASES } from '../samples/callMeTomorrow/phrases.mts';
import { runs } from '../scale.mts';
import { phrases } from '../support/phrases.mts';

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
		const readable = PHRASES.filter((phrase) => phrase.read !== '');
		expect(readable.filter((phrase) => phrase.read !== phrase.means)).toEqual([]);
		expect(readable).toHaveLength(111);
	});
});

/** A Wednesday, before the clocks are changed on Sunday. */
const BERLIN = 'Europe/Berlin';
const WEDNESDAY = '2026-03-25T10:12+01:00';
const [SUNDAY, MONDAY] = ['2026-03-22T10:12+01:00', '2026-03-23T10:12+01:00'];
/** Before the clocks are changed again, also in Australia. */
const [OCTOBER, SEPTEMBER] = ['2026-10-21T10:12+02:00', '2026-09-30T10:12+10:30'];

/** '03-26 15:00' of 2026-03-26T15:00+01:00: a minute that the clocks show twice is never read. */
const local = (time: string) => time.slice(5, 16).replace('T', ' ');

describe('what a text means depends on', () => {
	test.each<[text: string, settings: object, expected: string]>([
		['tomorrow at three', { from: '00:00' }, ''],
		['tomorrow at nine', { to: '22:00' }, ''],
		['tomorrow at nine', { from: '12:00', to: '22:00' }, '03-26 21:00'],
		['tomorrow at 17:59', {}, '03-26 17:59'],
		['tomorrow at 18:00', {}, ''],
		['on Saturday at ten', { weekdays: 'saturday' }, '03-28 10:00'],
		['next Monday morning', { morning: '09:30' }, '03-30 09:30'],
		['Monday afternoon', { morning: '09:30' }, ''],
		['Monday morning', { morning: '08:30' }, ''],
		['tomorrow at 03:00', WHOLE_WEEK, '03-26 03:00'],
		['tomorrow at 3:00', WHOLE_WEEK, ''],
		['tomorrow at 09', WHOLE_WEEK, '03-26 09:00'],
		['tomorrow at quarter to 12 pm', WHOLE_WEEK, ''],
	])('the hours and settings: %s, with %j', (text, settings, expected) => {
		expect(local(read(text, WEDNESDAY, BERLIN, { ...SETTINGS, ...settings }))).toBe(expected);
	});

	test.each<[what: string, text: string, expected?: string, said?: string]>([
		['today or in a week', 'on Wednesday at three'],
		['this week or the next one', 'next Friday at three'],
		['only the next week has it', 'next Tuesday at three', '03-31 15:00'],
		['next, on a Monday', 'next Monday at three', '', MONDAY],
		['tomorrow or in eight days', 'next Monday at three', '', SUNDAY],
		['on a Sunday, without next', 'on Monday at three', '03-23 15:00', SUNDAY],
		['where weeks begin with Sunday or end', 'Monday next week at three', '', SUNDAY],
		['at night, tomorrow can be today', 'tomorrow at three', '', '2026-03-25T01:30+01:00'],
		['the hour is over', 'today at ten'],
		['another day than the weekday', 'tomorrow, Friday, at three'],
		['two days', 'Thursday Friday at three'],
		['next week without a weekday', 'tomorrow next week at three'],
		['two times', 'tomorrow at three at four'],
		['a number that can be a date', 'Monday 10'],
		['a time that can be a date', 'Freitag um 12.10'],
		['a number that is too long', 'tomorrow at 1530'],
		['no time of day', 'tomorrow'],
		['nothing', ''],
		['12 am and pm', 'tomorrow at 12 pm', '03-26 12:00'],
		['a sign that is in no list', 'tomorrow at 3 / 4'],
		['another script', 'завтра в три'],
	])('the words: %s', (_what, text, expected = '', said = WEDNESDAY) => {
		expect(local(read(text, said, BERLIN))).toBe(expected);
	});

	test('the moment at which it is read: a time that is over is none', () => {
		const at = (now: string) => local(read('tomorrow at three', WEDNESDAY, BERLIN, SETTINGS, now));
		expect(at('2026-03-26T14:59+01:00')).toBe('03-26 15:00');
		expect(at('2026-03-26T15:00+01:00')).toBe('');
	});

	test.each([
		['does not exist in spring', '02:30', WEDNESDAY, BERLIN, ''],
		['exists in spring', '03:30', WEDNESDAY, BERLIN, '2026-03-29T03:30+02:00'],
		['exists twice in autumn', '02:30', OCTOBER, BERLIN, ''],
		['exists once in autumn', '03:30', OCTOBER, BERLIN, '2026-10-25T03:30+01:00'],
		['is skipped, with half an hour', '02:15', SEPTEMBER, 'Australia/Lord_Howe', ''],
		['is on a day without a change', '02:30', WEDNESDAY, 'Asia/Tokyo', '2026-03-29T02:30+09:00'],
	])('the clocks: a minute that %s', (_what, time, said, zone, expected) => {
		expect(read(`on Sunday at ${time}`, said, zone, WHOLE_WEEK)).toBe(expected);
	});

	test.each([{ from: '9' }, { to: '25:00' }, { from: '19:00' }, { weekdays: 'Montag' }])(
		'settings that cannot be read are an error: %j',
		(wrong) => {
			const settings = { ...SETTINGS, ...wrong };
			expect(() => read('tomorrow at three', WEDNESDAY, BERLIN, settings)).toThrow(/^Settings: /);
		},
	);
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
	const oneOf = (texts: string[]) => fc.constantFrom(...texts);
	const number = (max: number) => fc.nat({ max }).map(String);
	const word = fc.oneof(
		oneOf(everyName),
		oneOf(phrases`3 | 9 | 15 | 30 | 00 | 15:30 | 9.45 | 12.10 | 3pm | at | tomorrow | um | x`),
		number(99),
	);
	const english = fc.tuple(
		oneOf(phrases`tomorrow | today | next tuesday | on sunday | friday next week | monday`),
		oneOf(phrases`at | at half past | at quarter to | in the afternoon at | `),
		number(25),
		oneOf(phrases` | pm | am | in the evening | :30 | o'clock`),
	);
	const text = fc.oneof(
		fc.oneof(fc.array(word, { maxLength: 7 }), english).map((words) => words.join(' ')),
		fc.string(),
	);
	const zone = oneOf(phrases`
		Europe/Berlin | America/New_York | Australia/Lord_Howe | Asia/Kolkata | Africa/Casablanca | America/Santiago
	`);
	const settings = fc.constantFrom(
		SETTINGS,
		WHOLE_WEEK,
		{ ...WHOLE_WEEK, from: '08:00', to: '21:00' },
		{ ...SETTINGS, morning: '10:00' },
	);
	const moment = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') });
	const wait = fc.nat({ max: 100_000_000 });

	test('what is read is within the hours, in the future, and a minute that the clocks show once', () => {
		let count = 0;
		const isCertain = (
			words: string,
			timeZone: string,
			given: typeof SETTINGS,
			at: number,
			later: number,
		) => {
			const now = at + later;
			const said = DateTime.fromMillis(at, { zone: timeZone });
			const time = readWords(words, { said, settings: given, now });
			if (!time) return;
			count += 1;
			const parts = {
				weekday: 'long',
				day: 'numeric',
				hour: '2-digit',
				minute: '2-digit',
			} as const;
			const clock = new Intl.DateTimeFormat('en-GB', { timeZone, ...parts });
			const shown = (ms: number) => clock.format(ms);
			const [weekday = '', hour = ''] = [/^\w+/, /\d\d:\d\d$/].map(
				(part) => part.exec(shown(+time))?.[0],
			);
			expect(given.weekdays).toContain(weekday.toLowerCase());
			expect(hour >= given.from && hour < given.to).toBe(true);
			expect(+time).toBeGreaterThan(now);
			expect(+time % 60_000).toBe(0);
			for (const minutes of [-120, -90, -60, -30, 30, 60, 90, 120])
				expect(shown(+time + minutes * 60_000)).not.toBe(shown(+time));
		};
		fc.assert(fc.property(text, zone, settings, moment, wait, isCertain), {
			...runs('texts'),
			examples: [['tomorrow at three', BERLIN, SETTINGS, Date.parse(WEDNESDAY), 0]],
		});
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
	const US = { contact_number: '+12125550101' };
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
	/** What a person said, and the date and the time that the agent noted. */
	const noted = (words?: string, date?: string, time?: string, zone?: string) => ({
		...{ callback_words: words, callback_time_zone: zone },
		...{ callback_date: date && `2026-${date}`, callback_time: time },
	});
	const THREE = 'tomorrow at three';

	test.each<[what: string, at: string, fields: object, call?: object, zone?: string]>([
		['words, by the country of the number', '26T15:00:00+01:00', noted(THREE)],
		['the zone that was said', '26T15:00:00+09:00', noted(THREE, '', '', 'Asia/Tokyo')],
		['the zone of Settings', '26T15:00:00-04:00', noted(THREE), US, 'America/New_York'],
		['date and time', '30T15:00:00+02:00', noted('', '03-30', '15:00')],
		['with seconds', '30T15:00:00+02:00', noted('', '03-30', '15:00:00')],
		['with words that nobody reads', '30T15:00:00+02:00', noted('at 3 or so', '03-30', '15:00')],
		['with words that say the same', '30T15:00:00+02:00', noted('Monday 3 pm', '03-30', '15:00')],
		['a date, with the same words', '26T15:00:00+01:00', noted(THREE, '03-26')],
	])('%s: it is called back', (_what, at, fields, call = {}, time_zone = '') => {
		expect(rowOf(fields, call, { time_zone })).toMatchObject({ at: `2026-03-${at}`, why: '' });
	});

	test.each<[what: string, why: RegExp, fields: object, call?: object]>([
		['of somebody who opted out', /^Asked not to be called/, noted(THREE), { opted_out: true }],
		['without a number', /number/, noted(THREE), { contact_number: null }],
		['from a country with several time zones', /time zone/, noted(THREE), US],
		['with a zone that can be two', /time zone/, noted(THREE, '', '', 'BST')],
		['with a zone that is none', /time zone/, noted(THREE, '', '', 'Europe/Nowhere')],
		['without words, date and time', /words/, {}],
		['with words that are not certain', /words/, noted('tomorrow')],
		['whose end is not known', /words/, noted(THREE), { ended_at: null }],
		['from the day before', /words/, noted(THREE), { called_at: '2026-03-24T22:50:00Z' }],
		['with another date than the words', /not what was said/, noted(THREE, '03-30', '15:00')],
		['with another time than the words', /not what was said/, noted(THREE, '', '16:00')],
		['with a date alone', /missing/, noted('', '03-30')],
		['with a time alone', /missing/, noted('', '', '15:00')],
		['with a time of which nobody knows the half', /missing/, noted('', '03-30', '3:00')],
		['with a time in UTC', /missing/, noted('', '03-30', '15:00Z')],
		['with a date that does not exist', /missing/, noted('', '02-30', '15:00')],
		['with a time at night', /outside the hours/, noted('', '03-30', '02:30')],
		['with a date on a weekend', /outside the hours/, noted('', '03-29', '15:00')],
		['with a date in the past', /past/, noted('', '03-24', '15:00')],
		['with a date that is far ahead', /too far/, noted('', '12-30', '15:00')],
	])('%s is for a person, with the sentence', (_what, why, fields, call = {}) => {
		const said = (fields as { callback_words?: string }).callback_words || CALL.summary;
		const row = { call_id: 'call_1', at: '', said, why: expect.stringMatching(why) };
		expect(rowOf(fields, call)).toMatchObject(row);
	});

	test.each([
		[[{ id: 'cb_1', phone_number: '+49 30 123456' }], 'There is a callback already'],
		[[{ error: 'Not found' }], 'The callbacks could not be read'],
	])('leads to no second callback: %j', (callbacks, why) => {
		expect(rowOf(noted(THREE), {}, {}, callbacks)).toMatchObject({ at: '', why });
	});

	test('of a number that speaks twice leads to one callback', () => {
		const calls = ['call_1', 'call_2'].map((call_id) => ({
			...CALL,
			call_id,
			custom_fields: JSON.stringify(noted(THREE)),
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
