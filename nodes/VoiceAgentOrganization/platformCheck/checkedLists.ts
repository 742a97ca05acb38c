import type { ReadEndpoint } from '../../shared/operation';
import type { EntityName } from '../../shared/platform';

/** A list of the platform. */
export interface CheckedList {
	/** What a finding calls it. */
	name: string;
	endpoint: ReadEndpoint;
	/** What its rows are. */
	entity: EntityName;
	/** The list of what it belongs to. */
	of?: string;
}

/** Every list of the platform. One that belongs to something comes after the list of such things, of which the first is used. */
const LISTS: ReadonlyArray<readonly [string, ReadEndpoint, EntityName, string?]> = [
	['calls', 'GET /calls', 'call'],
	['agents', 'GET /agents/', 'agent'],
	['campaigns', 'GET /campaigns/', 'campaign'],
	['users', 'GET /users/', 'user'],
	['organizations', 'GET /organisations/', 'organization'],
	['callbacks', 'GET /callbacks/', 'callback'],
	['bookings', 'GET /bookings', 'booking'],
	['transfer events', 'GET /transfer-events', 'transfer'],
	['voices', 'GET /voices/', 'voice'],
	['industries', 'GET /agents/meta/industries', 'choice'],
	['use cases', 'GET /agents/meta/use-cases', 'choice'],
	['documents', 'GET /knowledge-base/documents', 'document'],
	['built-in tools', 'GET /builtin-tools/', 'tool'],
	['phone numbers', 'GET /phone-numbers', 'phoneNumber'],
	['owned phone numbers', 'GET /phone-numbers/org-numbers', 'phoneNumber'],
	['unassigned phone numbers', 'GET /phone-numbers/org-unassigned', 'phoneNumber'],
	['prices of phone numbers', 'GET /phone-numbers/pricing', 'price'],
	['subscriptions', 'GET /phone-numbers/subscriptions', 'subscription'],
	['calls of the analytics', 'GET /analytics/calls/list', 'call'],
	['custom fields', 'GET /analytics/custom-fields/keys', 'customField'],
	['transactions', 'GET /billing/transactions', 'transaction'],
	['plans', 'GET /billing/plans', 'plan'],
	['invoices', 'GET /billing/invoices', 'invoice'],
	['versions of an agent', 'GET /agents/{agent_id}/versions', 'version', 'agents'],
	['documents of an agent', 'GET /agents/{agent_id}/knowledge-base', 'document', 'agents'],
	['built-in tools of an agent', 'GET /builtin-tools/agent/{agent_id}', 'tool', 'agents'],
	[
		'custom functions of an agent',
		'GET /agents/{agent_id}/custom-functions/',
		'customFunction',
		'agents',
	],
	['bookings of an agent', 'GET /agents/{agent_id}/bookings', 'booking', 'agents'],
	['transfer events of an agent', 'GET /agents/{agent_id}/transfer-events', 'transfer', 'agents'],
	['contacts of a campaign', 'GET /campaigns/{id}/numbers', 'contact', 'campaigns'],
	['login history of a user', 'GET /login-history/{user_id}', 'signIn', 'users'],
];

export const CHECKED_LISTS: readonly CheckedList[] = LISTS.map(([name, endpoint, entity, of]) => ({
	name,
	endpoint,
	entity,
	of,
}));
