import type { Operation, Resource } from '../../nodes/shared/operation';
import { call } from '../../nodes/VoiceAgentCall/resources/call';
import { campaign } from '../../nodes/VoiceAgentCampaign/resources/campaign';
import { contact } from '../../nodes/VoiceAgentCampaign/resources/contact';

/** The resources of every action node, under the node's internal name. */
export const resourcesByNode: Record<string, readonly Resource[]> = {
	voiceAgentCall: [call],
	voiceAgentCampaign: [campaign, contact],
};

export interface ListedOperation {
	node: string;
	resource: Resource;
	operation: Operation;
	/** `Call: Make Call` */
	title: string;
}

/** Every operation of every node. */
export function everyOperation(): ListedOperation[] {
	return Object.entries(resourcesByNode).flatMap(([node, resources]) =>
		resources.flatMap((resource) =>
			resource.operations.map((operation) => ({
				node,
				resource,
				operation,
				title: `${resource.name}: ${operation.name}`,
			})),
		),
	);
}
