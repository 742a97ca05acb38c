/*
 * What the platform may call a link to a file, and which types of files there are. The API document shows neither.
 *
 * Names are compared without case, hyphens and underscores: `pdfUrl`, `pdf_url` and `PDF-URL` are one name.
 */

/** A file that the platform can send. */
export interface FileKind {
	/** The beginning of the name that the file gets. */
	thing: string;
	/** Words for exactly this file, best first; those of one line are equally good. `pdf` is also found as `pdf_url` or `pdf_link`. */
	words: ReadonlyArray<readonly string[]>;
	/** Whether it can be a text, such as a table. A recording cannot. */
	canBeText: boolean;
	/** Whether it is always a PDF. */
	isPdf?: boolean;
}

const kinds = {
	recording: { thing: 'recording', words: [['recording', 'audio']], canBeText: false },
	// The page of an invoice is no PDF.
	invoice: {
		thing: 'invoice',
		words: [['pdf', 'invoicepdf'], ['invoice']],
		canBeText: false,
		isPdf: true,
	},
	campaign: { thing: 'campaign', words: [['export', 'results']], canBeText: true },
	personalData: { thing: 'personal-data', words: [['export']], canBeText: true },
} satisfies Record<string, FileKind>;

export type FileKindName = keyof typeof kinds;

export const FILE_KINDS: Readonly<Record<FileKindName, FileKind>> = kinds;

/** How the name of a link ends, after a word for the file. */
const LINK_ENDINGS = ['', 'url', 'link', 'uri', 'href', 'fileurl', 'downloadurl', 'downloadlink'];

/** Names of a link that say nothing about where it leads. */
const BARE_NAMES = ['url', 'link', 'href', 'uri', 'location'];

/** Names of a link to any file. */
const FILE_NAMES = [
	...['download', 'downloadurl', 'downloadlink', 'file', 'fileurl', 'filelink'],
	...['mediaurl', 'signedurl', 'presignedurl'],
];

/** Names of objects around what the answer is about. They say nothing about it. */
const ENVELOPE_NAMES = [
	...['data', 'result', 'item', 'attributes', 'links', 'call', 'response', 'payload'],
];

const plain = (name: string) => name.replace(/[_\-\s]/g, '').toLowerCase();

function rankOf({ words }: FileKind, name: string): number | undefined {
	const isOwn = (word: string) => LINK_ENDINGS.some((ending) => name === `${word}${ending}`);
	const own = words.findIndex((equal) => equal.some(isOwn));
	if (own >= 0) return own;
	const any = [FILE_NAMES, BARE_NAMES].findIndex((names) => names.includes(name));
	return any < 0 ? undefined : words.length + any;
}

/**
 * How well a link fits this file, by its name, or by the object that it is in if its own name says nothing: 0 is best; undefined if it is no
 * name of a link.
 *
 * @param container name of the object about one file that it is in; '' if there is none
 */
export function linkRankOf(kind: FileKind, name: string, container: string): number | undefined {
	const own = plain(name);
	const outer = BARE_NAMES.includes(own) ? rankOf(kind, plain(container)) : undefined;
	return outer ?? rankOf(kind, own);
}

/** Whether the value of this name is always a link. The value of `file` or `location` can be something else. */
export const isOnlyLink = (name: string): boolean => /(url|link|uri|href)$/.test(plain(name));

/** Whether an object of this name is around what the answer is about. */
export const isFileEnvelope = (name: string): boolean => ENVELOPE_NAMES.includes(plain(name));

/** Whether an object of this name is about one file. */
export const isFileObject = ({ words }: FileKind, name: string): boolean =>
	[...words.flat(), 'document', 'download', 'file', 'media'].includes(plain(name));

/** How the name of a file of this media type ends. */
export const ENDINGS: Readonly<Record<string, string>> = {
	'audio/wav': 'wav',
	'audio/x-wav': 'wav',
	'audio/wave': 'wav',
	'audio/vnd.wave': 'wav',
	'audio/mpeg': 'mp3',
	'audio/mp3': 'mp3',
	'audio/ogg': 'ogg',
	'audio/opus': 'opus',
	'audio/flac': 'flac',
	'audio/mp4': 'm4a',
	'audio/x-m4a': 'm4a',
	'audio/aac': 'aac',
	'audio/webm': 'webm',
	'video/webm': 'webm',
	'video/mp4': 'mp4',
	'application/pdf': 'pdf',
	'application/zip': 'zip',
	'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
	'text/csv': 'csv',
	'application/csv': 'csv',
	'text/comma-separated-values': 'csv',
	'text/plain': 'txt',
	'application/json': 'json',
	'application/xml': 'xml',
};

const TEXT_ENDINGS = ['csv', 'txt', 'json', 'xml'];

/** Whether files of this media type are no text. */
export const isBinaryType = (type: string): boolean =>
	/^(audio|image|video)\//.test(type) || !TEXT_ENDINGS.includes(ENDINGS[type] ?? 'txt');

/** Media types that say nothing about a file. */
export const UNKNOWN_TYPES: readonly string[] = [
	'',
	'application/octet-stream',
	'binary/octet-stream',
];
