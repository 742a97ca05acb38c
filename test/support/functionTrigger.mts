import type { IDataObject } from 'n8n-workflow';
import { type HookRun, type StoredCredential, WebhookTrigger } from '../../harness/n8n/engine.mts';
import { VoiceAgentFunctionTrigger } from '../../nodes/VoiceAgentFunctionTrigger/VoiceAgentFunctionTrigger.node';
import { locator } from './nodes.mts';

export const N8N_URL = 'https://n8n.example.com/webhook';

export const FUNCTION_PARAMETERS: IDataObject = {
	agentId: locator('agent_0001'),
	functionName: 'check_slots',
	functionDescription: 'Returns the free slots of a day',
	functionParameters: { parameters: [{ name: 'day', type: 'date', required: true }] },
	options: { secretIn: 'header' },
};

/** The trigger in an n8n engine of its own; `parameters` are those that differ. */
export const functionTrigger = (
	credential: StoredCredential,
	parameters: IDataObject = {},
	more: Partial<HookRun> = {},
): WebhookTrigger =>
	new WebhookTrigger({
		node: new VoiceAgentFunctionTrigger(),
		credential,
		parameters: { ...FUNCTION_PARAMETERS, ...parameters },
		webhookBaseUrl: N8N_URL,
		...more,
	});
