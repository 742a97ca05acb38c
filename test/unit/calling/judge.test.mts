import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ProcessedDataTable } from '../../../harness/n8n/processedData.mts';
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
} from '../../support/callers.mts';
import { json, rememberedOf, run } from '../../support/fakeContext.mts';
import { turns } from '../../support/fakeTime.mts';
import { runs, scaleOf } from '../../scale.mts';
import {
	DAY_MS,
	MINUTE_MS,
	accepted,
	at,
	calledIn,
	contactsIn,
	jsonOf,
	mondayNoon,
	sentTo,
} from './mondayNoon.mts';

/*
 * Whom Calling Rules hold back when a node runs, and whose finding counts if there are several: what is sent, what is returned, and what a later
 * run can still do.
 */

const clock = mondayNoon();

describe('Make Call', () => {
	test('calls within the hours, by the zone of the number', async () => {
		const { bodies, items } = await run(makeCall, calling([BERLIN, TOKYO], hours()), accepted);
		expect(calledIn(bodies)).toEqual([BERLIN]);
		expect(items[1]).toEqual({
			json: {
				held_back: true,
				rule: 'Calling Hours',
				reason: 'outside calling hours',
				description: 'It is Monday, 20:00 in Asia/Tokyo. Asia/Tokyo: numbers that begin with +81',
				next_allowed_at: '2026-03-03T00:00:00Z',
				contact_number: TOKYO,
				row: 2,
			},
			pairedItem: { item: 1 },
		});
	});

	test.each<[time: string, rules: IDataObject, why: string]>([
		['09:30', hours(), 'Monday, 08:30 in America/Chicago'],
		['18:30', hours(), 'Monday, 18:30 in America/New_York'],
		['00:30', { holidays: '2026-03-02' }, '2026-03-02 in America/New_York'],
		[
			'09:30',
			hours('09:00', '10:00'),
			'Monday, 08:30 in America/Chicago. No time within a year is allowed',
		],
	])(
		'an area with several zones is called only when it is allowed in all of them: at %s in New York, with %j, it is %s',
		async (time, rules, why) => {
			clock.now = at(time, 'America/New_York');
			const { sent, items } = await run(makeCall, calling(['+18505550123'], rules), accepted);
			expect(sent).toEqual([]);
			const description = String(items[0]?.json.description);
			expect(description).toContain(`It is ${why}. `);
			expect(description).toContain(' (America/Chicago, America/New_York)');
		},
	);

	test.each([
		['America/Chicago', ''],
		['', 'America/Chicago'],
		['America/New_York', 'BST'],
		['BST', 'America/New_York'],
	])(
		'a number in two rows, with the time zones "%s" and "%s": it must be allowed in all, and none may be unknown',
		async (...zones) => {
			clock.now = at(zones.includes('BST') ? '12:00' : '18:30', 'America/New_York');
			const data = zones.map((tz) => ({ tz }));
			const rules = { ...hours(), timeZone: 'tz' };
			const setting = calling(['+18505550123', '+18505550123'], rules, { data });
			expect((await run(makeCall, setting, accepted)).sent).toEqual([]);
		},
	);

	test('Retry On Fail: who was held back stays so, whatever the rules say at the next try', async () => {
		clock.now = at('08:59');
		const setting = calling([BERLIN, TOKYO], hours(), { node: { retryOnFail: true } });
		const first = await run(makeCall, setting, () => json(402, { message: 'No credits' }));
		expect([sentTo(first), first.error?.message]).toEqual([
			[TOKYO],
			expect.stringContaining('credits'),
		]);
		clock.now = at('09:01');
		const second = await run(makeCall, setting, accepted);
		expect(sentTo(second)).toEqual([TOKYO]);
		expect(jsonOf(second.items)).toMatchObject([{ held_back: true }, { call_id: 'c1' }]);
	});

	test('Retry On Fail: who was held back is free for another execution while the next try sends the others', async () => {
		clock.now = at('08:59');
		const setting = calling([BERLIN, TOKYO], hours(), { node: { retryOnFail: true } });
		const { processed } = await run(makeCall, setting, () => json(402, { message: 'No credits' }));
		clock.now = at('09:01');
		let other: Promise<unknown[]> | undefined;
		const second = await run(makeCall, { ...setting, processed }, async () => {
			other ??= run(makeCall, calling([BERLIN], hours(), { processed }), accepted).then(sentTo);
			await other;
			return accepted();
		});
		expect([sentTo(second), await other]).toEqual([[TOKYO], [BERLIN]]);
	});

	test.each([
		['an expression', "UTC+1: entered in 'Time Zone'", '+1', {}],
		['a column', 'Asia/Tokyo: column tz', 'tz', { tz: 'Asia/Tokyo' }],
	])('who is held back by %s sees its name', async (_what, reason, timeZone, data) => {
		clock.now = at('07:30');
		const setting = calling([BERLIN], { ...hours('17:00'), timeZone }, { data: [data] });
		const { items } = await run(makeCall, setting, accepted);
		expect(items[0]?.json.description).toMatch(new RegExp(`\\. ${reason.replace('+', '.')}$`));
	});

	test.each(['BST', 'IST', 'EST', 'Etc/GMT-1'])(
		'%s is no time zone: as a value it is an error, in a column it holds back, and both say what to write',
		async (zone) => {
			const cure = /Write the name of a place such as Europe\/Berlin/;
			const asValue = calling([BERLIN], { ...hours(), timeZone: zone });
			const { error, sent } = await run(makeCall, asValue, accepted);
			expect(error?.message).toMatch(/neither a time zone nor a column/);
			expect(error?.description).toMatch(cure);
			expect(sent).toEqual([]);
			const rules = { ...hours(), timeZone: 'tz' };
			const inColumn = calling([BERLIN], rules, { data: [{ tz: zone }] });
			const { items } = await run(makeCall, inColumn, accepted);
			expect(items[0]?.json).toMatchObject({ rule: 'Time Zone', held_back: true });
			expect(items[0]?.json.description).toMatch(cure);
		},
	);

	test('a holiday holds back, and says the next day', async () => {
		const rules = { ...hours(), holidays: '2026-03-02, 2026-03-03' };
		const { items } = await run(makeCall, calling([BERLIN], rules), accepted);
		expect(items[0]?.json).toMatchObject({
			rule: 'Holidays',
			reason: 'holiday',
			description: expect.stringMatching(/^It is 2026-03-02 in Europe\/Berlin\. /),
			next_allowed_at: '2026-03-04T08:00:00Z',
		});
	});

	test('a run that passes the end of the hours stops calling', async () => {
		clock.now = at('17:58');
		const numbers = Array.from({ length: 6 }, (_, index) => `+4930123456${10 + index}`);
		// Nothing is remembered: its lock would take the jumps of this clock for a process that stood still.
		const options = { repeatedNumbers: 'always' };
		const { bodies, items } = await run(makeCall, calling(numbers, hours(), { options }), () => {
			clock.now += MINUTE_MS;
			return accepted();
		});
		expect(calledIn(bodies)).toEqual(numbers.slice(0, 2));
		const held = jsonOf(items).flatMap(({ held_back: isHeld }, index) => (isHeld ? index : []));
		expect(held).toEqual([2, 3, 4, 5]);
	});

	test.each([429, 401])(
		'an attempt after %i that would come too late is not made',
		async (status) => {
			clock.now = at('17:59:58');
			const { sent, items } = await run(makeCall, calling([BERLIN], hours()), () => {
				clock.now += 5_000;
				return json(status, { message: 'Not now' }, { 'retry-after': '0.01' });
			});
			expect(sent).toHaveLength(1);
			expect(items[0]?.json).toMatchObject({ held_back: true, rule: 'Calling Hours' });
		},
	);

	/** A login that takes half a minute. The lock of a claim is given up before that. */
	const login = async () => {
		await turns();
		clock.now += 30_000;
	};

	test('a login that ends on the next day calls nobody whom another execution has called on that day', async () => {
		clock.now = at('23:59:50');
		const processed = new ProcessedDataTable();
		const setting = () => calling([BERLIN], {}, { processed });
		const others: unknown[] = [];
		const late = async () => {
			await login();
			others.push(...sentTo(await run(makeCall, setting(), accepted)));
		};
		const done = await run(makeCall, { ...setting(), login: late }, accepted);
		expect([sentTo(done), others]).toEqual([[], [BERLIN]]);
		expect(done.items[0]?.json.reason).toBe('called today');
	});

	test('a login that ends on the next day calls on that day, and a later run of it calls nobody again', async () => {
		clock.now = at('23:59:50');
		const processed = new ProcessedDataTable();
		const setting = () => calling([BERLIN], {}, { processed });
		const { bodies } = await run(makeCall, { ...setting(), login }, accepted);
		expect(calledIn(bodies)).toEqual([BERLIN]);
		const later = await run(makeCall, setting(), accepted);
		expect(jsonOf(later.items)).toMatchObject([{ skipped: true, reason: 'called today' }]);
	});

	test('a login that ends after the hours calls nobody', async () => {
		clock.now = at('17:59:50');
		const numbers = [BERLIN, '+493012345602', '+493012345603'];
		// A no of the rules is no failure that is tried again: with so many retries, that would take minutes.
		const options = { parallelRequests: 3, maxRetries: 20 };
		const setting = calling(numbers, hours(), { login, options });
		const { sent, items } = await run(makeCall, setting, accepted);
		expect(sent).toEqual([]);
		expect(jsonOf(items)).toMatchObject(numbers.map(() => ({ rule: 'Calling Hours' })));
	}, 15_000);

	const LONDON = '+442079460123';
	const LOS_ANGELES = '+12135550123';
	test.each([
		[[BERLIN, LOS_ANGELES], LOS_ANGELES],
		[[BERLIN, LONDON], LONDON],
		[[LONDON, BERLIN], LONDON],
	])(
		'of the list %j, a login that ends after the hours of one contact leaves %s, whose hours it is',
		async (phones, left) => {
			clock.now = at('17:59:50');
			const list = phones.map((phone) => ({ phone }));
			const { bodies } = await run(create, adding(list, hours(), { login }), accepted);
			expect(contactsIn(bodies)).toEqual([left]);
		},
	);

	test('a number of no known country is held back until it has a time zone', async () => {
		const number = '+80012345678';
		const { items, sent } = await run(makeCall, calling([number], hours()), accepted);
		expect(sent).toEqual([]);
		expect(items[0]?.json).toMatchObject({ rule: 'Time Zone', next_allowed_at: null });
		expect(items[0]?.json.description).toMatch(/Set 'Time Zone'/);
		const rules = { ...hours(), timeZone: 'Europe/Berlin' };
		expect((await run(makeCall, calling([number], rules), accepted)).sent).toHaveLength(1);
	});
});

