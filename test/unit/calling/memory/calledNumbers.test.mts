import fc from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';
import { ProcessedDataTable, hashOf } from '../../../../harness/n8n/processedData.mts';
import { CalledNumbers, callOf } from '../../../../nodes/shared/calling/memory/calledNumbers';
import { storedSetOf } from '../../../../nodes/shared/calling/memory/storedSet';
import { LEASE_MS, WorkflowLock } from '../../../../nodes/shared/calling/memory/workflowLock';
import type { Within } from '../../../../nodes/shared/calling/memory';
import { runs } from '../../../scale.mts';
import { fakeContext, processedWith, rememberedOf } from '../../../support/fakeContext.mts';
import { turns } from '../../../support/fakeTime.mts';

/*
 * What a node remembers of called numbers: for how long, in which words it says so, and what a crash can do to it.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The workflow's clock shows 10:00. */
const MORNING = Date.parse('2026-11-23T10:00:00+01:00');

interface Place {
	within?: Within;
	processed?: ProcessedDataTable;
	executionId?: string;
	at?: number;
	/** Of the node and of its workflow. */
	node?: { id?: string; name?: string };
	workflowId?: string;
	more?: object;
}

/** The memory of one execution, whose clocks the test sets. */
function memoryOf(place: Place = {}) {
	const { within = 'day', processed = new ProcessedDataTable(), executionId, at = MORNING } = place;
	const { node, workflowId } = place;
	const setting = { processed, executionId, node, workflowId };
	const { context, storeCalls } = fakeContext(setting, () => undefined);
	Object.assign(context, place.more);
	let passed = 0;
	const clock = { now: () => passed, sleep: async () => await Promise.resolve() };
	const memory = new CalledNumbers(context as IExecuteFunctions, within, {
		lock: new WorkflowLock(storedSetOf(context, 'workflow'), clock),
		now: () => at + passed,
	});
	const pass = (ms: number) => (passed += ms);
	/** The lock is given up before that. */
	const later = async (ms: number) => {
		await turns();
		pass(ms);
	};
	return { memory, context, processed, storeCalls, pass, later };
}

/** An execution that calls these numbers and ends. Returns whom it did not call, and why. */
async function call(place: Place, ...keys: string[]) {
	const { memory } = memoryOf(place);
	const claim = await memory.claim(keys);
	const own = keys.filter((key) => !claim.called.has(key) && !claim.possiblyCalled.has(key));
	await memory.settle({ called: own.map((key) => callOf(claim.period, key)), notCalled: [] });
	return { ...claim, own };
}

const entries = async (processed: ProcessedDataTable) => {
	const row = await processed.findOne({ where: { workflowId: 'workflow', context: 'n:node' } });
	return (row?.value.data ?? []) as string[];
};

/** The process is killed after so many writes, or the database refuses more. */
function kill(processed: ProcessedDataTable, writes: number): void {
	let left = writes;
	processed.pause = async (access) => {
		if (access !== 'before update') return;
		if (left === 0) throw new Error('killed');
		left -= 1;
	};
}
function revive(processed: ProcessedDataTable): void {
	processed.pause = async () => undefined;
	processed.forgetLock();
}

/** What the store does not do, or does without saying so, of the accesses to the row of the node. */
interface Failing {
	access:
		| 'clearAllProcessedItems'
		| 'checkProcessedAndRecord'
		| 'getProcessedDataCount'
		| 'removeProcessed';
	/** So many accesses succeed first, and so many fail after them. */
	after: number;
	times: number;
	isCarriedOut: boolean;
}

function fail(
	{ helpers }: ReturnType<typeof memoryOf>['context'],
	access: Failing['access'],
	{ after = 0, times = Number.POSITIVE_INFINITY, isCarriedOut = false }: Partial<Failing> = {},
): () => void {
	const work = helpers[access] as (...asked: unknown[]) => Promise<unknown>;
	let accesses = 0;
	const failing = async (...asked: unknown[]) => {
		const isOfNode = asked.includes('node');
		if (isOfNode) accesses += 1;
		if (!isOfNode || accesses <= after || accesses > after + times) return await work(...asked);
		if (isCarriedOut) await work(...asked);
		throw new Error('busy');
	};
	Object.assign(helpers, { [access]: failing });
	return () => Object.assign(helpers, { [access]: work });
}

