import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { FUNCTION_PATH, FUNCTION_TRIGGER, listSearch } from '../shared/operation';
import { webhookMethods } from './hooks';
import { listeningTexts, properties } from './functionFields';
import { PAGE_WEBHOOK, webhook } from './webhook';

export class VoiceAgentFunctionTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Function Trigger',
		name: FUNCTION_TRIGGER,
		icon: {
			light: 'file:../../icons/voiceAgentFunctionTrigger.svg',
			dark: 'file:../../icons/voiceAgentFunctionTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["functionName"] }}',
		description: 'Let an agent use this workflow while it speaks, and answer it',
		defaults: { name: 'Voice Agent Function Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'voiceAgentApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: '={{$parameter["respond"]}}',
				path: FUNCTION_PATH,
			},
			{
				name: PAGE_WEBHOOK,
				httpMethod: 'GET',
				responseMode: 'onReceived',
				path: FUNCTION_PATH,
				ndvHideUrl: true,
			},
		],
		...listeningTexts,
		properties,
	};

	methods = { listSearch };

	webhookMethods = webhookMethods;

	webhook = webhook;
}
