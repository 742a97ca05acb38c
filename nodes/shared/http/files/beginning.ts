/*
 * What the first bytes of a file say. A header can say anything: a platform that has no recording yet may send its error with the header of
 * one.
 */

/** Control characters but white space: no text has one, and the beginning of every sound has some. */
const CONTROL = /[^\P{Cc}\s]/u;
/** The smallest part of ASCII letters in a text that has another encoding than UTF-8. */
const MIN_ASCII = 0.7;

/** The encoding of bytes in UTF-16, by their byte order mark or by the empty half of their first letter; undefined if they are not in UTF-16. */
function utf16Of([first, second]: Buffer): string | undefined {
	if (first === undefined || second === undefined) return undefined;
	if ((first === 0xff && second === 0xfe) || (first > 0 && second === 0)) return 'utf-16le';
	if ((first === 0xfe && second === 0xff) || (first === 0 && second > 0)) return 'utf-16be';
	return undefined;
}

/** Bytes as a text, without a last letter that is cut off. @returns undefined if the bytes are not in this encoding */
function strictlyDecoded(head: Buffer, encoding: string): string | undefined {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
	} catch {
		return undefined;
	}
}

function decodedInLatin(head: Buffer): string | undefined {
	const ascii = head.filter((byte) => byte < 0x80).length;
	return ascii < head.length * MIN_ASCII ? undefined : strictlyDecoded(head, 'windows-1252');
}

/**
 * The beginning of a body as a text, without a byte order mark: in UTF-8, UTF-16 or Latin letters.
 *
 * @returns undefined if it is no text, but a sound or another binary file
 */
export function textIn(head: Buffer): string | undefined {
	const encoding = utf16Of(head);
	const text = encoding
		? strictlyDecoded(head, encoding)
		: (strictlyDecoded(head, 'utf-8') ?? decodedInLatin(head));
	return text === undefined || CONTROL.test(text) ? undefined : text;
}

/** Whether this is the beginning of a PDF. Some have other bytes in front of it. @param text what `textIn` read of it */
export const isPdf = (head: Buffer, text: string | undefined): boolean =>
	text === undefined ? head.includes('%PDF-') : text.trimStart().startsWith('%PDF-');
