import fc from 'fast-check';
import { DeduplicationHelper, ProcessedDataTable } from '../../../../harness/n8n/processedData.mts';
import type { StoredSet } from '../../../../nodes/shared/calling/memory/storedSet';
import { setOfExecution } from '../../../../nodes/shared/calling/memory/storedSet';
import {
	LEASE_MS,
	WorkflowLock,
	inTurn,
} from '../../../../nodes/shared/calling/memory/workflowLock';
import { Process, Timeline, randomFrom } from '../../../support/processes.mts';
import { runs } from '../../../scale.mts';
import { turns } from '../../../support/fakeTime.mts';

/*
 * The lock across processes, on a store that behaves as n8n's: each access is a read, a change and a write, with anything in between.
 */

const contextData = { node: { id: 'n' }, workflow: { id: 'w' } };
const entries = { mode: 'entries' } as const;

/** The set as one process sees it; `pause` is how long its accesses take. */
function setFor(shared: ProcessedDataTable, pause: () => Promise<void>): StoredSet {
	const table = Object.assign(new ProcessedDataTable(shared), { pause });
	const helper = new DeduplicationHelper(table);
	return {
		size: async () => await helper.getProcessedDataCount('workflow', contextData, entries),
		add: async (list) =>
			(await helper.checkProcessedAndRecord(list, 'workflow', contextData, entries)).new.map(
				String,
			),
		remove: async (list) => await helper.removeProcessed(list, 'workflow', contextData, entries),
		clear: async () => await helper.clearAllProcessedItems('workflow', contextData),
	};
}

/** What is locked: how often it was entered, and how many were inside at the same time. */
class Room {
	most = 0;
	entered = 0;
	private inside: Process[] = [];

	/** Who is killed inside does not leave, and counts no more. */
	async visit(process: Process, work: () => Promise<void>): Promise<void> {
		this.inside.push(process);
		this.entered += 1;
		this.most = Math.max(this.most, this.inside.filter(({ isKilled }) => !isKilled).length);
		await work();
		this.inside = this.inside.filter((one) => one !== process);
	}
}

