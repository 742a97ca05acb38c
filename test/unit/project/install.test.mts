import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	failureIn,
	folderWithHeaders,
	pnpmEnvironment,
} from '../../../harness/project/install.mjs';

describe('a Node', () => {
	const folder = mkdtempSync(join(tmpdir(), 'voice-agent-node-'));
	const program = join(folder, 'bin', 'node');
	const include = join(folder, 'include', 'node');
	const numbers = { MAJOR: 24, MINOR: 21, PATCH: 0 };
	const header = Object.entries(numbers).map(
		([part, number]) => `#define NODE_${part}_VERSION ${number}`,
	);

	beforeAll(() => {
		mkdirSync(join(folder, 'bin'));
		writeFileSync(program, '');
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test('without headers beside it has none', () => {
		expect(folderWithHeaders(program, 'v24.21.0')).toBeUndefined();
	});

	test('has the headers of its own version only', () => {
		mkdirSync(include, { recursive: true });
		writeFileSync(join(include, 'node_version.h'), `${header.join('\n')}\n`);
		expect(folderWithHeaders(program, 'v24.21.0')).toBe(folder);
		expect(folderWithHeaders(program, 'v20.20.2')).toBeUndefined();
	});
});

describe('the environment for pnpm', () => {
	const home = mkdtempSync(join(tmpdir(), 'voice-agent-home-'));
	const own = { PATH: process.env.PATH, HOME: home, USERPROFILE: home };
	afterAll(() => rmSync(home, { recursive: true, force: true }));

	test('names the folder with the headers of Node', () => {
		expect(pnpmEnvironment(own, '/opt/node')).toMatchObject({ npm_config_nodedir: '/opt/node' });
	});

	test('names none if there is none', () => {
		expect(pnpmEnvironment(own, '')).not.toHaveProperty('npm_config_nodedir');
	});

	test.each(['npm_config_nodedir', 'NPM_CONFIG_NODEDIR'])('keeps one that is set as %s', (name) => {
		const env = pnpmEnvironment({ ...own, [name]: '/mine' }, '/opt/node');
		expect(Object.entries(env).filter(([key]) => /nodedir/i.test(key))).toEqual([[name, '/mine']]);
	});

	test('leaves one alone that is set in a configuration file of npm', () => {
		writeFileSync(join(home, '.npmrc'), 'nodedir=/mine\n');
		expect(pnpmEnvironment(own, '/opt/node')).not.toHaveProperty('npm_config_nodedir');
	});

	test('keeps the registry, and nothing else of what npm exports', () => {
		const registry = 'https://registry.example.com/';
		const exported = {
			npm_config_registry: registry,
			npm_lifecycle_event: 'start',
			npm_config_yes: '',
		};
		expect(pnpmEnvironment({ ...own, ...exported }, '')).toEqual({
			...own,
			npm_config_registry: registry,
			CI: 'true',
		});
	});
});

describe('the failure of an installation', () => {
	const entry = (fields: object) =>
		JSON.stringify({ level: 'debug', name: 'pnpm:lifecycle', ...fields });
	const ofPackage = (name: string, fields: object) =>
		entry({ depPath: `/project/node_modules/.pnpm/${name}@1.0.0/node_modules/${name}`, ...fields });
	const noise = JSON.stringify({ level: 'debug', name: 'pnpm:progress', status: 'resolved' });

	test('names the package whose script failed, with its last 25 lines', () => {
		const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
		const output = [
			noise,
			ofPackage('node', { line: 'fine' }),
			...lines.map((line) => ofPackage('@scope/sqlite3', { line })),
			ofPackage('node', { exitCode: 0 }),
			ofPackage('optional', { exitCode: 1, optional: true }),
			ofPackage('@scope/sqlite3', { exitCode: 1, optional: false }),
			JSON.stringify({ level: 'error', name: 'pnpm', err: { message: 'Exit status 1' } }),
		].join('\n');
		expect(failureIn(output)).toEqual({ name: '@scope/sqlite3', lines: lines.slice(-25) });
	});

	test('is what pnpm says if no script failed', () => {
		const message = 'request to https://registry.example.com/node failed';
		const error = JSON.stringify({ level: 'error', name: 'pnpm', err: { message } });
		expect(failureIn([noise, error, ''].join('\n'))).toEqual({ name: undefined, lines: [message] });
	});

	test('is what npx says if pnpm did not start', () => {
		const lines = ['npm error code ENOTFOUND', 'npm error network', '{ no entry'];
		expect(failureIn(lines.join('\n'))).toEqual({ name: undefined, lines });
	});
});
