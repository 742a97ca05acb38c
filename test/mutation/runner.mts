import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import {
	INSTRUMENTER_CONSTANTS,
	type InstrumenterContext,
	type MutantCoverage,
	type StrykerOptions,
} from '@stryker-mutator/api/core';
import { PluginKind, commonTokens, declareClassPlugin, tokens } from '@stryker-mutator/api/plugin';
import {
	DryRunStatus,
	MutantRunStatus,
	TestStatus,
	determineHitLimitReached,
	toMutantRunResult,
	type CompleteDryRunResult,
	type DryRunResult,
	type MutantRunOptions,
	type MutantRunResult,
	type TestResult,
	type TestRunner,
} from '@stryker-mutator/api/test-runner';
import {
	addEventHandler,
	getState,
	removeEventHandler,
	resetState,
	run,
	type Event,
} from 'jest-circus';
import { Modules, cleanUp } from './modules.mts';

/*
 * How Stryker plays the tests: all in one process, those of the changed room first, until one fails. Each test file gets its modules again
 * for each change, so a change in a table is judged like any other, and nothing that one change has left behind is seen by the next.
 */

/** The tests that judge. */
const TESTS = [
	'test/unit/**/*.test.mts',
	'test/platforms/{lists,objects}.test.mts',
	'test/engine/{trigger,functionTrigger}*.test.mts',
	'test/engine/{callingRules,campaigns,deduplication,files,processedData}.test.mts',
	'test/model/{counterexamples,trigger}.test.mts',
	'test/contract/{choices,panels,parameters}.test.mts',
];
/** What is played at full scale only, the tests of code that is not changed, and what counts the requests of very long lists. */
const NOT_JUDGING = [
	'**/*.full.test.mts',
	'test/unit/{VoiceAgent/agentDocument,VoiceAgentOrganization/platformCheck}/**',
	'test/engine/triggerCost.test.mts',
];
/** Tests that take seconds, or look at one room alone. They judge that room, and no other. */
const OWN_ROOM_ONLY = [
	/^test\/(?:engine|model)\//,
	/^test\/unit\/(?:credentials|VoiceAgentFunctionTrigger|VoiceAgentTrigger)\//,
	/\/calling\/(?:dryRun|memory\/(?:calledNumbers|histories\w+|workflowLock)|rules\/schedule)\./,
	/\/run\/waiting\/waitingTruth\./,
	/\/(?:http\/secrets|values\/numberZones)\./,
];
const isOwnRoomOnly = (file: string) => OWN_ROOM_ONLY.some((pattern) => pattern.test(file));

const ROOM = /^(?:nodes\/(?:shared\/)?|test\/(?:unit\/)?)?(?:VoiceAgent)?([^/]+)/;
/** Who is called, and how a run goes: their tests judge each other. */
const RUNS =
	/^(?:nodes\/shared\/calling|test\/unit\/(?:calling|VoiceAgentCall|VoiceAgentCampaign))\//;
function roomOf(path: string): string | undefined {
	if (path.startsWith('test/model/')) return 'trigger';
	if (path.endsWith('/functionTrigger.ts')) return 'functiontrigger';
	const trigger = /^test\/engine\/(trigger|functionTrigger)/.exec(path);
	if (RUNS.test(path)) return 'run';
	if (path.startsWith('test/engine/') && !trigger) return 'run';
	return (trigger ?? ROOM.exec(path))?.[1]?.toLowerCase();
}

type Block = ReturnType<typeof getState>['rootDescribeBlock'];
type Test = Block['tests'][number];

const namesOf = (part: Test | Block): string[] =>
	part.parent ? [...namesOf(part.parent), String(part.name)] : [];
const testsIn = (block: Block): Test[] =>
	block.children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));
const idOf = (file: string, test: Test) => `${file}: ${namesOf(test).join(' ')}`;
/** Milliseconds until a test file and all that it imports are there. */
const LOAD_MS = 50;
const fileOf = (id: string) => id.slice(0, id.indexOf(': '));

/** What the changed code reads, and where it writes which change a test has reached. */
const context = ((globalThis as Record<string, unknown>)[INSTRUMENTER_CONSTANTS.NAMESPACE] ??=
	{}) as InstrumenterContext;

