/*
 * What the first bytes of a file say. A header can say anything: a platform that has no recording yet may send its error with the header of
 * one.
 */

/** Control characters but white space: no text has one, and the beginning of every sound has some, or bytes that are no UTF-8. */
const CONTROL = /[^\P{Cc}\s]/u;

/** The beginning of a body as a text in UTF-8, without a byte order mark; undefined if it is no text, but a sound or another binary file. */
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
