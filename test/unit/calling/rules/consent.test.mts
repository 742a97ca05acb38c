import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import type { More } from '../../../support/callers.mts';
import {
	BERLIN,
	LISTING,
	TOKYO,
	add,
	adding,
	calling,
	create,
	hours,
	makeCall,
} from '../../../support/callers.mts';
import { json, run } from '../../../support/fakeContext.mts';
import { DAY_MS, accepted, mondayNoon } from '../mondayNoon.mts';
import { phrases } from '../../../support/phrases.mts';

/*
 * The rule Consent: who is called by what the row says, and how the column is found.
 */

const clock = mondayNoon();

const iso = (moment: number) => new Date(moment).toISOString();

/** The rule, with what was entered in it. */
const rule = (column: IDataObject = {}): IDataObject => ({
	consent: { column: { name: '', validDays: 0, ...column } },
});

/** What one row led to in Make Call. */
async function called(row: IDataObject, rules: IDataObject = rule(), more: More = {}) {
	const setting = calling([BERLIN], rules, { data: [row], ...more });
	const { items, sent, error } = await run(makeCall, setting, accepted);
	return { held: items[0]?.json, isCalled: sent.length === 1, error };
}

const YES: unknown[] = [
	...phrases`yes | Y | TRUE | 1 | on | given | Accepted | Ja | OUI | Sí | si | sim | Tak | Kyllä | Да`,
	...[' Yes ', true, 1, ['yes'], { value: 'yes' }],
	...[new Date('2026-01-01T09:00:00Z'), DateTime.fromISO('2026-01-01T09:00:00Z')],
	...phrases`2026-03-01 | 2026-03-02 | 2026-03-02T10:59:59Z | 2026-03-02 12:00`,
	'2019-01-01T09:00:00+09:00',
];
const NO: unknown[] = [
	...['', '  ', null, undefined, [], {}],
	...phrases`no | NEIN | nie | false | revoked | unknown | ? | - | x | yes? | not yes | no, yes`,
	...['yes, by email', '-1', '1.0.0', false, 0, ['yes', 'no'], { a: 'yes', b: 'no' }],
	...[{ granted_at: null, revoked_at: '2025-05-01' }, [{ revoked_at: '2025-05-01' }]],
	...[{ revoked: true }, { value: { revoked: true } }],
	...[
		[null, { until: '2026-01-01' }],
		[{ value: null }, { until: '2026-01-01' }],
	],
	...phrases`01/03/2026 | 2026-02-30 | 46082 | 1512345678 | 1970-01-01 | 1970-01-01T05:00:00Z | 1900-01-01 | 0001-01-01`,
	...[46082, Date.UTC(2026, 0, 1) / 1000, Date.UTC(2026, 0, 1), '2026-03'],
	...phrases`2021-03-09_12:34:25 | 2026-03-03 | 2026-03-02T11:00:01Z | 2026-03-02 12:01 | 2199-01-01`,
];

test.each([
	...YES.map((value) => [value, true] as const),
	...NO.map((value) => [value, false] as const),
])('%j: is somebody called? %p', async (value, isCalled) => {
	const row = { phone: BERLIN, consent: value as string };
	const inJson = {
		contactsFrom: 'json',
		contactsJson: [
			{ phone_number: BERLIN, consent: value as string },
			{ phone_number: TOKYO, consent: 'yes' },
		],
	};
	const made = await called(row);
	expect([made.isCalled, made.error]).toEqual([isCalled, undefined]);
	if (!isCalled) expect(made.held).toMatchObject({ held_back: true, rule: 'Consent' });
	for (const [operation, setting] of [
		[create, adding([row, { phone: TOKYO, consent: 'yes' }], rule(), { options: LISTING })],
		[add, adding([{}], rule(), { parameters: inJson })],
	] as const) {
		const { bodies, items } = await run(operation, setting, accepted);
		const contacts = (bodies[0] as IDataObject).contacts as IDataObject[];
		expect(contacts.map((one) => one.phone_number)).toEqual(isCalled ? [BERLIN, TOKYO] : [TOKYO]);
		expect(items[0]?.json.held_back_rows).toHaveLength(Number(!isCalled));
	}
});

