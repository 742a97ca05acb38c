import type { ReadEndpoint } from '../../shared/operation';
import type { EntityName } from '../../shared/platform';

/** A list of the platform. */
export interface CheckedList {
	/** What a finding calls it. */
	name: string;
	endpoint: ReadEndpoint;
	/** What its rows are. */
	entity: EntityName;
	/** The name in braces of its path, and the list whose first row fills it. */
	of?: { placeholder: string; list: ReadEndpoint };
}

const list = (
	name: string,
	endpoint: ReadEndpoint,
	entity: EntityName,
	of?: CheckedList['of'],
): CheckedList => ({ name, endpoint, entity, of });

const ofAgent = { placeholder: 'agent_id', list: 'GET /agents/' } as const;

/** Every list of the platform. One that belongs to something comes after the list of such things. */
export const CHECKED_LISTS: readonly CheckedList[] = [
	list('calls', 'GET /calls', 'call'),
	list('agents', 'GET /agents/', 'agent'),
	list('campaigns', 'GET /campaigns/', 'campaign'),
	list('users', 'GET /users/', 'user'),
	list('organizations', 'GET /organisations/', 'organization'),
	list('callbacks', 'GET /callbacks/', 'callback'),
	list('bookings', 'GET /bookings', 'booking'),
	list('transfer events', 'GET /transfer-events', 'transfer'),
	list('voices', 'GET /voices/', 'voice'),
	list('industries', 'GET /agents/meta/industries', 'choice'),
	list('use cases', 'GET /agents/meta/use-cases', 'choice'),
	list('documents', 'GET /knowledge-base/documents', 'document'),
	list('built-in tools', 'GET /builtin-tools/', 'tool'),
	list('phone numbers', 'GET /phone-numbers', 'phoneNumber'),
	list('owned phone numbers', 'GET /phone-numbers/org-numbers', 'phoneNumber'),
	list('unassigned phone numbers', 'GET /phone-numbers/org-unassigned', 'phoneNumber'),
	list('prices of phone numbers', 'GET /phone-numbers/pricing', 'price'),
	list('subscriptions', 'GET /phone-numbers/subscriptions', 'subscription'),
	list('calls of the analytics', 'GET /analytics/calls/list', 'call'),
	list('custom fields', 'GET /analytics/custom-fields/keys', 'customField'),
	list('transactions', 'GET /billing/transactions', 'transaction'),
	list('plans', 'GET /billing/plans', 'plan'),
	list('invoices', 'GET /billing/invoices', 'invoice'),
	list('versions of an agent', 'GET /agents/{agent_id}/versions', 'version', ofAgent),
	list('documents of an agent', 'GET /agents/{agent_id}/knowledge-base', 'document', ofAgent),
	list('built-in tools of an agent', 'GET /builtin-tools/agent/{agent_id}', 'tool', ofAgent),
	list(
		'custom functions of an agent',
		'GET /agents/{agent_id}/custom-functions/',
		'customFunction',
		ofAgent,
	),
	list('bookings of an agent', 'GET /agents/{agent_id}/bookings', 'booking', ofAgent),
	list(
		'transfer events of an agent',
		'GET /agents/{agent_id}/transfer-events',
		'transfer',
		ofAgent,
	),
	list('contacts of a campaign', 'GET /campaigns/{id}/numbers', 'contact', {
		placeholder: 'id',
		list: 'GET /campaigns/',
	}),
	list('login history of a user', 'GET /login-history/{user_id}', 'signIn', {
		placeholder: 'user_id',
		list: 'GET /users/',
	}),
];
