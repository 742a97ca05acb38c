import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Client, HttpRequest, ReceivedFile, WantedFile } from '../http';
import { FileDownload, discard, readFileAnswer, storedFile } from '../http';
import { endpointsOf } from '../operation';
import type { Job } from './job';

/** What the identifier in the request's path is: `session_0001` in `/calls/recording/session_0001`; '' if it has none. */
function idIn({ operation, draft }: Job): string {
	const parts = draft.path.split('/');
	const places = endpointsOf(operation)[0]?.split(' ')[1]?.split('/') ?? [];
	const id = parts[places.findLastIndex((place) => place.startsWith('{'))];
	return id === undefined ? '' : decodeURIComponent(id);
}

function wantedFile(job: Job): WantedFile {
	const { operation } = job;
	if (operation.kind !== 'file') throw new Error(`"${operation.action}" gets no file`);
	return { kind: operation.file, id: idIn(job), subject: operation.action };
}

/** The item for a file that came in place of a link to it, while Download File is off. */
function withoutFile({ name, mimeType, content }: ReceivedFile): INodeExecutionData {
	discard(content);
	const message = "The platform sent the file itself. Turn on 'Download File' to get it";
	return { json: { file_name: name, mime_type: mimeType ?? null, message } };
}

/** Makes items of answers that are, or lead to, files. */
export class FileAnswers {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: Client,
	) {}

	/** The answer is a file, or JSON that leads to it. @throws RequestFailure if there is none */
	async file(job: Job, request: HttpRequest): Promise<INodeExecutionData> {
		return await this.downloadFor(job).requested(request);
	}

	/**
	 * The answer is about a file: JSON with a link to it, or the file itself. The item has the file if the user turned on Download File.
	 *
	 * @param read makes the item of a JSON answer
	 * @throws RequestFailure if the file is wanted and there is none
	 */
	async linkedFile(
		job: Job,
		request: HttpRequest,
		read: (body: unknown) => INodeExecutionData,
	): Promise<INodeExecutionData> {
		const { outputField } = job;
		const wanted = wantedFile(job);
		let body: unknown;
		const file = await this.client.download(request, async (response, url) => {
			const received = await readFileAnswer(response, wanted, url);
			if ('file' in received) {
				return outputField === undefined
					? withoutFile(received.file)
					: await storedFile(this.context, received.file, outputField);
			}
			body = received.json;
			return undefined;
		});
		if (file) return file;
		const item = read(this.client.hideSecrets(body));
		if (outputField === undefined) return item;
		const { binary } = await this.downloadFor(job).inJson(body);
		return { ...item, binary };
	}

	/**
	 * The answer is either JSON with what the user wants, or a file with it.
	 *
	 * @param read makes the items of a JSON answer
	 */
	async objectOrFile(
		job: Job,
		request: HttpRequest,
		read: (body: unknown) => INodeExecutionData[],
	): Promise<INodeExecutionData[]> {
		const { outputField = 'data' } = job;
		return await this.client.download(request, async (response, url) => {
			const received = await readFileAnswer(response, wantedFile(job), url);
			if ('file' in received) return [await storedFile(this.context, received.file, outputField)];
			return read(this.client.hideSecrets(received.json));
		});
	}

	private downloadFor(job: Job): FileDownload {
		return new FileDownload(this.context, this.client, wantedFile(job), job.outputField ?? 'data');
	}
}
