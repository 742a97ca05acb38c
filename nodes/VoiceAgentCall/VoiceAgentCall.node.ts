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
import { resources } from './resources';

export class VoiceAgentCall implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Call',
		name: 'voiceAgentCall',
		icon: {
			light: 'file:../../icons/voiceAgentCall.svg',
			dark: 'file:../../icons/voiceAgentCall.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description:
			'Make calls with an agent, and get transcripts, recordings, callbacks, bookings and transfers',
		defaults: { name: 'Voice Agent Call' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: credentialsOf(resources),
		properties: propertiesOf(resources),
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute.call(this, resources, callingGate);
	}
}
