import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startSandbox } from '../../harness/sandbox.mts';
import { sampleNumbers, signIn } from './client.mts';
import { FunctionServer } from './functionServer.mts';

const NODE = 'node_modules/node/bin/node';

test('one line on stdout, nothing on stderr, and a clean end on SIGTERM', async () => {
	const child = spawn(realpathSync(NODE), ['sandbox/main.mts'], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let out = '';
	let err = '';
	child.stderr.on('data', (text) => (err += text));
	child.stdout.on('data', (text) => (out += text));
	while (!out.includes('\n')) await once(child.stdout, 'data');
	child.kill('SIGTERM');
	expect(await once(child, 'exit')).toEqual([0, null]);
	expect(err).toBe('');
	expect(out.trim().split('\n')).toHaveLength(1);
	const { url, control } = JSON.parse(out);
	expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
	expect(control).toBe(url.replace('/api/v1', '/sandbox'));
});

test('the id of an erased call is not given to another one, not even by the next process', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	const options = { database: join(folder, 'platform.db') };
	let sandbox = await startSandbox(options);
	const insert = async (count: number): Promise<string[]> =>
		(await sandbox.api.post('/calls', { count })).data.call_ids;
	try {
		const [kept, erased] = await insert(2);
		await sandbox.api.delete(`/calls/${erased}`);
		await sandbox.stop();

		sandbox = await startSandbox(options);
		const [later] = await insert(1);
		expect(later).not.toBe(erased);
		const { data: calls } = await sandbox.api.get('/calls');
		expect(calls).toMatchObject([{ call_id: kept }, { call_id: later }]);
	} finally {
		await sandbox.stop();
		rmSync(folder, { recursive: true });
	}
});

test('a call whose agent waited when the process ended asks again in the next one', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	const options = { database: join(folder, 'platform.db'), speed: 2000 };
	const server = await FunctionServer.start();
	server.reply = (_request, index) => ({ afterMs: index === 0 ? 5000 : 0 });
	const pause = async () => await new Promise((resolve) => setTimeout(resolve, 20));
	try {
		const first = await startSandbox(options);
		const client = await signIn(first);
		const body = { name: 'find_order', url: server.url };
		await client.post('/agents/agent_0001/custom-functions/', body);
		// This one is answered, by the seed.
		const [, to_number] = sampleNumbers(2);
		await client.post('/calls/make-call', { agent_id: 'agent_0001', to_number });
		while (server.received.length === 0) await pause();
		await first.stop();

		const second = await startSandbox(options);
		const status = async () => (await second.api.get('/calls')).data[0].status;
		while ((await status()) === 'in_progress') await pause();
		expect((await second.api.get('/questions')).data).toMatchObject([
			{ status: 'unreachable', reason: 'The sandbox ended' },
			{ status: 'answered', answer: 'Yes' },
		]);
		expect((await second.api.get('/violations')).data).toEqual([]);
		await second.stop();
	} finally {
		await server.stop();
		rmSync(folder, { recursive: true });
	}
});

test('a campaign in a file survives the end of the process and goes on', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	const options = { database: join(folder, 'platform.db'), speed: 2000 };
	try {
		const first = await startSandbox(options);
		const client = await signIn(first);
		const contacts = sampleNumbers(400).map((phone_number) => ({ phone_number }));
		const { data: campaign } = await client.post('/campaigns/', {
			name: 'x',
			agent_id: 'agent_0001',
			contacts,
		});
		await client.patch(`/campaigns/${campaign.id}/start`);
		await first.stop();

		const second = await startSandbox(options);
		const again = await signIn(second);
		const finished = async () => (await again.get(`/campaigns/${campaign.id}`)).data;
		while ((await finished()).status === 'active')
			await new Promise((resolve) => setTimeout(resolve, 50));
		expect(await finished()).toMatchObject({
			status: 'finished',
			progress: { total: 400, done: 400 },
		});
		expect((await second.api.get('/calls')).data).toHaveLength(400);
		expect((await second.api.get('/violations')).data).toEqual([]);
		await second.stop();
	} finally {
		rmSync(folder, { recursive: true });
	}
});

test('lists of a hundred thousand calls are made and paged quickly', async () => {
	const sandbox = await startSandbox({ agents: 120 });
	const client = await signIn(sandbox);
	await sandbox.api.post('/calls', { count: 100_000, spacingSeconds: 1 });
	const before = performance.now();
	const { data } = await client.get('/calls', { params: { limit: 100, offset: 99_900 } });
	expect(data.items).toHaveLength(100);
	expect(performance.now() - before).toBeLessThan(500);
	expect((await client.get('/agents/', { params: { limit: 1000 } })).data.total).toBe(120);
	await sandbox.stop();
});

test('the file of an older sandbox is set aside, and that of something else is refused', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	const file = join(folder, 'platform.db');
	const write = (sql: string) => {
		const connection = new DatabaseSync(file);
		connection.exec(sql);
		connection.close();
	};
	try {
		await (await startSandbox({ database: file })).stop();
		write('PRAGMA user_version = 1');
		const sandbox = await startSandbox({ database: file });
		expect((await (await signIn(sandbox)).get('/agents/')).data.total).toBe(3);
		await sandbox.stop();
		expect(existsSync(`${file}.old`)).toBe(true);
		rmSync(file);
		write('CREATE TABLE settings (key TEXT)');
		await expect(startSandbox({ database: file })).rejects.toThrow('name another file');
	} finally {
		rmSync(folder, { recursive: true });
	}
});
