import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as later } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { startSandbox } from '../../harness/sandbox.mts';
import { clientOf, PASSWORD, sampleNumbers, signIn } from './client.mts';
import { type Row, useOwner } from './owner.mts';

/*
 * What people and tests do with the sandbox itself: its page, sample rows, files, the end of the process.
 */

const owner = useOwner();
const { sandbox, control } = owner;

test('the page shows what there is, texts as texts, and no password', async () => {
	await clientOf(sandbox).post('/auth/login', { email: 'owner@example.com', password: 'wrong' });
	const contacts = [{ phone_number: '+12125550123' }];
	const body = { name: '<script>"', agent_id: 'agent_0001', contacts };
	await owner.client.post('/campaigns/', body);
	await sandbox.api.post('/calls', { count: 60 });
	const page: string = await control('/');
	for (const shown of [
		'Campaigns: 1<',
		'<td>&lt;script&gt;&quot;<',
		'Calls: 60,',
		'wrong_password',
	])
		expect(page).toContain(shown);
	for (const hidden of ['<script', PASSWORD]) expect(page).not.toContain(hidden);
	expect(parse(await control('/calls.csv'), { columns: true })).toHaveLength(60);
});

describe('sample rows', () => {
	const fill = async (collection: string, body: object) =>
		await sandbox.api.post(`/seed/${collection}`, body, { validateStatus: () => true });

	test.each([
		['bookings', '/bookings', '/bookings', 'booking_id'],
		['callbacks', '/callbacks/', '/callbacks', 'id'],
		['transfer-events', '/transfer-events', '/transfers', 'transfer_id'],
		['calls', '/calls', '/calls', 'call_id'],
	])('%s are added at the time given, and listed in order of arrival', async (...names) => {
		const [collection, path, listed, idName] = names;
		const end = Date.parse('2026-03-01T12:00:00Z');
		await fill(collection, { count: 2 });
		await fill(collection, { count: 3, spacingSeconds: 60, created_at: end });
		await fill(collection, { count: 1, created_at: new Date(end - 5000).toISOString() });
		const { now } = await control('/state');
		const past = [120, 60, 0, 5].map((seconds) => new Date(end - seconds * 1000).toISOString());
		const rows: Row[] = await control(listed);
		const shown = new Map((await owner.rows(path)).map((row) => [row[idName], row.created_at]));
		expect(rows.map((row) => shown.get(row[idName]))).toEqual([now, now, ...past]);
		expect(await control(listed)).toHaveLength(6);
	});
});

test.each([
	['analysis', { analysis: {} }],
	['transcript/0', { transcript: ['Hello'] }],
])(
	'a call whose %s breaks the contract is refused, new or changed, and nothing of it is kept',
	async (place, fields) => {
		const send = { validateStatus: () => true };
		const { data } = await sandbox.api.post('/calls', { count: 1 });
		const path = `/calls/${data.call_ids[0]}`;
		const before = await owner.get(path);
		for (const { status, data: answer } of [
			await sandbox.api.post('/calls', { count: 2, ...fields }, send),
			await sandbox.api.put(path, fields, send),
		]) {
			expect(status).toBe(422);
			expect(answer.message).toContain(place);
		}
		expect(await owner.rows('/calls')).toHaveLength(1);
		expect(await owner.get(path)).toEqual(before);
	},
);

test.each([
	['post', '/calls', { count: 1, created_at: 1e20 }],
	['put', '/calls/call_00000001', { created_at: null }],
	['patch', '/users/owner@example.com', { role: 'king' }],
])('%s %s: %j is refused', async (method, url, data) => {
	await sandbox.api.post('/calls', { count: 1 });
	const answer = await sandbox.api.request({ method, url, data, validateStatus: () => true });
	expect(answer.status).toBe(400);
	expect((await owner.client.get('/users/')).status).toBe(200);
	expect(await owner.rows('/calls')).toHaveLength(1);
});

describe('the process', () => {
	test('one line on stdout, nothing on stderr, and a clean end on SIGTERM', async () => {
		const child = spawn(realpathSync('node_modules/node/bin/node'), ['sandbox/main.mts']);
		let out = '';
		let err = '';
		child.stderr.on('data', (text) => (err += text));
		child.stdout.on('data', (text) => (out += text));
		while (!out.includes('\n')) await once(child.stdout, 'data');
		child.kill('SIGTERM');
		expect(await once(child, 'exit')).toEqual([0, null]);
		expect([err, out.trim().split('\n').length]).toEqual(['', 1]);
		const { url, control: address } = JSON.parse(out);
		expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
		expect(address).toBe(url.replace('/api/v1', '/sandbox'));
	});

	test('a campaign survives its end', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
		const options = { database: join(folder, 'platform.db'), speed: 2000 };
		const first = await startSandbox(options);
		const client = await signIn(first);
		const contacts = sampleNumbers(100).map((phone_number) => ({ phone_number }));
		const campaign = { name: 'x', agent_id: 'agent_0002', contacts };
		const { data: started } = await client.post('/campaigns/', campaign);
		await client.patch(`/campaigns/${started.id}/start`);
		await first.stop();

		const second = await startSandbox(options);
		const again = await signIn(second);
		const progress = async () => (await again.get(`/campaigns/${started.id}`)).data;
		// The clock is fast.
		while ((await progress()).status === 'active') await later(20);
		expect(await progress()).toMatchObject({ status: 'finished', progress: { done: 100 } });
		expect((await second.api.get('/violations')).data).toEqual([]);
		await second.stop();
		rmSync(folder, { recursive: true });
	});
});