describe('how long a number counts as called', () => {
	test('Once per Day: until midnight in the time zone of the workflow, by the moment of the claim', async () => {
		const processed = new ProcessedDataTable();
		const at = Date.parse('2026-11-23T23:59:00+01:00');
		const { memory, later } = memoryOf({ processed, at });
		const claim = await memory.claim(['a']);
		expect([claim.period, memory.isPast(claim.period)]).toEqual(['day 2026-11-23', false]);
		await later(MINUTE_MS);
		expect(memory.isPast(claim.period)).toBe(true);
		expect((await memory.claim(['b'])).period).toBe('day 2026-11-24');
		expect((await call({ processed, at: at + 2 * MINUTE_MS }, 'a', 'b')).own).toEqual(['a']);
	});

	test("Once per Execution: as long as the execution lasts, without n8n's store", async () => {
		const processed = new ProcessedDataTable();
		const inOne = { within: 'execution' as const, processed, executionId: 'one' };
		await call(inOne, 'a');
		expect((await call({ ...inOne, at: MORNING + 3 * DAY_MS }, 'a', 'b')).own).toEqual(['b']);
		expect((await call({ ...inOne, executionId: 'two' }, 'a')).own).toEqual(['a']);
		expect(await entries(processed)).toEqual([]);
	});

	test.each(['', undefined])(
		'a workflow with the ID %p, which is not saved, can call with Once per Execution only',
		async (id) => {
			const more = { getWorkflow: () => ({ id }) };
			const { memory, storeCalls } = memoryOf({ more });
			await expect(memory.claim(['a'])).rejects.toMatchObject({
				description: expect.stringMatching(/Save the workflow, or set .*Once per Execution/),
			});
			expect(storeCalls).toEqual([]);
			expect(
				(await call({ more, within: 'execution', executionId: `new ${id}` }, 'a')).own,
			).toEqual(['a']);
		},
	);
});

test('a clock that was ahead and is set right: who is called after that counts for the right day', async () => {
	const processed = new ProcessedDataTable();
	const { memory, later } = memoryOf({ processed, at: MORNING + 30 * DAY_MS });
	await memory.claim(['a']);
	await later(-30 * DAY_MS);
	const { period } = await memory.claim(['b']);
	await memory.settle({ called: [callOf(period, 'b')], notCalled: [] });
	expect((await call({ processed }, 'b')).own).toEqual([]);
});

test('what is recorded of a claim and of a call, for the next version of this package', async () => {
	const { memory, processed } = memoryOf();
	const { period } = await memory.claim(['a']);
	await memory.settle({ called: [callOf(period, 'a')], notCalled: [] });
	const day = 'day 2026-11-23';
	const recorded = [day, `open ${day}`, `begun ${day} a`, `done ${day} a`];
	expect((await entries(processed)).sort()).toEqual(recorded.map(hashOf).sort());
});

describe('whose memory it is', () => {
	const zone = (name: string) => ({ more: { getTimezone: () => name } });

	test.each<[string, Place, boolean]>([
		['another execution of the same node', { executionId: '2' }, true],
		['the node with another name', { node: { name: 'Renamed' } }, true],
		[
			'the time zone of the workflow changed to one farther west',
			zone('America/Los_Angeles'),
			true,
		],
		['the same, to one farther east where it is the same day', zone('Asia/Tokyo'), true],
		['the same, to one where the next day has begun', zone('Pacific/Kiritimati'), false],
		['a copy of the node, or the node deleted and added again', { node: { id: 'other' } }, false],
		['a copy of the workflow, or another workflow with the list', { workflowId: 'other' }, false],
		['another n8n, or a database that was restored', { processed: undefined }, false],
	])('%s', async (_what, change, isKnown) => {
		const processed = new ProcessedDataTable();
		await call({ processed }, 'a');
		const place = { processed, at: MORNING + HOUR_MS, ...change };
		expect((await memoryOf(place).memory.remembered(['a'])).called.size).toBe(isKnown ? 1 : 0);
		expect((await call(place, 'a')).own).toEqual(isKnown ? [] : ['a']);
	});
});

