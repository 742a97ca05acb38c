import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';
import { ProcessedDataTable } from '../../../../harness/n8n/processedData.mts';
import {
	BERLIN,
	TOKYO,
	add,
	adding,
	calling,
	create,
	hours,
	makeCall,
} from '../../../support/callers.mts';
import { json, networkError, rememberedOf, run } from '../../../support/fakeContext.mts';
import { turns } from '../../../support/fakeTime.mts';
import { runs, scaleOf } from '../../../scale.mts';

/*
 * Whom Calling Rules hold back when a node runs: what is sent, what is returned, and what a later run can still do.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A Monday. */
const at = (time: string, zone = 'Europe/Berlin') =>
	DateTime.fromISO(`2026-03-02T${time}`, { zone }).toMillis();

let now = at('12:00');
beforeEach(() => {
	now = at('12:00');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const accepted = () => json(200, { call_id: 'c1', status: 'queued' });
const created = () => json(200, { campaign_id: 'c1', name: 'Renewals', status: 'pending' });
const jsonOf = (items: readonly INodeExecutionData[]) => items.map((item) => item.json);
const calledIn = (bodies: readonly unknown[]) =>
	bodies.map((body) => (body as IDataObject | undefined)?.to_number);
const contactsIn = (bodies: readonly unknown[]) =>
	bodies.flatMap((body) =>
		((body as IDataObject).contacts as IDataObject[]).map(({ phone_number: number }) => number),
	);

describe('Make Call', () => {
	test('calls within the hours, by the zone of the number', async () => {
		const { bodies, items } = await run(makeCall, calling([BERLIN, TOKYO], hours()), accepted);
		expect(calledIn(bodies)).toEqual([BERLIN]);
		expect(items[1]).toEqual({
			json: {
				held_back: true,
				rule: 'Calling Hours',
				reason:
					"It is Monday, 20:00 in Asia/Tokyo, which is outside the 'Calling Hours'. Asia/Tokyo is the time zone of numbers that begin with +81",
				next_allowed_at: '2026-03-03T00:00:00Z',
				contact_number: TOKYO,
				row: 2,
			},
			pairedItem: { item: 1 },
		});
	});

	test('an area with several zones is called only when it is allowed in all of them', async () => {
		now = at('09:30', 'America/New_York');
		const { sent, items } = await run(makeCall, calling(['+18505550123'], hours()), accepted);
		expect(sent).toEqual([]);
		expect(items[0]?.json.reason).toBe(
			"It is Monday, 08:30 in America/Chicago, which is outside the 'Calling Hours'. Numbers that begin with +1850 can be in 2 time zones (America/Chicago, America/New_York), and it must be allowed in each. Set 'Time Zone' to the one of the contact",
		);
	});

	test.each([
		['an expression', "UTC+1 is entered in 'Time Zone'", '+1', {}],
		['a column', 'Asia/Tokyo is in the column tz', 'tz', { tz: 'Asia/Tokyo' }],
	])('who is held back by %s sees its name', async (_what, reason, timeZone, data) => {
		now = at('07:30', 'Europe/Berlin');
		const setting = calling([BERLIN], { ...hours('17:00'), timeZone }, { data: [data] });
		const { items } = await run(makeCall, setting, accepted);
		expect(items[0]?.json.reason).toMatch(
			new RegExp(`'Calling Hours'. ${reason.replace('+', '.')}$`),
		);
	});

	test.each(['BST', 'IST', 'EST', 'Etc/GMT-1'])(
		'%s is no time zone: as a value it is an error, in a column it holds back, and both say what to write',
		async (zone) => {
			const setting = calling([BERLIN], { ...hours(), timeZone: zone });
			const { error, sent } = await run(makeCall, setting, accepted);
			expect(error?.message).toMatch(/neither a time zone nor a column/);
			expect(error?.description).toMatch(/Write the name of a place such as Europe\/Berlin/);
			expect(sent).toEqual([]);
			const rules = { ...hours(), timeZone: 'tz' };
			const inColumn = calling([BERLIN], rules, { data: [{ tz: zone }] });
			const { items } = await run(makeCall, inColumn, accepted);
			expect(items[0]?.json).toMatchObject({ rule: 'Time Zone', held_back: true });
			expect(items[0]?.json.reason).toMatch(/Write the name of a place such as Europe\/Berlin/);
		},
	);

	test.each([
		['a time zone', 'America/New_York', {}],
		['a column', 'tz', { tz: 'America/New_York' }],
		['a nested column', 'person.tz', { person: { tz: 'America/New_York' } }],
	])('%s of the contact goes before the number', async (_what, timeZone, data) => {
		now = at('09:30', 'America/New_York');
		const setting = calling(['+12125550123'], { ...hours(), timeZone }, { data: [data] });
		expect((await run(makeCall, setting, accepted)).sent).toHaveLength(1);
	});

	test('a number of no known country is held back until it has a time zone', async () => {
		const number = '+80012345678';
		const { items, sent } = await run(makeCall, calling([number], hours()), accepted);
		expect(sent).toEqual([]);
		expect(items[0]?.json).toMatchObject({ rule: 'Time Zone', next_allowed_at: null });
		expect(items[0]?.json.reason).toMatch(/Set 'Time Zone'/);
		const rules = { ...hours(), timeZone: 'Europe/Berlin' };
		expect((await run(makeCall, calling([number], rules), accepted)).sent).toHaveLength(1);
	});

	test('a holiday holds back, and says the next day', async () => {
		const rules = { ...hours(), holidays: '2026-03-02, 2026-03-03' };
		const { items } = await run(makeCall, calling([BERLIN], rules), accepted);
		expect(items[0]?.json).toMatchObject({
			rule: 'Holidays',
			reason:
				"It is 2026-03-02 in Europe/Berlin, one of the 'Holidays'. Europe/Berlin is the time zone of numbers that begin with +49",
			next_allowed_at: '2026-03-04T08:00:00Z',
		});
	});

	test('More Calling Hours are allowed, too', async () => {
		const evening = { weekdays: ['monday'], from: '20:00', to: '21:00' };
		const night = { weekdays: ['sunday'], from: '23:00', to: '01:00' };
		const rules = { ...hours(), moreCallingHours: { hours: [evening, night] } };
		for (const [time, count] of [
			['00:59', 1],
			['01:00', 0],
			['12:00', 1],
			['19:00', 0],
			['20:30', 1],
		] as const) {
			now = at(time);
			const { sent, items } = await run(makeCall, calling([BERLIN], rules), accepted);
			expect(sent).toHaveLength(count);
			if (time === '19:00') expect(items[0]?.json.next_allowed_at).toBe('2026-03-02T19:00:00Z');
		}
	});

	test('without rules nothing is asked and nobody is held back', async () => {
		const { sent, items } = await run(makeCall, calling([TOKYO, '+80012345678'], {}), accepted);
		expect(sent).toHaveLength(2);
		expect(items.some(({ json: row }) => 'held_back' in row)).toBe(false);
	});

	test('a run that passes the end of the hours stops calling', async () => {
		now = at('17:58');
		const numbers = Array.from({ length: 6 }, (_, index) => `+4930123456${10 + index}`);
		// Nothing is remembered: its lock would take the jumps of this clock for a process that stood still.
		const options = { repeatedNumbers: 'always' };
		const { bodies, items } = await run(makeCall, calling(numbers, hours(), { options }), () => {
			now += MINUTE_MS;
			return accepted();
		});
		expect(calledIn(bodies)).toEqual(numbers.slice(0, 2));
		expect(jsonOf(items).map(({ held_back: held }) => held === true)).toEqual([
			false,
			false,
			true,
			true,
			true,
			true,
		]);
	});

	test.each([429, 401])(
		'an attempt after %i that would come too late is not made',
		async (status) => {
			now = at('17:59:58');
			const { sent, items } = await run(makeCall, calling([BERLIN], hours()), () => {
				now += 5_000;
				return json(status, { message: 'Not now' }, { 'retry-after': '0.01' });
			});
			expect(sent).toHaveLength(1);
			expect(items[0]?.json).toMatchObject({ held_back: true, rule: 'Calling Hours' });
		},
	);

	test('a login that ends on the next day calls nobody whom another execution has called on that day', async () => {
		now = at('23:59:50');
		const processed = new ProcessedDataTable();
		const other: unknown[] = [];
		const login = async () => {
			// The lock of the claim is given up before that.
			await turns();
			now += 30_000;
			await run(makeCall, calling([BERLIN], {}, { processed }), () => {
				other.push(now);
				return accepted();
			});
		};
		const setting = { ...calling([BERLIN], {}, { processed }), login };
		const { sent, items } = await run(makeCall, setting, accepted);
		expect([sent.length, other.length]).toEqual([0, 1]);
		expect(items[0]?.json.reason).toMatch(/^Called today already/);
	});

	test('a login that ends after the hours calls nobody', async () => {
		now = at('17:59:50');
		const numbers = [BERLIN, '+493012345602', '+493012345603'];
		const { sent, items } = await run(
			makeCall,
			{
				...calling(numbers, hours(), { options: { parallelRequests: 3 } }),
				login: () => {
					now += 30_000;
				},
			},
			accepted,
		);
		expect(sent).toEqual([]);
		expect(jsonOf(items)).toMatchObject(numbers.map(() => ({ rule: 'Calling Hours' })));
	});

	test('a login that ends after the hours of one contact is in those of another, who is called now', async () => {
		now = at('17:59:50');
		const losAngeles = '+12135550123';
		const login = () => {
			now += 30_000;
		};
		const people = adding([{ phone: BERLIN }, { phone: losAngeles }], hours(), { login });
		const { bodies } = await run(create, people, created);
		expect(contactsIn(bodies)).toEqual([losAngeles]);
	});

	test('Retry On Fail does not call what was held back or called', async () => {
		const setting = {
			...calling([BERLIN, TOKYO, '+493012345602'], hours()),
			node: { retryOnFail: true },
		};
		const first = await run(makeCall, setting, (number) =>
			number === 0 ? accepted() : json(402, { message: 'No credits' }),
		);
		expect(first.error?.description).toMatch(/Of 3 rows: 1 done, 1 held back, 1 failed/);
		const second = await run(makeCall, setting, accepted);
		expect(calledIn(second.bodies)).toEqual(['+493012345602']);
		expect(second.items[1]?.json.held_back).toBe(true);
	});
});

describe('Do-Not-Call List', () => {
	const listed = '+12125550123';
	const notations = [
		'+1 (212) 555-0123',
		'001 212 555 0123',
		'tel:+1-212-555-0123',
		'(212) 555-0123',
		'+1\u00a0212\u2011555\u20110123',
		'\uff0b12125550123',
	];
	const lists: Array<[string, unknown]> = [
		['text', ` ${listed}; +493012345699\n+12125550124,`],
		['a list', ['', listed, null]],
		['a national number', '212.555.0123'],
		['rows', [{ phone: listed }, { phone: '+12125550124' }]],
		['items', [{ json: { phone_number: listed } }]],
		['a number', 12_125_550_123],
	];

	test.each(lists)('as %s, no notation of the number is called', async (_what, doNotCall) => {
		const setting = calling([...notations, BERLIN], { doNotCall: doNotCall as IDataObject });
		const { parameters } = setting;
		const withCountry = (index: number) => ({
			...parameters(index),
			defaultCountryCode: '1',
		});
		const options = { options: { repeatedNumbers: 'always' } };
		const { bodies, items } = await run(
			makeCall,
			{ ...setting, parameters: (index) => ({ ...withCountry(index), ...options }) },
			accepted,
		);
		expect(calledIn(bodies)).toEqual([BERLIN]);
		expect(jsonOf(items).slice(0, -1)).toEqual(
			notations.map((_number, index) => ({
				held_back: true,
				rule: 'Do-Not-Call List',
				reason: "The number is on the 'Do-Not-Call List'",
				next_allowed_at: null,
				contact_number: listed,
				row: index + 1,
			})),
		);
	});

	test.each([
		['', /'Do-Not-Call List' under 'Calling Rules' is empty/],
		['+12125550123, call me never', /Entry 2 .* "call me never" is not a phone number/],
		[['+12125550123', '555-0123'], /Entry 2 .* "555-0123" has no country code/],
		[[undefined, undefined], /has 2 entries, and none is a number/],
		[[{ name: 'Ada', email: 'ada@example.com' }], /Entry 1 .* no phone number in name, email/],
		[[{ phone: '+12125550123' }, { phone: '', name: 'Ada' }], /Entry 2 .* no phone number in name/],
		[[{ phone: '', id: '2125550123' }], /Entry 1 .* no phone number in id/],
		[[{ note: '+12125550123' }], /Entry 1 .* no phone number in note/],
		[
			[{ phone_type: 'mobile', hotel: '+12125550123' }],
			/Entry 1 .* no phone number in phone_type, hotel/,
		],
		[[{ phone: '+12125550123', mobile: 'ask her' }], /Entry 1 .* "ask her"/],
		[[{ phone: '' }, { phone: null }], /has 2 entries, and none is a number/],
	])('%j is an error, and nothing is sent', async (doNotCall, message) => {
		const { error, sent } = await run(
			makeCall,
			calling([BERLIN], { doNotCall: doNotCall as IDataObject[] }),
			accepted,
		);
		expect(error?.message).toMatch(message);
		expect(sent).toEqual([]);
	});

	test('an empty list, also as a node with Always Output Data gives it, holds nobody back', async () => {
		for (const doNotCall of [[], [{ json: {} }]]) {
			const { bodies } = await run(makeCall, calling([BERLIN], { doNotCall }), accepted);
			expect(calledIn(bodies)).toEqual([BERLIN]);
		}
	});

	const SEVERAL = ['/', ' / ', '|', ' & ', ', ', ';', '\n', '\t', ' or ', ' oder ', ' and '];
	const twoPeople = ['+493012345601', '+493012345602'];
	const forms: Array<[first: string, second: string]> = [
		['+49 30 12345601', '+49 30 12345602'],
		['030 12345601', '030 12345602'],
		['0049 30 12345601', '(030) 12345602'],
		['030 12345601', '02'],
		['030/12345601', '602'],
		['\u202a+49 30 12345601\u202c', '12345602'],
		['+4930 12345601', '45602'],
	];
	test.each(
		['phone', 'mobile_phone', 'Telefon'].flatMap((column) =>
			forms.flatMap((written) => SEVERAL.map((between) => ({ column, written, between }))),
		),
	)('of several numbers in one text, each counts, or the list is refused: %j', async (list) => {
		const { column, written, between } = list;
		const setting = calling([...twoPeople, '+493012345699'], {
			doNotCall: [{ id: '+12125550123', [column]: written.join(between) }],
		});
		const { parameters } = setting;
		const { error, bodies } = await run(
			makeCall,
			{ ...setting, parameters: (index) => ({ ...parameters(index), defaultCountryCode: '49' }) },
			accepted,
		);
		expect(calledIn(bodies)).toEqual(error ? [] : ['+493012345699']);
		if (error) expect(error.message).toMatch(/Entry 1 of 'Do-Not-Call List' cannot be read/);
	});

	/** Columns of a list, and whether they are for phone numbers: nobody looks for numbers in others. */
	const COLUMNS: Array<[put: (value: unknown) => IDataObject, isNamed: boolean]> = [
		...[
			...[
				'phone',
				'Phone',
				'phone_number',
				'mobile',
				'mobile_phone',
				'telephone',
				'Phone 2',
				'Cell',
			],
			...[
				'Handy',
				'Rufnummer',
				'Móvil',
				'homePhone',
				'Work phone',
				'number',
				'Number 2',
				'Téléphone',
			],
		]
			.map((name) => (value: unknown): IDataObject => ({ [name]: value as string }))
			.map((put): [(value: unknown) => IDataObject, boolean] => [put, true]),
		[(value) => ({ phones: [value as string] }), true],
		[(value) => ({ phones: { home: value as string } }), true],
		[(value) => ({ contact: { phone: value as string } }), true],
		[(value) => ({ order: value as string }), false],
		[(value) => ({ contacto: { valor: value as string } }), false],
	];
	const OTHERS: IDataObject[] = [
		{ name: 'Ada' },
		{ id: 17 },
		{ notes: 'Do not call before 2026-03-02' },
		{ phone_type: 'mobile' },
		{ added: '2026-03-01T10:00:00Z' },
		{ name: '' },
		{},
	];
	const person = fc.integer({ min: 100, max: 160 }).map((last) => `+1212555${last + 1000}`);
	const cell = fc.record({
		column: fc.constantFrom(...COLUMNS),
		number: fc.option(person, { freq: 2 }),
		form: fc.integer({ min: 0, max: 3 }),
	});
	const rowOfList = fc.record({
		cells: fc.uniqueArray(cell, {
			maxLength: 4,
			selector: ({ column }) => Object.keys(column[0](''))[0],
		}),
		other: fc.constantFrom(...OTHERS),
		isItem: fc.boolean(),
	});
	type Row = typeof rowOfList extends fc.Arbitrary<infer T> ? T : never;
	const inForm = (number: string, form: number) =>
		[number, `00${number.slice(1)}`, `(${number.slice(2, 5)}) ${number.slice(5)}`, ` ${number} `][
			form
		];
	const entryOf = ({ cells, other, isItem }: Row): IDataObject => {
		const columns = cells.map(({ column: [put], number, form }) =>
			put(number === null ? '' : inForm(number, form)),
		);
		const row = Object.assign({}, ...columns, other) as IDataObject;
		return isItem ? { json: row } : row;
	};

	test('nobody who is in a column for phone numbers is called; a row without a number in one is an error', async () => {
		const seen = { errors: 0, held: 0 };
		await fc.assert(
			fc.asyncProperty(fc.array(rowOfList, { minLength: 1, maxLength: 5 }), async (list) => {
				const numbersOf = ({ cells }: Row) =>
					cells.flatMap(({ column: [, isNamed], number }) => (isNamed && number) || []);
				const isKnown = (row: Row) => numbersOf(row).length > 0;
				const hasText = ({ other, cells }: Row) =>
					Object.values(other).some((value) => value !== '') ||
					cells.some(({ number }) => number !== null);
				const isWrong = list.some((row) => hasText(row) && !isKnown(row));
				const [first = {}] = list.map(entryOf);
				const isEmptyOutput = list.length === 1 && JSON.stringify(first) === '{"json":{}}';
				const isEmpty = !list.some(hasText) && !isEmptyOutput;
				const listed = list.flatMap(numbersOf);
				const setting = calling(
					[...listed, BERLIN],
					{ doNotCall: list.map(entryOf) },
					{ parameters: { defaultCountryCode: '1' }, options: { repeatedNumbers: 'always' } },
				);
				const { bodies, error } = await run(makeCall, setting, accepted);
				if (isWrong || isEmpty) {
					seen.errors += 1;
					expect(error?.message).toMatch(/has no phone number|none is a number/);
					expect(bodies).toEqual([]);
				} else {
					seen.held += listed.length;
					expect(calledIn(bodies)).toEqual([BERLIN]);
				}
			}),
			runs('sequences'),
		);
		expect(Math.min(seen.errors, seen.held)).toBeGreaterThan(scaleOf('sequences') / 10);
	});

	const NATIONAL = '030 12345601';
	const ROME = '+3903012345601';
	test.each<[what: string, rule: string, list: unknown, called: string[][]]>([
		['text', 'doNotCall', NATIONAL, [[ROME], [BERLIN], [ROME]]],
		['rows of an expression', 'doNotCall', [{ phone: NATIONAL }], [[ROME], [BERLIN], [ROME]]],
		['text', 'allowedNumbers', NATIONAL, [[BERLIN], [ROME], [BERLIN]]],
		[
			'rows of an expression',
			'allowedNumbers',
			[{ phone: NATIONAL }],
			[[BERLIN], [ROME], [BERLIN]],
		],
	])(
		'as %s of %s, the same list is another one with another Default Country Code',
		async (_what, rule, list, called) => {
			const found: unknown[] = [];
			for (const defaultCountryCode of ['49', '39', '49']) {
				const parameters = { defaultCountryCode };
				const rules = { [rule]: list } as IDataObject;
				const setting = calling([BERLIN, ROME], rules, { parameters });
				found.push(calledIn((await run(makeCall, setting, accepted)).bodies));
			}
			expect(found).toEqual(called);
		},
	);

	test('so it is in one run, whose items have different country codes', async () => {
		const setting = calling([BERLIN, BERLIN, ROME, ROME], { doNotCall: NATIONAL });
		const parameters = (index: number) => ({
			...setting.parameters(index),
			defaultCountryCode: index % 2 === 0 ? '49' : '39',
			options: { repeatedNumbers: 'always' },
		});
		const { items } = await run(makeCall, { ...setting, parameters }, accepted);
		expect(jsonOf(items).map(({ held_back: held }) => held === true)).toEqual([
			true,
			false,
			false,
			true,
		]);
	});

	test('a list without entries is no error', async () => {
		const { sent } = await run(makeCall, calling([BERLIN], { doNotCall: [] }), accepted);
		expect(sent).toHaveLength(1);
	});
});

describe('what is entered', () => {
	test.each<[IDataObject, RegExp]>([
		[hours('9', '18:00'), /'From' "9" .* is not a time of day/],
		[hours('09:00', '25:00'), /'To' "25:00"/],
		[hours('24:00', '09:00'), /'From' "24:00"/],
		[hours('09:60'), /'From' "09:60"/],
		[hours('09:00', '09:00'), /'From' and 'To' .* are both 09:00/],
		[hours('09:00', '18:00', { weekdays: [] }), /'Weekdays' .* is empty/],
		[hours('09:00', '18:00', { weekdays: ['someday'] }), /"someday" .* is not a weekday/],
		[{ callingHours: {} }, /'Calling Hours' .* is empty/],
		[{ callingHours: [] }, /'Calling Hours' .* is empty/],
		[{ ...hours(), moreCallingHours: {} }, /'More Calling Hours' .* is empty/],
		[{ holidays: '' }, /'Holidays' .* is empty/],
		[{ holidays: '25.12.2026' }, /"25.12.2026" under 'Holidays' is not a date/],
		[{ holidays: ['2026-12-25', '2026-02-30'] }, /"2026-02-30"/],
		[{ holidays: '2026-12-25T10:00' }, /is not a date/],
		[{ maxCallsPerPerson: {} }, /'Max Calls per Person' .* is empty/],
		[{ maxCallsPerPerson: { limit: { calls: 0, days: 7 } } }, /'Calls' "0"/],
		[{ maxCallsPerPerson: { limit: { calls: 1, days: 1.5 } } }, /'Days' "1.5"/],
		[{ maxCallsPerExecution: 0 }, /'Max Calls per Execution' "0"/],
		[{ maxCallsPerExecution: '' }, /'Max Calls per Execution' ""/],
		[
			{ ...hours(), timeZone: 'Berlin' },
			/'Time Zone' "Berlin" .* neither a time zone nor a column/,
		],
	])('%j is refused before anything is sent', async (rules, message) => {
		for (const [operation, setting] of [
			[makeCall, calling([BERLIN], rules)],
			[create, adding([{ phone: BERLIN }], rules)],
		] as const) {
			const { error, sent } = await run(operation, setting, accepted);
			expect(error?.message).toMatch(message);
			expect(sent).toEqual([]);
		}
	});

	test.each<[IDataObject, boolean]>([
		[{ to_number: TOKYO }, false],
		[{ to_number: BERLIN }, false],
		[{ toNumber: TOKYO }, false],
		[{ phone: TOKYO }, false],
		[{ Mobile: 'ask her' }, false],
		[{ to: TOKYO }, false],
		[{ recipients: [TOKYO] }, false],
		[{ contact: { phone: TOKYO } }, false],
		[{ alternate_numbers: [BERLIN, TOKYO] }, false],
		[{ mobile_phone: TOKYO }, false],
		[{ contact: { phone: BERLIN } }, true],
		[{ metadata: { phone: TOKYO }, transfer_number: TOKYO }, true],
		[{ phone_number: '+49 30 123456-01' }, true],
		[{ from_number: TOKYO, phone_type: 'mobile' }, true],
	])('a number in Additional Fields that nothing looks at: %j', async (extra, isSent) => {
		for (const rules of [hours(), {}]) {
			const options = { additionalFieldsJson: extra };
			const { error, sent } = await run(makeCall, calling([BERLIN], rules, { options }), accepted);
			expect(sent).toHaveLength(Number(isSent));
			if (!isSent) expect(error?.message).toMatch(/would call somebody else/);
		}
	});

	test.each(['', 'none', []])(
		'rules of an expression that returns %j are an error, and never no rules',
		async (rules) => {
			const setting = calling([BERLIN], rules as unknown as IDataObject);
			const { error, sent } = await run(makeCall, setting, accepted);
			expect(error?.message).toBe("The expression of 'Calling Rules' returns no rules");
			expect(sent).toEqual([]);
		},
	);

	const withMore = async (additionalFieldsJson: IDataObject) =>
		await run(
			create,
			adding([{ phone: BERLIN }], {}, { options: { additionalFieldsJson } }),
			created,
		);

	test.each<[IDataObject, string]>([
		[{ contacts: [{ phone_number: TOKYO }] }, 'contacts'],
		[{ to: TOKYO }, 'to'],
		[{ leads: [{ phone: TOKYO }] }, 'leads[0].phone'],
		[{ settings: { numbers: [TOKYO] } }, 'settings.numbers[0]'],
	])('contacts in Additional Fields, %j, are refused', async (additionalFieldsJson, name) => {
		const { error, sent } = await withMore(additionalFieldsJson);
		expect(error?.message).toContain(`"${name}" in 'Additional Fields (JSON)' would call`);
		expect(sent).toEqual([]);
	});

	test('numbers in Additional Fields that are called from are sent', async () => {
		const { sent } = await withMore({ phone_number: TOKYO, from_numbers: [TOKYO] });
		expect(sent).toHaveLength(1);
	});

	test.each<[IDataObject, boolean]>([
		[{ office: TOKYO }, false],
		[{ 'Office Phone': '03-1234-5678' }, false],
		[{ to: '0081 3 1234 5678' }, false],
		[{ person: { numbers: [{ value: TOKYO }] } }, false],
		[{ order: '312345678' }, true],
		[{ office: '+81312345679', phone_type: 'mobile' }, true],
	])(
		'a variable %j with a number on the Do-Not-Call List: nobody is called',
		async (variables, isSent) => {
			const rules = { doNotCall: TOKYO };
			const defaultCountryCode = '81';
			const campaigns = adding([{ phone: BERLIN, ...variables }], rules, {
				parameters: { defaultCountryCode },
			});
			const json = adding([{}], rules, {
				parameters: {
					contactsFrom: 'json',
					contactsJson: [{ phone: BERLIN, variables }],
					defaultCountryCode,
				},
			});
			const parameters = { specifyVariables: 'json', variablesJson: variables, defaultCountryCode };
			for (const [operation, setting, answer] of [
				[create, campaigns, created],
				[create, json, created],
				[makeCall, calling([BERLIN], rules, { parameters }), accepted],
			] as const) {
				const { items, bodies } = await run(operation, setting, answer);
				expect(bodies).toHaveLength(Number(isSent));
				if (!isSent)
					expect(JSON.stringify(items)).toContain(`${TOKYO}, another number of this person, is on`);
			}
			const allowed = calling([BERLIN], { allowedNumbers: BERLIN }, { parameters });
			expect((await run(makeCall, allowed, accepted)).sent).toHaveLength(1);
		},
	);

	test('the column of a time zone is found as it is dragged, and shown in the reason', async () => {
		for (const [row, timeZone] of [
			[{ 'Zone ': 'Asia/Tokyo' }, 'zone'],
			[{ place: { 'time zone': ['Asia/Tokyo'] } }, "place['time zone']"],
		] as const) {
			const rules = { ...hours('00:00', '00:01'), timeZone };
			const { items } = await run(create, adding([{ phone: BERLIN, ...row }], rules), created);
			expect(JSON.stringify(items)).toContain('It is ');
			expect(JSON.stringify(items)).toContain('in Asia/Tokyo');
		}
	});

	test('a file of contacts is refused', async () => {
		const parameters = { contactsFrom: 'file', inputDataFieldName: 'data' };
		const setting = adding([{}], hours(), { parameters });
		const { error, sent } = await run(create, setting, created);
		expect(error?.message).toMatch(/A file of contacts cannot keep .*'Calling Rules'/);
		expect(sent).toEqual([]);
	});

	test('dates of expressions are holidays', async () => {
		const date = DateTime.fromISO('2026-03-02', { zone: 'Asia/Tokyo' });
		for (const holidays of [[date], ['2026-03-02T00:00:00.000Z'], [new Date('2026-03-02')]]) {
			const rules = { holidays } as unknown as IDataObject;
			const { sent } = await run(makeCall, calling([BERLIN], rules), accepted);
			expect(sent).toEqual([]);
		}
	});
});

describe.each([
	['Create', create],
	['Add', add],
])('%s contacts', (_name, operation) => {
	test('sends the others, and lists who is held back beside who is rejected', async () => {
		const data = [{ phone: BERLIN }, { phone: TOKYO }, { phone: 'nobody' }, { phone: BERLIN }];
		const { bodies, items } = await run(operation, adding(data, hours()), created);
		expect(contactsIn(bodies)).toEqual([BERLIN]);
		expect(items[0]?.json).toMatchObject({
			contacts_sent: 1,
			rejected_rows: [{ row: 3 }, { row: 4 }],
			held_back_rows: [
				{
					row: 2,
					contact_number: TOKYO,
					rule: 'Calling Hours',
					reason: expect.stringContaining('20:00 in Asia/Tokyo'),
					next_allowed_at: '2026-03-03T00:00:00Z',
				},
			],
		});
	});

	test('if all are held back, nothing is sent', async () => {
		const data = [{ phone: TOKYO }, { phone: 'nobody' }];
		const { sent, items } = await run(operation, adding(data, hours()), created);
		expect(sent).toEqual([]);
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			held_back: true,
			next_allowed_at: '2026-03-03T00:00:00Z',
			contacts_sent: 0,
			rejected_rows: [{ row: 2 }],
			held_back_rows: [{ row: 1 }],
		});
	});

	test('each contact has its own time zone, by a column', async () => {
		const data = [
			{ phone: '+12125550101', tz: 'Europe/Berlin' },
			{ phone: '+12125550102', tz: 'Asia/Tokyo' },
			{ phone: BERLIN, tz: '' },
			{ phone: '+12125550104', tz: 'nowhere' },
		];
		const rules = { ...hours(), timeZone: 'tz' };
		const { bodies, items } = await run(operation, adding(data, rules), created);
		expect(contactsIn(bodies)).toEqual(['+12125550101', BERLIN]);
		expect(items[0]?.json.held_back_rows).toMatchObject([
			{ row: 2, rule: 'Calling Hours' },
			{ row: 4, rule: 'Time Zone', reason: expect.stringMatching(/"nowhere" in the column tz/) },
		]);
	});

	test('each contact has its own time zone, by an expression', async () => {
		const zones = ['Europe/Berlin', 'Asia/Tokyo'];
		const data = [{ phone: '+12125550101' }, { phone: '+12125550102' }];
		const setting = adding(data, {});
		const parameters = (index: number) => ({
			...setting.parameters,
			callingRules: { ...hours(), timeZone: zones[index] },
		});
		const { bodies } = await run(operation, { ...setting, parameters }, created);
		expect(contactsIn(bodies)).toEqual(['+12125550101']);
	});

	test('a JSON list likewise', async () => {
		const contactsJson = JSON.stringify([
			{ phone_number: '+12125550101', tz: 'Asia/Tokyo' },
			{ phone_number: '+12125550102', tz: 'Europe/Berlin' },
		]);
		const rules = { ...hours(), timeZone: 'tz' };
		const setting = adding([{}], rules, { parameters: { contactsFrom: 'json', contactsJson } });
		const { bodies } = await run(operation, setting, created);
		expect(contactsIn(bodies)).toEqual(['+12125550102']);
	});

	test('an attempt after 429 sends those who may still be called', async () => {
		now = at('17:59:58');
		const data = [
			{ phone: BERLIN, tz: 'Europe/Berlin' },
			{ phone: '+12125550101', tz: 'Europe/London' },
		];
		const rules = { ...hours(), timeZone: 'tz' };
		const parameters = { variableColumns: 'none' };
		const { bodies, items } = await run(
			operation,
			adding(data, rules, { parameters }),
			(number) => {
				now += 5_000;
				return number === 0 ? json(429, { message: 'Busy' }, { 'retry-after': '0.01' }) : created();
			},
		);
		expect(contactsIn(bodies)).toEqual([BERLIN, '+12125550101', '+12125550101']);
		expect(items[0]?.json).toMatchObject({ contacts_sent: 1, held_back_rows: [{ row: 1 }] });
	});
});

