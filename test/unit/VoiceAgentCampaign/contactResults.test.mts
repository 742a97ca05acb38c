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

const CONTACTS = [
	{
		contact_id: 'p1',
		phone_number: numberOf(1),
		status: 'completed',
		call_id: 'c1',
		outcome: 'interested',
	},
	{ contact_id: 'p2', phone_number: numberOf(2), status: 'pending' },
	{ contact_id: 'p3', phone_number: numberOf(3), status: 'completed', session_id: 's3' },
];
const CALLS = {
	c1: {
		call_id: 'c1',
		to_number: numberOf(1),
		summary: 'Wants it.',
		outcome: 'Interested!',
		transcript: 'Agent: Hello',
	},
	s3: {
		call_id: 'c3',
		session_id: 's3',
		to_number: numberOf(3),
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

	test('the call of another number is nobody’s result', async () => {
		const other = { ...CALLS.c1, to_number: numberOf(9) };
		const { rows } = await contacts(CONTACTS, { ...CALLS, c1: other }, WITH_RESULTS);
		expect(rows[0]).toMatchObject({ summary: null, transcript: null, outcome: 'interested' });
		expect(rows[0]?.message).toContain(numberOf(9));
	});

	test('the call in which the contact called is its result', async () => {
		const inbound = {
			...CALLS.c1,
			direction: 'inbound',
			from_number: numberOf(1),
			to_number: numberOf(9),
		};
		const { rows } = await contacts(CONTACTS, { ...CALLS, c1: inbound }, WITH_RESULTS);
		expect(rows[0]).toMatchObject({ summary: 'Wants it.', transcript: 'Agent: Hello' });
		expect(rows[0]?.message).toBeUndefined();
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
		await fc.assert(
			fc.asyncProperty(
				fc.shuffledSubarray(
					Array.from({ length: 12 }, (_, index) => index),
					{ minLength: 2 },
				),
				fc.infiniteStream(fc.constantFrom(...WAYS)),
				fc.boolean(),
				fc.nat(),
				async (places, ways, isItem, seed) => {
					const sheet = places.map((place) => {
						const row = {
							name: `Person ${place}`,
							order: 70_000 + place,
							mobile: ways.next().value!(numberOf(place)),
						};
						return isItem ? { json: row, pairedItem: { item: 0 } } : row;
					});
					const left = seed % places.length;
					const listed = places
						.filter((_place, index) => index !== left)
						.toSorted((one, other) => one - other)
						.map((place) => ({ contact_id: `p${place}`, phone_number: numberOf(place) }));
					const stranger = { contact_id: 'p99', phone_number: numberOf(99) };
					const { rows } = await contacts(
						[stranger, ...listed],
						{},
						{ options: { sheetRows: sheet } },
					);
					const expected = places.flatMap((place, index) =>
						index === left ? [] : [{ row: index + 1, contact_id: `p${place}` }],
					);
					expect(rows.map(({ row, contact_id }) => ({ row, contact_id }))).toEqual([
						...expected,
						{ row: null, contact_id: 'p99' },
					]);
					expect(Object.keys(rows[0]!)[0]).toBe('row');
				},
			),
		);
	});

	test('a number that occurs twice has its first row, as Create sends it', async () => {
		const sheet = [{ phone: 'none' }, { phone: numberOf(1) }, { phone: numberOf(1) }];
		const { rows } = await contacts(CONTACTS.slice(0, 1), {}, { options: { sheetRows: sheet } });
		expect(rows).toMatchObject([{ row: 2 }]);
	});

	test('a cell that can be the number of two contacts is of neither', async () => {
		const listed = ['+19165550123', '+79165550123'].map((phone_number, index) => ({
			contact_id: `p${index}`,
			phone_number,
		}));
		const placesIn = async (phone: string) => {
			const { rows } = await contacts(listed, {}, { options: { sheetRows: [{ phone }] } });
			return rows.map(({ row, contact_id }) => [contact_id, row]);
		};
		expect(await placesIn('916 555-0123')).toEqual([
			['p0', null],
			['p1', null],
		]);
		expect(await placesIn('+79165550123')).toEqual([
			['p1', 1],
			['p0', null],
		]);
	});

	const sheetRows = async (sheet: readonly IDataObject[], options: IDataObject = {}) => {
		const listed = [1, 2, 3].map((place) => ({
			contact_id: `k${place}`,
			phone_number: numberOf(place),
		}));
		const { rows, error, urls } = await contacts(
			listed,
			{},
			{ options: { sheetRows: sheet, ...options } },
		);
		if (error) expect(urls).toEqual([]);
		return error?.message ?? rows.map(({ contact_id, row }) => [contact_id, row]);
	};
	const [ADA, BOB, EVE] = [numberOf(1), numberOf(2), numberOf(3)];

	/** The row of Ada, Bob and Eve. */
	test.each<[sheet: IDataObject[], rows: Array<number | null>]>([
		// The number of the spouse, of the owner in each row, of who names the other, in a note, of an order.
		[
			[{ phone: ADA, spouse_phone: BOB }, { phone: BOB }],
			[1, 2, null],
		],
		[[ADA, BOB, EVE].map((phone) => ({ phone, owner_phone: EVE })), [1, 2, 3]],
		[
			[
				{ phone: ADA, alt: BOB },
				{ phone: BOB, alt: ADA },
			],
			[1, 2, null],
		],
		[
			[{ phone: ADA, note: BOB.slice(2) }, { phone: BOB.slice(2) }],
			[1, 2, null],
		],
		[
			[{ order: Number(BOB.slice(2)), phone: ADA }, { phone: BOB }],
			[1, 2, null],
		],
		// The first column is of somebody else, also in an object.
		[[{ 'Referred by': BOB, Mobile: ADA }], [1, null, null]],
		[[{ phone: { value: ADA }, referrer: { phone: BOB } }], [1, null, null]],
		// Several numbers in the cell; several columns that may have it; none.
		[
			[{ phone: [ADA, BOB] }, { phone: EVE }],
			[null, null, 2],
		],
		[
			[{ phone: ADA, mobile: BOB }, { phone: BOB }],
			[null, null, null],
		],
		[
			[{ whom: ADA }, { whom: BOB }],
			[null, null, null],
		],
		[[{ phone_number: ADA, mobile: BOB }], [1, null, null]],
	])('are not of a person by another cell: %j', async (sheet, [k1, k2, k3]) => {
		const given = (await sheetRows(sheet)) as Array<[string, number | null]>;
		expect(Object.fromEntries(given)).toEqual({ k1, k2, k3 });
	});

	test('the column with the number can be entered', async () => {
		const sheet = [
			{ Phone: EVE, 'Call Whom': BOB },
			{ Phone: EVE, 'Call Whom': ADA },
		];
		expect(await sheetRows(sheet, { phoneNumberColumn: 'call whom' })).toEqual([
			['k2', 1],
			['k1', 2],
			['k3', null],
		]);
		expect(await sheetRows(sheet, { phoneNumberColumn: 'Whom' })).toBe(
			'No input item has a column "Whom"',
		);
	});
});
