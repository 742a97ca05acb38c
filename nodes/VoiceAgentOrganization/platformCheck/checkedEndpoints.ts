import type { ReadEndpoint } from '../../shared/operation';
import type { EntityName } from '../../shared/platform';

/** An endpoint that Check Platform reads once. */
export interface CheckedEndpoint {
	endpoint: ReadEndpoint;
	/** What the rows of the endpoint are, or the thing that it returns; undefined for figures without an identifier. */
	entity?: EntityName;
	/** Whether the endpoint returns a list; false: it returns one thing. */
	isList: boolean;
	/** The list whose first row fills the name in braces of the path. */
	of?: ReadEndpoint;
}

/**
 * Each list of the platform with what its rows are. The list of agents comes before a list that belongs to an agent.
 */
const LISTS: ReadonlyArray<readonly [ReadEndpoint, EntityName, of?: ReadEndpoint]> = [
	['GET /calls', 'call'],
	['GET /agents/', 'agent'],
	['GET /campaigns/', 'campaign'],
	['GET /users/', 'user'],
	['GET /organisations/', 'organization'],
	['GET /callbacks/', 'callback'],
	['GET /bookings', 'booking'],
	['GET /transfer-events', 'transfer'],
	['GET /voices/', 'voice'],
	['GET /agents/meta/industries', 'choice'],
	['GET /agents/meta/use-cases', 'choice'],
	['GET /knowledge-base/documents', 'document'],
	['GET /builtin-tools/', 'tool'],
	['GET /phone-numbers', 'phoneNumber'],
	['GET /phone-numbers/org-numbers', 'phoneNumber'],
	['GET /phone-numbers/org-unassigned', 'phoneNumber'],
	['GET /phone-numbers/pricing', 'price'],
	['GET /phone-numbers/subscriptions', 'subscription'],
	['GET /analytics/calls/list', 'call'],
	['GET /analytics/custom-fields/keys', 'customField'],
	['GET /billing/transactions', 'transaction'],
	['GET /billing/plans', 'plan'],
	['GET /billing/invoices', 'invoice'],
	['GET /agents/{agent_id}/versions', 'version', 'GET /agents/'],
	['GET /agents/{agent_id}/knowledge-base', 'document', 'GET /agents/'],
	['GET /builtin-tools/agent/{agent_id}', 'tool', 'GET /agents/'],
	['GET /agents/{agent_id}/custom-functions/', 'customFunction', 'GET /agents/'],
	['GET /agents/{agent_id}/bookings', 'booking', 'GET /agents/'],
	['GET /agents/{agent_id}/transfer-events', 'transfer', 'GET /agents/'],
	['GET /campaigns/{id}/numbers', 'contact', 'GET /campaigns/'],
	['GET /login-history/{user_id}', 'signIn', 'GET /users/'],
];

const THINGS: readonly CheckedEndpoint[] = [
	{ endpoint: 'GET /mfa/status', isList: false },
	{ endpoint: 'GET /billing/balance', isList: false },
	{ endpoint: 'GET /calls/{call_id}', entity: 'call', isList: false, of: 'GET /calls' },
	{ endpoint: 'GET /agents/{agent_id}', entity: 'agent', isList: false, of: 'GET /agents/' },
	{ endpoint: 'GET /campaigns/{id}', entity: 'campaign', isList: false, of: 'GET /campaigns/' },
];

/** Everything that Check Platform reads, each endpoint once, in this order. */
export const CHECKED_ENDPOINTS: readonly CheckedEndpoint[] = [
	...LISTS.map(([endpoint, entity, of]) => ({ endpoint, entity, isList: true, of })),
	...THINGS,
];
