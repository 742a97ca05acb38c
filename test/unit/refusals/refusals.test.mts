import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { refusalIn, saysWhoMayBeCalled, saysWhoNotToCall } from '../../../nodes/shared/refusals';
import { REFUSAL_NAMES } from '../../../nodes/shared/refusals/fieldNames';
import { NO, NOTHING, REFUSALS, YES } from '../../../nodes/shared/refusals/textWords';
import { runs } from '../../scale.mts';
import { DENYING, HARMLESS, REFUSING, rowOf } from './texts.mts';
import { phrases } from '../../support/phrases.mts';

/*
 * The one judge of every "no": names of fields, words in short texts, the user's own words.
 */

const says = (row: unknown) => refusalIn(row as IDataObject)?.says;
const saysOfCall = (row: unknown) => refusalIn(row as IDataObject, { isCall: true })?.says;

/** Every text that refuses, with its language. */
const refusing = Object.entries(REFUSING).flatMap(([language, texts]) =>
	texts.map((text) => [language, text] as const),
);

describe('a short text', () => {
	test.each(refusing)('%s: "%s" says no', (_language, text) => {
		expect(says({ notes: text })).toBe('yes');
		expect(saysOfCall({ outcome: text })).toBe('yes');
	});

	test.each(DENYING)('"%s" is unclear', (text) => {
		expect(says({ notes: text })).toBe('unclear');
		expect(saysOfCall({ disposition: text })).toBe('unclear');
	});

	test.each(HARMLESS)('"%s" says nothing', (text) => {
		expect(says({ outcome: text, status: text, notes: text, tags: [text] })).toBeUndefined();
	});

	const place = fc.constantFrom<(text: string) => object>(
		(text) => ({ outcome: text }),
		(text) => ({ sub_disposition: text }),
		(text) => ({ outcomeType: text }),
		(text) => ({ call: { status: text } }),
		(text) => ({ tags: ['vip', text] }),
		(text) => ({ tags: [{ name: text, color: 'red' }] }),
		(text) => ({ labels: JSON.stringify(['vip', text]) }),
		(text) => ({ Bemerkung: text }),
		(text) => ({ variables: { notes: text } }),
		(text) => ({ end_reason: text }),
		(text) => ({ analysis: { next_step: text } }),
		(text) => ({
			analysis: JSON.stringify({ fields: [{ question: 'Last words?', answer: text }] }),
		}),
	);
	const phrase = fc.oneof(
		fc.constantFrom(...refusing.map(([, text]) => text)),
		fc.constantFrom(...Object.values(REFUSALS).flat()),
	);

	test('says no wherever a phrase stands in it, in any text field, with words around it', () => {
		const before = fc.constantFrom(
			'',
			'Ada: ',
			'VIP ',
			'On Tuesday - ',
			'2026-03-01 ',
			'Called twice. ',
		);
		const after = fc.constantFrom('', '!', ' (by phone)', '. Thank you', ' today', ' 2');
		fc.assert(
			fc.property(
				phrase,
				place,
				before,
				after,
				fc.boolean(),
				(text, placed, start, end, isUpper) => {
					const written = `${start}${text}${end}`;
					fc.pre(written.length <= 80);
					expect(says(placed(isUpper ? written.toUpperCase() : written))).toBe('yes');
				},
			),
			runs('values'),
		);
	});

	test('is unclear if a denial stands right before the phrase', () => {
		const denial = fc.constantFrom(
			...phrases`
				not | never | was not | is not yet on | nicht | pas | sin | non | niet | inte | ikke
			`,
		);
		const joined = fc.constantFrom(...Object.values(REFUSALS).flat());
		fc.assert(
			fc.property(joined, denial, place, (text, denied, placed) => {
				expect(says(placed(`${denied} ${text}`))).toBe('unclear');
			}),
			runs('values'),
		);
	});

	test('of more than 80 characters may mention anything', () => {
		expect(says({ notes: `${'x '.repeat(40)}do not call` })).toBeUndefined();
		expect(says({ notes: `do not call${' '.repeat(69)}` })).toBe('yes');
	});
});

const YES_VALUES = [
	...[true, 1, 1772452800],
	...phrases`
		1 | Y | yes | TRUE | x | ✓ | Ja | oui | Sí | 2026-03-01 | active | listed | since March |
		Yes, the customer asked not to be called again. | true (said stop calling me) | Yes, not interested |
		Never call me again | no calls | 01.03.2026 | by letter of 2026-03-01, born 1961-02-03 |
		letter: https://example.com/u
	`,
];
const NO_VALUES = [
	...[false, 0, '', ' ', ' 1970-01-01', null, undefined, [], {}],
	...phrases`
		0 | no | No. | N | FALSE | n/a | - | none | Nein | non | nej | not mentioned | unknown | clear |
		1970-01-01T00:00:00Z | 1753-01-01 | 1899-12-30 | 1900-01-01 | 00:00:00 | No, nobody asked |
		not on the DNC list | https://example.com/u | http://example.com/u
	`,
];

