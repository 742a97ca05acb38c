import fc from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';
import { DeduplicationHelper, ProcessedDataTable } from '../../../harness/n8n/processedData.mts';
import type { execute } from '../../../nodes/shared/execution';
import type { Claimant } from '../../../nodes/shared/execution/onceEver/claimAhead';
import { ClaimAhead } from '../../../nodes/shared/execution/onceEver/claimAhead';
import { ClaimStore } from '../../../nodes/shared/execution/onceEver/claims';
import {
	LEASE_MS,
	WorkflowLock,
	rowOf,
} from '../../../nodes/shared/execution/onceEver/workflowLock';
import type { Operation } from '../../../nodes/shared/operation';
import { Process, Timeline, randomFrom } from '../../support/processes.mts';
import {
	json,
	keyOf,
	operationOf,
	peopleOf,
	processedWith,
	rows,
	run,
	turns,
} from './fakeContext.mts';
import { runs, seed } from '../../scale.mts';

/*
 * Executions of one workflow that overlap, in one process and in several: nobody is called twice, and nobody is forgotten.
 */

/** The rows of a table, with the pauses of one process. */
function tableOf(shared: ProcessedDataTable, pause: () => Promise<void>): ProcessedDataTable {
	return Object.assign(new ProcessedDataTable(), {
		rows: (shared as unknown as { rows: unknown }).rows,
		pause,
	});
}

/** The package as another process has loaded it. */
function anotherProcess(): typeof execute {
	let loaded: { execute: typeof execute } | undefined;
	jest.isolateModules(() => {
		loaded = jest.requireActual<{ execute: typeof execute }>('../../../nodes/shared/execution');
	});
	return loaded!.execute;
}

const callNumber: Operation = operationOf({
	kind: 'calls',
	people: (params) => peopleOf([params.text('number')]),
	requestFor: (params, _list, { skipped }) => {
		const number = params.text('number');
		const why = skipped.get(1);
		return why ? { skip: true, report: { number, skipped: true, ...why } } : { body: { number } };
	},
});

/** The result of work that waits: the clock goes on to the next timer, again and again. */
async function inFakeTime<T>(work: Promise<T>): Promise<T> {
	let isOver = false;
	const end = () => void (isOver = true);
	work.then(end, end);
	while (!isOver) {
		await jest.advanceTimersToNextTimerAsync();
		await turns(3);
	}
	return await work;
}

const sleep = async (milliseconds: number) =>
	await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe.each([
	['one process', 1],
	['two processes', 2],
])('in %s', (_name, processes) => {
	beforeEach(() =>
		jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }),
	);
	afterEach(() => jest.useRealTimers());

	test('two executions with the same 100 numbers call each of them once', async () => {
		const random = randomFrom(seed);
		// A row that is there already is written without any check by the database.
		const shared = await processedWith([keyOf('earlier')]);
		const numbers = Array.from({ length: 100 }, (_number, index) => `n${index}`);
		const called: string[] = [];
		const first = anotherProcess();
		const second = processes === 1 ? first : anotherProcess();
		const started = [first, second].map(
			async (executeNode) =>
				await run(
					callNumber,
					{
						items: rows(...numbers.map((number) => ({ number }))),
						parameters: (index) => ({
							number: numbers[index],
							options: { repeatedNumbers: 'ever' },
						}),
						processed: tableOf(shared, async () => await sleep(random() * 3)),
					},
					async (_number, { body }) => {
						await sleep(random() * 5);
						called.push((body as { number: string }).number);
						return json(200, { ok: true });
					},
					executeNode,
				),
		);
		const ended = await inFakeTime(Promise.all(started));
		expect(ended.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect([...called].sort()).toEqual([...numbers].sort());
		// Each number is in each output, called or skipped.
		expect(ended.map(({ items }) => items.length)).toEqual([100, 100]);
		const skipped = ended.flatMap(({ items }) => items.filter((item) => item.json.skipped));
		expect(skipped).toHaveLength(100);
	});
});

