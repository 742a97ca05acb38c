import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Execution } from '../../../harness/n8n/executions.mts';
import {
	type PublishedWorkflow,
	executeByHand,
	submit,
	until,
} from '../../../harness/n8n/publishedWorkflow.mts';
import { listOf, platformOf } from '../../../harness/samples/platform.mts';
import type { SampleWorld } from '../../../harness/samples/sampleWorld.mts';
import { SAMPLE_PHONE_TOKEN } from '../../../harness/samples/samples.mts';
import type { During, SampleTrial } from './trial.mts';

const TRIGGER = 'Phone';
/** What a person starts, to decide. */
const START = 'Start by hand';
const ALLOWED = '+13055550131';
const NOT_ALLOWED = '+442079460131';
const ENDS_WITHIN_MS = 120_000;

/** The agent that a model wants to change. No other sample looks at its instructions. */
const WANTED_AGENT = 'agent_0003';
const WANTED = 'Ask for the order number first.';

type Answer = Record<string, unknown>;

/** What a program with an MCP client, such as a chat, sees of the sample, from its start to its judgement. */
const seen = new WeakMap<SampleWorld, Awaited<ReturnType<typeof conversation>>>();

async function addressOf(workflow: PublishedWorkflow, { n8n }: SampleWorld): Promise<URL> {
	const { nodes } = await workflow.details();
	const trigger = nodes.find(({ name }) => name === TRIGGER);
	return new URL(`/mcp/${(trigger?.parameters as { path: string }).path}`, n8n.url);
}

/** Connects as a chat does, as soon as n8n has the address. */
async function connected(address: URL): Promise<Client> {
	const headers = { authorization: `Bearer ${SAMPLE_PHONE_TOKEN}` };
	let client = new Client({ name: 'sample', version: '1.0.0' });
	let failure: unknown;
	const isConnected = async () => {
		client = new Client({ name: 'sample', version: '1.0.0' });
		const transport = new StreamableHTTPClientTransport(address, { requestInit: { headers } });
		failure = await client.connect(transport).catch((error: unknown) => error);
		return failure === undefined;
	};
	if (!(await until(isConnected, ENDS_WITHIN_MS))) throw failure;
	return client;
}

/** The answer of a tool as the model reads it: JSON in a text. */
async function use(client: Client, name: string, input: Answer): Promise<Answer[]> {
	const { content } = await client.callTool({ name, arguments: input }, undefined, {
		timeout: ENDS_WITHIN_MS,
	});
	const [{ text = '' } = {}] = content as Array<{ text?: string }>;
	const answer = JSON.parse(text);
	return Array.isArray(answer) ? answer : [answer];
}

/** Executes the workflow by hand, and decides in its form. @returns the text of the form, and the execution */
async function decide({ rest, ids, n8n }: SampleWorld, decision: string) {
	let shown = '';
	const id = ids.samplePhoneForAnyAi ?? '';
	const execution = await executeByHand(rest, id, START, ENDS_WITHIN_MS, async (form) => {
		const address = n8n.url + form;
		shown = await (await fetch(address)).text();
		await submit(address, [decision]);
	});
	return { shown, execution };
}

/** Reads an agent, and proposes twice to change it: a person refuses, and then agrees. */
async function changes(world: SampleWorld, client: Client) {
	const platform = platformOf(world.sandbox);
	const instructionsNow = async () =>
		String((await platform.get(`/agents/${WANTED_AGENT}`)).data.instructions).trim();
	const agent_id = WANTED_AGENT;
	const agents = await use(client, 'List_agents', {});
	const [read = {}] = await use(client, 'Read_agent', { agent_id });
	const agent = { ...Object(read.agent), instructions: WANTED };
	const wanted = { agent_id, document: JSON.stringify({ ...read, agent }) };
	const compare = async () =>
		(await use(client, 'Compare_agent', wanted))
			.map(({ field, difference }) => field ?? difference)
			.join();
	// Before a change is proposed, after a person refused it, and after a person agreed; the instructions also while nobody has decided.
	const compared = [await compare()];
	const instructions = [await instructionsNow()];
	const shown: string[] = [];
	const decisions: Execution[] = [];
	for (const decision of ['Change nothing', 'Change the agent']) {
		await use(client, 'Propose_change', wanted);
		instructions.push(await instructionsNow());
		const decided = await decide(world, decision);
		shown.push(decided.shown);
		decisions.push(decided.execution);
		instructions.push(await instructionsNow());
		compared.push(await compare());
	}
	return { agents, compared, instructions, shown, decisions };
}

/** Calls somebody, the same person again, somebody who is not allowed, and looks the call up. */
async function conversation(workflow: PublishedWorkflow, world: SampleWorld) {
	const address = await addressOf(workflow, world);
	const client = await connected(address);
	try {
		const { status } = await fetch(address, { method: 'POST', body: '{}' });
		const call = async (phone: string) =>
			(await use(client, 'Make_call', { phone, first_name: 'Quinn' }))[0] ?? {};
		const called = await call(ALLOWED);
		const [lookedUp = {}] = await use(client, 'Look_up_call', { call_id: called.call_id });
		return {
			withoutToken: status,
			called,
			again: await call(ALLOWED),
			notAllowed: await call(NOT_ALLOWED),
			lookedUp,
			...(await changes(world, client)),
		};
	} finally {
		await client.close();
	}
}

const REFUSED = 'number not allowed';

export const phoneForAnyAi: SampleTrial = {
	id: 'samplePhoneForAnyAi',
	needs: { n8n: '2.0.0', for: 'an MCP server that answers over HTTP' },
	async start(workflow, world) {
		const said = await conversation(workflow, world);
		seen.set(world, said);
		return [...(await workflow.executions()), ...said.decisions];
	},
	async facts({ calls, platform, world }: During) {
		const said = seen.get(world)!;
		const { called, again, notAllowed, lookedUp, instructions } = said;
		const [before] = instructions;
		const agents = await listOf<{ agent_id: string }>(platform, '/agents/');
		return {
			refused: [again.skipped, notAllowed.held_back].filter(Boolean).length,
			progress: String(notAllowed.reason),
			outcomes: [called.outcome],
			claims: [
				['numbers called', ALLOWED, calls.map((call) => call.to_number).join(', ')],
				['status of a request without the token', 403, said.withoutToken],
				['the same number again', again.skipped, true],
				['reason of a number that is not allowed', notAllowed.reason, REFUSED],
				['call that was looked up', lookedUp.call_id, calls[0]?.call_id],
				['outcome that was looked up', lookedUp.outcome, called.outcome],
				[
					'agents',
					said.agents.map(({ agent_id }) => agent_id).join(),
					agents.map(({ agent_id }) => agent_id).join(),
				],
				['differences', said.compared.join('; '), 'instructions; instructions; none'],
				[
					'instructions',
					instructions.join('; '),
					[before, before, before, before, WANTED].join('; '),
				],
				[
					'forms that show the change',
					said.shown.filter((form) => form.includes(WANTED)).length,
					said.shown.length,
				],
			],
		};
	},
};
