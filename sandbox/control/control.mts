import type {
	FastifyError,
	FastifyInstance,
	FastifyReply,
	FastifyRequest,
	HTTPMethods,
} from 'fastify';
import { ApiError } from '../common/errors.mts';
import type { JsonObject } from '../common/json.mts';
import type { Row } from '../data/database.mts';
import type { Platform } from '../domain/platform.mts';
import { fieldErrors, validatorOf } from '../openapi/validation.mts';
import { ENDPOINTS } from './endpoints.mts';
import { keeperOf } from './kept.mts';
import { registerPage } from './page.mts';

/*
 * The control room: what a test does to the platform that no client could. The control API fills, reads and changes
 * the platform directly. The server calls it. It may use everything
 * below the routes, and knows no endpoint of the API.
 */

/**
 * Serves the control API. It asks for no login, and none of its requests is in the log of requests.
 *
 * @param n8n the address of n8n, if the pages for people lead to one
 */
export function registerControl(
	control: FastifyInstance,
	platform: Platform,
	contract: JsonObject,
	n8n: string | undefined,
): void {
	const keep = keeperOf(contract);
	control.setValidatorCompiler(({ schema }) => validatorOf(schema as object));
	control.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
	control.setErrorHandler(answerError);
	control.addHook('preValidation', (request, _reply, done) => {
		request.body ??= {};
		done();
	});
	registerPage(control, platform, n8n);
	for (const { request, body: properties, required = [], action } of ENDPOINTS) {
		const [method = '', url = ''] = request.split(' ');
		const body = { type: 'object', additionalProperties: false, required, properties };
		control.route({
			method: method as HTTPMethods,
			url,
			schema: properties ? { body } : {},
			handler: async ({ body: fields, params }: FastifyRequest) =>
				(await action(platform, fields, params as Row, keep)) ?? { done: true },
		});
	}
}

function answerError(
	error: FastifyError | ApiError,
	_request: FastifyRequest,
	reply: FastifyReply,
): void {
	if (error instanceof ApiError) {
		reply.code(error.status).send({ message: error.message });
		return;
	}
	const problems = error.validation
		? fieldErrors('body', error.validation).map(
				({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`,
			)
		: [error.message];
	reply
		.code(error.validation ? 400 : (error.statusCode ?? 500))
		.send({ message: problems.join('; ') });
}
