import { rowsOf } from '../../../harness/n8n/executions.mts';
import { ModelServer, type ModelTurn, textOf } from '../../../harness/modelServer.mts';
import { PACKAGE_NAME } from '../../../harness/project/package.mts';
import { platformOf } from '../../../harness/samples/platform.mts';
import { recordedCalls } from '../../samples/report.mts';
import { SAMPLE_CREDENTIAL } from '../../../harness/samples/samples.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { byId, untilQuiet } from '../../support/n8nSteps.mts';

interface Tool {
	/** The name of the node, which becomes that of the tool. */
	name: string;
	node: string;
	parameters: Record<string, unknown>;
}

/** A model that says what the test sets. */
class FakeModel extends ModelServer {
	private turns: ModelTurn[] = [];

	constructor() {
		super(() => this.turns.shift());
	}

	/** Forgets what was asked, and will answer this from now on. */
	willSay(...turns: ModelTurn[]): void {
		this.turns = turns;
		this.requests = [];
		this.complaints = [];
	}

	/** What the tools returned to the model, in order. */
	get toolAnswers(): string[] {
		const messages = this.requests.at(-1)?.messages ?? [];
		return messages.filter(({ role }) => role === 'tool').map(textOf);
	}
}

const START = 'Start by hand';
const AGENT = 'AI Agent';
const MODEL = 'Chat Model';
const PHONE = '+18085550180';
const WAITED_PHONE = '+18085550181';

const makeCall: Tool = {
	name: 'Call somebody',
	node: 'voiceAgentCall',
	parameters: {
		resource: 'call',
		operation: 'makeCall',
		agentId: byId('agent_0002'),
		toNumber: "={{ $fromAI('phone', 'Number to call', 'string') }}",
		options: {
			firstName: "={{ $fromAI('first_name', 'First name of the person', 'string') }}",
		},
	},
};

/** A tool that only reads, of each of the other nodes, and a text that its answer must contain. */
const readers = (
	[
		[
			['Agents', 'voiceAgent', 'agent', 'getAll', 'agent_id'],
			{ limit: "={{ $fromAI('limit', 'How many agents', 'number') }}" },
		],
		[
			['Figures', 'voiceAgentAnalytics', 'call', 'getSummary', 'connect_rate'],
			{ period: 'days', days: 7 },
		],
		[['Credits', 'voiceAgentBilling', 'balance', 'get', 'credits'], {}],
		[['Campaigns', 'voiceAgentCampaign', 'campaign', 'getAll', 'campaign_id'], { limit: 1 }],
		[['Users', 'voiceAgentOrganization', 'user', 'getAll', 'owner@example.com'], {}],
		[['Numbers', 'voiceAgentPhoneNumber', 'phoneNumber', 'getAll', 'phone_number'], { limit: 2 }],
	] as const
).map(([[name, node, resource, operation, says], more]) => ({
	...{ name, node, says },
	parameters: { resource, operation, ...more },
}));

const toolName = ({ name }: Tool) => name.replaceAll(' ', '_');

