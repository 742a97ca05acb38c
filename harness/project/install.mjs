import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWindows, projectNode, root } from './project.mjs';

const INSTALLED = join(root, 'node_modules', '.installed-from');
const NOTICE_EVERY_MS = 15_000;
const LAST_LINES = 25;
/** Settings of npm that pnpm must keep to reach the same registry, and to build packages; everything else npm exports confuses it. */
const KEPT_NPM_SETTINGS =
	/^npm_config_(registry|https?_?proxy|proxy|noproxy|cafile|ca|strict_ssl|offline|prefer_offline|nodedir)$/i;

/**
 * The folder of a Node, such as /usr, if the headers of its version are in it: official archives and Debian's package have them.
 * node-gyp, which builds what the registry has no binary of, then downloads none.
 */
export function folderWithHeaders(execPath = process.execPath, version = process.version) {
	const folder = dirname(dirname(realpathSync(execPath)));
	const file = join(folder, 'include', 'node', 'node_version.h');
	if (!existsSync(file)) return undefined;
	const header = readFileSync(file, 'utf8');
	const numbers = ['MAJOR', 'MINOR', 'PATCH'].map(
		(part) => new RegExp(`#define NODE_${part}_VERSION (\\d+)`).exec(header)?.[1],
	);
	return `v${numbers.join('.')}` === version ? folder : undefined;
}

/** Whether somebody has set where the headers of Node are: in the environment, or in a configuration file of npm. */
function isNodedirSet(env) {
	if (Object.keys(env).some((name) => /^npm_config_nodedir$/i.test(name))) return true;
	const args = ['config', 'get', 'nodedir'];
	const { stdout } = spawnSync('npm', args, { cwd: root, env, shell: isWindows, encoding: 'utf8' });
	return !['', 'undefined', 'null'].includes((stdout ?? '').trim());
}

/** The environment for pnpm when npm has started this script. @param nodedir the folder with Node's headers; '' if there is none */
export function pnpmEnvironment(env = process.env, nodedir = folderWithHeaders() ?? '') {
	const entries = Object.entries(env).filter(
		([name]) => !/^npm_/i.test(name) || KEPT_NPM_SETTINGS.test(name),
	);
	return {
		...Object.fromEntries(entries),
		...(nodedir !== '' && !isNodedirSet(env) && { npm_config_nodedir: nodedir }),
		// Without it pnpm asks before it replaces a node_modules that another tool or version made.
		CI: 'true',
	};
}

/** What a line of the output says: an entry of pnpm, or a line of npx. */
function entryOf(line) {
	try {
		const entry = JSON.parse(line);
		if (typeof entry === 'object' && entry !== null) return entry;
	} catch {
		// Not from pnpm.
	}
	return { line };
}

/**
 * Why an installation failed: the package whose script failed and the last lines of that, or the last lines of all.
 *
 * @param output what npx and `pnpm --reporter=ndjson` have printed
 */
export function failureIn(output) {
	const entries = output.split('\n').filter(Boolean).map(entryOf);
	const failed = entries.findLast(({ exitCode, optional }) => exitCode > 0 && !optional);
	const ofPackage = ({ depPath, line }) => depPath === failed?.depPath && line !== undefined;
	const lines = failed
		? entries.filter(ofPackage).map(({ line }) => line)
		: entries.flatMap(({ level, err, depPath, line }) =>
				level === 'error' ? [err?.message ?? ''] : depPath || line === undefined ? [] : [line],
			);
	const name = failed?.depPath.split(/[/\\]node_modules[/\\]/).at(-1);
	return { name, lines: lines.join('\n').trimEnd().split('\n').slice(-LAST_LINES) };
}

function wantedState() {
	const hash = createHash('sha256');
	for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
		hash.update(readFileSync(join(root, file)));
	}
	return hash.digest('hex');
}

function isInstalled() {
	return (
		existsSync(INSTALLED) &&
		existsSync(projectNode) &&
		readFileSync(INSTALLED, 'utf8') === wantedState()
	);
}

/** Runs pnpm. @returns its exit code and everything that it printed */
async function runPnpm() {
	const args = ['--yes', 'pnpm@10', 'install', '--frozen-lockfile', '--reporter=ndjson'];
	const child = spawn('npx', args, {
		cwd: root,
		env: pnpmEnvironment(),
		shell: isWindows,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text) => (output += text));
	}
	return await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) => resolve({ code: code ?? 1, output }));
	});
}

function printFailure(output) {
	const { name, lines } = failureIn(output);
	console.error(
		name === undefined
			? 'The packages could not be installed. The last lines:'
			: `The packages could not be installed: the script of ${name} failed. Its last lines:`,
	);
	console.error(lines.map((line) => `  ${line}`).join('\n'));
	console.error(
		name === undefined
			? 'Is there a connection to the npm registry?'
			: 'If it could not download the headers of Node: npm config set nodedir <folder of a Node with include/node>',
	);
	console.error('To do it by hand: npx pnpm@10 install --frozen-lockfile');
}

/**
 * Installs the npm packages the project needs, if they are not there or not those of pnpm-lock.yaml.
 *
 * pnpm does it, because npm does not finish with n8n's dependencies.
 */
export async function install() {
	if (isInstalled()) return;
	console.log(
		'Installing the npm packages of the project, n8n among them (one to three minutes) …',
	);
	const startedAt = Date.now();
	const seconds = () => Math.round((Date.now() - startedAt) / 1000);
	const notice = setInterval(() => console.log(`  … ${seconds()} s`), NOTICE_EVERY_MS);
	const { code, output } = await runPnpm().finally(() => clearInterval(notice));
	if (code !== 0) {
		printFailure(output);
		process.exit(code);
	}
	writeFileSync(INSTALLED, wantedState());
	console.log(`Installed in ${seconds()} s.`);
}
