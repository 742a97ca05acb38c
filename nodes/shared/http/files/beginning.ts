/* What a file's first bytes say. A header may be wrong: a platform without a recording sends its error as audio/wav. */

/**
 * Control characters but white space. Texts have none; every sound begins with some, or with bytes outside of UTF-8.
 */
const CONTROL = /[^\P{Cc}\s]/u;

/** The beginning of a body as UTF-8 text, without a byte order mark; undefined for a sound or another binary file. */
export function textIn(head: Buffer): string | undefined {
	try {
		// In a stream, a last letter that is cut off is no fault.
		const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
		return CONTROL.test(text) ? undefined : text;
	} catch {
		return undefined;
	}
}

export const isPdf = (head: Buffer): boolean => head.toString('latin1').startsWith('%PDF-');