describe('two to four processes that may be killed at any moment', () => {
	/** Plays one history. */
	async function play(
		seed: number,
		processes: number,
		kills: number,
		slowest: number,
		spread: number,
	) {
		const random = randomFrom(seed);
		const mathRandom = jest.spyOn(Math, 'random').mockImplementation(() => random() * spread);
		const timeline = new Timeline();
		const table = new ProcessedDataTable();
		const room = new Room();
		const finished = new Set<number>();
		const all = Array.from({ length: processes }, () => new Process(timeline));
		const failures: unknown[] = [];
		const live = async (process: Process, id: number) => {
			// Mostly milliseconds, sometimes as slow as it gets.
			const access = async () =>
				await process.wait(random() < 0.9 ? random() * 20 : random() * slowest);
			const lock = new WorkflowLock(setFor(table, access), process.clock);
			for (let round = 0; round < 4; round += 1) {
				await process.wait(random() < 0.5 ? 0 : random() * 300);
				const stay = async () =>
					await process.wait(random() < 0.8 ? random() * 50 : random() * (LEASE_MS / 4));
				await lock.runLocked(async () => await room.visit(process, stay));
			}
			finished.add(id);
		};
		all.forEach((process, id) => {
			live(process, id).catch((error: unknown) => failures.push(error));
		});
		for (let kill = 0; kill < kills; kill += 1) {
			const at = random() < 0.5 ? random() * 500 : random() * 3 * LEASE_MS;
			void timeline.wait(at).then(() => {
				const victim = all[kill];
				if (victim) victim.isKilled = true;
			});
		}
		await timeline.run(60 * LEASE_MS);
		mathRandom.mockRestore();
		const survivors = all.map((_process, id) => id).filter((id) => !all[id]?.isKilled);
		return { most: room.most, finished: [...finished], survivors, failures };
	}

	test('never two at once, and all that live have their turn', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer(),
				fc.integer({ min: 2, max: 4 }),
				fc.integer({ min: 0, max: 3 }),
				fc.constantFrom(50, 1_000, 2_000),
				// With a small spread, all who wait act at about the same moment.
				fc.constantFrom(1, 0.01),
				async (seed, processes, kills, slowest, spread) => {
					const { most, finished, survivors, failures } = await play(
						seed,
						processes,
						Math.min(kills, processes - 1),
						slowest,
						spread,
					);
					expect(most).toBeLessThanOrEqual(1);
					// Each one that is killed costs the others a lease or two, and who marks a lock at the same moment begins again. After six
					// leases they give up and send nothing. A fast database has one way to that only: many are killed.
					if ((kills > 1 || slowest > 50 || spread < 1) && failures.length > 0) return;
					expect(failures).toEqual([]);
					expect(finished).toEqual(expect.arrayContaining(survivors));
				},
			),
			runs('sequences'),
		);
	});

	test('several that wait for a lock that was left behind do not both take it over', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer(), fc.integer({ min: 2, max: 4 }), async (seed, processes) => {
				const random = randomFrom(seed);
				// All act at the same moment.
				const mathRandom = jest.spyOn(Math, 'random').mockImplementation(() => random() / 1_000);
				const timeline = new Timeline();
				const table = new ProcessedDataTable();
				const access = async () =>
					await timeline.wait(random() < 0.7 ? random() * 5 : random() * 1_000);
				await setFor(table, async () => undefined).add(['voice-agent:lock']);
				const room = new Room();
				for (let id = 0; id < processes; id += 1) {
					const process = new Process(timeline);
					const stay = async () => await timeline.wait(random() * 5_000);
					new WorkflowLock(setFor(table, access), process.clock)
						.runLocked(async () => await room.visit(process, stay))
						.catch(() => undefined);
				}
				await timeline.run(10 * LEASE_MS);
				mathRandom.mockRestore();
				expect(room.most).toBeLessThanOrEqual(1);
			}),
			// In this one, two mark the lock before either of them has counted.
			{ ...runs('sequences'), examples: [[11, 4]] },
		);
	});

	test.each([
		['after its lease, not before', 0, LEASE_MS, LEASE_MS + 7_000],
		// It waits until the one that is killed would have taken it over.
		['also if who is to take it over is killed, too', 1, 2 * LEASE_MS, 4 * LEASE_MS],
	])('a lock that was left behind is taken over: %s', async (_when, killed, from, until) => {
		const timeline = new Timeline();
		const table = new ProcessedDataTable();
		const lockOf = (process: Process) =>
			new WorkflowLock(
				setFor(table, async () => await process.wait(1)),
				process.clock,
			);
		// As every version of the package writes it: some workers may have an older one.
		await setFor(table, async () => undefined).add(['voice-agent:lock']);
		const takenAt: number[] = [];
		const safe: boolean[] = [];
		const waiting = Array.from({ length: killed + 1 }, () => new Process(timeline));
		waiting.forEach((process, index) => {
			void timeline.wait(index * 10_000).then(
				async () =>
					await lockOf(process).runLocked(async ({ isSafe }) => {
						takenAt.push(timeline.now);
						safe.push(isSafe);
					}),
			);
			if (index < killed) void timeline.wait(20_000).then(() => (process.isKilled = true));
		});
		await timeline.run(10 * LEASE_MS);
		expect(takenAt).toHaveLength(1);
		// The lease begins with it, however long it was waited for, and the lock is given up after.
		expect([safe, await setFor(table, async () => undefined).size()]).toEqual([[true], 0]);
		expect(takenAt[0]).toBeGreaterThan(from);
		expect(takenAt[0]).toBeLessThan(until);
	});
});

