import { camelCase, listOf } from './names';

/* Names of links to files, and types of files. The API document shows neither. Each name is read in camelCase, too. */

/** A file that the platform can send. */
export interface FileKind {
	/** The beginning of the name that the file gets. */
	thing: string;
	/** Names of the link, or of an object with it, tried in order: `recording_url` before `url`. */
	names: readonly string[];
	/** Whether the file can be a text, such as a table. A recording cannot. */
	canBeText: boolean;
	/** Whether the file is always a PDF. */
	isPdf?: boolean;
}

/** Names of the link in an object that is about one file. */
const BARE_NAMES = listOf('url link href uri location');

const linkNames = (own: string): readonly string[] => [
	...listOf(own),
	...listOf(
		'download_url download_link download file_url file_link file media_url signed_url presigned_url',
	),
	...BARE_NAMES,
];

const kinds = {
	recording: {
		thing: 'recording',
		names: linkNames('recording_url recording_link recording audio_url audio_link audio'),
		canBeText: false,
	},
	// The page of an invoice is no PDF.
	invoice: {
		thing: 'invoice',
		names: linkNames(
			'pdf_url pdf_link pdf invoice_pdf_url invoice_pdf invoice_url invoice_link invoice',
		),
		canBeText: false,
		isPdf: true,
	},
	campaign: {
		thing: 'campaign',
		names: linkNames('export_url export_link export results_url results_link results'),
		canBeText: true,
	},
	personalData: {
		thing: 'personal-data',
		names: linkNames('export_url export_link export'),
		canBeText: true,
	},
} satisfies Record<string, FileKind>;

export type FileKindName = keyof typeof kinds;

export const FILE_KINDS: Readonly<Record<FileKindName, FileKind>> = kinds;

const isSpelledLike = (name: string) => (one: string) => one === name || camelCase(one) === name;

/**
 * The place of a name among those of a link to this file: 0 is tried first; -1 if it is none of them.
 *
 * @param object name of the object about one file that the link is in; '' if there is none
 */
export const linkPlaceOf = ({ names }: FileKind, name: string, object: string): number =>
	names.findIndex(isSpelledLike(object !== '' && BARE_NAMES.includes(name) ? object : name));

/** Whether the value of this name is always a link. The value of `file` or `location` can be something else. */
export const isOnlyLink = (name: string): boolean => /(url|link|uri|href)$/i.test(name);

/** Names of objects around what the answer is about. They say nothing about it. */
const ENVELOPE_NAMES = listOf('data result item attributes links _links call response payload');

/** Whether an object of this name is around what the answer is about. */
export const isFileEnvelope = (name: string): boolean => ENVELOPE_NAMES.includes(name);

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
export const UNKNOWN_TYPES = ['', ...listOf('application/octet-stream binary/octet-stream')];
