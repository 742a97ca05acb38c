import multipart from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import openapiGlue from 'fastify-openapi-glue';
import { ApiError, invalid } from '../common/errors.mts';
import type { JsonObject } from '../common/json.mts';
import type { Platform } from '../domain/platform.mts';
import { ADMIN_ROLES, FIRST_ROLE } from '../domain/users.mts';
import { operationsOf } from '../openapi/operations.mts';
import { answerDefect, describeRoute } from '../openapi/routeOperation.mts';
import { queryValidatorOf, validatorOf } from '../openapi/validation.mts';
import type { ApiRequest } from '../routes/http.mts';
import { handlersOf } from '../routes/index.mts';
import { Upload } from '../routes/upload.mts';
import { answerError, recordViolation, routeNotFound } from './errors.mts';
import type { RequestRecord } from '../data/traffic.mts';

declare module 'fastify' {
	interface FastifyRequest {
		/** The entry of this request in the log. */
		record: RequestRecord;
	}
}

/** Serves every operation of the contract: login and role, validation of request and answer. */
export async function serveApi(
	api: FastifyInstance,
	platform: Platform,
	contract: JsonObject,
): Promise<void> {
	const handlers = handlersOf(platform);
	const open = new Set(
		operationsOf(contract)
			.filter(({ definition }) => definition.security?.length === 0)
			.map((one) => one.operationId),
	);

	await api.register(multipart, {
		attachFieldsToBody: 'keyValues',
		limits: { fileSize: Number.POSITIVE_INFINITY },
		async onFile(part) {
			const { isStreamed } = (this as FastifyRequest).routeOptions.config.operation!;
			const value = new Upload(part);
			await value.receive(part.file, !isStreamed);
			Object.assign(part, { value });
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
			if (!handlers[operationId])
				throw new Error(`No handler for ${operationId} in sandbox/routes`);
			return handlers[operationId] as never;
		},
	});
}

function addRequestHooks(api: FastifyInstance, platform: Platform): void {
	const { accounts, clock, traffic } = platform;

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
		done();
	});

	api.addHook('onRequest', (request, _reply, done) => {
		const { operation } = request.routeOptions.config;
		if (!operation || operation.isPublic) return done();
		request.user = accounts.authenticate(request.headers.authorization);
		if (operation.isWrite && request.user.role === FIRST_ROLE)
			throw new ApiError(403, 'Your role may only read');
		if (operation.isAdmin && !ADMIN_ROLES.includes(request.user.role))
			throw new ApiError(403, 'Only an owner or an admin may do this');
		done();
	});

	api.addHook('preValidation', (request, _reply, done) => {
		const operation = request.routeOptions.config.operation;
		if (!operation || operation.bodyTypes.length === 0) return done();
		if (request.body === undefined && operation.isBodyOptional) {
			request.body = {};
			return done();
		}
		const type = request.headers['content-type']?.split(';')[0].trim().toLowerCase();
		const { body } = request as unknown as ApiRequest;
		if (body === undefined || !type || !operation.bodyTypes.includes(type)) {
			throw invalid(['body'], `is required as ${operation.bodyTypes.join(' or ')}`);
		}
		for (const name of operation.jsonFields) {
			if (typeof body[name] === 'string') body[name] = parseField(name, body[name]);
		}
		done();
	});

	api.addHook('preHandler', (request, reply, done) => {
		const { operation } = request.routeOptions.config;
		if (operation) reply.code(operation.successStatus);
		done();
	});
}

function addResponseHooks(api: FastifyInstance, platform: Platform): void {
	api.addHook('preSerialization', (request, reply, answer, done) => {
		const operation = request.routeOptions.config.operation!;
		const defect = answerDefect(operation, reply.statusCode, answer);
		if (defect) {
			recordViolation(platform, request, reply.statusCode, defect);
			throw new ApiError(500, 'The sandbox was about to break its own contract');
		}
		done(null, answer);
	});

	api.addHook('onSend', (request, reply, payload, done) => {
		request.record.status = reply.statusCode;
		request.record.bytes =
			typeof payload === 'string' || Buffer.isBuffer(payload)
				? Buffer.byteLength(payload)
				: Number(reply.getHeader('content-length') ?? 0);
		done(null, payload);
	});
}

function parseField(name: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw invalid(['body', name], `is not JSON: ${(error as Error).message}`);
	}
}
