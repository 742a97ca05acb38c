import { execFileSync } from 'node:child_process';
import {
	appendFileSync,
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packProject, unpack } from '../../harness/project/package.mts';
import { projectEnvironment, root } from '../../harness/project/project.mjs';
import { problemsOfTarball } from '../../harness/project/tarball.mts';

jest.setTimeout(120_000);

/** What the package is built from. */
const SOURCES = [
	...['nodes', 'credentials', 'icons', 'scripts/clean.mjs', 'gulpfile.js', 'tsconfig.json'],
	...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'],
];
const CALL_NODE = 'dist/nodes/VoiceAgentCall/VoiceAgentCall.node.js';

let folder: string;
let unpacked: string;
const tarballs: string[] = [];

/** Built and packed in a place of its own: dist/ of the project is left alone. */
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'voice-agent-tarball-'));
	const project = join(folder, 'project');
	for (const name of SOURCES) cpSync(join(root, name), join(project, name), { recursive: true });
	symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'), 'junction');
	execFileSync('npm', ['run', 'build', '--silent'], { cwd: project, env: projectEnvironment() });
	for (const name of ['first', 'second']) {
		tarballs.push(await packProject(join(folder, name), project));
	}
	unpacked = join(folder, 'unpacked');
	await unpack(tarballs[0] as string, unpacked);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the tarball holds what users need and nothing else, and it loads beside n8n-workflow alone', async () => {
	expect(await problemsOfTarball(unpacked)).toEqual([]);
});

test('packed twice, it is the same file', () => {
	const [first, second] = tarballs.map((path) => readFileSync(path));
	expect(first?.equals(second as Buffer)).toBe(true);
});

describe('is refused', () => {
	let spoiled: string;

	beforeEach(() => {
		spoiled = join(folder, 'spoiled');
		rmSync(spoiled, { recursive: true, force: true });
		cpSync(unpacked, spoiled, { recursive: true });
	});

	const write = (path: string, content: string) => {
		mkdirSync(dirname(join(spoiled, path)), { recursive: true });
		writeFileSync(join(spoiled, path), content);
	};
	const append = (path: string, content: string) => appendFileSync(join(spoiled, path), content);
	const changeManifest = (change: (manifest: Record<string, unknown>) => void) => {
		const manifest = JSON.parse(readFileSync(join(spoiled, 'package.json'), 'utf8'));
		change(manifest);
		write('package.json', JSON.stringify(manifest));
	};

	const STRANGE_FILES = [
		'dist/nodes/VoiceAgentCall/VoiceAgentCall.node.js.map',
		'dist/nodes/VoiceAgentCall/calls.ts',
		'dist/nodes/VoiceAgentCall/calls.mts',
		'dist/nodes/VoiceAgentCall/calls.test.js',
		'dist/test/unit/call.js',
		'dist/sandbox/main.js',
		'dist/nodes/VoiceAgentCall/Other.node.json',
		'dist/tsconfig.tsbuildinfo',
		'dist/icons/voiceAgent.png',
		'dist/.env',
		'.npmrc',
		'workflows/contacts.csv',
	];
	test.each(STRANGE_FILES)('%s in it', async (path) => {
		write(path, '');
		expect(await problemsOfTarball(spoiled)).toEqual([`${path} does not belong into the package`]);
	});

	test.each(['README.md', 'LICENSE'])('without %s', async (path) => {
		rmSync(join(spoiled, path));
		expect(await problemsOfTarball(spoiled)).toEqual([`${path} is missing`]);
	});

	test('without a node, or with one that is not named', async () => {
		rmSync(join(spoiled, CALL_NODE));
		write('dist/nodes/VoiceAgentOther/VoiceAgentOther.node.js', '');
		expect(await problemsOfTarball(spoiled)).toEqual([
			`${CALL_NODE} is named in package.json and missing`,
			'dist/nodes/VoiceAgentOther/VoiceAgentOther.node.js is not named in package.json',
			expect.stringContaining('It cannot be loaded'),
		]);
	});

	test('with a main that is not there', async () => {
		changeManifest((manifest) => (manifest.main = 'dist/index.js'));
		expect(await problemsOfTarball(spoiled)).toEqual([
			'dist/index.js is named in package.json and missing',
		]);
	});

	test('without an icon', async () => {
		rmSync(join(spoiled, 'dist/icons/voiceAgent.dark.svg'));
		expect(await problemsOfTarball(spoiled)).toEqual([expect.stringContaining('no icon')]);
	});

	test('with a node that requires another package', async () => {
		append(CALL_NODE, '\nrequire("axios");\n');
		expect(await problemsOfTarball(spoiled)).toEqual([expect.stringContaining("'axios'")]);
	});

	test('with a source map that is named', async () => {
		append(CALL_NODE, '\n//# sourceMappingURL=VoiceAgentCall.node.js.map\n');
		expect(await problemsOfTarball(spoiled)).toEqual([`${CALL_NODE} refers to a source map`]);
	});

	const PATHS = ['/home/ann/project', '/Users/ann/project', 'C:\\\\Users\\\\ann', root];
	test.each(PATHS)('with the path %s of a computer', async (path) => {
		append(CALL_NODE, `\nexports.place = "${path}/nodes";\n`);
		expect(await problemsOfTarball(spoiled)).toEqual([
			`${CALL_NODE} contains a path of a computer`,
		]);
	});

	test('with more than it may have', async () => {
		append(CALL_NODE, `\n// ${'x'.repeat(1_000_000)}\n`);
		expect(await problemsOfTarball(spoiled)).toEqual([expect.stringContaining('more than')]);
	});

	test.each(['preinstall', 'install', 'postinstall', 'prepare'])(
		'with the script %s, which npm runs when it installs',
		async (name) => {
			changeManifest(({ scripts }) => ((scripts as Record<string, string>)[name] = 'true'));
			expect(await problemsOfTarball(spoiled)).toEqual([
				`The script "${name}" would run where the package is installed`,
			]);
		},
	);

	test('with packages that it would bring along', async () => {
		changeManifest((manifest) => {
			manifest.dependencies = {};
			manifest.bundleDependencies = true;
			manifest.peerDependencies = { 'n8n-workflow': '^2.0.0' };
			manifest.bin = {};
		});
		expect(await problemsOfTarball(spoiled)).toEqual([
			'package.json has dependencies',
			'package.json has bundleDependencies',
			'peerDependencies must be exactly { "n8n-workflow": "*" }',
			'package.json has bin',
		]);
	});
});
