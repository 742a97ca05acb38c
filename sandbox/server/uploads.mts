import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ApiError, invalid } from '../common/errors.mts';

/** A file that came with a form. */
export class Upload {
	readonly filename: string;
	readonly contentType: string;
	readonly size: number;
	readonly sha256: string;
	/** Empty where the operation only measures its files, or when the file is too large. */
	readonly content: Buffer;

	constructor(file: Upload) {
		this.filename = file.filename;
		this.contentType = file.contentType;
		this.size = file.size;
		this.sha256 = file.sha256;
		this.content = file.content;
	}
}

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

/** The file of a form's field `file`, refused with a 422 if it is text or several files. */
export function oneFile(value: unknown): Upload {
	if (!(value instanceof Upload)) throw invalid(['body', 'file'], 'must be one file');
	return value;
}
