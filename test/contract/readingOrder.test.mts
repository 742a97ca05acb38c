import type { IDataObject } from 'n8n-workflow';
import { inReadingOrder } from '../../nodes/shared/platform';

test.each<[string, string[], string[]]>([
	[
		'a booking',
		['booking_id', 'call_id', 'created_at', 'attendee_name', 'phone_number', 'starts_at'],
		['attendee_name', 'phone_number', 'starts_at', 'created_at', 'booking_id', 'call_id'],
	],
	[
		'a callback in camelCase',
		['id', 'agentId', 'notes', 'createdAt', 'scheduledAt', 'status', 'phoneNumber', 'firstName'],
		['phoneNumber', 'firstName', 'scheduledAt', 'status', 'notes', 'createdAt', 'id', 'agentId'],
	],
	[
		'an agent',
		['_id', 'configuration', 'instructions', 'updated_at', 'language', 'is_active', 'name'],
		['name', 'is_active', 'language', 'updated_at', '_id', 'configuration', 'instructions'],
	],
	[
		'what only looks like one of them',
		['paid', 'renamed', 'format'],
		['paid', 'renamed', 'format'],
	],
	[
		'a number that is no phone',
		['status', 'vat_number', 'number'],
		['number', 'status', 'vat_number'],
	],
])('%s: who, when and how it ended are first', (_what, fields, expected) => {
	const row = Object.fromEntries(fields.map((name, index) => [name, index]));
	const shown = inReadingOrder(row);
	expect(Object.keys(shown)).toEqual(expected);
	expect(shown).toEqual(row);
});

test('the order is the same for each row, whatever its values are', () => {
	const row: IDataObject = { id: 'b1', status: 'open', notes: 'x'.repeat(5000), name: 'Ada' };
	const empty: IDataObject = { id: 'b2', status: null, notes: null, name: null };
	expect(Object.keys(inReadingOrder(empty))).toEqual(Object.keys(inReadingOrder(row)));
});
