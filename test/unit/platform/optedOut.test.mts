import type { IDataObject } from 'n8n-workflow';
import { CALL, cellOf } from '../../../nodes/shared/platform';
import { phrases } from '../../support/phrases.mts';
import { rowOf } from '../refusals/texts.mts';

/*
 * The column opted_out of a call: the person asked not to be called again. It is true or empty: that nobody said so is no proof of the opposite. What is
 * judged so is in test/unit/refusals.
 */

const optedOut = (call: IDataObject) => cellOf(CALL, call, 'opted_out');

test.each<IDataObject>([
	...phrases`
		outcome = not_interested_dnc | status = opted_out | disposition_tag = DO_NOT_CONTACT | sub_disposition = DNC |
		outcome_type = do_not_call | call_status = CallStatus.OPTED_OUT | end_reason = Customer asked to opt out |
		analysis = {"outcome":"DO NOT CALL"} | opted_out_at = 2026-03-02T10:00:00Z
	`.map(rowOf),
	{ analysis: { do_not_call: { value: true } } },
	{ post_call_analysis: { fields: { do_not_call: true } } },
	{ callAnalysis: { customData: { wantsToOptOut: 'yes' } } },
	{ analysis: { fields: { next_step: 'Take me off your list' } } },
	{ analysis: { tags: ['callback', 'unsubscribe'] } },
	{ contact: { dnc: 1 } },
	// One word for it is enough.
	{ opted_out: true, outcome: 'not_interested' },
	{ opted_out: false, outcome: 'do_not_call' },
])('%j: the person opted out', (call) => {
	expect(optedOut(call)).toBe(true);
});

test.each<IDataObject>([
	...phrases`
		outcome = Customer did not opt out | outcome = Not interested | outcome = no_contact | status = blocked |
		do_not_call = No, the customer did not ask to be removed. | opted_out_at = 0001-01-01T00:00:00Z
	`.map(rowOf),
	{},
	{ analysis: { results: [{ name: 'opt_out', value: false, score: 0.97, success: true }] } },
	{
		analysis: {
			schema: { properties: { do_not_call: { type: 'boolean', title: 'Do Not Call' } } },
			do_not_call: false,
		},
	},
	{ analysis: { dnc_checked: true } },
	{ analysis: { summary: 'The agent said how to opt out.' } },
	{ analysis: { fields: { opt_out_offered: true, email_opt_out: true } } },
	{ analysis: { outcomes: ['interested', 'do_not_call'] } },
	// The words of somebody, and what the user has sent.
	{ transcript: [{ role: 'user', text: 'Do not call' }] },
	{ variables: { do_not_call: true, status: 'opted_out' } },
	{ campaign: { do_not_call: true } },
])('%j: nothing says that the person opted out', (call) => {
	expect(optedOut(call)).toBeNull();
});
