import { type QueueN8n, startQueueN8n } from '../../harness/queue/queueN8n.mts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../harness/project/project.mjs';
import { type FaultySandbox, startFaultySandbox } from '../../harness/faultProxy.mts';

const LOGS = join(root, '.cache', 'e2eQueue');

/** What the platform recorded of a login. */
interface LoginRecord {
	email: string;
	step: 'password' | 'code';
	outcome: 'ok' | 'mfa_required' | 'refused' | 'locked';
}

/** n8n in queue mode with two workers, and a sandbox. */
export class World {
	readonly queue: QueueN8n;
	readonly sandbox: FaultySandbox;

	constructor(queue: QueueN8n, sandbox: FaultySandbox) {
		this.queue = queue;
		this.sandbox = sandbox;
	}

	async createCredential(name: string, type: string, data: object) {
		const answer = await this.queue.rest.post('/credentials', { name, type, data });
		return { id: answer.data.data.id as string, name };
	}

	/** A credential for a user of the sandbox. */
	async createLogin(email: string, more: object = { mfa: 'none' }) {
		return await this.createCredential(email, 'voiceAgentApi', {
			baseUrl: this.sandbox.url,
			email,
			password: 'sandbox-password',
			...more,
		});
	}

	async requests(): Promise<number> {
		return (await this.sandbox.api.get('/state')).data.requests;
	}

	async logins(): Promise<LoginRecord[]> {
		return (await this.sandbox.api.get<LoginRecord[]>('/logins')).data;
	}

	/** The numbers that the platform has called, in the order of the calls. */
	async calledNumbers(): Promise<string[]> {
		const { data } = await this.sandbox.api.get<Array<{ to_number: string }>>('/calls');
		return data.map(({ to_number }) => to_number);
	}

	/** Ends everything; the logs of n8n stay in .cache. */
	async stop(): Promise<void> {
		mkdirSync(LOGS, { recursive: true });
		this.queue.processes.forEach(({ logs }, index) => {
			writeFileSync(join(LOGS, `n8n-${index}.log`), logs);
		});
		await this.queue.stop();
		await this.sandbox.stop();
	}
}

/** Where the platform would find the main process; the agents of the sandbox are not asked there. */
const PUBLIC_ADDRESS = { WEBHOOK_URL: 'https://n8n.example.com/' };

/** @param concurrency executions that a worker runs at a time */
export async function startWorld(concurrency: number): Promise<World> {
	const sandbox = await startFaultySandbox({ speed: 60 });
	const queue = await startQueueN8n({ concurrency, workers: 2, env: PUBLIC_ADDRESS }).catch(
		async (error: unknown) => {
			await sandbox.stop();
			throw error;
		},
	);
	return new World(queue, sandbox);
}

/** How often each text occurs. */
export function countsOf(texts: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
	return counts;
}
