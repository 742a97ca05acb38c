import type { Scheduler } from '../support/schedulers.mts';
import { type Postgres, startPostgres } from '../../harness/postgres/postgres.mts';
import { textTable } from '../../harness/table.mts';
import { seed } from '../scale.mts';
import { type Outcome, type Plan, run } from './run.mts';

const OLD_CALLS = 1_000;
const OUTAGE_CALLS = 500;
const OUTAGE_SECONDS = 5;
/** As many as a poll fetches one by one in the time the durable scheduler gives it. */
const BATCH_SIZE = 2_500;
const MINUTE_MS = 60_000;

/** How much is played. */
export interface Amounts {
	/** Calls that arrive, without crashes and once more with them. */
	calls: number;
	/** How long they take to arrive when n8n is not killed, and when it is. */
	steadySeconds: number;
	killedSeconds: number;
	crashes: number;
}

type Outcomes = Array<PromiseSettledResult<Outcome>>;
type Circumstances = Omit<Plan, 'scheduler' | 'name' | 'batchSize' | 'seed'>;

const listed = (counts: Record<string, number>) =>
	Object.entries(counts)
		.map(([name, count]) => `${count} ${name}`)
		.join(', ') || 'none';

function report(title: string, outcome: Outcome): void {
	const table = textTable(
		[title, `seed ${seed}, ${outcome.seconds} s`],
		[
			['rows in the table', outcome.rows],
			['missing', outcome.missing.length],
			['deliveries', outcome.deliveries],
			['of which marked "redelivered"', outcome.marked],
			['duplicates, marked', outcome.markedDuplicates],
			['duplicates, unmarked', outcome.unmarkedDuplicates],
			['executions', listed(outcome.executions)],
			['crashes', outcome.crashes.join(', ') || 'none'],
			['faults met', listed(outcome.faults)],
		],
	);
	process.stderr.write(`\n${table}\n\n`);
}

/** What the trigger promises on an n8n with each of these schedulers, whose lives are played at the same time: most of it is waiting for the next poll. */
export function triggerSuite(
	schedulers: readonly Scheduler[],
	{ calls, steadySeconds, killedSeconds, crashes }: Amounts,
): void {
	const names = schedulers.map(({ name }) => name);
	let postgres: Postgres;
	let steady: Outcomes;
	let outage: Outcomes;
	let killed: Outcomes;

	const runEach = async (title: string, circumstances: Circumstances): Promise<Outcomes> =>
		await Promise.allSettled(
			schedulers.map(async (scheduler) => {
				const name = `${title}_${scheduler.name}`;
				const plan = { ...circumstances, scheduler, name, batchSize: BATCH_SIZE, seed };
				const outcome = await run(plan, postgres);
				report(name, outcome);
				return outcome;
			}),
		);

	function outcomeOf(outcomes: Outcomes, name: string): Outcome {
		const settled = outcomes[names.indexOf(name)]!;
		if (settled.status === 'rejected') throw settled.reason;
		return settled.value;
	}

	beforeAll(async () => {
		postgres = await startPostgres();
		steady = await runEach('steady', { before: 0, calls, seconds: steadySeconds });
		const seconds = OUTAGE_SECONDS;
		outage = await runEach('outage', { before: 0, calls: OUTAGE_CALLS, seconds, isOutage: true });
		killed = await runEach('killed', { before: OLD_CALLS, calls, seconds: killedSeconds, crashes });
	}, 40 * MINUTE_MS);

	afterAll(async () => {
		await postgres?.stop();
	}, MINUTE_MS);

	describe('n8n runs without a crash, and the platform fails now and then', () => {
		it.each(names)(
			'%s scheduler: an activation on an empty list emits nothing, and then every call is emitted exactly once',
			(name) => {
				expect(outcomeOf(steady, name)).toMatchObject({
					emittedByActivation: 0,
					rows: calls,
					missing: [],
					deliveries: calls,
					marked: 0,
				});
			},
		);
	});

	describe('n8n starts while nobody can log in to the platform', () => {
		it.each(names)(
			'%s scheduler: the trigger continues, and every call is emitted once',
			(name) => {
				const outcome = outcomeOf(outage, name);
				const all = OUTAGE_CALLS;
				expect(outcome).toMatchObject({ rows: all, missing: [], deliveries: all });
				expect(outcome.executions.error).toBeGreaterThan(0);
			},
		);
	});

	describe('n8n is killed again and again, and the platform fails now and then', () => {
		it.each(names)('%s scheduler: no call is missing', (name) => {
			const outcome = outcomeOf(killed, name);
			expect(outcome.crashes).toHaveLength(crashes);
			expect(outcome).toMatchObject({ rows: calls, missing: [] });
		});

		it.each(names)(
			'%s scheduler: nothing from before the activation is emitted, and every duplicate and every mark follows a crash',
			(name) => {
				expect(outcomeOf(killed, name)).toMatchObject({
					emittedByActivation: 0,
					unexpected: [],
					unexplained: 0,
				});
			},
		);

		const together = schedulers.filter(({ savesTogether }) => savesTogether);
		it.each(together)('$name scheduler: every duplicate is marked', ({ name }) => {
			expect(outcomeOf(killed, name).unmarkedDuplicates).toBe(0);
		});
	});
}
