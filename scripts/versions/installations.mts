import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { lastLines } from '../../harness/lastLines.mts';
import { installApart } from '../../harness/project/apart.mts';
import { pnpmEnvironment } from '../../harness/project/install.mjs';
import { isWindows, root } from '../../harness/project/project.mjs';

const FOLDER = join(root, '.cache', 'versions');

/** n8n as the project has it in its own node_modules. */
const OWN: { version: string } = JSON.parse(
	readFileSync(join(root, 'node_modules', 'n8n', 'package.json'), 'utf8'),
);

/** Of n8n 1 and 2; n8n takes newer releases than it was made with, and some do not fit or need packages that are not in the registry. */
const LANGGRAPH: ReadonlyArray<readonly [versions: RegExp, overrides: Record<string, string>]> = [
	[/^1\./, { '@langchain/langgraph': '1.0.2', '@langchain/langgraph-checkpoint': '1.0.0' }],
	[/^2\./, { '@langchain/langgraph': '1.4.17' }],
];

const overridesFor = (version: string) => ({
	// Its own is at an address outside the registry.
	xlsx: '0.18.5',
	// Newer ones need packages that are not in the registry.
	linkedom: '0.18.12',
	...LANGGRAPH.find(([versions]) => versions.test(version))?.[1],
});

/** Makes a version of a tag of the npm registry, such as `latest`. */
export async function resolveVersion(wanted: string): Promise<string> {
	if (/^\d/.test(wanted)) return wanted;
	const { stdout, stderr } = await execa('npm', ['view', `n8n@${wanted}`, 'version'], {
		env: pnpmEnvironment(),
		extendEnv: false,
		shell: isWindows,
		reject: false,
	});
	if (!/^\d/.test(stdout)) throw new Error(`There is no n8n ${wanted}:\n${lastLines(stderr)}`);
	return stdout.trim();
}

/**
 * Installs this version of n8n in a folder of its own, unless it is there. It takes minutes.
 *
 * @returns the folder in whose node_modules it is
 */
export async function install(version: string): Promise<string> {
	if (version === OWN.version) return root;
	const folder = join(FOLDER, version);
	await installApart(folder, {
		dependencies: { n8n: version },
		pnpm: { overrides: overridesFor(version), onlyBuiltDependencies: ['sqlite3'] },
	});
	return folder;
}
