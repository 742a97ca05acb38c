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
		builderHint: {
			searchHint:
				'Make Call rings a real phone and costs credits, in a test as well. Dry Run shows what would be sent, and calls nobody. ' +
				'A number is called once a day by default: never build a loop, a retry or a second node that calls it again. What was ' +
				'said comes with Wait for Result (a few minutes), or in another workflow that begins with Voice Agent Trigger, event ' +
				'Call Ended.',
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: credentialsOf(resources),
		properties: propertiesOf(resources),
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute.call(this, resources, this.continueOnFail(), callingGate);
	}
}
