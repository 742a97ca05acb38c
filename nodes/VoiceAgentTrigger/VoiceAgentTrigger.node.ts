import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { listSearch } from '../shared/operation';
import { events } from './events';
import { triggerProperties, triggerSubtitle } from './properties';
import { poll } from './poll';

export class VoiceAgentTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Trigger',
		name: 'voiceAgentTrigger',
		icon: {
			light: 'file:../../icons/voiceAgentTrigger.svg',
			dark: 'file:../../icons/voiceAgentTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: triggerSubtitle(events),
		// n8n shows this text for the one entry that this trigger and Voice Agent have in the list of nodes.
		description:
			'Create and configure voice agents, or start the workflow on calls, bookings and callbacks',
		defaults: { name: 'Voice Agent Trigger' },
		builderHint: {
			searchHint:
				'Emits each ended call, booking, callback, transfer or finished campaign once: no Remove Duplicates is needed behind it. What ' +
				'a crash of n8n may have lost comes again with redelivered: true. It polls, so no webhook is set up on the platform.',
		},
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'voiceAgentApi', required: true }],
		properties: triggerProperties(events),
	};

	methods = { listSearch };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll.call(this);
	}
}
