import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { MISSES, STATUS_FAMILIES, judgedContact } from '../../../nodes/shared/platform';
import { runs } from '../../scale.mts';
import { DENYING, REFUSING, rowOf } from '../refusals/texts.mts';
import { phrases } from '../../support/phrases.mts';

const { Call, Contact } = STATUS_FAMILIES;
const misses = Object.values(MISSES).flat();
/** Evidence that somebody was called. */
const CALLED = { attempts: 1, called_at: '2026-03-02T10:00:00Z' };
const MISSED = { status: 'no_answer', ...CALLED };
const outcomeOf = (contact: IDataObject) => judgedContact(contact).outcome;

test.each<[contact: IDataObject, outcome: string]>([
	[{ status: 'no_answer', attempts: 2 }, 'missed'],
	[{ status: 'failed', attempts: 1 }, 'missed'],
	[{ status: 'Voicemail' }, 'missed'],
	[{ status: 'completed', outcome: 'voicemail' }, 'missed'],
	[{ status: 'completed', outcome: 'Voicemail detected' }, 'missed'],
	[{ status: 'completed', outcome: "Customer didn't answer" }, 'missed'],
	[{ status: 'completed', outcome: 'WentToVoicemail' }, 'missed'],
	[{ status: 'done', call: { status: 'no-answer' } }, 'missed'],
	[{ status: 'active', attempts: 2, last_call: { status: 'busy' } }, 'missed'],
	[{ status: 'called', attempts: 2, disposition: 'NO_ANSWER' }, 'missed'],
	[{ status: 'answered', outcome: 'left_voicemail' }, 'missed'],
	[{ status: 'no_answer', state: 'NY', number_status: 'valid' }, 'missed'],
	[{ status: 'no_answer', outcome: 'failed' }, 'missed'],
	// A word in no list.
	[{ status: 'no_answer', outcome: 'Left a voicemail with his wife' }, 'doubtful'],
	[{ status: 'no_answer', outcome: 'cancelled' }, 'doubtful'],
	...phrases`
		status = cancelled | status = rejected | status = phase 2 | status = active | outcome = declined |
		outcome = failed
	`.map((text): [IDataObject, string] => [{ ...rowOf(text), attempts: 1 }, 'unknown']),
	[{ status: 'new', called_at: '2026-03-02T10:00:00Z' }, 'unknown'],
	[{ status: 3, attempts: 1 }, 'unknown'],
	[{ phone_number: '+12125550123' }, 'unknown'],
	// Reached.
	[{ status: 'completed' }, 'other'],
	[{ status: 'answered' }, 'other'],
	[{ status: 'completed', outcome: 'interested' }, 'other'],
	[{ status: 'completed', outcome: 'failed' }, 'other'],
	[{ status: 'completed', outcome: 'No voicemail' }, 'other'],
	// The campaign itself still calls.
	[{ status: 'pending', attempts: 0 }, 'open'],
	[{ status: 'pending', attempts: 1, outcome: 'no_answer' }, 'open'],
	[{ status: 'no_answer', attempts: 0 }, 'open'],
	[{ status: 'new' }, 'open'],
	[{ status: 'done', call: { status: 'ringing' } }, 'open'],
	[{ ...MISSED, next_attempt_at: '2026-03-03T10:00:00Z' }, 'open'],
	[{ ...MISSED, callback_requested: true }, 'open'],
	[{ ...MISSED, will_retry: 'yes' }, 'open'],
	[{ ...MISSED, scheduled_at: CALLED.called_at, callback_url: 'https://example.com/c' }, 'missed'],
	[{ ...MISSED, callback_at: null, next_retry_at: '0001-01-01T00:00:00Z', retry: false }, 'missed'],
	// Not to be called.
	[{ status: 'invalid_number', attempts: 1 }, 'not_to_call'],
	[{ status: 'blocked' }, 'not_to_call'],
	[{ status: 'failed', disconnection_reason: 'invalid_destination' }, 'not_to_call'],
	[{ status: 'no_answer', outcome: 'Do Not Call' }, 'not_to_call'],
	[{ status: 'do_not_call' }, 'not_to_call'],
	// A failed call explains no talk.
	[{ status: 'failed', call: { status: 'completed' } }, 'doubtful'],
	[{ status: 'no_answer', outcome: 'completed' }, 'doubtful'],
])('%j: %s', (contact, outcome) => {
	expect(outcomeOf(contact)).toBe(outcome);
});

