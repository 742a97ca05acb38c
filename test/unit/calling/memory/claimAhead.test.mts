import type { CallMemory } from '../../../../nodes/shared/calling/memory/claimAhead';
import { ClaimAhead, MemoryOfDryRun } from '../../../../nodes/shared/calling/memory/claimAhead';
import type {
	CalledNumbers,
	Claim,
	EndedCalls,
} from '../../../../nodes/shared/calling/memory/calledNumbers';
import type { Person } from '../../../../nodes/shared/calling/person';
import { personWith } from '../person.mts';

type People = readonly Person[];

const peopleOf = (keys: string[]): Person[] =>
	keys.map((key, index) => personWith({ key, line: index + 1 }));

/** Puts what the memory finds on the people, as the judge does. */
async function judged(memory: CallMemory, people: People): Promise<void> {
	for (const [person, verdict] of await memory.ask(people)) person.verdict = verdict;
}

const jobsOf = (...lists: string[][]) => lists.map(peopleOf);
const single = (count: number) =>
	jobsOf(...Array.from({ length: count }, (_job, index) => [`k${index}`]));

/** A store that shows what it is asked. A claim ends when the test says so. */
class WatchedStore {
	readonly claimed: string[][] = [];
	/** What was recorded as carried out beside each claim. */
	readonly recorded: string[][] = [];
	readonly settled: Array<[called: readonly string[], notCalled: readonly string[]]> = [];
	isMidnight = false;
	/** So many times it cannot record how calls ended. */
	refusals = 0;
	private readonly waiting: Array<{
		resolve: (claim: Claim) => void;
		reject: (error: Error) => void;
	}> = [];
	private readonly stored: number;

	constructor(size = 0) {
		this.stored = size;
	}

	async size(): Promise<number> {
		return this.stored;
	}

	isPast(): boolean {
		return this.isMidnight;
	}

	async claim(keys: string[], called: string[]): Promise<Claim> {
		this.claimed.push(keys);
		this.recorded.push(called);
		return await new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
	}

	async settle({ called, notCalled }: EndedCalls): Promise<void> {
		if (this.refusals > 0) {
			this.refusals -= 1;
			throw new Error('no store');
		}
		if (called.length + notCalled.length > 0) this.settled.push([called, notCalled]);
	}

