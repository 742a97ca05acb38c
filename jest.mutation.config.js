const base = require('./jest.config.js');

/**
 * The tests that judge mutants (`npm run test:mutation`), thousands of times: they need no other process and wait for nothing.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/mutation/everyRoom.mts'],
	testPathIgnorePatterns: ['/node_modules/'],
	testEnvironment: require.resolve('./test/mutation/untilFailure.cjs'),
	// A mutant that waits for ever is to be found soon.
	testTimeout: 5_000,
	moduleNameMapper: { '^n8n-workflow$': '<rootDir>/test/mutation/n8nWorkflow.cjs' },
};
