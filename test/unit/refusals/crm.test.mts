import type { IDataObject } from 'n8n-workflow';
import { refusalIn } from '../../../nodes/shared/refusals';

/*
 * Rows as customer systems write them: who must not be called is found, and nobody else.
 */

test.each<[row: IDataObject, says: 'yes' | 'unclear' | undefined]>([
	[{ DoNotCall: true, HasOptedOutOfEmail: false }, 'yes'],
	[{ DoNotCall: false, HasOptedOutOfEmail: true, HasOptedOutOfFax: true }, undefined],
	[{ Do_Not_Call__c: 'true' }, 'yes'],
	[{ properties: { hs_do_not_call: 'true' } }, 'yes'],
	[{ properties: { hs_email_optout: 'true', hs_do_not_call: 'false' } }, undefined],
	[
		{ dnd: false, dndSettings: { Call: { status: 'active' }, Email: { status: 'inactive' } } },
		'yes',
	],
	[
		{ dnd: false, dndSettings: { Call: { status: 'inactive' }, Email: { status: 'active' } } },
		undefined,
	],
	[{ federal_dnc: 'Y', state_dnc: 'N' }, 'yes'],
	[{ federal_dnc: 'N', state_dnc: '', dnc_checked_at: '2026-01-01' }, undefined],
	[{ opt_out: { voice: true, sms: false } }, 'yes'],
	[{ opt_out: { voice: false, sms: true } }, undefined],
	[{ labels: [{ id: 7, name: 'Do Not Call' }] }, 'yes'],
	[
		{ questions: [{ question: 'Did the person ask not to be called again?', answer: 'yes' }] },
		'yes',
	],
	[
		{ questions: [{ question: 'Did the person ask not to be called again?', answer: 'no' }] },
		undefined,
	],
	[{ questions: [{ question: 'Was the opt-out procedure explained?', answer: 'yes' }] }, undefined],
	[{ name: 'Dnc Sample', title: 'Opt Out Manager', status: 'open' }, undefined],
	[
		{ opt_out_rate: 0.2, unsubscribe_link: 'https://example.com/u', do_not_call_list_version: 3 },
		undefined,
	],
])('%j', (row, says) => {
	expect(refusalIn(row)?.says).toBe(says);
});
