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

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	// Not `npm run test:e2e:trigger`, `test:e2e:queue` and `test:e2e:browser`, unless asked for.
	testMatch: ['<rootDir>/test/!(e2eTrigger|e2eQueue|e2eBrowser)/**/*.test.mts'],
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
	testTimeout: 30_000,
};