describe('a machine that answered is a miss', () => {
	test.each<IDataObject>([
		...phrases`
			answered_by = machine_start | answered_by = machine_end_beep | answered_by = machine_end_silence |
			answered_by = AnsweringMachine | answered_by = voicemail | answered_by = fax |
			went_to_voicemail = yes | voicemail = detected | voicemail_status = left | answer_type = machine |
			disposition = LVM | outcome = voicemail - no message left | hangup_cause = USER_BUSY |
			amd_status = MACHINE | amd_result = MACHINE_WORDS_DETECTED | analysis = {"in_voicemail":true}
		`.map((text) => ({ status: 'completed', ...rowOf(text) })),
		...phrases`
			disconnection_reason = voicemail_reached | disconnection_reason = dial_no_answer |
			disconnection_reason = dial_failed | endedReason = customer-did-not-answer
		`.map((text) => ({ status: 'ended', ...rowOf(text) })),
		...phrases`in_voicemail | voicemail_detected | voicemail_dropped | vm_detected`.map((name) => ({
			status: 'completed',
			[name]: true,
		})),
		{ status: 'completed', call: { answeredBy: 'VOICE_MAIL' } },
		{ status: 'completed', machineDetected: 1 },
		{ status: 'ended', last_call: { ended_reason: 'customer-busy' } },
		{ status: 'completed', machine_detection: { result: 'machine' } },
		{ status: 'completed', call_analysis: { in_voicemail: true, call_successful: false } },
		{ status: 'answered', answered_by: 'machine_start', answered_at: CALLED.called_at },
	])('%j', (contact) => {
		expect(judgedContact(contact)).toEqual({ outcome: 'missed' });
		// It explains that there was a call that took a while.
		const isMachine = !/dial_|customer|USER_BUSY/.test(JSON.stringify(contact));
		const long = judgedContact({ ...contact, duration: 31, transcript: 'Agent: Hello' });
		expect(long.outcome).toBe(isMachine ? 'missed' : 'doubtful');
	});

	test.each<[IDataObject, string]>([
		[{ status: 'completed', answered_by: 'human' }, 'other'],
		[{ status: 'completed', amd_status: 'NOT_MACHINE' }, 'other'],
		[{ status: 'completed', in_voicemail: false }, 'other'],
		[
			{ status: 'completed', answered_by: 'machine_start', outcome: 'Appointment booked' },
			'doubtful',
		],
		[{ status: 'completed', answered_by: 'machine_start', outcome: 'transferred' }, 'doubtful'],
		[{ status: 'completed', in_voicemail: true, answered_by: 'human' }, 'doubtful'],
		[{ status: 'completed', in_voicemail: true, call_successful: true }, 'doubtful'],
	])('not if a person is said to have spoken: %j, %s', (contact, outcome) => {
		const judged = judgedContact(contact);
		expect(judged.outcome).toBe(outcome);
		expect(judged.sign !== undefined).toBe(outcome === 'doubtful');
	});
});

