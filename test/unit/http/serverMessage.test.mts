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
	});
});