describe.each([
	['Create', create],
	['Add', add],
])('%s contacts', (_name, operation) => {
	test('sends the others, and lists who is held back beside who is rejected', async () => {
		const data = [{ phone: BERLIN }, { phone: TOKYO }, { phone: 'nobody' }, { phone: BERLIN }];
		const setting = adding(data, hours(), { options: LISTING });
		const { bodies, items } = await run(operation, setting, accepted);
		expect(contactsIn(bodies)).toEqual([BERLIN]);
		expect(items[0]?.json).toMatchObject({
			contacts_sent: 1,
			contacts_rejected: 2,
			contacts_held_back: 1,
			rejected_rows: [
				{ row: 3 },
				{ row: 4, description: expect.stringMatching(/^Duplicate of row 1: /) },
			],
			held_back_rows: [
				{
					row: 2,
					contact_number: TOKYO,
					rule: 'Calling Hours',
					reason: 'outside calling hours',
					description: expect.stringContaining('20:00 in Asia/Tokyo'),
					next_allowed_at: '2026-03-03T00:00:00Z',
				},
			],
		});
	});

	test.each<[string, phones: string[], rules: IDataObject, expected: IDataObject]>([
		[
			'held back beside a wrong row and a duplicate',
			['nobody', TOKYO, TOKYO],
			hours(),
			{
				held_back: true,
				next_allowed_at: '2026-03-03T00:00:00Z',
				description: 'All numbers were held back or skipped, so nothing was sent',
				contacts_rejected: 2,
				contacts_held_back: 1,
			},
		],
		[
			'held back, the first until Tuesday, and one for good',
			[BERLIN, TOKYO],
			{ ...hours('07:00', '08:00'), doNotCall: BERLIN },
			{ held_back: true, next_allowed_at: '2026-03-02T22:00:00Z' },
		],
	])(
		'says when the first may be called, if nobody is sent: %s',
		async (...[, phones, rules, is]) => {
			const data = phones.map((phone) => ({ phone }));
			const { sent, items } = await run(operation, adding(data, rules), accepted);
			expect(sent).toEqual([]);
			expect(items[0]?.json).toMatchObject({
				...is,
				reason: 'nobody left',
				contacts_sent: 0,
				row: 1,
			});
			expect(items[0]?.json).not.toHaveProperty('skipped');
		},
	);

	test('each contact has its own time zone, by an expression', async () => {
		const zones = ['Europe/Berlin', 'Asia/Tokyo'];
		const data = [{ phone: '+12125550101' }, { phone: '+12125550102' }];
		const setting = adding(data, {});
		const parameters = (index: number) => ({
			...setting.parameters,
			callingRules: { ...hours(), timeZone: zones[index] },
		});
		const { bodies } = await run(operation, { ...setting, parameters }, accepted);
		expect(contactsIn(bodies)).toEqual(['+12125550101']);
	});

	test('an attempt after 429 sends those who may still be called', async () => {
		clock.now = at('17:59:58');
		const data = [
			{ phone: BERLIN, tz: 'Europe/Berlin' },
			{ phone: '+12125550101', tz: 'Europe/London' },
		];
		const options = { ...LISTING, variableColumns: 'none' };
		const setting = adding(data, { ...hours(), timeZone: 'tz' }, { options });
		const { bodies, items } = await run(operation, setting, (number) => {
			clock.now += 5_000;
			return number === 0 ? json(429, { message: 'Busy' }, { 'retry-after': '0.01' }) : accepted();
		});
		expect(contactsIn(bodies)).toEqual([BERLIN, '+12125550101', '+12125550101']);
		expect(items[0]?.json).toMatchObject({ contacts_sent: 1, held_back_rows: [{ row: 1 }] });
	});
});

