import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { installApart } from '../harness/project/apart.mts';
import { build } from '../harness/project/build.mjs';
import { packProject, unpack } from '../harness/project/package.mts';
import { projectEnvironment, root } from '../harness/project/project.mjs';
import { problemsOfTarball } from '../harness/project/tarball.mts';

const SCANNER = '@n8n/scan-community-package';
const VERSION = '0.32.0';
/** Made by `npx pnpm@10 install --ignore-scripts` in .cache/scanner, without this file, when VERSION changes. */
const LOCKFILE = join(import.meta.dirname, 'scanner', 'pnpm-lock.yaml');

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
	const manifest = {
		dependencies: { [SCANNER]: VERSION },
		// The scanner asks for TypeScript 7, which its own parser cannot load.
		pnpm: { overrides: { typescript: '5.9.3' } },
	};
	await installApart(folder, manifest, ['--ignore-scripts'], LOCKFILE);
	const resolve = createRequire(join(folder, 'package.json'));
	return await import(pathToFileURL(resolve.resolve(`${SCANNER}/scanner/scanner.mjs`)).href);
}

/**
 * Looks for passwords, keys and tokens in every file below a folder.
 *
 * @param areIgnored what .gitignore names is left out
 */
async function secretsIn(folder: string, areIgnored: boolean): Promise<Verdict> {
	const config = join(root, '.secretlintrc.json');
	const { exitCode, all, code } = await execa(
		'secretlint',
		['**/*', '--secretlintrc', config, '--no-color', ...(areIgnored ? [] : ['--no-gitignore'])],
		{ cwd: folder, env: projectEnvironment(), all: true, reject: false },
	);
	return {
		passed: exitCode === 0,
		message: 'not clean',
		details: all || `secretlint did not run: ${code}`,
	};
}

build();
const { analyzePackage, SOURCE_FILE_PATTERNS } = await scanner();
const unpacked = join(cache, 'package');
await unpack(await packProject(join(cache, 'tarball')), unpacked);

const verdicts: Array<[subject: string, verdict: Verdict]> = [
	['source', await analyzePackage(root, SOURCE_FILE_PATTERNS)],
	['tarball', await analyzePackage(unpacked, ['**/*.js', 'package.json'])],
];
const problems = await problemsOfTarball(unpacked);
verdicts.push(
	['tarball contents', { passed: problems.length === 0, details: problems.join('\n') }],
	['secrets in the project', await secretsIn(root, true)],
	['secrets in the tarball', await secretsIn(unpacked, false)],
);

for (const [subject, { passed, message, details }] of verdicts) {
	console.log(`${subject}: ${passed ? 'clean' : (message ?? 'not clean')}`);
	if (!passed && details) console.log(details);
}
process.exit(verdicts.every(([, { passed }]) => passed) ? 0 : 1);
