import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { execute } from '../shared/run';
import { credentialsOf, listSearch, propertiesOf, subtitleOf } from '../shared/operation';
import { resources } from './resources';

export class VoiceAgentAnalytics implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Analytics',
		name: 'voiceAgentAnalytics',
		icon: {
			light: 'file:../../icons/voiceAgentAnalytics.svg',
			dark: 'file:../../icons/voiceAgentAnalytics.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Get analytics of calls and of the custom fields in their analysis',
		defaults: { name: 'Voice Agent Analytics' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: credentialsOf(resources),
		properties: propertiesOf(resources),
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute.call(this, resources, this.continueOnFail());
	}
}
