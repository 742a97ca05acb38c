import { hashPassword } from './password.mts';
import type { Agents } from './agents.mts';
import type { AgentTools } from './agentTools.mts';
import type { Billing } from './billing.mts';
import type { CustomFunctions } from './customFunctions.mts';
import type { Database, Row } from '../data/database.mts';
import type { KnowledgeBase } from './knowledgeBase.mts';
import type { Ledger } from './ledger.mts';
import type { Organizations } from './organizations.mts';
import type { PhoneNumbers } from './phoneNumbers.mts';
import { priceOf } from '../data/prices.mts';
import type { Users } from './users.mts';

/** The password of every sample user. */
export const SAMPLE_PASSWORD = 'sandbox-password';
const START_CREDITS = 100_000;

interface SeededParts {
	agents: Agents;
	agentTools: AgentTools;
	billing: Billing;
	database: Database;
	functions: CustomFunctions;
	knowledgeBase: KnowledgeBase;
	ledger: Ledger;
	numbers: PhoneNumbers;
	organizations: Organizations;
	users: Users;
}

/** Who there is, what for, and the columns of each user. */
export const USERS: ReadonlyArray<{ about: string; columns: Row }> = [
	{ about: 'the owner', columns: { email: 'owner@example.com', role: 'owner' } },
	{
		about: 'MFA with the authenticator secret `JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP`',
		columns: {
			email: 'totp@example.com',
			role: 'admin',
			mfa_enabled: 1,
			totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
		},
	},
	{
		about: 'MFA with the backup codes `SANDBOX-0001` to `SANDBOX-0008`',
		columns: {
			email: 'codes@example.com',
			role: 'admin',
			mfa_enabled: 1,
			backup_codes: JSON.stringify(
				Array.from({ length: 8 }, (_, index) => `SANDBOX-000${index + 1}`),
			),
		},
	},
	{
		about: 'the email address is not verified',
		columns: { email: 'unverified@example.com', role: 'admin', email_verified: 0 },
	},
	{ about: 'may only read', columns: { email: 'reader@example.com', role: 'read_only' } },
];

const AGENTS = [
	{
		name: 'Appointment Setter',
		industry: 'healthcare',
		use_case: 'appointment_setting',
		voice_id: 'voice_ada',
		language: 'en-GB',
		instructions:
			'You arrange appointments. Greet {{first_name}} of {{company}} in {{city}}, offer the next free time, confirm it and ask about a reminder. Note: {{note}}',
	},
	{
		name: 'Lead Qualifier',
		industry: 'software',
		use_case: 'lead_qualification',
		voice_id: 'voice_dan',
		language: 'en-US',
		instructions:
			'You find out whether {{first_name}} of {{company}} is a likely buyer: team size, budget, timeline. Never press.',
	},
	{
		name: 'Customer Survey',
		industry: 'retail',
		use_case: 'customer_survey',
		voice_id: 'voice_cleo',
		language: 'en-US',
		instructions:
			'You ask {{first_name}} three short questions about the last order and thank them for their time.',
	},
];

/** The agent that has every part: what is made of an agent can be tried with it. */
const TEMPLATE = {
	name: 'Reception template',
	industry: 'hospitality',
	use_case: 'table_reservation',
	voice_id: 'voice_ada',
	language: 'en-US',
	instructions: 'You answer the phone.',
};
/** Its later versions, one after the other. */
const TEMPLATE_CHANGES = [
	{ instructions: 'You answer the phone of {{company}}.' },
	{ voice_id: 'voice_cleo' },
	{ instructions: 'You answer the phone of {{company}}. It is open {{opening_hours}}.' },
];

/** Fills an empty database with the sample organization, and with a second organization that must stay invisible to it. */
export function seedDatabase(parts: SeededParts, seed: number, agentCount: number): void {
	const { database, agents, billing, ledger, numbers, organizations, users } = parts;
	database.setSetting('seed', seed);
	const { id: organizationId } = organizations.create('Example Organization');
	ledger.post(organizationId, {
		type: 'topup',
		feature: 'topups',
		credits: START_CREDITS,
		description: 'Opening credits',
	});
	billing.addInvoice(organizationId, {
		description: 'Opening credits',
		credits: START_CREDITS,
		amount: priceOf(START_CREDITS, 'USD'),
		currency: 'USD',
	});
	const password = { password_hash: hashPassword(SAMPLE_PASSWORD), email_verified: 1 };
	for (const { columns } of USERS)
		users.add(organizationId, columns.email, { ...password, ...columns });
	for (const agent of AGENTS.slice(0, agentCount)) agents.create(organizationId, agent);
	if (agentCount > AGENTS.length) addTemplate(parts, organizationId);
	agents.createMany(organizationId, Math.max(0, agentCount - AGENTS.length - 1), {});
	numbers.addFree(organizationId);

	const { id: otherId } = organizations.create('Sample Organization');
	users.add(otherId, 'other@example.com', { ...password, role: 'owner' });
	agents.create(otherId, TEMPLATE);
}

function addTemplate(
	{ agents, agentTools, functions, knowledgeBase }: SeededParts,
	organizationId: string,
): void {
	let agent = agents.create(organizationId, TEMPLATE);
	for (const change of TEMPLATE_CHANGES)
		agent = agents.change(agent, change, {
			what: `Changed ${Object.keys(change).join(', ')}`,
			by: 'owner@example.com',
		});
	agents.changeAnalysis(agent, {
		prompt: 'What did the caller want?',
		outcomes: ['answered', 'call_back'],
		success_outcomes: ['answered'],
		notification_emails: [],
	});
	agentTools.configure(agent, agentTools.require('end_call'), { enabled: true });
	agentTools.configure(agent, agentTools.require('transfer_call'), {
		enabled: true,
		configuration: { announcement: 'One moment, I connect you.' },
	});
	functions.create(agent, {
		name: 'find_order',
		description: 'Finds an order by its number',
		url: 'https://example.com/orders',
		parameters: { type: 'object', properties: { order_number: { type: 'string' } } },
	});
	knowledgeBase.addText(organizationId, 'House rules', agent);
	const { kb_id: unread } = knowledgeBase.addText(organizationId, 'Menu of the season');
	knowledgeBase.force(unread, 'processing');
}
