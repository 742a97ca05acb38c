import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalid, validationError } from '../common/errors.mts';
import type { Platform } from '../domain/platform.mts';
import { answerDefect } from '../openapi/routeOperation.mts';
import { fieldErrors } from '../openapi/validation.mts';

/** Answers with an error; what nobody meant to throw becomes a violation. */
export function answerError(
	platform: Platform,
	error: FastifyError | ApiError,
	request: FastifyRequest,
	reply: FastifyReply,
): void {
	const { status, message, detail } = toApiError(error, request);
	if (!(error instanceof ApiError) && status >= 500)
		recordViolation(platform, request, status, String(error.stack));
	const { operation } = request.routeOptions.config;
	const body = { message, ...(detail && { detail }) };
	const defect = operation && status < 500 ? answerDefect(operation, status, body) : null;
	if (defect) recordViolation(platform, request, status, defect);
	// As text: what is sent as an object is held against the contract as a right answer.
	reply
		.code(defect ? 500 : status)
		.type('application/json; charset=utf-8')
		.send(JSON.stringify(body));
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

/** The 404 for an address that no route serves. */
export function routeNotFound(request: FastifyRequest): ApiError {
	return new ApiError(404, `Route ${request.method} ${request.url} not found`);
}

/** Writes down a defect of the sandbox itself. */
export function recordViolation(
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
