import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { Fixtures } from '../../support/fixtures.mts';
import { Chains, stepsOf } from '../../support/n8nSteps.mts';
import { everyRequest } from '../../support/operations.mts';

export function everyOperationSuite(world: () => TestN8n): void {
	const chains = new Chains(world);

	test('every operation of every node that sends requests runs with the examples of the contract', async () => {
		const fixtures = await Fixtures.of(world().sandbox);
		for (const listed of everyRequest()) {
			const { node, resource, operation, title } = listed;
			const values = await fixtures.valuesFor(listed);
			await chains.run(title, [stepsOf(node, resource.value)(title, operation.value, values)]);
		}
	});
}
