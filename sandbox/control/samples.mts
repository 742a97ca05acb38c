import { momentsUntil } from '../common/times.mts';
import { hashPassword } from '../domain/password.mts';
import type { Timing } from '../domain/calls.mts';
import { millisecondsOf } from './calls.mts';
import type { Row, Table } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';
import { SAMPLE_ORGANIZATION_ID } from '../domain/organizations.mts';
import type { Platform } from '../domain/platform.mts';
import { SAMPLE_PASSWORD } from '../domain/seed.mts';

const DAY_MILLISECONDS = 24 * 3_600_000;

/** Adds one row. */
type Maker = (platform: Platform, agent: Row) => unknown;
type Filler = (platform: Platform, agent: Row, count: number, timing: Timing) => unknown;

/** The number of the next row of a table. */
const next = ({ database }: Platform, table: Table) => database.lastSeq(table) + 1;

const sampleText = (platform: Platform, agent?: Row) =>
	platform.knowledgeBase.addText(
		SAMPLE_ORGANIZATION_ID,
		`Document ${next(platform, 'documents')}`,
		agent,
	);

/** Collections of which one row is made like the other. */
const MAKERS: Record<string, Maker> = {
	agents: ({ agents }) => agents.createMany(SAMPLE_ORGANIZATION_ID, 1, {}),
	'agent-documents': sampleText,
	'agent-versions': ({ agents }, { agent_id: id }) =>
		agents.change(agents.find(id)!, {}, { what: 'Changed meanwhile', by: null }),
	campaigns: (platform, { agent_id: id }) =>
		platform.campaigns.create(`Campaign ${next(platform, 'campaigns')}`, id, {}, []),
	'custom-functions': (platform, agent) => {
		const number = next(platform, 'custom_functions');
		const url = `https://example.com/functions/${number}`;
		platform.functions.create(agent, { name: `sample_function_${number}`, url });
	},
	documents: (platform) => sampleText(platform),
	invoices: ({ billing }) => {
		const sample = { description: 'Earlier credits', credits: 0, amount: 0, currency: 'USD' };
		billing.addInvoice(SAMPLE_ORGANIZATION_ID, sample);
	},
	'login-history': ({ accounts }) =>
		accounts.addLogin(accounts.find('owner@example.com')!.user_id, 'password', null),
	'phone-numbers': ({ numbers }) => numbers.addFree(SAMPLE_ORGANIZATION_ID),
	transactions: ({ ledger }) =>
		ledger.adjust(SAMPLE_ORGANIZATION_ID, ledger.balance(SAMPLE_ORGANIZATION_ID) + 1),
	users: (platform) => {
		const email = `sample.user${next(platform, 'users')}@example.com`;
		const password = { password_hash: hashPassword(SAMPLE_PASSWORD), email_verified: 1 };
		platform.users.add(SAMPLE_ORGANIZATION_ID, email, password);
	},
};

/** The collections whose rows can be given a time. */
const TIMED: Record<string, Filler> = {
	bookings: ({ results }, agent, count, timing) =>
		results.addMany('bookings', agent, count, timing),
	callbacks: ({ callbacks, clock }, agent, count, { lastAt = clock.now(), spacingSeconds = 0 }) => {
		const tomorrow = clock.now() + DAY_MILLISECONDS;
		const fields = { phone_number: '+12025550198' };
		for (const [index, moment] of momentsUntil(lastAt, count, spacingSeconds).entries())
			callbacks.create(agent, fields, tomorrow + index * 60_000, moment);
	},
	calls: ({ calls }, agent, count, timing) => calls.addMany(agent, count, timing),
	'transfer-events': ({ results }, agent, count, timing) =>
		results.addMany('transfers', agent, count, timing),
};

/** Their names. */
export const COLLECTIONS = Object.keys({ ...MAKERS, ...TIMED }).sort();

/** Adds that many rows to a collection of the sample organization, those of an agent to the one given or to its first. */
export function fill(platform: Platform, collection: string, body: Row): Row {
	const [maker, timed] = [MAKERS[collection], TIMED[collection]];
	if (!maker && !timed)
		throw new ApiError(404, `No such collection; there are ${COLLECTIONS.join(', ')}`);
	const agent = body.agent_id
		? platform.agents.require(body.agent_id, SAMPLE_ORGANIZATION_ID)
		: platform.agents.some(SAMPLE_ORGANIZATION_ID)[0];
	const { count, created_at: createdAt, spacingSeconds } = body;
	if (!timed && (createdAt ?? spacingSeconds) !== undefined)
		throw new ApiError(
			400,
			`Only ${Object.keys(TIMED).join(', ')} take created_at and spacingSeconds`,
		);
	const lastAt = createdAt === undefined ? undefined : millisecondsOf('created_at', createdAt)!;
	platform.database.transaction(() => {
		if (timed) return timed(platform, agent, count, { lastAt, spacingSeconds });
		for (let index = 0; index < count; index++) maker!(platform, agent);
	});
	return { collection, count };
}
