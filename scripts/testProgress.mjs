import { writeFileSync } from 'node:fs';

const LINE_EVERY_MS = 10_000;

const number = (value) => value.toLocaleString('en-US');
const minutes = (ms) => {
	const seconds = Math.round(ms / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/**
 * What jest prints of a run: failures at once and in full, and from time to time how far it is. The file TEST_REPORT gets the counts. jest's own
 * report cannot be written if an error has references to itself.
 */
export default class TestProgress {
	startedAt = Date.now();
	lineAt = Date.now();
	files = 0;
	tests = 0;
	failed = 0;
	/** Milliseconds that all tests took, one after the other. */
	sum = 0;

	onRunStart({ numTotalTestSuites }) {
		this.allFiles = numTotalTestSuites;
	}

	onTestCaseResult(_test, { status, duration }) {
		this.tests += 1;
		this.sum += duration ?? 0;
		if (status === 'failed') this.failed += 1;
		if (Date.now() - this.lineAt >= LINE_EVERY_MS) this.printLine();
	}

	onTestResult({ path }, { failureMessage, console: printed }) {
		this.files += 1;
		if (failureMessage) console.error(`\nFAIL ${path}\n${failureMessage}`);
		for (const { message } of printed ?? []) console.error(message);
	}

	onRunComplete(
		_contexts,
		{ numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults },
	) {
		this.failed = numFailedTests + numRuntimeErrorTestSuites;
		this.printLine();
		const files = testResults.map(({ testFilePath, testResults: tests }) => ({
			path: testFilePath,
			tests: tests.map(({ fullName, status, duration }) => ({ fullName, status, duration })),
		}));
		const report = { passed: numPassedTests, failed: this.failed, files };
		writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
		console.error(`  sum of the tests ${minutes(this.sum)}`);
	}

	printLine() {
		this.lineAt = Date.now();
		console.error(
			`  ${minutes(Date.now() - this.startedAt)}  ${this.files} of ${this.allFiles} test files, ${number(this.tests)} tests` +
				(this.failed > 0 ? `, ${this.failed} failed` : ''),
		);
	}
}
