import { setTimeout as wait } from 'node:timers/promises';
import type { AxiosInstance } from 'axios';
import { type Answer, LocalServer, type Seen } from '../support/localServer.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { signIn } from './client.mts';

/*
 * Agents ask custom functions while they speak: real requests to a real server on loopback.
 */

/** What the server replies with, and after how many milliseconds. */
type Reply = Answer & { afterMs?: number };

const receivedOf = ({ method, path, body }: Seen) => ({ method, path, json: JSON.parse(body) });

/** A webhook on this computer, as somebody has whose agent asks functions. */
class FunctionServer extends LocalServer {
	/** The reply to each request. */
	reply: () => Reply = () => ({});

	constructor() {
		super(async () => {
			const { afterMs = 0, ...answer } = this.reply();
			await wait(afterMs, undefined, { ref: false });
			return { body: { result: 'Yes' }, ...answer };
		});
	}

	get received() {
		return this.journal.map(receivedOf);
	}

	override get url(): string {
		return `${this.origin}/webhook/ask`;
	}

	reset(): void {
		this.journal.length = 0;
		this.reply = () => ({});
	}
}

const sandbox = useSandbox({ clock: 'manual', resetEachTest: true });
let server: FunctionServer;
let client: AxiosInstance;
beforeAll(async () => {
	server = await new FunctionServer().start();
});
beforeEach(async () => {
	server.reset();
	client = await signIn(sandbox);
});
afterAll(async () => await server.stop());

type Row = Record<string, unknown>;
const FUNCTIONS = '/agents/agent_0001/custom-functions/';
const SECRET = 'a-secret-of-the-function';
const parameters = {
	type: 'object',
	properties: { order_number: { type: 'string', examples: ['A-1001'] } },
};

const advance = (advanceSeconds: number) => sandbox.api.post('/clock', { advanceSeconds });
const questions = async (): Promise<Row[]> => (await sandbox.api.get('/questions')).data;

async function createFunction(fields: object = {}): Promise<Row> {
	const { data, status } = await client.post(FUNCTIONS, {
		name: 'find_order',
		description: 'Where is my order',
		url: server.url,
		parameters,
		...fields,
	});
	expect(status).toBe(201);
	return data;
}

/** Lets the agent ask now. */
async function ask(fields: object = {}) {
	return (await sandbox.api.post('/agents/agent_0001/ask', { function: 'find_order', ...fields }))
		.data;
}

/** A call that was answered, when nothing of it is left to happen. */
async function completedCall(fields: object = {}) {
	// This one is answered, by the seed.
	const body = { agent_id: 'agent_0001', to_number: '+12125550101', first_name: 'Zoë', ...fields };
	const { data: placed } = await client.post('/calls/make-call', body);
	await advance(600);
	const { data: call } = await client.get(`/calls/${placed.call_id}`);
	expect(call.status).toBe('completed');
	return call;
}

const texts = ({ transcript }: { transcript: Array<{ text: string }> }) =>
	transcript.map(({ text }) => text);

