import axios from 'axios';
import { parseArgs } from 'node:util';
import { rowsOf } from '../harness/n8n/executions.mts';
import { PublishedWorkflow, until } from '../harness/n8n/publishedWorkflow.mts';
import { platformOf } from '../harness/samples/platform.mts';
import { startSandbox } from '../harness/sandbox.mts';
import { printTable } from '../harness/table.mts';
import { judge, median, percentile } from './support/figures.mts';
import { AGENT, type BenchNode, START, contacts, makeCall, startBenchN8n } from './support/n8n.mts';

/*
 * A day of the platform in 16 minutes, through one n8n: calls are made each half an hour, the trigger polls as n8n lets it (once a minute of the
 * clock on the wall), and an agent asks two workflows in turns, which begin with Voice Agent Function Trigger and with n8n's own Webhook.
 * `--hours=2` is a shorter day.
 */

const SPEED = 90;
const CALLS = 20;
const CALLS_EVERY_MS = 20_000;
const ASK_EVERY_MS = 2_000;
const MINUTE = 60_000;
/** Of the day, in which the lowest heap counts: n8n collects its garbage when it likes. */
const PART = 1 / 4;

const { values } = parseArgs({ options: { hours: { type: 'string', default: '24' } } });
const lasts = (Number(values.hours) * 60 * MINUTE) / SPEED;

const sandbox = await startSandbox({ speed: SPEED });
const n8n = await startBenchN8n({ N8N_METRICS: 'true' });
await sandbox.api.post('/clock', { functionPatienceSeconds: MINUTE / 1000 });
const credentials = await n8n.createAccount(sandbox.url);

const NEW_NUMBER = `'+12125' + (100000 + Number($execution.id) * ${CALLS} + n)`;
const calling = await n8n.createWorkflow([
	START,
	...contacts(CALLS, NEW_NUMBER),
	makeCall(credentials),
]);

const publish = async (...nodes: BenchNode[]) => {
	const workflow = new PublishedWorkflow(n8n.rest, await n8n.createWorkflow(nodes));
	await workflow.publish();
	return workflow;
};
const ENDED = 'When a call has ended';
const ended = await publish({
	name: ENDED,
	type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
	parameters: {
		event: 'callEnded',
		output: 'raw',
		pollTimes: { item: [{ mode: 'everyMinute' }] },
	},
	credentials,
});

const DAY = '2026-03-02';
const answering = (day: string): BenchNode => ({
	name: 'Answer',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: `={{ { result: 'Free on ' + ${day} } }}` },
});
const PARAMETERS = { type: 'object', properties: { day: { type: 'string' } } };
const OURS = 'ask_trigger';
const THEIRS = 'ask_webhook';
await publish(
	{
		name: 'When the agent asks',
		type: 'n8n-nodes-voice-agent.voiceAgentFunctionTrigger',
		parameters: {
			agentId: { __rl: true, mode: 'id', value: AGENT },
			functionName: OURS,
			functionDescription: 'Returns the free slots of a day',
			specifyParameters: 'json',
			parametersJson: JSON.stringify(PARAMETERS),
		},
		credentials,
	},
	answering('$json.parameters.day'),
);
await publish(
	{
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		webhookId: THEIRS,
		parameters: { httpMethod: 'POST', path: THEIRS, responseMode: 'lastNode', options: {} },
	},
	// No expression of n8n can read a field with the name `arguments`.
	answering('$json.body.toJsonString().match(/\\d{4}-\\d\\d-\\d\\d/)[0]'),
);
const platform = platformOf(sandbox);
const functions = `/agents/${AGENT}/custom-functions/`;
const isRegistered = async () =>
	(await platform.get(functions)).data.items.some(({ name }: { name: string }) => name === OURS);
if (!(await until(isRegistered, MINUTE))) throw new Error('The trigger registers nothing');
await platform.post(functions, {
	name: THEIRS,
	url: `${n8n.n8n.url}/webhook/${THEIRS}`,
	method: 'POST',
	parameters: PARAMETERS,
});

