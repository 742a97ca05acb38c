import type { N8n } from '../../harness/n8n/n8n.mts';
import { until } from '../../harness/n8n/publishedWorkflow.mts';
import { type CallOnce, WITHIN_MS, publishCallOnce, rowsFor } from './callOnce.mts';
import { NUMBERS } from './numbers.mts';
import { type World, countsOf } from './world.mts';

const COUNT = 300;
const NUMBERS_OF_THIS = NUMBERS.slice(0, COUNT);
/** What an execution claims at once while the store is small. */
const SLICE = 100;
/** Called before: so that the row of the node is there. */
const FIRST = 10;
/** An execution waits that long for a lock, and no longer. */
const GIVES_UP_AFTER_MS = 180_000;
const TOO_LATE = 'n8n took too long to record which numbers are called';

/** The row that is the lock: n8n has an empty context for what all nodes of a workflow share. */
const LOCK_OF = `SELECT 1 FROM processed_data WHERE "workflowId" = $1 AND context = ''`;
const NODE_ROW_OF = `SELECT 1 FROM processed_data WHERE "workflowId" = $1 AND context <> '' FOR UPDATE`;
const WRITES_THAT_WAIT = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE%processed_data%'`;

export function lockPart(world: () => World): void {
	const inN8n = async (sql: string, values?: unknown[]) =>
		await world().queue.postgres.query(world().queue.database, sql, values);

	const workerOf = (id: string): N8n | undefined => {
		const { queue } = world();
		return queue.workers.find((worker) => queue.executionsOf(worker).includes(id));
	};

	/** The worker that runs the latest execution, as soon as one does. */
	async function workerOfLast({ workflow }: CallOnce): Promise<N8n> {
		let worker: N8n | undefined;
		await until(async () => {
			worker = workerOf(String((await workflow.executions()).at(-1)?.id));
			return worker !== undefined;
		}, WITHIN_MS);
		if (!worker) throw new Error('No worker runs the execution');
		return worker;
	}

	// After a test that failed in between. Otherwise there is nothing to undo.
	afterEach(async () => void (await inN8n('ROLLBACK')));

	const isLocked = async (workflowId: string) => (await inN8n(LOCK_OF, [workflowId])).length > 0;

	/** Waits until so many workers have the lock, or believe so, and cannot write what they claim. */
	async function untilWaiting(count: number): Promise<void> {
		const isSo = await until(async () => {
			// Not in the transaction: it would see the same answer again and again.
			const writes = await world().queue.postgres.query('postgres', WRITES_THAT_WAIT);
			return writes.length >= count;
		}, GIVES_UP_AFTER_MS);
		if (!isSo) throw new Error(`There are no ${count} workers that write what they claim`);
	}

	/** Lets a worker take the lock, and keeps it at this: it cannot write what it claims until the transaction ends. */
	async function holdLock(callOnce: CallOnce): Promise<N8n> {
		const { workflow } = callOnce;
		await workflow.execute(rowsFor(NUMBERS_OF_THIS.slice(0, FIRST)), WITHIN_MS);
		await inN8n('BEGIN');
		await inN8n(NODE_ROW_OF, [workflow.id]);
		await workflow.start(rowsFor(NUMBERS_OF_THIS));
		await untilWaiting(1);
		if (!(await isLocked(workflow.id))) throw new Error('No worker has the lock');
		return await workerOfLast(callOnce);
	}

	/** Starts executions until one runs on another worker than this one. @returns how many */
	async function startRivals(callOnce: CallOnce, holder: N8n): Promise<number> {
		const { workflow } = callOnce;
		const before = (await workflow.executions()).length;
		for (let count = 1; ; count += 1) {
			await workflow.start(rowsFor(NUMBERS_OF_THIS));
			await until(async () => (await workflow.executions()).length >= before + count, WITHIN_MS);
			if ((await workerOfLast(callOnce)) !== holder) return count;
		}
	}

	/** Waits for all, and checks what is true of every attack. @param rivals how many executions wanted the same numbers later */
	async function judge(callOnce: CallOnce, rivals: number) {
		const { workflow } = callOnce;
		const executions = await workflow.untilOver(rivals + 2, WITHIN_MS);
		const statuses = countsOf(executions.map(({ status }) => status));
		const errors = await workflow.errors();
		const called = (await callOnce.called()).length;
		const { calls, twice, unknown, forgotten } = await callOnce.fatesOf(NUMBERS_OF_THIS);

		expect({ twice, forgotten }).toEqual({ twice: [], forgotten: [] });
		expect(await isLocked(workflow.id)).toBe(false);
		// The one that took the lock over has left nobody to another execution.
		expect(called).toBe(calls.length);
		return { statuses, errors, unknown };
	}

	test('killed while it holds the lock: the other worker takes it over and finishes', async () => {
		const { queue } = world();
		const callOnce = await publishCallOnce(world(), 'lock', 0);
		const holder = await holdLock(callOnce);
		const rivals = await startRivals(callOnce, holder);
		await queue.killWorker(holder);
		await inN8n('COMMIT');
		const isLeftBehind = await isLocked(callOnce.workflow.id);
		const replacement = queue.startWorker();
		await until(async () => (await callOnce.called()).length > FIRST, GIVES_UP_AFTER_MS);
		await replacement;
		const { statuses, errors, unknown } = await judge(callOnce, rivals);

		expect(isLeftBehind).toBe(true);
		// The first one, and the last one, on the other worker. Those between were on the worker that was killed.
		expect(statuses).toEqual({ success: 2, error: rivals });
		expect(errors).toEqual({});
		expect(unknown.length).toBeLessThanOrEqual(SLICE);
	});

	test('kept waiting by the database until the other worker has taken the lock over: it calls nobody', async () => {
		const callOnce = await publishCallOnce(world(), 'late', 0);
		const holder = await holdLock(callOnce);
		const rivals = await startRivals(callOnce, holder);
		await untilWaiting(2);
		await inN8n('COMMIT');
		const { statuses, errors, unknown } = await judge(callOnce, rivals);

		expect(statuses).toEqual({ success: rivals + 2 });
		expect(errors).toEqual({ [TOO_LATE]: COUNT });
		expect(unknown).toEqual([]);
	});
}
