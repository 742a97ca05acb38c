import fc from 'fast-check';
import { RequestFailure, checkedDeed } from '../../../nodes/shared/http';
import type { Deed } from '../../../nodes/shared/http';
import { runs } from '../../scale.mts';

const CANCEL: Deed = { subject: 'Cancel campaign', entity: 'campaign', verbs: ['cancel'] };
const CALL: Deed = {
	subject: 'Make call',
	entity: 'call',
	verbs: ['makeCall', 'Make'],
	makes: 'thing',
	leadsToCalls: true,
};
const ADD: Deed = {
	subject: 'Add contacts',
	verbs: ['add'],
	leadsToCalls: true,
	sent: 2,
	existing: ['campaigns', 'camp_1', 'contacts'],
};
const RERUN: Deed = {
	subject: 'Rerun campaign',
	entity: 'campaign',
	verbs: ['rerun'],
	makes: 'copy',
	leadsToCalls: true,
	existing: ['old'],
};

/** `done`, `hint` (it counts as done), `unknown` (it may have been done), or how far a failure reached: `refused`, `failed`. */
function judged(answer: unknown, deed: Deed): string {
	try {
		const doubt = checkedDeed(answer, deed);
		return doubt === undefined ? 'done' : doubt.isUnknown ? 'unknown' : 'hint';
	} catch (error) {
		if (!(error instanceof RequestFailure)) throw error;
		return error.details.reach === 'answered' ? 'refused' : 'failed';
	}
}

const TEXTS = [
	{ message: 'Agent restored to version 3' },
	{ message: 'Callback rescheduled' },
	{ message: 'MFA disabled' },
	{ message: 'Campaign paused. 3 calls are not finished yet.' },
	{ message: 'Nothing will be called without your consent' },
];

/* Where something was to stop, or to be gone: a no and nothing else but messages is a no, whatever its flag is called. */
const STOPPING: readonly Deed[] = [
	CANCEL,
	{ subject: 'Cancel callback', entity: 'callback', verbs: ['cancel', 'Cancel'] },
	{ subject: 'Pause campaign', entity: 'campaign', verbs: ['pause', 'Pause'] },
	{ subject: 'Delete agent', entity: 'agent', verbs: ['delete', 'Delete'] },
	{ subject: 'Remove built-in tool', entity: 'tool', verbs: ['remove', 'Remove'] },
	{ subject: 'Erase personal data', verbs: ['erase', 'Erase'] },
];

