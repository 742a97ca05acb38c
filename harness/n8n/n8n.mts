import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import axios, { type AxiosInstance } from 'axios';
import { type ResultPromise, execa } from 'execa';
import { lastLines } from '../lastLines.mts';
import { freePort } from '../ports.mts';
import { projectNode, root } from '../project/project.mjs';
import { freshConnections } from './connections.mts';

const READY_WITHIN_MS = 300_000;
const POLL_EVERY_MS = 250;
/** After that n8n is killed. */
const ENDS_WITHIN_MS = 20_000;

/** Who may sign in to the n8n that the project starts. It listens on this computer only. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Sandbox',
	lastName: 'Owner',
	password: 'Sandbox-password-1',
};

/** The parts of n8n that would call other servers. */
const OUTBOUND_MODULES = ['instance-ai', 'mcp', 'mcp-registry'];

/** n8n calls nobody: everything that it would fetch or report automatically is off. */
const NO_OUTBOUND_TRAFFIC = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
};

/** Settings of somebody's own n8n must not leak into this one; nor may jest's, with which n8n thinks it is itself under test. */
const FOREIGN_SETTINGS = /^((N8N|DB|QUEUE|EXECUTIONS|WEBHOOK|JEST|npm)_.*|NODE_ENV)$/i;

/** A command of n8n's CLI that has ended. */
export interface Finished {
	/** None if it was killed. */
	exitCode?: number;
	stdout: string;
	stderr: string;
}

export interface N8nOptions {
	/** What n8n keeps (database, settings, packages) goes below `.n8n` in here; it reads files from `.n8n-files` in here. */
	userFolder: string;
	/** More environment variables. */
	env?: Record<string, string>;
	/** It listens here if it can. Without it, on any free port. */
	port?: number;
	/** What runs: `start`, the default, or in queue mode `worker`; and its flags. */
	command?: readonly string[];
	/** The folder in whose node_modules n8n is; that of the project by default. */
	installation?: string;
}

/** An n8n of its own: by default the one in node_modules, with its own user folder, on this computer only. */
export class N8n {
	readonly userFolder: string;
	url = '';
	private readonly env: Record<string, string>;
	private readonly port?: number;
	private readonly command: readonly string[];
	/** Where n8n itself is. */
	private readonly folder: string;
	/** As long as it runs. */
	private server?: ResultPromise;
	private log = '';

	constructor(options: N8nOptions) {
		const { userFolder, env = {}, port, command = ['start'], installation = root } = options;
		mkdirSync(join(userFolder, '.n8n-files'), { recursive: true });
		// n8n compares real paths when it decides whether a file may be read.
		this.userFolder = realpathSync(userFolder);
		this.env = env;
		this.port = port;
		this.command = command;
		this.folder = join(installation, 'node_modules', 'n8n');
	}

	/** The one folder that workflows read files from. */
	get filesFolder(): string {
		return join(this.userFolder, '.n8n-files');
	}

	/** Of n8n, such as 2.41.1. */
	get version(): string {
		return JSON.parse(readFileSync(join(this.folder, 'package.json'), 'utf8')).version;
	}

	/** Of the server, if it runs. */
	get pid(): number | undefined {
		return this.server?.pid;
	}

	/** Everything n8n has printed so far. */
	get logs(): string {
		return this.log;
	}

	/** What starts it. */
	private get program(): string {
		return join(this.folder, 'bin', 'n8n');
	}

	/** Those that this version has: n8n does not start with the name of one that it does not know. */
	private get outboundModules(): string[] {
		return OUTBOUND_MODULES.filter((name) =>
			existsSync(join(this.folder, 'dist', 'modules', name)),
		);
	}

	private environment(more: Record<string, string>): NodeJS.ProcessEnv {
		const own = Object.entries(process.env).filter(([name]) => !FOREIGN_SETTINGS.test(name));
		return {
			...Object.fromEntries(own),
			...NO_OUTBOUND_TRAFFIC,
			N8N_DISABLED_MODULES: this.outboundModules.join(','),
			N8N_USER_FOLDER: this.userFolder,
			N8N_RESTRICT_FILE_ACCESS_TO: this.filesFolder,
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_SECURE_COOKIE: 'false',
			...this.env,
			...more,
		};
	}

