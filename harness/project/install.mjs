import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWindows, projectNode, root, run } from './project.mjs';

const INSTALLED = join(root, 'node_modules', '.installed-from');
const NOTICE_EVERY_MS = 15_000;
/** Settings of npm that pnpm must keep to reach the same registry; everything else npm exports confuses it. */
const KEPT_NPM_SETTINGS =
	/^npm_config_(registry|https?_?proxy|proxy|noproxy|cafile|ca|strict_ssl|offline|prefer_offline)$/i;

/** The environment for pnpm when npm has started this script. */
export function pnpmEnvironment() {
	const entries = Object.entries(process.env).filter(
		([name]) => !/^npm_/i.test(name) || KEPT_NPM_SETTINGS.test(name),
	);
	// Without it pnpm asks before it replaces a node_modules that another tool or version made.
	return { ...Object.fromEntries(entries), CI: 'true' };
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
	const isTerminal = process.stdout.isTTY === true;
	const notice = setInterval(() => console.log(`  … ${seconds()} s`), NOTICE_EVERY_MS);
	if (isTerminal) clearInterval(notice);
	const reporter = isTerminal ? [] : ['--reporter=append-only', '--loglevel=error'];
	const code = await run('npx', ['--yes', 'pnpm@10', 'install', '--frozen-lockfile', ...reporter], {
		env: pnpmEnvironment(),
		shell: isWindows,
	}).finally(() => clearInterval(notice));
	if (code !== 0) {
		console.error(
			'The packages could not be installed. Is there a connection to the npm registry? ' +
				'To do it by hand: npx pnpm@10 install --frozen-lockfile',
		);
		process.exit(code);
	}
	writeFileSync(INSTALLED, wantedState());
	console.log(`Installed in ${seconds()} s.`);
}
