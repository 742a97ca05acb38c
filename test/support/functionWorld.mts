import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import type { Execution } from '../../harness/n8n/executions.mts';
import { PACKAGE_NAME } from '../../harness/project/package.mts';
import { PublishedWorkflow, until } from '../../harness/n8n/publishedWorkflow.mts';
import { SAMPLE_CREDENTIAL } from '../../harness/samples/samples.mts';
import { byId } from './n8nSteps.mts';

/*
 * Workflows with Voice Agent Function Trigger in a real n8n, and the agent that asks them.
 */

export const TRIGGER = 'When the agent asks';
const AGENT = 'agent_0001';
export const WITHIN_MS = 30_000;
export const HEADER = 'X-Voice-Agent-Secret';

export interface FunctionRow {
	id: string;
	name: string;
	url: string;
	headers: Record<string, string>;
}

export interface WorkflowOptions {
	parameters?: Record<string, unknown>;
	/** JavaScript of the node behind the trigger. */
	code?: string;
	/** An address that the node behind the trigger asks. */
	request?: string;
	/** Parameters of the operation Respond behind it. */
	respond?: Record<string, unknown>;
	credential?: { id: string; name: string };
	triggerName?: string;
}

/** What a workflow looks like that answers an agent. */
export function workflowOf(
	name: string,
	{ credential = SAMPLE_CREDENTIAL, triggerName = TRIGGER, ...options }: WorkflowOptions,
) {
	const { code, request, respond } = options;
	const step = (
		id: string,
		called: string,
		type: string,
		parameters: object,
		more: object = {},
	) => ({
		...{ id, name: called, type, parameters },
		...more,
	});
	const parameters = {
		agentId: byId(AGENT),
		functionName: name,
		functionDescription: 'Returns the free slots of a day',
		functionParameters: {
			parameters: [
				{ name: 'day', type: 'date', description: 'The day', required: true },
				{ name: 'people', type: 'integer', required: false },
			],
		},
		options: { secretIn: 'header' },
		...options.parameters,
	};
	const [n8n, own] = ['n8n-nodes-base', PACKAGE_NAME];
	const answer = { resource: 'customFunction', operation: 'respond', ...respond };
	const steps = [
		step('trigger', triggerName, `${own}.voiceAgentFunctionTrigger`, parameters, {
			credentials: { voiceAgentApi: credential },
		}),
		code !== undefined &&
			step('code', 'Look up', `${n8n}.code`, { jsCode: code }, { typeVersion: 2 }),
		request !== undefined &&
			step(
				'request',
				'Ask',
				`${n8n}.httpRequest`,
				{ url: request, options: {} },
				{
					typeVersion: 4.2,
				},
			),
		respond && step('respond', 'Respond', `${own}.voiceAgent`, answer),
		step('end', 'End', `${n8n}.noOp`, {}),
	].filter((one) => typeof one === 'object');
	const nodes = steps.map((one, index) => ({ typeVersion: 1, position: [index * 220, 0], ...one }));
	const connections = Object.fromEntries(
		steps.slice(0, -1).map((one, index) => {
			const next = { node: steps[index + 1]?.name, type: 'main', index: 0 };
			return [one.name, { main: [[next]] }];
		}),
	);
	return { name, nodes, connections };
}

/** A published workflow, and how its agent asks it. */
export class AskedWorkflow {
	readonly workflow: PublishedWorkflow;
	readonly row: FunctionRow;
	private readonly world: FunctionWorld;

	constructor(world: FunctionWorld, workflow: PublishedWorkflow, row: FunctionRow) {
		this.world = world;
		this.workflow = workflow;
		this.row = row;
	}

	/** As the platform does. The address that it knows leads to the proxy in front of n8n. */
	async ask(
		body: unknown,
		headers: object = this.row.headers,
		timeout = 0,
	): Promise<AxiosResponse> {
		const { pathname, search } = new URL(this.row.url);
		const url = new URL(`${pathname}${search}`, this.world.rest.defaults.baseURL);
		return await axios.post(url.href, body, { headers, timeout, validateStatus: () => true });
	}

	async answer(body: unknown): Promise<unknown> {
		const { status, data } = await this.ask(body);
		expect({ status, data }).toMatchObject({ status: 200 });
		return data;
	}

	/** Its executions, once there are so many that are over. */
	async executions(count: number): Promise<Execution[]> {
		await until(async () => (await this.workflow.counts()).over >= count, WITHIN_MS);
		await until(async () => (await this.workflow.counts()).underWay === 0, WITHIN_MS);
		const executions = await this.workflow.executions();
		expect(executions).toHaveLength(count);
		return executions;
	}
}

/** One n8n, one platform, and what was published. */
export class FunctionWorld {
	readonly published: PublishedWorkflow[] = [];
	/** All that the platform was given. */
	readonly secrets: string[] = [];
	private readonly n8n: () => { rest: AxiosInstance; sandbox: { url: string } };

	constructor(n8n: FunctionWorld['n8n']) {
		this.n8n = n8n;
	}

	get rest(): AxiosInstance {
		return this.n8n().rest;
	}

	/** The functions of the agent, read without the package. */
	async functions(): Promise<FunctionRow[]> {
		const platform = axios.create({ baseURL: this.n8n().sandbox.url });
		const account = { email: 'owner@example.com', password: 'sandbox-password' };
		const { data: login } = await platform.post('/auth/login', account);
		const headers = { authorization: `Bearer ${login.access_token}` };
		const { data } = await platform.get(`/agents/${AGENT}/custom-functions/`, { headers });
		return data.items;
	}

	async functionOf(name: string): Promise<FunctionRow | undefined> {
		return (await this.functions()).find((candidate) => candidate.name === name);
	}

	/** Waits until the agent has a function, or has it no more. */
	async untilRegistered(name: string, isWanted = true): Promise<void> {
		const isSo = async () => ((await this.functionOf(name)) !== undefined) === isWanted;
		expect(await until(isSo, WITHIN_MS)).toBe(true);
	}

	async create(workflow: ReturnType<typeof workflowOf>): Promise<PublishedWorkflow> {
		const settings = { executionOrder: 'v1' };
		const { data } = await this.rest.post('/workflows', { settings, ...workflow });
		const created = new PublishedWorkflow(this.rest, data.data.id);
		this.published.push(created);
		return created;
	}

	async publish(name: string, options: WorkflowOptions = {}): Promise<AskedWorkflow> {
		const workflow = await this.create(workflowOf(name, options));
		await workflow.publish();
		return await this.asked(name, workflow);
	}

	/** The workflow as the platform knows it now. */
	async asked(name: string, workflow: PublishedWorkflow): Promise<AskedWorkflow> {
		await this.untilRegistered(name);
		const isStored = async () => (await workflow.details()).staticData !== null;
		expect(await until(isStored, WITHIN_MS)).toBe(true);
		const row = (await this.functionOf(name)) as FunctionRow;
		const secret = row.headers[HEADER] ?? new URL(row.url).searchParams.get('token');
		this.secrets.push(secret ?? '');
		return new AskedWorkflow(this, workflow, row);
	}

	async unpublishAll(): Promise<void> {
		for (const workflow of this.published) await workflow.unpublish();
	}
}

/** Takes longer than a second request needs to arrive. */
export const SLOW = `await new Promise((resolve) => setTimeout(resolve, 1500));
return [{ json: { free: ['10:00', '11:30'], day: $json.parameters.day } }];`;
