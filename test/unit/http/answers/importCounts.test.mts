import { importCounts } from '../../../../nodes/shared/http';

test.each<[unknown, object]>([
	[
		{ id: 'c1', added: 3, skipped: 0, errors: [{ row: 2 }] },
		{ added: 3, skipped: 0, errors: [{ row: 2 }] },
	],
	[
		{ data: { contactsImported: 2, failed_contacts: ['x'] } },
		{ contactsImported: 2, failed_contacts: ['x'] },
	],
	// Nothing that is empty, a text or a time is a count.
	[{ errors: [], failed: null, invalid: {}, added: 'all', created_at: 1_772_438_400 }, {}],
	[undefined, {}],
])('what %j says of contacts: %j', (answer, counts) => {
	expect(importCounts(answer)).toEqual(counts);
});
