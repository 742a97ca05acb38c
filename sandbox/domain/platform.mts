import { Accounts } from './accounts.mts';
import { Agents } from './agents.mts';
import { AgentTools } from './agentTools.mts';
import { Billing } from './billing.mts';
import { CallResults } from './callResults.mts';
import { Callbacks } from './callbacks.mts';
import { Calls } from './calls.mts';
import { Campaigns } from './campaigns.mts';
import { Clock } from '../simulation/clock.mts';
import { CustomFunctions } from './customFunctions.mts';
import { Database } from '../data/database.mts';
import { Dialer } from './dialer.mts';
import { FileLinks } from './fileLinks.mts';
import { KnowledgeBase } from './knowledgeBase.mts';
import { Ledger } from './ledger.mts';
import { Mailbox } from './mailbox.mts';
import { Organizations } from './organizations.mts';
import { PhoneNumbers } from './phoneNumbers.mts';
import { Questions } from './questions.mts';
import { seedDatabase } from './seed.mts';
import { Traffic } from '../data/traffic.mts';
import { Users } from './users.mts';

/** How a sandbox is started. */
export interface SandboxSettings {
	/** 0 lets the system choose. */
	port: number;
	/** A file, or `:memory:`. */
	database: string;
	speed: number;
	clock: 'real' | 'manual';
	seed: number;
	agents: number;
	tokenLifetimeSeconds: number;
}

/*
 * The domain room: the rules of the platform, one file for each thing it has. `createPlatform` puts them together; the
 * server starts it, and routes and control call its parts. It may use the simulation and the data. It knows nothing of
 * HTTP but the status that a refusal has (`ApiError`).
 */

/** Everything behind the HTTP server. */
export interface Platform {
	database: Database;
	clock: Clock;
	agents: Agents;
	agentTools: AgentTools;
	calls: Calls;
	campaigns: Campaigns;
	callbacks: Callbacks;
	results: CallResults;
	functions: CustomFunctions;
	questions: Questions;
	knowledgeBase: KnowledgeBase;
	dialer: Dialer;
	accounts: Accounts;
	users: Users;
	organizations: Organizations;
	mailbox: Mailbox;
	ledger: Ledger;
	numbers: PhoneNumbers;
	billing: Billing;
	fileLinks: FileLinks;
	traffic: Traffic;
	reset: (changes: { seed?: number; agents?: number }) => void;
	close: () => void;
}

/** Starts a platform: opens its database, fills it if it is empty, and continues what was under way. */
export function createPlatform(options: SandboxSettings): Platform {
	const database = new Database(options.database);
	const traffic = new Traffic();
	const clock = new Clock({
		mode: options.clock,
		speed: options.speed,
		aroundBatch: (runBatch) => database.transaction(runBatch),
		onError: (error) =>
			traffic.violations.push({
				at: new Date(clock.now()).toISOString(),
				operationId: 'dialer',
				status: null,
				reason: String((error as Error).stack),
			}),
	});
	const base = { database, clock };
	const ledger = new Ledger(base);
	const billing = new Billing(base);
	const numbers = new PhoneNumbers(base, ledger);
	const agents = new Agents(base, numbers);
	const calls = new Calls(base);
	const campaigns = new Campaigns(base);
	const results = new CallResults(base, calls);
	const accounts = new Accounts(base, options.tokenLifetimeSeconds);
	const mailbox = new Mailbox(base);
	const organizations = new Organizations(base);
	const users = new Users({ ...base, accounts, mailbox });
	const functions = new CustomFunctions(base);
	const agentTools = new AgentTools(base);
	const knowledgeBase = new KnowledgeBase(base);
	const seeded = {
		...{ agents, agentTools, billing, database, functions, knowledgeBase },
		...{ ledger, numbers, organizations, users },
	};
	const seedAll = (seed: number, agentCount: number) =>
		database.transaction(() => seedDatabase(seeded, seed, agentCount));
	if (database.setting('seed') === undefined) seedAll(options.seed, options.agents);
	const questions = new Questions({ ...base, functions });
	const dialer = new Dialer({
		...base,
		agents,
		calls,
		campaigns,
		ledger,
		results,
		questions,
	});
	const callbacks = new Callbacks({ ...base, dialer, ledger });
	questions.resume();
	dialer.resume();
	callbacks.resume();

	return {
		database,
		clock,
		agents,
		agentTools,
		calls,
		campaigns,
		callbacks,
		results,
		functions,
		questions,
		knowledgeBase,
		dialer,
		accounts,
		users,
		organizations,
		mailbox,
		ledger,
		numbers,
		billing,
		fileLinks: new FileLinks(),
		traffic,
		reset: ({ seed = options.seed, agents: agentCount = options.agents }) => {
			clock.clear();
			clock.skew = 0;
			dialer.clear();
			questions.clear();
			accounts.clear();
			traffic.clear();
			database.transaction(() => {
				database.clear();
				seedAll(seed, agentCount);
			});
		},
		close: () => {
			clock.clear();
			questions.clear();
			database.close();
		},
	};
}
