import multipart from '@fastify/multipart';
import fastify, {
	type FastifyError,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from 'fastify';
import openapiGlue from 'fastify-openapi-glue';
import { loadContract, operationsOf } from '../openapi/contract.mts';
import { registerControl } from '../control/control.mts';
import type { Row } from '../data/database.mts';
import { ApiError, invalid, validationError } from '../common/errors.mts';
import { injectAfter, injectBefore } from '../control/faults.mts';
import type { ApiRequest } from '../routes/http.mts';
import { applyQuirks, filterDates, shapeError } from '../control/quirks.mts';
import { registerOutside } from './outside.mts';
import { createPlatform, type Options, type Platform } from '../domain/platform.mts';
import { handlersOf } from '../routes/index.mts';
import { receiveUpload, refuseLargeUploads } from './uploads.mts';
import { ADMIN_ROLES, FIRST_ROLE } from '../domain/users.mts';
import { answerDefect, describeRoute } from '../openapi/routeOperation.mts';
import { fieldErrors, queryValidatorOf, validatorOf } from '../openapi/validation.mts';

const PREFIX = '/api/v1';
const BODY_LIMIT_BYTES = 64 * 1024 * 1024;

export interface RunningServer {
	url: string;
	control: string;
	close: () => Promise<void>;
}

export async function startServer(options: Options): Promise<RunningServer> {
	const platform = createPlatform(options);
	const app = fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
	});
	readBodies(app);
	app.setNotFoundHandler((request, reply) =>
		reply.code(404).send({ message: routeNotFound(request).message }),
	);
	await app.register(async (api) => serveApi(api, platform), { prefix: PREFIX });
	await app.register(async (outside) => registerOutside(outside, platform));
	await app.register(async (control) => registerControl(control, platform), { prefix: '/sandbox' });
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

async function serveApi(api: FastifyInstance, platform: Platform): Promise<void> {
	const contract = loadContract();
	const handlers = handlersOf(platform);
	const open = new Set(
		operationsOf(contract)
			.filter(({ definition }) => definition.security?.length === 0)
			.map((one) => one.operationId),
	);

	await api.register(multipart, {
		attachFieldsToBody: 'keyValues',
		// The limit can be changed while the server runs, so it is not left to the parser.
		limits: { fileSize: Number.POSITIVE_INFINITY },
		async onFile(part) {
			const { isStreamed } = (this as FastifyRequest).routeOptions.config.operation!;
			const { uploadLimitBytes } = platform.behaviour.quirks;
			const keepBytes = isStreamed ? 0 : uploadLimitBytes;
			Object.assign(part, { value: await receiveUpload(part, keepBytes) });
		},
	});
	api.setValidatorCompiler(({ schema, httpPart }) =>
		httpPart === 'querystring' ? queryValidatorOf(schema as object) : validatorOf(schema as object),
	);
	api.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
	api.addHook('onRoute', (route) => {
		const operation = describeRoute(route.schema as object, route.method as string, open);
		route.config = { ...route.config, operation };
	});

	addRequestHooks(api, platform);
	addResponseHooks(api, platform);
	api.setErrorHandler((error: FastifyError | ApiError, request, reply) =>
		answerError(platform, error, request, reply),
	);
	api.setNotFoundHandler((request) => {
		throw routeNotFound(request);
	});
	await api.register(openapiGlue, {
		specification: contract,
		operationResolver: (operationId) => {
			if (!handlers[operationId]) throw new Error(`No handler for ${operationId}`);
			return handlers[operationId] as never;
		},
	});
}

