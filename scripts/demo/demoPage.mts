import { fastify } from 'fastify';
import type { N8n } from '../../harness/n8n/n8n.mts';

interface DemoPageOptions {
	n8n: N8n;
	/** The workflow that is opened. */
	workflowId: string;
	port: number;
}

/** The address that signs the browser in, if the page is served at this port. */
export const openAddress = (port: number): string => `http://127.0.0.1:${port}/`;

/**
 * The demo's own page, on this computer only, until this process ends. It signs the browser in and opens the workflow: cookies belong to a host, whatever
 * the port, so n8n's session can be set from here.
 *
 * @returns its address
 */
export async function startPage(options: DemoPageOptions): Promise<string> {
	const { n8n, workflowId, port } = options;
	const address = openAddress(port);
	const { host } = new URL(address);
	const server = fastify();
	server.addHook('onRequest', async (request, reply) => {
		reply.header('cache-control', 'no-store');
		// A session is set for n8n's own host, and for no other name of this computer.
		if (request.headers.host !== host) await reply.redirect(address);
	});
	server.get('/', async (_request, reply) => {
		// Without a session, n8n asks for the password: the user may have changed it.
		reply.header('set-cookie', await n8n.sessionCookies().catch(() => []));
		return reply.redirect(`${n8n.url}/workflow/${workflowId}`);
	});
	await server.listen({ host: '127.0.0.1', port });
	return address;
}
