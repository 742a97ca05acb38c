import { createHmac, randomBytes } from 'node:crypto';
import { ApiError } from '../common/errors.mts';

/** Links to files that need no token: each carries a signature of its own. */
export class FileLinks {
	#secret = randomBytes(32);

	/** The path of the link to a file, with its signature. */
	to(fileName: string): string {
		return `/files/${fileName}?signature=${this.#signatureOf(fileName)}`;
	}

	/** @throws a 404 unless the signature is that of the file */
	check(fileName: string, signature: string | undefined): void {
		if (signature !== this.#signatureOf(fileName)) throw new ApiError(404, 'There is no such file');
	}

	#signatureOf(fileName: string): string {
		return createHmac('sha256', this.#secret).update(fileName).digest('base64url');
	}
}
