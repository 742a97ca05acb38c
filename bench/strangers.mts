import { request } from 'node:http';
import { PublishedWorkflow } from '../harness/n8n/publishedWorkflow.mts';
import { sandboxCredential } from '../harness/samples/samples.mts';
import { startSandbox } from '../harness/sandbox.mts';
import { printTable } from '../harness/table.mts';
import { judge, median } from './support/figures.mts';
import { MemoryWatch } from './support/memory.mts';
import { type BenchNode, startBenchN8n } from './support/n8n.mts';
import { ROUNDS } from './support/rounds.mts';

/*
 * How far the memory of n8n grows while somebody with a wrong secret sends many requests at the same moment: to Voice Agent Function Trigger,
 * and to n8n's own Webhook node that checks a header. Each is measured in an n8n that has just started. Linux only.
 */

const AT_ONCE = 400;
const WARM_UP = 5;
/** The memory before the requests is read for so long. */
const QUIET_MS = 2_000;

interface Setting {
	name: string;
	env: Record<string, string>;
	/** Both nodes get the same from n8n: only then is the ratio about the nodes. */
	isEqual: boolean;
}

const SETTINGS: Setting[] = [
	{ name: 'as it comes', env: {}, isEqual: false },
	{
		name: 'N8N_EXPRESSION_ENGINE_ALLOW_WEBHOOK_ISOLATE_SKIP=false',
		env: { N8N_EXPRESSION_ENGINE_ALLOW_WEBHOOK_ISOLATE_SKIP: 'false' },
		isEqual: true,
	},
	{
		name: 'N8N_EXPRESSION_ENGINE=legacy',
		env: { N8N_EXPRESSION_ENGINE: 'legacy' },
		isEqual: true,
	},
];

const PATHS = { ours: 'ours/voice-agent-function', theirs: 'theirs' } as const;

const ourTrigger = (credentials: object): BenchNode & { webhookId: string } => ({
	name: 'When the agent asks',
	type: 'n8n-nodes-voice-agent.voiceAgentFunctionTrigger',
	webhookId: 'ours',
	parameters: {
		agentId: { __rl: true, mode: 'id', value: 'agent_0001' },
		functionName: 'free_slots',
		functionDescription: 'Returns the free slots of a day',
	},
	credentials,
});

const theirTrigger = (credentials: object): BenchNode & { webhookId: string } => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	webhookId: 'theirs',
	parameters: {
		httpMethod: 'POST',
		path: 'theirs',
		authentication: 'headerAuth',
		responseMode: 'lastNode',
		options: {},
	},
	credentials,
});

/** A question with a wrong secret. @returns the status of the answer */
const ask = async (url: string): Promise<number> =>
	await new Promise((resolve, reject) => {
		const question = request(url, {
			method: 'POST',
			agent: false,
			headers: { 'content-type': 'application/json' },
		});
		question.on('response', (answer) => {
			answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
		});
		question.on('error', reject).end('{"arguments":{}}');
	});

/** The highest memory before the requests and while they are answered, in bytes. */
interface Grown {
	before: number;
	highest: number;
	refused: number;
}

type Round = Record<keyof typeof PATHS, Grown>;

async function measure({ name, env }: Setting): Promise<Round[]> {
	process.stderr.write(`n8n ${name} …\n`);
	const sandbox = await startSandbox();
	const n8n = await startBenchN8n(env);
	const account = sandboxCredential(sandbox.url).data as Record<string, string>;
	const header = { name: 'x-secret', value: 'a-long-secret' };
	for (const node of [
		ourTrigger(await n8n.createCredential('voiceAgentApi', account)),
		theirTrigger(await n8n.createCredential('httpHeaderAuth', header)),
	]) {
		await new PublishedWorkflow(n8n.rest, await n8n.createWorkflow([node])).publish();
	}
	const askAtOnce = async (path: string): Promise<Grown> => {
		await n8n.restart();
		const url = `${n8n.n8n.url}/webhook/${path}?token=${'w'.repeat(43)}`;
		for (let number = 0; number < WARM_UP; number += 1) await ask(url);
		const watch = new MemoryWatch(n8n.n8n.pid ?? 0);
		await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
		const startedAt = Date.now();
		const statuses = await Promise.all(Array.from({ length: AT_ONCE }, async () => await ask(url)));
		watch.stop();
		return {
			before: watch.highest(0, startedAt),
			highest: watch.highest(startedAt),
			refused: statuses.filter((status) => status === 401 || status === 403).length,
		};
	};
	const rounds: Round[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		rounds.push({ ours: await askAtOnce(PATHS.ours), theirs: await askAtOnce(PATHS.theirs) });
	}
	await n8n.stop();
	await sandbox.stop();
	return rounds;
}

const results = [];
for (const setting of SETTINGS) results.push({ ...setting, rounds: await measure(setting) });

/** The medians of the rounds. */
const grown = (rounds: readonly Round[], node: keyof Round): Grown => ({
	before: median(rounds.map((round) => round[node].before)),
	highest: median(rounds.map((round) => round[node].highest)),
	refused: Math.min(...rounds.map((round) => round[node].refused)),
});
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
console.log(`\n${AT_ONCE} requests with a wrong secret at the same moment\n`);
printTable(
	['n8n', 'trigger before', 'highest', 'refused', 'Webhook before', 'highest', 'refused'],
	results.map(({ name, rounds }) => [
		name,
		...(['ours', 'theirs'] as const).flatMap((node) => {
			const { before, highest, refused } = grown(rounds, node);
			return [megabytes(before), megabytes(highest), String(refused)];
		}),
	]),
);
judge(
	results
		.filter(({ isEqual }) => isEqual)
		.map(({ name, rounds }) => ({
			what: `highest beside Webhook, ${name}`,
			figure: grown(rounds, 'ours').highest / grown(rounds, 'theirs').highest,
			unit: ' x',
			atMost: 1.2,
		})),
);
process.exit();