describe('days', () => {
	test('a year of them leaves no more than the last one', async () => {
		const processed = new ProcessedDataTable();
		const sizes: number[] = [];
		for (let day = 0; day < 365; day += 1) {
			const keys = Array.from({ length: 20 }, (_key, index) => `k${(day % 9) + index}`);
			expect((await call({ processed, at: MORNING + day * DAY_MS }, ...keys)).own).toEqual(keys);
			sizes.push((await entries(processed)).length);
		}
		expect(Math.max(...sizes)).toBe(sizes[0]);
	});

	test('one that a faster clock has begun is not over for a slower one', async () => {
		const processed = new ProcessedDataTable();
		await call({ processed, at: MORNING + DAY_MS }, 'a');
		const { memory } = memoryOf({ processed });
		const { period } = await memory.claim(['b']);
		expect([period, memory.isPast(period)]).toEqual(['day 2026-11-24', false]);
	});

	test.each(Array.from({ length: 8 }, (_write, writes) => [writes]))(
		'a look that is killed after %i writes does not keep the entries of the day before',
		async (writes) => {
			const processed = new ProcessedDataTable();
			await call({ processed }, 'a', 'b');
			const next = { processed, at: MORNING + DAY_MS };
			kill(processed, writes);
			await memoryOf(next)
				.memory.remembered(['a'])
				.catch(() => undefined);
			revive(processed);
			await call(next, 'c');
			expect(await entries(processed)).toHaveLength(4);
		},
	);

	/** A call of one of two machines, whose clocks or time zones differ. */
	const step = fc.record({
		hours: fc.constantFrom(0, 0, 1, 24),
		isEast: fc.boolean(),
		minutesAhead: fc.integer({ min: -10, max: 10 }),
		within: fc.constantFrom<Within>('day', 'day', 'day', 'ever'),
		keys: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
	});

	test.each([
		['two clocks around midnight', '2026-11-22T23:55:00Z', ['Etc/UTC', 'Etc/UTC']],
		['yesterday in the west', '2026-11-23T10:30:00Z', ['Etc/GMT+12', 'Europe/Berlin']],
		['tomorrow in the east', '2026-11-23T10:30:00Z', ['Europe/Berlin', 'Pacific/Kiritimati']],
	] as const)(
		'%s: the day does not go back, and nobody is called twice in it',
		async (_what, begin, zones) => {
			await fc.assert(
				fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
					const processed = new ProcessedDataTable();
					const called = new Set<string>();
					let now = Date.parse(begin);
					let day = '';
					for (const { hours, isEast, minutesAhead, within, keys } of steps) {
						now += hours * HOUR_MS;
						const more = { getTimezone: () => zones[isEast ? 1 : 0] };
						const place = { processed, within, more, at: now + minutesAhead * MINUTE_MS };
						const { period, own } = await call(place, ...keys);
						if (within === 'day') expect(period >= day).toBe(true);
						if (within === 'day') day = period;
						expect(own).toEqual(keys.filter((key) => !called.has(callOf(period, key))));
						for (const key of own) called.add(callOf(period, key));
						const known = await memoryOf(place).memory.remembered(['a', 'b', 'c']);
						const ofPeriod = ['a', 'b', 'c'].filter((key) => called.has(callOf(period, key)));
						expect([...known.called]).toEqual(ofPeriod);
					}
				}),
				runs('longSequences'),
			);
		},
	);

	describe('the first claim of a day, in a store that fails,', () => {
		const KEYS = ['a', 'b', 'c'];
		const at = MORNING + DAY_MS;

		/** A claim of a new day in which the store fails. Another execution claims b before it is told how the claim ended. */
		async function claimOf(failing: Failing) {
			const processed = new ProcessedDataTable();
			await call({ processed }, 'a', 'old');
			const { memory, context } = memoryOf({ processed, at });
			const mend = fail(context, failing.access, failing);
			const claim = await memory.claim(KEYS).catch((error: Error) => error);
			await turns();
			mend();
			const between = claim instanceof Error ? (await call({ processed, at }, 'b')).own : [];
			const own =
				claim instanceof Error ? [] : KEYS.filter((key) => !claim.possiblyCalled.has(key));
			return { claim, own, between, next: (await call({ processed, at }, ...KEYS)).own };
		}

		test('whatever it fails at: nobody is called twice, and what was begun is given back', async () => {
			const failing: fc.Arbitrary<Failing> = fc.record({
				access: fc.constantFrom(
					'clearAllProcessedItems',
					'checkProcessedAndRecord',
					'removeProcessed',
				),
				after: fc.nat(7),
				times: fc.integer({ min: 1, max: 4 }),
				isCarriedOut: fc.boolean(),
			});
			const access = 'clearAllProcessedItems';
			const neverEmptied: Failing = { access, after: 0, times: 3, isCarriedOut: false };
			let refused = 0;
			await fc.assert(
				fc.asyncProperty(failing, async (how) => {
					const { claim, own, between, next } = await claimOf(how);
					const all = [...own, ...between, ...next];
					expect(new Set(all).size).toBe(all.length);
					if (!(claim instanceof Error)) return;
					refused += 1;
					// What the store does without saying so can be anybody's.
					if (!how.isCarriedOut) expect(all.sort()).toEqual(KEYS);
				}),
				{ ...runs('longSequences'), examples: [[neverEmptied]] },
			);
			expect(refused).toBeGreaterThan(0);
		});
	});
});

