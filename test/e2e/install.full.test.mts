import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { execa } from 'execa';
import { projectNode, root } from '../../harness/project/project.mjs';

/*
 * The first start of somebody whose machine reaches the registry of npm and nothing else, such as behind a company's proxy. pnpm fetches every
 * package, and sqlite3, of which the registry has no binary, is built with the headers of Node: a Node that has them must be on the path.
 */

const LEFT_OUT = ['node_modules', '.git', '.cache', '.demo', 'dist'];
/** The project's own Node, with which the tests run, has no headers: who installs it has another one. */
const PATH = (process.env.PATH ?? '')
	.split(delimiter)
	.filter((folder) => !folder.includes('node_modules'))
	.join(delimiter);

const folder = mkdtempSync(join(tmpdir(), 'voice-agent-install-'));
const project = join(folder, 'project');
const refused = new Set<string>();
let proxy: Server;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
	const npm = await execa('npm', ['config', 'get', 'registry'], { env: { PATH }, cwd: folder });
	const registry = new URL(npm.stdout.trim());
	proxy = createServer((_request, response) => response.writeHead(403).end());
	proxy.on('connect', ({ url = '' }, client) => {
		const { hostname, port } = new URL(`https://${url}`);
		client.on('error', () => undefined);
		if (hostname !== registry.hostname) {
			refused.add(hostname);
			client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		const server = connect(Number(port) || 443, hostname, () => {
			client.write('HTTP/1.1 200 OK\r\n\r\n');
			server.pipe(client).pipe(server);
		});
		server.on('error', () => client.destroy()).on('close', () => client.destroy());
		client.on('close', () => server.destroy());
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	const home = join(folder, 'home');
	mkdirSync(home);
	const filter = (path: string) => !LEFT_OUT.includes(basename(path));
	cpSync(root, project, { recursive: true, filter });
	env = {
		PATH,
		HOME: home,
		HTTPS_PROXY: address,
		HTTP_PROXY: address,
		npm_config_registry: registry.href,
		...(process.env.NODE_EXTRA_CA_CERTS && {
			NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
		}),
	};
});

afterAll(() => {
	proxy.close();
	rmSync(folder, { recursive: true, force: true });
});

const install = async (more: NodeJS.ProcessEnv = {}) =>
	await execa('node', [join('scripts', 'install.mjs')], {
		cwd: project,
		env: { ...env, ...more },
		extendEnv: false,
		reject: false,
		all: true,
	});

// First, because pnpm keeps what was built once.
test('what fails is named, with its last lines', async () => {
	const { exitCode, all } = await install({ npm_config_nodedir: join(folder, 'no-headers') });
	expect(exitCode).not.toBe(0);
	expect(all).toContain('the script of sqlite3 failed');
	expect(all).toMatch(/gyp ERR!/);
	expect([...refused]).toContain('github.com');
});

test('with an empty home folder, the headers of Node are those beside it', async () => {
	const { exitCode, all } = await install();
	expect({ exitCode, all }).toEqual({ exitCode: 0, all: expect.stringMatching(/Installed in/) });
	const sqlite = join(project, 'node_modules', '.pnpm', 'node_modules', 'sqlite3');
	const loaded = await execa(projectNode, ['-p', `typeof require('${sqlite}').Database`]);
	expect(loaded.stdout).toBe('function');
});