	async answer(known: Partial<Record<'called' | 'possiblyCalled', string[]>> = {}) {
		const { called: before = [], possiblyCalled = [] } = known;
		await this.turn();
		this.waiting.shift()?.resolve({
			called: new Set(before),
			possiblyCalled: new Set(possiblyCalled),
			period: 'ever',
			isNew: false,
		});
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

const PARALLEL = 10;

/** Without `pause`, what happens once a second does not happen. */
const aheadOf = (
	store: WatchedStore,
	jobs: People[],
	pause = async () => await new Promise<void>(() => undefined),
) =>
	new ClaimAhead(
		store as unknown as CalledNumbers,
		jobs,
		{ within: 'ever', route: 'call' },
		PARALLEL,
		pause,
	);
const called = (...keys: string[]) => keys.map((key) => `ever ${key}`);

const HELD = {
	kind: 'held back',
	rule: 'Holidays',
	because: 'holiday',
	description: 'x',
	next_allowed_at: null,
} as const;

test('claims a slice, and the next one as soon as the first of it begins', async () => {
	const store = new WatchedStore();
	const jobs = single(35);
	const ahead = aheadOf(store, jobs);
	const first = judged(ahead, jobs[0] as People);
	await store.turn();
	expect(store.claimed.map(({ length }) => length)).toEqual([10]);
	await store.answer();
	await first;
	// One ahead, and no more.
	expect(store.claimed.map(({ length }) => length)).toEqual([10, 10]);
	await store.answer();
	for (const job of jobs.slice(1, 10)) await judged(ahead, job);
	expect(store.claimed).toHaveLength(2);
	await judged(ahead, jobs[10] as People);
	await store.turn();
	expect(store.claimed.map(({ length }) => length)).toEqual([10, 10, 10]);
});

test('a request is claimed, also if none before it asks', async () => {
	const store = new WatchedStore();
	const jobs = single(25);
	const ahead = aheadOf(store, jobs);
	const late = judged(ahead, jobs[20] as People);
	for (let slice = 0; slice < 3; slice += 1) await store.answer({ called: ['k20'] });
	await late;
	expect(store.claimed.at(-1)).toContain('k20');
	expect(jobs[20]).toMatchObject([{ verdict: { kind: 'called before' } }]);
});

test('what was claimed before midnight and begins after it is claimed for the new day', async () => {
	const store = new WatchedStore();
	const jobs = single(3);
	const ahead = aheadOf(store, jobs);
	const first = judged(ahead, jobs[0] as People);
	await store.answer();
	await first;
	store.isMidnight = true;
	const second = judged(ahead, jobs[1] as People);
	await store.answer({ called: ['k1'] });
	expect(store.claimed).toEqual([['k0', 'k1', 'k2'], ['k1']]);
	await second;
	expect(jobs[1]).toMatchObject([{ verdict: { kind: 'called before' } }]);
	expect(ahead.found).toMatchObject({ asked: 2, skipped: 1 });
});

test('what leaves on another day is judged again, also what was refused the day before', async () => {
	const store = new WatchedStore();
	const jobs = jobsOf(['a'], ['b']);
	const ahead = aheadOf(store, jobs);
	const first = judged(ahead, jobs[0] as People);
	await store.answer();
	await first;
	await judged(ahead, jobs[1] as People);
	expect(ahead.isOfToday(jobs[0] as People)).toBe(true);
	store.isMidnight = true;
	expect(jobs.map((rows) => ahead.isOfToday(rows))).toEqual([false, false]);
	const again = judged(ahead, jobs[1] as People);
	await store.answer({ called: ['b'] });
	await again;
	expect(jobs[1]).toMatchObject([{ verdict: { kind: 'called before' } }]);
	expect(ahead.found).toMatchObject({ asked: 2, skipped: 1 });
});

test('who is held back is claimed for the new day with the others: the hours can begin then', async () => {
	const store = new WatchedStore();
	const jobs = jobsOf(['a', 'b']);
	const ahead = aheadOf(store, jobs);
	const first = judged(ahead, jobs[0] as People);
	await store.answer();
	await first;
	jobs[0]![0]!.verdict = HELD;
	store.isMidnight = true;
	const again = judged(ahead, jobs[0] as People);
	await store.answer({ called: ['a'] });
	await again;
	expect(store.claimed).toEqual([
		['a', 'b'],
		['a', 'b'],
	]);
	expect(jobs[0]!.map(({ verdict }) => verdict?.kind)).toEqual(['called before', undefined]);
});

describe('who of a list is held back', () => {
	const claimedList = async (store: WatchedStore) => {
		const [list = []] = jobsOf(['k0', 'k1', 'k2']);
		const ahead = aheadOf(store, [list]);
		const first = judged(ahead, list);
		await store.answer();
		await first;
		list[1]!.verdict = HELD;
		list[2]!.verdict = HELD;
		return { ahead, list };
	};

	test('is freed before the list leaves, and once: another execution may claim the number then', async () => {
		const store = new WatchedStore();
		const { ahead, list } = await claimedList(store);
		await ahead.giveBackHeld(list);
		await ahead.giveBackHeld(list);
		expect(store.settled).toEqual([[[], called('k1', 'k2')]]);
		ahead.settle(list, 'done');
		await ahead.end();
		expect(store.settled.slice(1)).toEqual([[called('k0'), []]]);
	});

	test('is freed at the end if it cannot be recorded before', async () => {
		const store = new WatchedStore();
		const { ahead, list } = await claimedList(store);
		store.refusals = 1;
		await ahead.giveBackHeld(list);
		ahead.settle(list, 'done');
		await ahead.end();
		expect(store.settled).toEqual([[called('k0'), called('k1', 'k2')]]);
	});

	test('is claimed again for the next day', async () => {
		const store = new WatchedStore();
		const { ahead, list } = await claimedList(store);
		await ahead.giveBackHeld(list);
		store.isMidnight = true;
		const again = judged(ahead, list);
		await store.answer();
		await again;
		expect(store.claimed.at(-1)).toEqual(['k0', 'k1', 'k2']);
		ahead.settle(list, 'notDone');
		await ahead.end();
		expect(store.settled.at(-1)).toEqual([[], called('k0', 'k1', 'k2')]);
	});

	test('is claimed again before another verdict, unless somebody else has called the number meanwhile', async () => {
		const store = new WatchedStore();
		const { ahead, list } = await claimedList(store);
		await ahead.giveBackHeld(list);
		const again = judged(ahead, list);
		await store.answer({ called: ['k2'] });
		await again;
		expect(store.claimed.at(-1)).toEqual(['k1', 'k2']);
		expect(list.map(({ verdict }) => verdict?.kind)).toEqual([
			undefined,
			'held back',
			'called before',
		]);
		list[1]!.verdict = undefined;
		ahead.settle(list, 'done');
		await ahead.end();
		expect(store.settled.at(-1)).toEqual([called('k0', 'k1'), []]);
	});
});

test('what did not begin is released, also if its claim came late', async () => {
	const store = new WatchedStore();
	const jobs = single(15);
	const ahead = aheadOf(store, jobs);
	const claim = judged(ahead, jobs[0] as People);
	await store.answer({ called: ['k3'], possiblyCalled: ['k4'] });
	await claim;
	ahead.settle(jobs[0] as People, 'done');
	const end = ahead.end();
	await store.turn();
	expect(store.settled).toEqual([]);
	await store.answer();
	await end;
	const [[calls, notCalled] = [[], []]] = store.settled;
	expect(calls).toEqual(called('k0'));
	// Not what an earlier execution recorded.
	expect(notCalled).toEqual(
		called(
			...Array.from({ length: 15 }, (_key, index) => `k${index}`).filter(
				(key) => !['k0', 'k3', 'k4'].includes(key),
			),
		),
	);
});

/** Three calls that are claimed, and what ends the pause until how they ended is recorded. */
async function claimedByTheSecond() {
	const store = new WatchedStore();
	const jobs = single(3);
	let endPause = () => undefined as void;
	const pause = async () => await new Promise<void>((resolve) => (endPause = resolve));
	const ahead = aheadOf(store, jobs, pause);
	const claims = Promise.all(jobs.map(async (job) => await judged(ahead, job)));
	await store.answer();
	await claims;
	return { store, jobs, ahead, second: () => endPause() };
}

test('how calls ended is kept until it can be recorded, and the end tries it three times', async () => {
	const { store, jobs, ahead, second } = await claimedByTheSecond();
	ahead.settle(jobs[0] as People, 'done');
	ahead.settle(jobs[1] as People, 'notDone');
	store.refusals = 3;
	second();
	await store.turn();
	ahead.settle(jobs[2] as People, 'notDone');
	const end = ahead.end();
	for (let attempt = 0; attempt < 2; attempt += 1) {
		await store.turn();
		expect(store.settled).toEqual([]);
		second();
	}
	await end;
	expect(store.settled).toEqual([[called('k0'), called('k1', 'k2')]]);
});

test('the next claim records what was carried out meanwhile; what it could not record is recorded later', async () => {
	const store = new WatchedStore();
	const jobs = single(25);
	const ahead = aheadOf(store, jobs);
	const first = judged(ahead, jobs[0] as People);
	await store.answer();
	await first;
	ahead.settle(jobs[0] as People, 'done');
	ahead.settle(jobs[1] as People, 'notDone');
	await store.answer();
	await judged(ahead, jobs[10] as People);
	await store.turn();
	expect(store.recorded).toEqual([[], [], called('k0')]);
	await store.fail();
	await ahead.end();
	expect(store.settled).toEqual([[called('k0'), expect.arrayContaining(called('k1'))]]);
});

test('a look asks for all at once, claims none, and marks who was called or may have been', async () => {
	const jobs = jobsOf(['a', 'b'], ['c']);
	const asked: string[][] = [];
	const store = {
		remembered: async (keys: string[]) => {
			asked.push(keys);
			return { called: new Set(['a']), possiblyCalled: new Set(['c']) };
		},
	};
	const look = new MemoryOfDryRun(store as unknown as CalledNumbers, jobs, {
		within: 'ever',
		route: 'call',
	});
	for (const rows of jobs) await judged(look, rows);
	expect(asked).toEqual([['a', 'b', 'c']]);
	expect(jobs.flat().map(({ verdict }) => verdict?.kind)).toEqual([
		'called before',
		undefined,
		'possibly called',
	]);
});
