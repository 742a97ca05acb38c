import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import { RequestFailure } from '../http/failure';
import { fileItem, mimeTypeOf, textOf } from '../http/files';
import { OnceStore } from './deduplication';
import type { Once, Operation, RequestParts } from '../operation/operation';
import { readRows } from '../http/pagination';
import type { Params } from '../operation/params';
import { addressOf } from '../operation/path';
import type { Client, HttpRequest } from '../http/client';
import { formWithFile } from '../http/upload';
import { firstOf, isObject, readObject, readPage } from '../http/response';
import type { Outcome } from './outcomes';
import { runMemory } from './outcomes';

/** A request ready to be sent: parameters read and checked. */
export interface Job {
	operation: Operation;
	params: Params;
	itemIndexes: number[];
	parts: RequestParts;
	/** The file to upload, if there is one. */
	file?: IBinaryData;
	once?: Once;
}

/** What the user adds where the API document leaves filters and bodies open. Wins over the fields. */
export function extrasOf(
	operation: Operation,
	params: Params,
): { query: IDataObject; body: IDataObject } {
	return {
		query: operation.openQuery ? params.pairs('additionalQuery') : {},
		body: operation.openBody ? params.jsonObject('additionalFieldsJson') : {},
	};
}

/** Carries out jobs of one run of a node. */
export class Performer {
	private readonly onceStore: OnceStore;
	private readonly memory: Map<string, Outcome> | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: Client,
	) {
		this.onceStore = new OnceStore(context);
		this.memory = runMemory(context);
	}

	get isCancelled(): boolean {
		return this.client.isCancelled;
	}

	/** @throws RequestFailure, or an Error of n8n's own helpers */
	async perform(job: Job): Promise<INodeExecutionData[]> {
		const { method } = this.address(job);
		return method === 'POST' || method === 'PATCH' ? await this.actOnce(job) : await this.send(job);
	}

	/** Keeps the outcome of an action for "Retry On Fail", and its keys for later executions. */
	private async actOnce(job: Job): Promise<INodeExecutionData[]> {
		const memoryKey = this.memoryKey(job);
		const known = this.memory?.get(memoryKey);
		if (known && 'items' in known) return known.items;
		if (known) throw known.failure;

		const { claimed, parts } = await this.claim(job);
		const items = await this.send({ ...job, parts }).catch(async (error: unknown) => {
			const mayHaveWorked = error instanceof RequestFailure && error.details.reach === 'unknown';
			if (mayHaveWorked) this.memory?.set(memoryKey, { failure: error });
			else if (claimed.length > 0) await this.onceStore.release(claimed);
			throw error;
		});
		this.memory?.set(memoryKey, { items });
		return items;
	}

	/**
	 * Names the items, not what is sent: an expression such as $now gives another value when n8n runs the node again, and must not make a
	 * second call of it. As a tool the node works for a model, whose calls have no items of their own: there the content tells.
	 */
	private memoryKey({ itemIndexes, parts }: Job): string {
		const isTool = this.context.isToolExecution?.() === true;
		return JSON.stringify(isTool ? [itemIndexes, parts] : itemIndexes);
	}

	/** Records what this request will do, and takes out of it what an earlier execution did. */
	private async claim({ once, parts }: Job): Promise<{ claimed: string[]; parts: RequestParts }> {
		if (once?.within !== 'ever' || once.keys.length === 0) return { claimed: [], parts };
		const claimed = await this.onceStore.claim(once.keys);
		const done = once.keys.filter((key) => !claimed.includes(key));
		if (done.length === 0) return { claimed, parts };
		return {
			claimed,
			parts: once.without(new Map(done.map((key) => [key, 'It was done in an earlier execution']))),
		};
	}

	private address({ operation, params, parts }: Job) {
		return addressOf(operation, params, parts.endpoint);
	}

	private async request(job: Job): Promise<HttpRequest> {
		const { operation, params, parts, file, itemIndexes } = job;
		const extras = extrasOf(operation, params);
		const query = { ...parts.query, ...extras.query };
		const fields = { ...parts.body, ...extras.body };
		const body =
			parts.upload && file
				? await formWithFile(this.context, itemIndexes[0] ?? 0, parts.upload, file, fields)
				: Object.keys(fields).length > 0
					? fields
					: undefined;
		return { ...this.address(job), query, body, subject: operation.action };
	}

	private async send(job: Job): Promise<INodeExecutionData[]> {
		const { operation, params } = job;
		const { report, skip } = job.parts;
		if (skip) return [{ json: report ?? {} }];
		const simplify =
			operation.simplify && params.flag('simplify', true)
				? operation.simplify
				: (row: IDataObject) => row;
		const asItem = (row: IDataObject): INodeExecutionData => ({
			json: { ...simplify(row), ...report },
		});
		const request = await this.request(job);

		switch (operation.answer ?? 'object') {
			case 'list':
				return (await this.list(job, request)).map(asItem);
			case 'file':
				return [await this.file(job, { ...request, stream: true })];
			case 'objectOrFile':
				return await this.objectOrFile(job, { ...request, stream: true }, asItem);
			case 'deleted': {
				const said = await this.client.send(request, ({ body }) => readObject(body));
				return [{ json: Object.keys(said).length > 0 ? said : { deleted: true } }];
			}
			case 'object': {
				const answer = await this.client.send(request, ({ body }) => readObject(body));
				const linked = await this.linkedFile(job, answer);
				return [{ ...asItem(answer), ...linked }];
			}
		}
	}

	private async list(job: Job, request: HttpRequest): Promise<IDataObject[]> {
		const { operation, params } = job;
		const wanted = params.flag('returnAll') ? undefined : params.number('limit', 50, 1);
		return await readRows(
			async (limit, offset) =>
				await this.client.send(
					{ ...request, query: { limit, offset, ...request.query } },
					({ body }) => readPage(body),
				),
			{ wanted, rowId: operation.rowId },
		);
	}

	/** The file behind the link in an answer, if the user wants it. */
	private async linkedFile(
		job: Job,
		answer: IDataObject,
	): Promise<Pick<INodeExecutionData, 'binary'>> {
		const { operation, params } = job;
		if (!operation.linkedFile || !params.flag('downloadFile')) return {};
		const link = firstOf(answer, operation.linkedFile);
		if (typeof link !== 'string') {
			throw new RequestFailure(
				'The answer holds no link to a file',
				'Turn Download File off to see what the platform sent',
				{
					reach: 'answered',
					final: true,
				},
			);
		}
		const field = params.required('outputDataFieldName');
		const request: HttpRequest = {
			method: 'GET',
			path: link,
			stream: true,
			subject: operation.action,
		};
		const { binary } = await this.client.download(
			request,
			async (response) => await fileItem(this.context, response, field, this.fallbackName(job)),
		);
		return { binary };
	}

	private fallbackName({ operation, itemIndexes }: Job): string {
		return `${operation.value}-${(itemIndexes[0] ?? 0) + 1}`;
	}

	private async file(job: Job, request: HttpRequest): Promise<INodeExecutionData> {
		const field = job.params.required('outputDataFieldName');
		return await this.client.send(
			request,
			async (response) => await fileItem(this.context, response, field, this.fallbackName(job)),
		);
	}

	private async objectOrFile(
		job: Job,
		request: HttpRequest,
		asItem: (row: IDataObject) => INodeExecutionData,
	): Promise<INodeExecutionData[]> {
		const field = job.params.required('outputDataFieldName');
		return await this.client.send(request, async (response: IN8nHttpFullResponse) => {
			const isFile =
				!mimeTypeOf(response.headers['content-type']).includes('json') ||
				'content-disposition' in response.headers;
			if (isFile) return [await fileItem(this.context, response, field, this.fallbackName(job))];
			const body = jsonParse<unknown>(await textOf(response));
			return Array.isArray(body) ? body.filter(isObject).map(asItem) : [asItem(readObject(body))];
		});
	}
}
