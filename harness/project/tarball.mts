import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { execa } from 'execa';
import { lastLines } from '../lastLines.mts';
import { PACKAGE_NAME } from './package.mts';
import { projectNode, root } from './project.mjs';

/** What may be in the tarball; everything else is left over from development. */
const SHIPPED: readonly RegExp[] = [
	/^(package\.json|README\.md|LICENSE)$/,
	/^dist\/(nodes|credentials)\/([\w-]+\/)*[\w.-]+\.js$/,
	/^dist\/nodes\/(\w+)\/\1\.node\.json$/,
	/^dist\/nodes\/\w+\/__schema__\/v1\.0\.0\/\w+\/\w+\.json$/,
	/^dist\/icons\/[\w.]+\.svg$/,
];
const LEFT_OVER =
	/(^|\/)(tests?|sandbox|scripts|bench|harness|workflows)\/|\.(test|spec)\.|\.d\.js$/;
const NEEDED = ['package.json', 'README.md', 'LICENSE'];

/** What users unpack; today it is 1.0 MB. */
const MOST_BYTES = 1_200_000;

/** npm runs these where the package is installed. */
const INSTALL_SCRIPTS = [
	'preinstall',
	'install',
	'postinstall',
	'preprepare',
	'prepare',
	'postprepare',
];
/** What would bring other packages along. */
const DEPENDENCIES = [
	'dependencies',
	'optionalDependencies',
	'bundleDependencies',
	'bundledDependencies',
];

/** Folders in which computers keep projects. */
const MACHINE_PATHS = [
	/(?<![\w.~-])\/(home|Users|root|tmp|work|builds|github|runner)\/[\w.-]/,
	/\b[A-Z]:\\\\?(Users|a|work)\\/i,
];
const OWN_PATHS = [root, homedir()].map((path) => join(path, sep));

const hasMachinePath = (content: string) =>
	MACHINE_PATHS.some((shape) => shape.test(content)) ||
	OWN_PATHS.some((path) => content.includes(path));

interface Manifest {
	main?: string;
	bin?: unknown;
	scripts?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	n8n: { nodes: string[]; credentials: string[] };
	[field: string]: unknown;
}

function filesBelow(folder: string): Array<{ path: string; content: string; bytes: number }> {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => !entry.isDirectory())
		.map((entry) => {
			const path = join(entry.parentPath, entry.name);
			const content = entry.isFile() ? readFileSync(path, 'utf8') : '';
			const name = path.slice(folder.length + 1).replaceAll('\\', '/');
			return { path: name, content, bytes: Buffer.byteLength(content) };
		});
}

function problemsOfManifest(manifest: Manifest, paths: readonly string[]): string[] {
	const { scripts = {}, peerDependencies, main, bin, n8n } = manifest;
	const registered = [...n8n.credentials, ...n8n.nodes, ...(main === undefined ? [] : [main])];
	const codexFiles = n8n.nodes.map((path) => path.replace(/\.js$/, '.json'));
	return [
		...registered
			.filter((path) => !paths.includes(path))
			.map((path) => `${path} is named in package.json and missing`),
		...codexFiles
			.filter((path) => !paths.includes(path))
			.map((path) => `${path} is missing: the node is found by its name alone`),
		...paths
			.filter((path) => /\.(node|credentials)\.js$/.test(path) && !registered.includes(path))
			.map((path) => `${path} is not named in package.json`),
		...INSTALL_SCRIPTS.filter((name) => name in scripts).map(
			(name) => `The script "${name}" would run where the package is installed`,
		),
		...DEPENDENCIES.filter((name) => manifest[name] !== undefined).map(
			(name) => `package.json has ${name}`,
		),
		...(JSON.stringify(peerDependencies) === '{"n8n-workflow":"*"}'
			? []
			: ['peerDependencies must be exactly { "n8n-workflow": "*" }']),
		...(bin === undefined ? [] : ['package.json has bin']),
	];
}

/** Prints which types the files make and which icons they name; with nothing installed but what n8n brings. */
const LOADER = `
	const { join, dirname } = require('node:path');
	const { existsSync } = require('node:fs');
	const { n8n } = require(join(process.cwd(), 'package.json'));
	const icons = (icon) => typeof icon === 'string' ? [icon] : Object.values(icon ?? {});
	for (const file of [...n8n.credentials, ...n8n.nodes]) {
		const name = file.split('/').at(-1).split('.')[0];
		const type = new (require(join(process.cwd(), file))[name])();
		const description = type.description ?? type;
		if (!description.name || !description.displayName) throw new Error(file + ' has no description');
		const paths = icons(description.icon).map((icon) => join(dirname(file), icon.replace(/^file:/, '')));
		if (paths.length === 0) throw new Error(file + ' has no icon');
		for (const path of paths) if (!existsSync(path)) throw new Error(file + ': no icon ' + path);
	}
`;

/** Packages that n8n itself brings, and that a node may import. They are no dependencies of the package. */
const BROUGHT_BY_N8N = ['n8n-workflow', 'luxon'];

/** Loads nodes and credentials in a process of its own, which has no other packages but those. */
export async function problemsOfLoading(folder: string): Promise<string[]> {
	// A place without the project's node_modules above it.
	const place = mkdtempSync(join(tmpdir(), 'voice-agent-package-'));
	try {
		const modules = join(place, 'node_modules');
		cpSync(folder, join(modules, PACKAGE_NAME), { recursive: true });
		for (const name of BROUGHT_BY_N8N) {
			symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
		}
		const { failed, stderr } = await execa(projectNode, ['--eval', LOADER], {
			cwd: join(modules, PACKAGE_NAME),
			env: {},
			extendEnv: false,
			reject: false,
		});
		return failed ? [`It cannot be loaded: ${lastLines(stderr)}`] : [];
	} finally {
		rmSync(place, { recursive: true, force: true });
	}
}

/** What is missing in the unpacked tarball in this folder, or too much. */
export function problemsOfContent(folder: string): string[] {
	const files = filesBelow(folder);
	const paths = files.map(({ path }) => path);
	const missing = NEEDED.filter((path) => !paths.includes(path)).map(
		(path) => `${path} is missing`,
	);
	if (missing.length > 0) return missing;

	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	return [
		...paths
			.filter((path) => !SHIPPED.some((shape) => shape.test(path)) || LEFT_OVER.test(path))
			.map((path) => `${path} does not belong into the package`),
		...files
			.filter(({ content }) => /^\/\/[#@] source(Mapping)?URL=/m.test(content))
			.map(({ path }) => `${path} refers to a source map`),
		...files
			.filter(({ content }) => hasMachinePath(content))
			.map(({ path }) => `${path} contains a path of a computer`),
		...(bytes <= MOST_BYTES ? [] : [`It has ${bytes} bytes, more than ${MOST_BYTES}`]),
		...problemsOfManifest(manifest, paths),
	];
}

/** What is wrong with the unpacked tarball in this folder: with its content, or when n8n would load it. */
export async function problemsOfTarball(folder: string): Promise<string[]> {
	return [...problemsOfContent(folder), ...(await problemsOfLoading(folder))];
}