/** How long a test, or the loading of its file, may work at least before it is called endless, and how many times longer than usual. */
const ENDLESS_MS = 3_000;
const ENDLESS_TIMES = 2;
/** For the first time that a test is played. */
const UNKNOWN_MS = 120_000;
/** How long a test may wait in the first run. */
const UNCHANGED_MS = 300_000;
/** A change counts as not noticed when its tests have worked so long. The first ones are those that notice most. */
const BUDGET_MS = 25_000;
/** Milliseconds of work: what runs without end works, and other work of the machine does not count. */
const worked = () => process.cpuUsage().user / 1_000;

/**
 * Ends code that runs without end. Changed code asks at every step which change is active. It gets an error once its test has taken far too
 * long. Stryker could only end the process, after minutes, and the next one would have to load everything again.
 */
class Watch {
	/** Whether code was ended. */
	isEndless = false;
	private active?: string;
	private endsAt = Infinity;
	private steps = 0;

	constructor() {
		Object.defineProperty(context, 'activeMutant', { get: () => this.step() });
	}

	begin(active: string | undefined): void {
		Object.assign(this, { active, isEndless: false, endsAt: Infinity });
	}

	/** What is played from now on may take so long. */
	limit(usualMs = UNKNOWN_MS): void {
		this.endsAt = worked() + ENDLESS_MS + ENDLESS_TIMES * usualMs;
	}

	private step(): string | undefined {
		this.steps += 1;
		if (this.steps % 1_000 === 0 && worked() > this.endsAt) {
			this.isEndless = true;
			throw new Error('The test has no end');
		}
		return this.active;
	}
}
const watch = new Watch();

interface Choice {
	/** Whether a test is played. */
	isChosen: (id: string) => boolean;
	/** Whether no test is played after one that failed. */
	bail: boolean;
	/** Milliseconds that a test usually takes. */
	usual: ReadonlyMap<string, number>;
}

/** Plays tests of a file. @param modules loads it. @throws Error if the file cannot be loaded */
async function play(
	file: string,
	modules: Modules,
	{ isChosen, bail, usual }: Choice,
): Promise<TestResult[]> {
	resetState();
	// When nothing is changed, a test may take as long as it does beside other work of the machine.
	cleanUp(usual.size === 0 ? UNCHANGED_MS : undefined);
	watch.limit();
	modules.load(join(process.cwd(), file));

	const tests = testsIn(getState().rootDescribeBlock);
	for (const test of tests) if (!isChosen(idOf(file, test))) test.mode = 'skip';
	const failed = () => tests.some(({ errors }) => errors.length > 0);
	const follow = (event: Event) => {
		if (event.name === 'test_start') {
			if (bail && failed()) event.test.mode = 'skip';
			const id = idOf(file, event.test);
			context.currentTestId = id;
			watch.limit(usual.get(id));
		}
		if (event.name === 'test_done') context.currentTestId = undefined;
	};
	addEventHandler(follow);
	await run();
	removeEventHandler(follow);
	cleanUp();
	return tests.map((test) => {
		const id = idOf(file, test);
		const fileName = join(process.cwd(), file);
		const result = { id, name: id, fileName, timeSpentMs: test.duration ?? 0 };
		const [failure] = test.errors;
		if (failure !== undefined)
			return { ...result, status: TestStatus.Failed, failureMessage: String(failure) };
		return { ...result, status: test.mode ? TestStatus.Skipped : TestStatus.Success };
	});
}

/** What the first run, with nothing changed, tells all processes: also one that starts later, in place of one that has hung. */
interface FirstRun {
	/** Milliseconds that each test took. */
	usual: Array<[id: string, milliseconds: number]>;
	/** The files of code that each test file loads. */
	loads: Record<string, string[]>;
}
const FIRST_RUN = 'first-run.json';

class OneProcess implements TestRunner {
	static readonly inject = tokens(commonTokens.options);
	private readonly files: string[];
	/** How often which test file has noticed a change of which file of code. */
	private readonly noticed = new Map<string, number>();
	/** Milliseconds that each test took when nothing was changed. */
	private usual = new Map<string, number>();
	private loads: FirstRun['loads'] = {};

	constructor({ mutate }: StrykerOptions) {
		const changed = globSync(mutate.map((pattern) => pattern.replace(/:\d[\d:-]*$/, '')));
		const rooms = new Set(changed.map(roomOf));
		this.files = globSync(TESTS, { exclude: NOT_JUDGING })
			.filter((file) => rooms.has(roomOf(file)) || !isOwnRoomOnly(file))
			.sort();
	}

