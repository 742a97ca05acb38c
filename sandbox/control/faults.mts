import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestRecord } from '../data/traffic.mts';
import type { Platform } from '../domain/platform.mts';
import type { Fault } from '../simulation/behaviour.mts';
import { shapeError } from './quirks/errors.mts';

declare module 'fastify' {
	interface FastifyRequest {
		/** The entry of this request in the log. */
		record: RequestRecord;
		/** A fault that is injected once the answer is made. */
		fault: Fault | undefined;
	}
}

type Done = () => void;

/** Injects a fault before the request is carried out; `proceed` runs unless the request ends here. */
export function injectBefore(
	platform: Platform,
	request: FastifyRequest,
	reply: FastifyReply,
	proceed: Done,
): void {
	const { record } = request;
	const fault = platform.behaviour.takeFault(record.method, record.path);
	if (!fault) return proceed();
	record.fault = fault.kind;
	if (fault.kind === 'resetBefore' || fault.kind === 'hang') {
		reply.hijack();
		if (fault.kind === 'resetBefore') request.raw.socket.resetAndDestroy();
		return;
	}
	if (fault.kind !== 'status') {
		request.fault = fault;
		return proceed();
	}
	setTimeout(() => {
		const { status, type, body } = shapeError(
			{ status: fault.status!, message: `Injected fault: status ${fault.status}` },
			platform.behaviour.quirks,
		);
		if (fault.retryAfter !== undefined) reply.header('retry-after', String(fault.retryAfter));
		reply.code(status).type(type).send(body);
	}, fault.delayMs ?? 0);
}

/** Injects a fault into the finished answer; `proceed` sends the answer. */
export function injectAfter(
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
	proceed: Done,
): void {
	const { fault } = request;
	if (!fault) return proceed();
	if (fault.kind === 'delayAfter') {
		setTimeout(proceed, fault.delayMs ?? 0);
		return;
	}
	reply.hijack();
	request.record.status = null;
	request.record.bytes = null;
	if (fault.kind === 'resetAfter') {
		request.raw.socket.resetAndDestroy();
	} else {
		void sendHalf(reply, payload as string | Buffer | Readable);
	}
}

async function sendHalf(reply: FastifyReply, payload: string | Buffer | Readable): Promise<void> {
	const isText = typeof payload === 'string';
	const length = isText
		? Buffer.byteLength(payload)
		: Number(reply.getHeader('content-length') ?? (payload as Buffer).length);
	reply.raw.writeHead(reply.statusCode, {
		...(reply.getHeaders() as Record<string, string>),
		'content-length': length,
	});
	let left = Math.floor(length / 2);
	for await (const chunk of isText || Buffer.isBuffer(payload)
		? [Buffer.from(payload as string)]
		: payload) {
		const part = chunk.subarray(0, left);
		left -= part.length;
		await new Promise((written) => reply.raw.write(part, written));
		if (left === 0) break;
	}
	reply.raw.destroy();
}
