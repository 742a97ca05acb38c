import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install, projectEnvironment, projectNode, root, run } from './install.mjs';
import { build } from '../harness/build.mjs';

await install();
build();

const report = join(root, '.cache', 'test-report.json');
mkdirSync(join(root, '.cache'), { recursive: true });
rmSync(report, { force: true });

// One after the other: the end-to-end tests start a whole n8n and would starve what runs beside them.
const jest = ['--runInBand', '--json', `--outputFile=${report}`, ...process.argv.slice(2)];
const code = await run(projectNode, [join(root, 'node_modules/jest/bin/jest.js'), ...jest], {
	env: projectEnvironment(),
	// With --json jest prints the whole report once more on stdout.
	stdio: ['inherit', 'ignore', 'inherit'],
});

const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
const passed = result?.numPassedTests ?? 0;
// A file that could not even be loaded counts as one failure.
const failed = result ? result.numFailedTests + result.numRuntimeErrorTestSuites : 1;
console.log(`tests: ${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : code);
