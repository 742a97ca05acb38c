import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { AxiosInstance } from 'axios';
import { useSandbox } from '../support/useSandbox.mts';
import { signIn } from './client.mts';

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let client: AxiosInstance;
beforeEach(async () => {
	client = await signIn(sandbox);
});

function upload(content: Buffer, filename: string, fields: Record<string, string> = {}) {
	const form = new FormData();
	form.append('file', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), filename);
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	return client.post('/knowledge-base/upload', form);
}

test('a document is uploaded as it is, renamed and deleted', async () => {
	const content = Buffer.from([0, 255, 13, 10, 128, 1]);
	const { status, data: document } = await upload(content, 'Preisliste Größe.pdf');
	expect(status).toBe(201);
	expect(document).toMatchObject({
		name: 'Preisliste Größe.pdf',
		filename: 'Preisliste Größe.pdf',
		content_type: 'application/pdf',
		size: 6,
		sha256: createHash('sha256').update(content).digest('hex'),
	});
	const path = `/knowledge-base/document/${document.kb_id}`;
	expect((await client.get(path)).data).toEqual(document);
	expect((await client.put(path, { name: 'Prices' })).data).toMatchObject({
		name: 'Prices',
		filename: document.filename,
	});
	expect((await client.put(path, { name: '' })).status).toBe(422);
	expect((await upload(content, 'b.pdf', { name: 'Named' })).data.name).toBe('Named');
	expect((await client.get('/knowledge-base/documents')).data.total).toBe(2);
	expect((await client.delete(path)).status).toBe(200);
	expect((await client.get(path)).status).toBe(404);
	expect((await client.get('/knowledge-base/documents')).data.total).toBe(1);
});

test('what is no file is refused, and so is what is too large', async () => {
	const form = new FormData();
	form.append('file', 'just text');
	const text = await client.post('/knowledge-base/upload', form);
	expect(text.data.detail[0]).toEqual({ loc: ['body', 'file'], msg: 'must be one file' });
	expect((await client.post('/knowledge-base/upload', new FormData())).status).toBe(422);
	expect((await client.post('/knowledge-base/upload', { file: 'x' })).status).toBe(422);

	await sandbox.api.patch('/behaviour', { uploadLimitBytes: 1000 });
	expect((await upload(Buffer.alloc(1000), 'fits.bin')).status).toBe(201);
	const { status, data } = await upload(Buffer.alloc(3_000_000), 'large.bin', { name: 'x' });
	expect(status).toBe(413);
	expect(data.message).toContain('large.bin');
	const contacts = new FormData();
	contacts.append('file', new Blob([`phone\n${'+12125550101\n'.repeat(100)}`]), 'contacts.csv');
	expect((await client.post('/campaigns/validate-excel', contacts)).status).toBe(413);
	expect((await client.get('/knowledge-base/documents')).data.total).toBe(1);
});

test('a large document passes through, up to the limit of 100 MB', async () => {
	const content = Buffer.alloc(90 * 1024 * 1024, 'x');
	const { status, data } = await upload(content, 'large.bin');
	expect(status).toBe(201);
	expect(data.size).toBe(content.length);
	expect(data.sha256).toBe(createHash('sha256').update(content).digest('hex'));
});

test('documents are attached to agents and detached', async () => {
	const ids: string[] = [];
	for (const name of ['a', 'b', 'c']) ids.push((await upload(Buffer.from(name), name)).data.kb_id);
	const path = '/agents/agent_0001/knowledge-base';
	const assigned = await client.post(`${path}/assign`, { kb_ids: ids.slice(0, 2) });
	expect(assigned.data).toEqual({ agent_id: 'agent_0001', kb_ids: ids.slice(0, 2) });
	const again = await client.post(`${path}/assign`, { kb_ids: ids.slice(1) });
	expect(again.data.kb_ids).toEqual(ids);
	const detached = await client.post(`${path}/unassign`, { kb_ids: [ids[0]] });
	expect(detached.data.kb_ids).toEqual(ids.slice(1));

	expect((await client.post(`${path}/assign`, { kb_ids: [ids[0], 'nothing'] })).status).toBe(404);
	expect((await client.post(`${path}/assign`, { kb_ids: [] })).status).toBe(422);
	expect((await client.post(`${path}/assign`, { kb_ids: 'x' })).status).toBe(422);
	await client.delete(`/knowledge-base/document/${ids[1]}`);
	const { data } = await client.get(path);
	expect(data.items.map(({ kb_id }: never) => kb_id)).toEqual([ids[2]]);
	expect((await client.get('/agents/agent_0002/knowledge-base')).data.total).toBe(0);
});

test('an upload that is broken off leaves nothing behind', async () => {
	const sending = request(`${sandbox.url}/knowledge-base/upload`, {
		method: 'POST',
		headers: {
			authorization: String(client.defaults.headers.authorization),
			'content-type': 'multipart/form-data; boundary=x',
			'content-length': 1_000_000,
		},
	}).on('error', () => {});
	const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
	await new Promise((sent) => sending.write(part, sent));
	await new Promise((later) => setTimeout(later, 100));
	sending.destroy();
	await new Promise((later) => setTimeout(later, 100));
	expect((await client.get('/knowledge-base/documents')).data.total).toBe(0);
});
