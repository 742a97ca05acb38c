import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { runs } from '../../../scale.mts';
import {
	add,
	adding,
	BERLIN,
	LISTING,
	calling,
	create,
	makeCall,
} from '../../../support/callers.mts';
import { run } from '../../../support/fakeContext.mts';
import { accepted, sentTo } from '../mondayNoon.mts';

/*
 * A row that says no itself: nobody is called by it, with rules or without. And one number in several rows: a no in any of them counts.
 */

const PHONE = '+12125550101';
const OTHER = '+12125550102';
const MOBILE = '+4915112345678';
/** One number, in both forms that its country has. */
const FORMS = ['+5491112345678', '+541112345678'];
const CONTINUED = { onError: 'continueRegularOutput' as const };
const CONSENT = { consent: { column: { name: '', validDays: 0 } } };

/** The numbers that rows lead to in a campaign, and what the item says of the others. */
async function created(rows: IDataObject[], rules: IDataObject = {}, options: IDataObject = {}) {
	const setting = adding(rows, rules, {
		options: { ...LISTING, ...options },
		parameters: { phoneNumberColumn: 'Phone' },
	});
	const done = await run(create, setting, accepted);
	const held = (done.items[0]?.json.held_back_rows ?? []) as IDataObject[];
	return { called: sentTo(done), held, error: done.error };
}

/** Who is called of contacts in JSON. */
const calledOfJson = async (contacts: IDataObject[]) => {
	const contactsJson = JSON.stringify(contacts);
	const parameters = { contactsFrom: 'json', contactsJson, defaultCountryCode: '49' };
	return sentTo(await run(create, adding([{}], {}, { parameters }), accepted));
};
/** Who is called by Make Call. */
const made = async (...asked: Parameters<typeof calling>) =>
	sentTo(await run(makeCall, calling(...asked), accepted));

const person = (more: IDataObject): IDataObject => ({ Phone: PHONE, Name: 'Ada', ...more });

/** What a row says that says no, and the column that the reason names. */
const SAYS_NO: Array<[row: IDataObject, column: string]> = [
	[{ opted_out: 'yes' }, 'opted_out'],
	[{ Status: 'DNC' }, 'Status'],
	[{ notes: 'Please do not call again' }, 'notes'],
	[{ Einwilligung: 'widerrufen' }, 'Einwilligung'],
	[{ tags: ['vip', 'do-not-call'] }, 'tags'],
	[{ preferences: { doNotCall: true } }, 'preferences.doNotCall'],
	[{ fields: [{ name: 'do_not_call', value: 'Y' }] }, 'fields.do_not_call'],
	[{ analysis: { outcome: 'Asked us not to call again' } }, 'analysis.outcome'],
	[{ note: 'not on the DNC list' }, 'note'],
];

const SAYS_NOTHING: IDataObject[] = [
	{ opted_out: 'no' },
	{ opted_out: null },
	{ 'Opt-Out': '' },
	{ 'Email Opt-Out': 'yes' },
	{ dnc_checked: true },
	{ Status: 'Not interested' },
	{ outcome: 'no_answer' },
	{ Consent: '' },
	{ notes: 'Call after 5 pm' },
];

describe('a row that says no, without any rule', () => {
	test.each(SAYS_NO)('%j', async (row, column) => {
		const { called, held } = await created([person(row), { Phone: OTHER, Name: 'Bob' }]);
		expect(called).toEqual([OTHER]);
		expect(held).toMatchObject([
			{
				rule: 'Row Says No',
				reason: `row says no in ${column}`,
				description: expect.stringContaining(`The column ${column} `),
			},
		]);
		const one = await run(makeCall, calling([BERLIN], {}, { data: [row] }), accepted);
		expect(sentTo(one)).toEqual([]);
		expect(one.items[0]?.json).toMatchObject({ held_back: true, rule: 'Row Says No' });
		const setting = adding([person(row)], {}, { parameters: { phoneNumberColumn: 'Phone' } });
		expect(sentTo(await run(add, setting, accepted))).toEqual([]);
	});

	test.each(SAYS_NOTHING)('%j says nothing', async (row) => {
		expect((await created([person(row)])).called).toEqual([PHONE]);
	});

	test('a list in JSON is looked at as well', async () => {
		const no = { phone_number: PHONE, variables: { do_not_call: 'yes' } };
		expect(await calledOfJson([no, { phone_number: OTHER }])).toEqual([OTHER]);
	});

	test('who knows better calls all the same', async () => {
		const options = { callPeopleWhoseRowSaysNo: true };
		expect((await created([person({ Status: 'DNC' })], {}, options)).called).toEqual([PHONE]);
	});

	test("the user's own words count, as a name and in a text", async () => {
		const options = { alsoMeansDoNotCall: 'tote Leitung, gekündigt' };
		for (const row of [{ Status: 'Gekündigt' }, { 'Tote Leitung': 'ja' }]) {
			expect((await created([person(row)])).called).toEqual([PHONE]);
			expect((await created([person(row)], {}, options)).called).toEqual([]);
		}
	});

	test('a model cannot decide it', async () => {
		const options = { callPeopleWhoseRowSaysNo: "={{ $fromAI('force') }}" };
		const data = [{ Status: 'DNC' }];
		const setting = calling([BERLIN], {}, { data, node: { parameters: { options } } });
		const { sent, error } = await run(makeCall, setting, accepted);
		expect(sent).toEqual([]);
		expect(error?.message).toContain("'Call People Whose Row Says No'");
	});
});