describe.each(STOPPING.map((deed): [string, Deed] => [deed.subject, deed]))('%s', (_what, deed) => {
	test.each<[unknown]>([
		[false],
		['false'],
		[0],
		[[false]],
		[{ deleted: false }],
		[{ cancelled: false, message: 'Too late' }],
		[{ removed: false, detail: 'The call is under way', timestamp: '2026-03-02T09:00:00Z' }],
		[{ success: false }],
		[{ ok: false }],
		[{ result: false }],
		[{ data: false, errors: [], error: null }],
		[{ status: false }],
		[{ done: 'no' }],
		[{ deleted: 'false' }],
		[{ deleted: false, cancelled: false }],
		[{ data: { deleted: false }, message: 'OK' }],
		[{ cancelled_count: 0 }],
		[{ cancelledCount: 0, message: 'Nothing to cancel' }],
		[{ deleted: 0 }],
		[{ acknowledged: true, deletedCount: 0 }],
		[{ raw: [], affected: 0 }],
		[{ matchedCount: 0, modifiedCount: 0, acknowledged: true }],
		[{ updated: 0 }],
		[{ affected_row_count: '0', message: 'Done' }],
		[{ cancelled: 'FALSE', details: { reason: 'Too late' } }],
		[{ deleted: false, meta: { request_id: 'r1' }, links: {} }],
	])('is refused with %j', (answer) => {
		expect(judged(answer, deed)).toBe('refused');
	});

	test.each<[unknown]>([
		[{ id: 'c1', deleted: false }],
		[{ callbackId: 'c1', object: 'callback', is_cancelled: false, message: 'Too late' }],
		[{ data: { uuid: 'c1', cancelled: 0 } }],
	])('is an error with %j', (answer) => {
		expect(['refused', 'failed']).toContain(judged(answer, deed));
	});

	test.each<[unknown]>([
		[true],
		[1],
		[undefined],
		[{ message: 'Done' }],
		[{ code: 0, message: 'OK' }],
		[{ status: 0 }],
		[{ error: false, message: 'Done' }],
		[{ failed: false }],
		// It does not go on.
		[{ active: false }],
		[{ is_active: false, message: 'It stopped' }],
		[{ data: { enabled: false } }],
		// A count of something else, or of what is left.
		[{ calls_cancelled: 0, message: 'Cancelled' }],
		[{ remaining: 0 }],
		[{ pending_calls: 0 }],
		[{ cancelled_count: 2 }],
		[{ matchedCount: 1, modifiedCount: 0 }],
		[{ meta: { request_id: 'r1' }, details: {} }],
		// A row has flags of its own.
		[{ id: 'c1', status: 'cancelled', archived: false }],
		[{ status: 'cancelled', refunded: false }],
		[{ id: 'c1', archived: false }],
		[{ id: 'c1' }],
		[{ success: true, refunded: false }],
	])('is done with %j', (answer) => {
		expect(judged(answer, deed)).toBe('done');
	});
});

describe.each<[string, Deed]>([
	[
		'Start',
		{ subject: 'Start', entity: 'campaign', verbs: ['start', 'Start'], leadsToCalls: true },
	],
	['Start of a new one', { subject: 'Start', entity: 'campaign', verbs: ['start'] }],
	['Resume', { subject: 'Resume', verbs: ['resume', 'Resume'], leadsToCalls: true }],
])('%s', (_what, deed) => {
	test.each<[unknown]>([
		[{ queued: false }],
		[{ running: false, message: 'No credit' }],
		[{ is_active: false }],
		[{ accepted: false, detail: 'Outside of the hours' }],
		[{ data: { scheduled: false } }],
	])('may not have begun with %j', (answer) => {
		expect(judged(answer, deed)).toBe('failed');
	});

	test.each<[unknown]>([
		[{ failed: false }],
		[{ message: 'Started' }],
		[{ running: true }],
		[{ id: 'c1', status: 'running', archived: false }],
		[{ id: 'c1', active: false, name: 'Renewals' }],
		[{ success: true, paused: false }],
	])('is done with %j', (answer) => {
		expect(judged(answer, deed)).toBe('done');
	});
});

test('a flag that is false is a no only where something was to stop', () => {
	const restore: Deed = { subject: 'Restore agent version', entity: 'agent', verbs: ['restore'] };
	expect(judged({ deleted: false }, restore)).toBe('done');
	expect(judged({ restored: false }, restore)).toBe('refused');
	for (const deed of [restore, CALL, ADD, RERUN]) expect(judged(false, deed)).toBe('refused');
});

test.each<[unknown]>([
	...TEXTS.map((answer): [unknown] => [answer]),
	[undefined],
	[''],
	['OK'],
	[{}],
	[{ success: true, errors: [], error: null, error_code: 0, error_message: '' }],
	[{ data: { id: 'c1', errors: {} } }],
	[{ error: { code: 0, message: '' } }],
	[{ error: 'false' }],
	[{ id: 'c1', status: 'cancelled', cancelled: true }],
	[{ cancelled: null, id: 'c1' }],
	[{ campaign: { id: 'c1', last_error: 'busy' } }],
	// Only a flag of this deed.
	[{ id: 'c1', deleted: false, started: 0 }],
])('%j: Cancel is done', (answer) => {
	expect(judged(answer, CANCEL)).toBe('done');
});

