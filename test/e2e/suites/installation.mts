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

const ICONS = { light: expect.any(String), dark: expect.any(String) };

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

	/** Finds a type by its name and looks at its icons. */
	async function found(name: string, among = types): Promise<KnownType | undefined> {
		const type = among.find((one) => one.name === name);
		const { rest, n8n } = world();
		for (const url of Object.values(type?.iconUrl ?? {})) {
			const icon = await rest.get(`/${url}`, { baseURL: n8n.url });
			expect(icon.headers['content-type']).toMatch(/svg/);
			expect(icon.data).toMatch(/^<svg/);
		}
		return type;
	}

	test('the nodes are there under their names, with icons, and as tools of an agent', async () => {
		const nodes = Object.values(nodeTypes).map(({ description }) => description);
		for (const { name, displayName } of nodes) {
			const type = await found(`n8n-nodes-voice-agent.${name}`);
			expect(type).toMatchObject({ displayName, usableAsTool: true, iconUrl: ICONS });
			const tool = await found(`n8n-nodes-voice-agent.${name}Tool`);
			expect(tool).toMatchObject({ displayName: `${displayName} Tool`, outputs: ['ai_tool'] });
		}
	});

	test('the credential is there under its name, with an icon', async () => {
		const type = await found('voiceAgentApi', credentialTypes);
		expect(type).toMatchObject({ displayName: 'Voice Agent API', iconUrl: ICONS });
	});

	test('the triggers are there under their names, with icons, and are no tools', async () => {
		for (const [name, description] of [
			['voiceAgentTrigger', { displayName: 'Voice Agent Trigger', polling: true }],
			['voiceAgentFunctionTrigger', { displayName: 'Voice Agent Function Trigger' }],
		] as const) {
			const trigger = await found(`n8n-nodes-voice-agent.${name}`);
			expect(trigger).toMatchObject({ ...description, iconUrl: ICONS });
			expect(await found(`n8n-nodes-voice-agent.${name}Tool`)).toBeUndefined();
		}
	});

	test('the samples and their credentials are there, each once', async () => {
		const { data: workflows } = await world().rest.get('/workflows');
		const namesOf = (rows: Array<{ name: string }>) => rows.map(({ name }) => name).sort();
		expect(namesOf(workflows.data)).toEqual(namesOf(sampleWorkflows()));
		const { data: credentials } = await world().rest.get('/credentials');
		expect(namesOf(credentials.data)).toEqual([
			'Sample CRM database',
			'Sample access to the phone',
			'Sample model',
			'Voice Agent sandbox',
			'Voice Agent sandbox of the samples',
		]);
	});
}