test('Once Ever: who is held back is not recorded: the next run calls', async () => {
	const keys = [BERLIN, TOKYO].map((number) => JSON.stringify(['', number]));
	const processed = new ProcessedDataTable();
	const options = { repeatedNumbers: 'ever' };
	const next = async () =>
		await run(makeCall, calling([BERLIN, TOKYO], hours(), { options, processed }), accepted);
	expect(calledIn((await next()).bodies)).toEqual([BERLIN]);
	expect(await rememberedOf(processed, keys)).toEqual(keys.slice(0, 1));
	clock.now = at('09:30', 'Asia/Tokyo') + DAY_MS;
	const tomorrow = await next();
	expect(calledIn(tomorrow.bodies)).toEqual([TOKYO]);
	expect((await next()).sent).toEqual([]);
});

test.each<[rule: string, rules: IDataObject]>([
	['Calling Hours', hours('07:00', '08:00')],
	['Do-Not-Call List', { doNotCall: BERLIN }],
])(
	'Once Ever: who was called before is no matter of %s, and stays called when the rule is gone',
	async (_rule, rules) => {
		const processed = new ProcessedDataTable();
		const options = { repeatedNumbers: 'ever' };
		const next = async (ofRun: IDataObject) =>
			await run(makeCall, calling([BERLIN], ofRun, { options, processed }), accepted);
		expect(calledIn((await next({})).bodies)).toEqual([BERLIN]);
		for (const ofRun of [rules, {}]) {
			const { sent, items } = await next(ofRun);
			expect(sent).toEqual([]);
			expect(items[0]?.json).toMatchObject({ skipped: true, reason: 'called before' });
			expect(items[0]?.json).not.toHaveProperty('held_back');
		}
	},
);

