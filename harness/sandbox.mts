import axios, { type AxiosInstance } from 'axios';
import { startProcess } from './server.mts';

export interface SandboxOptions {
	speed?: number;
	clock?: 'real' | 'manual';
	seed?: number;
	agents?: number;
	/** In seconds. */
	tokenLifetime?: number;
	/** A file. Without it, the data is in memory. */
	database?: string;
	port?: number;
	/** The address of n8n to which its pages lead. */
	n8n?: string;
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

/** One that is a process of its own. */
export interface SandboxProcess extends Sandbox {
	/** Resolves when it has ended, for any reason, with the last lines that it printed on stderr. */
	ended: Promise<string>;
}

/** Starts the sandbox as a process of its own, which also ends when this one does. */
export async function startSandbox(options: SandboxOptions = {}): Promise<SandboxProcess> {
	const { tokenLifetime, ...others } = options;
	const server = await startProcess<Pick<Sandbox, 'url' | 'control'>>(
		'The sandbox',
		'sandbox/main.mts',
		{ ...others, 'token-lifetime': tokenLifetime, 'exit-with-parent': true },
	);
	const api = axios.create({ baseURL: server.address.control });
	return {
		...server.address,
		api,
		ended: server.ended,
		stop: server.stop,
		reset: async () => {
			await api.post('/reset');
		},
	};
}
