import type { AxiosInstance } from 'axios';
import { rowsOf } from '../../../harness/n8n/executions.mts';
import { executeByHand, submit } from '../../../harness/n8n/publishedWorkflow.mts';
import { sampleLines } from '../../../harness/samples/files.mts';
import { listOf, platformOf } from '../../../harness/samples/platform.mts';
import type { SampleWorld } from '../../../harness/samples/sampleWorld.mts';
import type { SampleTrial } from './trial.mts';

const WITHIN_MS = 60_000;
const CHANGED = 'Changed by hand.';

const clients = () => sampleLines('clients.csv');
const nameOf = (company = '') => `${company}: reception`;

interface Agent {
	agent_id: string;
	name: string;
	instructions: string;
}

/** The agents of the clients, as the platform has them. */
async function agentsOfClients(platform: AxiosInstance): Promise<Agent[]> {
	const names = clients().map(({ company }) => nameOf(company));
	const agents = await listOf<Agent>(platform, '/agents/');
	return agents.filter(({ name }) => names.includes(name));
}

/** Runs it by hand. If it asks for a decision, a person sends it. */
async function rollOutOnce({ rest, n8n, ids, sandbox }: SampleWorld, decision: string) {
	const platform = platformOf(sandbox);
	const before = await agentsOfClients(platform);
	return await executeByHand(
		rest,
		ids.sampleRollOut ?? '',
		'Start by hand',
		WITHIN_MS,
		async (form) => {
			const now = await agentsOfClients(platform);
			if (now.length !== before.length) throw new Error('Agents were made before the approval');
			await submit(n8n.url + form, [decision]);
		},
	);
}

export const rollOut: SampleTrial = {
	id: 'sampleRollOut',
	/** Refused, approved, once more (then there is nothing to do, and nobody is asked), and after somebody has changed an agent. */
	async start(_workflow, world) {
		const runs = [
			await rollOutOnce(world, 'Change nothing'),
			await rollOutOnce(world, 'Roll out'),
			await rollOutOnce(world, 'Roll out'),
		];
		const platform = platformOf(world.sandbox);
		const [agent] = await agentsOfClients(platform);
		await platform.patch(`/agents/${agent?.agent_id}/prompt`, { instructions: `${CHANGED}\n` });
		return [...runs, await rollOutOnce(world, 'Roll out')];
	},
	async facts({ executions, platform }) {
		const agents = await agentsOfClients(platform);
		const steps = executions.map((execution) => rowsOf(execution, 'Apply').length > 0);
		const asked = executions.map((execution) => rowsOf(execution, 'Differences').length > 0);
		const [last] = executions
			.slice(-1)
			.flatMap((execution) => rowsOf(execution, 'Differences').map(({ text }) => String(text)));
		const isRight = ({ company = '', opening_hours = '' }) =>
			agents.some(
				({ name, instructions }) =>
					name === nameOf(company) &&
					instructions.includes(company) &&
					instructions.includes(opening_hours),
			);
		return {
			progress: `${agents.length} agents for ${clients().length} clients`,
			claims: [
				['agents', clients().length, agents.length],
				['agents as their clients are', clients().filter(isRight).length, agents.length],
				['runs that asked', asked.join(), 'true,true,false,true'],
				['runs that changed', steps.join(), 'false,true,false,true'],
				['the change that a person saw', last?.includes(`- ${CHANGED}`), true],
			],
		};
	},
};
