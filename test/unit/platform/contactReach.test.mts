import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	STATUS_FAMILIES,
	callState,
	contactReach,
	judgedContact,
} from '../../../nodes/shared/platform';
import { runs } from '../../scale.mts';

const { Call, Contact } = STATUS_FAMILIES;
const usual: readonly string[] = Object.values(Contact).flat();
/** Evidence that somebody was called. */
const CALLED = { attempts: 1, called_at: '2026-03-02T10:00:00Z' };
const spelled = (word: string, between: string) => word.replaceAll('_', between);

test.each<[contact: IDataObject, reach: string]>([
	[{ status: 'no_answer', attempts: 2 }, 'not_reached'],
	[{ status: 'failed', attempts: 1 }, 'not_reached'],
	[{ status: 'cancelled', attempts: 1 }, 'not_reached'],
	[{ status: 'Voicemail' }, 'not_reached'],
	[{ status: 'completed', outcome: 'voicemail' }, 'not_reached'],
	[{ status: 'done', call: { status: 'no-answer' } }, 'not_reached'],
	[{ status: 'active', attempts: 2, last_call: { status: 'busy' } }, 'not_reached'],
	[{ status: 'answered', outcome: 'left_voicemail' }, 'not_reached'],
	[{ status: 'completed', outcome: 'Voicemail detected' }, 'not_reached'],
	[{ status: 'completed', outcome: 'Left a voicemail' }, 'not_reached'],
	[{ status: 'completed', outcome: 'Answering machine detected' }, 'not_reached'],
	[{ status: 'completed', outcome: 'Did not pick up' }, 'not_reached'],
	[{ status: 'completed', outcome: "Customer didn't answer" }, 'not_reached'],
	[{ status: 'completed', outcome: 'WentToVoicemail' }, 'not_reached'],
	[{ status: 'No answer after 30 seconds' }, 'not_reached'],
	[{ status: 'completed', call: { outcome: 'Line busy (486)' } }, 'not_reached'],
	[{ status: 'completed', outcome: 'Voicemail 2' }, 'not_reached'],
	// It says something else, too.
	[{ status: 'completed', outcome: 'Voicemail 2a' }, 'reached'],
	[{ status: 'completed', outcome: 'No voicemail' }, 'reached'],
	[{ status: 'no_answer', outcome: 'Left a voicemail with his wife' }, 'unknown'],
	[{ status: 'no_answer', outcome: 'Not busy' }, 'unknown'],
	[{ status: 'no_answer', outcome: 'Voicemail, asked to call back tomorrow' }, 'unknown'],
	[{ status: 'completed' }, 'reached'],
	[{ status: 'answered' }, 'reached'],
	[{ status: 'completed', outcome: 'interested' }, 'reached'],
	// What was said in a talk is not a call that failed.
	[{ status: 'completed', outcome: 'declined' }, 'reached'],
	[{ status: 'completed', outcome: 'failed' }, 'reached'],
	[{ status: 'pending', attempts: 0 }, 'open'],
	[{ status: 'pending', attempts: 1, outcome: 'no_answer' }, 'open'],
	[{ status: 'cancelled', attempts: 0 }, 'open'],
	[{ status: 'no_answer', attempts: 0 }, 'open'],
	[{ status: 'new' }, 'open'],
	[{ status: 'done', call: { status: 'ringing' } }, 'open'],
	[{ status: 'invalid_number', attempts: 1 }, 'not_to_call'],
	[{ status: 'no_answer', outcome: 'Do Not Call' }, 'not_to_call'],
	[{ status: 'blocked' }, 'not_to_call'],
	[{ status: 'no_answer', outcome: 'On the do not call list' }, 'not_to_call'],
	[{ status: 'no_answer', outcome: 'Opted out 2' }, 'not_to_call'],
	[{ status: 'no_answer', isBlocked12: true }, 'not_to_call'],
	[{ status: 'no_answer', outcome: 'Now opted out' }, 'not_to_call'],
	[{ status: 'no_answer', outcome: 'Nobody blocked' }, 'not_to_call'],
	// A word before it denies it, also before yet, been, on, in, a, the and any.
	[{ status: 'completed', outcome: 'Not yet opted out' }, 'reached'],
	[{ status: 'completed', outcome: 'Has not yet been blocked' }, 'reached'],
	[{ status: 'completed', outcome: 'Not on a do not call list' }, 'reached'],
	[{ status: 'completed', outcome: 'Never in the DNC list' }, 'reached'],
	[{ status: 'no_answer', attempts: 1, not_on_any_dnc: true }, 'not_reached'],
	[{ status: 'no_answer', attempts: 1, not_yet_opted_out: true }, 'not_reached'],
	// Nobody knows.
	[{ status: 'phase 2', attempts: 1 }, 'unknown'],
	[{ phone_number: '+12125550123' }, 'unknown'],
	[{ status: 'active', attempts: 1 }, 'unknown'],
	[{ status: 'active' }, 'unknown'],
	[{ status: 3, attempts: 1 }, 'unknown'],
	[{ outcome: 'declined', attempts: 1 }, 'unknown'],
	[{ status: 'cancelled' }, 'unknown'],
	[{ status: 'failed', call: { status: 'completed' } }, 'unknown'],
	[{ status: 'no_answer', outcome: 'completed' }, 'unknown'],
])('%j: %s', (contact, reach) => {
	expect(contactReach(contact)).toBe(reach);
});

