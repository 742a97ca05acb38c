import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf } from '../../n8n/executions.mts';
import { executeByHand } from '../../n8n/publishedWorkflow.mts';
import { platformOf } from '../platform.mts';
import { differs } from '../report.mts';
import { rowsOfTable } from '../sampleTables.mts';
import type { SampleTrial } from './trial.mts';

const WITHIN_MS = 60_000;
const CHANGED = 'agent_0002';

export const agentsInGit: SampleTrial = {
	id: 'sampleAgentsInGit',
	/** Three nights: all agents are new, nothing has changed, one has changed. */
	async start(workflow, { rest, sandbox }) {
		await workflow.unpublish();
		const night = async () => await executeByHand(rest, workflow.id, 'Start by hand', WITHIN_MS);
		const nights = [await night(), await night()];
		const platform = await platformOf(sandbox);
		await platform.patch(`/agents/${CHANGED}/prompt`, {
			instructions: 'Ask for the budget first.',
		});
		return [...nights, await night()];
	},
	async judge({ executions, calls, world }) {
		const { n8n, rest, ids, sandbox } = world;
		const platform = await platformOf(sandbox);
		const { data } = await platform.get('/agents/', { params: { limit: 1000 } });
		const agents: string[] = data.items.map(({ agent_id }: { agent_id: string }) => agent_id);
		const fileOf = (id: string) => join(n8n.filesFolder, `${id}.json`);
		const files = agents.filter((id) => existsSync(fileOf(id)));
		const changed = executions.map((night) => rowsOf(night, 'Changed?').length);
		const messages = executions.map((night) => rowsOf(night, 'Message').length);
		const remembered = await rowsOfTable(rest, ids.sampleAgents);
		return {
			calls: calls.length,
			refused: 0,
			progress: `${files.length} files; changed: ${changed.join(', ')}`,
			outcomes: '',
			disagreements: [
				...differs('files', files.length, agents.length),
				...differs('changed each night', changed.join(), [agents.length, 0, 1].join()),
				...differs('messages each night', messages.join(), '1,0,1'),
				...differs('agents in the table', remembered.length, agents.length),
				...differs(
					'file of the agent that was changed',
					readFileSync(fileOf(CHANGED), 'utf8').includes('Ask for the budget first.'),
					true,
				),
			],
		};
	},
};
