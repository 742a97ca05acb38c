import type { Stream } from './peek';
import { discard, inMemory, isStream } from './peek';

/** A body that was not read to its end on purpose. */
export class TextNotRead extends Error {
	override readonly name = 'TextNotRead';

	/** @param reason the body is longer than allowed, or the signal was aborted: a time limit, or the execution was cancelled */
	constructor(readonly reason: 'tooLarge' | 'aborted') {
		super(reason === 'tooLarge' ? 'The body is too large' : 'The body was not read in time');
	}
}

interface Limits {
	/** Counted as they come out of the stream, so after gzip is undone. */
	maxBytes: number;
	/** Ends the reading, also while nothing arrives. */
	signal?: AbortSignal;
	/** How the server says that letters are written. */
	charset?: string;
}

const LATIN = /^(?:iso-8859-1|iso_8859-1|latin-?1|windows-1252|cp1252)$/i;

/** Latin letters where the server says so; else UTF-8, without the byte order mark that some servers put in front. */
const decoded = (bytes: Buffer, charset = '') =>
	LATIN.test(charset)
		? new TextDecoder('windows-1252').decode(bytes)
		: bytes.toString('utf8').replace(/^\uFEFF/, '');

async function bytesOfStream(body: Stream, { maxBytes, signal }: Limits): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	// Ends the loop below: a stream that is destroyed has no next chunk.
	const stop = () => discard(body);
	signal?.addEventListener('abort', stop, { once: true });
	try {
		if (signal?.aborted) throw new TextNotRead('aborted');
		for await (const chunk of body as AsyncIterable<Buffer | string>) {
			const bytes = Buffer.from(chunk as string);
			size += bytes.length;
			if (size > maxBytes) throw new TextNotRead('tooLarge');
			chunks.push(bytes);
		}
		return Buffer.concat(chunks);
	} catch (error) {
		throw signal?.aborted ? new TextNotRead('aborted') : error;
	} finally {
		signal?.removeEventListener('abort', stop);
		discard(body);
	}
}

/**
 * A body as a text. A stream is read and then closed, also if the reading fails.
 *
 * @param body a stream, a text, bytes, or what n8n has parsed already
 * @throws TextNotRead if it is longer than `maxBytes` or the signal is aborted first; the stream's own error if the connection ended too early
 */
export async function textOf(body: unknown, limits: Limits): Promise<string> {
	if (isStream(body)) return decoded(await bytesOfStream(body, limits), limits.charset);
	const bytes = inMemory(body);
	if (bytes.length > limits.maxBytes) throw new TextNotRead('tooLarge');
	return decoded(bytes, limits.charset);
}
