/** ES modules only, with what they import: jest loads CommonJS, so they are compiled like the project's own files. */
const ES_MODULES = [
	'@sec-ant/readable-stream',
	'@sindresorhus/merge-streams',
	'execa',
	'figures',
	'get-port',
	'get-stream',
	'human-signals',
	'is-plain-obj',
	'is-stream',
	'is-unicode-supported',
	'npm-run-path',
	'parse-ms',
	'path-key',
	'pretty-ms',
	'strip-final-newline',
	'unicorn-magic',
	'which-command',
	'yoctocolors',
];

const isFull = process.env.TEST_SCALE === 'full';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.mts'],
	setupFilesAfterEnv: ['<rootDir>/test/support/hasAssertions.mts'],
	testPathIgnorePatterns: ['/node_modules/', ...(isFull ? [] : ['\\.full\\.test\\.mts$'])],
	moduleFileExtensions: ['mts', 'ts', 'js', 'mjs', 'cjs', 'json', 'node'],
	transform: {
		'^.+\\.(mts|ts|mjs)$|/node_modules/.+\\.js$': [
			'@swc/jest',
			{
				jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
				module: { type: 'commonjs' },
			},
		],
	},
	// It names its files for `import` only.
	moduleNameMapper: {
		'^unicorn-magic$': '<rootDir>/node_modules/.pnpm/node_modules/unicorn-magic/node.js',
	},
	transformIgnorePatterns: [`/node_modules/(?!\\.pnpm/|(?:${ES_MODULES.join('|')})/)`],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.demo/', '<rootDir>/.cache/'],
	// Ends a test that hangs. How fast the machine is decides nothing.
	testTimeout: isFull || process.env.RUNS ? 3_600_000 : 300_000,
};
