import { printTable } from '../scripts/lib/table.mts';
import { startN8n } from '../test/support/n8n.mts';
import { type Step, byId, chain, stepsOf } from '../test/support/n8nSteps.mts';

/*
 * Requests through a credential in a real n8n, as the trigger makes them for the details of each call: n8n as it comes builds a JavaScript
 * isolate for every one of them, because a credential might hold expressions; with one setting it waits until it meets one.
 */

const CALLS = 500;
const PARALLEL = 20;

const contenders: Array<{ name: string; env: Record<string, string> }> = [
	{
		name: 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	},
	{ name: 'n8n as it comes', env: {} },
];

const call = stepsOf('voiceAgentCall', 'call');
const steps: Step[] = [
	call('List', 'getAll', { returnAll: true }),
	call(
		'Get',
		'get',
		{ callId: byId('={{ $json.call_id }}'), options: { parallelRequests: PARALLEL } },
		{ executeOnce: false },
	),
];

async function measure(env: Record<string, string>): Promise<number> {
	const n8n = await startN8n({ N8N_LOG_LEVEL: 'info', ...env });
	try {
		await n8n.sandbox.api.post('/calls', { count: CALLS, status: 'completed' });
		const id = await n8n.createWorkflow(chain('Get each call', steps));
		// The first run loads code; it is not what is measured.
		await n8n.execute(id);
		const { data } = await n8n.execute(id);
		const [run] = data.resultData.runData.Get ?? [];
		const given = run?.data?.main?.[0]?.length;
		if (given !== CALLS) throw new Error(`${given} of ${CALLS} calls came: ${run?.error?.message}`);
		return CALLS / ((run?.executionTime ?? 0) / 1000);
	} finally {
		await n8n.stop();
	}
}

const results = [];
for (const { name, env } of contenders) {
	process.stderr.write(`${name} …\n`);
	results.push({ name, requests: await measure(env) });
}
const [lazy] = results;
console.log(`\n${CALLS} calls fetched one by one in n8n, ${PARALLEL} at a time\n`);
printTable(
	['', 'requests a second', 'against the first'],
	results.map(({ name, requests }) => [
		name,
		Math.round(requests),
		`${(requests / (lazy?.requests ?? 1)).toFixed(2)} x`,
	]),
);
process.exit(0);
