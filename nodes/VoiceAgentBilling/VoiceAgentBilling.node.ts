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

export class VoiceAgentBilling implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Credits and Billing',
		name: 'voiceAgentBilling',
		icon: {
			light: 'file:../../icons/voiceAgentBilling.svg',
			dark: 'file:../../icons/voiceAgentBilling.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Get credits, invoices and prices, and buy credits',
		defaults: { name: 'Voice Agent Credits and Billing' },
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
