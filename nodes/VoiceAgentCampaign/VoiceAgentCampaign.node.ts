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
		builderHint: {
			searchHint:
				'To call a list of people, use one campaign and not a loop of Make Call. Create makes one campaign from all input ' +
				'items, and calls nobody before Start. Dry Run shows who would be called. Who must not be called belongs into Calling ' +
				'Rules, not into a Filter node.',
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: credentialsOf(resources),
		properties: propertiesOf(resources),
	};

	methods = { listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute.call(this, resources, this.continueOnFail(), callingGate);
	}
}
