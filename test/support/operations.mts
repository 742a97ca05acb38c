import type { Operation, Resource } from '../../nodes/shared/operation';
import { resources as agentResources } from '../../nodes/VoiceAgent/resources';
import { resources as analyticsResources } from '../../nodes/VoiceAgentAnalytics/resources';
import { resources as billingResources } from '../../nodes/VoiceAgentBilling/resources';
import { resources as callResources } from '../../nodes/VoiceAgentCall/resources';
import { resources as campaignResources } from '../../nodes/VoiceAgentCampaign/resources';
import { resources as organizationResources } from '../../nodes/VoiceAgentOrganization/resources';
import { resources as phoneNumberResources } from '../../nodes/VoiceAgentPhoneNumber/resources';

/** The resources of every action node, under the node's internal name. */
export const resourcesByNode: Record<string, readonly Resource[]> = {
	voiceAgent: agentResources,
	voiceAgentAnalytics: analyticsResources,
	voiceAgentBilling: billingResources,
	voiceAgentCall: callResources,
	voiceAgentCampaign: campaignResources,
	voiceAgentOrganization: organizationResources,
	voiceAgentPhoneNumber: phoneNumberResources,
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
