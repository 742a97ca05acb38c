import { globSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import {
	INSTRUMENTER_CONSTANTS,
	type InstrumenterContext,
	type MutantCoverage,
} from '@stryker-mutator/api/core';
import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin';
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

/** The tests that judge: they need no other process and wait for nothing. */
const TESTS = ['test/unit/**/*.test.mts', 'test/platforms/{lists,objects}.test.mts'];
/** What is played at full scale only, and the tests of code that is not changed. */
const NOT_JUDGING = ['**/*.full.test.mts', 'test/unit/checkPlatform/**'];
/** Tests that take seconds, or look at one room alone. They judge that room, and no other. */
const OWN_ROOM_ONLY =
	/^test\/unit\/(?:(?:credentials|functionTrigger|trigger)\/|execution\/(?:calledNumbers|callingHours|dryRun|outcomes|startAgain|waitingTruth|workflowLock)\.|http\/(?:readAhead|secrets)\.|values\/numberZones\.)/;

const ROOM = /^(?:nodes\/(?:shared\/|VoiceAgent)?|test\/(?:unit\/)?)?([^/]+)/;
const roomOf = (path: string) => ROOM.exec(path)?.[1]?.toLowerCase();

type Block = ReturnType<typeof getState>['rootDescribeBlock'];
type Test = Block['tests'][number];

const namesOf = (part: Test | Block): string[] =>
	part.parent ? [...namesOf(part.parent), String(part.name)] : [];
const testsIn = (block: Block): Test[] =>
	block.children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));
const idOf = (file: string, test: Test) => `${file}: ${namesOf(test).join(' ')}`;
const fileOf = (id: string) => id.slice(0, id.indexOf(': '));

/** What the changed code reads, and where it writes which change a test has reached. */
const context = ((globalThis as Record<string, unknown>)[INSTRUMENTER_CONSTANTS.NAMESPACE] ??=
	{}) as InstrumenterContext;

interface Choice {
	/** Whether a test is played. */
	isChosen: (id: string) => boolean;
	/** No test is played if this file is not among the modules. */
	needs?: string;
	/** Whether no test is played after one that failed. */
	bail: boolean;
}

/** Plays tests of a file. @throws Error if the file cannot be loaded */
async function play(file: string, { isChosen, needs, bail }: Choice): Promise<TestResult[]> {
	resetState();
	cleanUp();
	const modules = new Modules();
	modules.load(join(process.cwd(), file));
	if (needs !== undefined && !modules.has(needs)) return [];

	const tests = testsIn(getState().rootDescribeBlock);
	for (const test of tests) if (!isChosen(idOf(file, test))) test.mode = 'skip';
	const failed = () => tests.some(({ errors }) => errors.length > 0);
	const watch = (event: Event) => {
		if (event.name === 'test_start') {
			if (bail && failed()) event.test.mode = 'skip';
			context.currentTestId = idOf(file, event.test);
		}
		if (event.name === 'test_done') context.currentTestId = undefined;
	};
	addEventHandler(watch);
	await run();
	removeEventHandler(watch);
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

class OneProcess implements TestRunner {
	private readonly files = globSync(TESTS, { exclude: NOT_JUDGING }).sort();
	/** How often which test file has noticed a change of which file of code. */
	private readonly noticed = new Map<string, number>();

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
		for (const file of this.files) {
			tests.push(...(await play(file, { isChosen: () => true, bail: false })));
		}
		return { status: DryRunStatus.Complete, tests, mutantCoverage };
	}

	async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
		const { activeMutant, hitLimit, sandboxFileName, testFilter } = options;
		const changed = relative(process.cwd(), sandboxFileName);
		const chosen = testFilter && new Set(testFilter);
		const files = chosen && new Set(testFilter.map(fileOf));
		Object.assign(context, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });

		const result: CompleteDryRunResult = { status: DryRunStatus.Complete, tests: [] };
		for (const file of this.judgesOf(changed)) {
			if (files?.has(file) === false) continue;
			try {
				// Without a choice the change is in code that runs while its file is loaded.
				const choice = chosen
					? { isChosen: (id: string) => chosen.has(id) }
					: { isChosen: () => true, needs: sandboxFileName };
				result.tests.push(...(await play(file, { ...choice, bail: true })));
			} catch (error) {
				return { status: MutantRunStatus.Error, errorMessage: String(error) };
			}
			const endless = determineHitLimitReached(context.hitCount, hitLimit);
			if (endless) return toMutantRunResult(endless);
			if (result.tests.some(({ status }) => status === TestStatus.Failed)) {
				this.remember(changed, file);
				return toMutantRunResult(result, false);
			}
		}
		return toMutantRunResult(result);
	}

	private remember(changed: string, file: string): void {
		const key = `${changed} ${file}`;
		this.noticed.set(key, (this.noticed.get(key) ?? 0) + 1);
	}

	/** The test files that judge a file of code, the likeliest to notice a change first. */
	private judgesOf(changed: string): string[] {
		const isNear = (file: string) => roomOf(file) === roomOf(changed);
		const likelihood = (file: string) =>
			4 * (this.noticed.get(`${changed} ${file}`) ?? 0) +
			(basename(file).startsWith(basename(changed, '.ts')) ? 2 : 0) +
			(isNear(file) ? 1 : 0);
		return this.files
			.filter((file) => isNear(file) || !OWN_ROOM_ONLY.test(file))
			.sort((a, b) => likelihood(b) - likelihood(a));
	}
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'oneProcess', OneProcess)];
