import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { secretFor } from '../../../nodes/VoiceAgentFunctionTrigger/secret';
import { webhook } from '../../../nodes/VoiceAgentFunctionTrigger/webhook';

/*
 * One request of the platform, from what n8n gives the node to what the agent gets. The response of n8n is one in memory.
 */

const KEY = 'the key of the credential';
/** Secrets of this function, by the place where a request has it. */
const secrets: Record<string, string> = {};
const PARAMETERS: IDataObject = {
	functionName: 'check_slots',
	'functionParameters.parameters': [{ name: 'day', type: 'date', required: true }],
	respond: 'lastNode',
	'options.secretIn': 'header',
};
const VALUES = { day: '2026-03-02' };

class Response {
	/** The request, if its text is at hand. */
	req?: { rawBody: Buffer };
	statusCode = 200;
	headersSent = false;
	body?: unknown;
	readonly headers: Record<string, string> = {};
	removeHeader(): void {}
	setHeader(name: string, value: string): void {
		this.headers[name] = value;
	}
	/** A file, piece by piece. */
	write(): void {
		this.headersSent = true;
	}
	end(text = ''): void {
		this.headersSent = true;
		const isPage = this.headers['Content-Type']?.startsWith('text/html') === true;
		this.body = text === '' ? undefined : isPage ? text : JSON.parse(text);
	}
	on(): void {}
	/** What n8n does when the workflow has come to its end. */
	answer(status: number, body?: unknown): unknown {
		this.statusCode = status;
		this.end(JSON.stringify(body));
		return this.body;
	}
}

interface Request {
	body?: unknown;
	headers?: IDataObject;
	query?: IDataObject;
	parameters?: IDataObject;
	/** Of the credential; '' if it has none. */
	key?: string;
	mode?: string;
	node?: string;
	response?: Response;
	/** Which of the node's webhooks gets it. */
	webhook?: string;
}

let conversations = 0;
/** A question of a call that no other test has. */
const question = () => {
	conversations += 1;
	return { call_id: `call_${conversations}`, arguments: VALUES };
};

const identity = ({ node = 'node_1', key = KEY, mode = 'trigger' }: Request) => ({
	getNode: () => ({
		id: node,
		name: 'Function',
		type: 'x',
		credentials: { voiceAgentApi: { id: key } },
	}),
	getWorkflow: () => ({ id: 'workflow_1' }),
	getMode: () => mode,
	getCredentials: async () => ({ functionKey: key }),
});

const secretOf = async (
	place: 'header' | 'query',
	name: string,
	request: Request = {},
): Promise<string> =>
	await secretFor(
		identity(request) as unknown as IWebhookFunctions,
		{ in: place, name },
		request.mode === 'manual',
	);

beforeAll(async () => {
	for (const node of ['node_1', 'node_2']) {
		secrets[node] = await secretOf('header', 'X-Voice-Agent-Secret', { node });
	}
	secrets.query = await secretOf('query', 'token');
	secrets.own = await secretOf('header', 'X-Own');
	secrets.test = await secretOf('header', 'X-Voice-Agent-Secret', { mode: 'manual' });
});

/** @returns the item that starts the workflow, if one does, and the response */
async function ask({ body = question(), ...request }: Request = {}) {
	const { headers = { 'x-voice-agent-secret': secrets[request.node ?? 'node_1'] } } = request;
	const { query = {} } = request;
	const parameters = { ...PARAMETERS, ...request.parameters };
	const { response = new Response() } = request;
	const context = {
		...identity(request),
		getHeaderData: () => headers,
		getQueryData: () => query,
		getBodyData: () => body,
		getResponseObject: () => response,
		getWebhookName: () => request.webhook ?? 'default',
		getTimezone: () => 'Europe/Berlin',
		getWorkflowStaticData: () => ({}),
		getNodeParameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
	} as unknown as IWebhookFunctions;
	const { workflowData, noWebhookResponse } = await webhook.call(context);
	expect(noWebhookResponse === true).toBe(workflowData === undefined);
	return { item: workflowData?.[0]?.[0]?.json, response };
}

