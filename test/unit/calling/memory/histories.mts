import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ProcessedDataTable } from '../../../../harness/n8n/processedData.mts';
import type { MakeGate, execute } from '../../../../nodes/shared/run';
import type { Within } from '../../../../nodes/shared/calling/memory';
import { runs } from '../../../scale.mts';
import { randomFrom } from '../../../support/processes.mts';
import { calling, makeCall } from '../../../support/callers.mts';
import { json, networkError, run } from '../../../support/fakeContext.mts';
import { turns } from '../../../support/fakeTime.mts';

/*
 * Histories of the nodes that call: their workflow is started again in every way that users and n8n have, while it runs or later, by two
 * processes over one store; executions are stopped, and processes are killed at any moment. No node calls anybody twice, the output says who was
 * not called, and whoever was called is known in the end.
 */

type Execute = typeof execute;
type Calling = { callingGate: MakeGate };

const HOUR_MS = 3_600_000;
/** A request that begins before midnight may reach the platform so long after it. */
const AROUND_MIDNIGHT_MS = 100;
const ZONE_OFFSET_MS = HOUR_MS;
const MORNING = Date.parse('2026-11-23T09:00:00+01:00');
const MIDNIGHT = Date.parse('2026-11-24T00:00:00+01:00');
const PEOPLE = Array.from({ length: 60 }, (_, index) => `+4930123456${10 + index}`);

/** A node remembers its own calls: two in one workflow, and one in a sub-workflow that they have in common. */
const PLACES = [
	{ workflowId: 'workflow', node: 'first' },
	{ workflowId: 'workflow', node: 'second' },
	{ workflowId: 'sub-workflow', node: 'first' },
] as const;
type Place = (typeof PLACES)[number];

/**
 * How the workflow is started. `retry`: n8n's button, with the data of the execution before. `step`: the node alone in the editor, with the
 * input that it had before. `retryOnFail`: the setting of the node. `subWorkflow`: once for each batch, from one execution of a parent.
 */
const WAYS = [
	...['run', 'run', 'bothNodes', 'loop', 'tool', 'subWorkflow', 'retry', 'step', 'retryOnFail'],
	'dryRun',
] as const;
type Way = (typeof WAYS)[number];
const TRIES = 3;

const listArbitrary = fc.oneof(
	{ weight: 3, arbitrary: fc.shuffledSubarray(PEOPLE.slice(0, 12), { minLength: 1 }) },
	{ weight: 1, arbitrary: fc.shuffledSubarray(PEOPLE, { minLength: 20 }) },
);

const stepArbitrary = fc.record({
	way: fc.constantFrom<Way>(...WAYS),
	process: fc.constantFrom(0, 1),
	place: fc.constantFrom<Place>(PLACES[0], PLACES[0], PLACES[1]),
	people: listArbitrary,
	/** The model, or the list, has somebody more than once. */
	repeated: fc.boolean(),
	batch: fc.integer({ min: 1, max: 5 }),
	parallel: fc.constantFrom(1, 2, 3, 5, 10, 60),
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
	begin: fc.oneof(
		{ weight: 3, arbitrary: fc.constant(MORNING) },
		{ weight: 1, arbitrary: fc.integer({ min: MIDNIGHT - 1_500, max: MIDNIGHT }) },
	),
	steps: fc.array(stepArbitrary, { minLength: 2, maxLength: 6 }),
});
type History = typeof historyArbitrary extends fc.Arbitrary<infer One> ? One : never;

/** Libraries that all processes share: they remember nothing of a run, and take most of the time to load. */
for (const library of ['n8n-workflow', 'luxon']) {
	const loaded = jest.requireActual<object>(library);
	jest.doMock(library, () => loaded);
}

/** The package as a process has loaded it. */
function load(): Execute {
	let own: Execute | undefined;
	jest.isolateModules(() => {
		const { callingGate } = jest.requireActual<Calling>('../../../../nodes/shared/calling');
		const { execute } = jest.requireActual<{ execute: Execute }>('../../../../nodes/shared/run');
		own = async function (this: IExecuteFunctions, resources) {
			return await execute.call(this, resources, this.continueOnFail(), callingGate);
		};
	});
	return own!;
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
	place: Place;
	number: string;
	at: number;
	executionId: string;
	/** The platform said that it calls, and the run of the node came to its end. */
	isToldToTheEnd: boolean;
}

/** What one run of the node said. */
interface Told {
	way: Way;
	people: readonly string[];
	items?: INodeExecutionData[];
	error?: Error;
	isStopped: boolean;
}

/** One execution, with what n8n keeps for its nodes. */
interface Execution {
	id: string;
	people: readonly string[];
	place: Place;
	memory: IDataObject;
}

const dateOf = (at: number) => new Date(at + ZONE_OFFSET_MS).toISOString().slice(0, 10);

class World {
	readonly calls: Call[] = [];
	readonly told: Told[] = [];
	private readonly table = new ProcessedDataTable();
	private readonly processes: Process[];
	private readonly random: () => number;
	private executions = 100;
	private latest?: Execution;
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