describe('Valid for (Days)', () => {
	test.each([
		[30 * DAY_MS, true],
		[30 * DAY_MS + 1000, false],
		[0, true],
	])('30 days and a consent %i ms old', async (age, isCalled) => {
		const made = await called({ consent: iso(clock.now - age) }, rule({ validDays: 30 }));
		expect(made.isCalled).toBe(isCalled);
	});

	test.each([
		['2026-02-28', '2026-01-01', 'ends first', /is of 2026-01-01/, 'consent has ended'],
		['2026-01-01', '2026-02-28', 'ends first', /is of 2026-01-01/, 'consent has ended'],
		['2026-03-01', '2026-03-03', 'begins later', /is of 2026-03-03, which/, 'consent begins later'],
		['2026-03-03', '2026-03-01', 'begins later', /is of 2026-03-03, which/, 'consent begins later'],
	])(
		'of two rows of a number (%s, %s), the one that %s counts',
		async (first, second, _what, text, reason) => {
			const data = [first, second].map((consent) => ({ consent }));
			const setting = calling([BERLIN, BERLIN], rule({ validDays: 30 }), { data });
			const { sent, items } = await run(makeCall, setting, accepted);
			expect(sent).toEqual([]);
			expect(items[0]?.json).toMatchObject({
				rule: 'Consent',
				reason,
				description: expect.stringMatching(text),
			});
		},
	);

	test('of three rows of a number, the consent that ends first counts', async () => {
		for (const dates of ['01-25 02-28 02-10', '02-28 01-25 02-10', '02-10 02-28 01-25']) {
			const data = dates.split(' ').map((day) => ({ consent: `2026-${day}` }));
			const setting = calling([BERLIN, BERLIN, BERLIN], rule({ validDays: 30 }), { data });
			const { sent, items } = await run(makeCall, setting, accepted);
			expect([sent, items[0]?.json.reason]).toEqual([[], 'consent has ended']);
		}
	});

	test('of three rows of a number, the consent that begins last is the one that is said', async () => {
		for (const dates of ['05 03 04', '03 05 04', '03 04 05'].map((days) => days.split(' '))) {
			const data = dates.map((day) => ({ consent: `2026-03-${day}` }));
			const setting = calling([BERLIN, BERLIN, BERLIN], rule({ validDays: 30 }), { data });
			const { items } = await run(makeCall, setting, accepted);
			expect(items[0]?.json.description).toMatch(/is of 2026-03-05, which/);
		}
	});

	test('a run that passes the end of a consent stops calling, also between two attempts', async () => {
		const consent = iso(clock.now - DAY_MS + 90_000);
		const data = ['1', '2', '3', '4'].map((last) => ({ phone: `+4930123456${last}0`, consent }));
		const options = { repeatedNumbers: 'always' };
		const setting = calling(
			data.map(({ phone }) => phone),
			rule({ validDays: 1 }),
			{ data, options },
		);
		const { sent, items } = await run(makeCall, setting, (number) => {
			clock.now += 60_000;
			return number === 1 ? json(429, { message: 'Busy' }, { 'retry-after': '0.01' }) : accepted();
		});
		expect(sent).toHaveLength(2);
		const rules = items.map((item) => item.json.rule);
		expect(rules).toEqual([undefined, ...Array(3).fill('Consent')]);
	});

	test.each([
		['2026-03-03', '09:00', '2026-03-03T08:00:00Z'],
		['2026-03-03T20:00:00+01:00', '09:00', '2026-03-04T08:00:00Z'],
		['2026-03-03T10:00:30+01:00', '09:00', '2026-03-03T09:00:30Z'],
	])('a consent of %s to come: the next time is within the hours', async (consent, from, next) => {
		const made = await called({ consent }, { ...rule(), ...hours(from) });
		expect(made.held).toMatchObject({ rule: 'Consent', next_allowed_at: next });
	});

	test('a consent that is over before another rule allows a call leaves no next time', async () => {
		const rules = (validDays: number) => ({ ...rule({ validDays }), ...hours('13:00', '14:00') });
		const consent = iso(clock.now - DAY_MS + 30 * 60_000);
		expect((await called({ consent }, rules(1))).held).toMatchObject({
			rule: 'Calling Hours',
			next_allowed_at: null,
		});
		expect((await called({ consent }, rules(2))).held).toMatchObject({
			next_allowed_at: '2026-03-02T12:00:00Z',
		});
	});
});