describe('in a call', () => {
	test('the agent asks, and the transcript shows question, request and answer', async () => {
		await createFunction();
		server.reply = () => ({ body: '{"result":"It comes on Tuesday."}' });
		const call = await completedCall();

		const { call_id, session_id, from_number, to_number } = call;
		const said = { name: 'find_order', arguments: { order_number: 'A-1001' } };
		const who = { agent_id: 'agent_0001', direction: 'outbound', from_number, to_number };
		const json = { ...said, ...who, call_id, session_id };
		expect(server.received).toMatchObject([{ method: 'POST', path: '/webhook/ask', json }]);
		expect(call.transcript).toContainEqual(
			expect.objectContaining({ role: 'agent', text: 'It comes on Tuesday.' }),
		);
		expect(await questions()).toMatchObject([
			{ status: 'answered', answer: 'It comes on Tuesday.', call_id, function: 'find_order' },
		]);
	});

	test('a call ends when the agent has heard; not before, and only once', async () => {
		await createFunction();
		let statusMeanwhile = '';
		server.reply = () => {
			void client.get('/calls').then(({ data }) => (statusMeanwhile = data.items[0].status));
			return { afterMs: 300 };
		};
		const before = (await sandbox.api.get('/state')).data.credits;
		const call = await completedCall();
		expect(statusMeanwhile).toBe('in_progress');
		expect((await sandbox.api.get('/state')).data.credits).toBe(before - call.credits);
	});

	test('a call that was ended by hand while the agent waited stays so', async () => {
		await createFunction();
		const placed = await client.post('/calls/make-call', {
			agent_id: 'agent_0001',
			to_number: '+12125550101',
		});
		const path = `/calls/${placed.data.call_id}`;
		server.reply = () => {
			void sandbox.api.put(path, { status: 'failed' });
			return { afterMs: 200 };
		};
		await advance(600);
		expect((await client.get(path)).data).toMatchObject({ status: 'failed', transcript: [] });
	});

	test.each<[string, object, Reply]>([
		['no reply in time', { functionPatienceSeconds: 0.1 }, { afterMs: 1000 }],
		['an error', {}, { status: 500, body: '{"result":"Nothing"}' }],
		['a redirect', {}, { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
		['another shape', {}, { body: '{"answer":"Yes"}' }],
		['null', {}, { body: 'null' }],
		['a text', {}, { body: 'Yes' }],
		['an empty reply', {}, { body: '' }],
	])('%s: the agent apologizes', async (_what, clock, reply) => {
		await createFunction();
		await sandbox.api.post('/clock', clock);
		server.reply = () => reply;
		const call = await completedCall();
		expect(texts(call)).toContain('I am sorry, I cannot find that out right now.');
		const [{ status, answer, reason }] = await questions();
		expect(['timeout', 'failed']).toContain(status);
		expect(answer).toBeNull();
		expect(reason).toEqual(expect.any(String));
		expect(server.received).toHaveLength(1);
	});

	test('a function whose server is gone does not stop the call', async () => {
		const gone = await new FunctionServer().start();
		await createFunction({ url: gone.url });
		await gone.stop();
		const call = await completedCall();
		expect(texts(call)).toContain('I am sorry, I cannot find that out right now.');
		expect(await questions()).toMatchObject([{ status: 'unreachable', reason: 'ECONNREFUSED' }]);
	});

	test.each([
		{ url: 'https://example.com/hook' },
		{ url: 'https://127.0.0.1.example.com/' },
		{ url: 'https://127.0.0.1@example.com/' },
		{ url: 'https://0.0.0.0/' },
		{ url: 'https://10.0.0.1/' },
		{ url: 'https://[' },
		{ method: 'GET' },
	])(
		'nobody is asked who is not on loopback, nor with another method than POST: %j',
		async (one) => {
			await createFunction(one);
			await completedCall();
			expect(await ask()).toMatchObject({ status: 'refused', answer: null });
			expect((await questions()).map(({ status }) => status)).toEqual(['refused']);
		},
	);

	test('a voicemail, and a call that nobody answers, ask nothing', async () => {
		await createFunction();
		for (let last = 0; last < 40; last++)
			await client.post('/calls/make-call', {
				agent_id: 'agent_0001',
				to_number: `+121255501${String(last).padStart(2, '0')}`,
			});
		await advance(600);
		const { data } = await client.get('/calls?limit=100');
		const completed = data.items.filter(({ status }: Row) => status === 'completed');
		expect(completed.length).toBeLessThan(40);
		expect((await questions()).map(({ call_id }) => call_id).sort()).toEqual(
			completed.map(({ call_id }: Row) => call_id).sort(),
		);
		expect(server.received).toHaveLength(completed.length);
	});
});

describe('asked now', () => {
	beforeEach(async () => void (await createFunction()));

	test('the control API shows what was sent and heard', async () => {
		server.reply = () => ({ body: '{"result":{"free":true}}', afterMs: 60 });
		const heard = await ask({ arguments: { order_number: 7 }, caller: '+12125550177' });
		const [{ json }] = server.received;
		expect(heard).toMatchObject({
			...{ status: 'answered', answer: '{"free":true}', http_status: 200 },
			sent: { url: server.url, content: json },
		});
		expect(json).toMatchObject({ direction: 'inbound', from_number: '+12125550177' });
		expect(await questions()).toEqual([heard]);
		await sandbox.api.delete('/questions');
		expect(await questions()).toEqual([]);
	});

	test('a reset breaks off what waits, and nothing of it is left', async () => {
		server.reply = () => ({ afterMs: 1000 });
		const waiting = sandbox.api
			.post('/agents/agent_0001/ask', { function: 'find_order' }, { validateStatus: () => true })
			.then(({ status }) => status);
		while (server.received.length === 0) await new Promise((done) => setTimeout(done, 5));
		expect(await questions()).toMatchObject([{ status: 'waiting', answer: null }]);
		await sandbox.reset();
		expect(await waiting).toBe(409);
		expect(await questions()).toEqual([]);
	});

	test('secrets of a function are in no list and on no page', async () => {
		await createFunction({
			name: 'with_secret',
			url: `${server.url}?token=${SECRET}`,
			headers: { 'x-token': SECRET },
		});
		const heard = await ask({ function: 'with_secret' });
		expect(server.received[0]!.path).toContain(`token=${SECRET}`);
		expect((await sandbox.api.get('/')).data).toContain('<td>with_secret</td>');
		for (const path of ['/questions', '/requests', '/', '/state', '/violations']) {
			const { data } = await sandbox.api.get(path);
			expect(JSON.stringify(data)).not.toContain(SECRET);
		}
		expect(JSON.stringify(heard)).not.toContain(SECRET);
	});
});
