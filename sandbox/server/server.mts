import fastify, { type FastifyInstance } from 'fastify';
import { invalid } from '../common/errors.mts';
import { registerControl } from '../control/control.mts';
import { createPlatform, type SandboxSettings } from '../domain/platform.mts';
import { loadContract } from '../openapi/contract.mts';
import { serveApi } from './api.mts';
import { routeNotFound } from './errors.mts';
import { registerOutside } from './outside.mts';

/*
 * The server room: HTTP. It starts the platform and serves three things: the API by its contract, the control API,
 * and the pages beside the API. Called by `main.mts` only; no other room imports from here. It knows no table and
 * no rule of the platform: those are in `domain/`.
 */

const PREFIX = '/api/v1';
const BODY_LIMIT_BYTES = 64 * 1024 * 1024;

/** How a sandbox is started and served. */
export interface ServerSettings extends SandboxSettings {
	/** The address of n8n to which the pages for people lead. */
	n8n?: string;
}

/** Where a sandbox listens, and how it ends. */
export interface RunningServer {
	url: string;
	control: string;
	close: () => Promise<void>;
}

/** Starts a sandbox on 127.0.0.1; it listens when the promise is fulfilled. */
export async function serveSandbox(options: ServerSettings): Promise<RunningServer> {
	const platform = createPlatform(options);
	const contract = await loadContract();
	const app = fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
	});
	readBodies(app);
	app.setNotFoundHandler((request, reply) =>
		reply.code(404).send({ message: routeNotFound(request).message }),
	);
	await app.register(async (api) => serveApi(api, platform, contract), { prefix: PREFIX });
	await app.register(async (outside) => registerOutside(outside, platform));
	await app.register(async (control) => registerControl(control, platform, contract, options.n8n), {
		prefix: '/sandbox',
	});
	// Who opens the address alone looks for the page.
	app.get('/', (_request, reply) => reply.redirect('/sandbox/'));
	const origin = await app.listen({ host: '127.0.0.1', port: options.port });
	return {
		url: `${origin}${PREFIX}`,
		control: `${origin}/sandbox`,
		close: async () => {
			await app.close();
			platform.close();
		},
	};
}

function readBodies(app: FastifyInstance): void {
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
		try {
			done(null, text === '' ? undefined : JSON.parse(text as string));
		} catch (error) {
			done(invalid(['body'], `is not JSON: ${(error as Error).message}`));
		}
	});
	// Some clients name a content type even when they send nothing, and not every operation wants a body.
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) =>
		done(null, bytes.length > 0 ? bytes : undefined),
	);
}
