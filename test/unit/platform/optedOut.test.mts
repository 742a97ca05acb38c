import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { CALL, cellOf } from '../../../nodes/shared/platform';
import { REFUSALS } from '../../../nodes/shared/refusals/textWords';
import { runs } from '../../scale.mts';
import { phrases } from '../../support/phrases.mts';

/*
 * The column opted_out of a call: the person asked not to be called again. It is true or empty: that nobody said so is no proof of the opposite.
 */

const WORDS = Object.values(REFUSALS).flat();
const optedOut = (call: IDataObject) => cellOf(CALL, call, 'opted_out');
/** `outcome = DNC` is a call with this outcome; `do_not_call` is a part of its analysis. */
const callOf = (text: string): IDataObject => {
	const [name = '', value = ''] = text.split(' = ');
	return name === 'do_not_call' ? { analysis: { [name]: value } } : { [name]: value };
};
const RATIONALE = 'The person talked about the appointment, and did not ask for do not call.';

test.each<[call: IDataObject]>([
	...phrases`
		outcome = not_interested_dnc | outcome = CUSTOM_DNC | outcome = DNC - Internal |
		outcome = Do not call this number | outcome = Please do not call this number again |
		outcome = Do not call back | outcome = Remove from calling list |
		outcome = Removed from the calling list | outcome = Remove number from list |
		outcome = Asked us not to call again | outcome = Added to DNC list |
		outcome = caller_requested_removal | outcome = Opted out of future calls | outcome = consent_revoked |
		outcome = doesn’t want any more calls | outcome = DNC: yes | outcome = do_not_call | do_not_call = Y |
		do_not_call = Yes, the customer asked not to be called again. |
		do_not_call = Yes - customer asked to be removed | do_not_call = true (said stop calling me) |
		status = opted_out
	`.map((text): [IDataObject] => [callOf(text)]),
	// An outcome with more words.
	// An answer to a question.
	[
		{
			analysis: {
				data_collection_results: {
					do_not_call: { data_collection_id: 'do_not_call', value: true, rationale: RATIONALE },
				},
			},
		},
	],
	[
		{
			analysis: {
				evaluation_criteria_results: { opt_out: { criteria_id: 'opt_out', result: 'success' } },
			},
		},
	],
	[{ analysis: { structuredOutputs: { x1: { name: 'do_not_call', result: true } } } }],
	[{ analysis: { fields: [{ name: 'do_not_call', result: true }] } }],
	[{ analysis: { fields: [{ question: 'Do not call?', answer: 'yes' }] } }],
	[{ analysis: { fields: [{ name: 'do_not_call', value: true }] } }],
	[{ analysis: { fields: [{ name: 'opt_out', value: 'true' }] } }],
	// Other forms and places.
	[{ analysis: { do_not_call: { value: true } } }],
	[{ disposition_tag: 'DO_NOT_CONTACT' }],
	[{ sub_disposition: 'DNC' }],
	[{ outcome_type: 'do_not_call' }],
	[{ call_status: 'CallStatus.OPTED_OUT' }],
	[{ end_reason: 'Customer asked to opt out' }],
	[{ analysis: '{"outcome":"DO NOT CALL"}' }],
	[{ post_call_analysis: { fields: { do_not_call: true } } }],
	[{ callAnalysis: { customData: { wantsToOptOut: 'yes' } } }],
	[{ analysis: { fields: { next_step: 'Take me off your list' } } }],
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
	...phrases`
		outcome = Customer did not opt out | outcome = not on DNC list | outcome = interested |
		outcome = Not interested | outcome = no_contact | status = blocked |
		do_not_call = No, the customer did not ask to be removed. | do_not_call = not mentioned
	`.map((text): [IDataObject] => [callOf(text)]),
	[{}],
	// The name of a question is no answer.
	[
		{
			analysis: {
				data_collection_results: {
					do_not_call: { data_collection_id: 'do_not_call', value: false, rationale: RATIONALE },
				},
			},
		},
	],
	[
		{
			analysis: {
				evaluation_criteria_results: { opt_out: { criteria_id: 'opt_out', result: 'failure' } },
			},
		},
	],
	[{ analysis: { structuredOutputs: { x1: { name: 'do_not_call', result: false } } } }],
	[{ analysis: { fields: [{ name: 'do_not_call', result: false }] } }],
	[{ analysis: { fields: [{ question: 'Do not call?', answer: 'no' }] } }],
	[{ analysis: { results: [{ title: 'Opt out', value: 'no' }] } }],
	[{ analysis: { results: [{ name: 'opt_out', score: 0 }] } }],
	[{ analysis: { results: [{ name: 'opt_out', value: false, score: 0.97, success: true }] } }],
	[
		{
			analysis: {
				schema: { properties: { do_not_call: { type: 'boolean', title: 'Do Not Call' } } },
				do_not_call: false,
			},
		},
	],
	[{ analysis: { do_not_call: { value: false, reason: 'Agreed to a follow-up' } } }],
	[{ analysis: { do_not_call: { value: false } } }],
	[{ analysis: { opt_out: { answer: 'no' } } }],
	[{ analysis: { dnc_checked: true } }],
	[{ analysis: { fields: { do_not_call: null } } }],
	[{ opted_out_at: '0001-01-01T00:00:00Z' }],
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
