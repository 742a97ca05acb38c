import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { execute } from '../shared/run';
import { credentialsOf, listSearch, propertiesOf, subtitleOf } from '../shared/operation';
import { loadOptions } from './dynamicOptions';
import { resources } from './resources';

export class VoiceAgent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent',
		name: 'voiceAgent',
		icon: {
			light: 'file:../../icons/voiceAgent.svg',
			dark: 'file:../../icons/voiceAgent.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Create and configure voice agents',
		defaults: { name: 'Voice Agent' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: credentialsOf(resources),
		properties: propertiesOf(resources),
	};

	methods = { listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute.call(this, resources, this.continueOnFail());
	}
}
