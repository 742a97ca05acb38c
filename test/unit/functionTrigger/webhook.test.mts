import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { hashOf } from '../../../nodes/VoiceAgentFunctionTrigger/secret';
import { webhook } from '../../../nodes/VoiceAgentFunctionTrigger/webhook';

/*
 * One request of the platform, from what n8n gives the node to what the agent gets. The response of n8n is one in memory.
 */

const SECRET = 'the-secret-of-this-function';
const REGISTERED: IDataObject = { registration: { secretHash: hashOf(SECRET) } };
const PARAMETERS: IDataObject = {
	functionName: 'check_slots',
	'functionParameters.parameters': [{ name: 'day', type: 'date', required: true }],
	respond: 'lastNode',
	'options.secretIn': 'header',
};
const VALUES = { day: '2026-03-02' };

class Response {
	statusCode = 200;
	headersSent = false;
	body?: unknown;
	private readonly closed: Array<() => void> = [];
	removeHeader(): void {}
	setHeader(): void {}
	/** A file, piece by piece. */
	write(): void {
		this.headersSent = true;
	}
	end(text = ''): void {
		this.headersSent = true;
		this.body = text === '' ? undefined : JSON.parse(text);
	}
	on(_event: string, listener: () => void): void {
		this.closed.push(listener);
	}
	/** Who asked does not wait any more. */
	close(): void {
		this.closed.forEach((listener) => listener());
	}
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
	data?: IDataObject;
	mode?: string;
	behind?: Array<{ disabled?: boolean }>;
	node?: string;
	response?: Response;
}

let conversations = 0;
/** A question of a call that no other test has. */
const question = () => {
	conversations += 1;
	return { call_id: `call_${conversations}`, arguments: VALUES };
};

/** @returns the item that starts the workflow, if one does, and the response */
async function ask({ body = question(), ...request }: Request = {}) {
	const { headers = { 'x-voice-agent-secret': SECRET }, query = {}, mode = 'trigger' } = request;
	const parameters = { ...PARAMETERS, ...request.parameters };
	const { response = new Response() } = request;
	const context = {
		getNode: () => ({ id: request.node ?? 'node_1', name: 'Function', type: 'x' }),
		getWorkflow: () => ({ id: 'workflow_1' }),
		getMode: () => mode,
		getHeaderData: () => headers,
		getQueryData: () => query,
		getBodyData: () => body,
		getResponseObject: () => response,
		getChildNodes: () => request.behind ?? [{}],
		getWorkflowStaticData: () => request.data ?? REGISTERED,
		getNodeParameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
	} as unknown as IWebhookFunctions;
	const { workflowData, noWebhookResponse } = await webhook.call(context);
	expect(noWebhookResponse === true).toBe(workflowData === undefined);
	return { item: workflowData?.[0]?.[0]?.json, response };
}

/** Asks the same again while nothing has come yet. */
function askWhileWaiting(request: Request) {
	let isOver = false;
	const asked = ask(request).finally(() => (isOver = true));
	return { asked, isOver: () => isOver };
}

describe('nobody but the platform starts the workflow', () => {
	const inAddress = { 'options.secretIn': 'query' };

	test.each<[string, Request, boolean]>([
		['the secret in the header', {}, true],
		['no secret', { headers: {} }, false],
		['another secret', { headers: { 'x-voice-agent-secret': `${SECRET}x` } }, false],
		['the secret at another place', { headers: {}, query: { token: SECRET } }, false],
		['the secret twice', { headers: { 'x-voice-agent-secret': [SECRET, SECRET] } }, false],
		['in the address', { parameters: inAddress, headers: {}, query: { token: SECRET } }, true],
		['in the header only', { parameters: inAddress }, false],
		[
			'in the header that the user has named',
			{ parameters: { 'options.headerName': 'X-Own' }, headers: { 'x-own': SECRET } },
			true,
		],
	])('%s', async (_how, request, starts) => {
		const { item, response } = await ask(request);
		expect(item !== undefined).toBe(starts);
		if (!starts) {
			expect(response).toMatchObject({ statusCode: 401, body: { code: 'wrong_secret' } });
		}
	});

	test.each<[string, Request, boolean]>([
		['is not published', { data: {} }, false],
		['has no secret for a test only', { data: { ...REGISTERED, test: {} } }, true],
		['is tested, without a function for it', { data: { test: {} }, mode: 'manual' }, true],
		[
			'is tested, with a function for it',
			{ data: { ...REGISTERED, test: { secretHash: hashOf('other') } }, mode: 'manual' },
			false,
		],
	])('a workflow that %s', async (_how, request, starts) => {
		const { item, response } = await ask(request);
		expect(item !== undefined).toBe(starts);
		const code = request.data?.registration ? 'wrong_secret' : 'not_registered';
		if (!starts) expect(response).toMatchObject({ statusCode: 401, body: { code } });
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
		const sent = {
			...question(),
			arguments: { ...VALUES, note: `Bearer ${SECRET}` },
			function: { headers: { 'X-Voice-Agent-Secret': SECRET }, [SECRET]: 1 },
			url: `https://n8n.example.com/webhook/1?token=${SECRET}`,
		};
		const { item } = await ask({ body: sent });
		expect(item).toMatchObject({ parameters: VALUES });
		expect(JSON.stringify(item)).not.toContain(SECRET);
	});
});

