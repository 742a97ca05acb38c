import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { lastLines } from '../harness/lastLines.mts';
import { build } from '../harness/project/build.mjs';
import { pnpmEnvironment } from '../harness/project/install.mjs';
import { packProject, unpack } from '../harness/project/package.mts';
import { isWindows, root } from '../harness/project/project.mjs';

const SCANNER = '@n8n/scan-community-package';
const VERSION = '0.32.0';
/** What may be in the tarball; everything else is left over from development. */
const SHIPPED =
	/^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/.+\.(js|d\.ts|js\.map|svg|node\.json))$/;
const LEFT_OVER = /(^|\/)(test|tests|sandbox|scripts|bench|workflows)\/|\.test\./;

const cache = join(root, '.cache');

interface Verdict {
	passed: boolean;
	message?: string;
	details?: string;
}

interface Scanner {
	analyzePackage(folder: string, patterns: string[]): Promise<Verdict>;
	SOURCE_FILE_PATTERNS: string[];
}

/** n8n's own scanner, in a folder of its own: its ESLint is another than that of the project. */
async function scanner(): Promise<Scanner> {
	const folder = join(cache, 'scanner');
	const installed = join(folder, 'node_modules', SCANNER, 'package.json');
	const isThere =
		existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === VERSION;
	if (!isThere) {
		console.log(`Installing ${SCANNER} ${VERSION} …`);
		mkdirSync(folder, { recursive: true });
		const manifest = {
			private: true,
			dependencies: { [SCANNER]: VERSION },
			// The scanner asks for TypeScript 7, which its own parser cannot load.
			pnpm: { overrides: { typescript: '5.9.3' } },
		};
		writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
		const args = ['--yes', 'pnpm@10', 'install', '--ignore-workspace', '--ignore-scripts'];
		const { failed, all } = await execa('npx', args, {
			cwd: folder,
			env: pnpmEnvironment(),
			extendEnv: false,
			shell: isWindows,
			all: true,
			reject: false,
		});
		if (failed) throw new Error(lastLines(all));
	}
	const resolve = createRequire(join(folder, 'package.json'));
	return await import(pathToFileURL(resolve.resolve(`${SCANNER}/scanner/scanner.mjs`)).href);
}

function filesBelow(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.map((path) => path.replaceAll('\\', '/'));
}

/** What a user would get: nothing missing, nothing too much. */
function problemsOfTarball(folder: string): string[] {
	const files = filesBelow(folder);
	const { n8n, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const registered: string[] = [...n8n.credentials, ...n8n.nodes];
	return [
		...files
			.filter((path) => !SHIPPED.test(path) || LEFT_OVER.test(path))
			.map((path) => `${path} does not belong into the package`),
		...registered
			.filter((path) => !files.includes(path))
			.map((path) => `${path} is registered in package.json and missing`),
		...['README.md', 'LICENSE']
			.filter((path) => !files.includes(path))
			.map((path) => `${path} is missing`),
		...(dependencies === undefined ? [] : ['There are run-time dependencies']),
	];
}

build();
const { analyzePackage, SOURCE_FILE_PATTERNS } = await scanner();
const unpacked = join(cache, 'package');
await unpack(await packProject(join(cache, 'tarball')), unpacked);

const verdicts: Array<[subject: string, verdict: Verdict]> = [
	['source', await analyzePackage(root, SOURCE_FILE_PATTERNS)],
	['tarball', await analyzePackage(unpacked, ['**/*.js', 'package.json'])],
];
const problems = problemsOfTarball(unpacked);
verdicts.push([
	'tarball contents',
	{ passed: problems.length === 0, details: problems.join('\n') },
]);

for (const [subject, { passed, message, details }] of verdicts) {
	console.log(`${subject}: ${passed ? 'clean' : (message ?? 'not clean')}`);
	if (!passed && details) console.log(details);
}
process.exit(verdicts.every(([, { passed }]) => passed) ? 0 : 1);
