import { hashPassword } from './accounts.mts';
import type { Agents } from './agents.mts';
import type { Database, Row } from './database.mts';

export const SAMPLE_PASSWORD = 'sandbox-password';
const START_CREDITS = 100_000;

const USERS: Row[] = [
	{ email: 'owner@example.com', role: 'owner' },
	{
		email: 'totp@example.com',
		role: 'admin',
		mfa_enabled: 1,
		totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
	},
	{
		email: 'codes@example.com',
		role: 'admin',
		mfa_enabled: 1,
		backup_codes: JSON.stringify(
			Array.from({ length: 8 }, (_, index) => `SANDBOX-000${index + 1}`),
		),
	},
	{ email: 'unverified@example.com', role: 'admin', email_verified: 0 },
	{ email: 'reader@example.com', role: 'read_only' },
];

const AGENTS = [
	{
		name: 'Appointment Setter',
		industry: 'healthcare',
		use_case: 'appointment_setting',
		voice_id: 'voice_ada',
		language: 'en-GB',
		instructions:
			'You arrange appointments. Greet {{first_name}}, offer the next free time, confirm it and ask about a reminder.',
	},
	{
		name: 'Lead Qualifier',
		industry: 'software',
		use_case: 'lead_qualification',
		voice_id: 'voice_dan',
		language: 'en-US',
		instructions:
			'You find out whether {{first_name}} is a likely buyer: team size, budget, timeline. Never press.',
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

/** Fills an empty database with the sample organization. */
export function seedDatabase(
	database: Database,
	agents: Agents,
	seed: number,
	agentCount: number,
): void {
	database.transaction(() => {
		database.setSetting('seed', seed);
		database.setSetting('organization', 'Example Organization');
		database.setSetting('credits', START_CREDITS);
		for (const user of USERS) {
			database.insert('users', {
				password_hash: hashPassword(SAMPLE_PASSWORD),
				email_verified: 1,
				...user,
			});
		}
		for (const agent of AGENTS.slice(0, agentCount)) agents.create(agent);
		if (agentCount > AGENTS.length) agents.createMany(agentCount - AGENTS.length, {});
	});
}
