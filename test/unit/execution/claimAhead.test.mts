import type { Claimant } from '../../../nodes/shared/execution/onceEver/claimAhead';
import { ClaimAhead } from '../../../nodes/shared/execution/onceEver/claimAhead';
import type { Claim, ClaimStore } from '../../../nodes/shared/execution/onceEver/claims';

const jobsOf = (...lists: string[][]) => lists.map((keys): Claimant => ({ keys }));
const single = (count: number) =>
	jobsOf(...Array.from({ length: count }, (_job, index) => [`k${index}`]));

/** A store that shows what it is asked. A claim ends when the test says so. */
class WatchedStore {
	readonly claimed: string[][] = [];
	readonly settled: Array<[done: readonly string[], notDone: readonly string[]]> = [];
	private readonly waiting: Array<{
		resolve: (claim: Claim) => void;
		reject: (error: Error) => void;
	}> = [];
	private readonly size: number;

	constructor(size = 0) {
		this.size = size;
	}

	async count(): Promise<number> {
		return this.size;
	}

	async claim(keys: string[]): Promise<Claim> {
		this.claimed.push(keys);
		return await new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
	}

	async settle(...ended: [done: readonly string[], notDone: readonly string[]]): Promise<void> {
		if (ended.flat().length > 0) this.settled.push(ended);
	}

	async answer(claim: Partial<Record<keyof Claim, string[]>> = {}): Promise<void> {
		await this.turn();
		this.waiting.shift()?.resolve({ done: new Set(claim.done), unknown: new Set(claim.unknown) });
		await this.turn();
	}

	async fail(): Promise<void> {
		await this.turn();
		this.waiting.shift()?.reject(new Error('no store'));
		await this.turn();
	}

	async turn(): Promise<void> {
		await new Promise((resolve) => setImmediate(resolve));
	}
}

const aheadOf = (store: WatchedStore, jobs: Claimant[]) =>
	new ClaimAhead(store as unknown as ClaimStore, jobs);

test('claims a slice, and the next one as soon as the first of it begins', async () => {
	const store = new WatchedStore();
	const jobs = single(350);
	const ahead = aheadOf(store, jobs);
	const first = ahead.claimOf(jobs[0] as Claimant);
	await store.turn();
	expect(store.claimed.map(({ length }) => length)).toEqual([100]);
	await store.answer();
	await first;
	// One ahead, and no more.
	expect(store.claimed.map(({ length }) => length)).toEqual([100, 100]);
	await store.answer();
	for (const job of jobs.slice(1, 100)) await ahead.claimOf(job);
	expect(store.claimed).toHaveLength(2);
	await ahead.claimOf(jobs[100] as Claimant);
	await store.turn();
	expect(store.claimed.map(({ length }) => length)).toEqual([100, 100, 100]);
});

test.each([
	[0, 100],
	[4_000, 200],
	[8_000, 400],
	[40_000, 500],
	[400_000, 500],
])('with %i in the store, a slice is %i', async (inStore, size) => {
	const store = new WatchedStore(inStore);
	const jobs = single(5_000);
	const ahead = aheadOf(store, jobs);
	void ahead.claimOf(jobs[0] as Claimant);
	await store.answer();
	// The first one is claimed before the size of the store is known.
	expect(store.claimed[1]?.length).toBeGreaterThanOrEqual(size);
	expect(store.claimed[1]?.length).toBeLessThanOrEqual(size * 1.1);
});

test('a slice has whole requests', async () => {
	const many = Array.from({ length: 5_000 }, (_key, index) => `k${index}`);
	const store = new WatchedStore();
	const jobs = jobsOf(many, ['x'], ['y']);
	void aheadOf(store, jobs).claimOf(jobs[0] as Claimant);
	await store.answer();
	expect(store.claimed).toEqual([many, ['x', 'y']]);
});

test('what did not begin is released, also if its claim came late', async () => {
	const store = new WatchedStore();
	const jobs = single(150);
	const ahead = aheadOf(store, jobs);
	const claim = ahead.claimOf(jobs[0] as Claimant);
	await store.answer({ done: ['k3'], unknown: ['k4'] });
	ahead.settle(jobs[0] as Claimant, await claim, 'done');
	const end = ahead.end();
	await store.turn();
	expect(store.settled).toEqual([]);
	await store.answer();
	await end;
	const [[done, notDone] = [[], []]] = store.settled;
	expect(done).toEqual(['k0']);
	// Not what an earlier execution recorded.
	expect(notDone).toEqual(
		Array.from({ length: 150 }, (_key, index) => `k${index}`).filter(
			(key) => !['k0', 'k3', 'k4'].includes(key),
		),
	);
});

test('what is unknown is neither done nor released', async () => {
	const store = new WatchedStore();
	const jobs = single(2);
	const ahead = aheadOf(store, jobs);
	const claims = Promise.all(jobs.map(async (job) => await ahead.claimOf(job)));
	await store.answer();
	const [first, second] = await claims;
	ahead.settle(jobs[0] as Claimant, first as Claim, 'unknown');
	ahead.settle(jobs[1] as Claimant, second as Claim, 'notDone');
	await ahead.end();
	expect(store.settled).toEqual([[[], ['k1']]]);
});

test('a long run records what ended while it runs', async () => {
	const now = jest.spyOn(Date, 'now').mockReturnValue(0);
	const store = new WatchedStore();
	const jobs = single(3);
	const ahead = aheadOf(store, jobs);
	const claims = Promise.all(jobs.map(async (job) => await ahead.claimOf(job)));
	await store.answer();
	const [claim] = (await claims) as [Claim];
	ahead.settle(jobs[0] as Claimant, claim, 'done');
	expect(store.settled).toEqual([]);
	now.mockReturnValue(1_500);
	ahead.settle(jobs[1] as Claimant, claim, 'done');
	expect(store.settled).toEqual([[['k0', 'k1'], []]]);
	await store.turn();
	ahead.settle(jobs[2] as Claimant, claim, 'done');
	expect(store.settled).toHaveLength(1);
	await ahead.end();
	expect(store.settled).toHaveLength(2);
	now.mockRestore();
});

test('after a claim that failed, no other is tried', async () => {
	const store = new WatchedStore();
	const jobs = single(300);
	const ahead = aheadOf(store, jobs);
	const first = ahead.claimOf(jobs[0] as Claimant).catch((error: Error) => error.message);
	await store.fail();
	expect(await first).toBe('no store');
	await expect(ahead.claimOf(jobs[100] as Claimant)).rejects.toThrow('no store');
	await ahead.end();
	expect([store.claimed.length, store.settled]).toEqual([1, []]);
});
