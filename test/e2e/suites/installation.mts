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
	async function typesIn(file: string): Promise<KnownType[]> {
		const { rest, n8n } = world();
		const { data } = await rest.get(`/types/${file}`, { baseURL: n8n.url });
		return data;
	}

	async function expectIcons(iconUrl: KnownType['iconUrl']) {
		const { rest, n8n } = world();
		for (const url of [iconUrl.light, iconUrl.dark]) {
			const icon = await rest.get(`/${url}`, { baseURL: n8n.url });
			expect(icon.headers['content-type']).toMatch(/svg/);
			expect(icon.data).toMatch(/^<svg/);
		}
	}

	test('the nodes are there under their names, with icons, and as tools of an agent', async () => {
		const types = await typesIn('nodes.json');
		const find = (name: string) => types.find((type) => type.name === name);
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
		const type = (await typesIn('credentials.json')).find(({ name }) => name === 'voiceAgentApi');
		expect(type?.displayName).toBe('Voice Agent API');
		if (type) await expectIcons(type.iconUrl);
	});

	test('the trigger is there under its name, with icons, and is no tool', async () => {
		const types = await typesIn('nodes.json');
		const trigger = types.find(({ name }) => name === 'n8n-nodes-voice-agent.voiceAgentTrigger');
		expect(trigger).toMatchObject({ displayName: 'Voice Agent Trigger', polling: true });
		if (trigger) await expectIcons(trigger.iconUrl);
		expect(types.map(({ name }) => name)).not.toContain(
			'n8n-nodes-voice-agent.voiceAgentTriggerTool',
		);
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
			'Sample model',
			'Voice Agent sandbox',
			'Voice Agent sandbox of the samples',
		]);
	});
}
