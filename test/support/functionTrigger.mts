import type { IDataObject } from 'n8n-workflow';
import {
	type HookRun,
	type StoredCredential,
	type WebhookRequest,
	WebhookTrigger,
} from '../../harness/n8n/engine.mts';
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

/** What the platform sends with each request: the query of the address and the headers that it was told. */
export function asked({ url, headers }: { url?: unknown; headers?: unknown }): WebhookRequest {
	const query = Object.fromEntries(new URL(String(url)).searchParams);
	const sent = Object.entries((headers ?? {}) as Record<string, string>);
	return { query, headers: Object.fromEntries(sent.map(([k, v]) => [k.toLowerCase(), v])) };
}

/** The answer to a question that a function of the platform asks: 200 if it starts the workflow. */
export async function statusOf(trigger: WebhookTrigger, row: IDataObject): Promise<number> {
	const body = { arguments: { day: '2026-03-02' } };
	const { item, status } = await trigger.ask({ ...asked(row), body });
	return item ? 200 : status;
}