describe('values that are missing or wrong start nothing, and are asked for', () => {
	test.each<[string, unknown, string]>([
		['no value', {}, 'I still need day.'],
		['a wrong one', { arguments: { day: 'soon' } }, 'must be a date'],
		['no object', '[1, 2]', 'holds no values that I can read'],
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
		['with its status', {}, [404, 'none'], { result: 'none' }],
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
		['no answer', { parameters: ERROR }, [200], { result: 'Please try later' }],
	])('%s', async (_what, request, [status, body], expected) => {
		const { response } = await ask(request);
		expect(response.answer(status, body)).toEqual(expected);
		const isFailure = status >= 500 || body === undefined;
		expect(response.statusCode).toBe(isFailure ? 200 : status);
	});

	test.each([[[]], [[{ disabled: true }]]])(
		'a usual text, if nothing is behind the trigger that could answer: %j',
		async (behind) => {
			const { response } = await ask({ behind });
			expect(response.answer(200, { parameters: VALUES })).toEqual({
				result: expect.stringMatching(/\w/),
			});
			expect(JSON.stringify(response.body)).not.toContain('parameters');
		},
	);
});

describe('the same question again', () => {
	test('while the workflow runs and after it: nothing is started, and the answer is the same', async () => {
		const body = question();
		const { response: first } = await ask({ body });
		const second = askWhileWaiting({ body });
		await new Promise(setImmediate);
		expect(second.isOver()).toBe(false);
		first.answer(200, 'booked');
		const third = await ask({ body });
		for (const { item, response } of [await second.asked, third]) {
			expect(item).toBeUndefined();
			expect(response).toMatchObject({ statusCode: 200, body: { result: 'booked' } });
		}
	});

	test.each<[string, (response: Response) => unknown]>([
		['failed', (response) => response.answer(500, { message: 'x' })],
		['sent no answer', (response) => response.answer(200)],
		['sent a file', (response) => response.write()],
	])('after a workflow that %s starts it again: a failure is not remembered', async (_how, end) => {
		const body = question();
		const parameters = { 'options.errorText': 'Please try later' };
		const { response } = await ask({ body, parameters });
		const waiting = askWhileWaiting({ body, parameters });
		end(response);
		expect((await waiting.asked).response.body).toEqual({ result: 'Please try later' });
		expect((await ask({ body, parameters })).item).toBeDefined();
	});

	test('an answer with a status below 500 is no failure: a second booking is none', async () => {
		const body = question();
		(await ask({ body })).response.answer(409, 'taken');
		expect((await ask({ body })).response).toMatchObject({
			statusCode: 409,
			body: { result: 'taken' },
		});
	});

	test('of one who has hung up: the others get their answer', async () => {
		const body = question();
		const { response: first } = await ask({ body });
		const gone = new Response();
		const left = askWhileWaiting({ body, response: gone });
		const stays = askWhileWaiting({ body });
		gone.close();
		expect((await left.asked).item).toBeUndefined();
		first.answer(200, 'booked');
		expect((await stays.asked).response.body).toEqual({ result: 'booked' });
	});

	test.each<[string, (body: IDataObject) => Request]>([
		['other values', (body) => ({ body: { ...body, arguments: { day: '2026-03-03' } } })],
		['another call', () => ({})],
		['another node', (body) => ({ body, node: 'node_2' })],
		['it is not wanted', (body) => ({ body, parameters: { 'options.repeatedSeconds': 0 } })],
		['a test in the editor', (body) => ({ body, mode: 'manual', data: { test: {} } })],
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

	test('with fields in another order is the same question', async () => {
		const parameters = {
			'functionParameters.parameters': [
				{ name: 'day', type: 'date' },
				{ name: 'people', type: 'integer' },
			],
		};
		const { call_id } = question();
		const first = { call_id, arguments: { day: '2026-03-02', people: 2 } };
		const again = { arguments: { people: 2, day: '2026-03-02' }, call_id };
		(await ask({ body: first, parameters })).response.answer(200, 'booked');
		expect((await ask({ body: again, parameters })).item).toBeUndefined();
	});

	test('is known by the session too, where the platform tells it', async () => {
		const body = { session_id: 'session_own', arguments: VALUES };
		(await ask({ body })).response.answer(200, 'booked');
		expect((await ask({ body: { ...body, call_id: 'later' } })).item).toBeUndefined();
	});
});

test('a parameter that is not valid is an error with what to do', async () => {
	const parameters = { 'options.headerName': 'not a header' };
	await expect(ask({ parameters })).rejects.toThrow('\'Header Name\' "not a header" is not valid');
});