test.each<[unknown, string]>([
	[{ errors: ['locked'], data: { id: 'c1' } }, 'failed'],
	[{ errors: ['locked'] }, 'refused'],
	[{ error: { message: 'locked' } }, 'refused'],
	[{ error_code: 'E7' }, 'refused'],
	[{ success: false, message: 'locked' }, 'refused'],
	[{ ok: 0 }, 'refused'],
	[{ succeeded: 'no' }, 'refused'],
	[{ result: { success: 'false' } }, 'refused'],
	[[{ success: false }], 'refused'],
	[{ cancelled: false }, 'refused'],
	[{ data: { is_cancelled: 0 } }, 'refused'],
	[{ canceled: 'no', id: 'c1' }, 'failed'],
	['<html><title>Login</title></html>', 'failed'],
	['<?xml version="1.0"?><Response><Error>No credit</Error></Response>', 'failed'],
])('%j: Cancel is an error (%s), nobody believes that something stopped', (answer, expected) => {
	expect(judged(answer, CANCEL)).toBe(expected);
});

test.each<[Deed, unknown]>([
	[CANCEL, { id: 'c1', status: 'active' }],
	[CANCEL, { success: true, campaign: { id: 'c1', campaign_status: 'Running' } }],
	[{ ...CANCEL, subject: 'Pause campaign', verbs: ['pause'] }, { data: { state: 'in_progress' } }],
])('%#: a status that says the contrary is shown', (deed, answer) => {
	expect(judged(answer, deed)).toBe('hint');
});

test.each<[string, string, string]>([
	['delete', 'deleted', 'refused'],
	['start', 'started', 'refused'],
	['stop', 'stopped', 'refused'],
	['Reschedule', 'isRescheduled', 'refused'],
	['reschedule', 'deleted', 'done'],
])('%s: %s is a flag of the deed', (verb, flag, expected) => {
	expect(judged({ [flag]: false }, { subject: 'x', verbs: [verb] })).toBe(expected);
});

test.each<[unknown, string]>([
	[{ call_id: 'c1', status: 'queued' }, 'done'],
	[{ data: { id: 7 } }, 'done'],
	[{ session_id: 's1' }, 'done'],
	[{ success: false, message: 'No credit' }, 'refused'],
	[{ errors: ['No credit'], request_id: 'r1', agent_id: 'a1', call: null }, 'refused'],
	[{ error: { id: 'E1', message: 'No credit' } }, 'refused'],
	// What has an identifier exists: nobody is called again because of a doubt.
	[{ success: false, message: 'Busy', data: { call_id: 'c1' } }, 'hint'],
	[{ ok: false, error: 'Busy', result: { call: { id: 7 } } }, 'hint'],
	[{ success: false, session_id: 's1' }, 'hint'],
	[{ success: false, call_id: { $oid: '5f1' } }, 'hint'],
	[{ error: 'slow', queued: 1 }, 'unknown'],
	// Nothing that was made is named.
	[{ message: 'See the log' }, 'unknown'],
	[{ status: 'error', message: 'No credit' }, 'unknown'],
	['OK', 'unknown'],
	[undefined, 'unknown'],
	[{ success: true, agent: { id: 'a1' } }, 'unknown'],
])('%j: Make Call: %s', (answer, expected) => {
	expect(judged(answer, CALL)).toBe(expected);
});

