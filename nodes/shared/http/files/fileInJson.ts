import type { IDataObject } from 'n8n-workflow';
import type { FileKind } from '../../platform';
import {
	isContentName,
	isFileEnvelope,
	isFileNameName,
	isFileObject,
	isOnlyLink,
	isTypeName,
	linkRankOf,
	saysBase64,
} from '../../platform';
import { isFilled, isObject } from '../../values';
import { outlineOf, refusalIn } from '../answers';
import { RequestFailure } from '../failures/requestFailure';
import { serverMessage } from '../failures/serverMessage';
import { isProven, typeSaid } from './fileType';

/** What a JSON answer has in place of the file. */
export type FileInJson =
	| { link: string }
	| {
			bytes: Buffer;
			/** Media type as the answer says it; '' if it says none. */
			mimeType: string;
			/** File name as the answer says it; '' if it says none. */
			name: string;
	  };

interface Found<Value> {
	/** Where it is in the answer: `data.url`. */
	place: string;
	/** 0 is best. */
	rank: number;
	/** Equal ones are the same file. */
	same: string;
	value: Value;
}

const MAX_DEPTH = 4;
const MAX_LINK_LENGTH = 8_000;

/** Strict base64 (RFC 4648, lines allowed); undefined for any other text. */
function fromBase64(text: string): Buffer | undefined {
	const plain = text.replace(/\r?\n/g, '');
	if (plain === '' || plain.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(plain))
		return undefined;
	const bytes = Buffer.from(plain, 'base64');
	return bytes.toString('base64') === plain ? bytes : undefined;
}

/** The content of a URL such as `data:audio/wav;base64,…`. */
function fromDataUrl(text: string): FileInJson | undefined {
	const [whole, mimeType = ''] =
		/^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w-]+=[^;,]*)*;base64,/i.exec(text) ?? [];
	const bytes = whole === undefined ? undefined : fromBase64(text.slice(whole.length));
	return bytes && { bytes, mimeType: mimeType.toLowerCase(), name: '' };
}

/** The first text among these fields that `read` can read. */
function saidIn<Value>(
	row: IDataObject,
	isName: (name: string) => boolean,
	read: (text: string) => Value | undefined,
): Value | undefined {
	return Object.entries(row)
		.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && isName(entry[0]))
		.map(([, text]) => read(text))
		.find((value) => value !== undefined);
}

/** Whether a text under this name is a link. A status such as "pending" is one only under a name that can hold nothing else. */
function isLink(name: string, text: string): boolean {
	if (text === '' || text.length > MAX_LINK_LENGTH || /\s/.test(text)) return false;
	return (
		isOnlyLink(name) ||
		/^(https?:\/\/|\/|\.{1,2}\/)/i.test(text) ||
		/^[^:]+\/[^:]*\.\w{1,5}$/.test(text)
	);
}

/** Collects what can be the file or lead to it, in an answer about one file. */
class Search {
	readonly links: Array<Found<string>> = [];
	readonly contents: Array<Found<FileInJson>> = [];

	constructor(private readonly kind: FileKind) {}

	/** @param container name of the object about one file that this row is; '' if it is none */
	look(row: IDataObject, place = '', container = '', depth = 0): void {
		for (const [name, value] of Object.entries(row)) {
			const at = place === '' ? name : `${place}.${name}`;
			if (typeof value === 'string') this.readText(row, name, value.trim(), at, container);
			else if (isObject(value) && depth < MAX_DEPTH) {
				if (isFileObject(this.kind, name)) this.look(value, at, name, depth + 1);
				else if (isFileEnvelope(name)) this.look(value, at, container, depth + 1);
			}
		}
	}

	private readText(
		row: IDataObject,
		name: string,
		text: string,
		place: string,
		container: string,
	): void {
		const rank = linkRankOf(this.kind, name, container);
		const isContent = isContentName(this.kind, name);
		if (rank === undefined && !isContent) return;
		const content = fromDataUrl(text) ?? (isContent ? this.contentOf(row, name, text) : undefined);
		if (content) this.contents.push({ place, rank: 0, same: text, value: content });
		else if (rank !== undefined && isLink(name, text)) {
			this.links.push({ place, rank, same: text, value: text });
		}
	}

	/** Many words are valid base64 ("none"), so the bytes, the field's name or a type next to it must say that it is a file. */
	private contentOf(row: IDataObject, name: string, text: string): FileInJson | undefined {
		const bytes = fromBase64(text);
		if (!bytes) return undefined;
		const mimeType = saidIn(row, isTypeName, typeSaid);
		if (!isProven(bytes) && mimeType === undefined && !saysBase64(name)) return undefined;
		const fileName = saidIn(row, isFileNameName, (said) => said || undefined);
		return { bytes, mimeType: mimeType ?? '', name: fileName ?? '' };
	}
}

/** The best of them. @throws RequestFailure if two different ones are equally good */
function bestOf<Value>(found: Array<Found<Value>>, kind: FileKind): Value | undefined {
	const rank = Math.min(...found.map((entry) => entry.rank));
	const best = found.filter((entry) => entry.rank === rank);
	if (new Set(best.map(({ same }) => same)).size > 1) {
		throw new RequestFailure(
			`It is not clear which file in the answer is the ${kind.thing}`,
			`These fields fit equally: ${best.map(({ place }) => place).join(', ')}. Use an HTTP Request node with the credential of this node to download the right one`,
			{ reach: 'answered', final: true },
		);
	}
	return best[0]?.value;
}

const isFailed = (value: unknown) =>
	typeof value === 'string' && /^(error|fail|failed|failure)$/i.test(value);

function refused(text: string, subject: string): RequestFailure {
	return new RequestFailure(
		`The platform refused the request: ${text}`,
		`The platform answered with status 200, but its text says that "${subject}" did not work`,
		{ status: 200, reach: 'answered', final: true },
	);
}

/**
 * What a JSON answer has in place of the file: its content, or a link to it.
 *
 * @throws RequestFailure with the platform's text if the answer is a refusal, or with an outline of the answer if it has neither content nor
 * link, or several
 */
export function fileInJson(body: unknown, kind: FileKind, subject: string): FileInJson {
	if (typeof body === 'string') {
		if (/^https?:\/\/\S+$/i.test(body)) return { link: body };
		const content = fromDataUrl(body);
		if (content) return content;
	}
	const row: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
	const refusal = refusalIn(row, subject, false);
	if (refusal) throw refusal;
	const search = new Search(kind);
	if (isObject(row)) search.look(row);
	const content = bestOf(search.contents, kind);
	if (content) return content;
	const link = bestOf(search.links, kind);
	if (link !== undefined) return { link };

	const saysWhy = isObject(row) && (isFailed(row.status) || isFilled(row.error ?? row.errors));
	const text = saysWhy ? serverMessage(row) : '';
	if (text !== '') throw refused(text, subject);
	throw new RequestFailure(
		`The answer of the platform has no ${kind.thing} and no link to one`,
		`The answer is JSON: ${outlineOf(row)}. Check on the platform whether this ${kind.thing} exists`,
		{ reach: 'answered', final: true },
	);
}
