const { createRequire } = require('node:module');

/*
 * Jest's environment, which runs no test after one that failed: the first tells that a mutant is found, and the others would only take time.
 */

// Jest brings it along, some packages down.
let load = require;
for (const name of ['jest', 'jest-cli', 'jest-config']) load = createRequire(load.resolve(name));
const { TestEnvironment } = load('jest-environment-node');

module.exports = class UntilFailure extends TestEnvironment {
	hasFailed = false;

	async handleTestEvent(event) {
		if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.hasFailed = true;
		if (event.name === 'test_start' && this.hasFailed) event.test.mode = 'skip';
	}
};
