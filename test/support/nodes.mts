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
import type { Sandbox } from '../../harness/sandbox.mts';
import { nodeTypes } from './nodeTypes.mts';

export { nodeTypes } from './nodeTypes.mts';

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

/** Each test has a workflow of its own: n8n remembers called numbers with the workflow. */
const workflowOfTest = () =>
	typeof expect === 'undefined' ? undefined : `workflow of ${expect.getState().currentTestName}`;

/** Runs one operation; `resource` and `operation` are in `parameters`. */
export function runner(nodeName: string, credential: StoredCredential) {
	const node = nodeTypes[nodeName] as INodeType;
	return async (parameters: IDataObject, items?: INodeExecutionData[], more: Partial<Run> = {}) =>
		await runNode({
			node,
			credential,
			parameters,
			items,
			workflowId: workflowOfTest(),
			...more,
		});
}

/** The trigger in an n8n engine of its own. `parameters` are those that differ from the defaults. */
export function triggerFor(
	credential: StoredCredential,
	event: string,
	parameters: IDataObject = {},
	more: Partial<PollRun> = {},
): Poller {
	const defaults = { event, output: 'simplified', filters: {}, options: {} };
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
