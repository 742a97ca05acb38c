import fc from 'fast-check';
import { RequestFailure, checkedDeed } from '../../../../nodes/shared/http';
import type { Deed } from '../../../../nodes/shared/http';
import { runs } from '../../../scale.mts';

const CANCEL: Deed = {
	subject: 'Cancel campaign',
	entity: 'campaign',
	becomes: 'stopped',
	existing: ['campaigns', 'c1'],
};
const START: Deed = { ...CANCEL, subject: 'Start campaign', becomes: 'running' };
const UPDATE: Deed = { ...CANCEL, subject: 'Update campaign', becomes: undefined };
const CALL: Deed = { subject: 'Make call', entity: 'call', makes: true, leadsToCalls: true };
const CREATE: Deed = {
	subject: 'Create campaign',
	entity: 'campaign',
	makes: true,
	leadsToCalls: true,
	hasContacts: true,
};
const ADD: Deed = {
	subject: 'Add contacts',
	leadsToCalls: true,
	hasContacts: true,
	existing: ['campaigns', 'camp_1', 'contacts'],
};
const RERUN: Deed = { ...CREATE, subject: 'Rerun', hasContacts: false, existing: ['old'] };

/**
 * `done`, `hint` (done, with a warning), `unknown` (nothing that was made is named: it may have been done). Of an error:
 * `refused` (the platform said no), `failed` (it is unknown whether it was done).
 */
function judged(answer: unknown, deed: Deed): string {
	try {
		const doubt = checkedDeed(answer, deed);
		return doubt === undefined ? 'done' : doubt.isUnknown ? 'unknown' : 'hint';
	} catch (error) {
		if (!(error instanceof RequestFailure)) throw error;
		return error.details.arrival === 'answered' ? 'refused' : 'failed';
	}
}

describe('whatever was to be done', () => {
	test.each<[unknown]>([
		[undefined],
		[''],
		[{}],
		[{ message: 'Nothing will be called without your consent' }],
		[{ status: 'error', message: 'Texts for people and a status are not judged' }],
		[{ error: { code: 0, message: '' } }],
		// Figures are counts.
		[{ success: 0, errors: 3 }],
		[{ id: 'c1', errors: {} }],
		[{ campaign: { id: 'c1', error: 'of the campaign' } }],
		[{ data: { data: { success: false } } }],
	])('it is done with %j', (answer) => {
		for (const deed of [CANCEL, START, UPDATE]) expect(judged(answer, deed)).toBe('done');
	});

	test.each<[unknown]>([
		[false],
		[{ success: false, message: 'locked' }],
		[{ data: { success: false } }],
		[{ error: true }],
		[{ error: { code: 7 } }],
		[{ errors: [{ msg: 'locked' }], detail: 'x' }],
		[{ result: { errors: { name: ['is missing'] } } }],
	])('it is refused with %j', (answer) => {
		for (const deed of [CANCEL, START, UPDATE, CALL, CREATE, ADD, RERUN])
			expect(judged(answer, deed)).toBe('refused');
	});

	test.each(['<html>Login</html>', '<?xml?><a>No</a>'])('it is unknown with %j', (page) => {
		for (const deed of [CANCEL, UPDATE, CALL, ADD]) expect(judged(page, deed)).toBe('failed');
	});
});

/* A flag that is false beside nothing but a message is a no, whatever it is called. */
describe('where something was to stop or to go on', () => {
	test.each<[unknown]>([
		[{ deleted: false }],
		[{ removed: false, detail: 'The call is under way', timestamp: '2026-03-02T09:00:00Z' }],
		[{ data: { deleted: false }, message: 'OK' }],
		[{ data: false, errors: [], error: null }],
		[{ status: false }],
		[{ id: 'c1', started: false, meta: { request_id: 'r1' } }],
	])('%j is a no', (answer) => {
		expect(judged(answer, CANCEL)).toBe('refused');
		// It may run all the same: nobody is called twice because of a doubt.
		expect(judged(answer, START)).toBe('failed');
		expect(judged(answer, UPDATE)).toBe('done');
	});

	test.each<[unknown]>([
		[{ cancelled: true }],
		[{ success: true, refunded: false }],
		[{ status: 'cancelled', refunded: false }],
		[{ id: 'c2', deleted: false }],
		[{ failed: false }],
		// A count is no judgement.
		[{ deleted: 0 }],
	])('%j is none', (answer) => {
		for (const deed of [CANCEL, START]) expect(judged(answer, deed)).toBe('done');
	});

	test('the identifier that the request named says nothing, also as a number', () => {
		const refused = { id: 7, deleted: false };
		expect(judged(refused, { ...CANCEL, existing: ['7'] })).toBe('refused');
	});

	test.each<[unknown]>([[{ active: false }], [{ data: { running: false } }]])(
		'%j says that it stopped',
		(answer) => {
			expect(judged(answer, CANCEL)).toBe('done');
			expect(judged(answer, START)).toBe('failed');
		},
	);
});

