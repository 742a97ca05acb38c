import type {
	IExecuteFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';

/** A name from the server must not point outside its folder if the file is written to disk later. */
const safeFileName = (name: string) => name.replace(/[/\\\p{Cc}]/gu, '_').replace(/^\.+/, '_');

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
	if (extended) return safeFileName(decoded(extended.trim()));
	const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(text);
	return safeFileName((plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '').trim());
}

/** `audio/wav; charset=x` → `audio/wav` */
export const mimeTypeOf = (header: unknown): string =>
	(String(header ?? '').split(';')[0] ?? '').trim().toLowerCase();

/** An item with the answer's file in a binary field. The file is streamed into n8n's binary store, not held in memory. */
export async function fileItem(
	context: IExecuteFunctions | IPollFunctions,
	response: IN8nHttpFullResponse,
	fieldName: string,
	fallbackName: string,
): Promise<INodeExecutionData> {
	const mimeType = mimeTypeOf(response.headers['content-type']) || 'application/octet-stream';
	const fileName = fileNameOf(response.headers['content-disposition']) || fallbackName;
	const file = await context.helpers.prepareBinaryData(response.body as Buffer, fileName, mimeType);
	return {
		json: { file_name: fileName, mime_type: mimeType, file_size: file.fileSize ?? null },
		binary: { [fieldName]: file },
	};
}

/** The whole body of a streamed answer as text, for servers that answer with JSON instead of a file. */
export async function textOf(response: IN8nHttpFullResponse): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of response.body as AsyncIterable<Buffer>) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks).toString('utf8');
}