test('whatever the order of the accesses, one at a time has it', async () => {
	await fc.assert(
		fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 4 }), async (s, processes) => {
			const table = new ProcessedDataTable();
			const access = async () => await s.schedule(Promise.resolve());
			// No time passes, so nobody looks whether a holder is dead.
			const clock = { now: () => 0, sleep: access };
			const room = new Room();
			const lives = Array.from({ length: processes }, async () => {
				const process = new Process(new Timeline());
				const lock = new WorkflowLock(setFor(table, access), clock);
				await lock.runLocked(async () => await room.visit(process, access));
			});
			await s.waitFor(Promise.all(lives));
			expect([room.most, room.entered]).toEqual([1, processes]);
		}),
		runs('sequences'),
	);
});

/** A clock that goes on while somebody sleeps, in a process that has run for an hour. */
const passing = () => {
	const begin = 3_600_000;
	let now = begin;
	return {
		now: () => now,
		sleep: async (ms: number) => {
			now += ms;
			if (now > 2 * begin) throw new Error('It waits for ever');
		},
		passed: () => now - begin,
	};
};

/** A set that is in it, of which some things go another way. */
function setWith(entries: string[], more: (set: StoredSet) => Partial<StoredSet>): StoredSet {
	const set = setOfExecution({
		executionId: '1',
		entries: Object.fromEntries(entries.map((entry) => [entry, true])),
		calls: [],
	});
	return { ...set, ...more(set) };
}

test.each([
	['asks whose it is', 1],
	['marks it', 2],
])(
	'a lock that is given up at the moment in which somebody who waits %s is that one at once',
	async (_what, write) => {
		const clock = passing();
		const writtenAt: number[] = [];
		const set = setWith(['voice-agent:lock'], ({ add, clear }) => ({
			add: async (list) => {
				writtenAt.push(clock.passed());
				if (writtenAt.length === write) await clear();
				return await add(list);
			},
		}));
		const takenAt = await new WorkflowLock(set, clock).runLocked(async () => clock.passed());
		expect(takenAt).toBeLessThan(12_000);
		expect(await set.size()).toBe(0);
		// Who has had it for less than a second is left alone.
		expect(writtenAt[0]).toBeGreaterThanOrEqual(1_000);
	},
);

test('the lease counts from the moment at which the lock is asked for, not from the answer', async () => {
	const clock = passing();
	const set = setWith([], ({ add }) => ({
		add: async (list) => {
			await clock.sleep(LEASE_MS);
			return await add(list);
		},
	}));
	const isSafe = await new WorkflowLock(set, clock).runLocked(async (lease) => lease.isSafe);
	expect(isSafe).toBe(false);
});

describe('a lock that cannot be given up', () => {
	const run = async (failures: number) => {
		const clock = passing();
		let attempts = 0;
		const set = setWith([], ({ clear }) => ({
			clear: async () => {
				attempts += 1;
				if (attempts <= failures) throw new Error('SQLITE_BUSY');
				await clear();
			},
		}));
		const done = await new WorkflowLock(set, clock).runLocked(async () => 'done');
		return [done, await set.size(), attempts];
	};

	test('is given up at the next attempt', async () => {
		expect(await run(2)).toEqual(['done', 0, 3]);
	});

	test('after three of them is left to its lease: what was done stays done', async () => {
		expect(await run(Infinity)).toEqual(['done', 1, 3]);
	});

	test('before its lease is over is left to it: by then, the lock may be that of another', async () => {
		const clock = passing();
		let attempts = 0;
		const set = setWith([], () => ({
			clear: async () => {
				attempts += 1;
				await clock.sleep(LEASE_MS);
				throw new Error('SQLITE_BUSY');
			},
		}));
		await new WorkflowLock(set, clock).runLocked(async () => undefined);
		expect(attempts).toBe(1);
	});
});

