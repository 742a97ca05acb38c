import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { projectNode, root } from '../harness/project/project.mjs';
import {
	joined,
	PARTS,
	printQuirkMatrix,
	type QuirkReport,
	reportFile,
} from '../harness/quirkMatrix.mts';
import { printTable } from '../harness/table.mts';
import { loadContract } from '../sandbox/openapi/contract.mts';
import { operationsOf } from '../sandbox/openapi/operations.mts';

/*
 * node scripts/coverage.mts            which endpoint the contract test called how often, and whether anything broke the contract
 * node scripts/coverage.mts --quirks   what every operation returns in every manner of answering
 */

const specified = operationsOf(await loadContract());

/** Runs tests and reads the reports that they write. */
async function reportsOf<T>(
	tests: string,
	files: readonly string[],
	output: 'inherit' | 'ignore',
): Promise<{ exitCode: number; reports: T[] }> {
	const paths = files.map((file) => join(root, file));
	for (const path of paths) rmSync(path, { force: true });
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const { exitCode = 1 } = await execa(projectNode, [jest, '--silent', tests], {
		cwd: root,
		env: { TEST_SCALE: 'full' },
		stdio: ['ignore', 'ignore', output],
		reject: false,
	});
	if (!paths.every((path) => existsSync(path))) {
		console.error(`${tests} wrote no report; run it by itself to see why`);
		process.exit(exitCode);
	}
	return { exitCode, reports: paths.map((path) => JSON.parse(readFileSync(path, 'utf8')) as T) };
}

function printEndpoints(report: { violations: number; endpoints: Record<string, number> }): void {
	const { violations, endpoints } = report;
	const names = specified.map(({ method, path }) => `${method} ${path}`);
	printTable(
		['Endpoint', 'requests'],
		names.map((name) => [name, endpoints[name] ?? 0]),
	);
	const seen = names.filter((name) => endpoints[name] !== undefined).length;
	console.log(
		`\n${seen} of ${names.length} endpoints seen, ${violations} violations of the contract`,
	);
}

if (process.argv.includes('--quirks')) {
	const files = PARTS.map(reportFile);
	const { exitCode, reports } = await reportsOf<QuirkReport>('test/quirks/.*full', files, 'ignore');
	printQuirkMatrix(joined(reports));
	process.exit(exitCode);
}
const { exitCode, reports } = await reportsOf<Parameters<typeof printEndpoints>[0]>(
	'test/contract/requests',
	['.cache/api-coverage.json'],
	'inherit',
);
for (const report of reports) printEndpoints(report);
process.exit(exitCode);