describe('a look that is interrupted', () => {
	const KEYS = ['called', 'unknown', 'new'];

	test.each(
		(['day', 'ever'] as const).flatMap((within) =>
			Array.from({ length: 14 }, (_write, writes) => [writes, within] as const),
		),
	)(
		'after %i writes (%s), by a kill or a database that refuses: who was called is never taken for unknown or new',
		async (writes, within) => {
			const place = { within, processed: new ProcessedDataTable() };
			await call(place, 'called');
			await memoryOf(place).memory.claim(['unknown']);
			const after = { ...place, at: MORNING + HOUR_MS };
			const look = async () => await memoryOf(after).memory.remembered(KEYS);
			kill(place.processed, writes);
			await look().catch(() => undefined);
			revive(place.processed);
			const { called, possiblyCalled } = await look();
			expect(called).toContain('called');
			expect(called).not.toContain('new');
			expect([...called, ...possiblyCalled]).toContain('unknown');
		},
	);
});

describe('a look at many numbers', () => {
	const many = (count: number) => Array.from({ length: count }, (_key, index) => `new${index}`);

	test.each([0, 1, 2, 3, 8, 9, 30])(
		'that is killed after %i writes leaves at most a handful of them possibly called',
		async (writes) => {
			const place = { processed: await processedWith(['a']), within: 'ever' as const };
			const keys = many(60);
			kill(place.processed, writes);
			await memoryOf(place)
				.memory.remembered(keys)
				.catch(() => undefined);
			revive(place.processed);
			expect((await call(place, ...keys)).own.length).toBeGreaterThanOrEqual(55);
		},
	);

	test('leaves nothing behind, also if each write takes half a second', async () => {
		const called = ['a', 'new3', 'new299'];
		const place = { processed: await processedWith(called), within: 'ever' as const };
		const before = await entries(place.processed);
		const { memory, pass } = memoryOf(place);
		place.processed.pause = async (access) => {
			if (access === 'before update') pass(500);
		};
		const known = await memory.remembered(many(300));
		expect([[...known.called], known.possiblyCalled]).toEqual([called.slice(1), new Set()]);
		place.processed.pause = async () => undefined;
		expect(await entries(place.processed)).toEqual(before);
	});
});

describe('endings', () => {
	test.each<Within>(['day', 'ever', 'execution'])(
		'with %s: who was called is called no more, who was not is free, and of the others nobody knows',
		async (within) => {
			const place = { within, processed: new ProcessedDataTable(), executionId: `ends ${within}` };
			const { memory } = memoryOf(place);
			const { period } = await memory.claim(['a', 'b', 'c']);
			await memory.settle({ called: [callOf(period, 'a')], notCalled: [callOf(period, 'b')] });
			for (const free of [['b'], []]) {
				const { called, possiblyCalled, own } = await call(place, 'a', 'b', 'c');
				const before = free.length > 0 ? ['a'] : ['a', 'b'];
				expect([[...called], [...possiblyCalled], own]).toEqual([before, ['c'], free]);
			}
		},
	);

	test.each([1, 2, 3, 7])(
		'if the store refuses %i times to remove who was not called, it is free after two, and possibly called after more',
		async (times) => {
			const { memory, context, processed } = memoryOf();
			const { period } = await memory.claim(['a', 'b']);
			fail(context, 'removeProcessed', { times });
			await memory.settle({
				called: [callOf(period, 'a')],
				notCalled: [callOf(period, 'b')],
			});
			const { called, possiblyCalled, own } = await call({ processed }, 'a', 'b');
			expect([...called]).toEqual(['a']);
			expect([[...possiblyCalled], own]).toEqual(times > 2 ? [['b'], []] : [[], ['b']]);
			const tomorrow = await call({ processed, at: MORNING + DAY_MS }, 'a', 'b');
			expect(tomorrow.own).toEqual(['a', 'b']);
		},
	);

	test('are settled again as a whole if they cannot be recorded', async () => {
		const { memory, context, processed } = memoryOf();
		const { period } = await memory.claim(['a', 'b']);
		const ended = { called: [callOf(period, 'a')], notCalled: [callOf(period, 'b')] };
		const mend = fail(context, 'checkProcessedAndRecord');
		await expect(memory.settle(ended)).rejects.toThrow(/could not record/);
		mend();
		await memory.settle(ended);
		const { called, own } = await call({ processed }, 'a', 'b');
		expect([[...called], own]).toEqual([['a'], ['b']]);
	});

	test('that were removed without n8n saying so free nobody whom another execution has claimed since', async () => {
		const { memory, context, processed } = memoryOf();
		const { period } = await memory.claim(['a', 'b']);
		fail(context, 'removeProcessed', { times: 3, isCarriedOut: true });
		await memory.settle({ called: [], notCalled: [callOf(period, 'a')] });
		const other = memoryOf({ processed }).memory;
		expect((await other.claim(['a'])).possiblyCalled.size).toBe(0);
		expect([...(await memoryOf({ processed }).memory.claim(['a', 'b'])).possiblyCalled]).toEqual([
			'a',
			'b',
		]);
	});

	test('a claim that fails after its numbers were recorded gives them back', async () => {
		const processed = await processedWith(['a']);
		const { memory, context } = memoryOf({ processed, within: 'ever' });
		fail(context, 'checkProcessedAndRecord', { after: 1, times: 3 });
		await expect(memory.claim(['a', 'b'])).rejects.toThrow(/could not record/);
		expect(await rememberedOf(processed, ['a', 'b'])).toEqual(['a']);
	});
});

