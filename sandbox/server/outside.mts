import type { FastifyInstance } from 'fastify';
import { ApiError } from '../common/errors.mts';
import type { Platform } from '../domain/platform.mts';
import { sendRecording } from '../routes/recordings.mts';

/** Serves what is beside the API and asks for no token: the file store. */
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
}
