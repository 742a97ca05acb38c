import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { projectNode, root } from '../harness/project/project.mjs';
import { printTable } from '../harness/table.mts';
import { loadContract } from '../sandbox/openapi/contract.mts';
import { operationsOf } from '../sandbox/openapi/operations.mts';

/*
 * Which endpoint the contract test called how often, and whether anything broke the contract.
 */

const specified = operationsOf(await loadContract());

const TESTS = 'test/contract/requests';
const reportFile = join(root, '.cache/api-coverage.json');

rmSync(reportFile, { force: true });
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const { exitCode = 1 } = await execa(projectNode, [jest, '--silent', TESTS], {
	cwd: root,
	env: { TEST_SCALE: 'full' },
	stdio: ['ignore', 'ignore', 'inherit'],
	reject: false,
});
if (!existsSync(reportFile)) {
	console.error(`${TESTS} wrote no report; run it by itself to see why`);
	process.exit(exitCode);
}
const { violations, endpoints } = JSON.parse(readFileSync(reportFile, 'utf8')) as {
	violations: number;
	endpoints: Record<string, number>;
};
const names = specified.map(({ method, path }) => `${method} ${path}`);
printTable(
	['Endpoint', 'requests'],
	names.map((name) => [name, endpoints[name] ?? 0]),
);
const seen = names.filter((name) => endpoints[name] !== undefined).length;
console.log(
	`\n${seen} of ${names.length} endpoints seen, ${violations} violations of the contract`,
);
process.exit(exitCode);
