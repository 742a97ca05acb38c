import type { IDataObject } from 'n8n-workflow';
import { refusalIn } from '../../../nodes/shared/refusals';
import { phrases } from '../../support/phrases.mts';
import { rowOf } from './texts.mts';

/*
 * Rows as customer systems write them: who must not be called is found, and nobody else.
 */

test.each(phrases`
	Do_Not_Call__c = true | Name = Ada (DO NOT CALL) | Last Name = Sample - bitte nicht anrufen |
	Description = Do not call | List = DNC | Cell DNC = Y | Landline DNC = Y | Home Phone Do Not Call = TRUE |
	Work Phone DNC = yes | Unsubscribed from all = true | No Phone Calls = true |
	Call Preference = Do not call | Contact Preference = No calls | contact_preference = Do not contact |
	Preferred Contact Method = Do not call | Communication Preference = No phone calls |
	Marketing Preference = Do not call | Group = Do not call | Segment = Do not call | Priority = DNC |
	Flag = DNC | Flags = dnc | Warning = DO NOT CALL | Alert = Do not call | Info = Do not call |
	Memo = Do not call | Next Step = do not call | Next Action = do not call | Action = Do not call |
	Follow_up = Do not call | Known Litigator = Yes | TCPA Litigator = true | TCPA Consent = No |
	tcpa_consent = false | GDPR Consent = No | gdpr_consent = Withdrawn | May we call you? = No |
	Can we call you? = No | Can we contact you by phone? = No | Allow Phone = No |
	I agree to receive calls = No | Agreed to be called = No | Sperrkennzeichen = X |
	Telefonwerbung erlaubt = nein | Telefonkontakt erlaubt = nein |
	Telefonische Kontaktaufnahme erlaubt = nein | Werbeerlaubnis = nein | DSGVO Einwilligung = nein |
	Einverständnis = nein | Einverstanden = nein | Kundennotiz = nicht mehr anrufen | Vermerk = nicht anrufen |
	Info = Bitte nicht anrufen | Inscrit Bloctel = oui | Date de désinscription = 2026-01-01 |
	Accepte d'être appelé = non | Démarchage autorisé = non | Baja = sí | Fecha de baja = 2026-01-01 |
	Acepta llamadas = no | Autoriza llamadas = no | Permite llamadas = no | Iscritto RPO = sì |
	Consenso telefonico = NO | Chiamabile = no | Autoriza contato = não | Aceita ligações = não |
	Toestemming bellen = nee | Zgoda na kontakt telefoniczny = nie | Zgoda marketingowa = nie |
	Data wycofania zgody = 2026-01-01 | Får kontaktas = nej | Må kontaktes = nej | Må ringes op = nej |
	Må ikke ringes = ja | isoptedout = true | widerspruchdatum = 2026-01-01 | dnc_2026 = true |
	DNCRequested = true | Consent = Not given. | Consent = No, thanks | Consent = Opted out by phone
`)('%s: says no', (text) => {
	expect(refusalIn(rowOf(text))?.says).toBe('yes');
});

test.each(phrases`
	dnc_status = valid | Tags = email-unsubscribed | tags = newsletter-unsubscribed | DNC Status = Callable | DNC Status = OK to call |
	DNC Status = Safe | DNC = No match | DNC = No record | Do Not Call = Do Call | Do Not Call = Call OK |
	DND = SMS, Email | Email Status = Unsubscribed | email_status = unsubscribed | sms_status = opted out |
	emailStatus = opted_out | newsletter_status = unsubscribed | Email Marketing Status = Opted out |
	Email Subscription Status = Unsubscribed | Mailchimp Status = unsubscribed |
	Can we set a date? = No | Consent = Yes, by phone | Consent = No restrictions |
	DNC = No -- agreed in May
`)('%s: says nothing', (text) => {
	expect(refusalIn(rowOf(text))).toBeUndefined();
});