test('a contact that was called and has one status only is what the word says, in any spelling', () => {
	const families = { not_reached: Call.not_reached, failed: Call.failed, ended: Call.ended };
	const entries = Object.entries(families).flatMap(([family, words]) =>
		words
			.filter((word) => !(Contact.not_to_call as readonly string[]).includes(word))
			.map((word) => [family === 'ended' ? 'reached' : 'not_reached', word] as const),
	);
	const setting = fc.record({
		entry: fc.constantFrom(...entries),
		between: fc.constantFrom('_', ' ', '-', ''),
		isUpper: fc.boolean(),
		place: fc.constantFrom('status', 'contact_status', 'state', 'call_status', 'contactStatus'),
	});
	fc.assert(
		fc.property(setting, ({ entry: [reach, word], between, isUpper, place }) => {
			const text = spelled(word, between);
			const contact = { ...CALLED, [place]: isUpper ? text.toUpperCase() : text };
			expect(contactReach(contact)).toBe(reach);
		}),
		runs('values'),
	);
});

test('a word that nobody knows never makes a contact not reached', () => {
	const word = fc.string({ maxLength: 12 }).filter((text) => callState(text) === 'unknown');
	const isKnown = (text: string) => contactReach({ ...CALLED, status: text }) !== 'unknown';
	fc.assert(
		fc.property(word, word, (status, outcome) => {
			fc.pre(!isKnown(status) && !isKnown(outcome));
			expect(contactReach({ ...CALLED, status, outcome })).toBe('unknown');
		}),
		runs('values'),
	);
});

test('any words: not reached is said by a word for it, and never of a number that must not be called', () => {
	const known = [...Object.values(Call).flat(), ...usual];
	const word = fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 8 }), fc.constant(null));
	const contact = fc.record({
		status: word,
		call: fc.record({ status: word }),
		outcome: word,
		attempts: fc.constantFrom(0, 1, 2, null),
	});
	const misses = [...Call.not_reached, ...Call.failed, ...Contact.not_reached];
	const plain = (text: unknown) =>
		String(text)
			.toLowerCase()
			.replace(/[^a-z]/g, '');
	const isIn = (words: readonly string[], said: unknown) => words.map(plain).includes(plain(said));
	fc.assert(
		fc.property(contact, (row) => {
			if (contactReach(row) !== 'not_reached') return;
			const said = [row.status, row.call.status, row.outcome];
			expect(said.some((text) => isIn(misses, text))).toBe(true);
			expect(said.some((text) => isIn(Contact.not_to_call, text))).toBe(false);
			expect(row.attempts).not.toBe(0);
		}),
		runs('values'),
	);
});

const talk = {
	status: 'completed',
	transcript: 'Agent: Hello',
	started_at: '2026-03-02T09:00:00Z',
};
const barred = { outcome: 'do_not_call', started_at: '2026-03-02T09:00:00Z' };
const missed = { status: 'no_answer', started_at: '2026-03-02T10:00:00Z' };