	capabilities() {
		return { reloadEnvironment: true };
	}

	async init(): Promise<void> {
		const fail = (error: unknown) => getState().currentlyRunningTest?.errors.push(error as Error);
		process.on('unhandledRejection', fail);
		process.on('uncaughtException', fail);
	}

	async dryRun(): Promise<DryRunResult> {
		const mutantCoverage: MutantCoverage = { static: {}, perTest: {} };
		context.mutantCoverage = mutantCoverage;
		const tests: TestResult[] = [];
		const { usual, loads } = this;
		for (const file of this.files) {
			const modules = new Modules();
			tests.push(...(await play(file, modules, { isChosen: () => true, bail: false, usual })));
			loads[file] = modules.files().map((path) => relative(process.cwd(), path));
		}
		for (const { id, timeSpentMs } of tests) usual.set(id, timeSpentMs);
		writeFileSync(FIRST_RUN, JSON.stringify({ usual: [...usual], loads } satisfies FirstRun));
		return { status: DryRunStatus.Complete, tests, mutantCoverage };
	}

	private readFirstRun(): void {
		const { usual, loads } = JSON.parse(readFileSync(FIRST_RUN, 'utf8')) as FirstRun;
		Object.assign(this, { usual: new Map(usual), loads });
	}

	async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
		if (this.usual.size === 0) this.readFirstRun();
		const { activeMutant, hitLimit, sandboxFileName, testFilter } = options;
		const changed = relative(process.cwd(), sandboxFileName);
		const chosen = testFilter && new Set(testFilter);
		const { usual } = this;
		watch.begin(activeMutant.id);
		Object.assign(context, { hitCount: 0, hitLimit });
		const end = worked() + BUDGET_MS;

		const result: CompleteDryRunResult = { status: DryRunStatus.Complete, tests: [] };
		for (const file of this.judgesOf(changed, testFilter ?? this.testsThatLoad(changed))) {
			try {
				const isChosen = (id: string) => chosen?.has(id) ?? true;
				result.tests.push(...(await play(file, new Modules(), { isChosen, bail: true, usual })));
			} catch (error) {
				return { status: MutantRunStatus.Error, errorMessage: String(error) };
			}
			if (watch.isEndless) return { status: MutantRunStatus.Timeout };
			const endless = determineHitLimitReached(context.hitCount, hitLimit);
			if (endless) return toMutantRunResult(endless);
			if (result.tests.some(({ status }) => status === TestStatus.Failed)) {
				this.remember(changed, file);
				return toMutantRunResult(result, false);
			}
			if (worked() > end) break;
		}
		return toMutantRunResult(result);
	}

	/** For a change in code that runs while its file is loaded. */
	private testsThatLoad(changed: string): string[] {
		return [...this.usual.keys()].filter((id) => this.loads[fileOf(id)]?.includes(changed));
	}

	private remember(changed: string, file: string): void {
		const key = `${changed} ${file}`;
		this.noticed.set(key, (this.noticed.get(key) ?? 0) + 1);
	}

	/** The files of these tests that judge a file of code: first what notices most changes in the shortest time. */
	private judgesOf(changed: string, tests: readonly string[]): string[] {
		const isNear = (file: string) => roomOf(file) === roomOf(changed);
		const folder = dirname(changed).replace(/^nodes\/(?:shared\/)?/, 'test/unit/');
		const worth = (file: string) =>
			20 * (this.noticed.get(`${changed} ${file}`) ?? 0) +
			(basename(file).startsWith(basename(changed, '.ts')) ? 100 : 0) +
			(dirname(file) === folder ? 100 : isNear(file) ? 20 : 1);
		const costs = new Map<string, number>();
		for (const id of tests) {
			const file = fileOf(id);
			costs.set(file, (costs.get(file) ?? LOAD_MS) + (this.usual.get(id) ?? 0));
		}
		return [...costs.keys()]
			.filter((file) => isNear(file) || !isOwnRoomOnly(file))
			.sort((a, b) => worth(b) / costs.get(b)! - worth(a) / costs.get(a)!);
	}
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'oneProcess', OneProcess)];
