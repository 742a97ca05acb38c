/*
 * The arrows of the house, checked by `npm run lint`: which room may import which. `npm run generate` draws docs/images/architecture.svg
 * from the same imports.
 */

/** Rooms of nodes/shared, from top to bottom: each may import those after it. */
const SHARED = ['calling', 'run', 'operation', 'http', 'platform', 'refusals', 'values'];

/** Rooms of nodes/shared/http, each with the rooms of it that it may import. `client` are the files beside the folders. */
const HTTP = {
	lists: ['client', 'answers', 'failures'],
	files: ['client', 'answers', 'failures', 'stream'],
	client: ['answers', 'failures', 'stream'],
	answers: ['failures'],
	failures: [],
	stream: [],
};

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

const PACKAGE = '^(nodes|credentials)/';
const CODE = '^(nodes|credentials|sandbox|harness|scripts|bench|test)/';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const shared = (name) => `^nodes/shared/${name}/`;

/** Folders of rooms of nodes/shared, each with the files beside it that it may import: `.` are all of them. */
const FOLDERS = {
	'calling/memory': ['person'],
	'calling/rules': ['person'],
	'calling/variables': ['person'],
	'run/answers': ['[^/]+'],
	'run/waiting': ['[^/]+', 'answers/index'],
};

const folderRooms = Object.entries(FOLDERS).flatMap(([path, allowed]) => {
	const [room] = path.split('/');
	const folder = shared(path);
	return [
		forbid(
			`${path.replace('/', '-')}-imports-what-lies-below`,
			'What a folder of a room may know of the room: memory and rules know a person, and nothing of requests.',
			{ path: folder },
			{
				path: shared(room),
				pathNot: [folder, ...allowed.map((file) => `${shared(room)}${file}\\.ts$`)],
			},
		),
		forbid(
			`${path.replace('/', '-')}-has-one-door`,
			'A folder of a room is entered by its index.ts. Tests may look inside.',
			{ path: PACKAGE, pathNot: folder },
			{ path: folder, pathNot: `${folder}index\\.ts$` },
		),
	];
});

/** Who imports the files of a room instead of its index.ts, which would load all of them: the credential, and what the credential loads. */
const BY_FILE = {
	http: ['^credentials/'],
	platform: [shared('http')],
	values: ['^credentials/', shared('http'), shared('platform')],
};

const sharedRooms = SHARED.flatMap((name, index) => [
	forbid(
		`shared-${name}-imports-no-room-above`,
		`Arrows between the rooms of nodes/shared go one way: ${SHARED.join(', ')}.`,
		{ path: shared(name) },
		{ path: SHARED.slice(0, index).map(shared) },
	),
	forbid(
		`shared-${name}-has-one-door`,
		'From outside, a room of nodes/shared is entered by its index.ts. Tests may look inside. What a login loads names its files.',
		{ path: PACKAGE, pathNot: [shared(name), ...(name in BY_FILE ? BY_FILE[name] : [])] },
		{
			path: shared(name),
			pathNot: `${shared(name)}index\\.ts$`,
		},
	),
]);

const HTTP_DOOR = '^nodes/shared/http/index\\.ts$';
const http = (name) => `^nodes/shared/http/${name === 'client' ? '[^/]+\\.ts$' : `${name}/`}`;

const httpRooms = Object.entries(HTTP).map(([name, allowed]) =>
	forbid(
		`http-${name}-imports-what-lies-below`,
		'Arrows in nodes/shared/http: lists and files, the client, answers, failures; stream below the client.',
		{ path: http(name), pathNot: HTTP_DOOR },
		{ path: '^nodes/shared/http/', pathNot: [name, ...allowed].map(http) },
	),
);

const sandboxRooms = Object.entries(SANDBOX).map(([name, allowed]) =>
	forbid(
		`sandbox-${name}-imports-what-lies-below`,
		'Arrows in the sandbox: server, control and routes, domain, simulation and data, common.',
		{ path: `^sandbox/${name}/` },
		{ path: '^sandbox/', pathNot: [name, ...allowed].map((other) => `^sandbox/${other}/`) },
	),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		forbid(
			'no-circular',
			'Files that import each other can only be understood together.',
			{},
			{ circular: true },
		),
		// The one on top has none above it.
		...sharedRooms.filter(({ to }) => to.path.length > 0),
		...folderRooms,
		...httpRooms,
		forbid(
			'shared-imports-no-node',
			'What all nodes share knows none of them.',
			{ path: '^nodes/shared/' },
			{ path: '^nodes/(?!shared/)' },
		),
		forbid(
			'node-imports-no-other-node',
			'What two nodes need lives in nodes/shared.',
			{ path: '^nodes/(?!shared/)([^/]+)/' },
			{ path: '^nodes/(?!shared/)([^/]+)/', pathNot: '^nodes/$1/' },
		),
		forbid(
			'nodes-import-no-credential',
			'n8n brings the two together.',
			{ path: '^nodes/' },
			{ path: '^credentials/' },
		),
		forbid(
			'credentials-import-http-and-values-alone',
			'The login needs requests and values, and nothing of operations.',
			{ path: '^credentials/' },
			{ path: '^nodes/', pathNot: '^nodes/shared/(http|values)/' },
		),
		forbid(
			'a-login-loads-what-it-needs',
			'The index.ts of a room loads the whole room: a login gets along with some 25 files.',
			{ path: '^credentials/' },
			{ path: '^nodes/.*/index\\.ts$', reachable: true },
		),
		forbid(
			'the-package-imports-no-tool',
			'What users install needs none of what the project is developed with.',
			{ path: PACKAGE },
			{ path: '^(sandbox|harness|scripts|bench|test)/' },
		),
		forbid(
			'no-run-time-dependencies',
			'A verified package has none: n8n-workflow, luxon and node:crypto are there anyway.',
			{ path: PACKAGE },
			{ pathNot: `${PACKAGE}|^crypto$|n8n-workflow|/luxon/` },
		),
		forbid(
			'the-sandbox-stands-alone',
			'It is a platform of its own: nothing is shared with the nodes it proves.',
			{ path: '^sandbox/' },
			{ path: '^(nodes|credentials|harness|scripts|bench|test)/' },
		),
		...sandboxRooms,
		forbid(
			'the-harness-stands-alone',
			'Commands, tests and benchmarks use it. It takes nodes as arguments, or packed, and runs the sandbox as a process.',
			{ path: '^harness/' },
			{ path: '^(nodes|credentials|sandbox|scripts|bench|test)/' },
		),
		forbid(
			'nothing-imports-commands',
			'Commands are started, not imported. Tests may import what lies in the folders of scripts/.',
			{ pathNot: '^(scripts|bench)/' },
			{ path: ['^scripts/[^/]+$', '^bench/'] },
		),
		forbid(
			'commands-import-no-test',
			'Of test/, only the trials of the samples: the demo and `npm run test:versions` play them, too.',
			{ path: '^(scripts|bench|test/samples)/' },
			{ path: '^test/', pathNot: '^test/samples/' },
		),
		forbid(
			'code-files-are-camel-case',
			'One case for the names of code files.',
			{ path: `${CODE}.*-[^/]*$` },
			{},
		),
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		enhancedResolveOptions: { extensions: ['.ts', '.mts', '.mjs', '.js'] },
	},
};