describe('where somebody is called', () => {
	test.each<[unknown, Deed, string]>([
		[{ data: { id: 7 } }, CALL, 'done'],
		[{ session_id: 's1' }, CALL, 'done'],
		[{ data: { call: { id: 'c1' } } }, CALL, 'done'],
		[{ errors: ['No credit'], request_id: 'r1', agent_id: 'a1', call: null }, CALL, 'refused'],
		[{ error: { id: 'E1', message: 'No credit' } }, CALL, 'refused'],
		// What has an identifier exists: nobody is called again because of a doubt.
		[{ ok: false, error: 'Busy', result: { call: { id: 7 } } }, CALL, 'hint'],
		[{ success: false, id: 'c1', errors: [{ row: 2 }] }, CREATE, 'hint'],
		// Nothing that was made is named.
		[{ message: 'See the log' }, CALL, 'unknown'],
		['OK', CALL, 'unknown'],
		[undefined, CALL, 'unknown'],
		[{ queued: false }, CALL, 'unknown'],
		[{ message: 'Created', added: 2 }, CREATE, 'unknown'],
		// A copy has an identifier of its own.
		[{ id: 'new' }, RERUN, 'done'],
		[{ id: 'old', status: 'finished' }, RERUN, 'unknown'],
		[{ id: 7, status: 'finished' }, { ...RERUN, existing: ['7'] }, 'unknown'],
		[{ campaign_id: 'old', new_campaign_id: 'new' }, RERUN, 'unknown'],
		[{ success: false, id: 'old' }, RERUN, 'refused'],
		// Where the user says, and nowhere else.
		[{ job: { result: { id: 'c1' } } }, { ...CALL, path: 'job.result' }, 'done'],
		[{ id: 'job_1' }, { ...CALL, path: 'data' }, 'unknown'],
		[{ data: [{ call_id: 'c1' }] }, { ...CALL, path: 'data' }, 'done'],
		[{ data: [{ call_id: 'c1' }, { call_id: 'c2' }] }, { ...CALL, path: 'data' }, 'unknown'],
	])('%j to %j: %s', (answer, deed, expected) => {
		expect(judged(answer, deed)).toBe(expected);
	});

	test.each<[unknown, string]>([
		[{ added: 2 }, 'done'],
		// Counts are columns.
		[{ added: 0, skipped: 2 }, 'done'],
		[{ results: [{ status: 422 }, { status: 422 }] }, 'done'],
		[{ duplicates: false, message: 'Contacts added' }, 'done'],
		[{ errors: [{ phone_number: '1', message: 'no' }] }, 'refused'],
		[{ success: false, added: 0, skipped: 2, code: 402 }, 'refused'],
		[{ success: false, id: 'camp_1' }, 'refused'],
		[{ success: false, contacts: [] }, 'refused'],
		[{ success: false, created_at: 1_772_438_400 }, 'refused'],
		// Beside a no, some may have been added: no contact is sent again.
		[{ imported: 1, skipped: 1, errors: [{ phone_number: '1', message: 'no' }] }, 'hint'],
		[{ success: false, added: 1 }, 'hint'],
		[{ success: false, contactsAdded: 1 }, 'hint'],
		[{ success: false, contacts: [{ contact_id: 'k1' }] }, 'hint'],
		[{ success: false, results: [{ contact_id: 'k1' }] }, 'hint'],
	])('%j to Add Contacts: %s', (answer, expected) => {
		expect(judged(answer, ADD)).toBe(expected);
	});

	// One request creates the campaign and adds its contacts. The platform says no, but names contacts that it added, and
	// no campaign: it is unknown whether there is one. The same answer to a request without contacts is a refusal.
	test.each<[unknown, string]>([
		[{ success: false, added: 150, errors: [{ row: 151, message: 'no' }] }, 'unknown'],
		[{ success: false, contacts: [{ contact_id: 'k1' }] }, 'unknown'],
		[{ success: false, added: 0, skipped: 2, code: 402 }, 'refused'],
	])('%j to Create Campaign: %s', (answer, expected) => {
		expect(judged(answer, CREATE)).toBe(expected);
		expect(judged(answer, { ...CREATE, hasContacts: false })).toBe('refused');
	});

	test.each<[unknown, Deed, string]>([
		[{ id: 'env_1', data: { id: 'c1' } }, CALL, 'hint'],
		[{ data: { id: 'a' }, result: { id: 'b' } }, CALL, 'hint'],
		[{ id: 'env_1', data: { id: 'c1' } }, { ...CALL, path: 'data' }, 'done'],
		[{ id: 'env_1', call: { id: 'c1' } }, CALL, 'done'],
		[{ id: 'c1', agent: { id: 'a1' } }, CALL, 'done'],
		[{ id: 'job_1', data: { id: 'x', added: 2 } }, ADD, 'done'],
	])('%j: two objects with an id are a hint', (answer, deed, expected) => {
		expect(judged(answer, deed)).toBe(expected);
	});
});

/* The two promises, whatever an answer says. */
test('a call that has an identifier is never free to be called again; what says no has never stopped', () => {
	const no = fc.constantFrom<object>(
		...[{ success: false }, { ok: false }],
		...[{ error: 'locked' }, { errors: [{ message: 'x' }] }, { error: { code: 7 } }],
	);
	const beside = fc.constantFrom<object>(
		...[{}, { message: 'Done' }, { status: 'cancelled' }, { total: 3 }],
	);
	const envelope = fc.constantFrom<(body: object) => unknown>(
		...[(body: object) => body, (data: object) => ({ data })],
		(result) => ({ message: 'OK', result }),
	);
	const id = fc.constantFrom<object>({ id: 'k1' }, { call_id: 'k1' }, { session_id: 's1' });
	fc.assert(
		fc.property(no, beside, id, envelope, (denial, more, named, around) => {
			expect(judged(around({ ...more, ...named, ...denial }), CALL)).toBe('hint');
			expect(judged(around({ ...more, ...denial }), CALL)).toBe('refused');
			expect(judged(around({ ...more, ...named, ...denial }), CANCEL)).toBe('refused');
			expect(judged(around({ ...more, ...named }), CANCEL)).toBe('done');
		}),
		runs('values'),
	);
});
