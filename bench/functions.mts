import { PublishedWorkflow, until } from '../harness/n8n/publishedWorkflow.mts';
import { platformOf } from '../harness/samples/platform.mts';
import { sandboxCredential } from '../harness/samples/samples.mts';
import { startSandbox } from '../harness/sandbox.mts';
import { printTable } from '../harness/table.mts';
import { judge, median, percentile } from './support/figures.mts';
import { type BenchNode, startBenchN8n } from './support/n8n.mts';
import { ROUNDS } from './support/rounds.mts';

/*
 * An agent of the sandbox asks two workflows that do the same, in turns: Voice Agent Function Trigger → Edit Fields, and n8n's own
 * Webhook → Edit Fields. What is measured is what the agent waits: from its request to the end of the answer. n8n prepares its engine for
 * expressions for each request to a trigger, but not to its own Webhook node: so n8n runs with several settings of this engine.
 */

const AGENT = 'agent_0001';
const WARM_UP = 20;
const QUESTIONS = 100;
const AT_ONCE = 50;
const WITHIN_MS = 30_000;

const OURS = 'ask_trigger';
const THEIRS = 'ask_webhook';

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
	{
		name: 'N8N_EXPRESSION_ENGINE_POOL_SIZE=4',
		env: { N8N_EXPRESSION_ENGINE_POOL_SIZE: '4' },
		isEqual: false,
	},
];

const SCHEMA = {
	type: 'object',
	properties: { day: { type: 'string', description: 'The day' } },
	required: ['day'],
};
const DAY = '2026-03-02';
const ANSWER = `Free on ${DAY}: 10:00`;

/** Edit Fields, whose answer needs what the agent asked. @param day where that is */
const answering = (day: string): BenchNode => ({
	name: 'Answer',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		assignments: {
			assignments: [
				{ id: 'result', name: 'result', type: 'string', value: `=Free on {{ ${day} }}: 10:00` },
			],
		},
		options: {},
	},
});

const ourTrigger = (credentials: object): BenchNode => ({
	name: 'When the agent asks',
	type: 'n8n-nodes-voice-agent.voiceAgentFunctionTrigger',
	parameters: {
		agentId: { __rl: true, mode: 'id', value: AGENT },
		functionName: OURS,
		functionDescription: 'Returns the free slots of a day',
		specifyParameters: 'json',
		parametersJson: JSON.stringify(SCHEMA),
	},
	credentials,
});

const theirTrigger: BenchNode & { webhookId: string } = {
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	webhookId: THEIRS,
	parameters: { httpMethod: 'POST', path: THEIRS, responseMode: 'lastNode', options: {} },
};

/** A question, as the sandbox tells how it ended. */
interface Question {
	answer: string | null;
	/** Why there is no answer. */
	reason: string | null;
	status: string;
	latency_ms: number;
}

/** A real n8n with both workflows, and an agent whose functions they are. */
async function startWorld({ env }: Setting) {
	const sandbox = await startSandbox();
	const n8n = await startBenchN8n(env);
	await sandbox.api.post('/clock', { functionPatienceSeconds: WITHIN_MS / 1000 });
	const platform = await platformOf(sandbox);
	const functions = `/agents/${AGENT}/custom-functions/`;

	const publish = async (nodes: BenchNode[]) =>
		await new PublishedWorkflow(n8n.rest, await n8n.createWorkflow(nodes)).publish();
	const account = sandboxCredential(sandbox.url).data as Record<string, string>;
	const credential = await n8n.createCredential('voiceAgentApi', account);
	await publish([ourTrigger(credential), answering('$json.parameters.day')]);
	// No expression of n8n can read a field with the name `arguments`.
	await publish([
		theirTrigger,
		answering('$json.body.toJsonString().match(/\\d{4}-\\d\\d-\\d\\d/)[0]'),
	]);

	let address = '';
	const isRegistered = async () => {
		const { data } = await platform.get(functions);
		address = data.items.find(({ name }: { name: string }) => name === OURS)?.url ?? '';
		return address !== '';
	};
	if (!(await until(isRegistered, WITHIN_MS))) throw new Error('The trigger registers nothing');
	await platform.post(functions, {
		name: THEIRS,
		url: new URL(`/webhook/${THEIRS}`, address).href,
		method: 'POST',
		parameters: SCHEMA,
	});

	let sessions = 0;
	const ask = async (name: string): Promise<Question> => {
		sessions += 1;
		// Each session asks once: our trigger would answer the second question from memory.
		const { data } = await sandbox.api.post<Question>(`/agents/${AGENT}/ask`, {
			function: name,
			arguments: { day: DAY },
			session_id: `session_${sessions}`,
		});
		return data;
	};
	const stop = async () => {
		await n8n.stop();
		await sandbox.stop();
	};
	return { ask, stop };
}

