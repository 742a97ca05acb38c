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

export class VoiceAgentOrganization implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Organization and Users',
		name: 'voiceAgentOrganization',
		icon: {
			light: 'file:../../icons/voiceAgentOrganization.svg',
			dark: 'file:../../icons/voiceAgentOrganization.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description:
			'Manage the organization, its users, personal data, MFA and accounts, and check the platform',
		defaults: { name: 'Voice Agent Organization and Users' },
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