test.each<[row: IDataObject, says: 'yes' | 'unclear' | undefined]>([
	[{ DoNotCall: true, HasOptedOutOfEmail: false }, 'yes'],
	[{ DoNotCall: false, HasOptedOutOfEmail: true, HasOptedOutOfFax: true }, undefined],
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
	[{ analysis: { description: 'The person wants to opt out of nothing' } }, undefined],
	[
		{ opt_out_rate: 0.2, unsubscribe_link: 'https://example.com/u', do_not_call_list_version: 3 },
		undefined,
	],
	[{ 'Do not allow Phone Calls': 'Do Not Allow' }, 'unclear'],
	[{ email: { opt_out: true }, sms: { consent: false } }, undefined],
	[{ opt_in: 0 }, 'yes'],
	[{ questions: [{ 'Question:': 'Do not call?', 'Answer:': 'yes' }] }, 'yes'],
	[{ do_not_call: { value: null, result: 'yes' } }, 'yes'],
	[{ attribute: { do_not_call: true } }, 'yes'],
	[{ properties: '\n{"do_not_call": true}' }, 'yes'],
	[{ details: { employer: { company: 'Do Not Call Registry Ltd' } } }, undefined],
	[{ dndSettings: { all: { status: 'active' } } }, 'yes'],
	[{ categories: ['vip', 'do not call'] }, 'yes'],
	[{ notes: '[VIP] do not call' }, 'yes'],
	[{ notes: '{urgent} do not call' }, 'yes'],
])('%j', (row, says) => {
	expect(refusalIn(row)?.says).toBe(says);
});

test.each<[call: IDataObject, says: 'yes' | undefined]>([
	[{ analysis_schema: { do_not_call: 'boolean' }, analysis: { do_not_call: false } }, undefined],
	[{ analysis_schema: { do_not_call: 'boolean' } }, undefined],
	[{ analysis: { fields: [{ field_name: 'do_not_call', field_value: 'no' }] } }, undefined],
	[{ analysis: { fields: [{ q: 'Do not call?', a: 'no' }] } }, undefined],
	[{ analysis: { fields: [{ name: 'do_not_call', detected: true }] } }, 'yes'],
	[{ analysis: { fields: [{ name: 'do_not_call', output: 'true' }] } }, 'yes'],
	[
		{
			analysis: {
				fields: [{ id: '1', question: 'Souhaite ne plus être appelé ?', answer: 'oui' }],
			},
		},
		'yes',
	],
	[{ analysis: { missing_fields: ['do_not_call'] } }, undefined],
	[{ analysis: { results: [{ name: 'do_not_call' }] } }, undefined],
	[{ call_analysis: { last_words: 'Take me off your list' } }, 'yes'],
	[{ call: { analysis: { last_words: 'Take me off your list' } } }, 'yes'],
	[{ analysis: { required: ['do_not_call'] } }, undefined],
	...phrases`
		f | F | unchecked | entfällt | TBD | unclear | unsure | unable to determine | undetermined |
		inconclusive | N/A - voicemail | unknown (voicemail)
	`.map((do_not_call): [IDataObject, undefined] => [{ analysis: { do_not_call } }, undefined]),
	[{ analysis: { do_not_call: { detected: true } } }, 'yes'],
	...phrases`
		dispo = DNC | wrapup_code = DNC | wrapUpCode = Do Not Call | wrap_up = DNC | next_action = do_not_call |
		follow_up = do not call
	`.map((text): [IDataObject, 'yes'] => [rowOf(text), 'yes']),
	[{ analysis: { rationale: 'Talked about do not call' } }, undefined],
	[{ categories: ['interested', 'do not call'] }, undefined],
	[{ customer_name: 'Ada (do not call)' }, undefined],
	[{ disconnection_reason: 'telephony_provider_permission_denied' }, undefined],
])('of a call: %j', (call, says) => {
	expect(refusalIn(call, { isCall: true })?.says).toBe(says);
});

test.each<[row: IDataObject, says: 'yes' | 'unclear']>([
	[{ status: 'Opted out of emails and calls' }, 'yes'],
	[{ status: 'email unsubscribed, dnc' }, 'yes'],
	[{ tags: ['email unsubscribed', 'dnc'] }, 'yes'],
	[{ email_status: 'do not call' }, 'yes'],
	[{ do_not_call: 'N/A - but he said never call again' }, 'unclear'],
	[{ dnd: 'calls, sms' }, 'yes'],
])('what is meant for another channel or is not known hides no call: %j', (row, says) => {
	expect(refusalIn(row)?.says).toBe(says);
});
