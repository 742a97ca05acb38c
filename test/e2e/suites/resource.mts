import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { Chains } from '../../support/n8nSteps.mts';
import { everyOperation } from '../../support/operations.mts';
import { accountResources } from './resourceAccounts.mts';
import { agentResources } from './resourceAgents.mts';
import { billingResources } from './resourceBilling.mts';
import { callResources } from './resourceCalls.mts';

/** One workflow for each resource: create, use, read back and remove, where the platform allows it. */
export function resourceSuite(world: () => TestN8n): void {
	const chains = new Chains(world);

	describe('Voice Agent', () => agentResources(chains));
	describe('Voice Agent Call, Campaign and Analytics', () => callResources(chains));
	describe('Voice Agent Billing and Phone Number', () => billingResources(chains));
	describe('Voice Agent Organization', () => accountResources(chains));

	test('every operation of every node was used in a workflow', () => {
		const all = everyOperation().map(({ node, resource, operation }) =>
			[node, resource.value, operation.value].join(' '),
		);
		expect(all.filter((operation) => !chains.used.has(operation))).toEqual([]);
	});

	test('the sandbox kept its contract all the time', async () => {
		expect((await world().sandbox.api.get('/violations')).data).toEqual([]);
	});
}