describe("the user's own words", () => {
	const words = ['Phase 2', 'mailbox', 'pending'];

	test.each<[contact: IDataObject, reach: string]>([
		[{ status: 'phase_2', attempts: 1 }, 'not_reached'],
		[{ status: 'completed', outcome: 'MAILBOX' }, 'not_reached'],
		[{ status: 'pending', attempts: 1 }, 'not_reached'],
		[{ status: 'pending', attempts: 0 }, 'open'],
		[{ status: 'queued', outcome: 'mailbox' }, 'open'],
		[{ status: 'no_answer', attempts: 1 }, 'reached'],
		[{ status: 'phase 2', outcome: 'do_not_call' }, 'not_to_call'],
		[{ attempts: 1 }, 'unknown'],
	])('%j: %s', (contact, reach) => {
		expect(contactReach(contact, words)).toBe(reach);
	});

	test.each<[string, IDataObject]>([
		['it says how long', { talk_seconds: 85 }],
		['there is a transcript', { call: { transcript: 'Agent: Hello' } }],
		['an earlier call was a talk', { calls: [talk, missed] }],
	])('do not hide that somebody spoke: %s', (_why, more) => {
		expect(contactReach({ status: 'phase 2', attempts: 1, ...more }, words)).toBe('unknown');
	});

	test('name even what is left out otherwise', () => {
		expect(contactReach({ status: 'blocked', attempts: 1 }, ['blocked'])).toBe('not_reached');
		expect(contactReach({ status: 'active', attempts: 1 }, ['active'])).toBe('not_reached');
	});
});

test.each<[string, object, string]>([
	['a flag says so', { do_not_call: true }, 'not_to_call'],
	['a person said so', { contact: { opted_out_at: '2026-03-02T10:00:00Z' } }, 'not_to_call'],
	['the campaign calls again itself', { next_attempt_at: '2026-03-02T10:00:00Z' }, 'open'],
	['there was a talk', { talk_time: 40 }, 'unknown'],
	['there is a transcript', { call: { status: 'failed', transcript: 'Agent: Hello' } }, 'unknown'],
	['the last call took a while', { duration_seconds: 30 }, 'unknown'],
	['the last call took a while, in another unit', { call: { duration_ms: 30_000 } }, 'unknown'],
	['the last call took no time, in another unit', { call: { duration_ms: 0 } }, 'not_reached'],
	['the last call took a while, in words', { call_duration: '30 sec' }, 'unknown'],
	[
		'somebody answered',
		{ call: { status: 'no_answer', answered_at: CALLED.called_at } },
		'unknown',
	],
	['somebody answered, and was busy', { status: 'answered', outcome: 'busy' }, 'unknown'],
	['it was answered before', { status: 'no_answer', call_status: 'connected' }, 'unknown'],
	['a flag of another name says so', { blacklisted: 'yes' }, 'not_to_call'],
	['a machine was called', { outcome: 'voicemail', duration_seconds: 30 }, 'not_reached'],
	['an earlier call was a talk', { calls: [talk, missed] }, 'unknown'],
	[
		'an earlier call ended well',
		{ call_results: [{ ...talk, transcript: null }, missed] },
		'unknown',
	],
	['an earlier call says not to call', { calls: [barred, missed] }, 'not_to_call'],
	[
		'no call was a talk',
		{ calls: [{ ...missed, started_at: '2026-03-01' }, missed] },
		'not_reached',
	],
	['no sign is against it', { do_not_call: false, talk_time: 0 }, 'not_reached'],
])('is not called again, although the status is "failed": %s', (_why, more, expected) => {
	expect(contactReach({ contact_id: 'c1', status: 'failed', attempts: 1, ...more })).toBe(expected);
});

/** One of these is enough, and a person whom they prove to have been called is not taken for one who waits. */
test.each<[contact: IDataObject, reach: string]>([
	[{ status: 'cancelled', called_at: '2026-03-02T10:00:00Z' }, 'not_reached'],
	[{ status: 'cancelled', call_id: 'c1' }, 'not_reached'],
	[{ status: 'failed', call: { status: 'cancelled' } }, 'not_reached'],
	[{ status: 'new', called_at: '2026-03-02T10:00:00Z' }, 'unknown'],
	[{ status: 'new', call_id: 'c1' }, 'unknown'],
	[{ status: 'no_answer', attempts: 1, talk_seconds: 12 }, 'unknown'],
])('one sign of a call is enough: %j, %s', (contact, reach) => {
	expect(contactReach(contact)).toBe(reach);
});

const { not_to_call, allowed, planned, answered, spoken, success } = Contact;
const FIELDS = {
	against: [...not_to_call, ...planned, ...answered, ...spoken, ...success],
	allowed,
};
const camel = (name: string) =>
	name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** A field, alone in a row or in objects, with what may stand around its name. */
