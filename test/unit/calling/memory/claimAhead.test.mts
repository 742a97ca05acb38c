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
/** What the store knows of the numbers that are claimed. */
type Known = Partial<Record<'called' | 'possiblyCalled', string[]>>;

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
	private readonly waiting: Array<PromiseWithResolvers<Claim>> = [];

	/** How many entries it has before the run. */
	entries = 0;

	async size(): Promise<number> {
		return this.entries;
	}

	isPast(): boolean {
		return this.isMidnight;
	}

	async claim(keys: string[], called: string[]): Promise<Claim> {
		this.claimed.push(keys);
		this.recorded.push(called);
		const claim = Promise.withResolvers<Claim>();
		this.waiting.push(claim);
		return await claim.promise;
	}

	async settle({ called, notCalled }: EndedCalls): Promise<void> {
		if (this.refusals > 0) {
			this.refusals -= 1;
			throw new Error('no store');
		}
		if (called.length + notCalled.length > 0) this.settled.push([called, notCalled]);
	}

	async answer(known: Known = {}) {
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
	jobs: Person[][],
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

/** A run whose first request was asked for, and claimed. */
async function begun(jobs: Person[][], known: Known = {}, pause?: () => Promise<void>) {
	const store = new WatchedStore();
	const ahead = aheadOf(store, jobs, pause);
	/** Asks for a request, of which the store knows this. */
	const ask = async (index: number, answer: Known = {}) => {
		const asked = judged(ahead, jobs[index]!);
		await store.answer(answer);
		await asked;
		return jobs[index]!.map(({ verdict }) => verdict?.kind);
	};
	await ask(0, known);
	return { store, ahead, ask };
}

test('the slices grow with the store, which each claim writes as a whole', async () => {
	const jobs = single(400);
	const store = new WatchedStore();
	store.entries = 20_000;
	const ahead = aheadOf(store, jobs);
	for (const job of jobs) {
		const asked = judged(ahead, job);
		await store.answer();
		await asked;
	}
	expect(store.claimed.map(({ length }) => length)).toEqual([10, 101, 102, 103, 84]);
});

const HELD = {
	kind: 'held back',
	rule: 'Holidays',
	because: 'holiday',
	description: 'x',
	next_allowed_at: null,
} as const;

test('claims a slice, and the next one as soon as the first of it begins', async () => {
	const jobs = single(35);
	const { store, ahead } = await begun(jobs);
	// One ahead, and no more.
	expect(store.claimed.map(({ length }) => length)).toEqual([10, 10]);
	await store.answer();
	for (const job of jobs.slice(1, 10)) await judged(ahead, job);
	expect(store.claimed).toHaveLength(2);
	await judged(ahead, jobs[10]!);
	await store.turn();
	expect(store.claimed.map(({ length }) => length)).toEqual([10, 10, 10]);
});

test('a request is claimed, also if none before it asks', async () => {
	const store = new WatchedStore();
	const jobs = single(25);
	const ahead = aheadOf(store, jobs);
	const late = judged(ahead, jobs[20]!);
	for (let slice = 0; slice < 3; slice += 1) await store.answer({ called: ['k20'] });
	await late;
	expect(store.claimed.at(-1)).toContain('k20');
	expect(jobs[20]).toMatchObject([{ verdict: { kind: 'called before' } }]);
});

test('what was claimed before midnight and begins after it is claimed for the new day', async () => {
	const { store, ahead, ask } = await begun(single(3));
	store.isMidnight = true;
	expect(await ask(1, { called: ['k1'] })).toEqual(['called before']);
	expect(store.claimed).toEqual([['k0', 'k1', 'k2'], ['k1']]);
	expect(ahead.found).toMatchObject({ asked: 2, skipped: 1 });
});

test('what leaves on another day is judged again, also what was refused the day before', async () => {
	const jobs = jobsOf(['a'], ['b']);
	const { store, ahead, ask } = await begun(jobs);
	await judged(ahead, jobs[1]!);
	expect(ahead.isOfToday(jobs[0]!)).toBe(true);
	store.isMidnight = true;
	expect(jobs.map((rows) => ahead.isOfToday(rows))).toEqual([false, false]);
	expect(await ask(1, { called: ['b'] })).toEqual(['called before']);
	expect(ahead.found).toMatchObject({ asked: 2, skipped: 1 });
});

describe('who of a list is held back', () => {
	const claimedList = async () => {
		const [list = []] = jobsOf(['k0', 'k1', 'k2']);
		const run = await begun([list]);
		for (const person of list.slice(1)) person.verdict = HELD;
		return { ...run, list };
	};

	test('is freed before the list leaves, and once: another execution may claim the number then', async () => {
		const { store, ahead, list } = await claimedList();
		await ahead.giveBackHeld(list);
		await ahead.giveBackHeld(list);
		expect(store.settled).toEqual([[[], called('k1', 'k2')]]);
		ahead.settle(list, 'done');
		await ahead.end();
		expect(store.settled.slice(1)).toEqual([[called('k0'), []]]);
	});

	test('is freed at the end if it cannot be recorded before', async () => {
		const { store, ahead, list } = await claimedList();
		store.refusals = 1;
		await ahead.giveBackHeld(list);
		ahead.settle(list, 'done');
		await ahead.end();
		expect(store.settled).toEqual([[called('k0'), called('k1', 'k2')]]);
	});

	test.each([true, false])(
		'is claimed with the others for the next day: given back before %p',
		async (isGivenBack) => {
			const { store, ahead, list, ask } = await claimedList();
			if (isGivenBack) await ahead.giveBackHeld(list);
			store.isMidnight = true;
			expect(await ask(0, { called: ['k0'] })).toEqual(['called before', 'held back', 'held back']);
			expect(store.claimed).toEqual([
				['k0', 'k1', 'k2'],
				['k0', 'k1', 'k2'],
			]);
			ahead.settle(list, 'notDone');
			await ahead.end();
			// Those who were given back the day before are to be freed for the new day, too.
			const freed = [[], called('k1', 'k2')];
			expect(store.settled).toEqual(isGivenBack ? [freed, freed] : [freed]);
		},
	);

	test('stays free if the number cannot be claimed again: another execution may have it', async () => {
		const { store, ahead, list } = await claimedList();
		await ahead.giveBackHeld(list);
		const asked = expect(judged(ahead, list)).rejects.toThrow('no store');
		await store.fail();
		await asked;
		ahead.settle(list, 'notDone');
		await ahead.end();
		expect(store.settled.slice(1)).toEqual([[[], called('k0')]]);
	});

	test('is claimed again before another verdict, unless somebody else has called the number meanwhile', async () => {
		const { store, ahead, list, ask } = await claimedList();
		await ahead.giveBackHeld(list);
		const kinds = [undefined, 'held back', 'called before'];
		expect(await ask(0, { called: ['k2'] })).toEqual(kinds);
		expect(store.claimed.at(-1)).toEqual(['k1', 'k2']);
		expect(ahead.found).toMatchObject({ asked: 3, skipped: 1 });
		list[1]!.verdict = undefined;
		ahead.settle(list, 'done');
		await ahead.end();
		expect(store.settled.at(-1)).toEqual([called('k0', 'k1'), []]);
	});
});

test('who is a duplicate, or is not remembered, is neither claimed nor recorded', async () => {
	const duplicate = { kind: 'duplicate', because: 'duplicate', description: 'x' } as const;
	const list = [
		...peopleOf(['k0', 'k1']),
		personWith({ key: 'k1', verdict: duplicate }),
		personWith({ key: undefined }),
	];
	const { store, ahead } = await begun([list], { called: ['k1'] });
	const kinds = [undefined, 'called before', 'duplicate', undefined];
	expect(list.map(({ verdict }) => verdict?.kind)).toEqual(kinds);
	ahead.settle(list, 'done');
	await ahead.end();
	expect([store.claimed, store.settled]).toStrictEqual([[['k0', 'k1']], [[called('k0'), []]]]);
});

test('once a second is recorded how calls ended, until the run ends', async () => {
	const ends: Array<() => void> = [];
	const pause = async () => await new Promise<void>((resolve) => ends.push(resolve));
	const { store, ahead } = await begun(single(15), {}, pause);
	await store.answer();
	ends[0]?.();
	await store.turn();
	expect(ends).toHaveLength(2);
	await ahead.end();
	ends[1]?.();
	await store.turn();
	expect(ends).toHaveLength(2);
});

test('what did not begin is released, also if its claim came late', async () => {
	const jobs = single(15);
	const { store, ahead } = await begun(jobs, { called: ['k3'], possiblyCalled: ['k4'] });
	ahead.settle(jobs[0]!, 'done');
	const end = ahead.end();
	await store.turn();
	expect(store.settled).toEqual([]);
	await store.answer();
	await end;
	// Not what an earlier execution recorded.
	const released = jobs.flatMap(([one]) => one?.key ?? []);
	const others = released.filter((key) => !['k0', 'k3', 'k4'].includes(key));
	expect(store.settled).toEqual([[called('k0'), called(...others)]]);
});

test('a run that ends claims no further slice, also if a request waits for its own', async () => {
	const jobs = single(35);
	const { store, ahead } = await begun(jobs);
	const waiting = judged(ahead, jobs[10]!);
	const end = ahead.end();
	await store.answer();
	await waiting;
	await store.turn();
	expect(store.claimed.map(({ length }) => length)).toEqual([10, 10]);
	await end;
});

test('how calls ended is kept until it can be recorded, and the end tries it three times', async () => {
	const jobs = single(4);
	/** Ends the pause until how they ended is recorded. */
	let second = () => undefined as void;
	const pause = async () => await new Promise<void>((resolve) => (second = resolve));
	const { store, ahead } = await begun(jobs, {}, pause);
	for (const job of jobs) await judged(ahead, job);
	ahead.settle(jobs[0]!, 'done');
	ahead.settle(jobs[1]!, 'notDone');
	store.refusals = 3;
	second();
	await store.turn();
	ahead.settle(jobs[2]!, 'notDone');
	ahead.settle(jobs[3]!, 'done');
	const end = ahead.end();
	for (let attempt = 0; attempt < 2; attempt += 1) {
		await store.turn();
		expect(store.settled).toEqual([]);
		second();
	}
	await end;
	expect(store.settled).toEqual([[called('k0', 'k3'), called('k1', 'k2')]]);
});

test.each([
	['before the run ends', false],
	['while it ends', true],
])(
	'how a call ended while others are being recorded is kept, also if these are refused %s',
	async (_when, isEnding) => {
		const jobs = single(4);
		let second = () => undefined as void;
		const pause = async () => await new Promise<void>((resolve) => (second = resolve));
		const { store, ahead } = await begun(jobs, {}, pause);
		for (const job of jobs) await judged(ahead, job);
		const refusal = Promise.withResolvers<void>();
		jest.spyOn(store, 'settle').mockReturnValueOnce(refusal.promise);
		ahead.settle(jobs[0]!, 'done');
		ahead.settle(jobs[1]!, 'notDone');
		second();
		await store.turn();
		ahead.settle(jobs[2]!, 'done');
		ahead.settle(jobs[3]!, 'notDone');
		const end = isEnding ? ahead.end() : undefined;
		await store.turn();
		refusal.reject(new Error('no store'));
		await (end ?? ahead.end());
		expect(store.settled).toEqual([[called('k0', 'k2'), called('k1', 'k3')]]);
	},
);

test('the next claim records what was carried out meanwhile; what it could not record is recorded later', async () => {
	const jobs = single(25);
	const { store, ahead } = await begun(jobs);
	ahead.settle(jobs[0]!, 'done');
	ahead.settle(jobs[1]!, 'notDone');
	await store.answer();
	await judged(ahead, jobs[10]!);
	await store.turn();
	expect(store.recorded).toEqual([[], [], called('k0')]);
	// It ends while that claim is on its way.
	await judged(ahead, jobs[2]!);
	ahead.settle(jobs[2]!, 'done');
	await store.fail();
	await ahead.end();
	expect(store.settled).toEqual([
		[expect.arrayContaining(called('k0', 'k2')), expect.arrayContaining(called('k1'))],
	]);
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
