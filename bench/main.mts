import { createRequire } from 'node:module';
import type {
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeType,
} from 'n8n-workflow';
import { runNode, StoredCredential } from '../harness/n8n/engine.mts';
import { startSandbox, type Sandbox } from '../harness/sandbox.mts';
import { sandboxCredential } from '../harness/samples/samples.mts';
import { printTable } from '../harness/table.mts';

/*
 * 1,000 calls against a platform with 50 ms latency whose tokens expire every 200 requests: our node beside what a user would use instead,
 * all in one run on one machine.
 */

const CALLS = 1000;
const PARALLEL = 20;
const LATENCY_MS = 50;
const TOKEN_USES = 200;

const projectRequire = createRequire(import.meta.url);
const n8nRequire = createRequire(projectRequire.resolve('n8n'));

const { VoiceAgentCall } = projectRequire('../dist/nodes/VoiceAgentCall/VoiceAgentCall.node.js');
const { VoiceAgentApi } = projectRequire('../dist/credentials/VoiceAgentApi.credentials.js');
const { HttpRequest } = n8nRequire('n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js');

const items = Array.from({ length: CALLS }, (_, n) => ({ json: { phone: `+1212555${1000 + n}` } }));

/** The login as n8n's documentation shows it for an expiring token: no lock, no memory. */
class PlainLogin implements ICredentialType {
	name = 'voiceAgentApi';
	displayName = 'Plain login';
	properties = new VoiceAgentApi().properties;

	authenticate = async (credentials: Record<string, unknown>, options: IHttpRequestOptions) => ({
		...options,
		headers: { ...options.headers, Authorization: `Bearer ${String(credentials.accessToken)}` },
	});

	async preAuthentication(this: IHttpRequestHelper, credentials: Record<string, unknown>) {
		const { access_token: accessToken } = (await this.helpers.httpRequest({
			method: 'POST',
			url: `${String(credentials.baseUrl)}/auth/login`,
			body: { email: credentials.email, password: credentials.password },
			json: true,
		})) as { access_token: string };
		return { accessToken };
	}
}

interface Contender {
	name: string;
	node: INodeType;
	login: ICredentialType;
	parameters: (sandbox: Sandbox) => Record<string, unknown>;
}

const ourNode = (parallelRequests: number) => () => ({
	resource: 'call',
	operation: 'makeCall',
	agentId: { __rl: true, mode: 'id', value: 'agent_0001' },
	toNumber: '={{ $json.phone }}',
	options: { parallelRequests },
});

/** HTTP Request does not wait for a batch to end; batches that follow each other at the pace of the latency come closest to so many in parallel. */
const batching = { batch: { batchSize: PARALLEL, batchInterval: LATENCY_MS } };

const httpRequest = (options: object) => (sandbox: Sandbox) => ({
	method: 'POST',
	url: `${sandbox.url}/calls/make-call`,
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'voiceAgentApi',
	sendBody: true,
	specifyBody: 'json',
	jsonBody: '={{ JSON.stringify({ agent_id: "agent_0001", to_number: $json.phone }) }}',
	options,
});

const httpNode: INodeType = new HttpRequest().getNodeType(4.2);

const contenders: Contender[] = [
	{
		name: `Voice Agent Call, ${PARALLEL} in parallel`,
		node: new VoiceAgentCall(),
		login: new VoiceAgentApi(),
		parameters: ourNode(PARALLEL),
	},
	{
		name: 'HTTP Request as it comes, plain login',
		node: httpNode,
		login: new PlainLogin(),
		parameters: httpRequest({}),
	},
	{
		name: `HTTP Request, batches of ${PARALLEL}, plain login`,
		node: httpNode,
		login: new PlainLogin(),
		parameters: httpRequest({ batching }),
	},
	{
		name: `HTTP Request, batches of ${PARALLEL}, our login`,
		node: httpNode,
		login: new VoiceAgentApi(),
		parameters: httpRequest({ batching }),
	},
	{
		name: 'Voice Agent Call, one at a time',
		node: new VoiceAgentCall(),
		login: new VoiceAgentApi(),
		parameters: ourNode(1),
	},
];

async function measure({ node, login, parameters }: Contender) {
	const sandbox = await startSandbox({ clock: 'manual' });
	await sandbox.api.patch('/behaviour', { latencyMs: LATENCY_MS, tokenUses: TOKEN_USES });
	const credential = new StoredCredential(login, sandboxCredential(sandbox.url).data);
	const startedAt = performance.now();
	const output = await runNode({
		node,
		credential,
		parameters: parameters(sandbox) as never,
		items,
		settings: {
			onError: 'continueRegularOutput',
			...(node === httpNode && { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 }),
		},
	});
	const seconds = (performance.now() - startedAt) / 1000;

	const { data: calls } = await sandbox.api.get<Array<{ to_number: string }>>('/calls');
	const { data: logins } = await sandbox.api.get<unknown[]>('/logins');
	await sandbox.stop();
	const failed = output.filter(
		({ json, error }) => error !== undefined || json.error !== undefined,
	).length;
	const twice = calls.length - new Set(calls.map((call) => call.to_number)).size;
	return { seconds, calls: calls.length, twice, failed, logins: logins.length };
}

const results = [];
for (const contender of contenders) {
	process.stderr.write(`${contender.name} …\n`);
	results.push({ name: contender.name, ...(await measure(contender)) });
}
const ours = results[0]?.seconds ?? 1;
console.log(
	`\n${CALLS} calls, ${LATENCY_MS} ms latency, tokens expire every ${TOKEN_USES} requests (at least ${CALLS / TOKEN_USES} logins are needed)\n`,
);
printTable(
	['', 'time', 'against ours', 'calls placed', 'placed twice', 'items failed', 'logins'],
	results.map(({ name, seconds, calls, twice, failed, logins }) => [
		name,
		`${seconds.toFixed(1)} s`,
		`${(seconds / ours).toFixed(2)} x`,
		calls,
		twice,
		failed,
		logins,
	]),
);
process.exit(0);
