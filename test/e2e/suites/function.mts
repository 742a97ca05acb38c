import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rowsOf } from '../../../harness/n8n/executions.mts';
import { until } from '../../../harness/n8n/publishedWorkflow.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { isFull } from '../../scale.mts';
import {
	AskedWorkflow,
	FunctionWorld,
	HEADER,
	SLOW,
	TRIGGER,
	WITHIN_MS,
	workflowOf,
	type WorkflowOptions,
} from '../../support/functionWorld.mts';
import { textsOf } from './secret.mts';

const DAY = { day: '2026-03-02' };
/** What an agent is told if nothing behind the trigger answers. */
const USUAL = { result: 'Thank you. This is being done now.' };

export function functionSuite(world: () => TestN8n): void {
	const functions = new FunctionWorld(world);
	const publish = functions.publish.bind(functions);

	afterAll(async () => await functions.unpublishAll());

	/** The editor waits for a question. */
	async function listen({ workflow }: AskedWorkflow): Promise<void> {
		const { data } = await world().rest.post(`/workflows/${workflow.id}/run`, {
			triggerToStartFrom: { name: TRIGGER },
		});
		expect(data.data).toMatchObject({ waitingForWebhook: true });
	}

	test('a published workflow is a function of the agent; without the secret nobody starts it', async () => {
		const asked = await publish('e2e_last_node', {
			code: 'return [{ json: { free: ["10:00"], asked: $json } }]',
		});
		expect(asked.row.url).toMatch(/^http:\/\/localhost:\d+\/webhook\/.*\/voice-agent-function$/);
		expect(JSON.stringify(await asked.workflow.details())).not.toContain(functions.secrets.at(-1));

		for (const headers of [{}, { [HEADER]: 'wrong' }, { [HEADER]: '' }]) {
			const { status, data } = await asked.ask({ arguments: DAY }, headers);
			expect([status, data.code]).toEqual([401, 'wrong_secret']);
		}
		expect(await asked.workflow.counts()).toEqual({ over: 0, underWay: 0 });

		const body = {
			call: { session_id: 'session_0001', call_id: 'call_0001' },
			function: { name: 'e2e_last_node', arguments: JSON.stringify({ ...DAY, people: '3' }) },
			headers: asked.row.headers,
		};
		const { result: answer } = (await asked.answer(body)) as {
			result: { free: string[]; asked: Record<string, unknown> };
		};
		expect(answer).toEqual({
			free: ['10:00'],
			asked: {
				parameters: { day: '2026-03-02', people: 3 },
				call_id: 'call_0001',
				session_id: 'session_0001',
				agent_id: null,
				caller_number: null,
				function_name: 'e2e_last_node',
				received_at: expect.stringMatching(/^\d{4}-.*Z$/),
				body: { ...body, headers: { [HEADER]: '***' } },
			},
		});
		const [execution] = await asked.executions(1);
		expect(rowsOf(execution!, TRIGGER)).toEqual([answer.asked]);
	});

	test('values that are missing or wrong are asked for, and start nothing', async () => {
		const asked = await publish('e2e_checked');
		expect(await asked.answer({})).toEqual({ result: 'I still need day (The day).' });
		expect(await asked.workflow.counts()).toEqual({ over: 0, underWay: 0 });
	});

	test('Immediately: the agent gets a text while the workflow still works', async () => {
		// The workflow waits for this server, which waits for the answer.
		let release = () => undefined as unknown;
		const server = createServer((_request, response) => (release = () => response.end('{}')));
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		const asked = await publish('e2e_immediately', {
			parameters: { respond: 'onReceived', immediateText: 'I will call you back.' },
			request: `http://127.0.0.1:${port}/`,
		});
		const reached = once(server, 'request');
		expect(await asked.answer({ args: DAY })).toEqual({ result: 'I will call you back.' });
		await reached;
		expect(await asked.workflow.counts()).toEqual({ over: 0, underWay: 1 });
		release();
		const [execution] = await asked.executions(1);
		expect(execution?.status).toBe('success');
		server.close();
	});

	test.each<[kind: string, respond: Record<string, unknown>, answer: object]>([
		[
			'text',
			{ respondWith: 'text', responseText: '={{ $json.parameters.day }} is free' },
			{ output: '2026-03-02 is free' },
		],
		[
			'data',
			{ respondWith: 'json', responseJson: '={{ { free: [$json.parameters.day] } }}' },
			{ output: { free: ['2026-03-02'] } },
		],
		[
			'error',
			{ respondWith: 'error', responseError: 'Nothing is free' },
			{ output: 'Nothing is free' },
		],
	])('Using Respond Operation: %s, and the items continue', async (kind, respond, answer) => {
		const options = { resultFieldName: 'output', secretIn: 'header' };
		const parameters = { respond: 'responseNode', options };
		const asked = await publish(`e2e_respond_${kind}`, { parameters, respond });
		expect(await asked.answer({ input: DAY })).toEqual(answer);
		const [execution] = await asked.executions(1);
		expect(rowsOf(execution!, 'End')).toEqual(rowsOf(execution!, TRIGGER));
	});

	test.each<[how: string, options: WorkflowOptions]>([
		['failing', { code: 'throw new Error("secret details")' }],
		[
			'silent',
			{
				parameters: { respond: 'responseNode' },
				respond: { respondWith: 'text', responseText: 'It is never reached' },
				code: 'return []',
			},
		],
		['empty', { code: 'return []' }],
	])(
		'a workflow that fails, or sends no answer, is a sentence for the agent: %s',
		async (how, { parameters, ...options }) => {
			const asked = await publish(`e2e_${how}`, {
				parameters: { ...parameters, options: { errorText: 'The calendar does not answer.' } },
				...options,
			});
			expect(await asked.answer(DAY)).toEqual({ result: 'The calendar does not answer.' });
		},
	);

	test('a repeated question gets the same answer, and starts nothing', async () => {
		const asked = await publish('e2e_repeated', { code: SLOW });
		const answer = { result: { free: ['10:00', '11:30'], ...DAY } };
		const question = { session_id: 's1', arguments: DAY };
		const both = await Promise.all([
			asked.answer(question),
			asked.answer({ sessionId: 's1', args: JSON.stringify(DAY) }),
		]);
		expect([...both, await asked.answer(question)]).toEqual([answer, answer, answer]);
		await asked.executions(1);
		// Another one asks; and of two, nobody knows who they are.
		const others = [{ session_id: 's2', arguments: DAY }, { arguments: DAY }, { arguments: DAY }];
		const answers = await Promise.all(others.map(async (body) => await asked.answer(body)));
		expect(answers).toEqual([answer, answer, answer]);
		await asked.executions(4);
	});

	test('a workflow that is not published any more is no function, and its address is closed', async () => {
		const asked = await publish('e2e_closed');
		await asked.workflow.unpublish();
		await functions.untilRegistered('e2e_closed', false);
		expect((await asked.ask(DAY)).status).toBe(404);
		await asked.workflow.publish();
		await functions.untilRegistered('e2e_closed');
	});

	test('a browser asks with a page while the editor listens, at the test URL and nowhere else', async () => {
		const asked = await publish('e2e_page', {
			code: 'return [{ json: { asked: $json.parameters, session: $json.session_id } }]',
		});
		const { rest } = world();
		const { pathname } = new URL(asked.row.url);
		const at = (path: string) => new URL(path, rest.defaults.baseURL);
		const test = pathname.replace('/webhook/', '/webhook-test/');
		expect((await fetch(at(test))).status).toBe(404);
		await listen(asked);
		const production = await fetch(at(pathname));
		expect([production.status, await production.json()]).toEqual([
			404,
			{ error: expect.stringContaining('only at the test URL') },
		]);
		expect((await asked.ask(DAY, {})).status).toBe(401);

		const opened = await fetch(at(test));
		expect(opened.headers.get('Content-Security-Policy')).toMatch(/^sandbox allow-forms;/);
		const page = await opened.text();
		const fields = [...page.matchAll(/name="(\w+)"[^>]* value="([^"]*)"/g)];
		const form = Object.fromEntries(fields.map(([, name, value]) => [name, value]));
		const ask = async (body: Record<string, string>) => {
			const answer = await fetch(at(`${test}?page=1`), {
				method: 'POST',
				body: new URLSearchParams(body),
			});
			return await answer.text();
		};
		// A question that starts nothing leaves the editor listening.
		expect(await ask({ ...form, day: 'soon' })).toMatch(/<p>“[^<]*must be a date[^<]*”<\/p>/);
		const [, shown = ''] = /<pre>(.*?)<\/pre>/s.exec(await ask(form)) ?? [];
		expect(JSON.parse(shown.replaceAll('&#34;', '"'))).toEqual({
			result: { asked: { day: form.day, people: 1 }, session: 'test_session' },
		});
		expect((await fetch(at(test))).status).toBe(404);
		expect((await asked.ask(DAY)).status).toBe(200);
	});

	if (isFull) {
		test('Respond finds its trigger, whatever that is called', async () => {
			const asked = await publish('e2e_strange_name', {
				triggerName: 'Wenn "er" fragt }} .caller $(\'x\') \\ 📞',
				parameters: { respond: 'responseNode' },
				respond: { respondWith: 'text', responseText: 'Yes' },
			});
			expect(await asked.answer(DAY)).toEqual({ result: 'Yes' });
		});

		test('the agent that gives up and asks again gets the answer of its first question', async () => {
			const asked = await publish('e2e_impatient', { code: SLOW });
			const body = { session_id: 's1', arguments: DAY };
			await expect(asked.ask(body, undefined, 500)).rejects.toThrow('timeout');
			expect(await asked.answer(body)).toEqual({ result: { free: ['10:00', '11:30'], ...DAY } });
			expect(await asked.answer(body)).toEqual({ result: { free: ['10:00', '11:30'], ...DAY } });
			await asked.executions(1);
		});

		test('a test in the editor has a function of its own, with a secret of its own', async () => {
			const asked = await publish('e2e_editor', {
				parameters: { options: { inEditor: 'register', secretIn: 'header' } },
			});
			const before = await asked.workflow.details();
			await listen(asked);
			const row = (await functions.functionOf('e2e_editor_test'))!;
			const test = new AskedWorkflow(functions, asked.workflow, row);
			expect((await test.ask(DAY, asked.row.headers)).status).toBe(401);
			functions.secrets.push(row.headers[HEADER] ?? '');
			expect(await test.answer(DAY)).toEqual(USUAL);
			// The published function is as it was.
			await functions.untilRegistered('e2e_editor_test', false);
			expect(await functions.functionOf('e2e_editor')).toEqual(asked.row);
			expect((await asked.workflow.details()).staticData).toEqual(before.staticData);
			expect(await asked.answer(DAY)).toEqual(USUAL);
		});

		test('a name that is taken stops the publication, and the editor says what to do', async () => {
			await publish('e2e_taken');
			const before = await functions.functions();
			const workflow = await functions.create(workflowOf('e2e_taken', {}));
			await workflow.publish().catch(() => undefined);
			const status = async () => {
				const { data } = await world().rest.get(`/workflows/${workflow.id}/publication-status`);
				return JSON.stringify(data.data);
			};
			const says = 'The agent already has a function';
			expect(await until(async () => (await status()).includes(says), WITHIN_MS)).toBe(true);
			expect(await status()).toContain("Enter another 'Function Name'");
			expect(await functions.functions()).toEqual(before);
		});
	}

	test('no secret of a function can be found: executions, static data, logs, files', () => {
		const { secrets } = functions;
		expect(secrets.length).toBeGreaterThan(5);
		expect(secrets.every((secret) => secret.length === 43)).toBe(true);
		const texts = textsOf(world().n8n).map(([, text]) => text);
		expect(texts[0]).toContain('functionId');
		const found = secrets.filter((secret) => texts.some((text) => text.includes(secret)));
		expect(found).toEqual([]);
	});
}
