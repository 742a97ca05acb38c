import { join } from 'node:path';
import { execa } from 'execa';
import { projectNode, root } from '../../harness/project/project.mjs';

interface TestResult {
	title: string;
	status: string;
	failureMessages: string[];
}

test('a test during which the sandbox breaks its contract fails, and says how; no other one does', async () => {
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const only = '--testMatch=<rootDir>/test/contract/brokenContract.mts';
	const { stdout } = await execa(projectNode, [jest, '--json', only], { cwd: root, reject: false });
	const results: TestResult[] = JSON.parse(stdout).testResults[0].assertionResults;
	expect(results.map(({ title, status }) => [title, status])).toEqual([
		['an answer against the contract', 'failed'],
		['answers as they should be', 'passed'],
	]);
	expect(results[0]?.failureMessages).toEqual([
		expect.stringMatching(/The sandbox broke its contract:\ngetCall \(200\): .*summary/),
	]);
});
