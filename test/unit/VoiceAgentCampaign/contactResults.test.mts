import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { contact } from '../../../nodes/VoiceAgentCampaign/resources/contact';
import { operationIn } from '../../support/callers.mts';
import { json, run } from '../../support/fakeContext.mts';

/*
 * Contact: Get Many, with the result of each contact's call, and in the order of the sheet.
 */

const getMany = operationIn(contact, 'getAll');
const numberOf = (place: number) => `+1212555${String(100 + place).padStart(4, '0')}`;

/** Contact Get Many, of a platform with these contacts and calls. A call that is a function is its answer. */
async function contacts(
	listed: readonly IDataObject[],
	calls: Readonly<Record<string, unknown>>,
	parameters: IDataObject,
) {
	const answer = (_number: number, { url, qs = {} }: IHttpRequestOptions) => {
		const [, name, id = ''] = /\/(call_?s?|calls\/session)\/([^/]+)$/.exec(url) ?? [];
		if (name !== undefined) {
			const call = calls[decodeURIComponent(id)];
			return typeof call === 'function' ? call() : call ? json(200, call) : json(404, {});
		}
		const { limit = 100, offset = 0 } = qs as { limit?: number; offset?: number };
		return json(200, listed.slice(Number(offset), Number(offset) + Number(limit)));
	};
	const setting = {
		parameters: { campaignId: 'k1', returnAll: true, output: 'simplified', ...parameters },
	};
	const done = await run(getMany, setting, answer);
	const asked = done.urls.filter((url) => url.startsWith('/calls/'));
	return { ...done, asked, rows: done.items.map((item) => item.json) };
}

const person = (place: number, more: IDataObject = {}) => ({
	contact_id: `p${place}`,
	phone_number: numberOf(place),
	...more,
});
const CONTACTS = [
	person(1, { status: 'completed', call_id: 'c1', outcome: 'interested' }),
	person(2, { status: 'pending' }),
	person(3, { status: 'completed', session_id: 's3' }),
];
const CALLS = {
	c1: {
		...{ call_id: 'c1', to_number: numberOf(1), summary: 'Wants it.', outcome: 'Interested!' },
		transcript: 'Agent: Hello',
	},
	s3: {
		...{ call_id: 'c3', session_id: 's3', to_number: numberOf(3) },
		analysis: { summary: 'No.', outcome: 'declined' },
	},
};
const WITH_RESULTS = { includeResults: true, output: 'allColumns' };

describe('Include Summary and Transcript', () => {
	test('reads the call of each contact that was called, once', async () => {
		const { rows, asked } = await contacts(
			[...CONTACTS, { ...CONTACTS[0], contact_id: 'p4' }],
			CALLS,
			WITH_RESULTS,
		);
		expect(asked.sort()).toEqual(['/calls/c1', '/calls/session/s3']);
		expect(rows).toMatchObject([
			{ contact_id: 'p1', outcome: 'interested', summary: 'Wants it.', transcript: 'Agent: Hello' },
			{ contact_id: 'p2', outcome: null, summary: null, transcript: null },
			{ contact_id: 'p3', outcome: 'declined', summary: 'No.', transcript: null },
			{ contact_id: 'p4', summary: 'Wants it.' },
		]);
		for (const row of rows) expect(Object.keys(row).at(-1)).toBe('transcript');
	});

	const LONG = 'Ada wants an offer for a team of twelve before the end of the quarter.';
	const SAID = `Agent: ${'Good morning. '.repeat(10).trim()}`;
	const ALL = { summary: LONG, transcript: SAID };
	const START = {
		summary: 'Ada wants an offer for a team of twelve before the end of …',
		transcript_start: 'Agent: Good morning. Good morning. Good morning. Good …',
	};

	test.each<[output: string, result: IDataObject]>([
		['', START],
		['simplified', START],
		['allColumns', ALL],
		['selectedFields', ALL],
		['raw', ALL],
	])('Output "%s": %j, and what an IF decides by is whole', async (output, result) => {
		const { rows } = await contacts(
			[{ ...CONTACTS[0], outcome: null }],
			{ c1: { ...CALLS.c1, ...ALL, outcome: LONG } },
			{ ...WITH_RESULTS, output, fields: ['contact_id'] },
		);
		const { summary, transcript, transcript_start, outcome } = rows[0]!;
		expect({ summary, transcript, transcript_start }).toEqual(result);
		expect(outcome).toBe(LONG);
		expect(Object.keys(rows[0]!).at(-1)).toBe(Object.keys(result)[1]);
	});

	test('a call that cannot be read is said in its row, and the others are there', async () => {
		const { rows, error } = await contacts(CONTACTS, { c1: CALLS.c1 }, WITH_RESULTS);
		expect(error).toBeUndefined();
		expect(rows[0]).toMatchObject({ summary: 'Wants it.' });
		expect(rows[2]).toMatchObject({ summary: null, transcript: null });
		expect(rows[2]?.message).toContain('The call could not be read: ');
	});

	test('the call of another number is nobody’s result; that in which the contact called is', async () => {
		const other = { ...CALLS.c1, to_number: numberOf(9) };
		const { rows } = await contacts(CONTACTS, { ...CALLS, c1: other }, WITH_RESULTS);
		expect(rows[0]).toMatchObject({ summary: null, transcript: null, outcome: 'interested' });
		expect(rows[0]?.message).toContain(numberOf(9));
		const inbound = { ...other, direction: 'inbound', from_number: numberOf(1) };
		const called = await contacts(CONTACTS, { ...CALLS, c1: inbound }, WITH_RESULTS);
		expect(called.rows[0]).toMatchObject({ summary: 'Wants it.', transcript: 'Agent: Hello' });
		expect(called.rows[0]?.message).toBeUndefined();
	});
});

