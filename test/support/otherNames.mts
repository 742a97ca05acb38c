import axios from 'axios';
import type { Sandbox } from '../../harness/sandbox.mts';
import { LocalServer } from './localServer.mts';
import type { OwnAddress } from './ownAddress.mts';

/** Changes one object of an answer before it is sent on. */
export type Rename = (row: Record<string, unknown>) => Record<string, unknown>;

/**
 * Another address of the sandbox, at which the platform uses other names: for names that the package knows and the sandbox does not use.
 *
 * @param rename is called for every object of every answer, at any depth; all answers must be JSON
 */
export async function openAddressWithOtherNames(
	sandbox: Sandbox,
	rename: Rename,
): Promise<OwnAddress> {
	const { origin, pathname } = new URL(sandbox.url);

	const server = await new LocalServer(async ({ method, headers, body }, response) => {
		const { status, data } = await axios.request<string>({
			method,
			url: `${origin}${response.req.url}`,
			headers: headers as Record<string, string>,
			data: body === '' ? undefined : body,
			responseType: 'text',
			transformResponse: (text: string) => text,
			validateStatus: () => true,
		});
		const renamed: unknown = JSON.parse(data, (_key, value: unknown) =>
			typeof value === 'object' && value !== null && !Array.isArray(value)
				? rename(value as Record<string, unknown>)
				: value,
		);
		return { status, body: renamed };
	}).start();
	return { url: `${server.origin}${pathname}`, close: async () => await server.stop() };
}