/** The nodes as tools of n8n's AI Agent; only the model behind it is simulated. */
export function toolSuite(world: () => TestN8n): void {
	const model = new FakeModel();
	const modelCredential = { id: '', name: 'Model' };

	beforeAll(async () => {
		await model.start();
		const data = { apiKey: 'no-key-needed', url: model.url };
		modelCredential.id = await world().createCredential('Model', data, 'openAiApi');
	});

	afterAll(async () => await model.stop());

	afterEach(() => expect(model.complaints).toEqual([]));

	const callsNow = async () => await recordedCalls(world().sandbox.api);

	/** Runs an agent with these tools and this prompt to its successful end. @returns what it says */
	async function ask(text: string, tools: Tool[]) {
		const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
			...{ id: name, name, type, typeVersion, parameters },
			position: [0, 0],
		});
		const to = (type: string) => ({ [type]: [[{ node: AGENT, type, index: 0 }]] });
		const id = await world().createWorkflow({
			name: text,
			nodes: [
				node(START, 'n8n-nodes-base.manualTrigger', 1, {}),
				node(AGENT, '@n8n/n8n-nodes-langchain.agent', 3.1, {
					promptType: 'define',
					text,
					options: {},
				}),
				{
					...node(MODEL, '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.3, {
						model: byId('sample-model'),
						responsesApiEnabled: false,
						options: { maxRetries: 0 },
					}),
					credentials: { openAiApi: modelCredential },
				},
				...tools.map(({ name, node: type, parameters }) => ({
					...node(name, `${PACKAGE_NAME}.${type}Tool`, 1, parameters),
					credentials: { voiceAgentApi: SAMPLE_CREDENTIAL },
				})),
			],
			connections: {
				[START]: to('main'),
				[MODEL]: to('ai_languageModel'),
				...Object.fromEntries(tools.map(({ name }) => [name, to('ai_tool')])),
			},
		});
		const execution = await world().execute(id, START);
		const { error } = execution.data.resultData;
		expect([execution.status, error?.message]).toEqual(['success', undefined]);
		return rowsOf(execution, AGENT)[0]?.output;
	}

	test('an agent calls somebody: that call, and what the model is told about the tool', async () => {
		const before = (await callsNow()).length;
		model.willSay(
			[{ tool: toolName(makeCall), input: { phone: PHONE, first_name: 'Ada' } }],
			'Ada is being called.',
		);
		expect(await ask('Please call Ada.', [makeCall])).toBe('Ada is being called.');

		const calls = (await callsNow()).slice(before);
		expect(calls).toMatchObject([
			{ to_number: PHONE, first_name: 'Ada', last_name: null, agent_id: 'agent_0002' },
		]);
		const [request] = model.requests;
		expect(request?.tools.map(({ function: { name } }) => name)).toEqual([toolName(makeCall)]);
		const { description, parameters } = request?.tools[0]?.function ?? {};
		expect(description).toMatch(/real person/);
		expect(parameters?.properties).toMatchObject({
			phone: { type: 'string', description: 'Number to call' },
			first_name: { type: 'string', description: 'First name of the person' },
		});
		expect(parameters?.required?.sort()).toEqual(['first_name', 'phone']);
		expect(model.toolAnswers).toHaveLength(1);
		expect(model.toolAnswers[0]).toContain(calls[0]?.call_id);
	});

	test('an agent waits for the result of a call', async () => {
		// Nothing is entered for the number, so it is the model's, with the description that the node has.
		const waiting: Tool = {
			...makeCall,
			parameters: { ...makeCall.parameters, toNumber: undefined, waitForResult: true },
		};
		model.willSay(
			[{ tool: toolName(waiting), input: { Phone_Number: WAITED_PHONE, first_name: 'Ada' } }],
			'Ada was called.',
		);
		await ask('Please call Ada, and wait.', [waiting]);
		expect(model.requests[0]?.tools[0]?.function.parameters.properties).toMatchObject({
			Phone_Number: { type: 'string', description: expect.stringContaining('+12125550123') },
		});
		const [called] = (await callsNow()).filter((row) => row.to_number === WAITED_PHONE);
		expect(model.toolAnswers[0]).toContain('"is_over":true');
		expect(model.toolAnswers[0]).toContain(`"status":"${called?.status}"`);
	});

	test('an agent calls nobody who is not one of the Allowed Numbers', async () => {
		const before = (await callsNow()).length;
		const limited: Tool = {
			...makeCall,
			parameters: { ...makeCall.parameters, callingRules: { allowedNumbers: '+1808*' } },
		};
		const phone = '+12125550182';
		model.willSay(
			[{ tool: toolName(limited), input: { phone, first_name: 'Ada', allowedNumbers: phone } }],
			'I may not call this number.',
		);
		await ask('Please call this one.', [limited]);
		expect(await callsNow()).toHaveLength(before);
		expect(model.toolAnswers).toEqual([
			expect.stringContaining("The number is not one of the 'Allowed Numbers'"),
		]);
	});

	test('the other six nodes answer an agent too', async () => {
		// A call that ends between two looks at the credits would change them.
		await untilQuiet(world());
		await platformOf(world().sandbox).post('/campaigns/', {
			name: 'Renewals',
			agent_id: 'agent_0001',
			contacts: [{ phone_number: '+12125550183' }],
		});
		model.willSay(
			...readers.map((tool) => [
				{ tool: toolName(tool), input: tool.name === 'Agents' ? { limit: 2 } : {} },
			]),
			'That is all.',
		);
		expect(await ask('How are we doing?', readers)).toBe('That is all.');

		const tools = model.requests[0]?.tools.map((tool) => tool.function) ?? [];
		expect(tools.map(({ name }) => name).sort()).toEqual(readers.map(toolName).sort());
		const limit = tools.find(({ name }) => name === 'Agents')?.parameters.properties.limit;
		expect(limit).toMatchObject({ type: 'number', description: 'How many agents' });
		expect(new Set(tools.map(({ description }) => description)).size).toBe(readers.length);
		expect(model.toolAnswers).toHaveLength(readers.length);
		readers.forEach(({ says }, index) => expect(model.toolAnswers[index]).toContain(says));
		expect(model.toolAnswers[0]?.match(/"agent_id"/g)).toHaveLength(2);
		const { data: state } = await world().sandbox.api.get('/state');
		expect(model.toolAnswers[2]).toContain(String(state.credits));
	});
}
