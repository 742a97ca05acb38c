import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ENDINGS } from '../../platform';
import { ParameterError } from '../../values';

/** A file to send as one part of a multipart form. */
export interface Upload {
	/** The binary field of the input item that holds the file. */
	binaryField: string;
	/** The name of the file's part of the form. */
	partName: string;
	/** Endings of names of files that the platform can read; any if empty. */
	fileTypes?: readonly string[];
}

/** A larger file is streamed from n8n's binary store. Smaller ones are copied into memory, which is simpler. */
const STREAM_FROM_BYTES = 4 * 1024 * 1024;

/** A file part that is read while it is sent, and again for a repeated request. The HTTP client sees a Blob. */
interface StreamedFile {
	name: string;
	type: string;
	size: number;
	stream(): AsyncIterable<Uint8Array>;
}

/**
 * A multipart form with a streamed file. The HTTP client sees a FormData, and sends it with a Content-Length. The
 * built-in FormData needs the whole file in memory.
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

/** A multipart form with the file and text fields. Objects are sent as JSON text. */
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

/** How the name of a file ends, behind its last point; '' if it has none. */
const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** What a file is, by its name, by what n8n says of its name, and by its media type. */
const typesOf = ({ fileName = '', fileExtension = '', mimeType }: IBinaryData): string[] => [
	extensionOf(fileName),
	fileExtension.toLowerCase(),
	ENDINGS[mimeType.replace(/;.*/, '').trim().toLowerCase()] ?? '',
];

/** The file, with a name that says its type, which platforms read files by. */
function named(file: IBinaryData, type: string): IBinaryData {
	const { fileName = 'file' } = file;
	return extensionOf(fileName) === type ? file : { ...file, fileName: `${fileName}.${type}` };
}

/**
 * The binary data an upload refers to, checked before anything is sent.
 *
 * @throws ParameterError if the item has no such file, or one that the platform cannot read
 */
export function checkedUpload(item: INodeExecutionData | undefined, upload: Upload): IBinaryData {
	const file = item?.binary?.[upload.binaryField];
	if (!file) {
		const present = Object.keys(item?.binary ?? {});
		throw new ParameterError(
			`The input item has no file in the field "${upload.binaryField}"`,
			present.length > 0
				? `Its files are in: ${present.join(', ')}. Enter the right one as 'Input Data Field Name'`
				: 'Add a node before this one that outputs a file, such as Read/Write Files from Disk, HTTP Request or Google Drive',
		);
	}
	const { fileTypes = [] } = upload;
	if (fileTypes.length === 0) return file;
	const type = typesOf(file).find((one) => fileTypes.includes(one));
	if (type !== undefined) return named(file, type);
	throw new ParameterError(
		`The platform cannot read this type of file: "${file.fileName ?? upload.binaryField}"`,
		`Use a ${fileTypes.map((one) => `.${one}`).join(' or ')} file`,
	);
}