/** Usual headings, in ten languages and more. */
const HEADINGS = [
	...phrases`consent | ConsentDate | consent given | consent_at | consentedAt | Date of Consent`,
	...phrases`Call Consent | consent to call | Opt-In | optindate | opted_in | optedInAt | optin_time`,
	...phrases`Marketing Consent | Einwilligung | Einwilligungsdatum | einwilligung am`,
	...phrases`Einwilligung vom | consentement | date du consentement | consentimiento`,
	...phrases`fecha del consentimiento | consenso | data del consenso | consentimento`,
	...phrases`data do consentimento | toestemming | toestemmingsdatum | zgoda | data zgody`,
	...phrases`samtycke | samtyckesdatum | samtykke | samtykkedato | suostumus | согласие`,
];

describe('the column', () => {
	test('every usual heading is found', async () => {
		for (const heading of HEADINGS) {
			const written = [
				heading,
				heading.normalize('NFD'),
				`${heading[0]?.toUpperCase()}${heading.slice(1)} `,
			];
			for (const name of written) {
				expect([name, (await called({ [name]: 'no' })).held?.rule]).toEqual([name, 'Consent']);
				expect([name, (await called({ [name]: 'yes' })).isCalled]).toEqual([name, true]);
			}
		}
	});

	test.each<[string, IDataObject, IDataObject]>([
		['found beside another one', { 'Opt-In': 'yes', Newsletter: 'no' }, {}],
		['entered', { DSGVO: 'ja', consent: '' }, { name: 'DSGVO' }],
		['dragged', { person: { 'may call': 'yes' } }, { name: "person['may call']" }],
		['in other capitals', { 'DSGVO ': 'ja' }, { name: 'dsgvo' }],
	])('%s', async (_what, row, column) => {
		expect((await called(row, rule(column))).isCalled).toBe(true);
	});

	test('an item without it has no consent, and is no error', async () => {
		const setting = calling([BERLIN, TOKYO], rule(), { data: [{}, { consent: 'yes' }] });
		const { items, error } = await run(makeCall, setting, accepted);
		expect(error).toBeUndefined();
		expect(items.map((item) => item.json)).toMatchObject([{ rule: 'Consent' }, { call_id: 'c1' }]);
	});

	const SEVERAL = /More than one column may have the consent/;
	const ENTER = /'Consent Column'/;
	test.each<[IDataObject, IDataObject, RegExp, RegExp]>([
		[{ agreed: 'yes' }, {}, /No column has a heading that means a consent/, /has: phone, agreed/],
		[{ consent: 'yes' }, { name: 'agreed' }, /No input item has a column "agreed"/, ENTER],
		[{ consent: 'yes', 'Consent Date': 'no' }, {}, SEVERAL, ENTER],
		[{ 'Opt-In': 'yes', Einwilligung: 'ja' }, {}, SEVERAL, ENTER],
	])('%j, %j is an error, and nothing is sent', async (row, column, message, description) => {
		for (const [operation, setting] of [
			[makeCall, calling([BERLIN], rule(column), { data: [row] })],
			[create, adding([{ phone: BERLIN, ...row }], rule(column))],
		] as const) {
			const { error, sent } = await run(operation, setting, accepted);
			expect(error?.message).toMatch(message);
			expect(error?.description).toMatch(description);
			expect(sent).toEqual([]);
		}
	});
});

