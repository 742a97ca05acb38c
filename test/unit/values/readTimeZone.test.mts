import fc from 'fast-check';
import { TIME_ZONE_ADVICE, localTime, readTimeZone } from '../../../nodes/shared/values';
import { runs } from '../../scale.mts';

/*
 * Which time zone a user means. A zone that is read as another one calls people at night.
 */

const shown = (moment: number, zone: string) =>
	new Date(moment).toLocaleString('en-GB', {
		timeZone: zone,
		dateStyle: 'short',
		timeStyle: 'short',
	});
const readAndShown = (written: string, moment: number) =>
	localTime(moment, readTimeZone(written)!).toFormat('dd/MM/yyyy, HH:mm');

const places = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC');

test.each(places)('%s is read as it is, in any case of letters', (zone) => {
	expect(readTimeZone(` ${zone} `)?.name).toBe(zone);
	for (const moment of [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]) {
		expect(readAndShown(zone.toLowerCase(), moment)).toBe(shown(moment, zone));
	}
});

test('an offset has the sign that people give it', () => {
	const moment = Date.UTC(2026, 6, 15);
	fc.assert(
		fc.property(
			fc.integer({ min: -12 * 4, max: 14 * 4 }),
			fc.constantFrom('', 'UTC', 'utc '),
			(quarters, start) => {
				const minutes = Math.abs(quarters) * 15;
				const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
				const sign = quarters < 0 ? '-' : '+';
				const two = (part: number) => String(part).padStart(2, '0');
				const written = [`${sign}${two(hour)}:${two(minute)}`, `${sign}${two(hour)}${two(minute)}`];
				if (minute === 0) written.push(`${sign}${hour}`, `${sign}${two(hour)}`);
				for (const text of written) {
					expect(readTimeZone(`${start}${text}`)?.offset(moment)).toBe(quarters * 15);
				}
			},
		),
		runs('values'),
	);
	expect(readTimeZone('+00:00')?.name).toBe('UTC');
	expect(readTimeZone('Etc/UTC')?.name).toBe('UTC');
});

test('an offset in minutes is no time zone, as far as it can be told from hours', () => {
	const quarters = Array.from({ length: 4 * 26 + 1 }, (_, index) => (index - 4 * 12) * 15);
	const minutes = quarters.filter((offset) => offset !== 0);
	const written = minutes.flatMap((offset) => {
		const text = `${offset > 0 ? '+' : ''}${offset}`;
		return [`${offset}`, text, `UTC${text}`, text.replace('-', '\u2212')];
	});
	expect(written).toEqual(expect.arrayContaining(['-300', '+330', '60', '-480', 'UTC-300']));
	expect(written.filter((text) => readTimeZone(text))).toEqual([]);
});

test('every name without a place that computers know is refused', () => {
	const names =
		'ACT AET AGT ART AST BET BST CAT CET CNT CST CST6CDT CTT Cuba EAT ECT EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT0 Greenwich HST Hongkong IET IST Iceland Iran Israel JST Jamaica Japan Kwajalein Libya MET MIT MST MST7MDT NET NST NZ NZ-CHAT Navajo PLT PNT PRC PRT PST PST8PDT Poland Portugal ROK SST Singapore SystemV/EST5EDT Turkey UCT Universal VST W-SU WET Zulu Etc/GMT Etc/GMT+1 Etc/GMT-14 Etc/Greenwich';
	expect(names.split(' ').filter((name) => readTimeZone(name) !== undefined)).toEqual([]);
});

test('what is advised is a time zone', () => {
	for (const zone of ['Europe/Berlin', 'UTC', 'UTC+02:00']) {
		expect(TIME_ZONE_ADVICE).toContain(zone);
		expect(readTimeZone(zone)).toBeDefined();
	}
});

test('a zone that the computer does not know has no time: a day of another zone would call people twice', () => {
	expect(() => localTime(0, 'Europe/Nowhere')).toThrow('There is no time zone "Europe/Nowhere"');
});
