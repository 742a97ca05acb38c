import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ProcessedDataTable } from '../../../harness/n8n/processedData.mts';
import type { execute } from '../../../nodes/shared/execution';
import type { Deduplication } from '../../../nodes/shared/operation';
import { runs } from '../../scale.mts';
import { randomFrom } from '../../support/processes.mts';
import { calling, makeCall } from './callers.mts';
import { json, networkError, run, turns } from './fakeContext.mts';

/*
 * Histories of one node: its workflow is started again in every way that users and n8n have, while it runs or later, by two processes over
 * one store; executions are stopped, and processes are killed at any moment. Nobody is called twice, and the output says who was not called.
 */

type Within = Deduplication['within'];
type Execute = typeof execute;

const HOUR_MS = 3_600_000;
/** A call of the new day may have been claimed so long before. */
const AROUND_MIDNIGHT_MS = 120_000;
const ZONE_OFFSET_MS = HOUR_MS;
const BEGIN = Date.parse('2026-11-23T09:00:00+01:00');
const PEOPLE = Array.from({ length: 12 }, (_, index) => `+4930123456${10 + index}`);

/** How the workflow is started. */
const WAYS = ['run', 'run', 'loop', 'tool', 'dryRun', 'getUnknown', 'release'] as const;
type Way = (typeof WAYS)[number];

const stepArbitrary = fc.record({
	way: fc.constantFrom<Way>(...WAYS),
	process: fc.constantFrom(0, 1),
	people: fc.shuffledSubarray(PEOPLE, { minLength: 1 }),
	/** The model, or the list, has somebody more than once. */
	repeated: fc.boolean(),
	batch: fc.integer({ min: 1, max: 5 }),
	parallel: fc.integer({ min: 1, max: 10 }),
	/** From the start of the step before, in milliseconds: while it runs, or later, also past midnight. */
	after: fc.oneof(
		{ weight: 3, arbitrary: fc.integer({ min: 0, max: 400 }) },
		{ weight: 2, arbitrary: fc.integer({ min: 60_000, max: 20 * 60_000 }) },
		{ weight: 1, arbitrary: fc.integer({ min: HOUR_MS, max: 15 * HOUR_MS }) },
	),
	/** After so many waits of the process: the process is killed and started again, or the execution is stopped. */
	end: fc.option(
		fc.record({
			how: fc.constantFrom('kill' as const, 'stop' as const),
			waits: fc.integer({ min: 0, max: 60 }),
		}),
		{ freq: 3 },
	),
});
type Step = typeof stepArbitrary extends fc.Arbitrary<infer One> ? One : never;

const historyArbitrary = fc.record({
	random: fc.integer(),
	steps: fc.array(stepArbitrary, { minLength: 2, maxLength: 6 }),
});
type History = typeof historyArbitrary extends fc.Arbitrary<infer One> ? One : never;

/** The package as a process has loaded it. */
function load(): Execute {
	let loaded: { execute: Execute } | undefined;
	jest.isolateModules(() => {
		loaded = jest.requireActual<{ execute: Execute }>('../../../nodes/shared/execution');
	});
	return loaded!.execute;
}

class Process {
	isKilled = false;
	readonly killed: Promise<void>;
	/** Set if it is to be killed after so many waits. */
	waitsLeft = Number.POSITIVE_INFINITY;
	readonly execute: Execute;
	private die: () => void = () => undefined;

	constructor(loaded: Execute) {
		this.execute = loaded;
		this.killed = new Promise((resolve) => (this.die = resolve));
	}

	async wait(milliseconds: number): Promise<void> {
		this.waitsLeft -= 1;
		if (this.waitsLeft < 0) this.kill();
		if (!this.isKilled) await new Promise((resolve) => setTimeout(resolve, milliseconds));
		if (this.isKilled) await new Promise(() => undefined);
	}

	private kill(): void {
		this.isKilled = true;
		this.die();
	}
}

interface Call {
	number: string;
	at: number;
	executionId: string;
}

/** What one run of the node said. */
interface Told {
	way: Way;
	people: readonly string[];
	items?: INodeExecutionData[];
	error?: Error;
	isStopped: boolean;
}

const dateOf = (at: number) => new Date(at + ZONE_OFFSET_MS).toISOString().slice(0, 10);

