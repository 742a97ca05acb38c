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
		builderHint: {
			searchHint:
				'For what an agent asks during a call, such as free slots. Publishing the workflow registers the function with the ' +
				'agent: no URL is copied. A person waits for the answer, so the workflow must end within seconds. Answer with Voice ' +
				"Agent, resource Custom Function, operation Respond, never with n8n's Respond to Webhook.",
		},
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