test.each<[unknown, string]>([
	[{ message: 'Contacts added' }, 'done'],
	[{ added: 2 }, 'done'],
	[{ valid_contacts: 1, invalid_contacts: 1 }, 'hint'],
	[{ imported: 1, skipped: 1, errors: [{ phone_number: '1', message: 'no' }] }, 'hint'],
	[{ errors: [{ phone_number: '1', message: 'no' }] }, 'refused'],
	[{ rejected: [{ phone_number: '1' }] }, 'hint'],
	[{ results: [{ status: 'accepted' }, { status: 'rejected' }] }, 'hint'],
	// A count of zero alone is no refusal: an import may begin with none.
	[{ added: 0, message: 'All contacts are duplicates' }, 'hint'],
	[{ added: 0, duplicates: 2 }, 'refused'],
	[{ added: 0, rejected: [{}, {}] }, 'refused'],
	[{ results: [{ status: 422 }, { status: 422 }] }, 'refused'],
	[{ success: false, message: 'locked' }, 'refused'],
	[{ success: false, id: 'camp_1' }, 'refused'],
	[{ success: false, added: 1 }, 'hint'],
	[{ success: false, contacts: [{ contact_id: 'k1' }] }, 'hint'],
	// The counts of a campaign that runs.
	[{ id: 'camp_1', completed: 40, failed: 2 }, 'done'],
])('%j: Add Contacts: %s', (answer, expected) => {
	expect(judged(answer, ADD)).toBe(expected);
});

test.each<[unknown, string]>([
	[{ id: 'new' }, 'done'],
	[{ campaign_id: 'old', new_campaign_id: 'new' }, 'done'],
	[{ id: 'old', newId: 7 }, 'done'],
	[{ id: 'old', status: 'finished' }, 'unknown'],
	[{ success: false, id: 'old' }, 'refused'],
	[{ success: false, id: 'old', new_campaign_id: 'new' }, 'hint'],
])('%j: Rerun: %s', (answer, expected) => {
	expect(judged(answer, RERUN)).toBe(expected);
});

test.each<[unknown, Deed, string]>([
	[{ id: 'env_1', data: { id: 'c1' } }, CALL, 'hint'],
	[{ id: 'env_1', call: { id: 'c1' } }, CALL, 'done'],
	[{ data: { id: 'a' }, result: { id: 'b' } }, CALL, 'hint'],
	[{ id: 'env_1', call: { call_id: 'c1' } }, CALL, 'done'],
	[{ id: 'c1', agent: { id: 'a1' } }, CALL, 'done'],
	[{ id: 'job_1', data: { id: 'x', added: 2 } }, ADD, 'done'],
])('%j: two objects with an id are a hint after an action', (answer, deed, expected) => {
	expect(judged(answer, deed)).toBe(expected);
});

test('the hint has the text of the platform', () => {
	expect(checkedDeed({ success: false, message: 'Busy', call_id: 'c1' }, CALL)?.text).toMatch(
		/^"Make call" counts as done, .*It says: Busy$/,
	);
	expect(checkedDeed({ message: 'See the log' }, CALL)?.text).toContain('See the log');
});

/* The two promises, whatever an answer says. */
test('a call that has an identifier is never free to be called again; what says no has never stopped', () => {
	const no = fc.constantFrom<object>(
		...[false, 'no', 0, 'false'].flatMap((flag) => [{ success: flag }, { ok: flag }]),
		...[{ error: 'locked' }, { errors: [{ message: 'x' }] }, { error_code: 7 }],
	);
	const beside = fc.constantFrom<object>(
		{},
		{ message: 'Done' },
		{ status: 'cancelled' },
		{ total: 3 },
	);
	const envelope = fc.constantFrom<(body: object) => unknown>(
		...[(body: object) => body, (body: object) => [body], (data: object) => ({ data })],
		(result) => ({ message: 'OK', response: { result } }),
	);
	const id = fc.constantFrom<object>({ id: 'c1' }, { call_id: 'c1' }, { session_id: 's1' });
	fc.assert(
		fc.property(no, beside, id, envelope, (denial, more, named, around) => {
			expect(judged(around({ ...more, ...named, ...denial }), CALL)).toBe('hint');
			expect(judged(around({ ...more, ...denial }), CALL)).toBe('refused');
			expect(['refused', 'failed']).toContain(
				judged(around({ ...more, ...named, ...denial }), CANCEL),
			);
			expect(judged(around({ ...more, ...named }), CANCEL)).toBe('done');
		}),
		runs('values'),
	);
});
