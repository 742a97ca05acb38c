import { withoutSharedIds } from '../../../nodes/shared/platform';

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