/** Asks the same again while nothing has come yet. */
async function askWhileWaiting(request: Request) {
	let isOver = false;
	const asked = ask(request).finally(() => (isOver = true));
	await new Promise(setImmediate);
	expect(isOver).toBe(false);
	return asked;
}

const register = { 'options.inEditor': 'register' };

describe('nobody but the platform starts the workflow', () => {
	const inAddress = { parameters: { 'options.secretIn': 'query' } };
	const own = { parameters: { 'options.headerName': 'X-Own' } };
	const ofTest = { mode: 'manual', parameters: register };
	const NOT_KNOWN = 'not_registered';
	const inQuery = (token?: string): Request => ({ headers: {}, query: { token } });
	const header = (secret: unknown): Request => ({
		headers: { 'x-voice-agent-secret': secret } as IDataObject,
	});

	test.each<[string, () => Request, refusal: string | undefined]>([
		['the secret in the header', () => ({}), undefined],
		['no secret', () => ({ headers: {} }), NOT_KNOWN],
		['another secret', () => header(`${secrets.node_1}x`), NOT_KNOWN],
		['the secret of another node', () => header(secrets.node_2), NOT_KNOWN],
		['the secret of a test', () => header(secrets.test), NOT_KNOWN],
		['the secret elsewhere', () => inQuery(secrets.node_1), NOT_KNOWN],
		['the secret twice', () => header([secrets.node_1, secrets.node_1]), NOT_KNOWN],
		['in the address', () => ({ ...inAddress, ...inQuery(secrets.query) }), undefined],
		['in the header only', () => inAddress, NOT_KNOWN],
		['in the named header', () => ({ ...own, headers: { 'x-own': secrets.own } }), undefined],
		['a credential without a key', () => ({ ...header(''), key: '' }), NOT_KNOWN],
		['a test in the editor', () => ({ mode: 'manual', headers: {} }), undefined],
		['a test with a function for it', () => ofTest, 'wrong_secret'],
		['a test with its secret', () => ({ ...ofTest, ...header(secrets.test) }), undefined],
	])('%s', async (_how, request, refusal) => {
		const { item, response } = await ask(request());
		expect(item === undefined).toBe(refusal !== undefined);
		// The platform cannot be asked here: the engine's tests do.
		const code = (response.body as IDataObject | undefined)?.code;
		expect([response.statusCode, code]).toEqual([refusal === undefined ? 200 : 401, refusal]);
	});
});

describe('a browser', () => {
	const open = async (request: Request = {}) => {
		const { item, response } = await ask({ headers: {}, webhook: 'setup', ...request });
		expect(item).toBeUndefined();
		return response;
	};

	test('gets a page with a ready question at the test URL, and starts nothing by that', async () => {
		const { statusCode, body, headers } = await open({ mode: 'manual' });
		expect(statusCode).toBe(200);
		expect(headers['Content-Security-Policy']).toMatch(/^sandbox allow-forms; default-src 'none'/);
		expect(body).toContain('<h1>check_slots</h1>');
		expect(body).toMatch(/<input name="day" type="date" value="\d{4}-\d{2}-\d{2}">/);
		expect(body).toContain('<form method="post" action="?page=1">');
	});

	test.each<[string, () => Request]>([
		['of a published workflow', () => ({})],
		['of a published workflow, with its secret', () => ({ headers: undefined })],
		['of a published workflow, as the page asks', () => ({ query: { page: '1' } })],
		['of a test function', () => ({ mode: 'manual', parameters: register })],
	])('gets no page at the address %s', async (_what, request) => {
		const { statusCode, body } = await open(request());
		expect([statusCode, body]).toEqual([404, { error: expect.stringContaining('test URL') }]);
	});

	test('asks with the form of the page, wherever the platform puts the values; what is wrong starts nothing', async () => {
		const asked = {
			mode: 'manual',
			headers: {},
			query: { page: '1' },
			parameters: { 'options.argumentsPath': 'message.arguments' },
		};
		const body = { ...VALUES, session_id: 'test_session', contact_number: '+12125550123' };
		const { item } = await ask({ ...asked, body });
		expect(item).toMatchObject({
			parameters: VALUES,
			session_id: 'test_session',
			caller_number: '+12125550123',
		});
		const { response } = await ask({ ...asked, body: { ...body, day: '' } });
		expect(response.body).toContain('<p>“I still need day.”</p>');
	});

	test('needs the secret for a question to a published workflow, also with the mark of the page', async () => {
		const asked = { headers: {}, query: { page: '1' }, body: VALUES };
		expect((await ask(asked)).response.statusCode).toBe(401);
		const test = await ask({ ...asked, mode: 'manual', parameters: register });
		expect(test.response.statusCode).toBe(401);
	});
});

