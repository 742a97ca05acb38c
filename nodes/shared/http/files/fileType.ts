import { FILE_TYPES, UNKNOWN_TYPES } from '../../platform';
import { endingOf } from './fileName';

/** What the first bytes of a file prove. */
interface Signature {
	ending: string;
	matches(head: Buffer): boolean;
	/** Endings of other types that begin with the same bytes. */
	also?: readonly string[];
	/** Two bytes prove little: believed only if nothing else says what the file is. */
	isWeak?: true;
}

const has = (text: string, at: number) => (head: Buffer) =>
	head.subarray(at, at + text.length).toString('latin1') === text;

const SIGNATURES: readonly Signature[] = [
	{ ending: 'wav', matches: (head) => has('RIFF', 0)(head) && has('WAVE', 8)(head) },
	{
		ending: 'mp3',
		matches: (head) => has('ID3', 0)(head) && (head[3] ?? 0xff) < 0x10,
		also: ['aac'],
	},
	{ ending: 'ogg', matches: has('OggS\u0000', 0), also: ['opus'] },
	{ ending: 'flac', matches: has('fLaC\u0000', 0) },
	{ ending: 'm4a', matches: (head) => has('ftypM4A', 4)(head), also: ['mp4', 'aac'] },
	{ ending: 'mp4', matches: has('ftyp', 4), also: ['m4a', 'aac'] },
	{ ending: 'webm', matches: has('\u001aE\u00df\u00a3', 0), also: ['weba'] },
	{ ending: 'amr', matches: has('#!AMR', 0) },
	{ ending: 'pdf', matches: has('%PDF-', 0) },
	{ ending: 'zip', matches: has('PK\u0003\u0004', 0), also: ['xlsx'] },
	{ ending: 'zip', matches: has('PK\u0005\u0006', 0) },
	{ ending: 'gz', matches: has('\u001f\u008b\u0008', 0) },
	{
		ending: 'mp3',
		matches: (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2,
		isWeak: true,
	},
];

const signatureOf = (head: Buffer) => SIGNATURES.find(({ matches }) => matches(head));

const typeOfEnding = (ending: string): string | undefined =>
	FILE_TYPES.find(([known]) => known === ending)?.[1][0];

const endingOfType = (type: string): string | undefined =>
	FILE_TYPES.find(([, types]) => types.includes(type))?.[0];

/** The media type of what a field next to a file says: `audio/wav`, `wav` or `.wav`; undefined if it says none. */
export function typeSaid(text: string): string | undefined {
	const said = text.trim().toLowerCase().replace(/^\./, '').split(';')[0]?.trim() ?? '';
	if (UNKNOWN_TYPES.includes(said)) return undefined;
	return /^[\w.+-]+\/[\w.+-]+$/.test(said) ? said : typeOfEnding(said);
}

/** Whether the first bytes prove what the file is. */
export const isProven = (head: Buffer): boolean => {
	const signature = signatureOf(head);
	return signature !== undefined && !signature.isWeak;
};

/** Whether these bytes, the beginning of a body, are text. The last character can be cut. */
export function isText(head: Buffer): boolean {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
		return !/[^\P{Cc}\t\n\f\r]/u.test(text);
	} catch {
		return false;
	}
}

export interface FileType {
	/** Media type; `application/octet-stream` if nothing says what the file is. */
	mimeType: string;
	/** How the name of such a file ends. */
	ending: string;
}

/**
 * What a file is. What its first bytes prove wins over what the platform says; then the name and the link count.
 *
 * @param declared its media type as the platform says it, '' if it says none
 * @param names its own name, and the path of the link to it
 */
export function fileTypeOf(head: Buffer, declared: string, names: readonly string[]): FileType {
	const signature = signatureOf(head);
	const proven = signature?.isWeak ? undefined : signature;
	const fits = (ending: string | undefined) =>
		!proven || proven.ending === ending || proven.also?.includes(ending ?? '') === true;
	const endings = names.map(endingOf).filter((ending) => typeOfEnding(ending) && fits(ending));

	const isDeclared = !UNKNOWN_TYPES.includes(declared);
	if (isDeclared && fits(endingOfType(declared))) {
		const ending = endingOfType(declared) ?? proven?.ending ?? endings[0] ?? signature?.ending;
		return { mimeType: declared, ending: ending ?? 'bin' };
	}
	const guessed = proven ? [...endings, proven.ending] : [signature?.ending, ...endings];
	const ending = guessed.find((known) => known !== undefined) ?? (isText(head) ? 'txt' : 'bin');
	return { mimeType: typeOfEnding(ending) ?? 'application/octet-stream', ending };
}
