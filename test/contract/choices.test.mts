import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { listSearch } from '../../nodes/shared/operation';
import { searchList } from '../../harness/n8n/engine.mts';
import { Fixtures } from '../support/fixtures.mts';
import { credentialFor, locator, nodeTypes } from '../support/nodes.mts';
import { everyOperation } from '../support/operations.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { phrases } from '../support/phrases.mts';

/*
 * Every drop-down of every node shows what the platform has, and finds a thing by part of its name.
 */

const sandbox = useSandbox({ clock: 'manual', agents: 2000 });

beforeAll(async () => {
	const fixtures = await Fixtures.of(sandbox);
	for (const collection of phrases`
		callbacks | calls | campaigns | custom-functions | documents | invoices | phone-numbers | users |
		agent-versions
	`) {
		await sandbox.api.post(`/seed/${collection}`, { count: 120, agent_id: 'agent_0001' });
	}
	const withSubscription = everyOperation().find(({ title }) => title === 'Subscription: Get Many');
	if (withSubscription) await fixtures.valuesFor(withSubscription);
});

const run = (nodeName: string, parameters = {}) => ({
	node: nodeTypes[nodeName] as (typeof nodeTypes)[string],
	credential: credentialFor(sandbox),
	parameters,
});

/** Some lists belong to an agent, which is chosen in a field before them. */
const chosenAgent = (method: string, agentId = 'agent_0001') => ({
	resource: method === 'searchVersions' ? 'agentVersion' : 'customFunction',
	operation: 'get',
	agentId: locator(agentId),
});

/** All fields of a node, those inside collections too. */
function everyField(fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) => {
		const inner = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return (option as INodePropertyCollection).values;
			return 'type' in option ? [option as INodeProperties] : [];
		});
		return [field, ...everyField(inner)];
	});
}

test.each(Object.keys(listSearch))(
	'%s shows what there is, and finds one by part of its name',
	async (method) => {
		const target = run('voiceAgent', chosenAgent(method));
		const { results } = await searchList(target, method);
		expect(results.length).toBeGreaterThan(0);
		const wanted = results[results.length - 1];
		expect(wanted?.value).toMatch(/./);
		const part = String(wanted?.name).slice(1).toUpperCase();
		const found = await searchList(target, method, part);
		expect(found.results.map(({ value }) => value)).toContain(wanted?.value);
	},
);

test.each(Object.keys(nodeTypes))('%s: every drop-down has its search', (nodeName) => {
	const { description, methods } = nodeTypes[nodeName]!;
	const named = everyField(description.properties)
		.filter(({ type }) => type === 'resourceLocator')
		.map(({ modes }) => modes?.[0]?.typeOptions?.searchListMethod ?? '');
	for (const method of named) {
		expect(methods?.listSearch?.[method]).toBe(listSearch[method as keyof typeof listSearch]);
		expect(method in listSearch).toBe(true);
	}
});

test('the 1,700th of 2,000 agents is found', async () => {
	const { results } = await searchList(run('voiceAgentCall'), 'searchAgents', 'nt 1700');
	expect(results).toEqual([{ name: 'Agent 1700', value: 'agent_1700' }]);
});

test.each(['searchVersions', 'searchFunctions'])('%s asks for the agent first', async (method) => {
	await expect(searchList(run('voiceAgent', chosenAgent(method, '')), method)).rejects.toThrow(
		/'Agent ID' is empty/,
	);
});
