import axios from 'axios';
import { freshConnections } from '../../harness/n8n/connections.mts';
import { startProcess } from '../../harness/server.mts';

/** What the platform was asked since its last `set`. */
export interface Counts {
	logins: number;
	/** That were admitted. */
	requests: number;
	placed: number;
	/** Calls to a number that had one before. */
	twice: number;
	/** Most requests under way at a time. */
	most: number;
	connections: number;
}

/** For whoever does not log in. */
export const FIXED_TOKEN = 'fixed-token';

export interface TinyPlatform {
	/** Base URL of its API. */
	url: string;
	/** Sets how it answers, and forgets what it counted. */
	set: (settings: { latencyMs?: number; tokenUses?: number }) => Promise<void>;
	counts: () => Promise<Counts>;
	stop: () => Promise<void>;
}

/** Starts `tinyPlatform.mts` as a process of its own. @param rows number of calls in its list */
export async function startPlatform(rows = 0): Promise<TinyPlatform> {
	const file = 'bench/support/tinyPlatform.mts';
	const server = await startProcess<{ url: string }>('The platform', file, { rows });
	const control = `${server.address.url}/control`;
	return {
		url: `${server.address.url}/api/v1`,
		set: async (settings) => {
			await axios.post(control, settings, freshConnections);
		},
		counts: async () => (await axios.get<Counts>(control, freshConnections)).data,
		stop: server.stop,
	};
}
