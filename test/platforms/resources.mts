import { thing, THINGS, type Thing } from '../platform/things.mts';

/*
 * What a user reads and does in the generated cases: operations of the real nodes, and what the platform may call their things.
 */

export type NodeName =
	| 'voiceAgent'
	| 'voiceAgentAnalytics'
	| 'voiceAgentBilling'
	| 'voiceAgentCall'
	| 'voiceAgentCampaign'
	| 'voiceAgentOrganization'
	| 'voiceAgentPhoneNumber';

export interface Target extends Thing {
	node: NodeName;
	resource: string;
	operation: string;
	/** Below the Base URL. */
	path: string;
	method: 'GET' | 'POST' | 'PATCH';
	/** Parameters that the operation needs. */
	parameters: Record<string, unknown>;
	/** What the request itself says, by column: it is true of what the request makes, though the answer does not say it. */
	entered?: Readonly<Record<string, string>>;
}

const locator = (value: string) => ({ __rl: true, mode: 'id', value });

/** The identifiers that the user enters. */
export const ENTERED = {
	call: 'call_entered',
	session: 'session_entered',
	campaign: 'campaign_entered',
	agent: 'agent_entered',
	user: 'user_entered',
	organization: 'organization_entered',
	toNumber: '+12125550123',
};

const { calls: call, campaigns: campaign } = THINGS;

const list = (
	what: Thing,
	node: NodeName,
	resource: string,
	path: string,
	parameters: Record<string, unknown> = {},
	operation = 'getAll',
): Target => ({ ...what, node, resource, operation, path, method: 'GET', parameters });

const AGENT = { agentId: locator(ENTERED.agent) };
const MARCH = { period: 'range', startDate: '2026-03-01T00:00:00', endDate: '2026-04-01T00:00:00' };

/** Lists, each read by Get Many. */
export const LISTS = {
	calls: list(call, 'voiceAgentCall', 'call', '/calls'),
	campaigns: list(campaign, 'voiceAgentCampaign', 'campaign', '/campaigns/'),
	contacts: list(
		thing('contact', { table: 'contact' }),
		'voiceAgentCampaign',
		'contact',
		`/campaigns/${ENTERED.campaign}/numbers`,
		{ campaignId: locator(ENTERED.campaign) },
	),
	bookings: list(THINGS.bookings, 'voiceAgentCall', 'booking', '/bookings'),
	callbacks: list(THINGS.callbacks, 'voiceAgentCall', 'callback', '/callbacks/'),
	transfers: list(THINGS.transfers, 'voiceAgentCall', 'transferEvent', '/transfer-events'),
	agents: list(thing('agent'), 'voiceAgent', 'agent', '/agents/'),
	industries: list(
		thing('industry', { plural: 'industries', areTexts: true }),
		'voiceAgent',
		'agent',
		'/agents/meta/industries',
		{},
		'getIndustries',
	),
	useCases: list(
		thing('use_case', { areTexts: true }),
		'voiceAgent',
		'agent',
		'/agents/meta/use-cases',
		{},
		'getUseCases',
	),
	versions: list(
		thing('version', { ownId: 'version' }),
		'voiceAgent',
		'agentVersion',
		`/agents/${ENTERED.agent}/versions`,
		AGENT,
	),
	tools: list(thing('tool'), 'voiceAgent', 'builtInTool', '/builtin-tools/'),
	toolsOfAgent: list(
		thing('tool'),
		'voiceAgent',
		'builtInTool',
		`/builtin-tools/agent/${ENTERED.agent}`,
		AGENT,
		'getAllOfAgent',
	),
	functions: list(
		thing('custom_function'),
		'voiceAgent',
		'customFunction',
		`/agents/${ENTERED.agent}/custom-functions/`,
		AGENT,
	),
	voices: list(thing('voice'), 'voiceAgent', 'voice', '/voices/'),
	documents: list(
		thing('document'),
		'voiceAgent',
		'knowledgeBaseDocument',
		'/knowledge-base/documents',
	),
	documentsOfAgent: list(
		thing('document'),
		'voiceAgent',
		'knowledgeBaseDocument',
		`/agents/${ENTERED.agent}/knowledge-base`,
		AGENT,
		'getAllOfAgent',
	),
	analyzedCalls: list(call, 'voiceAgentAnalytics', 'call', '/analytics/calls/list', MARCH),
	fieldKeys: list(
		thing('key', { ownId: 'key' }),
		'voiceAgentAnalytics',
		'customField',
		'/analytics/custom-fields/keys',
		MARCH,
		'getKeys',
	),
	plans: list(thing('plan'), 'voiceAgentBilling', 'plan', '/billing/plans'),
	transactions: list(
		thing('transaction'),
		'voiceAgentBilling',
		'transaction',
		'/billing/transactions',
	),
	invoices: list(thing('invoice'), 'voiceAgentBilling', 'invoice', '/billing/invoices'),
	users: list(thing('user'), 'voiceAgentOrganization', 'user', '/users/'),
	logins: list(
		thing('login'),
		'voiceAgentOrganization',
		'user',
		`/login-history/${ENTERED.user}`,
		{ userId: locator(ENTERED.user) },
		'getLoginHistory',
	),
	organizations: list(
		thing('organization'),
		'voiceAgentOrganization',
		'organization',
		'/organisations/',
	),
	numbers: list(thing('phone_number'), 'voiceAgentPhoneNumber', 'phoneNumber', '/phone-numbers'),
	ownNumbers: list(
		thing('phone_number'),
		'voiceAgentPhoneNumber',
		'phoneNumber',
		'/phone-numbers/org-numbers',
		{ scope: 'owned' },
	),
	subscriptions: list(
		thing('subscription'),
		'voiceAgentPhoneNumber',
		'subscription',
		'/phone-numbers/subscriptions',
	),
} satisfies Record<string, Target>;

