import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { callingGate } from '../shared/calling';
import { execute } from '../shared/run';
import { credentialsOf, listSearch, propertiesOf, subtitleOf } from '../shared/operation';
import { loadOptions } from './notReached';
import { resources } from './resources';

export class VoiceAgentCampaign implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Campaign',
		name: 'voiceAgentCampaign',
		icon: {
			light: 'file:../../icons/voiceAgentCampaign.svg',
			dark: 'file:../../icons/voiceAgentCampaign.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Call a list of contacts with an agent, and get progress and results',
		defaults: { name: 'Voice Agent Campaign' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: credentialsOf(resources),
		properties: propertiesOf(resources),
	};

	methods = { listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute.call(this, resources, callingGate);
	}
}
