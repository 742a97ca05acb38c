import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { projectNode, root } from '../harness/project/project.mjs';
import { printTable } from '../harness/table.mts';

/** Runs the contract test and prints which endpoint was called how often, and whether anything broke the OpenAPI contract. */
const report = join(root, '.cache', 'api-coverage.json');
rmSync(report, { force: true });

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const { exitCode = 1 } = await execa(projectNode, [jest, '--silent', 'test/contract/requests'], {
	cwd: root,
	stdio: ['ignore', 'ignore', 'inherit'],
	reject: false,
});
if (!existsSync(report)) process.exit(exitCode);

const { violations, endpoints } = JSON.parse(readFileSync(report, 'utf8')) as {
	violations: number;
	endpoints: Record<string, number>;
};
const documented = JSON.parse(
	readFileSync(join(root, 'sandbox', 'openapi', 'endpoints.json'), 'utf8'),
) as Array<{
	method: string;
	path: string;
}>;
const names = documented.map(({ method, path }) => `${method} ${path}`);
printTable(
	['Endpoint', 'requests'],
	names.map((name) => [name, endpoints[name] ?? 0]),
);
const seen = names.filter((name) => endpoints[name] !== undefined).length;
console.log(
	`\n${seen} of ${names.length} endpoints seen, ${violations} violations of the contract`,
);
process.exit(exitCode);