describe('the item', () => {
	test('has the values, the call, and what was sent', async () => {
		const body = { ...question(), session_id: 's1', agent_id: 'a1', more: [1] };
		expect((await ask({ body })).item).toEqual({
			parameters: VALUES,
			call_id: body.call_id,
			session_id: 's1',
			agent_id: 'a1',
			caller_number: null,
			function_name: 'check_slots',
			received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
			body,
		});
	});

	test('never has the secret, although the platform sends the whole function along', async () => {
		const secret = secrets.node_1 ?? '';
		const sent = {
			...question(),
			arguments: { ...VALUES, note: `Bearer ${secret}` },
			function: { headers: { 'X-Voice-Agent-Secret': secret }, [secret]: 1 },
			url: `https://n8n.example.com/webhook/1?token=${secret}`,
		};
		const { item } = await ask({ body: sent });
		expect(item).toMatchObject({ parameters: VALUES });
		expect(JSON.stringify(item)).not.toContain(secret);
	});
});

describe('values that are missing or wrong start nothing, and are asked for', () => {
	test.each<[string, unknown, string]>([
		['no value', {}, 'I still need day.'],
		['a wrong one', { arguments: { day: 'soon' } }, 'must be a date'],
		['no object', '[1, 2]', 'holds no values that I can read'],
		['no object in a list', [], 'holds no values that I can read'],
		['several', [{ arguments: VALUES }, { arguments: VALUES }], 'several things'],
		['two sets', { arguments: VALUES, input: { day: '2026-03-03' } }, 'two different sets'],
	])('%s', async (_what, body, sentence) => {
		const { item, response } = await ask({ body });
		expect(item).toBeUndefined();
		expect(response).toMatchObject({
			statusCode: 200,
			body: { result: expect.stringContaining(sentence) },
		});
	});

	test('the sentence is in the field that the user has named, and is not remembered', async () => {
		const parameters = { 'options.resultFieldName': 'say' };
		const body = { call_id: 'call_sentence', arguments: {} };
		const { response } = await ask({ body, parameters });
		expect(response.body).toEqual({ say: 'I still need day.' });
		const { item } = await ask({ body: { ...body, arguments: VALUES }, parameters });
		expect(item).toBeDefined();
	});
});

describe('what the agent gets', () => {
	const IMMEDIATE = { respond: 'onReceived', immediateText: 'On my way' };
	const ERROR = { 'options.errorText': 'Please try later' };

	test.each<[string, Request, [number, unknown?], IDataObject]>([
		['the answer of the workflow', {}, [200, { free: 2 }], { result: { free: 2 } }],
		['that has the field', {}, [200, { result: 'yes' }], { result: 'yes' }],
		[
			'in the field that the user has named',
			{ parameters: { 'options.resultFieldName': 'say' } },
			[200, 'yes'],
			{ say: 'yes' },
		],
		['at once', { parameters: IMMEDIATE }, [200, { message: 'x' }], { result: 'On my way' }],
		[
			'of the operation Respond, as it is',
			{ parameters: { respond: 'responseNode' } },
			[200, { any: 1 }],
			{ any: 1 },
		],
		['a failure', { parameters: ERROR }, [500, { message: 'x' }], { result: 'Please try later' }],
		['that n8n refuses', { parameters: ERROR }, [429, 'x'], { result: 'Please try later' }],
		['no answer', { parameters: ERROR }, [200], { result: 'Please try later' }],
	])('%s', async (_what, request, [status, body], expected) => {
		const { response } = await ask(request);
		expect(response.answer(status, body)).toEqual(expected);
		expect(response.statusCode).toBe(200);
	});

	test('a usual text, if the answer is the question: nothing is behind the trigger, or a Wait node is', async () => {
		const { item, response } = await ask();
		expect(response.answer(200, item)).toEqual({ result: expect.stringMatching(/being done/) });
	});
});