test.each<[unknown, RegExp]>([
	[{}, /'Consent' under 'Calling Rules' is empty/],
	[null, /'Consent' .* is empty/],
	[undefined, /'Consent' .* is empty/],
	['yes', /'Consent' .* is empty/],
	[{ column: { validDays: -1 } }, /'Valid for \(Days\)' "-1"/],
	[{ column: { validDays: 1.5 } }, /'Valid for \(Days\)' "1.5"/],
	[{ column: { validDays: '' } }, /'Valid for \(Days\)' ""/],
	[{ column: { validDays: null } }, /'Valid for \(Days\)' ""/],
	[{ column: { validDays: 36_501 } }, /'Valid for \(Days\)' "36501"/],
])('%j is an error, and never no rule', async (consent, message) => {
	const made = await called({ consent: 'yes' }, { consent } as IDataObject);
	expect(made.error?.message).toMatch(message);
	expect(made.isCalled).toBe(false);
});

describe('an expression', () => {
	/** Rows whose own column says yes, and an expression that gives these values. */
	const setting = (values: readonly unknown[], callingRules: unknown) => {
		const numbers = [BERLIN, TOKYO, '+493012345602'].slice(0, values.length);
		const { parameters, ...more } = calling(
			numbers,
			{},
			{ data: values.map(() => ({ consent: 'yes' })) },
		);
		return {
			...more,
			parameters: (index: number) => ({
				...parameters(index),
				callingRules: rule({ name: values[index] as string }),
			}),
			node: { parameters: { callingRules, toNumber: '={{ $json.phone }}' } as never },
		};
	};

	test('is the consent itself, for each item; without a value there is none', async () => {
		const written = rule({ name: "={{ $('Form').item.json.may_call }}" });
		const revoked = { granted_at: null, revoked_at: '2025-05-01' };
		const asked = setting(['yes', undefined, revoked], written);
		const { items } = await run(makeCall, asked, accepted);
		expect(items.map((item) => item.json)).toMatchObject([
			{ call_id: 'c1' },
			{
				rule: 'Consent',
				description: expect.stringMatching(/^There is no consent in 'Consent Column'\. /),
			},
			{ rule: 'Consent', description: expect.stringMatching(/has several fields/) },
		]);
	});

	test.each<[string, unknown]>([
		['all rules', '={{ $json.rules }}'],
		['the rule', { consent: '={{ $json.rule }}' }],
	])('that returns %s is an error', async (_what, written) => {
		const { error, sent } = await run(makeCall, setting(['yes'], written), accepted);
		expect(error?.message).toBe("'Consent' under 'Calling Rules' is part of an expression");
		expect(sent).toEqual([]);
	});
});

test('the other rules hold beside it, each row by one of them', async () => {
	const rules = { ...rule(), doNotCall: BERLIN, ...hours() };
	const people = [
		{ phone: BERLIN, consent: 'no' },
		{ phone: TOKYO, consent: 'no' },
		{ phone: '+81312345679', consent: 'yes' },
		{ phone: '+493012345602', consent: 'yes' },
	];
	const setting = adding(people, rules, { options: LISTING });
	const { items, bodies } = await run(create, setting, accepted);
	expect(items[0]?.json.held_back_rows).toMatchObject([
		{ row: 1, rule: 'Do-Not-Call List' },
		{ row: 2, rule: 'Consent' },
		{ row: 3, rule: 'Calling Hours' },
	]);
	expect(bodies).toMatchObject([{ contacts: [{ phone_number: '+493012345602' }] }]);
});
