import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Upload } from '../routes/upload.mts';

/** Reads a file to its end, however large it is; its content is kept if the operation reads it. */
export async function receiveUpload(
	part: { filename: string; mimetype: string; file: Readable },
	isKept: boolean,
): Promise<Upload> {
	const hash = createHash('sha256');
	let size = 0;
	const kept: Buffer[] = [];
	for await (const chunk of part.file as AsyncIterable<Buffer>) {
		size += chunk.length;
		hash.update(chunk);
		if (isKept) kept.push(chunk);
	}
	return new Upload({
		filename: part.filename,
		contentType: part.mimetype,
		size,
		sha256: hash.digest('hex'),
		content: Buffer.concat(kept),
	});
}
