import { Agent } from 'node:http';
import axios from 'axios';
import { PublishedWorkflow, until } from '../harness/n8n/publishedWorkflow.mts';
import { sandboxCredential } from '../harness/samples/samples.mts';
import { startSandbox } from '../harness/sandbox.mts';
import { printTable } from '../harness/table.mts';
import { judge, median } from './support/figures.mts';
import { startBenchN8n } from './support/n8n.mts';
import { ROUNDS } from './support/rounds.mts';

/*
 * Polls of the trigger in a real n8n as it comes, each of which fetches 500 ended calls for their transcripts; beside axios, which fetches the
 * same calls with as many requests under way.
 */

const CALLS = 500;
const WITHIN_MS = 120_000;
/** Ten times what it was when n8n read the credential, and built a JavaScript isolate for it, for each request. */
const MIN_PER_SECOND = 120;
/** n8n refuses a schedule that polls more than once a minute, but takes three of them. */
const THREE_TIMES_A_MINUTE = [0, 20, 40].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

const n8n = await startBenchN8n();
const platform = await startSandbox();
const account = sandboxCredential(platform.url).data as Record<string, string>;

const workflow = new PublishedWorkflow(
	n8n.rest,
	await n8n.createWorkflow([
		{
			name: 'When a call has ended',
			type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
			parameters: { event: 'callEnded', pollTimes: { item: THREE_TIMES_A_MINUTE } },
			credentials: await n8n.createCredential('voiceAgentApi', account),
		},
	]),
);
await workflow.publish();

interface Requested {
	at: string;
	path: string;
}

/** When the calls were requested one by one since the log was cleared, in milliseconds. */
async function requestTimes(): Promise<number[]> {
	const { data } = await platform.api.get<Requested[]>('/requests');
	return data.filter(({ path }) => /\/calls\/call_/.test(path)).map(({ at }) => Date.parse(at));
}

const perSecond = (times: readonly number[]) =>
	(times.length / (Math.max(...times) - Math.min(...times))) * 1000;

/** @returns requests a second, from the first to the last of one poll */
async function poll(ids: readonly string[]): Promise<number> {
	let times: number[] = [];
	const isDone = async () => (times = await requestTimes()).length >= ids.length;
	if (!(await until(isDone, WITHIN_MS))) {
		throw new Error(`${times.length} of ${ids.length} calls were fetched`);
	}
	return perSecond(times);
}

/** The same requests without n8n. */
async function withAxios(ids: readonly string[], parallel: number): Promise<number> {
	const client = axios.create({
		baseURL: platform.url,
		httpAgent: new Agent({ keepAlive: false }),
	});
	const { email, password } = account;
	const { data } = await client.post<{ access_token: string }>('/auth/login', { email, password });
	const headers = { Authorization: `Bearer ${data.access_token}` };
	let next = 0;
	const startedAt = performance.now();
	const worker = async () => {
		while (next < ids.length) await client.get(`/calls/${ids[next++]}`, { headers });
	};
	await Promise.all(Array.from({ length: parallel }, worker));
	return (ids.length / (performance.now() - startedAt)) * 1000;
}

/** As many as the trigger has. */
const PARALLEL = 10;

const rounds: Array<{ ours: number; plain: number }> = [];
for (let round = 1; round <= ROUNDS; round += 1) {
	process.stderr.write(`round ${round} …\n`);
	await platform.api.delete('/requests');
	const { data } = await platform.api.post<{ call_ids: string[] }>('/calls', {
		count: CALLS,
		status: 'completed',
	});
	const ours = await poll(data.call_ids);
	rounds.push({ ours, plain: await withAxios(data.call_ids, PARALLEL) });
}
await n8n.stop();
await platform.stop();

const ours = median(rounds.map((round) => round.ours));
const plain = median(rounds.map((round) => round.plain));
console.log(`\nA poll that fetches ${CALLS} ended calls one by one, in n8n: median of ${ROUNDS}\n`);
printTable(
	['', 'requests a second'],
	[
		['Voice Agent Trigger, n8n as it comes', Math.round(ours)],
		['axios, a connection for each request', Math.round(plain)],
	],
);
judge([{ what: 'Requests a second of the trigger', figure: ours, atLeast: MIN_PER_SECOND }]);
