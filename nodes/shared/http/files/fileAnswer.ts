import type {
	IExecuteFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import type { FileKind, FileKindName } from '../../platform';
import { ENDINGS, FILE_KINDS, UNKNOWN_TYPES, isBinaryType } from '../../platform';
import { isWebPage, mediaTypeOf, readBody } from '../body';
import type { Client, HttpRequest } from '../client';
import { RequestFailure } from '../failures/requestFailure';
import { serverMessage } from '../failures/serverMessage';
import { NO_SECRETS } from '../secrets';
import type { FileContent } from '../stream/bodyStream';
import { discard, peek } from '../stream/bodyStream';
import { isPdf, textIn } from './beginning';
import { fileFailure, linkIn } from './fileLink';

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
	/** The media type as the platform says it; undefined if only the name says what the file is. */
	mimeType?: string;
}

/** An answer that was decided by its type and its first bytes. */
export type FileAnswer = { json: unknown } | { file: ReceivedFile };

/** How much of a file is looked at: enough to tell a text from a sound, and to see a web page. */
const HEAD_BYTES = 1024;
/** A longer text is not shown: a secret could be cut in it. */
const MAX_SHOWN_TEXT = 200;
const MAX_NAME_LENGTH = 100;

const isUnknown = (type: string) => UNKNOWN_TYPES.includes(type);

/** `: ` and what a text says; '' if it says nothing, or if it is too long to be shown. */
function quotedMessage(text: string): string {
	const message = serverMessage(text);
	return message === '' || message.length > MAX_SHOWN_TEXT ? '' : `: ${message}`;
}

const notTheFile = (thing: string, text = '') =>
	fileFailure(
		`The platform sent a text in place of the ${thing}${quotedMessage(text)}`,
		`Check on the platform whether this ${thing} exists. A ${thing} that is new may need some time`,
	);

/** What the type and the first bytes say of an answer. */
interface Beginning {
	type: string;
	head: Buffer;
	/** The first bytes as a text; undefined if they are no text. */
	text: string | undefined;
}

/** Whether an answer is JSON about the file, and not the file. A table can begin with a quotation mark or a bracket. */
const isJson = ({ type, text = '' }: Beginning): boolean =>
	/[/+]json$/.test(type) || /^\s*(\{\s*["}]|\[\s*[[{"\]])/.test(text);

/** Whether an answer is a text that cannot be the file: a recording is none, and a table is no markup. */
function isOtherText({ type, text }: Beginning, { canBeText }: FileKind): boolean {
	if (!canBeText && /^text\/|[/+]xml$/.test(type)) return true;
	if (text === undefined) return false;
	const isMarkup = text.trimStart().startsWith('<') && !/[/+]xml$/.test(type);
	return !canBeText || isBinaryType(type) || isMarkup;
}

/** @throws RequestFailure if the type or the first bytes of an answer show that it is not the file */
function checkFile(beginning: Beginning, { kind: name, subject }: WantedFile): void {
	const kind = FILE_KINDS[name];
	const { thing } = kind;
	const { head, text, type } = beginning;
	if (head.length === 0) {
		throw fileFailure(
			'The platform sent an empty file',
			`The answer to "${subject}" has no content. Check on the platform whether this ${thing} exists. A ${thing} that is new may need some time`,
		);
	}
	if (isWebPage(text ?? '', type)) {
		throw fileFailure(
			`The platform sent a web page in place of the ${thing}`,
			"Check the 'Base URL' of the credential: it ends in /api/v1. If the link leads to a page, open it in a browser",
		);
	}
	const isWantedPdf = kind.isPdf === true || type === 'application/pdf';
	if (isWantedPdf && isPdf(head)) return;
	if (isOtherText(beginning, kind)) throw notTheFile(thing, text);
	if (isWantedPdf) {
		throw fileFailure(
			`The platform sent a file that is no PDF in place of the ${thing}`,
			`Look at this ${thing} on the platform`,
		);
	}
}

/** The ending of a file's name, with the dot: by its type, or else by its address; '' if neither says it. */
function fileEnding(type: string, url: string): string {
	const ofType = ENDINGS[type];
	if (ofType !== undefined) return `.${ofType}`;
	const ofAddress = /\.(\w+)$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '';
	return Object.values(ENDINGS).includes(ofAddress) ? `.${ofAddress}` : '';
}

