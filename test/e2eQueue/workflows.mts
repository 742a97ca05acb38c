import axios from 'axios';
import { freshConnections } from '../../harness/n8n/connections.mts';
import { type Execution, rowsOf } from '../../harness/n8n/executions.mts';
import { finishedExecution, until } from '../../harness/n8n/publishedWorkflow.mts';
import type { QueueN8n } from '../../harness/queue/queueN8n.mts';
import { countsOf } from './world.mts';

const REGISTERED_WITHIN_MS = 20_000;
const RUNNING = ['new', 'running', 'waiting'];

/** The node under test, behind a webhook that makes an item of every row it gets. */
export const NODE = 'Node under test';

interface Node {
	parameters: object;
	credential: { id: string; name: string };
}

function webhookWorkflow(path: string, { parameters, credential }: Node) {
	const at = (name: string, type: string, typeVersion: number, more: object) => ({
		id: `${path}-${name}`,
		name,
		type,
		typeVersion,
		position: [0, 0],
		...more,
	});
	return {
		name: path,
		settings: { executionOrder: 'v1' },
		nodes: [
			at('Webhook', 'n8n-nodes-base.webhook', 2, {
				webhookId: path,
				parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
			}),
			at('Rows', 'n8n-nodes-base.splitOut', 1, {
				parameters: { fieldToSplitOut: 'body.rows', options: {} },
			}),
			at(NODE, 'n8n-nodes-voice-agent.voiceAgentCall', 1, {
				parameters,
				credentials: { voiceAgentApi: credential },
				onError: 'continueRegularOutput',
			}),
		],
		connections: {
			Webhook: { main: [[{ node: 'Rows', type: 'main', index: 0 }]] },
			Rows: { main: [[{ node: NODE, type: 'main', index: 0 }]] },
		},
	};
}

/** An execution in n8n's list. */
interface Listed {
	id: string;
	status: string;
}

/** A published workflow that a webhook of the main process starts; workers execute it. */
export class WebhookWorkflow {
	private readonly queue: QueueN8n;
	readonly id: string;
	private readonly path: string;

	constructor(queue: QueueN8n, id: string, path: string) {
		this.queue = queue;
		this.id = id;
		this.path = path;
	}

	/** Starts an execution; n8n answers before a worker has taken it. */
	async start(rows: object[]): Promise<void> {
		const url = `${this.queue.main.url}/webhook/${this.path}`;
		const settings = { ...freshConnections, validateStatus: () => true };
		let status = 0;
		const isStarted = async () => {
			({ status } = await axios.post(url, { rows }, settings));
			// n8n answers a publication before the webhook is there.
			return status !== 404;
		};
		await until(isStarted, REGISTERED_WITHIN_MS);
		if (status !== 200) throw new Error(`The webhook ${this.path} answered with status ${status}`);
	}

	/** Its executions, the earliest first. */
	async executions(): Promise<Listed[]> {
		const filter = JSON.stringify({ workflowId: this.id });
		const { data } = await this.queue.rest.get('/executions', { params: { filter, limit: 100 } });
		const listed: Listed[] = data.data.results;
		return listed.sort((a, b) => Number(a.id) - Number(b.id));
	}

	/** Waits until so many executions have been started and all are over. */
	async untilOver(count: number, withinMs: number): Promise<Listed[]> {
		const isOver = async () => {
			const listed = await this.executions();
			return listed.length >= count && !listed.some(({ status }) => RUNNING.includes(status));
		};
		if (!(await until(isOver, withinMs))) {
			throw new Error(`Not over: ${JSON.stringify(await this.executions())}`);
		}
		return await this.executions();
	}

	/** How many items its executions could not process, by the message. */
	async errors(): Promise<Record<string, number>> {
		const messages: string[] = [];
		for (const { id } of await this.executions()) {
			const execution = await finishedExecution(this.queue.rest, id);
			const rows = execution ? rowsOf(execution, NODE) : [];
			for (const { error } of rows) if (error) messages.push(String(error));
		}
		return countsOf(messages);
	}

	/** Starts one execution and returns it when it is over. */
	async execute(rows: object[], withinMs: number): Promise<Execution> {
		const before = (await this.executions()).length;
		await this.start(rows);
		const last = (await this.untilOver(before + 1, withinMs)).at(-1)!;
		return (await finishedExecution(this.queue.rest, last.id))!;
	}
}

/** Creates a workflow behind the webhook of this path, and publishes it. */
export async function publishWebhook(
	queue: QueueN8n,
	path: string,
	node: Node,
): Promise<WebhookWorkflow> {
	const { data } = await queue.rest.post('/workflows', webhookWorkflow(path, node));
	const { id, versionId } = data.data;
	await queue.rest.post(`/workflows/${id}/activate`, { versionId });
	return new WebhookWorkflow(queue, id, path);
}
