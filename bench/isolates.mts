import { printTable } from '../harness/table.mts';
import { PublishedWorkflow, until } from '../harness/n8n/publishedWorkflow.mts';
import { sandboxCredential } from '../harness/samples/samples.mts';
import { startTestN8n } from '../harness/n8n/testN8n.mts';
import { startSandbox } from '../harness/sandbox.mts';

/*
 * A poll of the trigger in a real n8n, which fetches every call that ended for its transcript: n8n as it comes builds a JavaScript isolate for
 * each of these requests, because the credential might hold expressions; with one setting it builds none until it finds one.
 */

const CALLS = 500;
/** n8n polls once a minute. */
const WITHIN_MS = 150_000;

const contenders: Array<{ name: string; env: Record<string, string> }> = [
	{ name: 'n8n as it comes', env: {} },
	{
		name: 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	},
];

const workflowWith = (credential: { id: string; name: string }) => ({
	name: 'Every ended call',
	nodes: [
		{
			id: 'trigger',
			name: 'When a call has ended',
			type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: { event: 'callEnded', pollTimes: { item: [{ mode: 'everyMinute' }] } },
			credentials: { voiceAgentApi: credential },
		},
	],
	connections: {},
});

/** @returns requests a second, from the first to the last of one poll */
async function measure(env: Record<string, string>): Promise<number> {
	const n8n = await startTestN8n({ N8N_LOG_LEVEL: 'info', ...env });
	const platform = await startSandbox();
	try {
		const { data } = sandboxCredential(platform.url);
		const name = 'Platform';
		const id = await n8n.createCredential(name, data as Record<string, string>);
		const workflow = new PublishedWorkflow(
			n8n.rest,
			await n8n.createWorkflow(workflowWith({ id, name })),
		);
		await workflow.publish();
		await platform.api.post('/calls', { count: CALLS, status: 'completed' });
		const isDone = async () => (await workflow.counts()).over > 0;
		if (!(await until(isDone, WITHIN_MS))) throw new Error('The trigger does not poll');
		const { data: requests } =
			await platform.api.get<Array<{ at: string; path: string }>>('/requests');
		const times = requests
			.filter(({ path }) => /\/calls\/call_/.test(path))
			.map(({ at }) => Date.parse(at));
		if (times.length !== CALLS) throw new Error(`${times.length} of ${CALLS} calls were fetched`);
		return (CALLS / (Math.max(...times) - Math.min(...times))) * 1000;
	} finally {
		await n8n.stop();
		await platform.stop();
	}
}

const results = [];
for (const { name, env } of contenders) {
	process.stderr.write(`${name} …\n`);
	results.push({ name, requests: await measure(env) });
}
const [asItComes] = results;
console.log(`\nA poll that fetches ${CALLS} ended calls one by one, in n8n\n`);
printTable(
	['', 'requests a second', 'against the first'],
	results.map(({ name, requests }) => [
		name,
		Math.round(requests),
		`${(requests / (asItComes?.requests ?? 1)).toFixed(1)} x`,
	]),
);
process.exit(0);