	/** One of the two, started again if it was killed. */
	private alive(index: number): Process {
		const process = this.processes[index] as Process;
		if (!process.isKilled) return process;
		return (this.processes[index] = this.start());
	}

	async play(step: Step): Promise<void> {
		const process = this.alive(step.process);
		const stop = new AbortController();
		if (step.end?.how === 'kill') process.waitsLeft = step.end.waits;
		await Promise.race([this.execution(step, process, stop), process.killed]);
		process.waitsLeft = Number.POSITIVE_INFINITY;
	}

	private begin(place: Place, people: readonly string[], memory: IDataObject = {}): Execution {
		this.executions += 1;
		this.latest = { id: String(this.executions), place, people, memory };
		return this.latest;
	}

	/** The execution, with the list as it comes to the node. */
	private beginStep({ way, place, people, repeated }: Step): Execution {
		const { latest } = this;
		// n8n keeps the data in its database.
		const kept = JSON.parse(JSON.stringify(latest?.memory ?? {})) as IDataObject;
		if (latest && way === 'retry') return this.begin(latest.place, latest.people, kept);
		if (latest && way === 'step') return this.begin(latest.place, latest.people);
		return this.begin(place, repeated ? [...people, ...people.slice(0, 2)] : people);
	}

	private async execution(step: Step, process: Process, stop: AbortController): Promise<void> {
		const { way } = step;
		const execution = this.beginStep(step);
		const { people } = execution;
		const batch = step.batch * Math.ceil(people.length / 14);
		const batches = Array.from({ length: Math.ceil(people.length / batch) }, (_, index) =>
			people.slice(index * batch, index * batch + batch),
		);
		const node = async (list: readonly string[], more: Partial<Execution> = {}) =>
			await this.node(step, process, stop, { ...execution, ...more, people: list });
		if (way === 'loop') {
			for (const list of batches) await node(list);
		} else if (way === 'tool') {
			// Some calls of a model come in one turn.
			for (const list of batches) await Promise.all(list.map(async (one) => await node([one])));
		} else if (way === 'subWorkflow') {
			for (const list of batches) await node(list, this.begin(PLACES[2], list));
		} else if (way === 'bothNodes') {
			await node(people, { place: PLACES[0] });
			await node(people, { place: PLACES[1], memory: {} });
		} else if (way === 'retryOnFail') {
			for (let attempt = 0; attempt < TRIES; attempt += 1) if (await node(people)) return;
		} else {
			await node(people);
		}
	}

	/** @returns whether it ended without an error */
	private async node(
		{ way, parallel, end }: Pick<Step, 'way' | 'parallel' | 'end'>,
		process: Process,
		stop: AbortController,
		{ people, id: executionId, memory, place }: Execution,
	): Promise<boolean> {
		if (people.length === 0) return true;
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
		};
		const processed = Object.assign(new ProcessedDataTable(this.table), { pause });
		const isTool = way === 'tool';
		const retryOnFail = way === 'retryOnFail';
		const setting = {
			...calling(people, {}, { options, executionId, isTool, signal: stop.signal }),
			workflowId: place.workflowId,
			node: {
				id: place.node,
				retryOnFail,
				onError: retryOnFail ? ('stopWorkflow' as const) : ('continueRegularOutput' as const),
			},
			processed,
			memory,
		};
		const told: Call[] = [];
		const { items, error } = await run(
			makeCall,
			setting,
			async (_number, { method, body }) => {
				await wait(this.random() * 40);
				if (method === 'GET') return json(200, {});
				const number = String((body as IDataObject).to_number);
				const call = { place, number, at: Date.now(), executionId, isToldToTheEnd: false };
				return await this.answer(call, wait, stop, () => told.push(call));
			},
			process.execute,
		);
		for (const call of told) call.isToldToTheEnd = true;
		this.told.push({ way, people, items, error, isStopped: stop.signal.aborted });
		return error === undefined;
	}

	/** The platform calls, refuses, or calls while the answer is lost. */
	private async answer(
		call: Call,
		wait: (milliseconds: number) => Promise<void>,
		stop: AbortController,
		tell: () => void,
	): Promise<unknown> {
		const chance = this.random();
		if (chance < 0.1) return json(402, { message: 'No credits' });
		if (stop.signal.aborted && chance < 0.5) throw networkError('ERR_CANCELED');
		this.calls.push(call);
		await wait(this.random() * 40);
		if (chance > 0.95) throw networkError('ECONNRESET');
		if (stop.signal.aborted) throw networkError('ERR_CANCELED');
		tell();
		return json(200, { call_id: `call-${this.calls.length}`, status: 'queued' });
	}

	/** What a dry run says of everybody in the end: the reasons, by number. */
	async known(place: Place): Promise<Map<string, string>> {
		const { told } = this;
		const step = { way: 'dryRun', parallel: 1, end: null } as const;
		const execution = this.begin(place, PEOPLE);
		await this.node(step, this.alive(0), new AbortController(), execution);
		const { items = [] } = told.at(-1) ?? {};
		return new Map(
			items.map(({ json: row }) => [String(row.contact_number), String(row.reason ?? '')]),
		);
	}
}