/** Ways to write a field of this name and this value, beside the plain one. */
const pairKeys = phrases`
	name | key | question | title | id | label | data_collection_id | criteria_id
`;
const answerKeys = ['value', 'answer', 'result', 'score'];
const asides = fc.constantFrom<object>(
	{},
	{ rationale: 'The person talked about the appointment.' },
	{ reason: 'Agreed to a follow-up call', date: '2026-03-02' },
	{ type: 'boolean', description: 'Whether the person asked not to be called' },
);

describe('a field whose name says no', () => {
	const name = fc.constantFrom(
		...REFUSAL_NAMES,
		...phrases`
			Do Not Call | isOptedOut | opt-out date | Bitte nicht anrufen | No llamar | hs_do_not_call |
			DoNotCall__c
		`,
	);

	test('says what its value says', () => {
		fc.assert(
			fc.property(name, fc.constantFrom(...YES_VALUES), (field, value) => {
				expect(says({ [field]: value })).toBe('yes');
				expect(saysWhoNotToCall(field)).toBe(true);
			}),
			runs('values'),
		);
		fc.assert(
			fc.property(
				name,
				fc.constantFrom<unknown>(...NO_VALUES, ...NO, ...NOTHING),
				(field, value) => {
					expect(says({ [field]: value })).toBeUndefined();
				},
			),
			runs('values'),
		);
		fc.assert(
			fc.property(name, fc.constantFrom(...YES), (field, value) => {
				expect(says({ [field]: value.toUpperCase() })).toBe('yes');
			}),
			runs('values'),
		);
	});

	test.each(YES_VALUES.map((value) => [value]))('with the value %j says no', (value) => {
		expect(says({ do_not_call: value })).toBe('yes');
	});

	test.each(NO_VALUES.map((value) => [value]))('with the value %j says nothing', (value) => {
		expect(says({ do_not_call: value })).toBeUndefined();
	});

	test.each(phrases`
		She never asked | She is not on the DNC list
	`)('that denies it in "%s" is unclear', (value) => {
		expect(says({ do_not_call: value })).toBe('unclear');
	});

	test('is the same as a pair of a name and an answer, whatever lies beside', () => {
		const pair = fc.record({
			name,
			key: fc.constantFrom(...pairKeys),
			answer: fc.constantFrom(...answerKeys),
			value: fc.constantFrom<unknown>(
				...YES_VALUES,
				...NO_VALUES.filter((value) => typeof value !== 'object' && value !== undefined),
			),
			beside: asides,
			place: fc.constantFrom<(pair: object) => object>(
				(one) => ({ analysis: { fields: [one] } }),
				(one) => ({ analysis: { structuredOutputs: { a1: one } } }),
				(one) => ({ call_analysis: JSON.stringify({ results: [one] }) }),
				(one) => ({ properties: [one] }),
			),
		});
		fc.assert(
			fc.property(pair, ({ name: field, key, answer, value, beside, place }) => {
				const plain = says({ [field]: value });
				expect(says(place({ [key]: field, [answer]: value, ...beside }))).toBe(plain);
				const analysis = { [field]: { [answer]: value, ...beside } };
				expect(says({ analysis })).toBe(plain);
				expect(saysOfCall({ analysis })).toBe(plain);
				expect(saysOfCall({ analysis: { fields: [{ [key]: field, [answer]: value }] } })).toBe(
					plain,
				);
			}),
			runs('values'),
		);
	});

	test.each(phrases`
		dnc_checked | opt_out_link | do_not_call_type | consent_text | dnc_list_checked_at | unsubscribe_url |
		opt_out_offered | Email Opt-Out | sms_opt_out | Opt-in | Consent | status | No | Contact |
		number_of_calls | Not interested | company | topic | optoutdate_format
	`)('"%s" is no such name', (column) => {
		expect(saysWhoNotToCall(column)).toBe(false);
		expect(says({ [column]: true })).toBeUndefined();
	});
});

