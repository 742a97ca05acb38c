import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { Operation, TaskRead } from '../../../../nodes/shared/operation';
import {
	json,
	networkError,
	operationOf,
	run,
	unauthorized,
} from '../../../support/fakeContext.mts';

type Answer = (number: number, options: IHttpRequestOptions) => unknown;

/** An operation that reads two endpoints. */
const reportOf = (report: (read: TaskRead) => Promise<IDataObject[]>): Operation =>
	operationOf({
		kind: 'task',
		endpoint: ['GET /things', 'GET /things/{id}', 'POST /things'],
		task: async ({ read }) => (await report(read)).map((json) => ({ json })),
	});

/** Retries would only make these tests slow. */
const parameters = { options: { maxRetries: 0 } };

const runReport = async (report: (read: TaskRead) => Promise<IDataObject[]>, answer: Answer) =>
	await run(reportOf(report), { parameters }, answer);

/** What a report sees of one answer. */
async function replyTo(answer: unknown): Promise<unknown> {
	let reply: unknown;
	const { error } = await runReport(
		async (read) => {
			reply = await read.attempt(async () => await read('GET /things'));
			return [];
		},
		() => {
			if (answer instanceof Error) throw answer;
			return answer;
		},
	);
	if (error) throw error;
	return reply;
}

test('a report reads several endpoints, and each of its rows is an item', async () => {
	const { items, urls, sent } = await runReport(
		async (read) => {
			const list = await read('GET /things', { query: { limit: 2 } });
			const one = await read('GET /things/{id}', { ids: { id: 'ü' } });
			return [list, one] as IDataObject[];
		},
		(number) => json(200, { number }),
	);
	expect(urls).toEqual(['/things', '/things/%C3%BC']);
	expect(sent.map(({ options }) => [options.method, options.qs])).toEqual([
		['GET', { limit: 2 }],
		['GET', {}],
	]);
	expect(items.map((item) => item.json)).toEqual([{ number: 0 }, { number: 1 }]);
});

const answer = (statusCode: number, type: string | undefined, body: string) => ({
	statusCode,
	headers: type === undefined ? {} : { 'content-type': type },
	body,
});

test.each([
	[
		json(403, { message: 'Ada Sample may not read this' }),
		{ status: 403, problem: 'status 403', outline: '{ message: text }', hasMessage: true },
	],
	[
		json(404, { detail: [{ loc: [], msg: 'No' }] }),
		{ status: 404, outline: '{ detail: [1 × { loc: [], msg: text }] }', hasMessage: true },
	],
	[
		json(422, { code: 7 }),
		{ status: 422, problem: 'status 422', outline: '{ code: number }', hasMessage: false },
	],
	[
		answer(500, 'text/html', '<h1>Error</h1>'),
		{ status: 500, outline: 'a web page', hasMessage: false },
	],
	[
		answer(400, 'text/plain', 'Ada Sample is wrong'),
		{ status: 400, outline: 'text', hasMessage: true },
	],
	[
		answer(400, undefined, '{"error":"Ada Sample"}'),
		{ status: 400, outline: '{ error: text }', hasMessage: true },
	],
	[
		answer(200, 'text/html', '<h1>Ada Sample</h1>'),
		{ status: 200, problem: 'The answer of the platform cannot be read', hasMessage: false },
	],
	[
		networkError('ECONNABORTED'),
		{ problem: 'The platform did not answer in time', hasMessage: false },
	],
])('an error is an answer: %#', async (answered, expected) => {
	const reply = await replyTo(answered);
	expect(reply).toMatchObject(expected);
	expect(JSON.stringify(reply)).not.toContain('Ada');
});

test.each([
	['a session that is not accepted', unauthorized(), /does not accept the login/],
	['a platform that is not there', networkError('ECONNREFUSED'), /cannot be reached/],
])('what would fail for every request ends the report: %s', async (_name, answered, message) => {
	await expect(replyTo(answered)).rejects.toThrow(message);
});

test.each([
	['GET /others', /does not name GET \/others/],
	['POST /things', /does not only read/],
])('a report cannot do more than read what the operation names: %s', async (endpoint, message) => {
	const asked = endpoint as 'GET /things';
	for (const report of [
		async (read: TaskRead) => [(await read(asked)) as IDataObject],
		async (read: TaskRead) => (await read.pages(asked, { entity: 'call' })(5, 0)).rows,
	]) {
		const { error, urls } = await runReport(report, () => json(200, {}));
		expect(String(error?.message)).toMatch(message);
		expect(urls).toEqual([]);
	}
});

test('a report ends when the execution is cancelled, and is no report of what could not be read', async () => {
	const cancel = new AbortController();
	const report = reportOf(async (read) => [
		{ reply: (await read.attempt(async () => await read('GET /things'))) as IDataObject },
	]);
	const { error, items } = await run(report, { parameters, signal: cancel.signal }, () => {
		cancel.abort();
		throw networkError('ECONNABORTED');
	});
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/cancelled/);
});

test.each([
	['a refusal with status 200', json(200, { success: false, message: 'Not now' }), /Not now/],
	['a page', json(200, '<html>Welcome</html>'), /cannot be read/],
])('%s is no change that a task has made', async (_what, answered, message) => {
	const operation = operationOf({
		kind: 'task',
		endpoint: ['PATCH /things'],
		task: async ({ write }) => {
			await write('PATCH /things', { body: { a: 1 }, entity: 'agent' });
			return [{ json: { changed: true } }];
		},
	});
	const { error, items } = await run(operation, { parameters }, () => answered);
	expect(items).toEqual([]);
	expect(error?.message).toMatch(message);
});

test('a deletion that the platform denies is none', async () => {
	const operation = operationOf({
		kind: 'task',
		endpoint: ['DELETE /things'],
		task: async ({ write }) => {
			await write('DELETE /things', { entity: 'agent' });
			return [{ json: { deleted: true } }];
		},
	});
	const of = async (body: IDataObject) =>
		await run(operation, { parameters }, () => json(200, body));
	expect((await of({ message: 'Deleted' })).items).toMatchObject([{ json: { deleted: true } }]);
	const { error, items } = await of({ deleted: false, message: 'Too late' });
	expect([items, error?.message]).toEqual([[], expect.stringContaining('Too late')]);
});

test('a task without rows of its own returns the input items, with their files', async () => {
	const operation = operationOf({
		kind: 'task',
		endpoint: 'GET /things',
		group: () => 'all',
		task: async () => undefined,
	});
	const binary = { data: { data: '', mimeType: 'text/csv' } };
	const input = [{ json: { a: 1 }, binary }, { json: { a: 2 } }];
	const { items } = await run(operation, { items: input }, () => undefined);
	expect(items).toEqual(input.map((item, index) => ({ ...item, pairedItem: { item: index } })));
});
