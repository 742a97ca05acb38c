import { Agent } from 'node:http';
import axios, { type AxiosError } from 'axios';
import { printTable } from '../harness/table.mts';
import { workTimeOf } from '../harness/n8n/executions.mts';
import { judge, median } from './support/figures.mts';
import { type BenchNode, START, startBenchN8n } from './support/n8n.mts';
import { FIXED_TOKEN, startPlatform } from './support/platform.mts';
import { ROUNDS } from './support/rounds.mts';

/*
 * 1,000 calls in a real n8n, 20 under way at a time: our node beside HTTP Request and beside axios, with which n8n sends requests itself.
 * What is measured is the time that the node worked, as n8n recorded it.
 */

const CALLS = 1_000;
const PARALLEL = 20;
const TOKEN_USES = 200;
const LATENCIES_MS = [0, 50, 200];

const OURS = 'Make calls';
const THEIRS = 'Send requests';

const platform = await startPlatform();
const n8n = await startBenchN8n();
const account = { baseUrl: platform.url, email: 'owner@example.com', password: 'password' };
const ourCredential = await n8n.createCredential('voiceAgentApi', account);
const theirCredential = await n8n.createCredential('httpHeaderAuth', {
	name: 'Authorization',
	value: `Bearer ${FIXED_TOKEN}`,
});

const numberOf = (index: number) => `+1212${5_550_000 + index}`;

const contacts = (count: number): BenchNode[] => [
	START,
	{
		name: 'Contacts',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			mode: 'raw',
			jsonOutput: `={{ { contacts: Array.from({ length: ${count} }, (_, n) => ({ phone: '+1212' + (5550000 + n) })) } }}`,
		},
	},
	{
		name: 'One by one',
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: 'contacts', options: {} },
	},
];

const ourNode = (repeatedNumbers: string): BenchNode => ({
	name: OURS,
	type: 'n8n-nodes-voice-agent.voiceAgentCall',
	parameters: {
		resource: 'call',
		operation: 'makeCall',
		agentId: { __rl: true, mode: 'id', value: 'agent_0001' },
		toNumber: '={{ $json.phone }}',
		options: { repeatedNumbers },
		advanced: { parallelRequests: PARALLEL },
	},
	credentials: ourCredential,
});

/** HTTP Request has no limit for requests under way. In a loop, it gets only so many items at a time. */
const loop: BenchNode = {
	name: 'Loop',
	type: 'n8n-nodes-base.splitInBatches',
	typeVersion: 3,
	parameters: { batchSize: PARALLEL, options: {} },
};
const theirNode: BenchNode = {
	name: THEIRS,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url: `${platform.url}/calls/make-call`,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify({ agent_id: "agent_0001", to_number: $json.phone }) }}',
		options: {},
	},
	credentials: theirCredential,
};
/** What n8n itself needs for the items and the one expression of ours. It sends nothing. */
const idleNode: BenchNode = {
	name: 'Edit Fields',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		assignments: {
			assignments: [
				{ id: 'to_number', name: 'to_number', type: 'string', value: '={{ $json.phone }}' },
			],
		},
		options: {},
	},
};
const to = (node: string) => [{ node, type: 'main', index: 0 }];
const loopConnections = { Loop: { main: [[], to(THEIRS)] }, [THEIRS]: { main: [to('Loop')] } };

/** Places the calls, and returns how long it took, in milliseconds. */
type Contender = () => Promise<number>;

async function inN8n(count: number, isOurs: boolean): Promise<Contender> {
	const id = isOurs
		? await n8n.createWorkflow([...contacts(count), ourNode('always')])
		: await n8n.createWorkflow([...contacts(count), loop, theirNode], loopConnections);
	return async () => workTimeOf(await n8n.execute(id), isOurs ? OURS : THEIRS);
}

/** The default: numbers are remembered. Each time in a new workflow, because a second run of the same one would call nobody. */
function oncePerDay(count: number): Contender {
	return async () => {
		const id = await n8n.createWorkflow([...contacts(count), ourNode('day')]);
		return workTimeOf(await n8n.execute(id), OURS);
	};
}

/** What a program without n8n would do: so many workers, one login for all when the token has expired. */
function withAxios(keepAlive: boolean): Contender {
	return async () => {
		const client = axios.create({ baseURL: platform.url, httpAgent: new Agent({ keepAlive }) });
		let login: Promise<string> | undefined;
		const logIn = async () =>
			(await client.post<{ access_token: string }>('/auth/login', account)).data.access_token;
		const place = async (index: number): Promise<void> => {
			login ??= logIn();
			const used = login;
			const headers = { Authorization: `Bearer ${await used}` };
			const body = { agent_id: 'agent_0001', to_number: numberOf(index) };
			try {
				await client.post('/calls/make-call', body, { headers });
			} catch (error) {
				if ((error as AxiosError).response?.status !== 401) throw error;
				if (login === used) login = logIn();
				await place(index);
			}
		};
		let next = 0;
		const startedAt = performance.now();
		const worker = async () => {
			while (next < CALLS) await place(next++);
		};
		await Promise.all(Array.from({ length: PARALLEL }, worker));
		return performance.now() - startedAt;
	};
}