test('any words: a contact is missed only if a word for it says so, and no other word says more', () => {
	const known = [...Object.values(Call).flat(), ...Object.values(Contact).flat()];
	const word = fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 8 }), fc.constant(null));
	const contact = fc.record({
		status: word,
		call: fc.record({ status: word }),
		outcome: word,
		attempts: fc.constantFrom(0, 1, 2, null),
	});
	const plain = (text: unknown) =>
		String(text)
			.toLowerCase()
			.replace(/[\s_.:'’-]+/g, '');
	const isIn = (words: readonly string[], said: unknown) => words.map(plain).includes(plain(said));
	const { record, added, nothing, answered } = Contact;
	const harmless = [...misses, ...Call.ended, ...record, ...added, ...nothing, ...answered, ''];
	fc.assert(
		fc.property(contact, (row) => {
			const said = [row.status, row.call.status, row.outcome];
			const isMissed = outcomeOf(row) === 'missed';
			const isPossible =
				row.attempts !== 0 &&
				said.some((text) => isIn(misses, text)) &&
				said.every((text) => text === null || isIn(harmless, text));
			expect(isMissed && !isPossible).toBe(false);
		}),
		runs('values'),
	);
});

test('a word that nobody knows, beside one that says missed, leaves the contact out and is shown', () => {
	const word = fc.stringMatching(/^[a-z]{3,9}$/).map((text) => `zq${text}`);
	const place = fc.constantFrom(
		...phrases`outcome | call_outcome | disposition | result | callStatus | contact_status`,
	);
	fc.assert(
		fc.property(word, place, fc.boolean(), (value, name, isInCall) => {
			const fields = { [name]: value };
			const judged = judgedContact({ ...MISSED, ...(isInCall ? { call: fields } : fields) });
			const sign = `has a word that is not known (${name}: ${value})`;
			expect(judged).toMatchObject({ outcome: 'doubtful', sign });
		}),
		runs('values'),
	);
});

test.each<[IDataObject, string]>([
	[{ talk_time: 40 }, 'talk_time'],
	[{ talk_seconds: '12' }, 'talk_seconds'],
	[{ duration_seconds: 30 }, 'duration_seconds'],
	[{ call_duration: '0:31' }, 'call_duration'],
	[{ call: { duration_ms: 31_000 } }, 'duration_ms'],
	[{ call: { status: 'no_answer', answered_at: CALLED.called_at } }, 'answered_at'],
	[{ call: { transcript: 'Agent: Hello' } }, 'transcript'],
	[{ transcript: [{ role: 'user', text: 'Hello' }] }, 'transcript'],
	[{ answered_by: 'human' }, 'answered_by'],
	[{ end_reason: 'user_hangup' }, 'end_reason'],
	[{ outcome: 'connected' }, 'outcome'],
	[{ call_status: 'answered' }, 'call_status'],
	[{ analysis: { call_successful: true } }, 'analysis.call_successful'],
	[{ call: { status: 'completed', duration: 30 } }, 'duration'],
	[{ calls: [{ status: 'completed' }, { status: 'no_answer' }] }, 'calls'],
	[{ call_history: [{ status: 'completed' }] }, 'call_history'],
	[{ previous_call: { status: 'no_answer', talk_time: 3 } }, 'previous_call'],
])('who spoke is not missed: %j', (more, field) => {
	const sign = `has a call in which somebody spoke (${field})`;
	expect(judgedContact({ ...MISSED, ...more })).toMatchObject({ outcome: 'doubtful', sign });
});

test.each<[IDataObject, string]>([
	[{ status: 'in_progress' }, 'is called again by the campaign (status)'],
	[{ next_attempt_at: '2026-03-09T10:00Z' }, 'is called again by the campaign (next_attempt_at)'],
	[{ next_attempt_at: 1773050400000000 }, 'is called again by the campaign (next_attempt_at)'],
	[{ status: 'invalid_number' }, 'has a number that cannot be called (status: invalid_number)'],
	[{ status: 'phase_9' }, 'has a word that is not known (status: phase_9)'],
])('a call in a list, or as JSON text, leaves a contact out: %j', (call, sign) => {
	const [calls, callAttempts] = [[call], [{ status: 'no_answer' }, call]];
	for (const more of [{ calls }, { callAttempts }, { last_call: JSON.stringify(call) }]) {
		const judged = judgedContact({ ...MISSED, ...more });
		expect(judged).toMatchObject({ sign });
		expect(judged.outcome).not.toBe('missed');
	}
});

