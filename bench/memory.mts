import { createRequire } from 'node:module';
import type { INodeExecutionData } from 'n8n-workflow';

// n8n keeps files on disk unless told otherwise; in this process it must be told before n8n-core loads.
process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';
const { runNode, StoredCredential, useFileStore } = await import('../test/support/engine.mts');
const { startSandbox } = await import('../test/support/sandbox.mts');

/*
 * How far the memory of the process rises above idle while a large file passes through. Prints one line of JSON.
 */

const RECORDING_BYTES = 200_000_000;
const UPLOAD_BYTES = 100_000_000;

const projectRequire = createRequire(import.meta.url);
const { VoiceAgentCall } = projectRequire('../dist/nodes/VoiceAgentCall/VoiceAgentCall.node.js');
const { VoiceAgent } = projectRequire('../dist/nodes/VoiceAgent/VoiceAgent.node.js');
const { VoiceAgentApi } = projectRequire('../dist/credentials/VoiceAgentApi.credentials.js');

/** The highest resident memory above the one at the start while `work` runs, in megabytes. */
async function riseDuring(work: () => Promise<unknown>): Promise<number> {
	const idle = process.memoryUsage.rss();
	let highest = idle;
	const sampler = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 5);
	await work();
	clearInterval(sampler);
	return Math.round((Math.max(highest, process.memoryUsage.rss()) - idle) / 1e6);
}

const sandbox = await startSandbox({ clock: 'manual' });
const credential = new StoredCredential(new VoiceAgentApi(), {
	baseUrl: sandbox.url,
	email: 'owner@example.com',
	password: 'sandbox-password',
	mfa: 'none',
});
await sandbox.api.post('/calls', { count: 2, status: 'completed' });
const { data: calls } = await sandbox.api.get('/calls');
await sandbox.api.put(`/calls/${calls[1].call_id}`, { recordingBytes: RECORDING_BYTES });
const store = await useFileStore();

const download = async (sessionId: string) =>
	await runNode({
		node: new VoiceAgentCall(),
		credential,
		parameters: {
			resource: 'call',
			operation: 'downloadRecording',
			sessionId,
			outputDataFieldName: 'data',
			options: { timeout: 300 },
		},
	});

// A small one first: code and connections that are loaded once are not what is measured.
await download(calls[0].session_id);
let recording: INodeExecutionData[] = [];
const downloadRise = await riseDuring(
	async () => (recording = await download(calls[1].session_id)),
);
const recordingBytes = (await store.getMetadata(recording[0]?.binary?.data?.id)).fileSize;

const upload = async (items: INodeExecutionData[]) =>
	await runNode({
		node: new VoiceAgent(),
		credential,
		items,
		parameters: {
			resource: 'knowledgeBaseDocument',
			operation: 'upload',
			inputDataFieldName: 'data',
			options: { timeout: 300 },
		},
	});
const location = { type: 'execution', workflowId: 'workflow-1', executionId: '1' };
async function fileOf(bytes: number): Promise<INodeExecutionData[]> {
	async function* zeros() {
		const chunk = Buffer.alloc(100_000);
		for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
	}
	const { Readable } = await import('node:stream');
	const data = { mimeType: 'application/pdf', fileName: 'large.pdf', data: '' };
	return [
		{ json: {}, binary: { data: await store.store(location, Readable.from(zeros()), data) } },
	];
}
await upload(await fileOf(5_000_000));
const large = await fileOf(UPLOAD_BYTES);
let document: INodeExecutionData[] = [];
const uploadRise = await riseDuring(async () => (document = await upload(large)));

await sandbox.stop();
console.log(
	JSON.stringify({ recordingBytes, downloadRise, uploadRise, document: document[0]?.json }),
);
process.exit(0);
