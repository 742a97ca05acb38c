import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { build } from '../harness/project/build.mjs';
import { install } from '../harness/project/install.mjs';
import { projectEnvironment, projectNode, root, run } from '../harness/project/project.mjs';

/*
 * node scripts/test.mjs [--full] [parts] [arguments for jest, such as test/unit/calling]
 *
 * --full  at full scale: see test/scale.mts
 */

/** One more than there are processors: some tests wait for a time-out. */
const WORKERS = availableParallelism() + 1;

/** What starts a whole n8n runs by itself: it would take the time of what runs beside it. */
const PARTS = {
	code: { folders: '!(e2e*)', workers: WORKERS },
	n8n: { folders: 'e2e', workers: 1, needsBuild: true },
	kill: { folders: 'e2eKill', workers: 1, needsBuild: true },
	queue: { folders: 'e2eQueue', workers: 1, needsBuild: true },
	browser: { folders: 'e2eBrowser', workers: 1, needsBuild: true },
};

const given = process.argv.slice(2);
const isFull = given.includes('--full');
const named = given.filter((argument) => Object.hasOwn(PARTS, argument));
const jestArguments = given.filter(
	(argument) => argument !== '--full' && !named.includes(argument),
);
const usual = isFull || jestArguments.length > 0 ? Object.keys(PARTS) : ['code', 'n8n'];
const parts = named.length > 0 ? named : usual;

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const env = { ...projectEnvironment(), TEST_SCALE: isFull ? 'full' : 'quick' };
const argumentsFor = ({ folders, workers }) => [
	`--testMatch=<rootDir>/test/${folders}/**/*.test.mts`,
	`--maxWorkers=${workers}`,
	...jestArguments,
];

/** Whether the arguments leave any test file of this part. */
function hasTests(name) {
	const files = execFileSync(projectNode, [jest, '--listTests', ...argumentsFor(PARTS[name])], {
		cwd: root,
		env,
		encoding: 'utf8',
	});
	return files.trim() !== '';
}

/** Runs jest once; a file that could not even be loaded counts as one failure, and so does a run without a report. */
async function runTests(name) {
	const report = join(root, '.cache', `test-report-${name}.json`);
	rmSync(report, { force: true });
	const code = await run(
		projectNode,
		[
			jest,
			...argumentsFor(PARTS[name]),
			`--reporters=${join(root, 'scripts', 'testProgress.mjs')}`,
		],
		{ env: { ...env, TEST_REPORT: report } },
	);
	if (!existsSync(report)) return { code, passed: 0, failed: 1 };
	const { passed, failed } = JSON.parse(readFileSync(report, 'utf8'));
	return { code, passed, failed };
}

mkdirSync(join(root, '.cache'), { recursive: true });
await install();
const total = { code: 0, passed: 0, failed: 0 };
const withTests = jestArguments.length > 0 ? parts.filter(hasTests) : parts;
if (withTests.length === 0) {
	console.error(
		'No test file fits the arguments. Files named *.full.test.mts need npm run test:full.',
	);
	total.code = 1;
}
if (withTests.some((name) => PARTS[name].needsBuild)) build();
for (const name of withTests) {
	const { code, passed, failed } = await runTests(name);
	total.code ||= code;
	total.passed += passed;
	total.failed += failed;
}
console.log(`tests: ${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : total.code);