describe('who must not be called is left out, and the sign is shown', () => {
	test.each<[IDataObject, string]>([
		[{ notes: 'Bitte nicht mehr anrufen' }, 'notes'],
		[{ variables: { Einwilligung: 'nein' } }, 'variables.Einwilligung'],
		[{ variables: { Einwilligung: 'widerrufen' } }, 'variables.Einwilligung'],
		[{ do_not_call: true }, 'do_not_call'],
		[{ contact: { opted_out_at: '2026-03-02T10:00:00Z' } }, 'contact.opted_out_at'],
		[{ calls: [{ outcome: 'do_not_call' }] }, 'calls.outcome'],
		[{ consent: { given: false } }, 'consent.given'],
		[{ tags: ['vip', 'DNC'] }, 'tags'],
	])('%j', (more, field) => {
		const { outcome, sign, reason } = judgedContact({ ...MISSED, ...more });
		expect([outcome, sign]).toEqual(['not_to_call', `must not be called (${field})`]);
		expect(reason).toMatch(/^must not be called \(.+: .+\)$/);
	});

	test('in any language, in a text that the platform or the user wrote', () => {
		const texts = [...Object.values(REFUSING).flat(), ...DENYING];
		const place = fc.constantFrom<(text: string) => IDataObject>(
			(notes) => ({ notes }),
			(text) => ({ variables: { Bemerkung: text } }),
			(tag) => ({ tags: [tag] }),
			(outcome) => ({ call: { outcome } }),
		);
		const missedRow = fc.constantFrom<IDataObject>(MISSED, {
			status: 'completed',
			in_voicemail: true,
		});
		fc.assert(
			fc.property(fc.constantFrom(...texts), place, missedRow, (text, placed, row) => {
				const { outcome, sign } = judgedContact({ ...row, ...placed(text) });
				expect([outcome, typeof sign]).toEqual(['not_to_call', 'string']);
			}),
			runs('values'),
		);
	});

	test('words of the user count, too', () => {
		const row = { ...MISSED, notes: 'Closed account' };
		expect(outcomeOf(row)).toBe('missed');
		expect(judgedContact(row, { ownWords: ['closed account'] }).outcome).toBe('not_to_call');
	});
});

const counted = ['busy', 'Phase 2', 'pending', 'blocked', 'active'];

test.each<[contact: IDataObject, outcome: string]>([
	[{ status: 'busy' }, 'missed'],
	// A usual word stands for all that mean the same.
	[{ status: 'completed', outcome: 'LineBusy' }, 'missed'],
	[{ status: 'phase_2', attempts: 1 }, 'missed'],
	[{ status: 'completed', outcome: 'PHASE-2' }, 'missed'],
	[{ status: 'pending', attempts: 1 }, 'missed'],
	[{ status: 'blocked', attempts: 1 }, 'missed'],
	[{ status: 'active', attempts: 1 }, 'missed'],
	[{ status: 'pending', attempts: 0 }, 'open'],
	[{ status: 'queued', outcome: 'busy' }, 'open'],
	[{ status: 'no_answer', attempts: 1 }, 'other'],
	[{ status: 'completed', in_voicemail: true }, 'other'],
	[{ status: 'phase 2', outcome: 'do_not_call' }, 'not_to_call'],
	[{ status: 'phase 2', outcome: 'sold' }, 'doubtful'],
	[{ status: 'phase 2', talk_seconds: 85 }, 'doubtful'],
	[{ status: 'phase 2', calls: [{ status: 'completed' }, { status: 'busy' }] }, 'doubtful'],
	[{ attempts: 1 }, 'unknown'],
])('what the user chose counts, and nothing else: %j: %s', (contact, outcome) => {
	expect(judgedContact(contact, { counted }).outcome).toBe(outcome);
});
