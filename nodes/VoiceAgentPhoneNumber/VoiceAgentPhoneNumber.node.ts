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

export class VoiceAgentPhoneNumber implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Phone Number',
		name: 'voiceAgentPhoneNumber',
		icon: {
			light: 'file:../../icons/voiceAgentPhoneNumber.svg',
			dark: 'file:../../icons/voiceAgentPhoneNumber.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Buy, assign and unlink phone numbers, and manage their subscriptions',
		defaults: { name: 'Voice Agent Phone Number' },
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
