import type { INodeProperties } from 'n8n-workflow';
import * as fields from '../../../nodes/shared/operation';
import { LISTS, locator } from '../../../nodes/shared/operation';
import { phrases } from '../../support/phrases.mts';

/** Which list a drop-down shows: with another one, the ID of another thing is sent. */
const SHOWN = phrases`
	searchAgents: agentId, agent, GET /agents/ | searchCallbacks: callbackId, callback, GET /callbacks/ |
	searchCalls: callId, call, GET /calls | searchCampaigns: campaignId, campaign, GET /campaigns/ |
	searchCountries: country, price, GET /phone-numbers/pricing |
	searchCustomFields: customFieldKey, customField, GET /analytics/custom-fields/keys |
	searchDocuments: documentId, document, GET /knowledge-base/documents |
	searchFunctions: functionId, customFunction, GET /agents/{agent_id}/custom-functions/ of agentId |
	searchInvoices: invoiceId, invoice, GET /billing/invoices |
	searchOrganizations: organizationId, organization, GET /organisations/ |
	searchPhoneNumbers: phoneNumberId, phoneNumber, GET /phone-numbers/org-numbers |
	searchPlans: planId, plan, GET /billing/plans | searchSessions: sessionId, call, GET /calls |
	searchSubscriptions: subscriptionId, subscription, GET /phone-numbers/subscriptions |
	searchTools: toolId, tool, GET /builtin-tools/ | searchUsers: userId, user, GET /users/ |
	searchVersions: version, version, GET /agents/{agent_id}/versions of agentId |
	searchVoices: voiceId, voice, GET /voices/
`;

test('each thing is chosen from its own list, or by ID', () => {
	const methods = Object.keys(LISTS) as Array<keyof typeof LISTS>;
	const shown = methods.map((method) => {
		const { name, entity, endpoint, ids } = { ids: undefined, ...LISTS[method] };
		const chosen = ids ? ` of ${Object.values(ids).join()}` : '';
		return `${method}: ${name}, ${entity}, ${endpoint}${chosen}`;
	});
	expect(shown).toEqual(SHOWN);
	for (const method of methods) {
		const { name, displayName } = LISTS[method];
		const typeOptions = { searchListMethod: method, searchable: true };
		const modes = [
			{ type: 'list', typeOptions },
			{ type: 'string', name: 'id' },
		];
		expect(locator(method)).toMatchObject({ name, displayName, required: true, modes });
	}
	const own = Object.entries(fields).filter(([name]) => name.endsWith('Locator'));
	const named = own.map(([, value]) => (value as INodeProperties).name);
	expect(named.sort()).toEqual(methods.map((method) => LISTS[method].name).sort());
	expect(locator('searchAgents', { required: false }).required).toBe(false);
});
