import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import {
	Poller,
	type PollRun,
	StoredCredential,
	runNode,
	type Run,
} from '../../harness/n8n/engine.mts';
import type { Resource } from '../../nodes/shared/operation';
import type { Sandbox } from '../../harness/sandbox.mts';

const projectRequire = createRequire(join(process.cwd(), 'package.json'));

/** A node of the package, by the list that n8n itself reads: `n8n.nodes` of package.json. */
interface PackagedNode {
	type: INodeType;
	/** None for a trigger. */
	resources?: readonly Resource[];
}

function packagedNodes(): PackagedNode[] {
	const { n8n } = projectRequire('./package.json') as { n8n: { nodes: string[] } };
	return n8n.nodes.map((built) => {
		const file = built.replace(/^dist/, '.').replace(/\.js$/, '');
		const [NodeType] = Object.values(projectRequire(file)) as Array<new () => INodeType>;
		if (!NodeType) throw new Error(`${file} exports no node`);
		const type = new NodeType();
		return type.execute ? { type, ...projectRequire(`${dirname(file)}/resources`) } : { type };
	});
}

const packaged = packagedNodes();
const actionNodes = packaged.filter(({ resources }) => resources !== undefined);

/** Every trigger. */
export const triggers: readonly INodeType[] = packaged
	.filter(({ resources }) => resources === undefined)
	.map(({ type }) => type);

/** Every action node, under its internal name. */
export const nodeTypes: Readonly<Record<string, INodeType>> = Object.fromEntries(
	actionNodes.map(({ type }) => [type.description.name, type]),
);

/** The resources of every action node, under the node's internal name. */
export const resourcesByNode: Readonly<Record<string, readonly Resource[]>> = Object.fromEntries(
	actionNodes.map(({ type, resources = [] }) => [type.description.name, resources]),
);

/** The owner's credential of a sandbox; every sandbox process has its own address, so no session is shared between test files. */
export function credentialFor(
	sandbox: Sandbox,
	more: ICredentialDataDecryptedObject = {},
): StoredCredential {
	return new StoredCredential(new VoiceAgentApi(), {
		baseUrl: sandbox.url,
		email: 'owner@example.com',
		password: 'sandbox-password',
		mfa: 'none',
		...more,
	});
}

export const locator = (value: string) => ({ __rl: true, mode: 'id', value });

export const rows = (...json: IDataObject[]): INodeExecutionData[] =>
	json.map((row) => ({ json: row }));

/** Runs one operation; `resource` and `operation` are in `parameters`. */
export function runner(nodeName: string, credential: StoredCredential) {
	const node = nodeTypes[nodeName] as INodeType;
	return async (parameters: IDataObject, items?: INodeExecutionData[], more: Partial<Run> = {}) =>
		await runNode({ node, credential, parameters, items, ...more });
}

/** The trigger in an n8n engine of its own. `parameters` are those that differ from the defaults. */
export function triggerFor(
	credential: StoredCredential,
	event: string,
	parameters: IDataObject = {},
	more: Partial<PollRun> = {},
): Poller {
	const defaults = { event, output: 'simplified', threshold: 100, filters: {}, options: {} };
	return new Poller({
		node: new VoiceAgentTrigger(),
		credential,
		parameters: { ...defaults, ...parameters },
		...more,
	});
}

/** Parameters of a campaign whose contacts are the input items, each with its number as `phone`. */
export const campaignFromItems = {
	resource: 'campaign',
	operation: 'create',
	campaignName: 'Renewals',
	agentId: locator('agent_0001'),
	contactsFrom: 'items',
	phoneNumberColumn: 'phone',
	options: {},
};
