import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import axios, { type AxiosInstance } from 'axios';

export interface SandboxOptions {
	speed?: number;
	clock?: 'real' | 'manual';
	seed?: number;
	agents?: number;
	/** In seconds. */
	tokenLifetime?: number;
	/** A file; in memory when left out. */
	database?: string;
	port?: number;
}

export interface Sandbox {
	/** Base address of the platform's API, ending in `/api/v1`. */
	url: string;
	/** Base address of the control API. */
	control: string;
	/** A client of the control API; it throws on every status that is no success. */
	api: AxiosInstance;
	stop: () => Promise<void>;
	/** Back to a fresh seed and default behaviour. */
	reset: () => Promise<void>;
}

/** Starts the sandbox as a process of its own, which also ends when this one does. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { tokenLifetime, ...others } = options;
	const flags = Object.entries({ ...others, 'token-lifetime': tokenLifetime })
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `--${name}=${value}`);
	const child = spawn(
		'node_modules/.bin/node',
		['sandbox/main.mts', '--exit-with-parent', ...flags],
		{ stdio: ['pipe', 'pipe', 'pipe'] },
	);
	let complaints = '';
	child.stderr.setEncoding('utf8').on('data', (text) => (complaints += text));
	const exited = once(child, 'exit');
	const firstLine = once(createInterface(child.stdout), 'line').then(([line]) => String(line));
	const line = await Promise.race([firstLine, exited.then(() => null)]);
	if (line === null) throw new Error(`The sandbox did not start: ${complaints}`);

	const { url, control } = JSON.parse(line);
	const api = axios.create({ baseURL: control });
	return {
		url,
		control,
		api,
		// node_modules/.bin/node can be a shell script that does not pass signals on; a closed input always arrives.
		stop: async () => {
			child.stdin.end();
			await exited;
		},
		reset: async () => {
			await api.post('/reset');
		},
	};
}
