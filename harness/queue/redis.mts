import { type Server, startProcess } from '../server.mts';

export interface RedisAddress {
	host: string;
	port: number;
}

/** Starts a Redis as a process of its own, which also ends when this one does. Its data is in memory. */
export async function startRedis(): Promise<Server<RedisAddress>> {
	return await startProcess<RedisAddress>('harness/queue/redisServer.mts', []).catch(
		(error: Error) => {
			throw new Error(`Redis did not start:\n${error.message}`);
		},
	);
}
