import { hashPassword } from '../domain/password.mts';
import type { Timing } from '../domain/calls.mts';
import { millisecondsOf } from './calls.mts';
import type { Row } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';
import { SAMPLE_ORGANIZATION_ID } from '../domain/organizations.mts';
import type { Platform } from '../domain/platform.mts';
import { SAMPLE_PASSWORD } from '../domain/seed.mts';

type Filler = (platform: Platform, count: number, agent: Row, timing: Timing) => void;

/** What `POST /sandbox/seed/{collection}` can fill, by the name in the path. */
const FILLERS: Record<string, Filler> = {
	agents: ({ agents }, count) => void agents.createMany(SAMPLE_ORGANIZATION_ID, count, {}),
	'agent-documents': ({ knowledgeBase }, count, agent) =>
		knowledgeBase.addMany(SAMPLE_ORGANIZATION_ID, count, agent),
	'agent-versions': ({ agents }, count, agent) => {
		for (let index = 0; index < count; index++)
			agents.change(agents.find(agent.agent_id)!, {}, { what: `Change ${index + 1}`, by: null });
	},
	bookings: ({ results }, count, agent, timing) =>
		results.addMany('bookings', agent, count, timing),
	callbacks: ({ callbacks }, count, agent, { lastAt, spacingSeconds }) =>
		callbacks.createMany(agent, count, lastAt, spacingSeconds),
	calls: ({ calls }, count, agent, timing) => void calls.addMany(agent, count, timing),
	campaigns: ({ campaigns }, count, { agent_id: agentId }) => {
		for (let index = 0; index < count; index++)
			campaigns.create(`Campaign ${index + 1}`, agentId, {}, []);
	},
	'custom-functions': ({ functions }, count, agent) => functions.createMany(agent, count),
	documents: ({ knowledgeBase }, count) => knowledgeBase.addMany(SAMPLE_ORGANIZATION_ID, count),
	invoices: ({ billing }, count) => billing.addInvoices(SAMPLE_ORGANIZATION_ID, count),
	'login-history': ({ accounts }, count) =>
		accounts.addLogins(accounts.find('owner@example.com')!.user_id, count),
	'phone-numbers': ({ numbers }, count) => numbers.addMany(SAMPLE_ORGANIZATION_ID, count),
	'transfer-events': ({ results }, count, agent, timing) =>
		results.addMany('transfers', agent, count, timing),
	transactions: ({ ledger }, count) => ledger.adjustOften(SAMPLE_ORGANIZATION_ID, count),
	users: ({ users }, count) =>
		users.addMany(SAMPLE_ORGANIZATION_ID, count, {
			password_hash: hashPassword(SAMPLE_PASSWORD),
			email_verified: 1,
		}),
};

/** Their names. */
export const COLLECTIONS = Object.keys(FILLERS).sort();

/** The collections whose rows can be given a time. */
const TIMED = ['bookings', 'callbacks', 'calls', 'transfer-events'];

/** Adds that many rows to a collection of the sample organization, those of an agent to the one given or to its first. */
export function fill(platform: Platform, collection: string, body: Row): Row {
	const filler = FILLERS[collection];
	if (!filler) throw new ApiError(404, `No such collection; there are ${COLLECTIONS.join(', ')}`);
	const agent = body.agent_id
		? platform.agents.require(body.agent_id, SAMPLE_ORGANIZATION_ID)
		: platform.agents.some(SAMPLE_ORGANIZATION_ID)[0];
	const { count, created_at: createdAt, spacingSeconds } = body;
	if (!TIMED.includes(collection) && (createdAt ?? spacingSeconds) !== undefined)
		throw new ApiError(400, `Only ${TIMED.join(', ')} take created_at and spacingSeconds`);
	const lastAt = createdAt === undefined ? undefined : millisecondsOf('created_at', createdAt)!;
	platform.database.transaction(() => filler(platform, count, agent, { lastAt, spacingSeconds }));
	return { collection, count };
}