describe('Rows of the Sheet', () => {
	const WAYS = [
		(number: string) => number,
		(number: string) => number.slice(2),
		(number: string) => Number(number.slice(1)),
		(number: string) => `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`,
		(number: string) => `001 ${number.slice(2)}`,
	];

	test('give each contact its row, in the order of the sheet, however its number is written', async () => {
		const places = fc.shuffledSubarray([...Array(12).keys()], { minLength: 2 });
		const ways = fc.infiniteStream(fc.constantFrom(...WAYS));
		await fc.assert(
			fc.asyncProperty(places, ways, fc.boolean(), fc.nat(), async (all, way, isItem, seed) => {
				const sheet = all.map((place) => {
					const row = {
						name: `Person ${place}`,
						order: 70_000 + place,
						mobile: way.next().value!(numberOf(place)),
					};
					return isItem ? { json: row, pairedItem: { item: 0 } } : row;
				});
				const left = all[seed % all.length];
				const listed = all
					.filter((place) => place !== left)
					.toSorted((one, other) => one - other)
					.map((place) => person(place));
				const { rows } = await contacts(
					[person(99), ...listed],
					{},
					{ options: { sheetRows: sheet } },
				);
				const expected = all.flatMap((place, index) =>
					place === left ? [] : [{ row: index + 1, contact_id: `p${place}` }],
				);
				expect(rows.map(({ row, contact_id }) => ({ row, contact_id }))).toEqual([
					...expected,
					{ row: null, contact_id: 'p99' },
				]);
				expect(Object.keys(rows[0]!)[0]).toBe('row');
			}),
		);
	});

	/** The contacts in the order of the list that comes, and the row of each. */
	const sheetRows = async (
		sheet: readonly IDataObject[],
		options: IDataObject = {},
		listed: readonly IDataObject[] = [1, 2, 3].map((place) => person(place)),
	) => {
		const all = { options: { sheetRows: sheet, ...options } };
		const { rows, error, urls } = await contacts(listed, {}, all);
		if (error) expect(urls).toEqual([]);
		return error?.message ?? rows.map(({ contact_id, row }) => [contact_id, row]);
	};
	const [ADA, BOB, EVE] = [numberOf(1), numberOf(2), numberOf(3)];

	test('a number that occurs twice has its first row, as Create sends it', async () => {
		const sheet = ['none', ADA, ADA].map((phone) => ({ phone }));
		expect(await sheetRows(sheet, {}, [person(1)])).toEqual([['p1', 2]]);
	});

	test('a cell that can be the number of two contacts is of neither', async () => {
		const listed = ['+19165550123', '+79165550123'].map((phone_number, index) =>
			person(index, { phone_number }),
		);
		const rowsOf = async (phone: string) => await sheetRows([{ phone }], {}, listed);
		expect(await rowsOf('916 555-0123')).toEqual([
			['p0', null],
			['p1', null],
		]);
		expect(await rowsOf('+79165550123')).toEqual([
			['p1', 1],
			['p0', null],
		]);
	});

	/** The row of Ada, Bob and Eve. */
	test.each<[rows: Array<number | null>, ...sheet: IDataObject[]]>([
		// The number of the spouse, of the owner in each row, of who names the other, in a note, of an order.
		[[1, 2, null], { phone: ADA, spouse_phone: BOB }, { phone: BOB }],
		[[1, 2, 3], ...[ADA, BOB, EVE].map((phone) => ({ phone, owner_phone: EVE }))],
		[[1, 2, null], { phone: ADA, alt: BOB }, { phone: BOB, alt: ADA }],
		[[1, 2, null], { phone: ADA, note: BOB.slice(2) }, { phone: BOB.slice(2) }],
		[[1, 2, null], { order: Number(BOB.slice(2)), phone: ADA }, { phone: BOB }],
		// The first column is of somebody else, also in an object.
		[[1, null, null], { 'Referred by': BOB, Mobile: ADA }],
		[[1, null, null], { phone: { value: ADA }, referrer: { phone: BOB } }],
		// Several numbers in the cell; several columns that may have it; none.
		[[null, null, 2], { phone: [ADA, BOB] }, { phone: EVE }],
		[[null, null, null], { phone: ADA, mobile: BOB }, { phone: BOB }],
		[[null, null, null], { whom: ADA }, { whom: BOB }],
		[[1, null, null], { phone_number: ADA, mobile: BOB }],
	])(
		'rows %j of the sheet are not of a person by another cell: %j',
		async ([p1, p2, p3], ...sheet) => {
			const given = (await sheetRows(sheet)) as Array<[string, number | null]>;
			expect(Object.fromEntries(given)).toEqual({ p1, p2, p3 });
		},
	);

	test('the column with the number can be entered', async () => {
		const sheet = [
			{ Phone: EVE, 'Call Whom': BOB },
			{ Phone: EVE, 'Call Whom': ADA },
		];
		expect(await sheetRows(sheet, { phoneNumberColumn: 'call whom' })).toEqual([
			['p2', 1],
			['p1', 2],
			['p3', null],
		]);
		expect(await sheetRows(sheet, { phoneNumberColumn: 'Whom' })).toBe(
			'No input item has a column "Whom"',
		);
	});
});
