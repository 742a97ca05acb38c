import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { invalid } from '../common/errors.mts';

/** A file that came with a form. */
export class Upload {
	readonly filename: string;
	readonly contentType: string;
	size = 0;
	sha256 = '';
	/** Empty where the operation only measures its files. */
	content = Buffer.alloc(0);

	constructor({ filename, mimetype }: { filename: string; mimetype: string }) {
		this.filename = filename;
		this.contentType = mimetype;
	}

	/** Reads the file to its end, however large it is; its content is kept if the operation reads it. */
	async receive(file: Readable, isKept: boolean): Promise<void> {
		const hash = createHash('sha256');
		const kept: Buffer[] = [];
		for await (const chunk of file as AsyncIterable<Buffer>) {
			this.size += chunk.length;
			hash.update(chunk);
			if (isKept) kept.push(chunk);
		}
		this.sha256 = hash.digest('hex');
		this.content = Buffer.concat(kept);
	}
}

/** The file of a form's field `file`, refused with a 422 if it is text or several files. */
export function oneFile(value: unknown): Upload {
	if (!(value instanceof Upload)) throw invalid(['body', 'file'], 'must be one file');
	return value;
}
