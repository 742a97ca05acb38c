import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import axios, { type AxiosInstance } from 'axios';
import type { IDataObject, INodeType } from 'n8n-workflow';
import {
	Poller,
	type Run,
	StoredCredential,
	WebhookTrigger,
	processedData,
	runNode,
} from '../harness/n8n/engine.mts';
import { root } from '../harness/project/project.mjs';
import { sandboxCredential } from '../harness/samples/samples.mts';
import { type Sandbox, startSandbox } from '../harness/sandbox.mts';

/*
 * node scripts/savedStates.mts
 *
 * Records what the built package saves in n8n, in test/contract/saved/<version>.json: the states of triggers, the numbers that were called, a credential, a
 * function's registration and an agent as a document. Also what the platform had at that time, so that every later version can go on from there.
 * `npm run release:files` runs it for each release.
 */

/** Where the platform was: a trigger remembers its account by the address. No test gives itself such a low port. */
const PORT = 9_731;
const AGENT = 'agent_0001';
const NUMBERS = ['+12125550101', '+12125550102'];
const FUNCTION: IDataObject = {
	agentId: { __rl: true, mode: 'id', value: AGENT },
	functionName: 'check_slots',
	functionDescription: 'Returns the free slots of a day',
	functionParameters: { parameters: [{ name: 'day', type: 'date', required: true }] },
	options: { secretIn: 'header' },
};
const N8N_URL = 'https://n8n.example.com/webhook';

const projectRequire = createRequire(join(root, 'package.json'));
const { version, n8n } = projectRequire('./package.json') as {
	version: string;
	n8n: { nodes: string[] };
};
const built = (name: string): INodeType => {
	const file = n8n.nodes.find((path) => path.endsWith(`/${name}.node.js`));
	return new (projectRequire(`./${file}`)[name] as new () => INodeType)();
};

/** Longer than the time in which a restart makes a trigger ask what a crash may have lost. */
const LATER_MS = 40 * 60_000;
const realNow = Date.now.bind(Date);
let passed = 0;
Date.now = () => realNow() + passed;

/** What makes each event occur, between two polls. */
const occurrences: Record<string, (sandbox: Sandbox) => Promise<unknown>> = {
	newCall: async ({ api }) => await api.post('/calls', { count: 2 }),
	callEnded: async ({ api }) => await api.post('/calls', { count: 2, status: 'completed' }),
	newBooking: async ({ api }) => await api.post('/seed/bookings', { count: 2 }),
	newCallback: async ({ api }) => await api.post('/seed/callbacks', { count: 2 }),
	newTransfer: async ({ api }) => await api.post('/seed/transfer-events', { count: 2 }),
	async campaignFinished({ api }) {
		await api.post('/seed/campaigns', { count: 1 });
		await api.put('/campaigns/campaign_0001', { status: 'finished' });
	},
	figureCrossesLimit: async ({ api }) => await api.put('/balance', { credits: 50 }),
};

/** What the nodes have read of the platform since this was asked last: path → body, with all rows of a list. */
type AnswersSince = () => Promise<Record<string, unknown>>;

function answersSince({ api, url }: Sandbox, platform: AxiosInstance): AnswersSince {
	const prefix = new URL(url).pathname;
	return async () => {
		const { data: requests } = await api.get<Array<{ method: string; path: string }>>('/requests');
		const read = requests
			.filter(({ method }) => method === 'GET')
			.map(({ path }) => path.replace(prefix, '').split('?')[0]!);
		const answers: Record<string, unknown> = {};
		for (const path of [...new Set(read)].sort())
			answers[path] = (await platform.get(`${path}?limit=1000`)).data;
		await api.delete('/requests');
		return answers;
	};
}

/** @throws Error if an event of the trigger is not recorded */
async function recordedTriggers(
	sandbox: Sandbox,
	credential: StoredCredential,
	answers: AnswersSince,
) {
	const node = built('VoiceAgentTrigger');
	const choices = node.description.properties.find(({ name }) => name === 'event')?.options ?? [];
	const triggers: IDataObject[] = [];
	for (const { value: event } of choices as Array<{ value: string }>) {
		const occur = occurrences[event];
		if (!occur) throw new Error(`Nothing makes the event "${event}" occur`);
		const parameters = { event, output: 'simplified', filters: {}, options: {} };
		const poller = new Poller({ node, credential, parameters });
		if ((await poller.poll()) !== null) throw new Error(`${event}: the first poll has items`);
		await poller.poll();
		await occur(sandbox);
		const emitted = (await poller.poll())?.length ?? 0;
		if (emitted === 0) throw new Error(`${event}: nothing was emitted`);
		passed += LATER_MS;
		await sandbox.api.post('/clock', { advanceSeconds: LATER_MS / 1000 });
		if ((await poller.poll()) !== null) throw new Error(`${event}: emitted again`);
		triggers.push({ parameters, emitted, data: poller.data, platform: await answers() });
	}
	return triggers;
}

