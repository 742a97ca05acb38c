import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Row } from '../data/database.mts';
import { wavChunks, wavSize } from '../simulation/wav.mts';

/** Sends the recording of a call as a file, made while it is read. */
export function sendRecording(reply: FastifyReply, call: Row): unknown {
	const size = call.recording_bytes ?? wavSize(call.duration_seconds);
	reply.headers({
		'content-type': 'audio/wav',
		'content-length': size,
		'content-disposition': `attachment; filename="${call.session_id}.wav"`,
	});
	return reply.send(Readable.from(wavChunks(size), { objectMode: false }));
}
