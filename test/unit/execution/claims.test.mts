import type { IExecuteFunctions } from 'n8n-workflow';
import { ClaimStore } from '../../../nodes/shared/execution/onceEver/claims';
import {
	LEASE_MS,
	WorkflowLock,
	rowOf,
} from '../../../nodes/shared/execution/onceEver/workflowLock';
import { fakeContext, processedWith, recordedIn } from './fakeContext.mts';

/** A store whose clock the test sets. */
async function storeWith(done: string[], unknown: string[] = [], more: object = {}) {
	const processed = await processedWith(done, unknown);
	const { context, storeCalls } = fakeContext({ processed }, () => undefined);
	Object.assign(context, more);
	let now = 0;
	const clock = { now: () => now, sleep: async () => await Promise.resolve() };
	const store = new ClaimStore(
		context as IExecuteFunctions,
		new WorkflowLock(rowOf(context), clock),
	);
	return { store, context, processed, storeCalls, pass: (ms: number) => (now += ms) };
}

test('keys that are new are claimed; the others were done, or their outcome is unknown', async () => {
	const { store, processed } = await storeWith(['a'], ['b']);
	expect(await store.claim(['a', 'b', 'c'])).toEqual({
		done: new Set(['a']),
		unknown: new Set(['b']),
	});
	const all = ['a', 'b', 'c', 'a open', 'b open', 'c open'];
	expect(await recordedIn(processed, all)).toEqual(['a', 'b', 'c', 'b open', 'c open']);
});

test('what is known of keys can be asked, and the store stays as it was', async () => {
	const { store, processed } = await storeWith(['a'], ['b']);
	const all = ['a', 'b', 'c', 'a open', 'b open', 'c open'];
	for (let time = 0; time < 2; time += 1) {
		expect(await store.known(['a', 'b', 'c'])).toEqual({
			done: new Set(['a']),
			unknown: new Set(['b']),
		});
		expect(await recordedIn(processed, all)).toEqual(['a', 'b', 'b open']);
	}
});

test('a store without entries is asked nothing', async () => {
	const { store, storeCalls } = await storeWith([]);
	expect(await store.known(['a'])).toEqual({ done: new Set(), unknown: new Set() });
	expect(storeCalls).toEqual([]);
});

test('a store that cannot be read is an error, also if it cannot be counted', async () => {
	const { store, context } = await storeWith(['a']);
	const { checkProcessedAndRecord, getProcessedDataCount } = context.helpers;
	const busy = () => {
		throw new Error('busy');
	};
	Object.assign(context.helpers, {
		checkProcessedAndRecord: async (...asked: Parameters<typeof checkProcessedAndRecord>) =>
			asked[1] === 'node' ? busy() : await checkProcessedAndRecord(...asked),
		getProcessedDataCount: async (...asked: Parameters<typeof getProcessedDataCount>) =>
			asked[0] === 'node' ? busy() : await getProcessedDataCount(...asked),
	});
	await expect(store.known(['a'])).rejects.toThrow(/could not record/);
});

test.each([0, 1, 2])(
	'a crash while it is asked (after %p writes of many) leaves numbers as unknown, never as called',
	async (writes) => {
		const keys = Array.from({ length: 60 }, (_key, index) => `k${index}`);
		const { store, context, processed } = await storeWith(['z', ...keys.slice(0, 5)]);
		const { removeProcessed, getProcessedDataCount } = context.helpers;
		let left = writes;
		Object.assign(context.helpers, {
			getProcessedDataCount: async (...asked: Parameters<typeof getProcessedDataCount>) =>
				asked[0] === 'node' ? 8_000_000 : await getProcessedDataCount(...asked),
			removeProcessed: async (...asked: Parameters<typeof removeProcessed>) => {
				if (asked[1] === 'node' && left === 0) throw new Error('killed');
				if (asked[1] === 'node') left -= 1;
				await removeProcessed(...asked);
			},
		});
		await expect(store.known(keys)).rejects.toThrow(/could not record/);
		const later = fakeContext({ processed }, () => undefined).context;
		const { done } = await new ClaimStore(later as IExecuteFunctions).claim(keys.slice(5));
		expect(done).toEqual(new Set());
	},
);

test('a process that was stopped while it claimed sends nothing: another may have claimed the same', async () => {
	const { store, processed, pass } = await storeWith(['z']);
	let isStopped = false;
	processed.pause = async (access) => {
		if (access !== 'before update' || isStopped) return;
		isStopped = true;
		pass(LEASE_MS + 1);
	};
	await expect(store.claim(['a'])).rejects.toMatchObject({
		message: expect.stringMatching(/took too long/),
		description: expect.stringMatching(/Nothing was sent.*Release/),
		details: { reach: 'notSent' },
	});
	// Its lock may be another's by now, so it is left to the lease.
	expect(
		await processed.findOne({ where: { workflowId: 'workflow', context: '' } }),
	).not.toBeNull();
});

test('many keys are removed in several writes, so that n8n does other work in between', async () => {
	const many = Array.from({ length: 20_000 }, (_key, index) => `k${index}`);
	const { store, processed, storeCalls } = await storeWith(many);
	await store.claim(many.slice(0, 1_000));
	const removed = storeCalls.filter(([what]) => what === 'remove').map(([, keys]) => keys.length);
	expect(removed.length).toBeGreaterThan(1);
	expect(removed.reduce((sum, count) => sum + count)).toBe(1_000);
	expect(
		await recordedIn(
			processed,
			many.slice(0, 1_000).map((key) => `${key} open`),
		),
	).toEqual([]);
});

test('a process that was stopped while it removed keys removes no more: another may have the lock', async () => {
	const many = Array.from({ length: 20_000 }, (_key, index) => `k${index}`);
	const { store, processed, storeCalls, pass } = await storeWith(many);
	let writes = 0;
	processed.pause = async (access) => {
		if (access !== 'before update') return;
		writes += 1;
		// The first one claims, the others remove.
		if (writes === 2) pass(LEASE_MS + 1);
	};
	await store.claim(many.slice(0, 1_000));
	expect(storeCalls.map(([what]) => what)).toEqual(['record', 'remove']);
});

test('of more numbers than are read at once, none is forgotten', async () => {
	const many = Array.from({ length: 4_100 }, (_key, index) => `k${index}`);
	const unknown = ['k0', 'k1999', 'k2000', 'k4099'];
	const { store } = await storeWith(['k1998', 'k3999'], unknown);
	const all = new Set(unknown);
	expect(await store.known(many)).toEqual({ done: new Set(['k1998', 'k3999']), unknown: all });
	expect(await store.unknownOf(many)).toEqual(all);
	expect(await store.releaseUnknown(many)).toEqual(all);
	expect(await store.unknownOf(many)).toEqual(new Set());
});

test('a workflow that is not saved has no store', async () => {
	const { store, storeCalls } = await storeWith([], [], { getWorkflow: () => ({ id: '' }) });
	await expect(store.claim(['a'])).rejects.toMatchObject({
		description: expect.stringMatching(/Save the workflow/),
	});
	expect(storeCalls).toEqual([]);
});

test('a cancelled execution claims nothing more, and still records how its requests ended', async () => {
	const getExecutionCancelSignal = () => AbortSignal.abort();
	const { store, processed } = await storeWith(['a'], ['b'], { getExecutionCancelSignal });
	await expect(store.claim(['c'])).rejects.toThrow(/cancelled/);
	await store.settle(['b'], ['a']);
	expect(await recordedIn(processed, ['a', 'b', 'c', 'b open'])).toEqual(['b']);
});
