import type {
	IDataObject,
	IExecuteFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import type { Client, HttpRequest } from '../http';
import {
	RequestFailure,
	fileItem,
	formWithFile,
	mimeTypeOf,
	pagesFetcher,
	readObject,
	readRows,
	refusalIn,
	textOf,
} from '../http';
import { LINK_NAMES, likenessOf } from '../platform';
import { firstOf, isObject } from '../values';
import { DeduplicationStore } from './deduplication';
import type { Outcome } from './outcomes';
import { outcomesOf } from './outcomes';
import type { Job } from './plan';
import { readerOf } from './reportReader';

/** Sends the requests of one run of a node and makes items of the answers. */
export class Sender {
	private readonly deduplication: DeduplicationStore;
	private readonly outcomes: Map<string, Outcome> | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: Client,
	) {
		this.deduplication = new DeduplicationStore(context);
		this.outcomes = outcomesOf(context);
	}

	get isCancelled(): boolean {
		return this.client.isCancelled;
	}

	/** @throws RequestFailure, or an Error of n8n's own helpers */
	async send(job: Job): Promise<INodeExecutionData[]> {
		const { method } = job.draft;
		const isAction = method === 'POST' || method === 'PATCH';
		return isAction ? await this.actOnce(job) : await this.itemsOf(job);
	}

	/** Keeps the outcome of an action for "Retry On Fail", and its keys for later executions. */
	private async actOnce(job: Job): Promise<INodeExecutionData[]> {
		const key = this.outcomeKey(job);
		const known = this.outcomes?.get(key);
		if (known && 'items' in known) return known.items;
		if (known) throw known.failure;

		const { claimed, draft } = await this.deduplication.claim(job);
		const items = await this.itemsOf({ ...job, draft }).catch(async (error: unknown) => {
			const mayHaveWorked = error instanceof RequestFailure && error.details.reach === 'unknown';
			if (mayHaveWorked) this.outcomes?.set(key, { failure: error });
			else await this.deduplication.release(claimed);
			throw error;
		});
		this.outcomes?.set(key, { items });
		return items;
	}

	/**
	 * Identifies the items, not what is sent: an expression such as $now has another value when n8n runs the node again, and must not lead to
	 * a second call. When the node is the tool of an AI model, its requests have no items of their own, so the content identifies them too.
	 */
	private outcomeKey({ itemIndexes, draft }: Job): string {
		const isTool = this.context.isToolExecution?.() === true;
		const { file, ...content } = draft;
		return JSON.stringify(isTool ? [itemIndexes, content, file?.upload] : itemIndexes);
	}

	private async requestOf({ operation, itemIndexes, draft }: Job): Promise<HttpRequest> {
		const { method, path, query, body, file } = draft;
		const request = { method, path, query, subject: operation.action };
		if (file) {
			const { upload, content } = file;
			const form = await formWithFile(this.context, itemIndexes[0] ?? 0, upload, content, body);
			return { ...request, body: form };
		}
		return { ...request, body: Object.keys(body).length > 0 ? body : undefined };
	}

	private async itemsOf(job: Job): Promise<INodeExecutionData[]> {
		const { operation, draft, simplify } = job;
		const { report, skip } = draft;
		if (skip) return [{ json: report }];
		const asItem = (row: IDataObject): INodeExecutionData => ({
			json: { ...simplify(row), ...report },
		});
		if (operation.report) {
			const lines = await operation.report(readerOf(this.client, operation));
			return lines.map((json) => ({ json }));
		}
		const request = await this.requestOf(job);

		switch (operation.answer ?? 'object') {
			case 'list':
				return (await this.list(job, request)).map(asItem);
			case 'file':
				return [await this.file(job, { ...request, stream: true })];
			case 'objectOrFile':
				return await this.objectOrFile(job, { ...request, stream: true }, asItem);
			case 'deleted': {
				const answer = await this.client.send(request, ({ body }) => this.objectIn(job, body));
				return [{ json: Object.keys(answer).length > 0 ? answer : { deleted: true } }];
			}
			case 'object': {
				const answer = await this.client.send(request, ({ body }) => this.objectIn(job, body));
				const linked = await this.linkedFile(job, answer);
				const { entity } = operation;
				// An answer such as { message: "started" } has none of the columns.
				const isOther = entity !== undefined && likenessOf(answer, entity) === 'none';
				const item = isOther ? { json: { ...answer, ...report } } : asItem(answer);
				return [{ ...item, ...linked }];
			}
		}
	}

	/** The object that an answer is about. @throws RequestFailure if the platform says that it refused, or if the answer cannot be read */
	private objectIn({ operation, draft, expected, isSimplified }: Job, body: unknown): IDataObject {
		const isAction = draft.method !== 'GET';
		const refusal = refusalIn(body, operation.action, isAction, operation.entity);
		if (refusal) throw refusal;
		return readObject(body, expected, isSimplified && !isAction);
	}

	private async list(job: Job, request: HttpRequest): Promise<IDataObject[]> {
		const { operation, draft, expected, limit, checkRow } = job;
		const { hasIds } = draft;
		const pages = pagesFetcher(this.client, { ...request, hasIds }, expected);
		const rows = await readRows(pages, { wanted: limit, entity: operation.entity });
		rows.forEach(checkRow);
		return rows;
	}

	/** The file behind the link in an answer; nothing if the user did not turn on Download File. */
	private async linkedFile(
		job: Job,
		answer: IDataObject,
	): Promise<Pick<INodeExecutionData, 'binary'>> {
		const { operation, outputField } = job;
		if (outputField === undefined) return {};
		const link = firstOf(answer, LINK_NAMES);
		if (typeof link !== 'string') {
			throw new RequestFailure(
				'The answer of the platform has no link to a file',
				'Turn off Download File to see the answer',
				{ reach: 'answered', final: true },
			);
		}
		const request: HttpRequest = {
			method: 'GET',
			path: link,
			stream: true,
			subject: operation.action,
		};
		const { binary } = await this.client.download(
			request,
			async (response) => await this.fileItem(job, response),
		);
		return { binary };
	}

	private async fileItem(
		{ operation, itemIndexes, outputField = 'data' }: Job,
		response: IN8nHttpFullResponse,
	): Promise<INodeExecutionData> {
		const fallbackName = `${operation.value}-${(itemIndexes[0] ?? 0) + 1}`;
		return await fileItem(this.context, response, outputField, fallbackName);
	}

	private async file(job: Job, request: HttpRequest): Promise<INodeExecutionData> {
		return await this.client.send(request, async (response) => await this.fileItem(job, response));
	}

	private async objectOrFile(
		job: Job,
		request: HttpRequest,
		asItem: (row: IDataObject) => INodeExecutionData,
	): Promise<INodeExecutionData[]> {
		return await this.client.send(request, async (response: IN8nHttpFullResponse) => {
			const isFile =
				!mimeTypeOf(response.headers['content-type']).includes('json') ||
				'content-disposition' in response.headers;
			if (isFile) return [await this.fileItem(job, response)];
			const body = jsonParse<unknown>(await textOf(response));
			return Array.isArray(body)
				? body.filter(isObject).map(asItem)
				: [asItem(this.objectIn(job, body))];
		});
	}
}
