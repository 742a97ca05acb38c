/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.mts'],
	moduleFileExtensions: ['mts', 'ts', 'js', 'mjs', 'cjs', 'json', 'node'],
	transform: {
		'^.+\\.(mts|ts)$': [
			'@swc/jest',
			{
				jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
				module: { type: 'commonjs' },
			},
		],
	},
	// Ten minutes, and it needs PostgreSQL: `npm run test:e2e:trigger`.
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2eTrigger/'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.demo/', '<rootDir>/.cache/'],
	testTimeout: 30_000,
};
