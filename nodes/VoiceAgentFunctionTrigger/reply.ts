import { parseJson } from '../shared/values';

/** An answer to the platform: always JSON. */
export interface Reply {
	status: number;
	body: unknown;
}

type Written = string | Uint8Array;
type EndMethod = (chunk?: unknown, encoding?: unknown, callback?: unknown) => unknown;

/** The parts of Express's response that are used here. n8n writes every answer to one, also a worker's. */
export interface HttpResponse {
	/** The request, with its body as it was sent. */
	req?: { rawBody?: Buffer; encoding?: BufferEncoding };
	statusCode: number;
	headersSent: boolean;
	setHeader(name: string, value: string): unknown;
	removeHeader(name: string): unknown;
	write: (...args: never[]) => unknown;
	end: (...args: never[]) => unknown;
	on(event: 'close', listener: () => void): unknown;
}

const isWritten = (chunk: unknown): chunk is Written =>
	typeof chunk === 'string' || chunk instanceof Uint8Array;

const chunkText = (chunk: unknown): string => {
	if (typeof chunk === 'string') return chunk;
	return chunk instanceof Uint8Array ? Buffer.from(chunk).toString('utf8') : '';
};

/** What n8n is about to send. A body that is no JSON is a text; none is undefined. */
function replyIn(response: HttpResponse, chunk: unknown): Reply {
	const text = chunkText(chunk);
	const body = text === '' ? undefined : (parseJson(text)?.value ?? text);
	return { status: response.statusCode, body };
}

function sendText(response: HttpResponse, status: number, type: string, text: string): void {
	if (response.headersSent) return;
	response.statusCode = status;
	for (const name of ['ETag', 'Transfer-Encoding', 'Content-Encoding']) response.removeHeader(name);
	response.setHeader('Content-Type', `${type}; charset=utf-8`);
	response.setHeader('Content-Length', String(Buffer.byteLength(text)));
	(response.end as EndMethod)(text);
}

/** Sends an answer. Nothing is sent if there is one already. */
export const send = (response: HttpResponse, { status, body }: Reply): void =>
	sendText(response, status, 'application/json', JSON.stringify(body ?? {}));

/** Sends a page that can do nothing but send its form: it has the origin of n8n, where the browser is signed in. */
export function sendPage(response: HttpResponse, html: string): void {
	const policy = "sandbox allow-forms; default-src 'none'; style-src 'unsafe-inline'";
	response.setHeader('Content-Security-Policy', policy);
	response.setHeader('Cache-Control', 'no-store');
	sendText(response, 200, 'text/html', html);
}

/**
 * Changes the answer that n8n sends. A file that is sent piece by piece stays as it is.
 * @param change gets what n8n would send, and returns what is sent
 * @param noReply called if n8n sends something that cannot be changed
 * @param deliver sends it
 */
export function onReply(
	response: HttpResponse,
	change: (reply: Reply) => Reply,
	noReply: () => void,
	deliver: (response: HttpResponse, reply: Reply) => void = send,
): void {
	const { write, end } = response;
	const restore = () => Object.assign(response, { write, end });
	response.write = (...args) => {
		restore();
		noReply();
		return write.apply(response, args);
	};
	response.end = ((chunk?: unknown, ...rest: unknown[]) => {
		restore();
		if (response.headersSent || (chunk !== undefined && !isWritten(chunk))) {
			noReply();
			return (end as EndMethod).call(response, chunk, ...rest);
		}
		deliver(response, change(replyIn(response, chunk)));
		return response;
	}) as HttpResponse['end'];
}
