import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { CALL, STATUS_FAMILIES, cellOf } from '../../../nodes/shared/platform';
import { runs } from '../../scale.mts';

/*
 * The column opted_out of a call: the person asked not to be called again. It is true or empty: that nobody said so is no proof of the opposite.
 */

const WORDS = STATUS_FAMILIES.Person.opted_out;
const optedOut = (call: IDataObject) => cellOf(CALL, call, 'opted_out');

test.each<[call: IDataObject]>([
	[{ outcome: 'do_not_call' }],
	[{ status: 'opted_out' }],
	[{ call_status: 'CallStatus.OPTED_OUT' }],
	[{ disposition: 'DNC' }],
	[{ end_reason: 'Customer asked to opt out' }],
	[{ analysis: { outcome: 'Please do not call again' } }],
	[{ analysis: '{"outcome":"DO NOT CALL"}' }],
	[{ post_call_analysis: { fields: { do_not_call: true } } }],
	[{ callAnalysis: { customData: { wantsToOptOut: 'yes' } } }],
	[{ analysis: { fields: { next_step: 'Take me off your list' } } }],
	[{ analysis: { fields: [{ name: 'opt_out', value: 'true' }] } }],
	[{ analysis: { tags: ['callback', 'unsubscribe'] } }],
	[{ opted_out: true, outcome: 'not_interested' }],
	[{ opted_out_at: '2026-03-02T10:00:00Z' }],
	[{ contact: { dnc: 1 } }],
	// One word for it is enough.
	[{ opted_out: false, outcome: 'do_not_call' }],
])('%j: the person opted out', (call) => {
	expect(optedOut(call)).toBe(true);
});

test.each<[call: IDataObject]>([
	[{}],
	[{ outcome: 'not_interested' }],
	[{ outcome: 'wrong_number' }],
	[{ status: 'blocked' }],
	[{ outcome: 'no_contact' }],
	[{ analysis: { fields: { do_not_call: false } } }],
	[{ analysis: { fields: { do_not_call: 'no' } } }],
	[{ analysis: { fields: { do_not_call: 'not mentioned' } } }],
	[{ analysis: { fields: { do_not_call: null } } }],
	[{ opted_out_at: '0001-01-01T00:00:00Z' }],
	[{ outcome: 'not opted out' }],
	[{ analysis: { outcome: 'Did not opt out' } }],
	[{ analysis: { outcome: 'Do not call before noon' } }],
	[{ analysis: { summary: 'The agent said how to opt out.' } }],
	[{ analysis: { fields: { opt_out_offered: true } } }],
	[{ analysis: { fields: { email_opt_out: true } } }],
	[{ analysis: { outcomes: ['interested', 'do_not_call'] } }],
	// The words of somebody, and what the user has sent.
	[{ transcript: [{ role: 'user', text: 'Do not call' }] }],
	[{ variables: { do_not_call: true, status: 'opted_out' } }],
	[{ campaign: { do_not_call: true } }],
])('%j: nothing says that the person opted out', (call) => {
	expect(optedOut(call)).toBeNull();
});

test('each word is read in any spelling, as an outcome, as a status and as the name of a field of the analysis', () => {
	const spelled = fc.record({
		word: fc.constantFrom(...WORDS),
		between: fc.constantFrom('_', ' ', '-', ''),
		isUpper: fc.boolean(),
		before: fc.constantFrom('', 'Customer: ', 'Please '),
	});
	const place = fc.constantFrom<(text: string) => IDataObject>(
		(outcome) => ({ outcome }),
		(status) => ({ status, outcome: 'completed' }),
		(outcome) => ({ analysis: { outcome } }),
		(name) => ({ analysis: { fields: { [name]: true } } }),
		(name) => ({ [name]: 'yes' }),
	);
	fc.assert(
		fc.property(spelled, place, ({ word, between, isUpper, before }, placed) => {
			const text = before + word.replaceAll('_', between);
			expect(optedOut(placed(isUpper ? text.toUpperCase() : text))).toBe(true);
		}),
		runs('values'),
	);
});

test('whatever a platform sends, it is true or empty', () => {
	const word = fc.oneof(fc.constantFrom(...WORDS, 'completed', 'interested'), fc.string());
	const value = fc.oneof(word, fc.boolean(), fc.integer(), fc.constant(null));
	const call = fc.record({
		outcome: value,
		status: value,
		analysis: fc.oneof(value, fc.dictionary(word, value), fc.array(value)),
	});
	fc.assert(
		fc.property(call, (row) => {
			expect([true, null]).toContain(optedOut(row as IDataObject));
		}),
		runs('values'),
	);
});
