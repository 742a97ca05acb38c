import { serverMessage } from '../../../../nodes/shared/http';

const NO = 'is not valid';
const FIELD = `to_number: ${NO}`;

describe('serverMessage', () => {
	test.each<[unknown, string]>([
		[{ message: ' Not found\n' }, 'Not found'],
		[{ error: { message: 'Not found', code: 7 } }, 'Not found'],
		[{ title: 'Not found', status: 404 }, 'Not found'],
		[{ errors: ['too short', {}, ' ', 'no digits'] }, 'too short; no digits'],
		[{ detail: [{ loc: ['body', 'to_number'], msg: NO, type: 'x' }] }, FIELD],
		[
			{ message: 'No', detail: [{ loc: ['contacts', 3, 'phone'], msg: NO }] },
			`No: contacts.3.phone: ${NO}`,
		],
		[{ message: 'No', errors: { to_number: [NO] } }, `No: ${FIELD}`],
		[{ message: 'No', data: { errors: { to_number: [NO] } } }, `No: ${FIELD}`],
		[{ message: 'No', errors: [] }, 'No'],
		[{ message: FIELD, errors: { to_number: NO } }, FIELD],
		[
			{ detail: {}, errors: { name: 'is empty', tags: ['one', 'two'] } },
			'name: is empty; tags: one; two',
		],
		[{ field: 'to_number', message: NO }, FIELD],
		[{ loc: 7, msg: NO }, NO],
		[{ loc: ['query', 'limit'], msg: 'is large' }, 'limit: is large'],
		['{"message":"Not found"}', 'Not found'],
		['[{"loc":["body","to_number"],"msg":"is not valid"}]', FIELD],
		['{"message":"Not', '{"message":"Not'],
		['{}', ''],
		[' Gateway down\n', 'Gateway down'],
		['  <html><body>502</body></html>', ''],
		[null, ''],
		// A value of an answer with a status of success is no message.
		[{ call_id: 'c1', notes: 'She will call back' }, ''],
		[{ message: 'x'.repeat(10_000) }, 'x'.repeat(500)],
		['x'.repeat(10_000), 'x'.repeat(500)],
	])('%j', (body, expected) => {
		expect(serverMessage(body)).toBe(expected);
	});

	/* A user must see which field to correct, whatever the platform calls what it says. */
	test.each<[unknown, string]>([
		[{ to_number: NO }, FIELD],
		[{ to_number: [{ message: NO, code: 'x' }] }, FIELD],
		[{ error: { fields: { to_number: NO } } }, FIELD],
		[{ error: { details: [{ field: 'to_number', issue: NO }] } }, FIELD],
		[{ violations: [{ propertyPath: 'to_number', message: NO }] }, FIELD],
		[{ title: 'No', 'invalid-params': [{ name: 'to_number', reason: NO }] }, `No: ${FIELD}`],
		[{ errors: [{ source: { pointer: '/data/attributes/to_number' }, detail: NO }] }, FIELD],
		[{ issues: [{ path: ['to_number'], message: NO }] }, FIELD],
		[{ status: 'fail', data: { to_number: NO } }, FIELD],
		[{ contacts: [{}, { phone: [NO] }] }, `contacts.1.phone: ${NO}`],
		[{ error: { code: 'INVALID', target: 'to_number', message: NO } }, FIELD],
		[{ code: 'invalid_to_number', status: 422 }, 'code: invalid_to_number'],
		[{ non_field_errors: ['No credits'] }, 'No credits'],
		[{ error: 'no_credits', error_description: 'No credits' }, 'No credits'],
		[{ message: 'No credits', path: '/api/v1/calls', status: 422 }, 'No credits'],
		[{ name: 'ValidationError', message: 'No credits' }, 'No credits'],
		['<Error><Code>7</Code><Message>Request has expired</Message></Error>', 'Request has expired'],
		['<!doctype html><title> Blocked </title><p>', 'Blocked'],
	])('of an error %j', (body, expected) => {
		expect(serverMessage(body, true)).toBe(expected);
	});
});