describe('a number that is twice in the input, and was called before', () => {
	const options = { ...LISTING, repeatedNumbers: 'ever' };

	test.each([true, false])(
		'is called before in its first row alone, and a duplicate in the other: Wait for Result %j',
		async (waitForResult) => {
			const processed = new ProcessedDataTable();
			const parameters = { waitForResult };
			await run(makeCall, calling([BERLIN], {}, { options, processed }), accepted);
			const setting = calling([BERLIN, BERLIN], {}, { options, processed, parameters });
			const { bodies, items } = await run(makeCall, setting, () => json(200, []));
			expect(calledIn(bodies)).toEqual([]);
			expect(items.map(({ json: { reason, row } }) => [reason, row])).toEqual([
				['called before', 1],
				['duplicate of row 1', 2],
			]);
		},
	);

	test('counts once as called before in a list', async () => {
		const processed = new ProcessedDataTable();
		const list = [{ phone: BERLIN }, { phone: BERLIN }];
		await run(create, adding(list.slice(1), {}, { options, processed }), accepted);
		const { sent, items } = await run(create, adding(list, {}, { options, processed }), accepted);
		expect(sent).toEqual([]);
		expect(items[0]?.json.rejected_rows).toMatchObject([
			{ row: 1, description: expect.stringMatching(/before/) },
			{ row: 2, description: expect.stringMatching(/^Duplicate of row 1: /) },
		]);
	});
});