type World = Awaited<ReturnType<typeof startWorld>>;

/** What each of some questions took, and what came of those without the right answer. */
interface Asked {
	took: number[];
	lost: string[];
}

const asked = (questions: readonly Question[]): Asked => {
	const answered = questions.filter(({ answer }) => answer === ANSWER);
	return {
		took: answered.map(({ latency_ms }) => latency_ms),
		lost: questions
			.filter((question) => !answered.includes(question))
			.map(({ status, answer, reason }) => `${status}: ${answer ?? reason}`),
	};
};

/** One after the other, in turns. */
async function askInTurns({ ask }: World, count: number): Promise<{ ours: Asked; theirs: Asked }> {
	const ours: Question[] = [];
	const theirs: Question[] = [];
	for (let number = 0; number < count; number += 1) {
		ours.push(await ask(OURS));
		theirs.push(await ask(THEIRS));
	}
	return { ours: asked(ours), theirs: asked(theirs) };
}

const askAtOnce = async ({ ask }: World, name: string): Promise<Asked> =>
	asked(await Promise.all(Array.from({ length: AT_ONCE }, async () => await ask(name))));

async function measure(setting: Setting) {
	process.stderr.write(`n8n ${setting.name} …\n`);
	const world = await startWorld(setting);
	await askInTurns(world, WARM_UP);
	const turns = [];
	const crowds = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		turns.push(await askInTurns(world, QUESTIONS));
		crowds.push({ ours: await askAtOnce(world, OURS), theirs: await askAtOnce(world, THEIRS) });
	}
	await world.stop();
	return { ...setting, turns, crowds };
}

type Result = Awaited<ReturnType<typeof measure>>;

/** Of each node and their ratio, medians of the rounds. */
function figures(rounds: Result['turns'], share: number) {
	const pairs = rounds.map(({ ours, theirs }) => ({
		ours: percentile(ours.took, share),
		theirs: percentile(theirs.took, share),
	}));
	return {
		ours: median(pairs.map(({ ours }) => ours)),
		theirs: median(pairs.map(({ theirs }) => theirs)),
		ratio: median(pairs.map(({ ours, theirs }) => ours / theirs)),
	};
}

const results: Result[] = [];
for (const setting of SETTINGS) results.push(await measure(setting));

function print(title: string, which: 'turns' | 'crowds'): void {
	console.log(`\n${title}\n`);
	const milliseconds = (figure: number) => `${figure.toFixed(1)} ms`;
	printTable(
		['n8n', 'trigger p50', 'p95', 'Webhook p50', 'p95', 'ratio p50', 'p95'],
		results.map((result) => {
			const p50 = figures(result[which], 0.5);
			const p95 = figures(result[which], 0.95);
			return [
				result.name,
				...[p50.ours, p95.ours, p50.theirs, p95.theirs].map(milliseconds),
				...[p50.ratio, p95.ratio].map((ratio) => `${ratio.toFixed(2)} x`),
			];
		}),
	);
}

print(`${QUESTIONS} questions to each, one after the other`, 'turns');
print(`${AT_ONCE} questions at the same moment`, 'crowds');

const lostBy = (node: 'ours' | 'theirs') =>
	results.flatMap(({ name, turns, crowds }) =>
		[...turns, ...crowds].flatMap((round) => round[node].lost.map((why) => `${name}, ${why}`)),
	);
const lost = lostBy('ours');
for (const [node, all] of [
	['the trigger', lost],
	['Webhook', lostBy('theirs')],
] as const) {
	const counts = Map.groupBy(all, (why) => why);
	console.log(`\nQuestions to ${node} without the right answer: ${all.length}`);
	for (const [why, same] of counts) console.log(`${same.length} x ${why}`);
}
judge([
	...results
		.filter(({ isEqual }) => isEqual)
		.flatMap(({ name, turns }) =>
			[0.5, 0.95].map((share) => ({
				what: `p${share * 100} beside Webhook, ${name}`,
				figure: figures(turns, share).ratio,
				unit: ' x',
				atMost: 1.2,
			})),
		),
	{ what: 'Questions to the trigger without an answer', figure: lost.length, atMost: 0 },
]);
process.exit();