const contenders: Array<{ name: string; run: Contender }> = [
	{ name: 'Voice Agent Call, Call Every Time', run: await inN8n(CALLS, true) },
	{ name: 'Voice Agent Call, Once per Day', run: oncePerDay(CALLS) },
	{ name: `HTTP Request, ${PARALLEL} items at a time`, run: await inN8n(CALLS, false) },
	{ name: 'axios, a connection for each request', run: withAxios(false) },
	{ name: 'axios, connections are kept', run: withAxios(true) },
];

async function measure({ run }: (typeof contenders)[number], latencyMs: number) {
	await platform.set({ latencyMs, tokenUses: TOKEN_USES });
	const milliseconds = await run();
	const counts = await platform.counts();
	if (counts.placed !== CALLS) throw new Error(`${counts.placed} of ${CALLS} calls were placed`);
	return { milliseconds, ...counts };
}

/** Prints the time of a node that only resolves the expression, so that the lowest possible time of any node is known. */
async function printIdleTime(): Promise<void> {
	const id = await n8n.createWorkflow([...contacts(CALLS), idleNode]);
	const times: number[] = [];
	for (let round = 1; round <= ROUNDS; round += 1) {
		times.push(workTimeOf(await n8n.execute(id), idleNode.name));
	}
	const seconds = (median(times) / 1000).toFixed(2);
	console.log(`
n8n's Edit Fields with the same ${CALLS} items and the same expression: ${seconds} s
`);
}

/** A process that has just started is slower. */
async function warmUp(): Promise<void> {
	for (const isOurs of [true, false]) {
		await platform.set({ tokenUses: TOKEN_USES });
		await (
			await inN8n(100, isOurs)
		)();
	}
}

/** How much longer one call takes if its number is remembered, in milliseconds: the median. */
async function leadDifference(): Promise<number> {
	await platform.set({ latencyMs: 50, tokenUses: TOKEN_USES });
	const everyTime = await inN8n(1, true);
	const daily = oncePerDay(1);
	const differences: number[] = [];
	for (let round = 0; round < 5 * ROUNDS; round += 1) {
		const before = await everyTime();
		differences.push((await daily()) - before);
	}
	return median(differences);
}

await warmUp();
await printIdleTime();
const targets = [];
for (const latencyMs of LATENCIES_MS) {
	const results = contenders.map(({ name }) => ({
		name,
		runs: [] as Array<Awaited<ReturnType<typeof measure>>>,
	}));
	for (let round = 1; round <= ROUNDS; round += 1) {
		for (const [index, contender] of contenders.entries()) {
			process.stderr.write(`${latencyMs} ms, round ${round}: ${contender.name} …\n`);
			results[index]?.runs.push(await measure(contender, latencyMs));
		}
	}
	const [ours, daily, , plain] = results.map(({ runs }) => runs);
	const ratioTo = (other = ours) =>
		median(
			(ours ?? []).map((run, round) => run.milliseconds / (other?.[round]?.milliseconds ?? 0)),
		);
	console.log(`\n${CALLS} calls, ${latencyMs} ms latency: median of ${ROUNDS}\n`);
	printTable(
		['', 'time', 'ours is', 'requests under way', 'connections', 'logins', 'called twice'],
		results.map(({ name, runs }) => [
			name,
			`${(median(runs.map((run) => run.milliseconds)) / 1000).toFixed(2)} s`,
			`${ratioTo(runs).toFixed(2)} x`,
			Math.max(...runs.map(({ most }) => most)),
			median(runs.map(({ connections }) => connections)),
			Math.max(...runs.map(({ logins }) => logins)),
			Math.max(...runs.map(({ twice }) => twice)),
		]),
	);
	if (latencyMs === 50) {
		targets.push({
			what: `${latencyMs} ms: Once per Day beside Call Every Time`,
			figure: 1 / ratioTo(daily),
			unit: ' x',
			atMost: 1.1,
		});
	}
	targets.push(
		{
			what: `${latencyMs} ms: ours beside axios without keep-alive`,
			figure: ratioTo(plain),
			unit: ' x',
			atMost: 1.3,
		},
		{
			what: `${latencyMs} ms: logins for ${CALLS / TOKEN_USES} tokens`,
			figure: Math.max(...(ours ?? []).map(({ logins }) => logins)),
			atMost: CALLS / TOKEN_USES,
		},
		{
			what: `${latencyMs} ms: numbers called twice`,
			figure: Math.max(...[ours, daily].flatMap((runs = []) => runs.map(({ twice }) => twice))),
			atMost: 0,
		},
	);
}
targets.push({
	what: 'one lead: Once per Day longer than Call Every Time',
	figure: await leadDifference(),
	unit: ' ms',
	atMost: 30,
});
judge(targets);
await n8n.stop();
await platform.stop();