const field = (words: readonly string[]) =>
	fc
		.record({
			word: fc.constantFrom(...words),
			before: fc.constantFrom('', 'is_', 'has_', 'contact_', 'customer_', 'voice_', 'last_'),
			after: fc.constantFrom('', '_flag', '_at', '_date', '_by_user', '2'),
			spelling: fc.constantFrom(
				(name: string) => name,
				camel,
				(name: string) => name.toUpperCase(),
				(name: string) => name.replaceAll('_', '-'),
				(name: string) => name.replaceAll('_', ' '),
			),
			place: fc.constantFrom<(name: string, value: unknown) => object>(
				(name, value) => ({ [name]: value }),
				(name, value) => ({ contact: { [name]: value } }),
				(name, value) => ({ last_call: { [name]: value } }),
				(name, value) => ({ preferences: { voice: { [name]: value } } }),
				(name, value) => ({ compliance: JSON.stringify({ [name]: value }) }),
				(name, value) => ({ flags: [{ [name]: value }] }),
				(name, value) => ({ properties: [{ key: name, value }] }),
			),
		})
		.map(({ word, before, after, spelling, place }) => ({
			name: spelling(`${before}${word}${after}`),
			place,
		}));

const missedRow = fc.constantFrom<IDataObject>(
	{ status: 'no_answer' },
	{ status: 'failed', attempts: 1 },
	{ status: 'completed', outcome: 'Did not pick up' },
	{ contact_status: 'busy', call_status: 'busy' },
);
const YES = [true, 'true', 'Yes', 'yes, in March', 1, '1', 3.5, '2026-03-02T10:00:00Z', 1772452800];
const NO = [false, 'false', 'No', 0, '0', '0:00', '0 s', 'never'];
const NOTHING = [null, '', ' ', 'None', '0001-01-01T00:00:00Z', 'https://example.com/a'];

