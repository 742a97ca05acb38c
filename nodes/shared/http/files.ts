import type {
	IBinaryData,
	IExecuteFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import { ParameterError } from './failure';
import type { Upload } from '../operation/operation';

/** A name from the server must not lead out of a folder when somebody writes the file to disk later. */
const safeFileName = (name: string) => name.replace(/[/\\\p{Cc}]/gu, '_').replace(/^\.+/, '_');

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** The file name a Content-Disposition header gives (RFC 6266: `filename*` wins), or ''. */
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

/** The whole body of a streamed answer as text, for servers that answer JSON where a file was possible. */
export async function textOf(response: IN8nHttpFullResponse): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of response.body as AsyncIterable<Buffer>) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks).toString('utf8');
}

function endingOf(file: IBinaryData): string {
	const fromName = /\.([^.]+)$/.exec(file.fileName ?? '')?.[1];
	return (fromName ?? file.fileExtension ?? '').toLowerCase();
}

/**
 * The binary data an upload refers to, checked before anything is sent.
 *
 * @throws ParameterError if the item has no such file, or one the platform cannot read
 */
export function checkedUpload(item: INodeExecutionData | undefined, upload: Upload): IBinaryData {
	const file = item?.binary?.[upload.binaryField];
	if (!file) {
		const present = Object.keys(item?.binary ?? {});
		throw new ParameterError(
			`The input item has no file in the field "${upload.binaryField}"`,
			present.length > 0
				? `Its files are in: ${present.join(', ')}. Enter that name as Input Data Field Name`
				: 'Put a node before this one that gives a file, such as Read/Write Files from Disk, HTTP Request or Google Drive',
		);
	}
	const { fileTypes = [] } = upload;
	if (fileTypes.length > 0 && !fileTypes.includes(endingOf(file))) {
		throw new ParameterError(
			`The file "${file.fileName ?? upload.binaryField}" is not of a type the platform reads`,
			`It reads ${fileTypes.map((type) => `.${type}`).join(' and ')} files`,
		);
	}
	return file;
}
