import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Row } from '../data/database.mts';
import { transcriptView } from '../domain/calls.mts';
import type { Turn } from '../simulation/conversation.mts';
import { wavChunks, wavSize, wholeSamples } from '../simulation/wav.mts';

const TYPE = 'audio/wav';

/** Sends the recording of a call as a file, made while it is read. */
export function sendRecording(reply: FastifyReply, call: Row): unknown {
	reply.headers({
		'content-type': TYPE,
		'content-length': sizeOf(call),
		'content-disposition': `attachment; filename="${call.session_id}.wav"`,
	});
	return reply.send(Readable.from(chunksOf(call), { objectMode: false }));
}

function sizeOf(call: Row): number {
	return wholeSamples(call.recording_bytes ?? wavSize(call.duration_seconds));
}

function chunksOf(call: Row): Generator<Buffer> {
	return wavChunks(transcriptView(call) as Turn[], sizeOf(call));
}
