import { type Postgres, startPostgres } from '../../harness/postgres/postgres.mts';
import { textTable } from '../../harness/table.mts';
import { scaleOf, seed } from '../scale.mts';
import { ENGINES } from './engines.mts';
import { type Outcome, type Plan, run } from './run.mts';

const CALLS = scaleOf('arrivingCalls');
const OLD_CALLS = 1_000;
const OUTAGE_CALLS = 500;
const CRASHES = scaleOf('crashes');
/** As many as a poll fetches one by one in the time the durable engine gives it. */
const BATCH_SIZE = 2_500;
const MINUTE_MS = 60_000;

const ENGINE_NAMES = ENGINES.map(({ name }) => name);

let postgres: Postgres;

beforeAll(async () => {
	postgres = await startPostgres();
}, MINUTE_MS);

afterAll(async () => {
	await postgres?.stop();
}, MINUTE_MS);

type Outcomes = Array<PromiseSettledResult<Outcome>>;

function outcomeOf(outcomes: Outcomes, engine: string): Outcome {
	const settled = outcomes[ENGINES.findIndex(({ name }) => name === engine)]!;
	if (settled.status === 'rejected') throw settled.reason;
	return settled.value;
}

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

type Circumstances = Omit<Plan, 'engine' | 'name' | 'batchSize' | 'seed'>;

/** Both engines at the same time: most of the time they only wait for the next poll. */
async function runBoth(title: string, circumstances: Circumstances): Promise<Outcomes> {
	return await Promise.allSettled(
		ENGINES.map(async (engine) => {
			const name = `${title}_${engine.name}`;
			const plan = { ...circumstances, engine, name, batchSize: BATCH_SIZE, seed };
			const outcome = await run(plan, postgres);
			report(name, outcome);
			return outcome;
		}),
	);
}

let steady: Outcomes;
let outage: Outcomes;
let killed: Outcomes;

beforeAll(async () => {
	[steady, outage] = await Promise.all([
		runBoth('steady', { before: 0, calls: CALLS, seconds: scaleOf('steadySeconds') }),
		runBoth('outage', { before: 0, calls: OUTAGE_CALLS, seconds: 5, isOutage: true }),
	]);
	killed = await runBoth('killed', {
		before: OLD_CALLS,
		calls: CALLS,
		seconds: scaleOf('killedSeconds'),
		crashes: CRASHES,
	});
}, 40 * MINUTE_MS);

describe('n8n runs without a crash, and the platform fails now and then', () => {
	it.each(ENGINE_NAMES)('%s engine: an activation on an empty list emits nothing', (name) => {
		expect(outcomeOf(steady, name).emittedByActivation).toBe(0);
	});

	it.each(ENGINE_NAMES)('%s engine: every call is emitted exactly once', (name) => {
		const { rows, missing, deliveries, marked } = outcomeOf(steady, name);
		expect({ rows, missing, deliveries, marked }).toEqual({
			rows: CALLS,
			missing: [],
			deliveries: CALLS,
			marked: 0,
		});
	});
});

describe('n8n starts while nobody can log in to the platform', () => {
	it.each(ENGINE_NAMES)(
		'%s engine: the trigger continues, and every call is emitted once',
		(name) => {
			const { rows, missing, deliveries, executions } = outcomeOf(outage, name);
			expect({ rows, missing, deliveries }).toEqual({
				rows: OUTAGE_CALLS,
				missing: [],
				deliveries: OUTAGE_CALLS,
			});
			expect(executions.error).toBeGreaterThan(0);
		},
	);
});

describe('n8n is killed again and again, and the platform fails now and then', () => {
	it.each(ENGINE_NAMES)('%s engine: no call is missing', (name) => {
		const { crashes, rows, missing } = outcomeOf(killed, name);
		expect(crashes).toHaveLength(CRASHES);
		expect({ rows, missing }).toEqual({ rows: CALLS, missing: [] });
	});

	it.each(ENGINE_NAMES)('%s engine: nothing from before the activation is emitted', (name) => {
		const { emittedByActivation, unexpected } = outcomeOf(killed, name);
		expect({ emittedByActivation, unexpected }).toEqual({
			emittedByActivation: 0,
			unexpected: [],
		});
	});

	it.each(ENGINE_NAMES)('%s engine: every duplicate and every mark follows a crash', (name) => {
		expect(outcomeOf(killed, name).unexplained).toBe(0);
	});

	it('durable engine: every duplicate is marked', () => {
		// It saves the state of the trigger and the execution in one transaction.
		expect(outcomeOf(killed, 'durable').unmarkedDuplicates).toBe(0);
	});
});
