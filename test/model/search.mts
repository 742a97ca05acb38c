import { clock } from './clock.mts';
import type { LoadTrigger } from './engine.mts';
import { generate, type Wishes } from './generate.mts';
import type { History, NewRow, Step } from './history.mts';
import { Broken } from './ledger.mts';
import { Random } from './random.mts';
import { World } from './world.mts';

/** Attempts to make a failing history smaller. */
const MOST_ATTEMPTS = 1_500;

export interface Finding {
	seed: number;
	message: string;
	/** The smallest history found that breaks the same promise. */
	history: History;
	/** How many histories were lived through until then. */
	runs: number;
}

/** What is wrong with the trigger in this history; undefined if nothing is. */
export async function faultIn(history: History, load: LoadTrigger): Promise<string | undefined> {
	const random = new Random(history.seed);
	const jitter = jest.spyOn(Math, 'random').mockImplementation(() => random.next());
	try {
		await new World(history, load).live();
		return undefined;
	} catch (error) {
		if (error instanceof Broken) return error.message;
		return `The model itself failed: ${(error as Error).stack}`;
	} finally {
		jitter.mockRestore();
	}
}

/** Lives through histories until one goes wrong. */
export async function search(
	load: LoadTrigger,
	firstSeed: number,
	runs: number,
	wishes: Wishes = {},
): Promise<Finding | undefined> {
	clock.install();
	try {
		for (let run = 0; run < runs; run += 1) {
			const seed = firstSeed + run;
			const history = generate(seed, wishes);
			const message = await faultIn(history, load);
			if (message === undefined) continue;
			const smallest = await shrink(history, message, load);
			return { seed, ...smallest, runs: run + 1 };
		}
		return undefined;
	} finally {
		clock.uninstall();
	}
}

/** The same promise, whatever row it was broken with. */
const kindOf = (message: string) => message.replace(/such as .*|row\d+|\d+/gs, '').slice(0, 60);

async function shrink(
	history: History,
	message: string,
	load: LoadTrigger,
): Promise<{ history: History; message: string }> {
	let best = { history, message };
	let attempts = 0;
	const isBetter = async (steps: Step[], setup = best.history.setup) => {
		if (attempts >= MOST_ATTEMPTS) return false;
		attempts += 1;
		const candidate = { ...best.history, setup, steps };
		const fault = await faultIn(candidate, load);
		if (fault === undefined || kindOf(fault) !== kindOf(message)) return false;
		best = { history: candidate, message: fault };
		return true;
	};
	for (let before = -1; before !== attempts && attempts < MOST_ATTEMPTS;) {
		const size = JSON.stringify(best.history).length;
		await withoutSteps(() => best.history.steps, isBetter);
		await withSmallerSteps(() => best.history.steps, isBetter);
		await withSimplerSetup(() => best.history, isBetter);
		before = JSON.stringify(best.history).length < size ? -1 : attempts;
	}
	return best;
}

type Try = (steps: Step[], setup?: History['setup']) => Promise<boolean>;

/** Leaves out runs of steps, long ones first. */
async function withoutSteps(steps: () => Step[], isBetter: Try): Promise<void> {
	for (let length = Math.ceil(steps().length / 2); length >= 1; length = Math.floor(length / 2)) {
		for (let start = 0; start < steps().length;) {
			if (!(await isBetter(steps().toSpliced(start, length)))) start += length;
		}
	}
}

function smallerForms(step: Step): Step[] {
	if (step.do === 'insert') {
		const { rows } = step;
		const half = Math.ceil(rows.length / 2);
		return [
			...(rows.length > 1 ? [{ ...step, rows: rows.slice(0, half) }] : []),
			...(rows.length > 1 ? [{ ...step, rows: rows.slice(half) }] : []),
			...(rows.length > 1 ? [{ ...step, rows: rows.slice(1) }] : []),
			...(rows.length > 1 ? [{ ...step, rows: rows.slice(0, -1) }] : []),
			...(rows.some(({ agoMs }) => agoMs > 0)
				? [{ ...step, rows: rows.map((row) => ({ ...row, agoMs: 0 })) }]
				: []),
		];
	}
	if (step.do === 'poll' || step.do === 'pollTwice') {
		return [
			...(step.faults.length > 0 ? [{ ...step, faults: [] }] : []),
			...(step.during.length > 0 ? [{ ...step, during: step.during.slice(1) }] : []),
			...(step.do === 'poll' && step.fate !== 'taken' ? [{ ...step, fate: 'taken' as const }] : []),
		];
	}
	if (step.do === 'manners') {
		return Object.keys(step.manners).map((name) => ({
			...step,
			manners: Object.fromEntries(Object.entries(step.manners).filter(([other]) => other !== name)),
		}));
	}
	return [];
}

async function withSmallerSteps(steps: () => Step[], isBetter: Try): Promise<void> {
	for (let index = 0; index < steps().length; index += 1) {
		for (let isSmaller = true; isSmaller;) {
			isSmaller = false;
			for (const form of smallerForms(steps()[index]!)) {
				if (await isBetter(steps().with(index, form))) {
					isSmaller = true;
					break;
				}
			}
		}
	}
}

/** Takes away what is special about the circumstances, one thing at a time. */
async function withSimplerSetup(current: () => History, isBetter: Try): Promise<void> {
	const plain: Partial<History['setup']> = {
		batchSize: 1000,
		crashWindowMinutes: 10,
		simplify: true,
		downloadRecording: false,
		filters: {},
		startFromMinutes: undefined,
		timezone: 'UTC',
		latencyMs: 0,
		budgetMs: undefined,
		skewMs: 0,
	};
	const manners = {
		order: 'newest',
		pageCap: 100,
		envelope: 'array',
		dateFilter: 'ignored',
		filterShiftMs: 0,
		otherFilters: 'honoured',
		refuseLimitAbove: 10_000,
		timestamps: 'iso',
		idName: 'own',
	} as const;
	const attempt = async (changes: Partial<History['setup']>) => {
		const { setup, steps } = current();
		await isBetter(steps, { ...setup, ...changes });
	};
	for (const [name, value] of Object.entries(plain)) {
		const now = current().setup[name as keyof History['setup']];
		if (JSON.stringify(now) !== JSON.stringify(value)) await attempt({ [name]: value });
	}
	for (const [name, value] of Object.entries(manners)) {
		const now = current().setup.manners;
		if (now[name as keyof typeof now] === value) continue;
		await attempt({ manners: { ...now, [name]: value } });
	}
}

/** A row in a few words: how old it is when it appears, in seconds, and in what state. */
const wordsFor = ({ id, agoMs, status, isComplete, agentId }: NewRow) =>
	`${id} (${agoMs / 1000} s old, ${status}${isComplete ? ', complete' : ''}, ${agentId})`;

function wordsOf(step: Step): string {
	if (step.do === 'insert') return `insert ${step.rows.map(wordsFor).join(', ')}`;
	if (!('during' in step)) return JSON.stringify(step);
	const during = step.during.map((entry) => `before request ${entry.at}: ${wordsOf(entry.step)}`);
	return [JSON.stringify({ ...step, during: undefined }), ...during].join('\n   ');
}

/** All that is needed to live through it again, for a person. */
export function report({ seed, message, history, runs }: Finding): string {
	return [
		message,
		`Seed ${seed}, after ${runs} histories. Again: MODEL_SEED=${seed} MODEL_RUNS=1 node node_modules/jest/bin/jest.js -i test/model`,
		`The smallest history that shows it: ${JSON.stringify(history.setup)}`,
		...history.steps.map((step, index) => `${index + 1}. ${wordsOf(step)}`),
	].join('\n');
}
