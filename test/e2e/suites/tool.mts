import { rowsOf } from '../../../harness/n8n/executions.mts';
import { PACKAGE_NAME } from '../../../harness/project/package.mts';
import type { RecordedCall } from '../../samples/report.mts';
import { SAMPLE_CREDENTIAL } from '../../../harness/samples/samples.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { FakeModel } from '../../support/n8nModel.mts';
import { byId, untilQuiet } from '../../support/n8nSteps.mts';

interface Tool {
	/** The name of the node, which becomes that of the tool. */
	name: string;
	node: string;
	parameters: Record<string, unknown>;
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
const readers: Array<Tool & { says: string }> = [
	{
		name: 'Agents',
		node: 'voiceAgent',
		parameters: {
			resource: 'agent',
			operation: 'getAll',
			limit: "={{ $fromAI('limit', 'How many agents', 'number') }}",
		},
		says: 'agent_id',
	},
	{
		name: 'Figures',
		node: 'voiceAgentAnalytics',
		parameters: { resource: 'call', operation: 'getSummary', period: 'days', days: 7 },
		says: 'connect_rate',
	},
	{
		name: 'Credits',
		node: 'voiceAgentBilling',
		parameters: { resource: 'balance', operation: 'get' },
		says: 'credits',
	},
	{
		name: 'Campaigns',
		node: 'voiceAgentCampaign',
		parameters: { resource: 'campaign', operation: 'getAll', limit: 1 },
		says: 'campaign_id',
	},
	{
		name: 'Users',
		node: 'voiceAgentOrganization',
		parameters: { resource: 'user', operation: 'getAll', returnAll: true },
		says: 'owner@example.com',
	},
	{
		name: 'Numbers',
		node: 'voiceAgentPhoneNumber',
		parameters: { resource: 'phoneNumber', operation: 'getAll', limit: 2 },
		says: 'phone_number',
	},
];

const toolName = ({ name }: Tool) => name.replaceAll(' ', '_');

/** The nodes as tools of n8n's AI Agent; only the model behind it is simulated. */
export function toolSuite(world: () => TestN8n): void {
	const model = new FakeModel();
	let modelCredential = { id: '', name: 'Model' };

	beforeAll(async () => {
		await model.start();
		const { data } = await world().rest.post('/credentials', {
			name: modelCredential.name,
			type: 'openAiApi',
			data: { apiKey: 'no-key-needed', url: model.url },
		});
		modelCredential = { ...modelCredential, id: data.data.id };
	});

	afterAll(async () => await model.stop());

	afterEach(() => expect(model.complaints).toEqual([]));

	const recordedCalls = async () => (await world().sandbox.api.get<RecordedCall[]>('/calls')).data;

	/** Runs an agent with these tools and this prompt. */
	async function ask(text: string, tools: Tool[]) {
		const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
			id: name,
			name,
			type,
			typeVersion,
			position: [0, 0],
			parameters,
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
		return await world().execute(id, START);
	}

	test('an agent calls somebody: that call, and what the model is told about the tool', async () => {
		const before = (await recordedCalls()).length;
		model.willSay(
			[{ tool: toolName(makeCall), input: { phone: PHONE, first_name: 'Ada' } }],
			'Ada is being called.',
		);
		const execution = await ask('Please call Ada.', [makeCall]);
		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(execution.status).toBe('success');
		expect(rowsOf(execution, AGENT)[0]).toMatchObject({ output: 'Ada is being called.' });

		const calls = (await recordedCalls()).slice(before);
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
		const execution = await ask('Please call Ada, and wait.', [waiting]);
		expect(execution.status).toBe('success');
		expect(model.requests[0]?.tools[0]?.function.parameters.properties).toMatchObject({
			Phone_Number: { type: 'string', description: expect.stringContaining('+12125550123') },
		});
		const [called] = (await recordedCalls()).filter((row) => row.to_number === WAITED_PHONE);
		expect(model.toolAnswers[0]).toContain('"is_over":true');
		expect(model.toolAnswers[0]).toContain(`"status":"${called?.status}"`);
	});

	test('an agent calls nobody who is not one of the Allowed Numbers', async () => {
		const before = (await recordedCalls()).length;
		const limited: Tool = {
			...makeCall,
			parameters: { ...makeCall.parameters, callingRules: { allowedNumbers: '+1808*' } },
		};
		const phone = '+12125550182';
		model.willSay(
			[{ tool: toolName(limited), input: { phone, first_name: 'Ada', allowedNumbers: phone } }],
			'I may not call this number.',
		);
		const execution = await ask('Please call this one.', [limited]);
		expect(execution.status).toBe('success');
		expect(await recordedCalls()).toHaveLength(before);
		expect(model.toolAnswers).toEqual([
			expect.stringContaining("The number is not one of the 'Allowed Numbers'"),
		]);
	});

	test('the other six nodes answer an agent too', async () => {
		// A call that ends between two looks at the credits would change them.
		await untilQuiet(world());
		const inputs: Record<string, object> = { Agents: { limit: 2 } };
		model.willSay(
			...readers.map((tool) => [{ tool: toolName(tool), input: { ...inputs[tool.name] } }]),
			'That is all.',
		);
		const execution = await ask('How are we doing?', readers);
		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(execution.status).toBe('success');
		expect(rowsOf(execution, AGENT)[0]).toMatchObject({ output: 'That is all.' });

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