describe('the store', () => {
	test('of a workflow whose time zone nobody knows is left alone, and nothing is sent', async () => {
		const { memory, storeCalls } = memoryOf({ more: { getTimezone: () => 'Nowhere' } });
		await expect(memory.claim(['a'])).rejects.toMatchObject({ details: { arrival: 'notSent' } });
		expect(storeCalls).toEqual([]);
	});

	test('that cannot be read is an error, also if it cannot be counted', async () => {
		const { memory, context } = memoryOf({ processed: await processedWith(['a']) });
		fail(context, 'checkProcessedAndRecord');
		fail(context, 'getProcessedDataCount');
		await expect(memory.remembered(['a'])).rejects.toThrow(/could not record/);
	});

	afterEach(() => jest.restoreAllMocks());

	test.each<[when: string, earlier: string[], isAsleep?: boolean]>([
		['before anything was claimed on the day', []],
		['later on the day', ['x']],
		['while its machine slept, and only the clock on the wall went on', ['x'], true],
	])(
		'a process that was stopped while it claimed sends nothing: another may have claimed the same, %s',
		async (_when, earlier, isAsleep = false) => {
			const place = { processed: await processedWith(['z']) };
			if (earlier.length > 0) await call(place, ...earlier);
			const { memory, processed, pass } = memoryOf(place);
			let isStopped = false;
			processed.pause = async (access) => {
				if (access !== 'before update' || isStopped) return;
				isStopped = true;
				const later = Date.now() + LEASE_MS + 1;
				if (isAsleep) jest.spyOn(Date, 'now').mockReturnValue(later);
				else pass(LEASE_MS + 1);
			};
			await expect(memory.claim(['a'])).rejects.toMatchObject({
				message: expect.stringMatching(/took too long/),
				description: expect.stringMatching(/Nothing was sent.*Call Every Time/),
				details: { arrival: 'notSent' },
			});
			// Its lock may be another's by now, so it is left to the lease.
			expect(
				await processed.findOne({ where: { workflowId: 'workflow', context: '' } }),
			).not.toBeNull();
		},
	);

	test('a process that was stopped while it removed entries removes no more: another may have the lock', async () => {
		const many = Array.from({ length: 20_000 }, (_key, index) => `k${index}`);
		const processed = await processedWith(many);
		const { memory, storeCalls, pass } = memoryOf({ processed, within: 'ever' });
		let writes = 0;
		processed.pause = async (access) => {
			if (access !== 'before update') return;
			writes += 1;
			// The first one asks, the others remove.
			if (writes === 2) pass(LEASE_MS + 1);
		};
		const look = memory.remembered(Array.from({ length: 1_000 }, (_key, index) => `new${index}`));
		await expect(look).rejects.toThrow(/took too long/);
		expect(storeCalls.map(([what]) => what)).toEqual(['record', 'remove']);
	});

	test('a cancelled execution claims nothing more, and still records how its requests ended', async () => {
		const more = { getExecutionCancelSignal: () => AbortSignal.abort() };
		const processed = await processedWith(['a'], ['b', 'c']);
		const { memory } = memoryOf({ processed, within: 'ever', more });
		await expect(memory.claim(['d'])).rejects.toThrow(/cancelled/);
		await memory.settle({ called: [callOf('ever', 'b')], notCalled: [callOf('ever', 'c')] });
		expect(await rememberedOf(processed, ['a', 'b', 'c', 'd'])).toEqual(['a', 'b']);
	});
});
