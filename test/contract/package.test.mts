import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packProject, unpack } from '../../harness/project/package.mts';
import { projectEnvironment, root } from '../../harness/project/project.mjs';
import { problemsOfContent, problemsOfTarball } from '../../harness/project/tarball.mts';
import { phrases } from '../support/phrases.mts';

/** What the package is built from. */
const SOURCES = [
	...['nodes', 'credentials', 'icons', 'scripts/clean.mjs', 'gulpfile.js', 'tsconfig.json'],
	...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'],
];

const WORKFLOWS = join('.github', 'workflows');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

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

test('the tarball holds what users need and nothing else, and it loads beside what n8n brings', async () => {
	expect(await problemsOfTarball(unpacked)).toEqual([]);
});

test('package.json names the tested versions of n8n as README does, and the newest is that of the project', () => {
	const { n8n, devDependencies } = JSON.parse(read('package.json'));
	const { oldest, newest, date } = n8n.tested;
	expect(newest).toBe(devDependencies.n8n);
	expect(read('README.md')).toContain(`Tested with n8n ${oldest} to ${newest} on ${date}`);
});

describe('the workflows of GitHub', () => {
	const workflows = readdirSync(join(root, WORKFLOWS)).map((name) => ({
		name,
		text: read(join(WORKFLOWS, name)),
	}));

	test.each(workflows)('$name fixes actions to commits, without permissions', ({ text }) => {
		const uses = text.match(/\buses: .*/g) ?? [];
		expect(uses.length).toBeGreaterThan(0);
		for (const line of uses)
			expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		expect(text).toMatch(/^permissions: \{\}$/m);
		const countOf = (what: RegExp) => text.match(what)?.length ?? 0;
		expect(countOf(/actions\/checkout@/g)).toBe(countOf(/persist-credentials: false/g));
	});

	test('the job that can publish runs no code of the project and installs nothing', () => {
		const jobs = workflows.flatMap(({ text }) => text.split(/^ {2}(?=[\w-]+:$)/m));
		const publishing = jobs.filter((job) => job.includes('id-token: write'));
		expect(publishing).toHaveLength(1);
		expect(publishing[0]).toMatch(/^publish:\n {4}needs: test\n/);
		expect(publishing[0]).not.toMatch(/checkout|npm (ci|install|run|test)|npx|node |bash/);
		expect(publishing[0]?.match(/: write/g)).toHaveLength(1);
	});
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
	const STRANGE_FILES = phrases`
		dist/nodes/VoiceAgentCall/VoiceAgentCall.node.js.map | dist/nodes/VoiceAgentCall/calls.ts |
		dist/nodes/VoiceAgentCall/calls.mts | dist/nodes/VoiceAgentCall/calls.test.js | dist/test/unit/call.js |
		dist/sandbox/main.js | dist/nodes/VoiceAgentCall/Other.node.json | dist/tsconfig.tsbuildinfo |
		dist/icons/voiceAgent.png | dist/.env | .npmrc | workflows/contacts.csv
	`;
	test('with any file that is left over from development', () => {
		for (const path of STRANGE_FILES) write(path, '');
		expect(problemsOfContent(spoiled).sort()).toEqual(
			STRANGE_FILES.map((path) => `${path} does not belong into the package`).sort(),
		);
	});

	test('with scripts that npm runs when it installs, and with packages that it would bring along', () => {
		const names = ['preinstall', 'install', 'postinstall', 'prepare'];
		const manifest = JSON.parse(readFileSync(join(spoiled, 'package.json'), 'utf8'));
		const scripts = Object.fromEntries(names.map((name) => [name, 'true']));
		const packages = { dependencies: {}, bundleDependencies: true, bin: {} };
		const peerDependencies = { 'n8n-workflow': '^2.0.0' };
		const changed = { ...manifest, ...packages, peerDependencies };
		changed.scripts = { ...manifest.scripts, ...scripts };
		write('package.json', JSON.stringify(changed));
		expect(problemsOfContent(spoiled)).toEqual([
			...names.map((name) => `The script "${name}" would run where the package is installed`),
			'package.json has dependencies',
			'package.json has bundleDependencies',
			'peerDependencies must be exactly { "n8n-workflow": "*" }',
			'package.json has bin',
		]);
	});
});
