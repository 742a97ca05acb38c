import type { StoredSet } from '../../../../nodes/shared/calling/memory/storedSet';
import { LockedSet, setOfExecution } from '../../../../nodes/shared/calling/memory/storedSet';

/** A store in which some things go another way. */
const storeWith = (more: Partial<StoredSet>): StoredSet => ({
	...setOfExecution({ executionId: '1', entries: {}, calls: [] }),
	...more,
});

test('from a large store, everything is removed, in several writes', async () => {
	const entries = Array.from({ length: 120 }, (_entry, index) => `k${index}`);
	const removed: string[][] = [];
	const store = storeWith({
		size: async () => 1_000_000,
		remove: async (part) => void removed.push(part),
	});
	await new LockedSet(store, { isSafe: true }).remove(entries);
	expect(removed.flat()).toEqual(entries);
	expect(removed.length).toBeGreaterThan(1);
});

test('a write that failed is not tried again when another process may have the lock', async () => {
	const lease = { isSafe: true };
	let writes = 0;
	const store = storeWith({
		add: async () => {
			writes += 1;
			lease.isSafe = false;
			throw new Error('busy');
		},
	});
	await expect(new LockedSet(store, lease).record(['a'])).rejects.toThrow(/took too long/);
	expect(writes).toBe(1);
});
