/*
 * How much the tests play. `npm test` plays the first number of each line, `npm run test:full` the second. Every generator reads it here.
 *
 * What only `npm run test:full` plays at all is in files named *.full.test.mts.
 *
 * To play something by itself, another amount, other cases, or one that a failure has named:
 *
 *   RUNS=5000 SEED=7 npm test -- test/model
 *   SEED=7 REPLAY=12:0:3 npm test -- test/model
 */
const SCALE = {
	/** Properties of pure functions: cases. */
	values: [300, 3_000],
	/** Texts that are read as phone numbers, and compared with libphonenumber. */
	texts: [1_500, 60_000],
	/** Properties that run a node, read a list or play processes in memory: cases. */
	sequences: [35, 400],
	/** The same where one case takes some tenths of a second. */
	longSequences: [15, 60],
	/** Histories of a node that is started again and again, for each choice of Duplicate Numbers. */
	histories: [15, 1_000],
	/** Random answers to a login that 200 items need: cases. */
	logins: [100, 2_000],
	/** Platforms that test/platforms draws, for lists and objects together. */
	platforms: [800, 20_000],
	/** Operations in manners of which one thing is not usual, in test/platforms: cells of that table. */
	cells: [800, 20_000],
	/** Scenarios of the trigger that test/model draws. */
	scenarios: [120, 5_000],
	/** Rows of each list that test/contract reads to its end: several pages of any size. */
	listRows: [237, 2_537],
	/** Calls of one long run: a multiple of five. */
	calls: [200, 1_000],
	/** Random sequences of faults that test/faults plays. */
	faults: [60, 300],
	/** Cases of the table of test/faults: for each fault, of two groups of calls, of other actions and of requests that read. */
	faultyCases: [1, 100],
	/** The same for answers that are larger than the memory: each costs a second. */
	largeFaults: [1, 3],
	/** Faults of each kind after which a process must end by itself. */
	leaves: [6, 100],
	/** Settings of each operation that is cancelled. */
	cancels: [1, 6],
	/** Ways of an answer into an item that test/faults/canaries plays for each account and manner. */
	canaries: [3, 100],
	/** Rows of the lists in test/engine/triggerCost.test.mts: what a poll requests does not grow with them. */
	rowsOfLongLists: [10_000, 1_000_000],
	/** The same for lists that are not sorted, of which a poll reads everything. */
	rowsOfUnsortedLists: [10_000, 100_000],
	/** Rows that come between two polls, there too. */
	rowsOfBacklogs: [1_000, 50_000],
	/** Days of each event in test/unit/VoiceAgentTrigger/growth.test.mts, during which rows come and go. */
	daysOfGrowth: [8, 40],
	/** Rows of each of three deliveries in test/unit/VoiceAgentTrigger, on a list that has five times as many. */
	rowsOfDeliveries: [1_000, 10_000],
	/** Calls in one execution of a real n8n, whose results it waits for. */
	waitedCalls: [20, 200],
	/** Conversations in which agents ask one workflow of a real n8n at the same moment. */
	conversations: [10, 50],
	/** test/e2eKill: calls that arrive, how long that takes when nothing is killed and when n8n is, and how often it is killed. */
	arrivingCalls: [3_000, 20_000],
	steadySeconds: [20, 60],
	killedSeconds: [60, 180],
	crashes: [3, 10],
	/** test/e2eQueue: numbers that two workers are to call once, how often one is killed meanwhile; calls for the trigger, and how long they arrive. */
	numbersOfWorkers: [400, 2_000],
	killsOfWorkers: [1, 2],
	callsOfQueue: [150, 400],
	queueSeconds: [30, 50],
	/** Samples that test/e2eBrowser opens. */
	openedSamples: [4, 100],
	/** Weeks of calls in which no number is screened, in test/contract/ownNumbers.test.mts. */
	weeks: [100, 10_000],
	/** Logins that a platform refuses with every secret in its answer: after a code, the next one is waited for. */
	refusedLogins: [3, 100],
} as const satisfies Record<string, readonly [quick: number, full: number]>;

export type Scaled = keyof typeof SCALE;

const { RUNS, SEED, REPLAY, TEST_SCALE = 'quick' } = process.env;
if (TEST_SCALE !== 'quick' && TEST_SCALE !== 'full')
	throw new Error(`TEST_SCALE must be quick or full, not "${TEST_SCALE}"`);

/** Whether everything is played: `npm run test:full`. */
export const isFull: boolean = TEST_SCALE === 'full';

/** How much of it is played. */
export const scaleOf = (what: Scaled): number =>
	RUNS ? Number(RUNS) : SCALE[what][isFull ? 1 : 0];

/** The golden ratio: its multiples, without what is before the point, repeat in no step. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * So many of the cases, spread over the whole list, with another place in each step: cases are often listed in turns, and equal steps would leave
 * out the same one of each turn. All of them where the scale is larger.
 */
export function sampleOf<T>(what: Scaled, cases: readonly T[]): T[] {
	const step = Math.max(1, cases.length / scaleOf(what));
	const placeIn = (index: number) => Math.floor((index + ((index * GOLDEN) % 1)) * step);
	return Array.from(
		{ length: Math.ceil(cases.length / step) },
		(_, index) => cases[Math.min(placeIn(index), cases.length - 1)]!,
	);
}

/** One case that a failure has named, in place of all. */
export const replayed: string | undefined = REPLAY;

export const seed = Number(SEED ?? 1);

/** For fast-check: how many cases, and which. */
export function runs(what: Scaled): { numRuns: number; seed: number; path?: string } {
	return replayed === undefined
		? { numRuns: scaleOf(what), seed }
		: { numRuns: 1, seed, path: replayed };
}
