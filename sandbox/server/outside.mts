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

	outside.get<{ Params: { name: string }; Querystring: { signature?: string } }>(
		'/files/:name',
		(request, reply) => {
			const { name } = request.params;
			fileLinks.check(name, request.query.signature);
			const [id, type] = name.split('.');
			if (type === 'wav') return sendRecording(reply, calls.findBySession(id)!);
			return reply
				.header('content-disposition', `attachment; filename="${name}"`)
				.type('application/pdf')
				.send(billing.pdf(id));
		},
	);
}
