/*
 * The arrows of the house, checked by `npm run lint`: which room may import which. `npm run docs` draws docs/images/architecture.svg
 * from the same file.
 */

/** Rooms of nodes/shared, from top to bottom: each may import those that stand after it. */
const SHARED = ['execution', 'operation', 'http', 'platform', 'values'];

const room = (name) => `^nodes/shared/${name}/`;

const downwards = SHARED.slice(1).map((name, index) => ({
	name: `shared-${name}-imports-no-room-above`,
	comment:
		'Arrows between the rooms of nodes/shared go one way: execution, operation, http, platform, values.',
	severity: 'error',
	from: { path: room(name) },
	to: { path: SHARED.slice(0, index + 1).map(room) },
}));

const doors = SHARED.map((name) => ({
	name: `shared-${name}-has-one-door`,
	comment:
		'From outside, a room of nodes/shared is entered by its index.ts. Tests may look inside.',
	severity: 'error',
	from: { path: '^(nodes|credentials)/', pathNot: room(name) },
	to: { path: room(name), pathNot: `${room(name)}index\\.ts$` },
}));

/** Rooms of the sandbox, each with the rooms that it may import. */
const SANDBOX = {
	server: ['control', 'routes', 'openapi', 'domain', 'simulation', 'data', 'common'],
	control: ['openapi', 'domain', 'simulation', 'data', 'common'],
	routes: ['domain', 'simulation', 'data', 'common'],
	domain: ['simulation', 'data', 'common'],
	simulation: ['common'],
	data: ['common'],
	openapi: ['common'],
	common: [],
};

const sandboxRooms = Object.entries(SANDBOX).map(([name, allowed]) => ({
	name: `sandbox-${name}-imports-what-lies-below`,
	comment:
		'Arrows in the sandbox: server, control and routes, domain, simulation and data, common.',
	severity: 'error',
	from: { path: `^sandbox/${name}/` },
	to: { path: '^sandbox/', pathNot: [name, ...allowed].map((other) => `^sandbox/${other}/`) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{
			name: 'no-circular',
			comment: 'Files that import each other can only be understood together.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		...downwards,
		...doors,
		{
			name: 'shared-imports-no-node',
			comment: 'What all nodes share knows none of them.',
			severity: 'error',
			from: { path: '^nodes/shared/' },
			to: { path: '^nodes/(?!shared/)' },
		},
		{
			name: 'node-imports-no-other-node',
			comment: 'What two nodes need lives in nodes/shared.',
			severity: 'error',
			from: { path: '^nodes/(?!shared/)([^/]+)/' },
			to: { path: '^nodes/(?!shared/)([^/]+)/', pathNot: '^nodes/$1/' },
		},
		{
			name: 'nodes-import-no-credential',
			comment: 'n8n brings the two together.',
			severity: 'error',
			from: { path: '^nodes/' },
			to: { path: '^credentials/' },
		},
		{
			name: 'credentials-import-http-and-values-alone',
			comment: 'The login needs requests and values, and nothing of operations.',
			severity: 'error',
			from: { path: '^credentials/' },
			to: { path: '^nodes/', pathNot: '^nodes/shared/(http|values)/' },
		},
		{
			name: 'the-package-imports-no-tool',
			comment: 'What users install needs none of what the project is developed with.',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { path: '^(sandbox|harness|scripts|bench|test)/' },
		},
		{
			name: 'no-run-time-dependencies',
			comment: 'A verified package has none: n8n-workflow and node:crypto are there anyway.',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { pathNot: '^(nodes|credentials)/|^crypto$|n8n-workflow' },
		},
		{
			name: 'the-sandbox-stands-alone',
			comment: 'It is a platform of its own: nothing is shared with the nodes it proves.',
			severity: 'error',
			from: { path: '^sandbox/' },
			to: { path: '^(nodes|credentials|harness|scripts|bench|test)/' },
		},
		...sandboxRooms,
		{
			name: 'harness-imports-no-user-of-it',
			comment: 'Commands, tests and benchmarks use the harness.',
			severity: 'error',
			from: { path: '^harness/' },
			to: { path: '^(scripts|bench|test)/' },
		},
		{
			name: 'code-files-are-camel-case',
			comment: 'One case for the names of code files.',
			severity: 'error',
			from: { path: '^(nodes|credentials|sandbox|harness|scripts|bench|test)/.*-[^/]*$' },
			to: {},
		},
		{
			name: 'nothing-imports-commands',
			comment: 'Commands are started, not imported.',
			severity: 'error',
			from: { pathNot: '^(scripts|bench)/' },
			to: { path: '^(scripts|bench)/' },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		enhancedResolveOptions: { extensions: ['.ts', '.mts', '.mjs', '.js'] },
	},
};
