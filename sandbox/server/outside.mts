import type { FastifyInstance } from 'fastify';
import { ApiError } from '../common/errors.mts';
import type { Platform } from '../domain/platform.mts';
import { sendRecording } from '../routes/recordings.mts';

/** Serves what is beside the API and asks for no token: the file store, and the payment providers' page. */
export function registerOutside(
	outside: FastifyInstance,
	{ billing, calls, fileLinks }: Platform,
): void {
	outside.setErrorHandler((error: ApiError, _request, reply) =>
		reply
			.code(error instanceof ApiError ? error.status : 500)
			.type('text/plain')
			.send(error.message),
	);

	outside.get<{ Params: { id: string }; Querystring: { signature?: string } }>(
		'/files/:id.pdf',
		(request, reply) => {
			const { id } = request.params;
			fileLinks.check(`${id}.pdf`, request.query.signature);
			return reply
				.header('content-disposition', `attachment; filename="${id}.pdf"`)
				.type('application/pdf')
				.send(billing.pdf(id));
		},
	);

	outside.get<{ Params: { id: string }; Querystring: { signature?: string } }>(
		'/files/:id.wav',
		(request, reply) => {
			const { id } = request.params;
			fileLinks.check(`${id}.wav`, request.query.signature);
			return sendRecording(reply, calls.findBySession(id)!);
		},
	);

	outside.get<{ Params: { id: string } }>('/checkout/:id', (request, reply) => {
		const { credits, currency, price, provider, status } = billing.requireTopup(request.params.id);
		const action =
			status === 'pending' ? '<form method="post"><button>Pay</button></form>' : `It is ${status}.`;
		return reply
			.type('text/html; charset=utf-8')
			.send(
				`<!doctype html><title>Checkout</title><h1>${provider}, in the sandbox</h1><p>${credits} credits for ${price.toFixed(2)} ${currency}</p>${action}`,
			);
	});

	outside.post<{ Params: { id: string } }>('/checkout/:id', (request, reply) => {
		billing.pay(request.params.id);
		return reply.redirect(request.url, 303);
	});
}