describe('Once Ever', () => {
	const ever = { repeatedNumbers: 'ever' };
	const remembered = async (processed: ProcessedDataTable) =>
		await rememberedOf(
			processed,
			[BERLIN, TOKYO].map((number) => JSON.stringify(['', number])),
		);
	const ONLY_BERLIN = [JSON.stringify(['', BERLIN])];
	const reason =
		"Called before. To call again, enter another text in Options → 'Call Again When This Changes'";

	test('who is held back is not recorded: the next run calls', async () => {
		const processed = new ProcessedDataTable();
		const setting = () => calling([BERLIN, TOKYO], hours(), { options: ever, processed });
		const today = await run(makeCall, setting(), accepted);
		expect(calledIn(today.bodies)).toEqual([BERLIN]);
		expect(await remembered(processed)).toEqual(ONLY_BERLIN);
		now = at('09:30', 'Asia/Tokyo') + DAY_MS;
		const tomorrow = await run(makeCall, setting(), accepted);
		expect(calledIn(tomorrow.bodies)).toEqual([TOKYO]);
		// It is the middle of the night in Berlin: who was called stays a duplicate, and is not held back.
		expect(tomorrow.items[0]?.json).toMatchObject({ skipped: true, reason });
		expect(tomorrow.items[0]?.json).not.toHaveProperty('held_back');
		const later = await run(makeCall, setting(), accepted);
		expect(later.sent).toEqual([]);
	});

	test('contacts of a campaign likewise', async () => {
		const processed = new ProcessedDataTable();
		const data = [{ phone: BERLIN }, { phone: TOKYO }];
		const setting = () => adding(data, hours(), { options: ever, processed });
		const today = await run(create, setting(), created);
		expect(contactsIn(today.bodies)).toEqual([BERLIN]);
		expect(await remembered(processed)).toEqual(ONLY_BERLIN);
		now = at('09:30', 'Asia/Tokyo') + DAY_MS;
		const tomorrow = await run(create, setting(), created);
		expect(contactsIn(tomorrow.bodies)).toEqual([TOKYO]);
		expect(tomorrow.items[0]?.json).toMatchObject({
			rejected_rows: [{ row: 1, reason: expect.stringMatching(/^Sent to a campaign before/) }],
			held_back_rows: [],
		});
	});

	test('if the outcome of the others is unknown, who is held back is free all the same', async () => {
		const processed = new ProcessedDataTable();
		const data = [{ phone: BERLIN }, { phone: TOKYO }];
		const setting = () => adding(data, hours(), { options: ever, processed });
		const today = await run(create, setting(), () => {
			throw networkError('ECONNRESET');
		});
		expect(today.error?.message).toMatch(/unknown/);
		now = at('09:30', 'Asia/Tokyo') + DAY_MS;
		const tomorrow = await run(create, setting(), created);
		expect(contactsIn(tomorrow.bodies)).toEqual([TOKYO]);
		expect(tomorrow.items[0]?.json.rejected_rows).toMatchObject([{ row: 1, outcome: 'unknown' }]);
	});
});