class World {
	readonly calls: Call[] = [];
	readonly told: Told[] = [];
	private readonly table = new ProcessedDataTable();
	private readonly processes: Process[];
	private readonly random: () => number;
	private executions = 100;
	private readonly within: Within;
	private readonly spare: Execute[];

	/** @param loaded the package, loaded several times; what a killed process has used is not used again */
	constructor(within: Within, seed: number, loaded: Execute[]) {
		this.within = within;
		this.random = randomFrom(seed);
		this.spare = loaded;
		this.processes = [this.start(), this.start()];
	}

	private start(): Process {
		return new Process(this.spare.pop() ?? load());
	}

	/** Gives back what the next history can use. */
	get unused(): Execute[] {
		const alive = this.processes.filter((process) => !process.isKilled);
		return [...this.spare, ...alive.map((process) => process.execute)];
	}

	async play(step: Step): Promise<void> {
		let process = this.processes[step.process] as Process;
		if (process.isKilled) {
			process = this.start();
			this.processes[step.process] = process;
		}
		const stop = new AbortController();
		if (step.end?.how === 'kill') process.waitsLeft = step.end.waits;
		this.executions += 1;
		const work = this.execution(step, process, stop, String(this.executions));
		await Promise.race([work, process.killed]);
		process.waitsLeft = Number.POSITIVE_INFINITY;
	}

	private async execution(
		step: Step,
		process: Process,
		stop: AbortController,
		executionId: string,
	): Promise<void> {
		const { way, batch } = step;
		const memory = {};
		const twice = step.repeated ? [...step.people, ...step.people.slice(0, 2)] : step.people;
		const node = async (people: readonly string[], isTool = false) =>
			await this.node(step, process, stop, { people, executionId, memory, isTool });
		if (way === 'loop') {
			for (let from = 0; from < twice.length; from += batch) {
				await node(twice.slice(from, from + batch));
			}
		} else if (way === 'tool') {
			// Some calls of a model come in one turn.
			for (let from = 0; from < twice.length; from += batch) {
				await Promise.all(
					twice.slice(from, from + batch).map(async (one) => await node([one], true)),
				);
			}
		} else if (way === 'release') {
			// Whoever releases has looked who was called.
			const called = new Set(this.calls.map(({ number }) => number));
			await node(step.people.filter((number) => !called.has(number)));
		} else {
			await node(twice);
		}
	}

	private async node(
		{ way, parallel, end }: Step,
		process: Process,
		stop: AbortController,
		more: { people: readonly string[]; executionId: string; memory: IDataObject; isTool: boolean },
	): Promise<void> {
		const { people, executionId, memory, isTool } = more;
		if (people.length === 0) return;
		let waits = 0;
		const wait = async (milliseconds: number) => {
			waits += 1;
			if (end?.how === 'stop' && waits > end.waits) stop.abort();
			await process.wait(milliseconds);
		};
		const pause = async () =>
			await wait(this.random() < 0.97 ? this.random() * 4 : this.random() * 900);
		const options = {
			repeatedNumbers: this.within,
			parallelRequests: parallel,
			...(way === 'dryRun' && { dryRun: true }),
			...((way === 'getUnknown' || way === 'release') && { unknownNumbers: way }),
		};
		const processed = Object.assign(new ProcessedDataTable(), {
			rows: (this.table as unknown as { rows: unknown }).rows,
			pause,
		});
		const setting = {
			...calling(people, {}, { options, executionId, isTool, signal: stop.signal }),
			node: { onError: 'continueRegularOutput' as const },
			processed,
			memory,
		};
		const { items, error } = await run(
			makeCall,
			setting,
			async (_number, { method, body }) => {
				await wait(this.random() * 40);
				if (method === 'GET') return json(200, {});
				return await this.answer(executionId, String((body as IDataObject).to_number), wait, stop);
			},
			process.execute,
		);
		this.told.push({ way, people, items, error, isStopped: stop.signal.aborted });
	}

	/** The platform calls, refuses, or calls while the answer is lost. */
	private async answer(
		executionId: string,
		number: string,
		wait: (milliseconds: number) => Promise<void>,
		stop: AbortController,
	): Promise<unknown> {
		const chance = this.random();
		if (chance < 0.1) return json(402, { message: 'No credits' });
		if (stop.signal.aborted && chance < 0.5) throw networkError('ERR_CANCELED');
		this.calls.push({ number, at: Date.now(), executionId });
		await wait(this.random() * 40);
		if (chance > 0.95) throw networkError('ECONNRESET');
		if (stop.signal.aborted) throw networkError('ERR_CANCELED');
		return json(200, { call_id: `call-${this.calls.length}`, status: 'queued' });
	}
}

