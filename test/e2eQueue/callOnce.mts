import { outputOf } from '../../harness/n8n/executions.mts';
import { NODE, type WebhookWorkflow, publishWebhook } from './workflows.mts';
import type { World } from './world.mts';

export const WITHIN_MS = 120_000;

const makeCall = {
	resource: 'call',
	operation: 'makeCall',
	agentId: { __rl: true, mode: 'id', value: 'agent_0001' },
	toNumber: '={{ $json.number }}',
	options: { repeatedNumbers: 'ever' },
};

export const rowsFor = (numbers: readonly string[]) => numbers.map((number) => ({ number }));

/** What became of some numbers in the end. */
export interface Fates {
	calls: string[];
	/** Those that were called more than once. */
	twice: string[];
	/** Those whose outcome the node does not know. */
	unknown: string[];
	/** Neither called nor unknown. */
	forgotten: string[];
}

/** A workflow that calls every number of its input with Once Ever, and the calls that it has placed. */
export class CallOnce {
	readonly workflow: WebhookWorkflow;
	private readonly world: World;
	/** How many calls the platform had before. */
	private readonly before: number;

	constructor(world: World, workflow: WebhookWorkflow, before: number) {
		this.world = world;
		this.workflow = workflow;
		this.before = before;
	}

	async called(): Promise<string[]> {
		return (await this.world.calledNumbers()).slice(this.before);
	}

	/**
	 * Does what a person would do after a crash: runs the whole list again, whose output says whose outcome is unknown.
	 *
	 * @throws if one of these executions fails
	 */
	async fatesOf(numbers: readonly string[]): Promise<Fates> {
		const last = await this.workflow.execute(rowsFor(numbers), WITHIN_MS);
		if (last.status !== 'success') {
			throw new Error(`An execution afterwards ended with ${last.status}`);
		}
		const unknown = outputOf(last, NODE)
			.filter(({ json }) => json.outcome === 'unknown')
			.map(({ json }) => String(json.contact_number));
		const calls = await this.called();
		const accountedFor = new Set([...calls, ...unknown]);
		return {
			calls,
			twice: [...new Set(calls.filter((number, index) => calls.indexOf(number) !== index))],
			unknown,
			forgotten: numbers.filter((number) => !accountedFor.has(number)),
		};
	}
}

/** Publishes such a workflow behind the webhook of this path. @param latencyMs how long the platform takes for an answer */
export async function publishCallOnce(
	world: World,
	path: string,
	latencyMs: number,
): Promise<CallOnce> {
	const { api, proxy } = world.sandbox;
	await api.put('/balance', { credits: 1_000_000 });
	proxy.latencyMs = latencyMs;
	const credential = await world.createLogin('owner@example.com');
	const workflow = await publishWebhook(world.queue, path, { parameters: makeCall, credential });
	return new CallOnce(world, workflow, (await world.calledNumbers()).length);
}