describe('the rule Consent looks beside its column', () => {
	test.each<IDataObject>([
		{ optin_time: '2026-01-01', optout_time: '2026-02-01' },
		{ Consent: '2026-01-01', 'Consent Withdrawn': '2026-06-01' },
		{ Consent: 'yes', consent_withdrawal_date: '2026-06-01' },
		{ Consent: 'yes', 'Revocation Date': '2026-06-01' },
		{ Consent: 'yes', 'Consent Expired': '2026-06-01' },
		{ Zgoda: 'tak', 'Data wycofania zgody': '2026-06-01' },
		{ Consentimiento: 'sí', 'Fecha de baja': '2026-06-01' },
		{ 'Opt-In Date': '2026-01-01', 'Opt-Out Date': '2026-06-01' },
		{ Consent: 'yes', 'Do Not Call': true },
		{ Einwilligung: 'ja', Widerruf: '2026-02-01' },
		{ Consent: 'yes', Note: 'took back: consent revoked' },
	])('%j is held back, also where rows that say no are called', async (row) => {
		for (const options of [{}, { callPeopleWhoseRowSaysNo: true }]) {
			const { called, held, error } = await created([person(row)], CONSENT, options);
			expect([called, error]).toEqual([[], undefined]);
			expect(held).toMatchObject([{ rule: 'Consent' }]);
		}
	});

	test.each<[row: IDataObject, isCalled: boolean]>([
		[{ 'Opt-In': 'yes', 'Opt-Out': '' }, true],
		[{ 'Opt-In': 'yes', 'Opt-Out': 'no' }, true],
		[{ 'Opt-In': 'yes', 'Email Opt-Out': 'yes' }, true],
		[{ Consent: '2026-03-02' }, true],
		[{ Consent: '' }, false],
	])('%j', async (row, isCalled) => {
		const { called } = await created([person(row)], CONSENT);
		expect(called).toEqual(isCalled ? [PHONE] : []);
	});
});

