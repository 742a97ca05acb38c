import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Upload } from '../operation/operation';

/** From this size on a file is streamed from n8n's binary store; below it, a copy in memory is simpler and costs nothing. */
const STREAM_FROM_BYTES = 4 * 1024 * 1024;

/** A file part that is read only while it is sent, and anew if the request is repeated. Looks like a Blob to the HTTP client. */
interface StreamedFile {
	name: string;
	type: string;
	size: number;
	stream(): AsyncIterable<Uint8Array>;
}

/**
 * A multipart form whose file is streamed. Looks like a FormData to the HTTP client, which sends it with a Content-Length; the built-in
 * FormData would need the whole file in memory.
 */
class StreamedForm {
	readonly [Symbol.toStringTag] = 'FormData';

	private readonly parts: Array<[name: string, value: string | StreamedFile]> = [];

	append(name: string, value: string | StreamedFile): void {
		this.parts.push([name, value]);
	}

	entries() {
		return this.parts[Symbol.iterator]();
	}

	[Symbol.iterator]() {
		return this.entries();
	}
}

async function streamedFile(
	context: IExecuteFunctions,
	id: string,
	name: string,
	type: string,
): Promise<StreamedFile> {
	const { fileSize } = await context.helpers.getBinaryMetadata(id);
	return {
		name,
		type,
		size: fileSize,
		async *stream() {
			yield* (await context.helpers.getBinaryStream(id)) as AsyncIterable<Uint8Array>;
		},
	};
}

async function isLarge(context: IExecuteFunctions, { id }: IBinaryData): Promise<boolean> {
	return (
		id !== undefined && (await context.helpers.getBinaryMetadata(id)).fileSize >= STREAM_FROM_BYTES
	);
}

/** A multipart form with the file and the text fields beside it; objects among them are sent as JSON. */
export async function formWithFile(
	context: IExecuteFunctions,
	itemIndex: number,
	upload: Upload,
	file: IBinaryData,
	fields: IDataObject,
): Promise<FormData> {
	const fileName = file.fileName ?? `file.${file.fileExtension ?? 'bin'}`;
	const texts = Object.entries(fields)
		.filter(([, value]) => value !== undefined && value !== null && value !== '')
		.map(
			([name, value]) =>
				[name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
		);

	if (file.id !== undefined && (await isLarge(context, file))) {
		const form = new StreamedForm();
		texts.forEach(([name, text]) => form.append(name, text));
		form.append(upload.partName, await streamedFile(context, file.id, fileName, file.mimeType));
		return form as unknown as FormData;
	}
	const form = new FormData();
	texts.forEach(([name, text]) => form.append(name, text));
	const content = await context.helpers.getBinaryDataBuffer(itemIndex, upload.binaryField);
	form.append(
		upload.partName,
		new Blob([new Uint8Array(content)], { type: file.mimeType }),
		fileName,
	);
	return form;
}
