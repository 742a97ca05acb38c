import type { AxiosInstance } from 'axios';
import type { Fault } from '../../../harness/faultProxy.mts';
import { submit, until, untilShown } from '../../../harness/n8n/publishedWorkflow.mts';
import { listOf } from '../../../harness/samples/platform.mts';
import { faultsOf } from '../../../harness/samples/sampleWorld.mts';
import type { SampleTrial } from './trial.mts';

const WITHIN_MS = 90_000;
const HOURS = 'Monday to Friday, 9 to 17';
/** Its functions and its analysis are those of every client. */
const TEMPLATE = 'agent_0004';

const all = async (platform: AxiosInstance, path: string) =>
	await listOf<Record<string, string>>(platform, path);

/** The functions that the agent can use, and what its analysis looks for. */
async function abilitiesOf(platform: AxiosInstance, agentId = ''): Promise<string> {
	const functions = await all(platform, `/agents/${agentId}/custom-functions/`);
	const { data } = await platform.get(`/agents/${agentId}/post-call-analysis`);
	const analysis = [data.prompt, ...(data.outcomes ?? [])];
	return [...functions.map(({ name, url }) => `${name} at ${url}`), ...analysis].join('; ');
}

export const newClient: SampleTrial = {
	id: 'sampleNewClient',
	/**
	 * The sandbox has one free number: enough for the first of two clients. The answer that it is assigned gets lost, and the client has it all the
	 * same.
	 */
	async start(workflow, world) {
		const { n8n } = world;
		const path = '^/phone-numbers/[^/]+/assign$';
		const lost: Fault = { method: 'POST', path, kind: 'resetAfter', times: 1 };
		faultsOf(world).faults = [lost];
		const form = `${n8n.url}/form/new-client`;
		await untilShown(form, WITHIN_MS);
		for (const [index, company] of ['First Client', 'Second Client'].entries()) {
			const prices = new File(['%PDF-1.4 prices'], 'prices.pdf', { type: 'application/pdf' });
			await submit(form, [company, HOURS, prices]).catch(() => undefined);
			await until(async () => (await workflow.counts()).over > index, WITHIN_MS);
		}
		if (lost.times !== 0) throw new Error('No answer got lost');
		const [first, second] = await workflow.executions();
		if (second?.status !== 'error') throw new Error('The client without a number was set up');
		return first ? [first] : [];
	},
	async facts({ platform }) {
		const agents = await all(platform, '/agents/');
		const named = agents.filter(({ name }) => /^(First|Second) Client/.test(name ?? ''));
		const [agent] = named;
		const documents = await all(platform, '/knowledge-base/documents');
		const own = agent && (await all(platform, `/agents/${agent.agent_id}/knowledge-base`));
		const numbers = await all(platform, '/phone-numbers');
		return {
			progress: named.map(({ name }) => name).join(', '),
			claims: [
				['agents', named.map(({ name }) => name).join(), 'First Client: reception'],
				['opening hours', agent?.instructions?.includes(HOURS), true],
				[
					'functions and analysis',
					await abilitiesOf(platform, agent?.agent_id),
					await abilitiesOf(platform, TEMPLATE),
				],
				['its document', own?.map(({ name }) => name).join(), 'First Client price list'],
				[
					'documents of the client without a number',
					documents.filter(({ name }) => name?.startsWith('Second')).length,
					0,
				],
				[
					'numbers of the agent',
					numbers.filter(({ agent_id }) => agent_id === agent?.agent_id).length > 0,
					true,
				],
			],
		};
	},
};
