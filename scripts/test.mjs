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
	fast: { folders: ['unit', 'contract', 'engine'], workers: 2 },
	slow: { folders: ['sandbox', 'model'], workers: 2 },
	e2e: { folders: ['e2e'], workers: 1, needsBuild: true },
	e2eTrigger: { folders: ['e2eTrigger'], workers: 1, needsBuild: true },
};

/** What to run, and what to say before. */
const PARTS = {
	all: {
		runs: ['fast', 'slow', 'e2e'],
		notice:
			'About MINUTES minutes. Without the sandbox, the model and the end-to-end tests it is SECONDS s: npm run test:fast',
	},
	fast: { runs: ['fast'], notice: 'Unit, contract and engine tests.' },
	trigger: {
		runs: ['e2eTrigger'],
		notice: 'The trigger in a real n8n that is killed: ten minutes.',
	},
};

const [first, ...rest] = process.argv.slice(2);
const isPart = first !== undefined && Object.hasOwn(PARTS, first);
const { runs, notice } = PARTS[isPart ? first : 'all'];
const jestArguments = isPart ? rest : process.argv.slice(2);

mkdirSync(join(root, '.cache'), { recursive: true });

/** Runs jest once; a file that could not even be loaded counts as one failure, and so does a run without a report. */
async function runTests(name) {
	const { folders, workers, needsBuild } = RUNS[name];
	const report = join(root, '.cache', `test-report-${name}.json`);
	if (needsBuild) build();
	rmSync(report, { force: true });
	const code = await run(
		projectNode,
		[
			join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
			...folders.map((folder) => `--testMatch=<rootDir>/test/${folder}/**/*.test.mts`),
			`--maxWorkers=${workers}`,
			'--passWithNoTests',
			'--json',
			`--outputFile=${report}`,
			...jestArguments,
		],
		// With --json jest prints the whole report once more on stdout.
		{ env: projectEnvironment(), stdio: ['inherit', 'ignore', 'inherit'] },
	);
	if (!existsSync(report)) return { code, passed: 0, failed: code === 0 ? 0 : 1 };
	const result = JSON.parse(readFileSync(report, 'utf8'));
	const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
	return { code, passed: result.numPassedTests, failed };
}

await install();
console.log(notice);
const total = { code: 0, passed: 0, failed: 0 };
for (const name of runs) {
	const { code, passed, failed } = await runTests(name);
	total.code ||= code;
	total.passed += passed;
	total.failed += failed;
}
console.log(`tests: ${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : total.code);
