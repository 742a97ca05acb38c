import { serverMessage } from '../../../../nodes/shared/http';

describe('serverMessage', () => {
	test.each([
		[{ message: 'Agent not found' }, 'Agent not found'],
		[{ detail: 'Agent not found' }, 'Agent not found'],
		[{ error: 'Agent not found' }, 'Agent not found'],
		[{ error: { message: 'Agent not found', code: 7 } }, 'Agent not found'],
		[{ title: 'Agent not found', status: 404 }, 'Agent not found'],
		[{ errors: ['too short', 'no digits'] }, 'too short; no digits'],
		[
			{ detail: [{ loc: ['body', 'to_number'], msg: 'is not E.164', type: 'x' }] },
			'to_number: is not E.164',
		],
		[
			{
				message: 'Validation failed',
				detail: [{ loc: ['body', 'contacts', 3, 'phone_number'], msg: 'is missing' }],
			},
			'Validation failed: contacts.3.phone_number: is missing',
		],
		[
			{ message: 'Validation failed', errors: { name: ['is empty'] } },
			'Validation failed: name: is empty',
		],
		[{ field: 'name', message: 'is empty' }, 'name: is empty'],
		[{ loc: 7, msg: 'is empty' }, 'is empty'],
		[{ loc: ['name'], msg: 'is empty' }, 'name: is empty'],
		[{ loc: ['query', 'limit'], msg: 'is large' }, 'limit: is large'],
		[{ loc: ['path', 'id'], msg: 'is wrong' }, 'id: is wrong'],
		[{ message: ' Agent not found\n' }, 'Agent not found'],
		[{ errors: ['too short', {}, ' ', 'no digits'] }, 'too short; no digits'],
		[{ errors: { name: 'is empty', tags: ['one', 'two'] } }, 'name: is empty; tags: one; two'],
		[{ detail: {}, errors: { name: 'is empty' } }, 'name: is empty'],
		[{ message: 'Failed', errors: [] }, 'Failed'],
		[{ message: 'name: is empty', errors: { name: 'is empty' } }, 'name: is empty'],
		['{"message":"Agent not found"}', 'Agent not found'],
		['[{"loc":["body","to_number"],"msg":"is missing"}]', 'to_number: is missing'],
		['"Agent not found"', 'Agent not found'],
		['{"message":"Agent', '{"message":"Agent'],
		['{}', ''],
		['null', ''],
		['', ''],
		['  <!doctype html>', ''],
		[' Gateway down\n', 'Gateway down'],
		['Gateway down', 'Gateway down'],
		['<html><body>502</body></html>', ''],
		[{}, ''],
		[null, ''],
		[undefined, ''],
	])('%j', (body, expected) => {
		expect(serverMessage(body)).toBe(expected);
	});

	/* A user must see which field to correct, whatever the platform calls what it says. */
	test.each<[unknown, string]>([
		[{ to_number: ['is not valid'] }, 'to_number: is not valid'],
		[{ to_number: 'is not valid' }, 'to_number: is not valid'],
		[{ to_number: [{ message: 'is not valid', code: 'x' }] }, 'to_number: is not valid'],
		[{ error: { fields: { to_number: 'is not valid' } } }, 'to_number: is not valid'],
		[
			{ error: { details: [{ field: 'to_number', issue: 'is not valid' }] } },
			'to_number: is not valid',
		],
		[
			{ violations: [{ propertyPath: 'to_number', message: 'is not valid' }] },
			'to_number: is not valid',
		],
		[
			{ title: 'No', 'invalid-params': [{ name: 'to_number', reason: 'is not valid' }] },
			'No: to_number: is not valid',
		],
		[
			{ errors: [{ source: { pointer: '/data/attributes/to_number' }, detail: 'is not valid' }] },
			'to_number: is not valid',
		],
		[{ issues: [{ path: ['to_number'], message: 'is not valid' }] }, 'to_number: is not valid'],
		[{ status: 'fail', data: { to_number: 'is not valid' } }, 'to_number: is not valid'],
		[{ contacts: [{}, { phone: ['is not valid'] }] }, 'contacts.1.phone: is not valid'],
		[{ error: { code: 'INVALID', target: 'to_number', message: 'No' } }, 'to_number: No'],
		[{ code: 'invalid_to_number', status: 422 }, 'code: invalid_to_number'],
		[{ non_field_errors: ['No credits'] }, 'No credits'],
		[{ errorMessage: 'No credits' }, 'No credits'],
		[{ error: 'no_credits', error_description: 'No credits' }, 'No credits'],
		[{ message: 'No credits', path: '/api/v1/calls', status: 422 }, 'No credits'],
		[{ name: 'ValidationError', message: 'No credits' }, 'No credits'],
		['<Error><Code>7</Code><Message>Request has expired</Message></Error>', 'Request has expired'],
		['<!doctype html><title> Blocked </title><p>', 'Blocked'],
	])('of an error %j', (body, expected) => {
		expect(serverMessage(body, true)).toBe(expected);
	});

	test('of an answer with a status of success is no value of it', () => {
		expect(serverMessage({ call_id: 'c1', notes: 'She will call back' })).toBe('');
	});

	test('is cut to a readable length', () => {
		expect(serverMessage({ message: 'x'.repeat(10_000) })).toHaveLength(500);
		expect(serverMessage('x'.repeat(10_000))).toHaveLength(500);
	});
});
