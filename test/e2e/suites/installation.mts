import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { sampleWorkflows } from '../../../harness/samples/samples.mts';
import { nodeTypes } from '../../support/nodes.mts';

interface KnownType {
	name: string;
	displayName: string;
	iconUrl: { light: string; dark: string };
	usableAsTool?: boolean;
	outputs: unknown[];
}

export function installationSuite(world: () => TestN8n): void {
	/** What n8n says to its editor. */
	let types: KnownType[];
	let credentialTypes: KnownType[];

	beforeAll(async () => {
		const { rest, n8n } = world();
		const typesIn = async (file: string) =>
			(await rest.get<KnownType[]>(`/types/${file}`, { baseURL: n8n.url })).data;
		types = await typesIn('nodes.json');
		credentialTypes = await typesIn('credentials.json');
	});

	const find = (name: string) => types.find((type) => type.name === name);

	async function expectIcons(iconUrl: KnownType['iconUrl']) {
		const { rest, n8n } = world();
		for (const url of [iconUrl.light, iconUrl.dark]) {
			const icon = await rest.get(`/${url}`, { baseURL: n8n.url });
			expect(icon.headers['content-type']).toMatch(/svg/);
			expect(icon.data).toMatch(/^<svg/);
		}
	}

	test('the nodes are there under their names, with icons, and as tools of an agent', async () => {
		const nodes = Object.values(nodeTypes).map(({ description }) => description);
		for (const { name, displayName } of nodes) {
			const type = find(`n8n-nodes-voice-agent.${name}`);
			expect(type?.displayName).toBe(displayName);
			if (type) await expectIcons(type.iconUrl);
			expect(type?.usableAsTool).toBe(true);
			const tool = find(`n8n-nodes-voice-agent.${name}Tool`);
			expect(tool).toMatchObject({ displayName: `${displayName} Tool`, outputs: ['ai_tool'] });
		}
		const ours = types.filter(
			({ name, usableAsTool }) =>
				usableAsTool && /^n8n-nodes-voice-agent\.\w+(?<!Tool)$/.test(name),
		);
		expect(ours).toHaveLength(nodes.length);
	});

	test('the credential is there under its name, with an icon', async () => {
		const type = credentialTypes.find(({ name }) => name === 'voiceAgentApi');
		expect(type?.displayName).toBe('Voice Agent API');
		if (type) await expectIcons(type.iconUrl);
	});

	test('the triggers are there under their names, with icons, and are no tools', async () => {
		const triggers = [
			['voiceAgentTrigger', { displayName: 'Voice Agent Trigger', polling: true }],
			['voiceAgentFunctionTrigger', { displayName: 'Voice Agent Function Trigger' }],
		] as const;
		for (const [name, description] of triggers) {
			const trigger = find(`n8n-nodes-voice-agent.${name}`);
			expect(trigger).toMatchObject(description);
			if (trigger) await expectIcons(trigger.iconUrl);
			expect(find(`n8n-nodes-voice-agent.${name}Tool`)).toBeUndefined();
		}
	});

	test('the samples and their credentials are there, each once', async () => {
		const { data: workflows } = await world().rest.get('/workflows');
		const names = workflows.data.map(({ name }: { name: string }) => name).sort();
		expect(names).toEqual(
			sampleWorkflows()
				.map(({ name }) => name)
				.sort(),
		);
		const { data: credentials } = await world().rest.get('/credentials');
		expect(credentials.data.map(({ name }: { name: string }) => name).sort()).toEqual([
			'Sample CRM database',
			'Sample access to the phone',
			'Sample model',
			'Voice Agent sandbox',
			'Voice Agent sandbox of the samples',
		]);
	});
}
