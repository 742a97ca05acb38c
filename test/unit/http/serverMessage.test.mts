import { serverMessage } from '../../../nodes/shared/http';

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
		[{ loc: ['body', 'body'], msg: 'is empty' }, 'body: is empty'],
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

	test('is cut to a readable length', () => {
		expect(serverMessage({ message: 'x'.repeat(10_000) })).toHaveLength(500);
		expect(serverMessage('x'.repeat(10_000))).toHaveLength(500);
	});
});