/** Plays a history; the clock goes on to the next timer, again and again. */
async function play(
	within: Within,
	{ random, begin, steps }: History,
	loaded: Execute[],
): Promise<{ world: World; inTheEnd: Map<Place, Map<string, string>> }> {
	// What a killed process waits for never comes.
	jest.clearAllTimers();
	jest.setSystemTime(begin);
	const mathRandom = jest.spyOn(Math, 'random').mockImplementation(randomFrom(random));
	const world = new World(within, random, loaded);
	const inTheEnd = new Map<Place, Map<string, string>>();
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
	for (const place of PLACES) {
		live += 1;
		void world
			.known(place)
			.then((known) => inTheEnd.set(place, known))
			.catch((error: unknown) => (failure = error))
			.finally(() => (live -= 1));
		while (live > 0) await next();
	}
	mathRandom.mockRestore();
	if (failure !== undefined) throw failure;
	return { world, inTheEnd };
}

const sinceMidnight = (at: number) => at - Date.parse(`${dateOf(at)}T00:00:00+01:00`);

/** Whether a node that made the first call must know it at the moment of the second. */
const counts = (within: Within, before: Call, at: number, executionId: string): boolean => {
	if (within === 'ever') return true;
	if (within === 'execution') return before.executionId === executionId;
	const isToday = dateOf(before.at) === dateOf(at);
	return isToday && sinceMidnight(before.at) > AROUND_MIDNIGHT_MS;
};

/** Calls to people whom the same node had called. */
function calledTwice(within: Within, calls: readonly Call[]): Call[] {
	return calls.filter(({ place, number, at, executionId }, index) =>
		calls
			.slice(0, index)
			.some(
				(before) =>
					before.number === number &&
					before.place === place &&
					counts(within, before, at, executionId),
			),
	);
}

/** Calls that a node does not know in the end, or of which it does not know that they were placed although it heard so. */
function forgotten(
	within: Within,
	calls: readonly Call[],
	inTheEnd: Map<Place, Map<string, string>>,
): Call[] {
	return calls
		.filter((call) => counts(within, call, Date.now(), 'the end'))
		.filter(({ place, number, isToldToTheEnd }) => {
			const reason = inTheEnd.get(place)?.get(number) ?? '';
			return isToldToTheEnd ? !reason.startsWith('called') : reason === '';
		});
}

/** What the output says of one person of the input. */
const REASONS = [
	/^called (today|before|this execution)$/,
	/^possibly called$/,
	/^duplicate of row \d+$/,
];

function unexplained({ way, people, items = [], error, isStopped }: Told): IDataObject[] {
	if (way === 'dryRun' || (way === 'retryOnFail' && error)) return [];
	if (items.length !== people.length) return [{ items: items.length, people: people.length }];
	return items
		.map((item) => item.json)
		.filter(({ call_id: id, skipped, reason, error }) => {
			if (typeof id === 'string' || typeof error === 'string') return false;
			if (isStopped) return false;
			return skipped !== true || !REASONS.some((one) => one.test(String(reason)));
		});
}

/** The tests of one choice of Duplicate Numbers. Each choice has a file of its own, so that processes share the work. */
export function describeHistories(within: Within): void {
	beforeEach(() =>
		jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }),
	);
	afterEach(() => jest.useRealTimers());

	test(
		'at most once in its time, however the workflow is started again',
		async () => {
			let loaded = [load(), load()];
			let calls = 0;
			await fc.assert(
				fc.asyncProperty(historyArbitrary, async (history) => {
					const { world, inTheEnd } = await play(within, history, loaded);
					loaded = world.unused;
					calls += world.calls.length;
					expect(calledTwice(within, world.calls)).toEqual([]);
					expect(forgotten(within, world.calls, inTheEnd)).toEqual([]);
					expect(world.told.flatMap(unexplained)).toEqual([]);
				}),
				runs('histories'),
			);
			expect(calls).toBeGreaterThan(0);
		},
		10 * HOUR_MS,
	);

	test('without kills and stops, everybody whom the platform did not refuse is called once', async () => {
		const steps = ([0, 1, 0] as const).map((process): Step => ({
			way: 'run',
			process,
			place: PLACES[0],
			people: PEOPLE,
			repeated: false,
			batch: 1,
			parallel: 3,
			after: 20,
			end: null,
		}));
		const history = { random: 5, begin: MORNING, steps };
		const { world } = await play(within, history, [load(), load()]);
		const { calls, told } = world;
		const refused = told.flatMap(({ items = [] }) => items.filter((item) => item.json.error));
		expect(new Set(calls.map(({ number }) => number)).size).toBeGreaterThanOrEqual(
			PEOPLE.length - refused.length,
		);
		expect(calledTwice(within, calls)).toEqual([]);
	});
}