describe('one number in several rows', () => {
	const yes = { Phone: PHONE, Name: 'Ada', Consent: 'yes' };
	const no = { ...yes, Consent: 'no' };

	test.each([
		['yes, then no', [yes, no]],
		['no, then yes', [no, yes]],
		['written otherwise', [yes, { ...no, Phone: '+1 (212) 555-0101' }]],
		['in another form', [yes, no].map((row, at) => ({ ...row, Phone: FORMS[at] ?? '' }))],
	])('Consent: %s', async (_what, rows) => {
		expect((await created(rows, CONSENT)).called).toEqual([]);
		expect((await created(rows, CONSENT, { repeatedNumbers: 'always' })).called).toEqual([]);
		const data = rows.map(({ Consent }) => ({ Consent }));
		const phones = rows.map(({ Phone }) => Phone);
		expect(await made(phones, CONSENT, { data })).toEqual([]);
	});

	test('without a rule, too', async () => {
		const rows = [person({}), person({ Status: 'DNC' }), { Phone: OTHER }];
		expect((await created(rows)).called).toEqual([OTHER]);
		const data = [{}, { Status: 'DNC' }, {}];
		expect(await made([PHONE, PHONE, OTHER], {}, { data })).toEqual([OTHER]);
	});

	test.each<[what: string, row: IDataObject, left?: number]>([
		['a name cell with two values', { Name: ['Ada', 'Bo'] }],
		['a number that can be two', { Phone: '15112345678' }],
		['two numbers in its cell', { Phone: [PHONE, MOBILE] }, 1],
		['an extension', { Phone: `${PHONE} ext 5` }],
		['words beside the number', { Phone: `Ada: ${PHONE} or Herr Meier` }],
		['two numbers in one text', { Phone: `${PHONE}; ${MOBILE}` }, 1],
		['two numbers in a sentence', { Phone: `${PHONE} or at home ${MOBILE}` }, 1],
		['the old form of a number', { Phone: '+551187654321' }],
	])('a row that cannot be sent counts: %s', async (_what, row, left = 2) => {
		const people = [PHONE, MOBILE, '+5511987654321'].map((Phone) => ({ Phone, Name: 'Ada' }));
		const parameters = { phoneNumberColumn: 'Phone', defaultCountryCode: '49' };
		const called = async (all: IDataObject[]) => {
			const numbers = all.map(({ Phone }) => Phone as string);
			return [
				sentTo(await run(create, adding(all, {}, { parameters }), accepted)),
				await made(numbers, {}, { data: all, parameters, node: CONTINUED }),
			];
		};
		const withoutNo = await called([...people, person(row)]);
		const withNo = await called([...people, person({ ...row, Status: 'DNC' })]);
		expect(withoutNo.map((numbers) => numbers.length)).toEqual([3, 3]);
		expect(withNo.map((numbers) => numbers.length)).toEqual([left, left]);
	});

	test.each<[what: string, failing: IDataObject]>([
		['wrong variables', { options: { variablesJson: '{"a":' } }],
		['no agent', { agentId: '' }],
		['a rule that cannot be read', { callingRules: { doNotCall: 'nonsense' } }],
		['two agents', { agentId: ['a', 'b'] }],
		['two country codes', { defaultCountryCode: ['1', '2'] }],
		['a choice that there is not', { options: { numbersWithoutPlus: 'xx' } }],
		['words that are none', { options: { alsoMeansDoNotCall: { a: 1, b: 2 } } }],
	])('an item that fails counts: %s', async (_what, failing) => {
		// The last one fails, too, and says nothing.
		const data = [{}, { Status: 'DNC' }, {}, {}];
		const setting = calling([PHONE, PHONE, OTHER, BERLIN], {}, { data, node: CONTINUED });
		const parameters = (index: number) => ({
			...setting.parameters(index),
			...(index % 2 === 1 && failing),
		});
		const calls = await run(makeCall, { ...setting, parameters }, accepted);
		expect(sentTo(calls)).toEqual([OTHER]);
	});

	test("a list that fails because of a second number counts, by the user's own words", async () => {
		const lists = [
			[{ phone_number: PHONE, to_number: BERLIN, status: 'closed' }],
			[{ phone_number: PHONE }, { phone_number: OTHER }],
		];
		const options = { alsoMeansDoNotCall: 'closed' };
		const setting = adding([{}, {}], { doNotCall: MOBILE }, { options, node: CONTINUED });
		const parameters = (index: number) => ({
			...setting.parameters,
			contactsFrom: 'json',
			contactsJson: lists[index],
		});
		const done = await run(add, { ...setting, parameters }, accepted);
		expect(done.items[0]?.json.error).toMatch(/cannot check "to_number"/);
		expect(sentTo(done)).toEqual([OTHER]);
	});

	test.each([BERLIN, '030 12345601'])(
		'a contact in JSON with a second number that could be called, as %s, has the no of both',
		async (second) => {
			const contacts = [
				{ phone_number: PHONE, to_number: second },
				{ phone_number: BERLIN, status: 'DNC' },
				{ phone_number: OTHER },
			];
			expect(await calledOfJson(contacts)).toEqual([OTHER]);
		},
	);

	test('a row with two numbers, which is not sent, hands no no of one to the other', async () => {
		const both = person({ Phone: [PHONE, OTHER] });
		const rows = [person({ Status: 'DNC' }), both, person({ Phone: OTHER })];
		expect((await created(rows)).called).toEqual([OTHER]);
	});

	test.each([{}, { mobile_phone: '+12125550103' }])(
		'another number of the person that is on the list counts in any row, beside one with %j',
		async (first) => {
			const rules = { doNotCall: OTHER };
			const rows = [person(first), person({ mobile_phone: OTHER })];
			expect((await created(rows, rules)).called).toEqual([]);
		},
	);

	test('nobody is called who has a row with a no', async () => {
		const number = fc.integer({ min: 0, max: 5 }).map((last) => `+1212555010${last}`);
		const row = fc.record({
			Phone: number,
			Consent: fc.constantFrom('yes', 'yes', 'yes', '2026-01-05', 'no', ''),
			Status: fc.constantFrom('', '', '', 'open', 'DNC'),
		});
		await fc.assert(
			fc.asyncProperty(
				fc.array(row, { minLength: 1, maxLength: 8 }),
				fc.boolean(),
				async (rows, hasRule) => {
					const saysNo = ({ Consent, Status }: (typeof rows)[number]) =>
						Status === 'DNC' || Consent === 'no' || (hasRule && Consent === '');
					const refused = new Set(rows.filter(saysNo).map(({ Phone }) => Phone));
					const wanted = [...new Set(rows.map(({ Phone }) => Phone))].filter(
						(one) => !refused.has(one),
					);
					const { called } = await created(rows, hasRule ? CONSENT : {});
					expect(called).toEqual(wanted);
				},
			),
			runs('sequences'),
		);
	});
});
