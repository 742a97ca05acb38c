import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node';
import { VoiceAgentAnalytics } from '../../nodes/VoiceAgentAnalytics/VoiceAgentAnalytics.node';
import { VoiceAgentBilling } from '../../nodes/VoiceAgentBilling/VoiceAgentBilling.node';
import { VoiceAgentCall } from '../../nodes/VoiceAgentCall/VoiceAgentCall.node';
import { VoiceAgentCampaign } from '../../nodes/VoiceAgentCampaign/VoiceAgentCampaign.node';
import { VoiceAgentOrganization } from '../../nodes/VoiceAgentOrganization/VoiceAgentOrganization.node';
import { VoiceAgentPhoneNumber } from '../../nodes/VoiceAgentPhoneNumber/VoiceAgentPhoneNumber.node';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import {
	Poller,
	type PollRun,
	StoredCredential,
	runNode,
	type Run,
} from '../../harness/n8n/engine.mts';
import type { Sandbox } from '../../harness/sandbox.mts';

/** Every action node, under its internal name. */
export const nodeTypes: Record<string, INodeType> = {
	voiceAgent: new VoiceAgent(),
	voiceAgentAnalytics: new VoiceAgentAnalytics(),
	voiceAgentBilling: new VoiceAgentBilling(),
	voiceAgentCall: new VoiceAgentCall(),
	voiceAgentCampaign: new VoiceAgentCampaign(),
	voiceAgentOrganization: new VoiceAgentOrganization(),
	voiceAgentPhoneNumber: new VoiceAgentPhoneNumber(),
};

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

/** Runs one operation; `resource` and `operation` stand in `parameters`. */
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
	const defaults = { event, simplify: true, threshold: 100, filters: {}, options: {} };
	return new Poller({
		node: new VoiceAgentTrigger(),
		credential,
		parameters: { ...defaults, ...parameters },
		...more,
	});
}