export type ListName = keyof typeof LISTS;

const changeOfCampaign = (operation: string, method: Target['method'], end: string): Target => ({
	...campaign,
	node: 'voiceAgentCampaign',
	resource: 'campaign',
	operation,
	method,
	path: `/campaigns/${ENTERED.campaign}${end}`,
	parameters: { campaignId: locator(ENTERED.campaign) },
});

/** What one object is got or made with. */
export const OBJECTS = {
	getCall: {
		...call,
		node: 'voiceAgentCall',
		resource: 'call',
		operation: 'get',
		method: 'GET',
		path: `/calls/${ENTERED.call}`,
		parameters: { callId: locator(ENTERED.call) },
	},
	getCallBySession: {
		...call,
		node: 'voiceAgentCall',
		resource: 'call',
		operation: 'getBySession',
		method: 'GET',
		path: `/calls/session/${ENTERED.session}`,
		parameters: { sessionId: ENTERED.session },
	},
	getCampaign: {
		...campaign,
		node: 'voiceAgentCampaign',
		resource: 'campaign',
		operation: 'get',
		method: 'GET',
		path: `/campaigns/${ENTERED.campaign}`,
		parameters: { campaignId: locator(ENTERED.campaign) },
	},
	getAgent: {
		...thing('agent'),
		node: 'voiceAgent',
		resource: 'agent',
		operation: 'get',
		method: 'GET',
		path: `/agents/${ENTERED.agent}`,
		parameters: { agentId: locator(ENTERED.agent) },
	},
	getUser: {
		...thing('user'),
		node: 'voiceAgentOrganization',
		resource: 'user',
		operation: 'get',
		method: 'GET',
		path: `/users/${ENTERED.user}`,
		parameters: { userId: locator(ENTERED.user) },
	},
	makeCall: {
		...call,
		node: 'voiceAgentCall',
		resource: 'call',
		operation: 'makeCall',
		method: 'POST',
		path: '/calls/make-call',
		parameters: {
			agentId: locator(ENTERED.agent),
			toNumber: ENTERED.toNumber,
			options: { repeatedNumbers: 'ever' },
		},
		entered: {
			contact_number: ENTERED.toNumber,
			to_number: ENTERED.toNumber,
			agent_id: ENTERED.agent,
		},
	},
	createCampaign: {
		...campaign,
		node: 'voiceAgentCampaign',
		resource: 'campaign',
		operation: 'create',
		method: 'POST',
		path: '/campaigns/',
		parameters: {
			campaignName: 'Renewals',
			agentId: locator(ENTERED.agent),
			contactsFrom: 'json',
			contactsJson: [{ phone_number: ENTERED.toNumber }, { phone_number: '+12125550124' }],
			options: { repeatedNumbers: 'ever' },
		},
		entered: { name: 'Renewals', agent_id: ENTERED.agent },
	},
	startCampaign: changeOfCampaign('start', 'PATCH', '/start'),
	pauseCampaign: changeOfCampaign('pause', 'PATCH', '/pause'),
	resumeCampaign: changeOfCampaign('resume', 'PATCH', '/resume'),
	rerunCampaign: changeOfCampaign('rerun', 'POST', '/rerun'),
} satisfies Record<string, Target>;

export type ObjectName = keyof typeof OBJECTS;

/** The operations after which somebody may be called. */
export const isAction = ({ method }: Target): boolean => method !== 'GET';
