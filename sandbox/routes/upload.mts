import { invalid } from '../common/errors.mts';

/** A file that came with a form. */
export class Upload {
	readonly filename: string;
	readonly contentType: string;
	readonly size: number;
	readonly sha256: string;
	/** Empty where the operation only measures its files. */
	readonly content: Buffer;

	constructor(file: Upload) {
		this.filename = file.filename;
		this.contentType = file.contentType;
		this.size = file.size;
		this.sha256 = file.sha256;
		this.content = file.content;
	}
}

/** The file of a form's field `file`, refused with a 422 if it is text or several files. */
export function oneFile(value: unknown): Upload {
	if (!(value instanceof Upload)) throw invalid(['body', 'file'], 'must be one file');
	return value;
}