	/** Runs a command of n8n's CLI to its end. */
	async cli(...args: string[]): Promise<Finished> {
		const env = this.environment({
			// The server, if it runs, has a broker already.
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			// Below that level n8n writes its results as log entries, with colours and further fields in between.
			N8N_LOG_LEVEL: 'info',
		});
		// Into files: on a busy machine, n8n ends before all of its output has gone through a pipe.
		const files = ['stdout', 'stderr'].map((name) => join(this.userFolder, `cli-${name}`));
		const descriptors = files.map((file) => openSync(file, 'w'));
		const command = spawn(projectNode, [this.program, ...args], {
			cwd: this.userFolder,
			env,
			stdio: ['ignore', ...descriptors],
		});
		const [exitCode] = await once(command, 'close');
		descriptors.forEach(closeSync);
		const [stdout = '', stderr = ''] = files.map((file) => readFileSync(file, 'utf8'));
		return { exitCode: exitCode ?? undefined, stdout, stderr };
	}

	/** Starts the server and waits until it answers. */
	async start(): Promise<void> {
		const port = await freePort(this.port);
		const server = execa(projectNode, [this.program, ...this.command], {
			cwd: this.userFolder,
			env: this.environment({
				N8N_PORT: String(port),
				// Where a worker answers that it is ready.
				QUEUE_HEALTH_CHECK_PORT: String(port),
				N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			}),
			extendEnv: false,
			stdin: 'ignore',
			all: true,
			buffer: false,
			reject: false,
			forceKillAfterDelay: ENDS_WITHIN_MS,
		});
		this.server = server;
		void server.then(() => {
			if (this.server === server) this.server = undefined;
		});
		this.url = `http://127.0.0.1:${port}`;
		server.all.setEncoding('utf8').on('data', (text) => (this.log += text));
		await this.untilReady();
	}

	/** What it answers when it is ready. n8n 1 says that it is ready before its REST API is there; a worker has none. */
	private get readyPaths(): string[] {
		const isWorker = this.command[0] === 'worker';
		return isWorker ? ['/healthz/readiness'] : ['/healthz/readiness', '/rest/settings'];
	}

	private async answers(paths: readonly string[]): Promise<boolean> {
		for (const path of paths) {
			const answer = await axios
				.get(this.url + path, { ...freshConnections, validateStatus: () => true })
				.catch(() => undefined);
			if (answer?.status !== 200) return false;
		}
		return true;
	}

	private async untilReady(): Promise<void> {
		const deadline = Date.now() + READY_WITHIN_MS;
		while (Date.now() < deadline && this.server) {
			if (await this.answers(this.readyPaths)) return;
			await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
		}
		await this.stop();
		throw new Error(`n8n did not start. Its last lines:\n${lastLines(this.log)}`);
	}

	/** Resolves when the server has ended, and immediately if it does not run. */
	async ended(): Promise<void> {
		await this.server;
	}

	private get client() {
		return { ...freshConnections, baseURL: `${this.url}/rest` };
	}

	/** Signs the owner in, who is created if there is none yet. @returns the Set-Cookie headers of a session, for any browser */
	async sessionCookies(): Promise<string[]> {
		const rest = axios.create({ ...this.client, validateStatus: () => true });
		const setUp = await rest.post('/owner/setup', OWNER);
		const answer =
			setUp.status === 200
				? setUp
				: await rest.post('/login', {
						emailOrLdapLoginId: OWNER.email,
						password: OWNER.password,
					});
		const cookies = answer.headers['set-cookie'];
		if (answer.status !== 200 || !cookies) {
			throw new Error(
				`n8n refused the sign-in (status ${answer.status}): ${JSON.stringify(answer.data)}`,
			);
		}
		return cookies;
	}

	/** Creates the owner if there is none yet, and returns a client of the REST API that is signed in. */
	async signIn(): Promise<AxiosInstance> {
		const cookies = await this.sessionCookies();
		const cookie = cookies.map((text) => text.split(';')[0]).join('; ');
		return axios.create({ ...this.client, headers: { cookie } });
	}

	/** Ends the server as a crash would: it is told nothing and saves nothing. Does nothing if it does not run. */
	async kill(): Promise<void> {
		this.server?.kill('SIGKILL');
		await this.ended();
	}

	/** Stops it as a machine that sleeps would: it keeps its connections, does nothing, and goes on with `wake`. */
	freeze(): void {
		this.server?.kill('SIGSTOP');
	}

	wake(): void {
		this.server?.kill('SIGCONT');
	}

	async stop(): Promise<void> {
		this.server?.kill();
		await this.ended();
	}
}
