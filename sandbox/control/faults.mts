import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Json, Page } from '../common/json.mts';
import type { RequestRecord } from '../data/traffic.mts';
import type { Platform } from '../domain/platform.mts';
import type { Fault } from '../simulation/behaviour.mts';

declare module 'fastify' {
	interface FastifyRequest {
		/** The entry of this request in the log. */
		record: RequestRecord;
		/** A fault that is injected once the answer is made. */
		fault: Fault | undefined;
	}
}

/** Faults of the content of a list, which is sent as any other answer is. */
const OF_PAGES: ReadonlyArray<Fault['kind']> = ['emptyPage', 'shortPage', 'lag'];

/** Sends the body of an error as text: what is sent as an object is held against the contract as a right answer. */
export function sendError(reply: FastifyReply, body: object): void {
	reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
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
		if (fault.retryAfter !== undefined) reply.header('retry-after', String(fault.retryAfter));
		reply.code(fault.status!);
		sendError(reply, { message: `Injected fault: status ${fault.status}` });
	}, fault.delayMs ?? 0);
}

/** A page as the fault has it: without rows, or as if the list ended in the middle of it. Other answers stay. */
export function pageWithFault(answer: Json, fault: Fault | undefined): Json {
	if (fault?.kind !== 'emptyPage' && fault?.kind !== 'shortPage') return answer;
	const page: Page = answer;
	if (fault.kind === 'emptyPage') return { ...page, items: [], total: 0 };
	const items = page.items.slice(0, Math.floor(page.items.length / 2));
	return { ...page, items, total: page.offset + items.length };
}

/** Injects a fault into the finished answer; `proceed` sends the answer. */
export function injectAfter(
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
	proceed: Done,
): void {
	const { fault } = request;
	if (!fault || OF_PAGES.includes(fault.kind)) return proceed();
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
