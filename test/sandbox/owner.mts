import type { AxiosInstance } from 'axios';
import type { Json } from '../../sandbox/common/json.mts';
import type { Sandbox } from '../../harness/sandbox.mts';
import { useSandbox, type UseSandboxOptions } from '../support/useSandbox.mts';
import { signIn } from './client.mts';

export type Row = Record<string, unknown>;

/** How long a token lives. */
export const TOKEN_SECONDS = 1_000_000;

/** A sandbox with the owner of its organization, as new for each test, and what most tests do with it. */
export interface Owner {
	sandbox: Sandbox;
	client: AxiosInstance;
	/** The answer of the platform, whatever its status. */
	get: (path: string, params?: object) => Promise<Json>;
	/** The rows of a list. */
	rows: <T = Record<string, Json>>(path: string, params?: object) => Promise<T[]>;
	/** The answer of the control API. */
	control: (path: string) => Promise<Json>;
	advance: (advanceSeconds: number) => Promise<unknown>;
	/** Starts again, in the middle of a test. */
	restart: (options?: object) => Promise<void>;
}

export function useOwner(options: UseSandboxOptions = {}): Owner {
	const sandbox = useSandbox({ clock: 'manual', tokenLifetime: TOKEN_SECONDS, ...options });
	const owner = { sandbox } as Owner;
	owner.restart = async (how = {}) => {
		await sandbox.api.post('/reset', how);
		owner.client = await signIn(sandbox);
	};
	owner.get = async (path, params = {}) => (await owner.client.get(path, { params })).data;
	owner.rows = async (path, params = {}) =>
		(await owner.get(path, { limit: 1000, ...params })).items;
	owner.control = async (path) => (await sandbox.api.get(path)).data;
	owner.advance = (advanceSeconds) => sandbox.api.post('/clock', { advanceSeconds });
	beforeEach(async () => await owner.restart());
	return owner;
}
