import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type PublishedWorkflow, until } from '../../n8n/publishedWorkflow.mts';
import { countBy, countText, differs } from '../report.mts';
import type { SampleWorld } from '../sampleWorld.mts';
import { SAMPLE_PHONE_TOKEN } from '../samples.mts';
import type { During, SampleTrial } from './trial.mts';

const TRIGGER = 'Phone';
const ALLOWED = '+13055550131';
const NOT_ALLOWED = '+442079460131';
const ENDS_WITHIN_MS = 120_000;

type Answer = Record<string, unknown>;

/** What a program with an MCP client, such as a chat, sees of the sample. */
interface Seen {
	/** As the model is told about them. */
	tools: Array<{ name: string; description?: string; properties: string[] }>;
	/** Status of a request without the token. */
	withoutToken: number;
	called: Answer;
	again: Answer;
	notAllowed: Answer;
	lookedUp: Answer;
}

/** From the start of the sample to its judgement. */
const seen = new WeakMap<SampleWorld, Seen>();

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

/** Calls somebody, the same person again, somebody who is not allowed, and looks the call up. */
async function conversation(workflow: PublishedWorkflow, world: SampleWorld): Promise<Seen> {
	const address = await addressOf(workflow, world);
	const client = await connected(address);
	try {
		const { tools } = await client.listTools();
		const { status } = await fetch(address, { method: 'POST', body: '{}' });
		const call = async (phone: string) =>
			(await use(client, 'Make_call', { phone, first_name: 'Quinn' }))[0] ?? {};
		const called = await call(ALLOWED);
		const [lookedUp = {}] = await use(client, 'Look_up_call', { call_id: called.call_id });
		return {
			tools: tools.map(({ name, description, inputSchema }) => ({
				name,
				description,
				properties: Object.keys(inputSchema.properties ?? {}),
			})),
			withoutToken: status,
			called,
			again: await call(ALLOWED),
			notAllowed: await call(NOT_ALLOWED),
			lookedUp,
		};
	} finally {
		await client.close();
	}
}

const TOOLS = 'Latest_bookings(), Look_up_call(call_id), Make_call(phone, first_name)';

const listed = ({ tools }: Seen) =>
	tools
		.map(({ name, properties }) => `${name}(${properties.join(', ')})`)
		.sort()
		.join(', ');

export const phoneForAnyAi: SampleTrial = {
	id: 'samplePhoneForAnyAi',
	needs: { n8n: '2.0.0', for: 'an MCP server that answers over HTTP' },
	async start(workflow, world) {
		seen.set(world, await conversation(workflow, world));
		return await workflow.executions();
	},
	judge({ calls, world }: During) {
		const said = seen.get(world)!;
		const { called, again, notAllowed, lookedUp } = said;
		return {
			calls: calls.length,
			refused: [again.skipped, notAllowed.held_back].filter(Boolean).length,
			progress: String(notAllowed.reason),
			outcomes: countText(countBy([called], ({ outcome }) => outcome)),
			disagreements: [
				...differs('numbers called', ALLOWED, calls.map((call) => call.to_number).join(', ')),
				...differs('status of a request without the token', 403, said.withoutToken),
				...differs('tools', TOOLS, listed(said)),
				...differs('call that was looked up', lookedUp.call_id, calls[0]?.call_id),
				...differs('outcome that was looked up', lookedUp.outcome, called.outcome),
			],
		};
	},
};
