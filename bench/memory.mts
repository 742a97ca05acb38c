import { createRequire } from 'node:module';
import type { INodeExecutionData } from 'n8n-workflow';
import { sandboxCredential } from '../harness/samples/samples.mts';
import { printTable } from '../harness/table.mts';
import { judge } from './support/figures.mts';

// n8n keeps files on disk unless told otherwise; in this process it must be told before n8n-core loads.
process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';
const { runNode, StoredCredential, useFileStore } = await import('../harness/n8n/engine.mts');
const { startSandbox } = await import('../harness/sandbox.mts');

/*
 * How far the memory of the process rises above idle while a large file passes through.
 */

const RECORDING_BYTES = 200_000_000;
const UPLOAD_BYTES = 100_000_000;
/** Files pass through in pieces. */
const MAX_ABOVE_IDLE_MB = 100;

const projectRequire = createRequire(import.meta.url);
const { VoiceAgentCall } = projectRequire('../dist/nodes/VoiceAgentCall/VoiceAgentCall.node.js');
const { VoiceAgent } = projectRequire('../dist/nodes/VoiceAgent/VoiceAgent.node.js');
const { VoiceAgentApi } = projectRequire('../dist/credentials/VoiceAgentApi.credentials.js');

/** The highest resident memory while `work` runs, in bytes. */
async function highestDuring(work: () => Promise<unknown>): Promise<number> {
	let highest = 0;
	const sample = () => (highest = Math.max(highest, process.memoryUsage.rss()));
	const sampler = setInterval(sample, 5);
	await work();
	clearInterval(sampler);
	sample();
	return highest;
}

const sandbox = await startSandbox({ clock: 'manual' });
const credential = new StoredCredential(new VoiceAgentApi(), sandboxCredential(sandbox.url).data);
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
			advanced: { timeout: 300 },
		},
	});

const upload = async (items: INodeExecutionData[]) =>
	await runNode({
		node: new VoiceAgent(),
		credential,
		items,
		parameters: {
			resource: 'knowledgeBaseDocument',
			operation: 'upload',
			inputDataFieldName: 'data',
			advanced: { timeout: 300 },
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
// Small ones first: code and connections that are loaded once are not what is measured.
await download(calls[0].session_id);
await upload(await fileOf(5_000_000));
const large = await fileOf(UPLOAD_BYTES);
const idle = process.memoryUsage.rss();

let document: INodeExecutionData[] = [];
const uploading = await highestDuring(async () => (document = await upload(large)));
let recording: INodeExecutionData[] = [];
const downloading = await highestDuring(
	async () => (recording = await download(calls[1].session_id)),
);
const arrived = (await store.getMetadata(recording[0]?.binary?.data?.id)).fileSize;
await sandbox.stop();

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
console.log('\nMemory above idle while a large file passes through\n');
printTable(
	['', 'file', 'arrived', 'above idle'],
	[
		[
			'Upload a document',
			megabytes(UPLOAD_BYTES),
			megabytes(Number(document[0]?.json.size)),
			megabytes(uploading - idle),
		],
		[
			'Download a recording',
			megabytes(RECORDING_BYTES),
			megabytes(arrived),
			megabytes(downloading - idle),
		],
	],
);
judge([
	{
		what: 'Above idle, upload',
		figure: (uploading - idle) / 1e6,
		unit: ' MB',
		atMost: MAX_ABOVE_IDLE_MB,
	},
	{
		what: 'Above idle, download',
		figure: (downloading - idle) / 1e6,
		unit: ' MB',
		atMost: MAX_ABOVE_IDLE_MB,
	},
]);
process.exit();
