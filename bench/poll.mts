import { Agent } from 'node:http';
import axios from 'axios';
import { PublishedWorkflow, until } from '../harness/n8n/publishedWorkflow.mts';
import { sandboxCredential } from '../harness/samples/samples.mts';
import { startSandbox } from '../harness/sandbox.mts';
import { printTable } from '../harness/table.mts';
import { ROUNDS, judge, median, ratio, timeOf } from './support/figures.mts';
import { startBenchN8n, THREE_TIMES_A_MINUTE } from './support/n8n.mts';

/*
 * Polls of the trigger in a real n8n as it comes, each of which fetches 500 ended calls for their transcripts; beside axios, which fetches the
 * same calls with as many requests under way.
 */

const CALLS = 500;
const WITHIN_MS = 120_000;
/** As many as the trigger has. */
const PARALLEL = 10;
/** A share: n8n reads the credential for each request, and axios is all that the other has to do. */
const LEAST_PART_OF_AXIOS = 0.2;

const n8n = await startBenchN8n();
const platform = await startSandbox();

const workflow = new PublishedWorkflow(
	n8n.rest,
	await n8n.createWorkflow([
		{
			name: 'When a call has ended',
			type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
			parameters: { event: 'callEnded', pollTimes: THREE_TIMES_A_MINUTE },
			credentials: await n8n.createAccount(platform.url),
		},
	]),
);
await workflow.publish();

/** When the calls were requested one by one since the log was cleared, in milliseconds. */
async function requestTimes(): Promise<number[]> {
	const { data } = await platform.api.get<Array<{ at: string; path: string }>>('/requests');
	return data.filter(({ path }) => /\/calls\/call_/.test(path)).map(({ at }) => Date.parse(at));
}

/** @returns requests a second, from the first to the last of one poll */
async function poll(ids: readonly string[]): Promise<number> {
	let times: number[] = [];
	const isDone = async () => (times = await requestTimes()).length >= ids.length;
	if (!(await until(isDone, WITHIN_MS)))
		throw new Error(`${times.length} of ${ids.length} calls were fetched`);
	return (times.length / (Math.max(...times) - Math.min(...times))) * 1000;
}

/** The same requests without n8n. */
async function withAxios(ids: readonly string[]): Promise<number> {
	const httpAgent = new Agent({ keepAlive: false });
	const client = axios.create({ baseURL: platform.url, httpAgent });
	const { email, password } = sandboxCredential(platform.url).data;
	const { data } = await client.post<{ access_token: string }>('/auth/login', { email, password });
	const headers = { Authorization: `Bearer ${data.access_token}` };
	const get = async (index: number) => await client.get(`/calls/${ids[index]}`, { headers });
	return (ids.length / (await timeOf(ids.length, PARALLEL, get))) * 1000;
}

const ours: number[] = [];
const plain: number[] = [];
for (let round = 1; round <= ROUNDS; round += 1) {
	process.stderr.write(`round ${round} …\n`);
	await platform.api.delete('/requests');
	const { data } = await platform.api.post<{ call_ids: string[] }>('/calls', {
		count: CALLS,
		status: 'completed',
	});
	ours.push(await poll(data.call_ids));
	plain.push(await withAxios(data.call_ids));
}
await n8n.stop();
await platform.stop();

console.log(`\nA poll that fetches ${CALLS} ended calls one by one, in n8n: median of ${ROUNDS}\n`);
printTable(
	['', 'requests a second'],
	[
		['Voice Agent Trigger, n8n as it comes', Math.round(median(ours))],
		['axios, a connection for each request', Math.round(median(plain))],
	],
);
judge([
	{
		what: 'Requests a second, beside axios',
		figure: ratio(ours, plain),
		unit: ' x',
		atLeast: LEAST_PART_OF_AXIOS,
	},
]);
