import { createHash } from 'node:crypto';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { execa } from 'execa';
import { lastLines } from '../harness/lastLines.mts';
import { pnpmEnvironment } from '../harness/project/install.mjs';
import { packProject, unpack } from '../harness/project/package.mts';
import { isWindows, projectNode, root } from '../harness/project/project.mjs';
import { problemsOfTarball } from '../harness/project/tarball.mts';
import { writeTemplates } from './templates/index.mts';

/*
 * node scripts/release.mts [folder]
 *
 * Writes what a release consists of: the tarball, its SBOM, and checksums. dist/ is packed as the tests left it. templates/ has the samples for n8n's
 * template library. What later versions are compared with is kept in test/contract/released, and what this version saves in n8n in test/contract/saved.
 */

const PNPM = 'pnpm@11.28.11';
const SCANNED = join(root, '.cache', 'tarball');

const digest = (algorithm: string, content: Buffer | string) =>
	createHash(algorithm).update(content).digest('hex');

/** The list of what is in the package, in CycloneDX: itself alone, as long as it has no run-time dependencies. */
async function sbomOf(tarball: Buffer): Promise<string> {
	const args = ['--yes', PNPM, 'sbom', '--sbom-format', 'cyclonedx', '--prod', '--lockfile-only'];
	const { failed, stdout, stderr } = await execa('npx', args, {
		cwd: root,
		env: pnpmEnvironment(),
		extendEnv: false,
		shell: isWindows,
		reject: false,
	});
	if (failed) throw new Error(`There is no SBOM:\n${lastLines(stderr || stdout)}`);
	const sbom = JSON.parse(stdout);
	if (sbom.components.length > 0) throw new Error('The package has run-time dependencies');
	sbom.metadata.component.hashes = [{ alg: 'SHA-512', content: digest('sha512', tarball) }];
	return `${JSON.stringify(sbom, null, '\t')}\n`;
}

/** The tarball that `npm run scan` looked at. */
function scannedTarball(): Buffer | undefined {
	const files = existsSync(SCANNED) ? readdirSync(SCANNED) : [];
	const name = files.find((file) => file.endsWith('.tgz'));
	return name === undefined ? undefined : readFileSync(join(SCANNED, name));
}

const folder = resolve(process.argv[2] ?? join(root, '.cache', 'release'));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const path = await packProject(folder);
const tarball = readFileSync(path);
const unpacked = join(root, '.cache', 'package');
await unpack(path, unpacked);
const problems = await problemsOfTarball(unpacked);
if (problems.length > 0)
	throw new Error(`The tarball is not fit for users:\n${problems.join('\n')}`);
if (!scannedTarball()?.equals(tarball)) {
	throw new Error('This is not what `npm run scan` looked at: run it again');
}

const name = basename(path, '.tgz');
writeFileSync(join(folder, `${name}.cdx.json`), await sbomOf(tarball));
const sums = readdirSync(folder)
	.sort()
	.map((file) => `${digest('sha256', readFileSync(join(folder, file)))}  ${file}\n`);
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
writeTemplates(join(folder, 'templates'));
await execa(projectNode, [join(root, 'scripts', 'savedStates.mts')], {
	cwd: root,
	stdio: 'inherit',
});
const contract = join(root, 'test', 'contract');
cpSync(join(contract, 'parameters'), join(contract, 'released'), { recursive: true });
console.log(`${folder}\n${sums.join('')}`);
