import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf } from '../../../harness/n8n/executions.mts';
import { executeByHand } from '../../../harness/n8n/publishedWorkflow.mts';
import { listOf, platformOf } from '../../../harness/samples/platform.mts';
import { rowsOfTable } from '../../../harness/samples/sampleTables.mts';
import type { SampleTrial } from './trial.mts';

const WITHIN_MS = 60_000;
const CHANGED = 'agent_0002';

export const agentsInGit: SampleTrial = {
	id: 'sampleAgentsInGit',
	/** Three nights: all agents are new, nothing has changed, one has changed. */
	async start(workflow, { rest, sandbox }) {
		await workflow.unpublish();
		const night = async () => await executeByHand(rest, workflow.id, 'Every night at 2', WITHIN_MS);
		const nights = [await night(), await night()];
		const platform = platformOf(sandbox);
		await platform.patch(`/agents/${CHANGED}/prompt`, {
			instructions: 'Ask for the budget first.',
		});
		return [...nights, await night()];
	},
	async facts({ executions, platform, world }) {
		const { n8n, rest, ids } = world;
		const agents = await listOf<{ agent_id: string }>(platform, '/agents/');
		const fileOf = (id: string) => join(n8n.filesFolder, `${id}.json`);
		const files = agents.filter(({ agent_id }) => existsSync(fileOf(agent_id)));
		const changed = executions.map((night) => rowsOf(night, 'Changed?').length);
		const messages = executions.map((night) => rowsOf(night, 'Message').length);
		const remembered = await rowsOfTable(rest, ids.sampleAgents);
		return {
			progress: `${files.length} files; changed: ${changed.join(', ')}`,
			claims: [
				['files', files.length, agents.length],
				['changed each night', changed.join(), [agents.length, 0, 1].join()],
				['messages each night', messages.join(), '1,0,1'],
				['agents in the table', remembered.length, agents.length],
				[
					'file of the agent that was changed',
					readFileSync(fileOf(CHANGED), 'utf8').includes('Ask for the budget first.'),
					true,
				],
			],
		};
	},
};
