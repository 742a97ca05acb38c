import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { BERLIN, calling, makeCall } from '../../../support/callers.mts';
import { run } from '../../../support/fakeContext.mts';
import { runs, scaleOf } from '../../../scale.mts';
import { accepted, calledIn, jsonOf, mondayNoon } from '../mondayNoon.mts';
import { phrases } from '../../../support/phrases.mts';

/*
 * Who is on the Do-Not-Call List is not called, however the number and the list are written.
 */

mondayNoon();

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
		['a list', ['', ' ', listed, null]],
		['rows with lists beside the number', [{ phone: listed, tags: ['vip', 'old'] }]],
		['a national number', '212.555.0123'],
		['rows', [{ phone: listed }, { phone: '+12125550124' }]],
		['items', [{ json: { phone_number: listed } }]],
		['a number', 12_125_550_123],
	];

	test.each(lists)('as %s, no notation of the number is called', async (_what, doNotCall) => {
		const setting = calling(
			[...notations, BERLIN],
			{ doNotCall: doNotCall as IDataObject },
			{ parameters: { defaultCountryCode: '1' }, options: { repeatedNumbers: 'always' } },
		);
		const { bodies, items } = await run(makeCall, setting, accepted);
		expect(calledIn(bodies)).toEqual([BERLIN]);
		const held = {
			held_back: true,
			rule: 'Do-Not-Call List',
			reason: 'on do-not-call list',
			description: "The number is on the 'Do-Not-Call List'",
			next_allowed_at: null,
			contact_number: listed,
		};
		const expected = notations.map((_number, index) => ({ ...held, row: index + 1 }));
		expect(jsonOf(items).slice(0, -1)).toEqual(expected);
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
		const setting = calling([BERLIN], { doNotCall: doNotCall as IDataObject[] });
		const { error, sent } = await run(makeCall, setting, accepted);
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
		const setting = calling(
			[...twoPeople, '+493012345699'],
			{ doNotCall: [{ id: '+12125550123', [column]: written.join(between) }] },
			{ parameters: { defaultCountryCode: '49' } },
		);
		const { error, bodies } = await run(makeCall, setting, accepted);
		expect(calledIn(bodies)).toEqual(error ? [] : ['+493012345699']);
		if (error) expect(error.message).toMatch(/Entry 1 of 'Do-Not-Call List' cannot be read/);
	});

	type Put = (value: unknown) => IDataObject;
	/** Columns of a list, and whether they are for phone numbers: nobody looks for numbers in others. */
	const COLUMNS: Array<[put: Put, isNamed: boolean]> = [
		...[
			...phrases`phone | Phone | phone_number | mobile | mobile_phone | telephone | Phone 2 | Cell`,
			...phrases`Handy | Rufnummer | Móvil | homePhone | Work phone | number | Number 2 | numbers | Téléphone`,
		].map((name): [Put, boolean] => [(value) => ({ [name]: value as string }), true]),
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

	test('a list that has changed in place since the last item or run is read again', async () => {
		const list = [BERLIN];
		const called = async () => {
			const options = { repeatedNumbers: 'always' };
			const setting = calling([BERLIN, '+493012345602'], { doNotCall: list }, { options });
			return calledIn((await run(makeCall, setting, accepted)).bodies);
		};
		expect(await called()).toEqual(['+493012345602']);
		list.push('+493012345602');
		expect(await called()).toEqual([]);
	});

	test('a list is another one with another choice for Numbers Without +', async () => {
		const [german, american] = ['+4915712345678', '+15712345678'];
		const called: unknown[] = [];
		for (const numbersWithoutPlus of ['national', 'withCountryCode']) {
			const options = { repeatedNumbers: 'always', numbersWithoutPlus };
			const parameters = { defaultCountryCode: '49' };
			const rules = { allowedNumbers: '15712345678' };
			const setting = calling([german, american], rules, { options, parameters });
			called.push(calledIn((await run(makeCall, setting, accepted)).bodies));
		}
		expect(called).toEqual([[german], [american]]);
	});

	test.each<[phone: string, isRead: boolean]>([
		['+49 30 12345601, 30 12345602', true],
		['+49 30 12345601, +49 30 12345602, 30 12345603', true],
		['+49 30 12345601, +49 30 12345602, 089 123456', true],
		['+49 30 12345601, +49 30 12345602, 89 1234567', false],
	])('may a number of %s be the end of the first one? It is read: %p', async (phone, isRead) => {
		const parameters = { defaultCountryCode: '49' };
		const rules = { doNotCall: [{ phone }] };
		const numbers = ['+493012345602', '+493012345699'];
		const { bodies, error } = await run(
			makeCall,
			calling(numbers, rules, { parameters }),
			accepted,
		);
		expect(calledIn(bodies)).toEqual(isRead ? numbers.slice(1) : []);
		if (!isRead) expect(error?.message).toMatch(/may be only the end of another number/);
	});

	const NATIONAL = '030 12345601';
	const ROME = '+3903012345601';
	test.each<[rule: string, list: unknown, called: string[][]]>([
		['doNotCall', NATIONAL, [[ROME], [BERLIN], [ROME]]],
		['doNotCall', [{ phone: NATIONAL }], [[ROME], [BERLIN], [ROME]]],
		['allowedNumbers', NATIONAL, [[BERLIN], [ROME], [BERLIN]]],
		['allowedNumbers', [{ phone: NATIONAL }], [[BERLIN], [ROME], [BERLIN]]],
	])(
		'%s %j, the same list, is another one with another Default Country Code',
		async (rule, list, called) => {
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
});