describe('two to four processes that may be killed at any moment', () => {
	let plays = 0;

	/** Plays executions of the same numbers. Returns what was called, and what the last execution says of the others. */
	async function play(seed: number, processes: number, kills: number) {
		plays += 1;
		const random = randomFrom(seed);
		const mathRandom = jest.spyOn(Math, 'random').mockImplementation(random);
		const timeline = new Timeline();
		const shared = new ProcessedDataTable();
		const called: string[] = [];
		const numbers = Array.from({ length: 250 }, (_number, index) => `n${index}`);
		const jobs = (own: readonly string[]) => own.map((number): Claimant => ({ keys: [number] }));
		const all = Array.from({ length: processes + 1 }, () => new Process(timeline));

		function storeOf(process: Process, id: number): ClaimStore {
			const access = async () =>
				await process.wait(random() < 0.95 ? random() * 10 : random() * 800);
			const helper = new DeduplicationHelper(tableOf(shared, access));
			const contextData = { node: { id: 'n' }, workflow: { id: 'w' } };
			const context = {
				// Each process has a queue of its own.
				getWorkflow: () => ({ id: `process ${id} of ${plays}` }),
				getExecutionCancelSignal: () => undefined,
				helpers: {
					checkProcessedAndRecord: async (...[keys, scope, options]: [string[], 'node', never]) =>
						await helper.checkProcessedAndRecord(keys, scope, contextData, options),
					removeProcessed: async (...[keys, scope, options]: [string[], 'node', never]) =>
						await helper.removeProcessed(keys, scope, contextData, options),
					clearAllProcessedItems: async (scope: 'node') =>
						await helper.clearAllProcessedItems(scope, contextData),
					getProcessedDataCount: async (scope: 'node', options: never) =>
						await helper.getProcessedDataCount(scope, contextData, options),
				},
			} as unknown as IExecuteFunctions;
			return new ClaimStore(context, new WorkflowLock(rowOf(context), process.clock));
		}

		async function execution(process: Process, id: number) {
			// Every execution has another order, and another part of the list.
			const own = numbers.filter(() => random() < 0.8).sort(() => random() - 0.5);
			const ahead = new ClaimAhead(storeOf(process, id), jobs(own));
			const list = (ahead as unknown as { claimants: Claimant[] }).claimants;
			let next = 0;
			const worker = async () => {
				while (next < list.length) {
					const job = list[next] as Claimant;
					next += 1;
					const [number = ''] = job.keys;
					const claim = await ahead.claimOf(job);
					if (claim.done.has(number) || claim.unknown.has(number)) {
						ahead.settle(job, claim, 'done');
						continue;
					}
					await process.wait(random() * 30);
					const isRefused = random() < 0.1;
					if (!isRefused) called.push(number);
					await process.wait(random() * 30);
					ahead.settle(job, claim, isRefused ? 'notDone' : 'done');
				}
			};
			await Promise.all(Array.from({ length: 5 }, worker));
			await ahead.end();
		}

		const failures: unknown[] = [];
		all.slice(0, processes).forEach((process, id) => {
			execution(process, id).catch((error: unknown) => failures.push(error));
		});
		for (let kill = 0; kill < kills; kill += 1) {
			void timeline.wait(random() * 3_000).then(() => {
				(all[kill] as Process).isKilled = true;
			});
		}
		await timeline.run(30 * LEASE_MS);

		// What the next execution finds.
		const last = storeOf(all[processes] as Process, processes);
		let unknown = new Set<string>();
		let claim: Awaited<ReturnType<ClaimStore['claim']>> | undefined;
		void (async () => {
			unknown = await last.unknownOf(numbers);
			claim = await last.claim(numbers);
		})();
		await timeline.run(60 * LEASE_MS);
		mathRandom.mockRestore();
		return { numbers, called, unknown, claim, failures };
	}

	test('nobody is called twice, and who was called is known as called or as unknown', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer(),
				fc.integer({ min: 2, max: 4 }),
				fc.integer({ min: 0, max: 3 }),
				async (seed, processes, kills) => {
					const { numbers, called, unknown, claim, failures } = await play(
						seed,
						processes,
						Math.min(kills, processes - 1),
					);
					expect(new Set(called).size).toBe(called.length);
					if (kills === 0) expect([failures, unknown]).toEqual([[], new Set()]);
					expect(claim).toBeDefined();
					for (const number of numbers) {
						const isKnown = claim?.done.has(number) === true || claim?.unknown.has(number) === true;
						if (called.includes(number)) expect([number, isKnown]).toEqual([number, true]);
						else expect([number, claim?.done.has(number)]).toEqual([number, false]);
						// Reading what is unknown changed nothing.
						expect([number, claim?.unknown.has(number)]).toEqual([number, unknown.has(number)]);
					}
				},
			),
			runs('longSequences'),
		);
	}, 120_000);
});