function addRequestHooks(api: FastifyInstance, platform: Platform): void {
	const { accounts, behaviour, clock, traffic } = platform;

	api.addHook('onRequest', (request, reply, done) => {
		const [path, query = ''] = request.url.split('?');
		request.record = {
			at: new Date(clock.now()).toISOString(),
			method: request.method,
			path,
			query,
			status: null,
			bytes: null,
		};
		traffic.record(request.record);
		reply.header('date', new Date(clock.now()).toUTCString());
		const admit = () => injectBefore(platform, request, reply, done);
		const { latencyMs } = behaviour.quirks;
		if (latencyMs > 0) setTimeout(admit, latencyMs);
		else admit();
	});

	api.addHook('onRequest', (request, _reply, done) => {
		const { operation } = request.routeOptions.config;
		if (!operation || operation.isPublic) return done();
		request.user = accounts.authenticate(
			request.headers.authorization,
			behaviour.quirks.tokenUses,
		);
		if (operation.isWrite && request.user.role === FIRST_ROLE)
			throw new ApiError(403, 'Your role may only read');
		if (operation.isAdmin && !ADMIN_ROLES.includes(request.user.role))
			throw new ApiError(403, 'Only an owner or an admin may do this');
		done();
	});

	api.addHook('preValidation', (request, _reply, done) => {
		const operation = request.routeOptions.config.operation;
		if (!operation || operation.bodyTypes.length === 0) return done();
		const type = request.headers['content-type']?.split(';')[0].trim().toLowerCase();
		const { body } = request as unknown as ApiRequest;
		if (body === undefined || !type || !operation.bodyTypes.includes(type)) {
			throw invalid(['body'], `is required as ${operation.bodyTypes.join(' or ')}`);
		}
		refuseLargeUploads(body, behaviour.quirks.uploadLimitBytes);
		for (const name of operation.jsonFields) {
			if (typeof body[name] === 'string') body[name] = parseField(name, body[name]);
		}
		done();
	});

	// Before validation, because a parameter that is not known cannot be malformed either.
	api.addHook('preValidation', (request, _reply, done) => {
		const { operation } = request.routeOptions.config;
		if (operation) filterDates(operation, request.query as Row, behaviour.quirks.dateFilter);
		done();
	});

	api.addHook('preHandler', (request, reply, done) => {
		const { operation } = request.routeOptions.config;
		if (operation) reply.code(operation.successStatus);
		done();
	});
}

function addResponseHooks(api: FastifyInstance, platform: Platform): void {
	const { behaviour } = platform;

	api.addHook('preSerialization', (request, reply, answer, done) => {
		const operation = request.routeOptions.config.operation!;
		const defect = answerDefect(operation, reply.statusCode, answer);
		if (defect) {
			recordViolation(platform, request, reply.statusCode, defect);
			throw new ApiError(500, 'The sandbox was about to break its own contract');
		}
		done(null, applyQuirks(answer, operation, behaviour.quirks));
	});

	api.addHook('onSend', (request, reply, payload, done) => {
		request.record.status = reply.statusCode;
		request.record.bytes =
			typeof payload === 'string' || Buffer.isBuffer(payload)
				? Buffer.byteLength(payload)
				: Number(reply.getHeader('content-length') ?? 0);
		injectAfter(request, reply, payload, () => done(null, payload));
	});
}

function answerError(
	platform: Platform,
	error: FastifyError | ApiError,
	request: FastifyRequest,
	reply: FastifyReply,
): void {
	const { status, message, detail } = toApiError(error, request);
	if (!(error instanceof ApiError) && status >= 500)
		recordViolation(platform, request, status, String(error.stack));
	const { operation } = request.routeOptions.config;
	const defect =
		operation && status < 500
			? answerDefect(operation, status, { message, ...(detail && { detail }) })
			: null;
	if (defect) recordViolation(platform, request, status, defect);
	const { type, body } = shapeError(
		{ status: defect ? 500 : status, message, detail },
		platform.behaviour.quirks.errorShape,
	);
	reply
		.code(defect ? 500 : status)
		.type(type)
		.send(body);
}

function toApiError(error: FastifyError | ApiError, request: FastifyRequest): ApiError {
	if (error instanceof ApiError) return error;
	// The router lets an empty id through: /calls/ would be a call without a name.
	if (error.validationContext === 'params') return routeNotFound(request);
	if (error.validation)
		return validationError(fieldErrors(error.validationContext ?? 'body', error.validation));
	if (error.code === 'ECONNRESET') return invalid(['body'], 'was broken off');
	// Content types and forms that cannot be read are malformed requests, whatever the parser calls them.
	if (error.statusCode !== undefined && error.statusCode < 500)
		return invalid(['body'], error.message);
	return new ApiError(500, 'The sandbox failed; see GET /sandbox/violations');
}

function routeNotFound(request: FastifyRequest): ApiError {
	return new ApiError(404, `Route ${request.method} ${request.url} not found`);
}

function recordViolation(
	platform: Platform,
	request: FastifyRequest,
	status: number,
	reason: string,
): void {
	const operationId =
		request.routeOptions.config.operation?.operationId ?? `${request.method} ${request.url}`;
	platform.traffic.violations.push({
		at: new Date(platform.clock.now()).toISOString(),
		operationId,
		status,
		reason,
	});
}

function parseField(name: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw invalid(['body', name], `is not JSON: ${(error as Error).message}`);
	}
}