describe('Max Calls per Execution', () => {
	const numbers = Array.from({ length: 5 }, (_, index) => `+4930123456${10 + index}`);

	test('the first ones are called, the others are held back until the next run', async () => {
		const { bodies, items } = await run(
			makeCall,
			calling(numbers, { maxCallsPerExecution: 2 }),
			accepted,
		);
		expect(calledIn(bodies)).toEqual(numbers.slice(0, 2));
		expect(items[2]?.json).toMatchObject({
			held_back: true,
			rule: 'Max Calls per Execution',
			next_allowed_at: new Date(now).toISOString().replace('.000Z', 'Z'),
		});
	});

	test('duplicates and who is held back by another rule are not counted', async () => {
		const list = [TOKYO, ...numbers.slice(0, 2), numbers[0] as string, ...numbers.slice(2)];
		const rules = { ...hours(), maxCallsPerExecution: 3 };
		const { bodies } = await run(makeCall, calling(list, rules), accepted);
		expect(calledIn(bodies)).toEqual(numbers.slice(0, 3));
	});

	test('Retry On Fail does not begin again', async () => {
		const setting = {
			...calling(numbers, { maxCallsPerExecution: 3 }),
			node: { retryOnFail: true },
		};
		await run(makeCall, setting, (number) =>
			number < 2 ? accepted() : json(402, { message: 'No credits' }),
		);
		const second = await run(makeCall, setting, accepted);
		expect(calledIn(second.bodies)).toEqual([numbers[2]]);
	});

	test('Retry On Fail: who was held back takes nobody the place', async () => {
		const rules = { ...hours(), maxCallsPerExecution: 2 };
		const node = { retryOnFail: true };
		const setting = calling([TOKYO, ...numbers.slice(0, 2)], rules, { node });
		await run(makeCall, setting, (number) =>
			number === 0 ? accepted() : json(402, { message: 'No credits' }),
		);
		expect(calledIn((await run(makeCall, setting, accepted)).bodies)).toEqual([numbers[1]]);
	});

	test('who is held back between two attempts is not counted: neither for Max Calls per Execution nor for Max Calls per Person', async () => {
		now = at('17:59:58');
		const people = [{ tz: 'Europe/Berlin' }, { tz: 'Europe/London' }];
		const other = '+442079460123';
		const rules = {
			...hours(),
			timeZone: 'tz',
			maxCallsPerExecution: 1,
			maxCallsPerPerson: { limit: { calls: 1, days: 1 } },
		};
		const options = { repeatedNumbers: 'always' };
		const setting = calling([BERLIN, other], rules, { data: people, options });
		let calls = 0;
		const { items } = await run(makeCall, setting, (_number, { method }) => {
			if (method === 'GET') return json(200, { calls: [], total: 0 });
			calls += 1;
			now += 5_000;
			return calls === 1 ? json(429, { message: 'Busy' }, { 'retry-after': '0.01' }) : accepted();
		});
		expect(items.map(({ json: { rule, call_id: id } }) => rule ?? id)).toEqual([
			'Calling Hours',
			'c1',
		]);
	});

	test('the rounds of a loop and the calls of a tool are of one execution; the next one begins again', async () => {
		const called: unknown[] = [];
		const wouldCall: unknown[] = [];
		// n8n may hand on what it kept for the node to an execution that repeats another.
		const memory = {};
		for (const executionId of ['loop', 'loop', 'loop', 'next']) {
			const batch = [1, 2, 3].map((index) => `+493012345${called.length}${index}`);
			const rules = { maxCallsPerExecution: 4 };
			const dry = calling(batch, rules, { executionId, memory, options: { dryRun: true } });
			const shown = jsonOf((await run(makeCall, dry, accepted)).items);
			wouldCall.push(shown.filter(({ would }) => would === 'call').length);
			const setting = calling(batch, rules, { executionId, memory });
			called.push((await run(makeCall, setting, accepted)).bodies.length);
		}
		expect(called).toEqual([3, 1, 0, 3]);
		// A dry run counts the calls before it, and does not count itself.
		expect(wouldCall).toEqual(called);
	});

	test('contacts of a campaign are counted one by one', async () => {
		const data = numbers.map((phone) => ({ phone }));
		const { bodies, items } = await run(create, adding(data, { maxCallsPerExecution: 2 }), created);
		expect(contactsIn(bodies)).toEqual(numbers.slice(0, 2));
		expect(items[0]?.json.held_back_rows).toHaveLength(3);
	});
});