describe('a row', () => {
	test.each<[IDataObject]>([
		...phrases`
			do_not_call_reason = asked by e-mail | dnc_status = Registered | voice_opt_out = yes |
			Phone Opt Out = Yes | consent = revoked on 2026-02-01 | consent_status = withdrawn |
			Darf angerufen werden = nein | OK to call = No | allow_calls = N | Zgoda na kontakt = nie |
			samtykke = nej
		`.map((text): [IDataObject] => [rowOf(text)]),
		[{ HasOptedOutOfCalls: true }],
		[{ opt_out: { email: false, voice: true } }],
		[{ preferences: { doNotCall: 1 } }],
		[{ customFields: { field_1: { label: 'DNC', value: [true] } } }],
		[{ variables: { 'Ne pas appeler': 'oui' } }],
		[{ optin_time: '2026-01-01', optout_time: '2026-02-01' }],
		[{ Consent: '2026-01-01', 'Consent Withdrawn': '2026-06-01' }],
		[{ status: { name: 'DNC' } }],
		[{ status: { current: 'Do Not Call' } }],
		[{ answers: ' [{"question":"Do not call?","answer":"yes"}]' }],
		// An answer that is empty leaves it to the next one.
		[{ questions: [{ name: 'do_not_call', value: null, result: true }] }],
		[{ name: 'Ada', outcome: 'no_answer', notes: 'Do not call' }],
		[{ contact: { name: 'Ada', result: 'no_answer', do_not_call: true } }],
		// A consent that was not given, or taken back.
		[{ variables: { Einwilligung: 'nein' } }],
		[{ variables: { Einwilligung: 'widerrufen' } }],
		[{ consent: { phone: false } }],
		[{ consent: { value: true, revoked_at: '2026-06-01', reason: 'by e-mail' } }],
	])('%j says no', (row) => {
		expect(says(row)).toBe('yes');
	});

	test.each<[IDataObject]>([
		[{ 'Email Opt-Out': 'yes', newsletter_unsubscribed: true }],
		[{ opt_out: { email: true, voice: false } }],
		[{ Consent: '2026-03-02', consent_text: 'You may revoke your consent at any time.' }],
		[{ consent: true, consent_revoked_at: null }],
		[{ dnc_status: 'not found', dnc_checked_at: '2026-01-01' }],
		[{ first_name: 'Dnc', company: 'Do Not Call Registry Ltd' }],
		[{ email_consent: false }],
		[{ dnc: { checked: true, checked_at: '2026-01-01' } }],
		[{ agent: { do_not_call: true }, campaign: { name: 'DNC', status: 'opted out' } }],
		[{ transcript: 'Do not call me', messages: [{ text: 'stop calling' }] }],
		[{ not_opted_out: true }],
		[{ tags: [{ name: 'DNC', value: false }] }],
	])('%j says nothing', (row) => {
		expect(says(row)).toBeUndefined();
	});

	test.each<[IDataObject]>([
		[{ not_opted_out: false }],
		[{ 'Not on DNC list': 'no' }],
		[{ question: 'Not opted out?', answer: 'No' }],
	])('%j denies a no: it is unclear', (row) => {
		expect(says(row)).toBe('unclear');
	});

	test('a clear sign comes before an unclear one, with its field and its value', () => {
		const row = { notes: 'not on the DNC list', preferences: { optedOut: 'since March' } };
		const yes = { says: 'yes', field: 'preferences.optedOut', value: 'since March' };
		expect(refusalIn(row)).toEqual(yes);
		const unclear = { says: 'unclear', field: 'notes', value: row.notes };
		expect(refusalIn({ notes: row.notes })).toEqual(unclear);
		const short = `yes, ${'x'.repeat(55)}`;
		expect(refusalIn({ do_not_call: short })?.value).toBe(short);
		const long = { do_not_call: `yes, ${'x'.repeat(100)}` };
		expect(refusalIn(long)?.value).toBe(`yes, ${'x'.repeat(55)}…`);
	});

	test('the words of the user count as names and in short texts', () => {
		const ownWords = ['Stammkunde gekündigt', 'VIP'];
		for (const row of [
			{ Status: 'Stammkunde gekündigt am 1. März' },
			{ 'Stammkunde gekündigt': 'ja' },
			{ tags: ['vip'] },
			{ is_vip: true },
		]) {
			expect(refusalIn(row, { ownWords })?.says).toBe('yes');
			expect(says(row)).toBeUndefined();
		}
		expect(refusalIn({ vip: 'no' }, { ownWords })).toBeUndefined();
		expect(refusalIn({ tags: ['not VIP'] }, { ownWords })?.says).toBe('unclear');
		expect(saysWhoMayBeCalled('is_vip', ownWords)).toBe(true);
	});

	test.each([
		['Gekündigt!', 'gekündigt'],
		['Email opt-out total', 'email opt-out total'],
		['Großkunde', 'GROSSKUNDE'],
		['Manœuvre', 'manoeuvre'],
		['Đurđa', 'Durda'],
	])('the words of the user may be written otherwise: %s, %s', (own, text) => {
		expect(refusalIn({ tags: [text] }, { ownWords: [own] })?.says).toBe('yes');
	});

	test('any words of the user count wherever the same text stands: with any signs, and about any channel', () => {
		const word = fc.constantFrom(
			...phrases`closed | hostile | lost | never | email | newsletter | opt-out | blocked | VIP | 3rd`,
		);
		const sign = fc.constantFrom(' ', ' - ', ': ', ', ', ' (', ') ', '. ', ' / ', '_');
		const own = fc
			.array(fc.tuple(word, sign), { minLength: 1, maxLength: 6 })
			.map((parts) => parts.flat().slice(0, -1).join(''));
		fc.assert(
			fc.property(own, (text) => {
				const ownWords = ['another', text, 'x'];
				for (const row of [{ status: text }, { tags: [text.toUpperCase()] }, { [text]: 'yes' }])
					for (const own of [ownWords, ownWords.toReversed()])
						expect(refusalIn(row, { ownWords: own })?.says).toBe('yes');
				expect(refusalIn({ notes: `not ${text}` }, { ownWords })?.says).toBe('unclear');
			}),
			runs('texts'),
		);
	});

	test.each<IDataObject>([
		{ name: 'Ada (DO NOT CALL)', score: 80 },
		{ name: 'Ada (DO NOT CALL)', score: 0 },
		{ name: 'Ada - do not call', result: 'won', value: 3 },
		{ tags: [{ name: 'Do not call list', color: 'red', score: 1 }] },
	])('a name beside a figure is no question: %j', (row) => {
		expect(says(row)).toBe('yes');
	});

	test.each<IDataObject>([
		{ tags: [{ name: 'Bitte nie wieder anrufen, hat sie gesagt', value: false }] },
		{ category: [{ label: 'Said never call again', answer: 'no' }] },
		{ tags: [{ name: 'Bitte nie wieder anrufen, hat sie gesagt', value: 'x', selected: false }] },
	])('a question that nobody knows, answered with no, says nothing: %j', (row) => {
		expect(says(row)).toBeUndefined();
	});

	test.each([[[]], [['closed - hostile']]])(
		'a long text is read to its end: own words %j',
		(ownWords) => {
			const told = `${'she told us about it. '.repeat(20_000)}closed: hostile`;
			expect(refusalIn({ do_not_call: told }, { ownWords })?.says).toBe('yes');
			expect(refusalIn({ [told]: 'yes' }, { ownWords })).toBeUndefined();
		},
	);

	test('the user may enter very many own words', () => {
		const ownWords = [...Array.from({ length: 200_000 }, (_word, index) => `w${index}`), 'hostile'];
		expect(refusalIn({ tags: ['hostile'] }, { ownWords })?.says).toBe('yes');
	});

	test('a question that the user enters among the own words may be long', () => {
		const question = `Did she say ${'that '.repeat(50)}she is not to be told?`;
		const says = (row: IDataObject) => refusalIn(row, { ownWords: [question] })?.says;
		expect(says({ [question]: 'yes' })).toBe('yes');
		expect(says({ [question.slice(8)]: 'yes' })).toBeUndefined();
	});

	test('is read in a list of any length', () => {
		const found = Array.from({ length: 10_500 }, (_row, index) =>
			says({ notes: index % 100 === 0 ? `${index}: do not call` : `Row ${index}` }),
		);
		expect(found.filter((one) => one === 'yes')).toHaveLength(105);
	});

	test('is read at most eight names deep', () => {
		const nested = (names: number): IDataObject =>
			names === 1 ? { do_not_call: true } : { part: nested(names - 1) };
		expect(says(nested(8))).toBe('yes');
		expect(says(nested(9))).toBeUndefined();
	});
});

test.each(phrases`
	variables | metadata | dynamic_variables | retell_llm_dynamic_variables | customFields
`)('of a call, what a user has sent says nothing: %s', (name) => {
	for (const data of [
		{ [name]: { do_not_call: true } },
		{ contact: { [name]: { notes: 'DNC' } } },
	]) {
		expect(saysOfCall(data)).toBeUndefined();
		expect(says(data)).toBe('yes');
	}
	// What an analysis found may be called so, too.
	expect(saysOfCall({ analysis: { [name]: { do_not_call: true } } })).toBe('yes');
});
