import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { Fixtures } from '../../support/fixtures.mts';
import { Chains, stepsOf } from '../../support/n8nSteps.mts';
import { everyRequest } from '../../support/operations.mts';
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

	/** Operations that none of the workflows above uses. */
	const unused = () =>
		everyRequest().filter(
			({ node, resource, operation }) =>
				!chains.used.has([node, resource.value, operation.value].join(' ')),
		);

	test('every other operation of every node that sends requests runs with the examples of the contract', async () => {
		const fixtures = await Fixtures.of(world().sandbox);
		for (const listed of unused()) {
			const { node, resource, operation, title } = listed;
			const values = await fixtures.valuesFor(listed);
			await chains.run(title, [stepsOf(node, resource.value)(title, operation.value, values)]);
		}
		expect(unused().map(({ title }) => title)).toEqual([]);
	});

	test('the sandbox kept its contract all the time', async () => {
		expect((await world().sandbox.api.get('/violations')).data).toEqual([]);
	});
}
