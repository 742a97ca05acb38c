import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AxiosInstance } from 'axios';
import { inPostgres } from '../n8n/inPostgres.mts';
import { N8n } from '../n8n/n8n.mts';
import { type Postgres, startPostgres } from '../postgres/postgres.mts';
import { installedAt, packProject, unpack } from '../project/package.mts';
import { copyLists } from '../samples/samples.mts';
import { type Server, startProcess } from '../server.mts';

const DATABASE = 'n8n_queue';

interface RedisAddress {
	host: string;
	port: number;
}

export interface QueueOptions {
	/** Executions that a worker runs at a time. */
	concurrency: number;
	workers: number;
	/** More environment for the first main process. */
	env?: Record<string, string>;
}

/**
 * n8n in queue mode, as on several machines: a main process and workers that share PostgreSQL, Redis and the encryption key, and nothing
 * else. Each has a user folder of its own, with the packed package in it.
 */
export class QueueN8n {
	readonly postgres: Postgres;
	/** Where n8n keeps its own data. */
	readonly database = DATABASE;
	/** Signed in to the main process that runs. */
	rest!: AxiosInstance;
	main!: N8n;
	/** Those that run. */
	readonly workers: N8n[] = [];
	/** Every process that was started, also those that have ended. */
	readonly processes: N8n[] = [];
	private readonly redis: Server<RedisAddress>;
	private readonly tarball: string;
	private readonly concurrency: number;
	private readonly encryptionKey = randomBytes(24).toString('hex');

	constructor(
		postgres: Postgres,
		redis: Server<RedisAddress>,
		tarball: string,
		{ concurrency }: QueueOptions,
	) {
		this.postgres = postgres;
		this.redis = redis;
		this.tarball = tarball;
		this.concurrency = concurrency;
	}

	private async process(command: readonly string[], more: Record<string, string>): Promise<N8n> {
		const { host, port } = this.redis.address;
		const n8n = new N8n({
			userFolder: mkdtempSync(join(tmpdir(), 'voice-agent-queue-')),
			command,
			env: {
				EXECUTIONS_MODE: 'queue',
				QUEUE_BULL_REDIS_HOST: host,
				QUEUE_BULL_REDIS_PORT: String(port),
				...inPostgres(this.postgres.address, DATABASE),
				N8N_ENCRYPTION_KEY: this.encryptionKey,
				OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				// See docs/internals/operators.md: else an answer of a quick execution can be lost.
				N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '1000',
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
				// A worker that is gone is noticed within half a minute, not within two.
				QUEUE_WORKER_LOCK_DURATION: '20000',
				QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
				QUEUE_WORKER_STALLED_INTERVAL: '10000',
				...more,
			},
		});
		this.processes.push(n8n);
		await unpack(this.tarball, installedAt(n8n.userFolder));
		await copyLists(n8n);
		return n8n;
	}

	/** Starts the main process and signs in to it. The one before must have ended: n8n allows a second one only with a licence. */
	async startMain(env: Record<string, string> = {}): Promise<void> {
		this.main = await this.process(['start'], env);
		await this.main.start();
		this.rest = await this.main.signIn();
	}

	async startWorker(): Promise<N8n> {
		const worker = await this.process(['worker', `--concurrency=${this.concurrency}`], {});
		await worker.start();
		this.workers.push(worker);
		return worker;
	}

	/** Ends a worker as a crash would, with all that it is doing. */
	async killWorker(worker: N8n): Promise<void> {
		this.workers.splice(this.workers.indexOf(worker), 1);
		await worker.kill();
	}

	/** IDs of the executions that this process has started to run, the earliest first. */
	executionsOf(worker: N8n): string[] {
		return [...worker.logs.matchAll(/Worker started execution (\d+)/g)].map(([, id]) => String(id));
	}

	/** Ends everything and removes its folders. */
	async stop(): Promise<void> {
		await Promise.all(this.processes.map(async (n8n) => await n8n.stop()));
		await this.postgres.stop();
		await this.redis.stop();
		for (const { userFolder } of this.processes)
			rmSync(userFolder, { recursive: true, force: true });
		rmSync(dirname(this.tarball), { recursive: true, force: true });
	}
}

/** Starts all of it. The package must have been built. @throws if a part does not start; then nothing is left running */
export async function startQueueN8n(options: QueueOptions): Promise<QueueN8n> {
	const tarball = await packProject(mkdtempSync(join(tmpdir(), 'voice-agent-package-')));
	const redis = await startProcess<RedisAddress>('Redis', 'harness/queue/redisServer.mts');
	const postgres = await startPostgres().catch(async (error: unknown) => {
		await redis.stop();
		throw error;
	});
	const queue = new QueueN8n(postgres, redis, tarball, options);
	try {
		await postgres.createDatabase(DATABASE);
		// It creates the tables.
		await queue.startMain(options.env);
		await Promise.all(
			Array.from({ length: options.workers }, async () => await queue.startWorker()),
		);
		return queue;
	} catch (error) {
		await queue.stop();
		throw error;
	}
}