describe('nothing in the row of a contact that was not reached may speak against calling', () => {
	test('a field of any name, anywhere, that says yes to what is against it', () => {
		fc.assert(
			fc.property(
				missedRow,
				field(FIELDS.against),
				fc.constantFrom(...YES),
				(row, { name, place }, value) => {
					const { reach, sign } = judgedContact({ ...row, ...place(name, value) });
					expect(reach).not.toBe('not_reached');
					expect(sign).toContain(name);
				},
			),
			runs('values'),
		);
	});

	test('a field of any name, anywhere, that says no to what is for it', () => {
		fc.assert(
			fc.property(
				missedRow,
				field(FIELDS.allowed),
				fc.constantFrom(false, 'false', 'No', 0, '0', 'denied'),
				(row, { name, place }, value) => {
					const { reach, sign } = judgedContact({ ...row, ...place(name, value) });
					expect(reach).toBe('not_to_call');
					expect(sign).toContain(name);
				},
			),
			runs('values'),
		);
	});

	test('the same fields say nothing against it where they are empty, or say the contrary', () => {
		const harmless = fc.oneof(
			// Who is "not interested: false" may be interested.
			fc.tuple(
				field(FIELDS.against.filter((word) => !/^not_(interested|qualified)/.test(word))),
				fc.constantFrom(...NO, ...NOTHING),
			),
			fc.tuple(field(FIELDS.allowed), fc.constantFrom(true, 'yes', 'Granted', '2026-03-02')),
		);
		fc.assert(
			fc.property(missedRow, harmless, (row, [{ name, place }, value]) => {
				expect(judgedContact({ ...row, ...place(name, value) })).toEqual({ reach: 'not_reached' });
			}),
			runs('values'),
		);
	});

	test('a text, wherever it stands', () => {
		const text = fc
			.record({
				word: fc.constantFrom(...not_to_call),
				before: fc.constantFrom('', 'Customer said: ', 'PLEASE ', 'No, '),
				after: fc.constantFrom('', ' again', ' (by phone)', '. Thank you'),
				between: fc.constantFrom(' ', '_', '-'),
			})
			.map(({ word, before, after, between }) => `${before}${spelled(word, between)}${after}`);
		const place = fc.constantFrom<(value: string) => object>(
			(value) => ({ tags: ['vip', value] }),
			(value) => ({ tags: [{ name: value }] }),
			(value) => ({ labels: `vip; ${value}` }),
			(value) => ({ notes: value }),
			(value) => ({ analysis: { summary: `A voicemail. ${value}` } }),
			(value) => ({ call: { disposition: value } }),
			(value) => ({ variables: { list: value } }),
			(value) => ({ number_status: value }),
		);
		fc.assert(
			fc.property(missedRow, text, place, (row, value, placed) => {
				expect(contactReach({ ...row, ...placed(value) })).toBe('not_to_call');
			}),
			runs('values'),
		);
	});

	test('a word for how it ended that nobody knows', () => {
		const word = fc.stringMatching(/^[a-z]{3,9}$/).map((text) => `zq${text}`);
		const place = fc.constantFrom<(value: string) => object>(
			(value) => ({ call: { status: value } }),
			(value) => ({ call_outcome: value }),
			(value) => ({ disposition: value }),
			(value) => ({ analysis: { outcome: value } }),
			(value) => ({ result: value }),
		);
		fc.assert(
			fc.property(word, place, (value, placed) => {
				const { reach, sign } = judgedContact({ status: 'no_answer', ...placed(value) });
				expect([reach, sign]).toEqual(['unknown', expect.stringContaining('not known')]);
			}),
			runs('values'),
		);
	});

	test.each<[IDataObject, string]>([
		[{ consent: null }, 'must not be called (consent)'],
		[{ consent: { given: false } }, 'must not be called (consent.given)'],
		[{ callConsent: 'perhaps' }, 'must not be called (callConsent)'],
		[{ preferences: { call_consent: 'revoked' } }, 'must not be called (preferences.call_consent)'],
		[{ consent_revoked_at: '2026-03-01' }, 'must not be called (consent_revoked_at)'],
		[{ not_callable: true }, 'must not be called (not_callable)'],
		[{ phone_status: 'inactive' }, 'must not be called (phone_status)'],
		[{ do_not_call: 'unknown' }, 'must not be called (do_not_call)'],
		[{ tags: ['Callback'] }, 'is to be called again anyway (tags)'],
		[{ scheduled_at: '2026-03-03T10:00:00Z' }, 'is to be called again anyway (scheduled_at)'],
		[{ outcome: 'Appointment booked' }, 'has a call that was a success (outcome)'],
		[{ outcome: 'declined' }, 'has a word that is not known (outcome)'],
		[{ outcome: 'connected' }, 'has a call in which somebody spoke (outcome)'],
		[{ answered_by: 'human' }, 'has a call in which somebody spoke (answered_by)'],
		[{ end_reason: 'user_hangup' }, 'has a call in which somebody spoke (end_reason)'],
		[
			{ previous_call: talk },
			'has a call in which somebody spoke (previous_call.transcript, previous_call)',
		],
		[
			{ call_history: [{ status: 'completed' }] },
			'has a call in which somebody spoke (call_history)',
		],
		[{ call: { status: 'completed', duration: 30 } }, 'has a call in which somebody spoke (call)'],
		[{ outcome: 'completed' }, 'has a call in which somebody spoke (outcome)'],
		[{ outcome: 'pending' }, 'is called again by the campaign'],
	])('%j', (more, sign) => {
		const contact = { status: 'no_answer', attempts: 1, called_at: CALLED.called_at, ...more };
		expect(judgedContact(contact).sign).toBe(sign);
	});

	test.each<IDataObject>([
		{ consent: true, consent_source: 'web', consent_revoked_at: null, consent_expires_at: null },
		{ opt_out_status: 'Not opted out', unsubscribe_url: 'https://example.com/u' },
		{ dnc_list: 'not found', tags: ['not blocked', 'vip'], email_consent: false },
		{ phone_status: 'valid', line_type: 'mobile', number_valid: true },
		{ scheduled_at: '2026-03-02T09:59:00Z', callback_url: 'https://example.com/c' },
		{ answered_by: 'machine', conversation_id: 'c1', talk_time: '00:00', transcript: [] },
		{ analysis: { successful: 'failure', outcome: null, sentiment: 'unknown' }, outcome: 'N/A' },
		{ variables: { appointment: 'Tuesday', booking_id: 'b1', status: 'new', topic: 'sale' } },
		{ agent: { status: 'active' }, campaign: { success: true, consent: false } },
		{ last_name: 'Sale', contact: { name: 'Booking Human' }, end_reason: 'no answer' },
	])('does not speak against it: %j', (more) => {
		const contact = { status: 'no_answer', attempts: 1, called_at: CALLED.called_at, ...more };
		expect(judgedContact(contact)).toEqual({ reach: 'not_reached' });
	});
});
