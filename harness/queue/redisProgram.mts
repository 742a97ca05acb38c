import { debianProgram } from '../debianProgram.mts';

/**
 * The Redis of this machine, or one that is installed now. Valkey will do: it speaks the language of Redis.
 *
 * @throws with what to install
 */
export const redisProgram = async (): Promise<string> =>
	await debianProgram({
		programs: ['redis-server', 'valkey-server'],
		packages: ['redis-server'],
		needed:
			'n8n in queue mode needs Redis. Install Redis or Valkey, so that redis-server or valkey-server is on the PATH',
	});