describe('the same question again', () => {
	test('while the workflow runs and after it: nothing is started, and the answer is the same', async () => {
		const body = question();
		const { response: first } = await ask({ body });
		const second = askWhileWaiting({ body });
		await new Promise(setImmediate);
		first.answer(200, 'booked');
		const third = await ask({ body });
		for (const { item, response } of [await second, third]) {
			expect(item).toBeUndefined();
			expect(response).toMatchObject({ statusCode: 200, body: { result: 'booked' } });
		}
	});

	test.each<[string, (response: Response) => unknown]>([
		['failed', (response) => response.answer(500, { message: 'x' })],
		['was refused by n8n', (response) => response.answer(403, 'no')],
		['sent no answer', (response) => response.answer(200)],
		['sent a file', (response) => response.write()],
	])('after a workflow that %s starts it again: a failure is not remembered', async (_how, end) => {
		const body = question();
		const parameters = { 'options.errorText': 'Please try later' };
		const { response } = await ask({ body, parameters });
		const waiting = askWhileWaiting({ body, parameters });
		await new Promise(setImmediate);
		end(response);
		expect((await waiting).response.body).toEqual({ result: 'Please try later' });
		expect((await ask({ body, parameters })).item).toBeDefined();
	});

	test.each<[string, (body: IDataObject) => Request]>([
		['other values', (body) => ({ body: { ...body, arguments: { day: '2026-03-03' } } })],
		['another call', () => ({})],
		['another call of the session', (body) => ({ body: { ...body, session_id: 's1' } })],
		[
			'another caller',
			(body) => ({ body: { ...body, call: { customer_number: '+12125550123' } } }),
		],
		['another node', (body) => ({ body, node: 'node_2' })],
		['it is not wanted', (body) => ({ body, parameters: { 'options.repeatedSeconds': 0 } })],
		['a test in the editor', (body) => ({ body, mode: 'manual' })],
	])('%s: starts the workflow', async (_what, again) => {
		const body = question();
		(await ask({ body })).response.answer(200, 'booked');
		expect((await ask(again(body))).item).toBeDefined();
	});

	test('of a call that nobody can name starts the workflow each time', async () => {
		for (let time = 0; time < 2; time += 1) {
			const { item, response } = await ask({ body: { arguments: VALUES } });
			expect(item).toBeDefined();
			response.answer(200, 'booked');
		}
	});
});

describe('an ID that is sent as a number of 18 digits', () => {
	const askText = async (text: string, parameters: IDataObject = {}) => {
		const response = new Response();
		response.req = { rawBody: Buffer.from(text) };
		return await ask({ body: JSON.parse(text), parameters, response });
	};

	test('keeps its digits where the text of the request is at hand', async () => {
		const { item } = await askText(
			'{"call_id":123456789012345678,"arguments":{"day":"2026-03-02"}}',
		);
		const call = { call_id: '123456789012345678' };
		expect(item).toMatchObject({ ...call, body: call, parameters: VALUES });
	});

	test('is asked for where it is a parameter, also beside a text with a NUL', async () => {
		const parameters = {
			'functionParameters.parameters': [{ name: 'order', type: 'text', required: true }],
		};
		const { item, response } = await askText(
			'{"call_id":"c","note":"a\\u0000b","arguments":{"order":123456789012345678}}',
			parameters,
		);
		expect(item).toBeUndefined();
		expect(JSON.stringify(response.body)).toContain('digits were lost');
	});
});
