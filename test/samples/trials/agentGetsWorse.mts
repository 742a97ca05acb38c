import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf } from '../../../harness/n8n/executions.mts';
import { until } from '../../../harness/n8n/publishedWorkflow.mts';
import type { Sandbox } from '../../../harness/sandbox.mts';
import { platformOf } from '../../../harness/samples/platform.mts';
import { analysisOf } from '../endCall.mts';
import type { During, SampleTrial } from './trial.mts';

/** The agent of the sample. No other sample calls with it. */
export const WATCHED_AGENT = 'agent_0004';
const DAYS = 3;
const LIMIT = 0.5;
const HOURS_MS = 3_600_000;

/** The trigger looks at once, and then every minute. */
const TOLD_WITHIN_MS = 150_000;

/** Calls of the agent that somebody answered, so many hours ago. */
async function addCalls(
	{ api }: Pick<Sandbox, 'api'>,
	count: number,
	success: boolean,
	hoursAgo: number,
): Promise<void> {
	await api.post('/calls', {
		count,
		agent_id: WATCHED_AGENT,
		status: 'completed',
		duration_seconds: 60,
		created_at: Date.now() - hoursAgo * HOURS_MS,
		analysis: analysisOf(success ? 'answered' : 'not_answered', success),
	});
}

export const agentGetsWorse: SampleTrial = {
	id: 'sampleAgentWorse',
	/** A good day, and a bad week that is no longer looked at. */
	async prepare({ sandbox }) {
		await addCalls(sandbox, 90, false, 5 * 24);
		await addCalls(sandbox, 20, true, 24);
	},
	async start(workflow, { sandbox }) {
		const before = (await workflow.counts()).over;
		if (before > 0) throw new Error('There was a message before the agent got worse');
		await addCalls(sandbox, 30, false, 0);
		await until(async () => (await workflow.counts()).over > 0, TOLD_WITHIN_MS);
		return await workflow.executions();
	},
	async facts({ executions, world }: During) {
		const { n8n, sandbox } = world;
		const platform = platformOf(sandbox);
		const { data: recorded } = await platform.get('/analytics/calls/summary', {
			params: { agent_id: WATCHED_AGENT, days: DAYS },
		});
		const emitted = executions.flatMap((one) => rowsOf(one, 'When the agent gets worse'));
		const written = readFileSync(join(n8n.filesFolder, 'agent-gets-worse.txt'), 'utf8').trim();
		const rate = Math.round(recorded.success_rate * 100);
		return {
			calls: 0,
			progress: written,
			claims: [
				['messages', emitted.length, 1],
				['success rate', emitted[0]?.value, recorded.success_rate],
				['success rate before', emitted[0]?.value_before, 1],
				['below the limit', recorded.success_rate < LIMIT, true],
				[
					'message',
					written,
					`Success rate of ${WATCHED_AGENT} in the last ${DAYS} days: ${rate} %. The limit is ${LIMIT * 100} %.`,
				],
			],
		};
	},
};
