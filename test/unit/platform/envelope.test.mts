import { withoutReceipt, withoutSharedIds } from '../../../nodes/shared/platform';

test.each([
	[{ status: 'success', message: 'Created', id: 'c1' }, { id: 'c1' }],
	[{ status: 'OK', message: 'Created' }, {}],
	[
		{ status: 'pending', message: 'Created' },
		{ status: 'pending', message: 'Created' },
	],
	[{ status: 'success' }, { status: 'success' }],
	[
		{ status: 'success', message: { a: 1 } },
		{ status: 'success', message: { a: 1 } },
	],
])('a receipt is not a status: %j', (answer, expected) => {
	expect(withoutReceipt(answer)).toEqual(expected);
});

test('a value that all rows share is no identifier', () => {
	const rows = [
		{ id: 'org', call_id: 'c1' },
		{ id: 'org', call_id: null },
	];
	expect(withoutSharedIds(rows)).toEqual([{ call_id: 'c1' }, { call_id: null }]);
});

test.each([
	[[{ id: 'a' }, { id: 'b' }]],
	// A contact that was called twice, and another one.
	[[{ id: 'a', n: 1 }, { id: 'a', n: 2 }, { id: 'b' }]],
	[[{ id: 'a' }]],
	[[{ id: 'a' }, { n: 1 }]],
	[[]],
])('rows that are left as they are: %j', (rows) => {
	expect(withoutSharedIds(rows)).toBe(rows);
});
