import { thing, THINGS, type Thing } from '../platform/things.mts';

/*
 * What a user reads and does in the generated cases: operations of the real nodes, and what the platform may call their things.
 */

export interface Target extends Thing {
	node: string;
	resource: string;
	operation: string;
	method: 'GET' | 'POST' | 'PATCH';
	/** Parameters that the operation needs. */
	parameters: Record<string, unknown>;
	/** What the request itself says, by column: it is true of what the request makes, though the answer does not say it. */
	entered?: Readonly<Record<string, string>>;
}

const TO_NUMBER = '+12125550123';

/** The identifier that the user enters in this parameter. */
export const enteredId = (parameter: string) => `${parameter}_entered`;

const locator = (parameter: string) => ({
	[parameter]: { __rl: true, mode: 'id', value: enteredId(parameter) },
});

/** @param request method, node, resource, operation and path; what is in braces there is a parameter, chosen by its ID */
function target(what: Thing | string, request: string, more: Partial<Target> = {}): Target {
	const [method, node, resource, operation, path] = request.split(' ') as [
		Target['method'],
		...[string, string, string, string],
	];
	const entered = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => locator(name!));
	return {
		...(typeof what === 'string' ? thing(what) : what),
		...{ method, node, resource, operation },
		path: path.replace(/\{(\w+)\}/g, (_all, name: string) => enteredId(name)),
		...more,
		parameters: Object.assign({}, ...entered, more.parameters) as Record<string, unknown>,
	};
}

const { calls: call, campaigns: campaign } = THINGS;
const MARCH = { period: 'range', startDate: '2026-03-01T00:00:00', endDate: '2026-04-01T00:00:00' };
const OWNED = { scope: 'owned' };

const contact = thing('contact', { table: 'contact' });
const industry = thing('industry', { plural: 'industries', areTexts: true });
const useCase = thing('use_case', { areTexts: true });
const version = thing('version', { ownId: 'version' });
const key = thing('key', { ownId: 'key' });

const list = (what: Thing | string, request: string, parameters?: Target['parameters']): Target =>
	target(what, `GET ${request}`, { parameters });

/** Lists. */
export const LISTS = {
	calls: list(call, 'voiceAgentCall call getAll /calls'),
	campaigns: list(campaign, 'voiceAgentCampaign campaign getAll /campaigns/'),
	contacts: list(contact, 'voiceAgentCampaign contact getAll /campaigns/{campaignId}/numbers'),
	bookings: list(THINGS.bookings, 'voiceAgentCall booking getAll /bookings'),
	callbacks: list(THINGS.callbacks, 'voiceAgentCall callback getAll /callbacks/'),
	transfers: list(THINGS.transfers, 'voiceAgentCall transferEvent getAll /transfer-events'),
	agents: list('agent', 'voiceAgent agent getAll /agents/'),
	industries: list(industry, 'voiceAgent agent getIndustries /agents/meta/industries'),
	useCases: list(useCase, 'voiceAgent agent getUseCases /agents/meta/use-cases'),
	versions: list(version, 'voiceAgent agentVersion getAll /agents/{agentId}/versions'),
	tools: list('tool', 'voiceAgent builtInTool getAll /builtin-tools/'),
	toolsOfAgent: list('tool', 'voiceAgent builtInTool getAllOfAgent /builtin-tools/agent/{agentId}'),
	functions: list(
		'custom_function',
		'voiceAgent customFunction getAll /agents/{agentId}/custom-functions/',
	),
	voices: list('voice', 'voiceAgent voice getAll /voices/'),
	documents: list('document', 'voiceAgent knowledgeBaseDocument getAll /knowledge-base/documents'),
	documentsOfAgent: list(
		'document',
		'voiceAgent knowledgeBaseDocument getAllOfAgent /agents/{agentId}/knowledge-base',
	),
	analyzedCalls: list(call, 'voiceAgentAnalytics call getAll /analytics/calls/list', MARCH),
	fieldKeys: list(
		key,
		'voiceAgentAnalytics customField getKeys /analytics/custom-fields/keys',
		MARCH,
	),
	plans: list('plan', 'voiceAgentBilling plan getAll /billing/plans'),
	transactions: list('transaction', 'voiceAgentBilling transaction getAll /billing/transactions'),
	invoices: list('invoice', 'voiceAgentBilling invoice getAll /billing/invoices'),
	users: list('user', 'voiceAgentOrganization user getAll /users/'),
	logins: list('login', 'voiceAgentOrganization user getLoginHistory /login-history/{userId}'),
	organizations: list('organization', 'voiceAgentOrganization organization getAll /organisations/'),
	numbers: list('phone_number', 'voiceAgentPhoneNumber phoneNumber getAll /phone-numbers'),
	ownNumbers: list(
		'phone_number',
		'voiceAgentPhoneNumber phoneNumber getAll /phone-numbers/org-numbers',
		OWNED,
	),
	subscriptions: list(
		'subscription',
		'voiceAgentPhoneNumber subscription getAll /phone-numbers/subscriptions',
	),
} satisfies Record<string, Target>;

export type ListName = keyof typeof LISTS;

const changeOfCampaign = (request: string): Target => {
	const [method = '', operation = ''] = request.split(' ');
	return target(
		campaign,
		`${method} voiceAgentCampaign campaign ${operation} /campaigns/{campaignId}/${operation}`,
	);
};
const agent = locator('agentId');
const options = { repeatedNumbers: 'ever' };

/** What one object is got or made with. */
export const OBJECTS = {
	getCall: target(call, 'GET voiceAgentCall call get /calls/{callId}'),
	getCallBySession: target(
		call,
		'GET voiceAgentCall call getBySession /calls/session/{sessionId}',
		{ parameters: { sessionId: enteredId('sessionId') } },
	),
	getCampaign: target(campaign, 'GET voiceAgentCampaign campaign get /campaigns/{campaignId}'),
	getAgent: target('agent', 'GET voiceAgent agent get /agents/{agentId}'),
	getUser: target('user', 'GET voiceAgentOrganization user get /users/{userId}'),
	makeCall: target(call, 'POST voiceAgentCall call makeCall /calls/make-call', {
		parameters: { ...agent, toNumber: TO_NUMBER, options },
		entered: {
			contact_number: TO_NUMBER,
			to_number: TO_NUMBER,
			agent_id: enteredId('agentId'),
		},
	}),
	createCampaign: target(campaign, 'POST voiceAgentCampaign campaign create /campaigns/', {
		parameters: {
			...agent,
			campaignName: 'Renewals',
			contactsFrom: 'json',
			contactsJson: [{ phone_number: TO_NUMBER }, { phone_number: '+12125550124' }],
			options,
		},
		entered: { name: 'Renewals', agent_id: enteredId('agentId') },
	}),
	startCampaign: changeOfCampaign('PATCH start'),
	pauseCampaign: changeOfCampaign('PATCH pause'),
	resumeCampaign: changeOfCampaign('PATCH resume'),
	rerunCampaign: changeOfCampaign('POST rerun'),
} satisfies Record<string, Target>;

export type ObjectName = keyof typeof OBJECTS;

/** The operations after which somebody may be called. */
export const isAction = ({ method }: Target): boolean => method !== 'GET';
