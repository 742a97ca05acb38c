import type {
	IExecuteFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import type { FileKindName } from '../../platform';
import { FILE_KINDS } from '../../platform';
import type { Client, HttpRequest } from '../client';
import { RequestFailure } from '../failures/requestFailure';
import { serverMessage } from '../failures/serverMessage';
import { fileInJson } from './fileInJson';
import { fileNameOf, mimeTypeOf, ownFileName, safeFileName, withEnding } from './fileName';
import { fileTypeOf, isProven, isText } from './fileType';
import type { FileContent, Peeked } from './peek';
import { bytesOf, discard, peek } from './peek';

/** Which file is wanted. */
export interface WantedFile {
	kind: FileKindName;
	/** Identifier of what the file is about, for its name; '' if there is none. */
	id: string;
	/** How an error text names the request. */
	subject: string;
}

/** A file that the platform sent, not stored yet. */
export interface ReceivedFile {
	content: FileContent;
	name: string;
	mimeType: string;
	/** In bytes; null if the platform does not say it. */
	size: number | null;
}

/** An answer that was decided by its first bytes. */
export type FileAnswer = { json: unknown } | { file: ReceivedFile };

/** Enough to see what a file is. */
const HEAD_BYTES = 1024;
/** A JSON answer is read into memory. With base64 in it, this is a recording of more than an hour. */
const MAX_JSON_BYTES = 200 * 1024 * 1024;
/** A link can lead to an answer with another link. */
const MAX_LINKS = 3;
const MAX_SHOWN_TEXT = 200;

const failure = (summary: string, advice: string) =>
	new RequestFailure(summary, advice, { reach: 'answered', final: true });

const isJsonType = (type: string) => /^(application|text)\/(x-)?([\w.-]+\+)?json$/.test(type);
const textOf = (bytes: Buffer) => bytes.toString('utf8').replace(/^\uFEFF/, '');
const startsLikeJson = (head: Buffer) => isText(head) && /^\s*[[{"]/.test(textOf(head));

function isWebPage(head: Buffer, type: string): boolean {
	if (type === 'text/html' || type === 'application/xhtml+xml') return true;
	return (
		isText(head) && /^\s*(<!--[^]*?-->\s*)*<(!doctype\s+html|html|head|body)\b/i.test(textOf(head))
	);
}

/** Whether an answer can be JSON about the file and not the file itself. */
function canBeJson(head: Buffer, type: string, canBeText: boolean, isAttachment: boolean): boolean {
	if (canBeText && isAttachment) return false;
	if (isJsonType(type)) return true;
	const isPlain =
		!canBeText || type === 'text/plain' || !type.includes('/') || type.endsWith('octet-stream');
	return isPlain && startsLikeJson(head);
}

/** Parsed JSON; undefined if it is none. */
function parsed(text: string): { json: unknown } | undefined {
	try {
		return { json: JSON.parse(text) as unknown };
	} catch {
		return undefined;
	}
}

async function readJson({ content }: Peeked, type: string): Promise<FileAnswer | Buffer> {
	const bytes = await bytesOf(content, MAX_JSON_BYTES);
	if (!bytes) {
		throw failure(
			'The answer of the platform is too large to be read',
			`It is JSON with more than ${MAX_JSON_BYTES / 1024 / 1024} MB. Use an HTTP Request node with the credential of this node`,
		);
	}
	const answer = parsed(textOf(bytes));
	if (answer) return answer;
	if (!isJsonType(type)) return bytes;
	throw new RequestFailure(
		'The answer of the platform cannot be read',
		'It is JSON that is not complete. Try again later',
		{ reach: 'unknown' },
	);
}

/** @throws RequestFailure if the beginning of a body shows that it cannot be the file */
function checkHead(head: Buffer, type: string, isAttachment: boolean, wanted: WantedFile): void {
	const { thing, canBeText } = FILE_KINDS[wanted.kind];
	if (head.length === 0) {
		throw failure(
			'The platform sent an empty file',
			`The answer to "${wanted.subject}" has no content. Check on the platform whether this ${thing} exists. A ${thing} that is new may need some time`,
		);
	}
	if (isWebPage(head, type) && !(canBeText && isAttachment)) {
		throw failure(
			`The platform sent a web page in place of the ${thing}`,
			"Check the 'Base URL' of the credential: it ends in /api/v1. If the link leads to a page, open it in a browser",
		);
	}
}

/** The link that a text consists of. @throws RequestFailure if it is another text, and the file can be none */
function linkInText(head: Buffer, wanted: WantedFile): string {
	const text = textOf(head).trim();
	if (/^https?:\/\/\S+$/i.test(text) && head.length < HEAD_BYTES) return text;
	const { thing } = FILE_KINDS[wanted.kind];
	throw failure(
		`The platform sent a text in place of the ${thing}: ${serverMessage(text).slice(0, MAX_SHOWN_TEXT) || 'XML'}`,
		`Check on the platform whether this ${thing} exists`,
	);
}

function lengthIn(response: IN8nHttpFullResponse, content: FileContent): number | null {
	if (Buffer.isBuffer(content)) return content.length;
	// Of a compressed answer, the HTTP helper removes the encoding and leaves the length.
	const isAsSent = 'rawHeaders' in content;
	const length = Number(response.headers['content-length'] ?? Number.NaN);
	return isAsSent && Number.isInteger(length) ? length : null;
}

/**
 * Decides by its first bytes what a streamed answer is: the file, or JSON about it. A file is not held in memory.
 *
 * @param link the link that it came from; '' if none
 * @throws RequestFailure if it is neither, such as a web page, an empty body or incomplete JSON
 */
export async function readFileAnswer(
	response: IN8nHttpFullResponse,
	wanted: WantedFile,
	link = '',
): Promise<FileAnswer> {
	return await decide(response, wanted, link).catch((error: unknown) => {
		discard(response.body);
		throw error;
	});
}

async function decide(
	response: IN8nHttpFullResponse,
	wanted: WantedFile,
	link: string,
): Promise<FileAnswer> {
	const peeked = await peek(response, HEAD_BYTES);
	const { head } = peeked;
	const type = mimeTypeOf(response.headers['content-type']);
	const disposition = response.headers['content-disposition'];
	const { canBeText } = FILE_KINDS[wanted.kind];
	checkHead(head, type, disposition !== undefined, wanted);

	let { content } = peeked;
	if (canBeJson(head, type, canBeText, disposition !== undefined)) {
		const answer = await readJson(peeked, type);
		if (!Buffer.isBuffer(answer)) return answer;
		content = answer;
	}
	if (!canBeText && !isProven(head) && (type.startsWith('text/') || isText(head))) {
		return { json: linkInText(head, wanted) };
	}
	const file = named(content, head, type, fileNameOf(disposition), wanted, link);
	return { file: { ...file, size: lengthIn(response, content) } };
}

function named(
	content: FileContent,
	head: Buffer,
	declared: string,
	givenName: string,
	{ kind, id }: WantedFile,
	link: string,
): Omit<ReceivedFile, 'size'> {
	const { thing } = FILE_KINDS[kind];
	const path = URL.canParse(link, 'https://localhost')
		? new URL(link, 'https://localhost').pathname
		: '';
	const { mimeType, ending } = fileTypeOf(head, declared, [givenName, path]);
	const name = givenName === '' ? ownFileName(thing, id, ending) : withEnding(givenName, ending);
	return { content, name, mimeType };
}

type Storage = Pick<IExecuteFunctions | IPollFunctions, 'helpers'>;

/** An item with the file in a binary field. The file is streamed into n8n's binary store. */
export async function storedFile(
	{ helpers }: Storage,
	{ content, name, mimeType }: ReceivedFile,
	fieldName: string,
): Promise<INodeExecutionData> {
	const file = await helpers.prepareBinaryData(content, name, mimeType);
	return {
		json: { file_name: name, mime_type: mimeType, file_size: file.fileSize ?? null },
		binary: { [fieldName]: file },
	};
}

/** The file in base64, checked like a file that is an answer of its own. */
function fileOfBytes(
	{ bytes, mimeType, name }: { bytes: Buffer; mimeType: string; name: string },
	wanted: WantedFile,
): ReceivedFile {
	const head = bytes.subarray(0, HEAD_BYTES);
	checkHead(head, mimeType, false, wanted);
	if (!FILE_KINDS[wanted.kind].canBeText && !isProven(head) && isText(head)) {
		throw failure(
			`The platform sent a text in place of the ${FILE_KINDS[wanted.kind].thing}`,
			'The base64 in its answer is a text. Check the file on the platform',
		);
	}
	return { ...named(bytes, head, mimeType, safeFileName(name), wanted, ''), size: bytes.length };
}

/**
 * Reads what an answer with a file is, and stores the file: the file itself, base64 in JSON, or what a link in JSON leads to.
 *
 * @param client sends the requests behind links
 * @param fieldName binary field of the item
 */
export class FileDownload {
	constructor(
		private readonly context: Storage,
		private readonly client: Client,
		private readonly wanted: WantedFile,
		private readonly fieldName: string,
	) {}

	/** The file that is the answer to a request. @throws RequestFailure if no file is there or behind its links */
	async requested(request: HttpRequest): Promise<INodeExecutionData> {
		const answer = await this.client.download(
			request,
			async (response) => await this.read(response, ''),
		);
		return 'item' in answer ? answer.item : await this.inJson(answer.json);
	}

	/** The file that a JSON answer contains or leads to. @throws as `requested` */
	async inJson(json: unknown): Promise<INodeExecutionData> {
		return await this.behind(json).catch((error: unknown) => {
			throw error instanceof RequestFailure ? this.client.shown(error) : error;
		});
	}

	/** @param json as the platform sent it: a link in it can hold the token */
	private async behind(json: unknown): Promise<INodeExecutionData> {
		const { kind, subject } = this.wanted;
		let body = json;
		let from: string | undefined;
		for (let links = 0; links < MAX_LINKS; links += 1) {
			const found = fileInJson(body, FILE_KINDS[kind], subject);
			if ('bytes' in found) {
				const file = fileOfBytes(
					{ ...found, name: this.client.hideSecrets(found.name) },
					this.wanted,
				);
				return await storedFile(this.context, file, this.fieldName);
			}
			const answer = await this.client.download(
				{ method: 'GET', path: '', subject },
				async (response, url) => ({ ...(await this.read(response, found.link)), url }),
				{ href: found.link, from },
			);
			if ('item' in answer) return answer.item;
			body = answer.json;
			from = answer.url;
		}
		throw failure(
			'The link to the file leads to another link, again and again',
			`${MAX_LINKS} links were followed. Open the link in a browser to see where it leads`,
		);
	}

	private async read(
		response: IN8nHttpFullResponse,
		link: string,
	): Promise<{ item: INodeExecutionData } | { json: unknown }> {
		const answer = await readFileAnswer(response, this.wanted, link);
		return 'file' in answer
			? { item: await storedFile(this.context, answer.file, this.fieldName) }
			: answer;
	}
}
