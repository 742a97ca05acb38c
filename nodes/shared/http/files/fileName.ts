/** Longest name of a file, in bytes of UTF-8: most file systems allow 255. */
const MAX_NAME_BYTES = 200;
/** With a letter: the `.30` of `call at 12.30` is none. */
const ENDING = /\.(?=\d*[a-z])[a-z\d]{1,8}$/i;

const bytesOf = (text: string) => Buffer.byteLength(text, 'utf8');

/** The beginning of a text that fits into so many bytes. No character is cut in half. */
function shortened(text: string, maxBytes: number): string {
	let bytes = 0;
	let kept = '';
	for (const character of text) {
		bytes += bytesOf(character);
		if (bytes > maxBytes) break;
		kept += character;
	}
	return kept;
}

/**
 * A name that stays in its folder if the file is written to disk later, and looks like what it is: without folders, control characters and
 * characters that reverse the direction of the text (`gpj.exe` shown as `exe.jpg`). '' if nothing remains.
 */
export function safeFileName(name: string): string {
	const base = name.split(/[/\\]/).at(-1) ?? '';
	const clean = base
		.replace(/\p{Bidi_Control}/gu, '')
		.replace(/[\p{Cc}\p{Surrogate}]/gu, '_')
		.replace(/^[\s.]+|[\s.]+$/g, '');
	if (bytesOf(clean) <= MAX_NAME_BYTES) return clean;
	const ending = ENDING.exec(clean)?.[0] ?? '';
	return `${shortened(clean.slice(0, clean.length - ending.length), MAX_NAME_BYTES - ending.length)}${ending}`;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** The file name in a Content-Disposition header (RFC 6266: `filename*` wins), or ''. */
export function fileNameOf(header: unknown): string {
	const text = String(header ?? '');
	const extended = /filename\*\s*=\s*[\w-]*'[^']*'([^;]+)/i.exec(text)?.[1];
	const fromExtended = extended ? safeFileName(decoded(extended.trim())) : '';
	if (fromExtended) return fromExtended;
	const quoted = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(text);
	return safeFileName((quoted?.[1]?.replace(/\\(.)/g, '$1') ?? quoted?.[2] ?? '').trim());
}

/** The ending of a file name or of a link's path, in small letters and without its dot; '' if it has none. */
export const endingOf = (name: string): string =>
	(ENDING.exec(name)?.[0] ?? '').slice(1).toLowerCase();

/** The name with this ending, unless it has one. */
export const withEnding = (name: string, ending: string): string =>
	endingOf(name) === '' ? safeFileName(`${name}.${ending}`) : name;

/** The name of a file that the platform gives no name: `recording-session_0001.wav`. */
export function ownFileName(thing: string, id: string, ending: string): string {
	const name = [thing, id].filter(Boolean).join('-');
	return safeFileName(`${name.replace(/[/\\]/g, '_')}.${ending}`);
}

/** `audio/wav; charset=x` → `audio/wav` */
export const mimeTypeOf = (header: unknown): string =>
	(String(header ?? '').split(';')[0] ?? '').trim().toLowerCase();
