import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ApiError } from '../common/errors.mts';
import { Upload } from '../routes/upload.mts';

/** Reads a file to its end, however large it is, and keeps its content only up to that many bytes. */
export async function receiveUpload(
	part: { filename: string; mimetype: string; file: Readable },
	keepBytes: number,
): Promise<Upload> {
	const hash = createHash('sha256');
	let size = 0;
	let kept: Buffer[] = [];
	for await (const chunk of part.file as AsyncIterable<Buffer>) {
		size += chunk.length;
		hash.update(chunk);
		if (size <= keepBytes) kept.push(chunk);
		else kept = [];
	}
	return new Upload({
		filename: part.filename,
		contentType: part.mimetype,
		size,
		sha256: hash.digest('hex'),
		content: Buffer.concat(kept),
	});
}

/** Refuses a form after it was read whole: a client that is cut off while it sends may never see the answer. */
export function refuseLargeUploads(body: object, limitBytes: number): void {
	for (const value of Object.values(body)) {
		if (value instanceof Upload && value.size > limitBytes)
			throw new ApiError(413, `The file ${value.filename} is larger than ${limitBytes} bytes`);
	}
}