/** Plays a history; the clock goes on to the next timer, again and again. */
async function play(within: Within, { random, steps }: History, loaded: Execute[]): Promise<World> {
	// What a killed process waits for never comes.
	jest.clearAllTimers();
	jest.setSystemTime(BEGIN);
	const mathRandom = jest.spyOn(Math, 'random').mockImplementation(randomFrom(random));
	const world = new World(within, random, loaded);
	let live = 0;
	let failure: unknown;
	let beginAt = Date.now();
	const next = async () => {
		if (jest.getTimerCount() === 0) await turns();
		if (live > 0 && jest.getTimerCount() === 0) throw new Error('Everybody waits for ever');
		await jest.advanceTimersToNextTimerAsync();
		await turns(2);
	};
	for (const step of steps) {
		beginAt += step.after;
		while (live > 0 && Date.now() < beginAt) await next();
		// Nobody does anything: the time passes.
		if (Date.now() < beginAt) jest.setSystemTime(beginAt);
		beginAt = Date.now();
		live += 1;
		void world
			.play(step)
			.catch((error: unknown) => (failure = error))
			.finally(() => (live -= 1));
	}
	while (live > 0) await next();
	mathRandom.mockRestore();
	if (failure !== undefined) throw failure;
	return world;
}

/** People of whom somebody else may say that they were called twice. */
function calledTwice(within: Within, calls: readonly Call[]): Call[] {
	return calls.filter((call, index) =>
		calls.slice(0, index).some((before) => {
			if (before.number !== call.number) return false;
			if (within === 'ever') return true;
			if (within === 'execution') return before.executionId === call.executionId;
			const midnight = Date.parse(`${dateOf(before.at)}T00:00:00+01:00`);
			return dateOf(before.at) === dateOf(call.at) && before.at - midnight > AROUND_MIDNIGHT_MS;
		}),
	);
}

/** What the output says of one person of the input. */
const REASONS = [
	/^Called (today|earlier|on \d)/,
	/^This number may have been called, or is being called now/,
	/^Duplicate of row \d+ of this input/,
];

function unexplained({ way, people, items = [], isStopped }: Told): IDataObject[] {
	if (way !== 'run' && way !== 'loop' && way !== 'tool') return [];
	if (items.length !== people.length) return [{ items: items.length, people: people.length }];
	return items
		.map((item) => item.json)
		.filter(({ call_id: id, skipped, reason, error }) => {
			if (typeof id === 'string' || typeof error === 'string') return false;
			if (isStopped) return false;
			return skipped !== true || !REASONS.some((one) => one.test(String(reason)));
		});
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

test.each<[string, Within]>([
	['Once per Day: at most once a day', 'day'],
	['Once Ever: at most once', 'ever'],
	['Once per Execution: at most once in it', 'execution'],
])(
	'%s, however the workflow is started again',
	async (_name, within) => {
		let loaded = [load(), load()];
		let calls = 0;
		await fc.assert(
			fc.asyncProperty(historyArbitrary, async (history) => {
				const world = await play(within, history, loaded);
				loaded = world.unused;
				calls += world.calls.length;
				expect(calledTwice(within, world.calls)).toEqual([]);
				expect(world.told.flatMap(unexplained)).toEqual([]);
			}),
			runs('histories'),
		);
		expect(calls).toBeGreaterThan(0);
	},
	3_600_000,
);

test('without kills and stops, everybody whom the platform did not refuse is called once', async () => {
	const steps = ([0, 1, 0] as const).map((process): Step => ({
		way: 'run',
		process,
		people: PEOPLE,
		repeated: false,
		batch: 1,
		parallel: 3,
		after: 20,
		end: null,
	}));
	const { calls, told } = await play('day', { random: 5, steps }, [load(), load()]);
	const refused = told.flatMap(({ items = [] }) => items.filter((item) => item.json.error));
	expect(new Set(calls.map(({ number }) => number)).size).toBeGreaterThanOrEqual(
		PEOPLE.length - refused.length,
	);
	expect(calls.length).toBe(new Set(calls.map(({ number }) => number)).size);
}, 60_000);