/**
 * What a streamed answer is, by its type and first bytes: the file, which stays on its stream, or JSON about it.
 *   audio/wav and RIFF…           -> the recording
 *   audio/wav and {"url": …}      -> JSON
 *   audio/wav and "Not ready"     -> an error with this text
 * @throws RequestFailure if it is neither, such as a web page, an empty body or incomplete JSON
 */
export async function readFileAnswer(
	response: IN8nHttpFullResponse,
	wanted: WantedFile,
	url: string,
): Promise<FileAnswer> {
	return await decide(response, wanted, url).catch((error: unknown) => {
		discard(response.body);
		throw error;
	});
}

async function decide(
	response: IN8nHttpFullResponse,
	wanted: WantedFile,
	url: string,
): Promise<FileAnswer> {
	const { head, content } = await peek(response.body, HEAD_BYTES);
	const kind = FILE_KINDS[wanted.kind];
	const type = mediaTypeOf(response);
	const beginning = { type, head, text: textIn(head) };
	// The JSON is read without hiding secrets, because a link in it can hold the token.
	if (head.length > 0 && isJson(beginning))
		return { json: await readBody(response, content, NO_SECRETS) };
	checkFile(beginning, wanted);
	const ending = fileEnding(type, url);
	const name = [kind.thing, wanted.id]
		.filter(Boolean)
		.join('-')
		.replace(/[^\w.-]/g, '_');
	return {
		file: {
			content,
			name: `${name.slice(0, MAX_NAME_LENGTH)}${ending}`,
			// n8n finds the type by the name of the file if it gets none.
			mimeType: isUnknown(type) && ending !== '' ? undefined : type || 'application/octet-stream',
		},
	};
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
		json: { file_name: name, mime_type: file.mimeType, file_size: file.fileSize ?? null },
		binary: { [fieldName]: file },
	};
}

/** An item about a file that nobody wants to store. */
function toldFile({ content, name, mimeType }: ReceivedFile): INodeExecutionData {
	discard(content);
	const message = "The platform sent the file itself. Turn on 'Download File' to get it";
	return { json: { file_name: name, mime_type: mimeType ?? null, message } };
}

/** An item for the file, or the JSON that came in its place. A link in that JSON can hold the token. */
type Downloaded = { item: INodeExecutionData } | { json: unknown };

/**
 * Reads what an answer with a file is, and stores the file: the answer itself, or what a link in its JSON leads to.
 * @param client sends the request behind a link
 * @param fieldName binary field of the item; without it, the file is not stored
 */
export class FileDownload {
	constructor(
		private readonly context: Storage,
		private readonly client: Client,
		private readonly wanted: WantedFile,
		private readonly fieldName?: string,
	) {}

	/** The file that is the answer to a request. @throws RequestFailure if no file is there or behind its link */
	async requested(request: HttpRequest): Promise<INodeExecutionData> {
		const answer = await this.answered(request);
		return 'item' in answer ? answer.item : await this.inJson(answer.json);
	}

	/** The answer to a request, without looking behind a link. @throws RequestFailure */
	async answered(request: HttpRequest, link?: string): Promise<Downloaded> {
		const read = async (response: IN8nHttpFullResponse, url: string): Promise<Downloaded> => {
			const answer = await readFileAnswer(response, this.wanted, url);
			if ('json' in answer) return answer;
			const { context, fieldName } = this;
			if (fieldName === undefined) return { item: toldFile(answer.file) };
			return { item: await storedFile(context, answer.file, fieldName) };
		};
		return await this.client.download(request, read, link);
	}

	/** The file that a JSON answer, as the platform sent it, leads to. @throws as `requested` */
	async inJson(json: unknown): Promise<INodeExecutionData> {
		return await this.behind(json).catch((error: unknown) => {
			throw error instanceof RequestFailure ? this.client.shown(error) : error;
		});
	}

	private async behind(json: unknown): Promise<INodeExecutionData> {
		const { kind, subject } = this.wanted;
		const link = linkIn(json, FILE_KINDS[kind], subject);
		const answer = await this.answered({ method: 'GET', path: '', subject }, link);
		if ('item' in answer) return answer.item;
		throw fileFailure(
			`The link to the ${FILE_KINDS[kind].thing} leads to JSON and not to a file`,
			'Open the link in a browser to see where it leads',
		);
	}
}
