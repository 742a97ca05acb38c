import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Client, HttpRequest } from '../http';
import { RequestFailure, formWithFile, pagesFetcher, readResult, readRows } from '../http';
import { hasColumns, idOf, likenessOf, withoutReceipt, withoutSharedIds } from '../platform';
import { isObject } from '../values';
import { DeduplicationStore } from './deduplication';
import { FileAnswers } from './fileAnswers';
import type { Outcomes } from './outcomes';
import { outcomesOf } from './outcomes';
import type { Draft, Job } from './plan';
import { readerOf } from './reportReader';

/** What is sent, without the bytes of a file. */
function contentOf({ file, ...content }: Draft): unknown {
	return [content, file?.upload];
}

/** Sends the requests of one run of a node and makes items of the answers. */
export class Sender {
	private readonly deduplication: DeduplicationStore;
	private readonly outcomes: Outcomes | undefined;
	private readonly files: FileAnswers;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: Client,
	) {
		this.deduplication = new DeduplicationStore(context);
		this.outcomes = outcomesOf(context);
		this.files = new FileAnswers(context, client);
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
		const { itemIndexes } = job;
		const content = contentOf(job.draft);
		const known = this.outcomes?.get(itemIndexes, content);
		if (known && 'items' in known) return known.items;
		if (known) throw known.failure;

		const { claimed, draft } = await this.deduplication.claim(job);
		const items = await this.itemsOf({ ...job, draft }).catch(async (error: unknown) => {
			const mayHaveWorked = error instanceof RequestFailure && error.details.reach === 'unknown';
			if (mayHaveWorked) this.outcomes?.set(itemIndexes, content, { failure: error });
			else await this.deduplication.release(claimed);
			throw error;
		});
		this.outcomes?.set(itemIndexes, content, { items });
		return items;
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
				return [await this.files.file(job, request)];
			case 'objectOrFile':
				return await this.files.objectOrFile(job, request, (body) =>
					Array.isArray(body) && !job.expected.path
						? body.map((row: unknown) => asItem(isObject(row) ? row : { value: row as string }))
						: [this.objectItem(job, body)],
				);
			case 'deleted': {
				const answer = await this.client.send(request, ({ body }) => this.objectIn(job, body));
				return [{ json: Object.keys(answer).length > 0 ? answer : { deleted: true } }];
			}
			case 'object': {
				const read = (body: unknown) => this.objectItem(job, body);
				if (operation.linkedFile) return [await this.files.linkedFile(job, request, read)];
				return [await this.client.send(request, ({ body }) => read(body))];
			}
		}
	}

	/** The item of an answer about one thing. An answer such as `{ message: "started" }` has none of the columns, and stays as it is. */
	private objectItem(job: Job, body: unknown): INodeExecutionData {
		const { operation, draft, simplify } = job;
		const answer = this.objectIn(job, body);
		const { entity } = operation;
		const isOther =
			entity !== undefined && likenessOf(answer, entity) === 'none' && idOf(answer, entity) === '';
		const shown = isOther ? answer : simplify(withoutReceipt(answer));
		return { json: { ...shown, ...draft.report } };
	}

	/** The object that an answer is about. @throws RequestFailure if the platform says that it refused, or if the answer cannot be read */
	private objectIn({ operation, draft, expected, isSimplified }: Job, body: unknown): IDataObject {
		const { action, entity } = operation;
		const isAction = draft.method !== 'GET';
		const mustFit = isSimplified && !isAction && hasColumns(entity);
		return readResult(body, { ...expected, subject: action, isAction, mustFit });
	}

	private async list(job: Job, request: HttpRequest): Promise<IDataObject[]> {
		const { operation, draft, expected, limit, checkRow, isSimplified } = job;
		const { hasIds } = draft;
		const pages = pagesFetcher(this.client, { ...request, hasIds }, expected);
		const rows = await readRows(pages, { wanted: limit, entity: operation.entity });
		rows.forEach(checkRow);
		return isSimplified ? withoutSharedIds(rows) : rows;
	}
}