describe('a set that belongs to a Remove Duplicates node', () => {
	const idle = async () => await Promise.resolve();

	test.each(['entries', 'latestIncrementalKey', 'latestDate'] as const)(
		'with %s is refused, and is as it was',
		async (mode) => {
			const table = new ProcessedDataTable();
			const helper = new DeduplicationHelper(table);
			const options = { mode };
			await helper.checkProcessedAndRecord(['1', '2', '3'], 'workflow', contextData, options);
			const before = await table.findOne({ where: { workflowId: 'w', context: '' } });
			const clock = passing();
			const lock = new WorkflowLock(setFor(table, idle), clock);
			const work = jest.fn();
			await expect(lock.runLocked(work)).rejects.toMatchObject({
				message: expect.stringMatching(/Remove Duplicates.*'Scope' is Workflow/),
				description: expect.stringMatching(/Nothing was sent.*'Scope' to Node/),
			});
			expect(work).not.toHaveBeenCalled();
			expect(clock.passed()).toBeLessThan(7_000);
			expect(await table.findOne({ where: { workflowId: 'w', context: '' } })).toEqual(before);
		},
	);

	test('with one entry looks like a lock at first, and is refused too', async () => {
		const table = new ProcessedDataTable();
		const helper = new DeduplicationHelper(table);
		await helper.checkProcessedAndRecord(['1'], 'workflow', contextData, entries);
		const lock = new WorkflowLock(setFor(table, idle), passing());
		await expect(lock.runLocked(async () => undefined)).rejects.toThrow(/Remove Duplicates/);
		expect(await setFor(table, idle).size()).toBe(1);
	});

	test('to which that node adds at the same moment is not taken for an own lock', async () => {
		const timeline = new Timeline();
		const set = setWith(['1', '2', '3'], ({ add }) => ({
			add: async (list) => {
				const fresh = await add(list);
				await add(['4']);
				return fresh;
			},
		}));
		const work = jest.fn();
		void new WorkflowLock(set, new Process(timeline).clock).runLocked(work);
		await timeline.run(LEASE_MS);
		expect(work).not.toHaveBeenCalled();
		expect(await set.add(['1', '2', '3', '4'])).toEqual([]);
	});
});

test.each<[what: string, size: (reads: number) => Promise<number>, seconds: number]>([
	[
		'a database that does not answer',
		async () => await Promise.reject(new Error('SQLITE_BUSY: database is locked')),
		30,
	],
	['a lock that others always have', async (reads) => await Promise.resolve(1 + (reads % 2)), 180],
])(
	'%s ends in an error that says that nothing was sent, without the text of the database',
	async (_what, size, seconds) => {
		const clock = passing();
		let reads = 0;
		const set = setWith([], () => ({ size: async () => await size((reads += 1)) }));
		const work = new WorkflowLock(set, clock).runLocked(async () => undefined);
		await expect(work).rejects.toMatchObject({
			message: expect.not.stringContaining('SQLITE'),
			description: expect.stringMatching(/Nothing was sent/),
			details: { arrival: 'notSent' },
		});
		expect(Math.floor(clock.passed() / 1_000)).toBe(seconds);
	},
);

test('in one process, executions of a workflow take turns, those of another do not wait', async () => {
	const order: string[] = [];
	const finish: Array<() => void> = [];
	const stay = async (name: string) => {
		order.push(`${name} begins`);
		await new Promise<void>((resolve) => finish.push(resolve));
		order.push(`${name} ends`);
	};
	const first = inTurn('w1', async () => {
		await stay('first');
		throw new Error('broken');
	});
	const second = inTurn('w1', async () => await stay('second'));
	await inTurn('w2', async () => order.push('other'));
	finish[0]?.();
	await expect(first).rejects.toThrow('broken');
	// It comes when one has ended and another one is inside.
	const third = inTurn('w1', async () => order.push('third'));
	await turns();
	finish[1]?.();
	await Promise.all([second, third]);
	const ofFirst = ['first begins', 'other', 'first ends'];
	expect(order).toEqual([...ofFirst, 'second begins', 'second ends', 'third']);
});
