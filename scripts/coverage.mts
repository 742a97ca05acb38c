import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { projectNode, root } from '../harness/project/project.mjs';
import { printQuirkMatrix } from '../harness/quirkMatrix.mts';
import { printTable } from '../harness/table.mts';

/*
 * node scripts/coverage.mts            which endpoint the contract test called how often, and whether anything broke the contract
 * node scripts/coverage.mts --quirks   what every operation returns in every manner of answering
 */

/** Runs a test and reads the report that it writes. */
async function reportOf<T>(test: string, file: string): Promise<{ exitCode: number; report: T }> {
	const path = join(root, '.cache', file);
	rmSync(path, { force: true });
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const { exitCode = 1 } = await execa(projectNode, [jest, '--silent', test], {
		cwd: root,
		stdio: ['ignore', 'ignore', process.argv.includes('--quirks') ? 'ignore' : 'inherit'],
		reject: false,
	});
	if (!existsSync(path)) {
		console.error(`${test} wrote no report; run it by itself to see why`);
		process.exit(exitCode);
	}
	return { exitCode, report: JSON.parse(readFileSync(path, 'utf8')) as T };
}

function printEndpoints(report: { violations: number; endpoints: Record<string, number> }): void {
	const { violations, endpoints } = report;
	const documented = JSON.parse(
		readFileSync(join(root, 'sandbox', 'openapi', 'endpoints.json'), 'utf8'),
	) as Array<{ method: string; path: string }>;
	const names = documented.map(({ method, path }) => `${method} ${path}`);
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
	const { exitCode, report } = await reportOf<Parameters<typeof printQuirkMatrix>[0]>(
		'test/quirks/quirks.test',
		'quirk-matrix.json',
	);
	printQuirkMatrix(report);
	process.exit(exitCode);
}
const { exitCode, report } = await reportOf<Parameters<typeof printEndpoints>[0]>(
	'test/contract/requests',
	'api-coverage.json',
);
printEndpoints(report);
process.exit(exitCode);
