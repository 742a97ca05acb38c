import type { IExecuteFunctions } from 'n8n-workflow';
import type { Client, HttpRequest } from '../../http';
import { formWithFile } from '../../http';
import type { Job } from '../job';
import { fileItems } from './fileItems';
import { listItems } from './listItems';
import { taskItems } from './taskItems';
import type { Answered } from './thingItems';
import { thingItems } from './thingItems';

/* Folder `answers`: sends a job's request and makes items of the answer: of a thing, a list, a file or a task. */
export { rowOfAnswer } from './thingItems';

/** @throws Error of n8n's own helpers for a file that cannot be read. Nothing was sent then */
async function bodyOf(
	context: IExecuteFunctions,
	{ itemIndexes, draft: { body, file } }: Job,
): Promise<HttpRequest['body']> {
	if (!file) return Object.keys(body).length > 0 ? body : undefined;
	return await formWithFile(context, itemIndexes[0] ?? 0, file.upload, file.content, body);
}

/**
 * Sends a request, and makes items of its answer. @param parallel how many requests one list may have under way
 * @param onStart called before each attempt to send; what it throws ends the request
 * @throws RequestFailure, or an Error of n8n's own helpers
 */
export async function answeredItems(
	context: IExecuteFunctions,
	client: Client,
	job: Job,
	parallel: number,
	onStart: () => void,
): Promise<Answered> {
	const { operation, draft, list } = job;
	if (operation.kind === 'task') return { items: await taskItems(context, client, job, operation) };
	const { method, path, query } = draft;
	const body = await bodyOf(context, job);
	const { action: subject, notFound } = operation;
	const request = { method, path, query, body, subject, notFound, onStart };
	if (list) return { items: await listItems(context, client, job, list, request, parallel) };
	if (operation.kind === 'file')
		return { items: await fileItems(context, client, job, operation, request) };
	return await thingItems(client, job, request);
}
