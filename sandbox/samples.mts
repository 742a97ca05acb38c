import { hashPassword } from './accounts.mts';
import type { Row } from './database.mts';
import { ApiError } from './errors.mts';
import { SAMPLE_ORGANIZATION_ID } from './organizations.mts';
import type { Platform } from './platform.mts';
import { SAMPLE_PASSWORD } from './seed.mts';

type Filler = (platform: Platform, count: number, agent: Row) => void;

/** What `POST /sandbox/seed/{collection}` can fill, by the name in the path. */
const FILLERS: Record<string, Filler> = {
	agents: ({ agents }, count) => void agents.createMany(SAMPLE_ORGANIZATION_ID, count, {}),
	'agent-documents': ({ knowledgeBase }, count, agent) =>
		knowledgeBase.addMany(SAMPLE_ORGANIZATION_ID, count, agent),
	'agent-versions': ({ agents }, count, agent) => {
		for (let index = 0; index < count; index++)
			agents.change(agents.find(agent.agent_id)!, {}, { what: `Change ${index + 1}`, by: null });
	},
	bookings: (platform, count, agent) => addBookings(platform, agent, count),
	callbacks: ({ callbacks }, count, agent) => callbacks.createMany(agent, count),
	calls: ({ calls }, count, agent) => void calls.insertFinished(count, [agent]),
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
	'transfer-events': (platform, count, agent) => addTransfers(platform, agent, count),
	transactions: ({ ledger }, count) => ledger.adjustOften(SAMPLE_ORGANIZATION_ID, count),
	users: ({ users }, count) =>
		users.addMany(SAMPLE_ORGANIZATION_ID, count, {
			password_hash: hashPassword(SAMPLE_PASSWORD),
			email_verified: 1,
		}),
};

/** Adds that many rows to a collection of the sample organization, those of an agent to the one given or to its first. */
export function fill(platform: Platform, collection: string, body: Row): Row {
	const filler = FILLERS[collection];
	if (!filler)
		throw new ApiError(404, `No such collection; there are ${Object.keys(FILLERS).join(', ')}`);
	const agent = body.agent_id
		? platform.agents.require(body.agent_id, SAMPLE_ORGANIZATION_ID)
		: platform.agents.some(SAMPLE_ORGANIZATION_ID)[0];
	platform.database.transaction(() => filler(platform, body.count, agent));
	return { collection, count: body.count };
}

/** Adds calls of that agent, each of which was handed over. */
export function addTransfers({ calls, transfers }: Platform, agent: Row, count: number): void {
	const callIds = calls.insertFinished(count, [agent]);
	for (const [index, callId] of callIds.entries()) transfers.add(calls.find(callId)!, index);
}

/** Adds calls of that agent, each of which ended with an appointment. */
export function addBookings({ calls, dialer }: Platform, agent: Row, count: number): void {
	for (const callId of calls.insertFinished(count, [agent])) dialer.book(calls.find(callId)!);
}