test('the first rule that holds somebody back is shown, in the order of the rules: who must never be called before who may be later', async () => {
	const rules: Record<string, IDataObject> = {
		'Do-Not-Call List': { doNotCall: [BERLIN] },
		'Allowed Numbers': { allowedNumbers: TOKYO },
		Consent: { consent: { column: { name: '', validDays: 0 } } },
		'Calling Hours': hours('07:00', '08:00'),
		'Keep Credits': { keepCredits: 43 },
	};
	const count = Object.keys(rules).length;
	const shown: string[] = [];
	while (shown.length < count) {
		const left = Object.assign({}, ...Object.values(rules));
		const setting = calling([BERLIN], left, { data: [{ consent: '' }] });
		const { items } = await run(makeCall, setting, () => json(200, { credits: 42 }));
		const rule = String(items[0]?.json.rule);
		shown.push(rule);
		delete rules[rule];
	}
	expect(shown).toEqual([
		'Do-Not-Call List',
		'Allowed Numbers',
		'Consent',
		'Calling Hours',
		'Keep Credits',
	]);
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
		/** Hours of the night are the matter of schedule.test.mts. */
		from: fc.integer({ min: 0, max: 23 }),
		long: fc.integer({ min: 1, max: 24 }),
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
	const endOf = ({ from, long }: Scenario) => Math.min(from + long, 24);
	const rulesOf = (drawn: Scenario): IDataObject => ({
		...hours(two(drawn.from), two(endOf(drawn)), { weekdays: drawn.weekdays }),
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
		if (drawn.holidays.some((date) => date === local.toISODate())) return false;
		const isDay = drawn.weekdays.some((name) => name === local.weekdayLong?.toLowerCase());
		return isDay && local.hour >= drawn.from && local.hour < endOf(drawn);
	}

	/** What is said of each row of a campaign, as the items of Make Call say it. */
	function rowsIn({ json: report }: INodeExecutionData, count: number): IDataObject[] {
		const held = report.held_back_rows as IDataObject[];
		const rejected = report.rejected_rows as IDataObject[];
		return Array.from({ length: count }, (_, index) => {
			const found = [
				...held.map((one): IDataObject => ({ ...one, held_back: true })),
				...rejected.map((one): IDataObject => ({ ...one, skipped: true })),
			].filter(({ row }) => row === index + 1);
			expect(found.length).toBeLessThan(2);
			return found[0] ?? { call_id: 'c1' };
		});
	}

	const begin = DateTime.fromISO('2026-03-27T00:00Z').toMillis();

	test.each([
		['Make Call: each row is sent', makeCall],
		['Create: each row is sent', create],
	])('%s, held back, a duplicate or invalid, and only one of them', async (_what, operation) => {
		let held = 0;
		let sentCount = 0;
		const seen = new Set<unknown>();
		await fc.assert(
			fc.asyncProperty(scenario, async (drawn) => {
				const { people } = drawn;
				clock.now = begin + drawn.start * MINUTE_MS;
				const calls: Array<{ number: string; moment: number }> = [];
				const numbers = people.map((person) => person.phone);
				const repeatedNumbers = drawn.repeated;
				const setting =
					operation === create
						? adding(people, rulesOf(drawn), { options: { ...LISTING, repeatedNumbers } })
						: calling(numbers, rulesOf(drawn), {
								data: people,
								options: { repeatedNumbers },
								node: { onError: 'continueRegularOutput' },
							});
				const { items, error } = await run(operation, setting, (_number, { method, body }) => {
					if (method === 'GET') return json(200, { credits: BALANCE });
					const called = operation === create ? contactsIn([body]) : calledIn([body]);
					calls.push(...called.map((one) => ({ number: String(one), moment: clock.now })));
					// The store measures how long it takes.
					if (drawn.repeated !== 'ever') clock.now += drawn.pace * MINUTE_MS;
					return accepted();
				});
				if (error) {
					expect([error.message, calls]).toEqual(['No contact has a valid phone number', []]);
					return;
				}
				const told = operation === create ? rowsIn(items[0]!, people.length) : jsonOf(items);
				expect(told).toHaveLength(people.length);
				for (const [index, row] of told.entries()) {
					const person = people[index]!;
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
						expect(isAllowed(drawn, person, clock.now)).toBe(false);
					} else if (is.held && !['Do-Not-Call List', 'Keep Credits'].includes(String(row.rule))) {
						// There is no consent, or none at the next time that the hours allow.
						const ofNumber = people.filter((other) => plain(other.phone) === plain(person.phone));
						const ends = ofNumber.map((other) => consentTime(drawn, other.consent)?.[1] ?? 0);
						// Rows of one number in two time zones may have no hour that is allowed in both.
						const isInTwoZones = new Set(ofNumber.map(({ tz }) => tz)).size > 1;
						if (!isInTwoZones) expect(Math.min(...ends)).toBeLessThan(Infinity);
					}
					if (is.sent) {
						const call = calls.shift()!;
						expect(call.number).toBe(plain(person.phone));
						expect(isAllowed(drawn, person, call.moment)).toBe(true);
						expect(drawn.doNotCall.map(plain)).not.toContain(call.number);
						expect(drawn.keep ?? 0).toBeLessThanOrEqual(BALANCE);
					}
					held += Number(is.held);
					sentCount += Number(is.sent);
				}
				expect(calls).toEqual([]);
				const ofRun = told.filter(({ call_id }) => call_id === 'c1').length;
				expect(ofRun).toBeLessThanOrEqual(drawn.most ?? Number.POSITIVE_INFINITY);
			}),
			runs('sequences'),
		);
		expect(Math.min(held, sentCount)).toBeGreaterThan(scaleOf('sequences') / 4);
		expect([...seen]).toEqual(expect.arrayContaining(['Consent', 'Keep Credits', 'Calling Hours']));
	});
});
