import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../harness/project/build.mjs';
import { install } from '../harness/project/install.mjs';
import { projectEnvironment, projectNode, root, run } from '../harness/project/project.mjs';

/*
 * node scripts/test.mjs [part] [arguments for jest, such as test/unit/params]
 */

/** Each is run by itself. The end-to-end tests start a whole n8n and would starve what runs beside them. */
const RUNS = {
	fast: { folders: ['unit', 'contract'], workers: 2 },
	engine: { folders: ['engine'], workers: 2 },
	platforms: { folders: ['platforms'], workers: 2 },
	slow: { folders: ['quirks', 'sandbox', 'model'], workers: 2 },
	faults: { folders: ['faults'], workers: 2 },
	e2e: { folders: ['e2e'], workers: 1, needsBuild: true },
	e2eTrigger: { folders: ['e2eTrigger'], workers: 1, needsBuild: true },
	e2eQueue: { folders: ['e2eQueue'], workers: 1, needsBuild: true },
	e2eBrowser: { folders: ['e2eBrowser'], workers: 1, needsBuild: true },
};

/** What to run, and what to say before. */
const PARTS = {
	all: {
		runs: ['fast', 'engine', 'platforms', 'slow', 'faults', 'e2e'],
		notice:
			'All tests but those of npm run test:e2e:trigger, test:e2e:queue and test:e2e:browser: 25 to 40 minutes on two cores. While you work, npm run test:fast (five minutes) is for what you change.',
	},
	fast: {
		runs: ['fast', 'platforms'],
		environment: { PLATFORM_RUNS: '2000' },
		notice: 'Unit and contract tests, and 2,000 generated platforms: about five minutes.',
	},
	trigger: {
		runs: ['e2eTrigger'],
		notice: 'The trigger in a real n8n that is killed again and again: about ten minutes.',
	},
	queue: {
		runs: ['e2eQueue'],
		notice: 'n8n in queue mode, with workers that are killed: about six minutes.',
	},
	browser: {
		runs: ['e2eBrowser'],
		notice: "n8n's editor in a real browser, used as a person would: about four minutes.",
	},
};

const [first, ...rest] = process.argv.slice(2);
const isPart = first !== undefined && Object.hasOwn(PARTS, first);
const { runs, notice, environment = {} } = PARTS[isPart ? first : 'all'];
const jestArguments = isPart ? rest : process.argv.slice(2);

mkdirSync(join(root, '.cache'), { recursive: true });

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const argumentsFor = ({ folders, workers }) => [
	...folders.map((folder) => `--testMatch=<rootDir>/test/${folder}/**/*.test.mts`),
	`--maxWorkers=${workers}`,
	...jestArguments,
];

/** Whether the arguments leave any test file of this run. */
function hasTests(name) {
	const files = execFileSync(projectNode, [jest, '--listTests', ...argumentsFor(RUNS[name])], {
		cwd: root,
		encoding: 'utf8',
	});
	return files.trim() !== '';
}

/** Runs jest once; a file that could not even be loaded counts as one failure, and so does a run without a report. */
async function runTests(name) {
	const report = join(root, '.cache', `test-report-${name}.json`);
	if (RUNS[name].needsBuild) build();
	rmSync(report, { force: true });
	const code = await run(
		projectNode,
		[jest, ...argumentsFor(RUNS[name]), '--json', `--outputFile=${report}`],
		// With --json jest prints the whole report once more on stdout.
		{ env: { ...environment, ...projectEnvironment() }, stdio: ['inherit', 'ignore', 'inherit'] },
	);
	if (!existsSync(report)) return { code, passed: 0, failed: 1 };
	const result = JSON.parse(readFileSync(report, 'utf8'));
	const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
	return { code, passed: result.numPassedTests, failed };
}

await install();
// A part of it takes as long as it takes.
if (jestArguments.length === 0) console.log(notice);
const total = { code: 0, passed: 0, failed: 0 };
const withTests = runs.filter(hasTests);
if (withTests.length === 0) {
	console.error('No test file fits the arguments.');
	total.code = 1;
}
for (const name of withTests) {
	const { code, passed, failed } = await runTests(name);
	total.code ||= code;
	total.passed += passed;
	total.failed += failed;
}
console.log(`tests: ${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : total.code);
