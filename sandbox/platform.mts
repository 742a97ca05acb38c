import { Accounts } from './accounts.mts';
import { Agents } from './agents.mts';
import { Behaviour } from './behaviour.mts';
import { Calls } from './calls.mts';
import { Campaigns } from './campaigns.mts';
import { Clock } from './clock.mts';
import { Database } from './database.mts';
import { Dialer } from './dialer.mts';
import { seedDatabase } from './seed.mts';
import { Traffic } from './traffic.mts';

export interface Options {
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

/** Everything behind the HTTP server. */
export interface Platform {
	database: Database;
	clock: Clock;
	agents: Agents;
	calls: Calls;
	campaigns: Campaigns;
	dialer: Dialer;
	accounts: Accounts;
	behaviour: Behaviour;
	traffic: Traffic;
	reset: (changes: { seed?: number; agents?: number }) => void;
	close: () => void;
}

export function createPlatform(options: Options): Platform {
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
	const agents = new Agents(database, clock);
	const calls = new Calls(database, clock);
	const campaigns = new Campaigns(database, clock);
	const dialer = new Dialer({ database, clock, agents, calls, campaigns });
	const accounts = new Accounts(database, clock, options.tokenLifetimeSeconds);
	if (database.setting('seed') === undefined)
		seedDatabase(database, agents, options.seed, options.agents);
	const behaviour = new Behaviour(calls.seed);
	dialer.resume();

	return {
		database,
		clock,
		agents,
		calls,
		campaigns,
		dialer,
		accounts,
		behaviour,
		traffic,
		reset: ({ seed = options.seed, agents: agentCount = options.agents }) => {
			clock.clear();
			clock.skew = 0;
			clock.speed = options.speed;
			dialer.clear();
			accounts.clear();
			traffic.clear();
			behaviour.reset(seed);
			database.transaction(() => {
				database.clear();
				seedDatabase(database, agents, seed, agentCount);
			});
		},
		close: () => {
			clock.clear();
			database.close();
		},
	};
}
