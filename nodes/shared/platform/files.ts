/*
 * What the platform may call the parts of an answer that is, or leads to, a file. The API document shows none of them.
 *
 * Names are compared without case, hyphens and underscores: `pdfUrl`, `pdf_url` and `PDF-URL` are one name.
 */

/** A file that the platform can send. */
export interface FileKind {
	/** The beginning of the name that the file gets if the platform gives it none. */
	thing: string;
	/** Words for exactly this file, best first: `pdf` is also found as `pdf_url` or `pdf_link`. */
	words: readonly string[];
	/** Whether it can be a text, such as a table. A recording cannot. */
	canBeText: boolean;
}

const kinds = {
	recording: { thing: 'recording', words: ['recording', 'audio'], canBeText: false },
	invoice: { thing: 'invoice', words: ['pdf', 'invoicepdf', 'invoice'], canBeText: false },
	campaign: { thing: 'campaign', words: ['export', 'results'], canBeText: true },
	personalData: { thing: 'personal-data', words: ['export'], canBeText: true },
} satisfies Record<string, FileKind>;

export type FileKindName = keyof typeof kinds;

export const FILE_KINDS: Readonly<Record<FileKindName, FileKind>> = kinds;

/** How the name of a link ends, after a word for the file. */
const LINK_ENDINGS = [
	'url',
	'link',
	'uri',
	'href',
	'fileurl',
	'downloadurl',
	'downloadlink',
	'signedurl',
	'presignedurl',
];

/** Names of a link that say nothing about where it leads. */
const BARE_LINK_NAMES = ['url', 'link', 'href', 'uri', 'location', 'publicurl'];

/** Names of a link to any file, better names first. Two names of one line are equally good. */
const LINK_NAMES_OF_ANY_FILE = [
	[
		'downloadurl',
		'downloadlink',
		'downloaduri',
		'download',
		'fileurl',
		'filelink',
		'file',
		'mediaurl',
		'signedurl',
		'presignedurl',
	],
	BARE_LINK_NAMES,
	['hostedurl', 'hostedinvoiceurl'],
	['data', 'result', 'response', 'content'],
	['self'],
];

/** Names of the content of a file as base64. */
const CONTENT_NAMES = ['data', 'content', 'contents', 'file', 'body', 'payload', 'bytes', 'base64'];
const CONTENT_ENDINGS = ['base64', 'b64', 'data', 'content', 'bytes'];

/** Names of objects around what the answer is about. They say nothing about it. */
const ENVELOPE_NAMES = [
	'data',
	'result',
	'item',
	'attributes',
	'links',
	'call',
	'response',
	'payload',
];

/** Names of objects about one file. */
const FILE_OBJECT_NAMES = ['document', 'download', 'file', 'media', 'self'];

/** Names of the type of a file, as a media type (`audio/wav`) or as an ending (`wav`). */
const TYPE_NAMES = [
	'mimetype',
	'contenttype',
	'mediatype',
	'audiotype',
	'filetype',
	'format',
	'audioformat',
	'type',
	'extension',
	'fileextension',
];

/** Names of the name of a file. */
const FILE_NAME_NAMES = ['filename'];

const plain = (name: string) => name.replace(/[_\-\s]/g, '').toLowerCase();

const nameRankOf = (kind: FileKind, text: string): number | undefined => {
	const { words } = kind;
	const own = words.findIndex((word) =>
		['', ...LINK_ENDINGS].some((ending) => text === `${word}${ending}`),
	);
	// The words of a recording are equally good. Those of an invoice are not: its page is no PDF.
	if (own >= 0) return kind.thing === 'invoice' ? own : 0;
	const general = LINK_NAMES_OF_ANY_FILE.findIndex((names) => names.includes(text));
	return general < 0 ? undefined : words.length + general;
};

/**
 * How well a link fits this file, by its name and the name of the object that it is in: 0 is best; undefined if it is no name of a link.
 *
 * @param container name of the object about one file that it is in; '' if there is none
 */
export function linkRankOf(kind: FileKind, name: string, container: string): number | undefined {
	const text = plain(name);
	const own = nameRankOf(kind, text);
	const outer = nameRankOf(kind, plain(container));
	if (own === undefined || outer === undefined) return own === undefined ? undefined : own * 100;
	const whole = BARE_LINK_NAMES.includes(text) ? outer : Math.min(own, outer);
	return whole * 100 + own;
}

/** Whether the value of this name is always a link. The value of `file` or `location` can be something else. */
export const isOnlyLink = (name: string): boolean => /(url|link|uri|href)$/.test(plain(name));

/** Whether a field of this name can hold the content of the file. */
export function isContentName(kind: FileKind, name: string): boolean {
	const text = plain(name);
	return (
		CONTENT_NAMES.includes(text) ||
		[...kind.words, 'file', 'content'].some((word) =>
			['', ...CONTENT_ENDINGS].some((ending) => text === `${word}${ending}`),
		)
	);
}

/** Whether the name itself says that the value is base64. */
export const saysBase64 = (name: string): boolean => /(base64|b64)$/.test(plain(name));

/** Whether an object of this name is around what the answer is about. */
export const isFileEnvelope = (name: string): boolean => ENVELOPE_NAMES.includes(plain(name));

/** Whether an object of this name is about one file. */
export const isFileObject = (kind: FileKind, name: string): boolean =>
	[...FILE_OBJECT_NAMES, ...kind.words].includes(plain(name));

export const isTypeName = (name: string): boolean => TYPE_NAMES.includes(plain(name));
export const isFileNameName = (name: string): boolean => FILE_NAME_NAMES.includes(plain(name));

/** Endings of file names, each with its media types; the first one is the usual one. */
export const FILE_TYPES: ReadonlyArray<
	readonly [ending: string, types: readonly [string, ...string[]]]
> = [
	['wav', ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave', 'audio/x-pn-wav']],
	['mp3', ['audio/mpeg', 'audio/mp3', 'audio/x-mp3', 'audio/x-mpeg', 'audio/mpeg3']],
	['ogg', ['audio/ogg', 'application/ogg', 'audio/x-ogg', 'audio/vorbis']],
	['opus', ['audio/opus']],
	['flac', ['audio/flac', 'audio/x-flac']],
	['m4a', ['audio/mp4', 'audio/m4a', 'audio/x-m4a']],
	['aac', ['audio/aac', 'audio/aacp', 'audio/x-aac']],
	['weba', ['audio/webm']],
	['webm', ['video/webm']],
	['mp4', ['video/mp4', 'application/mp4']],
	['amr', ['audio/amr']],
	['au', ['audio/basic']],
	['pdf', ['application/pdf', 'application/x-pdf']],
	['zip', ['application/zip', 'application/x-zip-compressed', 'application/x-zip']],
	['xlsx', ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']],
	['xls', ['application/vnd.ms-excel']],
	['csv', ['text/csv', 'application/csv', 'text/comma-separated-values']],
	['json', ['application/json', 'text/json']],
	['jsonl', ['application/jsonl', 'application/x-ndjson']],
	['xml', ['application/xml', 'text/xml']],
	['txt', ['text/plain']],
	['gz', ['application/gzip', 'application/x-gzip']],
];

/** Media types that say nothing about a file. */
export const UNKNOWN_TYPES = [
	'',
	'application/octet-stream',
	'binary/octet-stream',
	'application/binary',
	'application/download',
	'application/force-download',
	'application/x-download',
	'application/unknown',
];