describe('Max Calls per Person', () => {
	const twice = { maxCallsPerPerson: { limit: { calls: 2, days: 7 } } };
	const earlier = (to_number: unknown, daysAgo: number, more: IDataObject = {}): IDataObject => ({
		call_id: `call-${String(to_number)}-${daysAgo}`,
		to_number: to_number as string,
		from_number: '+12125550100',
		direction: 'outbound',
		status: 'completed',
		created_at: new Date(now - daysAgo * DAY_MS).toISOString(),
		...more,
	});

	/** A platform with these calls, which filters them by date or does not. */
	const platform =
		(history: IDataObject[], filter: 'used' | 'late' | 'ignored' | 'refused' | 'other' = 'used') =>
		(_number: number, { method, qs = {} }: IHttpRequestOptions) => {
			if (method === 'POST') return accepted();
			const { from, limit, offset } = qs as { from?: string; limit: number; offset: number };
			// By a clock, or in a time zone, of its own.
			const lateBy = filter === 'late' ? 20 * HOUR_MS : 0;
			if (from !== undefined && filter === 'refused') return json(422, { message: 'from' });
			const found = history.filter((row) => {
				if (from === undefined || filter === 'ignored') return true;
				if (filter === 'other') return row.from_number === from;
				return Date.parse(String(row.created_at)) >= Date.parse(from) + lateBy;
			});
			const page = found.slice(Number(offset), Number(offset) + Number(limit));
			return json(200, { calls: page, total: found.length });
		};
	const sentOf = ({ sent }: { sent: ReadonlyArray<{ options: IHttpRequestOptions }> }) =>
		sent
			.filter(({ options }) => options.method === 'POST')
			.map(({ options }) => (options.body as IDataObject).to_number);

	test.each(['used', 'ignored', 'refused', 'other'] as const)(
		'are counted in the call history, whose date filter is %s',
		async (filter) => {
			const history = [
				earlier(BERLIN, 1),
				earlier(BERLIN, 3),
				earlier(TOKYO, 2),
				earlier(TOKYO, 8),
				...Array.from({ length: 150 }, (_, index) => earlier('+12125550111', 10 + index)),
			];
			const answer = platform(history, filter);
			const done = await run(makeCall, calling([BERLIN, TOKYO], twice), answer);
			expect(sentOf(done)).toEqual([TOKYO]);
			expect(done.items[0]?.json).toMatchObject({
				held_back: true,
				rule: 'Max Calls per Person',
				reason: "Calls to this number in the last 7 days: 2. 'Max Calls per Person' allows 2",
				next_allowed_at: new Date(now + 4 * DAY_MS).toISOString().replace('.000Z', 'Z'),
			});
		},
	);

	test('the oldest calls first, as some platforms list them', async () => {
		const old = Array.from({ length: 250 }, (_, index) => earlier('+12125550111', 300 - index));
		const history = [...old, earlier(BERLIN, 3), earlier(BERLIN, 1)];
		for (const filter of ['used', 'other'] as const) {
			const done = await run(makeCall, calling([BERLIN], twice), platform(history, filter));
			expect(sentOf(done)).toEqual([]);
		}
	});

	test('calls at the edge of the days count, also where the platform has another time', async () => {
		const newer = Array.from({ length: 150 }, (_, index) => earlier('+12125550111', index / 40));
		const history = [...newer, earlier(BERLIN, 6.5), earlier(BERLIN, 6.6)];
		const done = await run(makeCall, calling([BERLIN], twice), platform(history, 'late'));
		expect(sentOf(done)).toEqual([]);
	});

	test('the longest of several rules says how far back', async () => {
		const setting = calling([TOKYO, BERLIN], {});
		const parameters = (index: number) => ({
			...setting.parameters(index),
			callingRules: { maxCallsPerPerson: { limit: { calls: 1, days: index === 0 ? 1 : 7 } } },
		});
		const history = [earlier('+12125550111', 0.5), earlier(BERLIN, 3)];
		const done = await run(makeCall, { ...setting, parameters }, platform(history));
		expect(sentOf(done)).toEqual([TOKYO]);
	});

	test('the next allowed time is within the hours', async () => {
		now = at('16:00');
		const history = [earlier(BERLIN, 0.1), earlier(BERLIN, 6.8)];
		const rules = { ...twice, ...hours('09:00', '17:00') };
		const { items } = await run(makeCall, calling([BERLIN], rules), platform(history));
		// The older call leaves the seven days on Monday at 20:48.
		expect(items[0]?.json.next_allowed_at).toBe('2026-03-03T08:00:00Z');
	});

	test('calls of this run count, too', async () => {
		const options = { repeatedNumbers: 'always' };
		const setting = calling([BERLIN, BERLIN, BERLIN], twice, { options });
		const done = await run(makeCall, setting, platform([earlier(BERLIN, 1)]));
		expect(sentOf(done)).toEqual([BERLIN]);
	});

	test.each([
		['does not list', 0],
		['lists', 1],
	])(
		'Retry On Fail: a call that was possibly placed counts, and counts once, if the platform %s it by then',
		async (_what, listed) => {
			const options = { repeatedNumbers: 'always' };
			const node = { retryOnFail: true, onError: 'continueRegularOutput' as const };
			const setting = calling([BERLIN, BERLIN, BERLIN], twice, { options, node });
			let calls = 0;
			await run(makeCall, setting, (number, request) => {
				if (request.method === 'GET') return platform([])(number, request);
				calls += 1;
				if (calls === 1) throw networkError('ECONNRESET');
				return json(402, { message: 'No credits' });
			});
			expect(calls).toBe(3);
			const history = Array.from({ length: listed }, () => earlier(BERLIN, 0));
			now += 2 * MINUTE_MS;
			const { sent, items } = await run(makeCall, setting, platform(history));
			expect(sentOf({ sent })).toEqual([BERLIN]);
			expect(jsonOf(items)).toMatchObject([
				{ error: expect.any(String) },
				{ call_id: 'c1' },
				{ rule: 'Max Calls per Person' },
			]);
		},
	);

	test.each([
		['does not list', false, [true, true, false]],
		['lists', true, [true, true, false]],
	])(
		'the rounds of a loop: calls that the platform %s count once',
		async (_what, isListed, expected) => {
			const memory = {};
			const history: IDataObject[] = [];
			const called: boolean[] = [];
			for (const call_id of ['round-1', 'round-2', 'round-3']) {
				const options = { repeatedNumbers: 'always' };
				// After a Wait node, n8n has read from its database what it kept.
				Object.assign(memory, JSON.parse(JSON.stringify(memory)));
				const setting = calling([BERLIN], twice, { executionId: 'rounds', memory, options });
				const { sent } = await run(makeCall, setting, platform(history));
				called.push(sentOf({ sent }).length === 1);
				if (isListed && called.at(-1)) history.push(earlier(BERLIN, 0, { call_id }));
				now += HOUR_MS;
			}
			expect(called).toEqual(expected);
		},
	);

	test('inbound calls and calls to no number do not count', async () => {
		const inbound = { direction: 'inbound', from_number: BERLIN };
		const history = [
			earlier('+12125550100', 1, inbound),
			earlier(BERLIN, 1, { direction: 'inbound' }),
			earlier(null, 1),
			earlier('sip:desk@example.com', 1),
			earlier('ext. 101', 1),
			earlier('+442079460', 1),
			earlier('+12125550111', 1, { created_at: null }),
			earlier(` ${BERLIN} `, 2),
		];
		const done = await run(makeCall, calling([BERLIN], twice), platform(history));
		expect(sentOf(done)).toEqual([BERLIN]);
	});

	test.each([null, 'sideways'])('a call whose direction is %j counts', async (direction) => {
		const history = [earlier(BERLIN, 1, { direction }), earlier(BERLIN, 2)];
		const done = await run(makeCall, calling([BERLIN], twice), platform(history));
		expect(sentOf(done)).toEqual([]);
	});

	test.each<[string, IDataObject, RegExp]>([
		['no numbers', { to_number: null }, /does not say which numbers/],
		['hidden numbers', { to_number: '+49 30 ***601' }, /hidden, or without a country code/],
		['numbers that are hidden but for the end', { to_number: '********12' }, /hidden/],
		['numbers without a country code', { to_number: '3012345601' }, /without a country code/],
		['no times', { created_at: null }, /does not say when/],
	])('a history with %s calls nobody, and says why', async (_what, more, message) => {
		const answer = platform([earlier(BERLIN, 1, more)]);
		const stopped = await run(makeCall, calling([BERLIN], twice), answer);
		expect(stopped.error?.message).toMatch(message);
		expect(stopped.error?.description).toMatch(/Nothing was sent\. Remove the rule/);
		expect(sentOf(stopped)).toEqual([]);
		const node = { onError: 'continueRegularOutput' as const };
		const continued = await run(makeCall, calling([BERLIN], twice, { node }), answer);
		expect(continued.items[0]?.json.error).toMatch(message);
		expect(sentOf(continued)).toEqual([]);
	});

	test.each(['****', 'xxxxxxxx', '••••'])('one call to %s calls nobody', async (hidden) => {
		const history = [earlier(BERLIN, 1, { to_number: hidden }), earlier(TOKYO, 1)];
		const done = await run(makeCall, calling([BERLIN], twice), platform(history));
		expect([sentOf(done), done.error?.message]).toEqual([[], expect.stringMatching(/hidden/)]);
	});

	test('a history that cannot be read calls nobody', async () => {
		const answer = (_number: number, { method }: IHttpRequestOptions) =>
			method === 'POST' ? accepted() : json(403, { message: 'Not allowed' });
		const done = await run(makeCall, calling([BERLIN], twice), answer);
		expect(done.error?.message).toMatch(/permission/);
		expect(sentOf(done)).toEqual([]);
		// The first row has no such rule: a run that stops on errors does not begin.
		const setting = calling([TOKYO, BERLIN], twice);
		const parameters = (index: number) => ({
			...setting.parameters(index),
			callingRules: index === 0 ? {} : twice,
		});
		expect(sentOf(await run(makeCall, { ...setting, parameters }, answer))).toEqual([]);
	});

	describe('a long history is not read as a whole', () => {
		const old = (days: number, count = 2_050) =>
			Array.from({ length: count }, (_, index) =>
				earlier('+12125550111', days + (index * 300) / count, { call_id: `old-${index}` }),
			);
		const recent = [earlier(BERLIN, 1), earlier(BERLIN, 2)];
		test.each<[string, IDataObject[], string[]]>([
			['the oldest calls first', [...old(10).reverse(), ...recent], []],
			['the oldest calls first, and none in these days', old(10).reverse(), [BERLIN]],
			['the newest calls first', [...recent, ...old(10)], []],
			['the newest calls first, and none in these days', old(10), [BERLIN]],
			['in any order', [...old(10, 60), ...recent, ...old(10)], []],
		])('%s', async (_order, history, called) => {
			const done = await run(makeCall, calling([BERLIN], twice), platform(history));
			expect(sentOf(done)).toEqual(called);
			const read = done.sent.filter(({ options }) => options.method === 'GET');
			expect(read.length).toBeLessThan(6);
		});

		test.each(['used', 'late', 'ignored', 'refused', 'other'] as const)(
			'random lists, of a platform whose date filter is %s: all calls to a number are counted',
			async (filter) => {
				const daysAgo = fc.integer({ min: 0, max: 200 }).map((tenths) => tenths / 10 + 0.05);
				const list = fc.array(fc.tuple(fc.constantFrom(BERLIN, TOKYO), daysAgo), { maxLength: 3 });
				const many = fc.constantFrom(0, 99, 150, 350);
				const order = fc.constantFrom(-1, 0, 1);
				await fc.assert(
					fc.asyncProperty(list, many, order, fc.boolean(), async (own, count, sign, isQuiet) => {
						const rest = Array.from({ length: count }, (_, index): [string, number] => [
							'+12125550111',
							(isQuiet ? 9 : 0.05) + ((index * 37) % 90),
						]);
						const all = [...rest, ...own].sort(([, a], [, b]) => sign * (a - b));
						const history = all.map(([number, days], index) =>
							earlier(number, days, { call_id: `call-${index}` }),
						);
						const setting = calling([BERLIN, TOKYO], {
							maxCallsPerPerson: { limit: { calls: 1, days: 7 } },
						});
						const done = await run(makeCall, setting, platform(history, filter));
						const wasCalled = (number: string) =>
							own.some(([to, days]) => to === number && days < 7);
						expect(sentOf(done)).toEqual([BERLIN, TOKYO].filter((number) => !wasCalled(number)));
					}),
					runs('longSequences'),
				);
			},
		);
	});

	const INSIDE = [
		'1002',
		'+1002',
		'123456',
		'x1002',
		'ext. 1002',
		'Extension 12',
		'sip:1002@pbx.example.com',
		'sip:desk-4711@example.com',
		'sips:user20261123@example.com;transport=tls',
		'agent_4711@example.com',
		'agent-4711',
		'sip:desk',
	];
	test.each(INSIDE)('a call to %s is a call to nobody', async (inside) => {
		const only = await run(makeCall, calling([BERLIN], twice), platform([earlier(inside, 1)]));
		expect([sentOf(only), only.error]).toEqual([[BERLIN], undefined]);
		const history = [earlier(inside, 1), earlier(BERLIN, 2), earlier(BERLIN, 3)];
		const done = await run(makeCall, calling([BERLIN], twice), platform(history));
		expect([sentOf(done), done.error]).toEqual([[], undefined]);
	});

	test.each([`sip:${BERLIN}@trunk.example.com`, `${BERLIN}@example.com;user=phone`])(
		'a call to %s is a call to its number',
		async (address) => {
			const history = [earlier(address, 1), earlier(address.replace('+', '%2B'), 2)];
			const done = await run(makeCall, calling([BERLIN], twice), platform(history));
			expect(sentOf(done)).toEqual([]);
		},
	);

	test.each(['+49 30 ***601', '********12', '3012345601', 'sip:******5601@example.com', null])(
		'calls to %j count in the days of the rule: older ones need not say whom they went to',
		async (hidden) => {
			const old = earlier(BERLIN, 8, { to_number: hidden });
			const answer = platform([old, earlier(TOKYO, 1)]);
			expect(sentOf(await run(makeCall, calling([BERLIN], twice), answer))).toEqual([BERLIN]);
			const recent = platform([earlier(BERLIN, 6, { to_number: hidden })]);
			const stopped = await run(makeCall, calling([BERLIN], twice), recent);
			expect([sentOf(stopped), stopped.error?.message]).toEqual([
				[],
				expect.stringMatching(/cannot be counted/),
			]);
		},
	);

	test('the history is read once for all items', async () => {
		const numbers = Array.from({ length: 20 }, (_, index) => `+4930123456${10 + index}`);
		const done = await run(makeCall, calling(numbers, twice), platform([earlier(BERLIN, 1)]));
		expect(sentOf(done)).toHaveLength(20);
		expect(done.sent.filter(({ options }) => options.method === 'GET').length).toBeLessThan(5);
	});
});