/** Calls numbers with each choice of Duplicate Numbers that n8n's store remembers. */
async function recordedNumbers(credential: StoredCredential) {
	const node = built('VoiceAgentCall');
	const called: IDataObject[] = [];
	for (const repeatedNumbers of ['day', 'ever']) {
		const run = {
			workflowId: `saved-${repeatedNumbers}`,
			parameters: {
				resource: 'call',
				operation: 'makeCall',
				agentId: { __rl: true, mode: 'id', value: AGENT },
				toNumber: '={{ $json.phone }}',
				options: { repeatedNumbers },
			},
		} satisfies Partial<Run>;
		const items = await runNode({
			...run,
			node,
			credential,
			items: NUMBERS.map((phone) => ({ json: { phone } })),
		});
		if (items.some(({ json }) => !json.call_id)) throw new Error('Somebody was not called');
		const { workflowId } = run;
		const contexts = ['', `n:${node.description.name}-under-test`];
		const found = contexts.map(
			async (context) => await processedData.findOne({ where: { workflowId, context } }),
		);
		const rows = (await Promise.all(found)).filter((row) => row !== null);
		called.push({ ...run, numbers: NUMBERS, rows: rows as unknown as IDataObject[] });
	}
	return called;
}

async function recordedFunction(
	credential: StoredCredential,
	platform: AxiosInstance,
	answers: AnswersSince,
) {
	const trigger = new WebhookTrigger({
		node: built('VoiceAgentFunctionTrigger'),
		credential,
		parameters: FUNCTION,
		webhookBaseUrl: N8N_URL,
	});
	await trigger.publish();
	const { data } = await platform.get(`/agents/${AGENT}/custom-functions/`);
	const row = (data.items as IDataObject[]).find(({ name }) => name === FUNCTION.functionName);
	if (!row) throw new Error('The function is not registered');
	return {
		parameters: FUNCTION,
		webhookBaseUrl: N8N_URL,
		data: trigger.data,
		row,
		platform: await answers(),
	};
}

async function recordedDocument(credential: StoredCredential) {
	const parameters = { resource: 'agent', operation: 'export', agentId: FUNCTION.agentId };
	const [item] = await runNode({
		node: built('VoiceAgent'),
		credential,
		parameters: { ...parameters, options: {} },
	});
	if (item?.json.kind !== 'voice-agent') throw new Error('This is no agent document');
	return item.json;
}

const sandbox = await startSandbox({
	clock: 'manual',
	port: PORT,
	agents: 1,
	tokenLifetime: 100_000_000,
});
try {
	const { data: account } = sandboxCredential(sandbox.url);
	const { VoiceAgentApi } = projectRequire('./dist/credentials/VoiceAgentApi.credentials.js');
	const credential = new StoredCredential(new VoiceAgentApi(), account);
	const login = axios.create({ baseURL: sandbox.url });
	const { email, password } = account;
	const { data } = await login.post('/auth/login', { email, password });
	const headers = { authorization: `Bearer ${data.access_token}` };
	const platform = axios.create({ baseURL: sandbox.url, headers });
	const answers = answersSince(sandbox, platform);
	const document = await recordedDocument(credential);
	await answers();
	const triggers = await recordedTriggers(sandbox, credential, answers);
	const called = await recordedNumbers(credential);
	await answers();
	const saved = {
		version,
		triggers,
		called,
		function: await recordedFunction(credential, platform, answers),
		document,
		credential: credential.data,
		at: Date.now(),
	};
	const file = join(root, 'test', 'contract', 'saved', `${version}.json`);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(saved, null, '\t')}\n`);
	console.log(`${file}: ${Math.round(readFileSync(file).length / 1000)} KB`);
} finally {
	await sandbox.stop();
}
