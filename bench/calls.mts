import { Agent } from 'node:http';
import axios, { type AxiosError } from 'axios';
import { workTimeOf } from '../harness/n8n/executions.mts';
import { printTable } from '../harness/table.mts';
import {
	ROUNDS,
	type Target,
	inRounds,
	judge,
	ratio,
	seconds,
	timeOf,
} from './support/figures.mts';
import { type BenchNode, START, contacts, makeCall, startBenchN8n, to } from './support/n8n.mts';
import { FIXED_TOKEN, startPlatform } from './support/platform.mts';

/*
 * 1,000 calls in a real n8n, 20 under way at a time: our node beside HTTP Request and beside axios, with which n8n sends requests itself.
 * What is measured is the time that the node worked, as n8n recorded it.
 */

const CALLS = 1_000;
const PARALLEL = 20;
/** Before its calls, the node asks once for the agent. axios needs as many tokens without that question. */
const TOKEN_USES = 190;
const TOKENS = Math.ceil((CALLS + 1) / TOKEN_USES);
/** What a call may take at each latency, beside axios. */
const TARGETS: ReadonlyMap<number, number> = new Map([
	[0, 3.2],
	[50, 1.2],
	[200, 1.05],
]);

const THEIRS = 'Send requests';

const platform = await startPlatform();
const n8n = await startBenchN8n();
const ourCredential = await n8n.createAccount(platform.url);
const theirCredential = await n8n.createCredential('httpHeaderAuth', {
	name: 'Authorization',
	value: `Bearer ${FIXED_TOKEN}`,
});

const ourNode = (repeatedNumbers: string): BenchNode =>
	makeCall(ourCredential, { options: { repeatedNumbers, parallelRequests: PARALLEL } });

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
const looped = { Loop: { main: [[], to(THEIRS)] }, [THEIRS]: { main: [to('Loop')] } };

/** Makes the calls, and returns how long it took, in milliseconds. */
async function inN8n(count: number, nodes: BenchNode[], connections?: object): Promise<number> {
	const id = await n8n.createWorkflow([START, ...contacts(count), ...nodes], connections);
	return workTimeOf(await n8n.execute(id), nodes.at(-1)?.name ?? '');
}

/** What a program without n8n would do: so many workers, one login for all when the token has expired; as n8n, a connection for each request. */
async function withAxios(): Promise<number> {
	const httpAgent = new Agent({ keepAlive: false });
	const client = axios.create({ baseURL: platform.url, httpAgent });
	let login: Promise<string> | undefined;
	const logIn = async () =>
		(await client.post<{ access_token: string }>('/auth/login')).data.access_token;
	const place = async (index: number): Promise<void> => {
		login ??= logIn();
		const used = login;
		const headers = { Authorization: `Bearer ${await used}` };
		const body = { agent_id: 'agent_0001', to_number: `+1212${5_550_000 + index}` };
		try {
			await client.post('/calls/make-call', body, { headers });
		} catch (error) {
			if ((error as AxiosError).response?.status !== 401) throw error;
			if (login === used) login = logIn();
			await place(index);
		}
	};
	return await timeOf(CALLS, PARALLEL, place);
}

type Contender = [run: () => Promise<number>, tokenUses: number];
/**
 * Each time a new workflow: a second run of the same one would call nobody with Once per Day. HTTP Request cannot log in again,
 * so what it does is compared with calls that need one login.
 */
const CONTENDERS = {
	'Call Every Time': [async () => await inN8n(CALLS, [ourNode('always')]), TOKEN_USES],
	'Once per Day': [async () => await inN8n(CALLS, [ourNode('day')]), TOKEN_USES],
	axios: [withAxios, TOKEN_USES],
	'One token': [async () => await inN8n(CALLS, [ourNode('always')]), Infinity],
	'HTTP Request': [async () => await inN8n(CALLS, [loop, theirNode], looped), Infinity],
} satisfies Record<string, Contender>;

async function measure([run, tokenUses]: Contender, latencyMs: number) {
	await platform.set({ latencyMs, ...(Number.isFinite(tokenUses) && { tokenUses }) });
	const milliseconds = await run();
	const counts = await platform.counts();
	if (counts.placed !== CALLS) throw new Error(`${counts.placed} of ${CALLS} calls were placed`);
	return { milliseconds, ...counts };
}

// A process that has just started is slower.
await platform.set({ tokenUses: TOKEN_USES });
await inN8n(100, [ourNode('always')]);
await inN8n(100, [loop, theirNode], looped);

const targets: Target[] = [];
for (const [latencyMs, atMost] of TARGETS) {
	const named = Object.entries<Contender>(CONTENDERS);
	const runs = await inRounds(
		Object.fromEntries(
			named.map(([name, contender]) => [name, () => measure(contender, latencyMs)]),
		),
	);
	const timesOf = (name: keyof typeof CONTENDERS) =>
		(runs[name] ?? []).map(({ milliseconds }) => milliseconds);
	console.log(`\n${CALLS} calls, ${latencyMs} ms latency: median of ${ROUNDS}\n`);
	printTable(
		['', 'time', 'requests under way', 'logins', 'called twice'],
		Object.entries(runs).map(([name, all]) => [
			name,
			seconds(all.map(({ milliseconds }) => milliseconds)),
			...(['most', 'logins', 'twice'] as const).map((count) =>
				Math.max(...all.map((run) => run[count])),
			),
		]),
	);
	const own = [...(runs['Call Every Time'] ?? []), ...(runs['Once per Day'] ?? [])];
	const ours = timesOf('Call Every Time');
	const about = `${latencyMs} ms`;
	targets.push(
		{ what: `${about}: beside axios`, figure: ratio(ours, timesOf('axios')), atMost },
		{
			what: `${about}, one token: beside HTTP Request`,
			figure: ratio(timesOf('One token'), timesOf('HTTP Request')),
			atMost: 1,
		},
		// Without latency, the store is most of the time.
		...(latencyMs === 0
			? []
			: [
					{
						what: `${about}: Once per Day beside Call Every Time`,
						figure: ratio(timesOf('Once per Day'), ours),
						atMost: 1.1,
					},
				]),
		{
			what: `${about}: logins for ${TOKENS} tokens`,
			figure: Math.max(...own.map(({ logins }) => logins)),
			atMost: TOKENS,
		},
		{
			what: `${about}: numbers called twice`,
			figure: Math.max(...own.map(({ twice }) => twice)),
			atMost: 0,
		},
	);
}
await n8n.stop();
await platform.stop();
judge(targets);