describe('random lists', () => {
	const ZONES = ['Europe/Berlin', 'Asia/Tokyo', 'America/New_York', 'Australia/Lord_Howe', ''];
	const BALANCE = 500;
	/** Some are over or still to come. */
	const CONSENTS = [
		'2026-03-01',
		'2026-02-20T10:00:00Z',
		'2026-03-29',
		'2026-03-28T17:30:00+02:00',
	];
	const number = fc.integer({ min: 0, max: 30 }).map((last) => `+49301234${String(5600 + last)}`);
	const notation = fc
		.tuple(number, fc.integer({ min: 0, max: 3 }))
		.map(
			([e164, form]) =>
				[e164, `00${e164.slice(1)}`, e164.replace('+49', '+49 (0) '), `tel:${e164}`][form]!,
		);
	const phone = fc.oneof(
		{ arbitrary: notation, weight: 8 },
		{ arbitrary: fc.constantFrom('', 'nobody', '123'), weight: 1 },
	);
	const scenario = fc.record({
		people: fc.array(
			fc.record({
				phone,
				tz: fc.constantFrom(...ZONES),
				consent: fc.constantFrom('yes', 'yes', 'Nein', '', ...CONSENTS),
			}),
			{ minLength: 1 },
		),
		/** Null: the rule Consent was not added. */
		validDays: fc.constantFrom(null, null, null, 0, 30),
		keep: fc.constantFrom(null, null, null, null, BALANCE, BALANCE + 1),
		doNotCall: fc.uniqueArray(notation, { maxLength: 8 }),
		from: fc.integer({ min: 0, max: 23 }),
		to: fc.integer({ min: 0, max: 23 }),
		weekdays: fc.uniqueArray(
			fc.constantFrom('monday', 'tuesday', 'wednesday', 'friday', 'saturday', 'sunday'),
			{ minLength: 3 },
		),
		holidays: fc.uniqueArray(fc.constantFrom('2026-03-28', '2026-03-29', '2026-03-30')),
		most: fc.option(fc.integer({ min: 1, max: 10 })),
		start: fc.integer({ min: 0, max: 5 * 24 * 60 }),
		/** How long one request takes, in minutes. */
		pace: fc.integer({ min: 0, max: 30 }),
		repeated: fc.constantFrom('execution', 'always', 'ever'),
	});
	type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

	const two = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
	const rulesOf = (drawn: Scenario): IDataObject => ({
		...hours(two(drawn.from), two(drawn.to === drawn.from ? (drawn.to + 1) % 24 : drawn.to), {
			weekdays: drawn.weekdays,
		}),
		timeZone: 'tz',
		...(drawn.doNotCall.length > 0 && { doNotCall: drawn.doNotCall }),
		...(drawn.holidays.length > 0 && { holidays: drawn.holidays }),
		...(drawn.most !== null && { maxCallsPerExecution: drawn.most }),
		...(drawn.keep !== null && { keepCredits: drawn.keep }),
		...(drawn.validDays !== null && {
			consent: { column: { name: '', validDays: drawn.validDays } },
		}),
	});
	const plain = (text: string) =>
		`+${text.replace(/^tel:/, '').replace('(0)', '').replace(/\D/g, '').replace(/^00/, '')}`;

	/** From when on and until when the consent of somebody counts; null if there is none. */
	function consentTime({ validDays }: Scenario, consent: string): [number, number] | null {
		if (validDays === null) return [-Infinity, Infinity];
		if (consent === 'yes') return validDays === 0 ? [-Infinity, Infinity] : null;
		if (!CONSENTS.includes(consent)) return null;
		const given = DateTime.fromISO(consent, { zone: 'Europe/Berlin' });
		return [given.toMillis(), given.toMillis() + (validDays || Infinity) * DAY_MS];
	}

	/** Whether Luxon allows a call at this moment, by every row of the number: a no in any of them counts. */
	const isAllowed = (drawn: Scenario, { phone: own }: Scenario['people'][number], moment: number) =>
		drawn.people
			.filter((other) => plain(other.phone) === plain(own))
			.every((other) => isAllowedByRow(drawn, other, moment));

	function isAllowedByRow(
		drawn: Scenario,
		{ tz: zone, consent }: Scenario['people'][number],
		moment: number,
	): boolean {
		if (consent === 'Nein') return false;
		const [given, ended] = consentTime(drawn, consent) ?? [Infinity, Infinity];
		if (moment < given || moment > ended) return false;
		const local = DateTime.fromMillis(moment, { zone: zone || 'Europe/Berlin' });
		const { from } = drawn;
		const to = drawn.to === from ? (from + 1) % 24 : drawn.to;
		const isHoliday = (day: DateTime) => drawn.holidays.some((date) => date === day.toISODate());
		const isDay = (day: DateTime) =>
			drawn.weekdays.some((name) => name === day.weekdayLong?.toLowerCase()) && !isHoliday(day);
		if (isHoliday(local)) return false;
		if (from < to) return isDay(local) && local.hour >= from && local.hour < to;
		const before = local.startOf('day').minus({ hours: 12 });
		return (isDay(local) && local.hour >= from) || (isDay(before) && local.hour < to);
	}

	const begin = DateTime.fromISO('2026-03-27T00:00Z').toMillis();

	test('Make Call: each row is sent, held back, a duplicate or invalid, and only one of them', async () => {
		let held = 0;
		let sentCount = 0;
		const seen = new Set<unknown>();
		await fc.assert(
			fc.asyncProperty(scenario, async (drawn) => {
				now = begin + drawn.start * MINUTE_MS;
				const calls: Array<{ number: string; moment: number }> = [];
				const setting = calling(
					drawn.people.map((person) => person.phone),
					rulesOf(drawn),
					{
						data: drawn.people,
						options: { repeatedNumbers: drawn.repeated },
						node: { onError: 'continueRegularOutput' },
					},
				);
				const { items } = await run(makeCall, setting, (_number, { body, method }) => {
					if (method === 'GET') return json(200, { credits: BALANCE });
					calls.push({ number: String((body as IDataObject).to_number), moment: now });
					// The store measures how long it takes.
					if (drawn.repeated !== 'ever') now += drawn.pace * MINUTE_MS;
					return accepted();
				});
				expect(items).toHaveLength(drawn.people.length);
				const states = jsonOf(items).map((row, index) => {
					const person = drawn.people[index]!;
					const is = {
						invalid: 'error' in row,
						duplicate: row.skipped === true,
						held: row.held_back === true,
						sent: row.call_id === 'c1',
					};
					expect(Object.values(is).filter(Boolean)).toHaveLength(1);
					if (is.held) seen.add(row.rule);
					if (is.held && row.next_allowed_at !== null) {
						const next = Date.parse(String(row.next_allowed_at));
						expect(isAllowed(drawn, person, next)).toBe(true);
						if (row.rule !== 'Max Calls per Execution') {
							expect(isAllowed(drawn, person, next - 1)).toBe(false);
						}
					} else if (is.held && row.rule === 'Row Says No') {
						expect(isAllowed(drawn, person, now)).toBe(false);
					} else if (is.held && !['Do-Not-Call List', 'Keep Credits'].includes(String(row.rule))) {
						// There is no consent, or none at the next time that the hours allow.
						const ofNumber = drawn.people.filter(
							(other) => plain(other.phone) === plain(person.phone),
						);
						const ends = ofNumber.map((other) => consentTime(drawn, other.consent)?.[1] ?? 0);
						// Rows of one number in two time zones may have no hour that is allowed in both.
						const isInTwoZones = new Set(ofNumber.map(({ tz }) => tz)).size > 1;
						if (!isInTwoZones) expect(Math.min(...ends)).toBeLessThan(Infinity);
					}
					if (is.sent) {
						const call = calls.shift()!;
						expect(call.number).toBe(plain(drawn.people[index]!.phone));
						expect(isAllowed(drawn, person, call.moment)).toBe(true);
						expect(drawn.doNotCall.map(plain)).not.toContain(call.number);
						expect(drawn.keep ?? 0).toBeLessThanOrEqual(BALANCE);
					}
					held += Number(is.held);
					sentCount += Number(is.sent);
					return is;
				});
				expect(calls).toEqual([]);
				const ofRun = states.filter(({ sent }) => sent).length;
				expect(ofRun).toBeLessThanOrEqual(drawn.most ?? Number.POSITIVE_INFINITY);
			}),
			runs('sequences'),
		);
		expect(Math.min(held, sentCount)).toBeGreaterThan(scaleOf('sequences') / 4);
		expect([...seen]).toEqual(expect.arrayContaining(['Consent', 'Keep Credits', 'Calling Hours']));
	});

	test('Create: each row is sent, held back or rejected, and only one of them', async () => {
		let held = 0;
		let sentCount = 0;
		await fc.assert(
			fc.asyncProperty(scenario, async (drawn) => {
				now = begin + drawn.start * MINUTE_MS;
				const setting = adding(drawn.people, rulesOf(drawn), {
					options: { repeatedNumbers: drawn.repeated },
				});
				const { sent, items, error } = await run(create, setting, (_number, { method }) =>
					method === 'GET' ? json(200, { credits: BALANCE }) : created(),
				);
				const bodies = sent
					.filter(({ options }) => options.method === 'POST')
					.map(({ options }) => options.body);
				if (error) {
					expect(error.message).toBe('No contact has a valid phone number');
					return;
				}
				const report = items[0]!.json as Record<string, IDataObject[]>;
				const heldRows = report.held_back_rows!.map(({ row }) => Number(row));
				const rejected = report.rejected_rows!.map(({ row }) => Number(row));
				const contacts = contactsIn(bodies).map(String);
				const left = drawn.people
					.map((_person, index) => index + 1)
					.filter((row) => !heldRows.includes(row) && !rejected.includes(row));
				expect(left.map((row) => plain(drawn.people[row - 1]!.phone))).toEqual(contacts);
				expect(report.contacts_sent).toBe(contacts.length);
				expect(heldRows.filter((row) => rejected.includes(row))).toEqual([]);
				for (const row of left) {
					const person = drawn.people[row - 1]!;
					const { phone: written } = person;
					expect(isAllowed(drawn, person, now)).toBe(true);
					expect(drawn.keep ?? 0).toBeLessThanOrEqual(BALANCE);
					expect(drawn.doNotCall.map(plain)).not.toContain(plain(written));
				}
				expect(contacts.length).toBeLessThanOrEqual(drawn.most ?? Number.POSITIVE_INFINITY);
				held += heldRows.length;
				sentCount += contacts.length;
			}),
			runs('sequences'),
		);
		expect(Math.min(held, sentCount)).toBeGreaterThan(scaleOf('sequences') / 4);
	});
});