let wrongAnswers = 0;
let sessions = 0;
/** @returns what the agent waited, in milliseconds */
async function ask(name: string): Promise<number> {
	// Each session asks once: the trigger would answer a second question from memory.
	const session_id = `session_of_${(sessions += 1)}`;
	const question = { function: name, arguments: { day: DAY }, session_id };
	const { data } = await sandbox.api.post(`/agents/${AGENT}/ask`, question);
	if (!String(data.answer).includes(`Free on ${DAY}`)) wrongAnswers += 1;
	return data.latency_ms;
}

async function heap(): Promise<number> {
	const { data } = await axios.get<string>(`${n8n.n8n.url}/metrics`);
	return Number(/nodejs_heap_size_used_bytes (\d+)/.exec(data)?.[1]);
}
const stateSize = async () => JSON.stringify((await ended.details()).staticData).length;

const waited: Record<string, number[]> = { [OURS]: [], [THEIRS]: [] };
const heaps: Array<{ share: number; bytes: number }> = [];
let stateAtFirst = NaN;
const begin = Date.now();
const share = () => (Date.now() - begin) / lasts;
let nextCalls = begin;
for (let asked = 0; share() < 1; asked += 1) {
	if (Date.now() >= nextCalls) {
		nextCalls += CALLS_EVERY_MS;
		await n8n.execute(calling);
		process.stderr.write(`${Math.round(share() * 100)} % of the day …\n`);
	}
	const name = asked % 2 === 0 ? OURS : THEIRS;
	waited[name]?.push(await ask(name));
	heaps.push({ share: share(), bytes: await heap() });
	if (Number.isNaN(stateAtFirst) && share() > PART) stateAtFirst = await stateSize();
	await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
}
// What has ended last, with its transcript, comes with the second poll from now.
await new Promise((resolve) => setTimeout(resolve, 2 * MINUTE + CALLS_EVERY_MS));
const stateAtLast = await stateSize();

const delays: number[] = [];
const emitted: unknown[] = [];
for (const execution of await ended.executions()) {
	const { startTime = NaN } = execution.data.resultData.runData[ENDED]?.[0] ?? {};
	for (const { call_id, ended_at } of rowsOf(execution, ENDED)) {
		emitted.push(call_id);
		delays.push((startTime - Date.parse(String(ended_at))) / 1000);
	}
}
const { data: calls } = await sandbox.api.get<Array<{ call_id: string }>>('/calls');
await n8n.stop();
await sandbox.stop();

const lowest = (isIn: (share: number) => boolean) =>
	Math.min(...heaps.filter(({ share: at }) => isIn(at)).map(({ bytes }) => bytes));
const heapAtFirst = lowest((at) => at < PART);
const heapAtLast = lowest((at) => at > 1 - PART);
const [ours = [], theirs = []] = [waited[OURS], waited[THEIRS]];
const p = (figures: readonly number[], unit: string) =>
	[0.5, 0.95].map((part) => `${percentile(figures, part).toFixed(unit === 's' ? 1 : 0)} ${unit}`);
console.log(
	`\n${values.hours} hours of the platform: ${calls.length} calls, ${sessions} questions\n`,
);
printTable(
	['', 'at first', 'at last'],
	[
		['heap of n8n', ...[heapAtFirst, heapAtLast].map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`)],
		['state of the trigger', `${stateAtFirst} bytes`, `${stateAtLast} bytes`],
	],
);
console.log('');
printTable(
	['', 'p50', 'p95'],
	[
		['from the end of a call to its item', ...p(delays, 's')],
		['an answer of Voice Agent Function Trigger', ...p(ours, 'ms')],
		['an answer of Webhook', ...p(theirs, 'ms')],
	],
);
const known = new Set(emitted);
judge([
	{ what: 'Heap at last beside first', figure: heapAtLast / heapAtFirst, unit: ' x', atMost: 1.2 },
	{
		what: 'Delay of an item beside the time between two polls, p95',
		figure: percentile(delays, 0.95) / 60,
		unit: ' x',
		atMost: 1.2,
	},
	{
		what: 'Answer beside Webhook, p50',
		figure: median(ours) / median(theirs),
		unit: ' x',
		atMost: 2,
	},
	{ what: 'Questions without the right answer', figure: wrongAnswers, atMost: 0 },
	{
		what: 'Calls without an item',
		figure: calls.filter(({ call_id }) => !known.has(call_id)).length,
		atMost: 0,
	},
	{ what: 'Calls with two', figure: emitted.length - known.size, atMost: 0 },
]);
