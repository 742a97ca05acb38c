import type { IExecuteFunctions } from 'n8n-workflow';

/*
 * Room `stream`: reads a body as it comes: its first bytes, or all of it as a text of limited size. It knows nothing of
 * requests, answers and failures.
 */

/** What n8n's binary store takes: a stream or bytes. */
export type FileContent = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];
type BodyStream = Exclude<FileContent, Buffer>;

const isStream = (body: unknown): body is BodyStream =>
	typeof body === 'object' && body !== null && 'unshift' in body && 'read' in body;

/** The bytes of a body that is no stream. What n8n has parsed already is written as JSON again. */
function inMemory(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	const isParsed = typeof body === 'object' && body !== null;
	return Buffer.from(isParsed ? JSON.stringify(body) : String(body ?? ''), 'utf8');
}

/** Stops a stream that nobody reads to its end. A late error of it must not end the n8n process. */
export function discard(body: unknown): void {
	if (!isStream(body)) return;
	body.on('error', () => undefined);
	body.destroy();
}

/** The beginning of a body, and the whole: as a stream, or in memory if it is no longer than the beginning. */
interface Peeked {
	head: Buffer;
	content: FileContent;
}

/** The error for a connection that ended too early, as the HTTP helper reports it. */
const brokenOff = () =>
	Object.assign(new Error('The body is not complete'), { code: 'ECONNRESET' });

async function peekStream(body: BodyStream, wanted: number): Promise<Peeked> {
	return await new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let size = 0;
		const finish = (action: () => void) => {
			body
				.off('readable', onReadable)
				.off('end', onEnd)
				.off('error', onError)
				.off('close', onClose);
			action();
		};
		const onReadable = () => {
			while (size < wanted) {
				const chunk: unknown = body.read();
				if (chunk === null) return;
				const bytes = Buffer.from(chunk as Buffer);
				chunks.push(bytes);
				size += bytes.length;
			}
			const head = Buffer.concat(chunks);
			// The bytes are put back in the turn of the last read: a stream that has ended takes nothing back.
			body.unshift(head);
			finish(() => resolve({ head: head.subarray(0, wanted), content: body }));
		};
		const onEnd = () => {
			const content = Buffer.concat(chunks);
			finish(() => resolve({ head: content, content }));
		};
		const onError = (error: Error) => finish(() => reject(error));
		const onClose = () => onError(brokenOff());
		// This listener stays, because an error that comes before the next reader listens must not end the n8n process.
		body.on('error', () => undefined);
		if (body.destroyed) return onClose();
		body.on('readable', onReadable).on('end', onEnd).on('error', onError).on('close', onClose);
	});
}

/**
 * Looks at the beginning of a body and puts it back. @param wanted number of bytes
 * @throws the stream's error, also if the connection ended before the body did
 */
export async function peek(body: unknown, wanted: number): Promise<Peeked> {
	if (isStream(body)) return await peekStream(body, wanted);
	const content = inMemory(body);
	return { head: content.subarray(0, wanted), content };
}

/** A body that was not read to its end, because it is too long. */
export class TextTooLong extends Error {
	override readonly name = 'TextTooLong';
}

interface Limits {
	/** The most bytes of a body, counted as they come out of the stream, so after gzip is undone. */
	maxBytes: number;
	/** The encoding of the text, as the server says it. */
	charset?: string;
}

const LATIN = /^(?:iso-8859-1|iso_8859-1|latin-?1|windows-1252|cp1252)$/i;

/** Latin letters where the server says so; else UTF-8, without the byte order mark that some servers put in front. */
const decoded = (bytes: Buffer, charset = '') =>
	LATIN.test(charset)
		? new TextDecoder('windows-1252').decode(bytes)
		: bytes.toString('utf8').replace(/^\uFEFF/, '');

async function bytesOfStream(body: BodyStream, maxBytes: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of body as AsyncIterable<Buffer | string>) {
			const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
			size += bytes.length;
			if (size > maxBytes) throw new TextTooLong();
			chunks.push(bytes);
		}
		const [only] = chunks;
		return only && chunks.length === 1 ? only : Buffer.concat(chunks);
	} finally {
		discard(body);
	}
}

/**
 * A body as a text. A stream is closed after it, also if the reading fails.
 * @param body a stream, a text, bytes, or what n8n has parsed already
 * @throws TextTooLong if it is longer than `maxBytes`; the stream's own error if the connection ended too early
 */
export async function bodyText(body: unknown, { maxBytes, charset }: Limits): Promise<string> {
	const bytes = isStream(body) ? await bytesOfStream(body, maxBytes) : inMemory(body);
	if (bytes.length > maxBytes) throw new TextTooLong();
	return decoded(bytes, charset);
}
