import type { IDataObject } from 'n8n-workflow';
import { inReadingOrder } from '../../nodes/shared/platform';
import { phrases } from '../support/phrases.mts';

test.each([
	[
		phrases`booking_id | call_id | created_at | attendee_name | phone_number | starts_at`,
		phrases`attendee_name | phone_number | starts_at | created_at | booking_id | call_id`,
	],
	[
		phrases`id | agentId | notes | createdAt | scheduledAt | status | phoneNumber | firstName`,
		phrases`phoneNumber | firstName | scheduledAt | status | notes | createdAt | id | agentId`,
	],
	[
		phrases`_id | configuration | instructions | updated_at | language | is_active | name`,
		phrases`name | is_active | language | updated_at | _id | configuration | instructions`,
	],
	[phrases`paid | renamed | format`, phrases`paid | renamed | format`],
	[phrases`status | vat_number | number`, phrases`number | status | vat_number`],
])('%j: who, when and how it ended are first', (fields, expected) => {
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
