import { everyOperation } from '../../support/operations.mts';

/*
 * What operations can have beside what all of them have. A part that a single operation has is read by the whole house and helps one: it becomes an
 * ordinary part of a kind, or the operation a task.
 */
test('no part of an operation has a single user', () => {
	const users = new Map<string, string[]>();
	for (const { title, operation } of everyOperation()) {
		for (const [part, value] of Object.entries(operation)) {
			if (value !== undefined) users.set(part, [...(users.get(part) ?? []), title]);
		}
	}
	const lonely = [...users].filter(([, titles]) => titles.length === 1);
	expect(lonely).toEqual([]);
	expect(users.get('compose')).toHaveLength(2);
});
