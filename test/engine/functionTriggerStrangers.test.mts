import type { IDataObject } from 'n8n-workflow';
import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { StoredCredential, type WebhookTrigger } from '../../harness/n8n/engine.mts';
import { functionTrigger, statusOf } from '../support/functionTrigger.mts';
import { type Answer, JsonServer } from '../support/localServer.mts';
import { locator, runner } from '../support/nodes.mts';

/*
 * Platforms that do what the API document allows, and the sandbox does not: the answer to a creation has no ID, addresses and headers are not
 * shown, two functions may have one name, and errors repeat what was sent.
 */

interface Manner {
	/** What the list and the details show of a function. */
	shown?: (row: IDataObject) => IDataObject;
	/** The answer to a creation, which has worked. */
	created?: (row: IDataObject) => Answer;
	/** The answer to a creation, which has not worked. */
	refused?: (body: IDataObject) => Answer;
	/** The whole list. */
	list?: () => Answer;
}

let rows: IDataObject[] = [];
/** Functions that are gone, and that the list still shows. */
let late: IDataObject[] = [];
let made = 0;
let manner: Manner = {};
let secrets: string[] = [];
const requests: string[] = [];
let webhook: (path: string) => Answer = () => ({ status: 404, body: {} });

const shown = (row: IDataObject) => (manner.shown ?? ((same: IDataObject) => same))(row);
const rowAt = (id?: string) => rows.find((row) => row.id === id);
const noteSecret = ({ headers }: IDataObject) =>
	secrets.push(...Object.values((headers ?? {}) as Record<string, string>));

function create(body: IDataObject): Answer {
	noteSecret(body);
	if (manner.refused) return manner.refused(body);
	made += 1;
	const row = { id: `f${made}`, ...body };
	rows.push(row);
	return manner.created?.(row) ?? { status: 201, body: shown(row) };
}

function change(row: IDataObject, body: IDataObject): Answer {
	noteSecret(body);
	Object.assign(row, body);
	return { body: shown(row) };
}

function answer(method: string, path: string, body: IDataObject): Answer {
	requests.push(`${method} ${path}`);
	if (path.includes('/auth/login')) return { body: { access_token: 'token-of-the-test' } };
	if (path.startsWith('/webhook/')) return webhook(path);
	const id = /custom-functions\/(\w+)/.exec(path)?.[1];
	if (id === undefined && method === 'POST') return create(body);
	if (id === undefined) return manner.list?.() ?? { body: [...late, ...rows].map(shown) };
	const row = rowAt(id);
	if (!row) return { status: 404, body: { message: 'Not found' } };
	if (method === 'PUT') return change(row, body);
	if (method === 'DELETE') rows = rows.filter((other) => other !== row);
	return { body: method === 'DELETE' ? { message: 'ok' } : shown(row) };
}

class Stranger extends JsonServer {
	protected override answer(method: string, address: string, body: IDataObject): Answer {
		return answer(method, new URL(address, this.origin).pathname.replace('/api/v1', ''), body);
	}
}

const server = new Stranger();
beforeAll(async () => {
	await server.start();
});

afterAll(async () => await server.stop());

beforeEach(() => {
	rows = [];
	late = [];
	secrets = [];
	manner = {};
	webhook = () => ({ status: 404, body: {} });
});

const credential = () =>
	new StoredCredential(new VoiceAgentApi(), {
		baseUrl: server.url,
		email: 'owner@example.com',
		password: 'a-long-password',
		mfa: 'none',
	});

/** @param workflowId of a test whose refused requests no other test may have met */
const trigger = (parameters: IDataObject = {}, workflowId?: string) =>
	functionTrigger(credential(), parameters, { workflowId });

const without = (row: IDataObject, ...names: string[]) =>
	Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

const MANNERS: Array<[string, Manner]> = [
	['as usual', {}],
	['no ID in the answer', { created: () => ({ body: { success: true } }) }],
	['an empty answer', { created: () => ({ body: '' }) }],
	['status 500 after it was created', { created: () => ({ status: 500, body: {} }) }],
	['status 409 after it was created', { created: () => ({ status: 409, body: {} }) }],
	['no address is shown', { shown: (row) => without(row, 'url', 'headers') }],
	[
		'no address is shown, and no ID in the answer',
		{ shown: (row) => without(row, 'url', 'headers'), created: () => ({ body: { ok: true } }) },
	],
	[
		'headers are hidden by ***',
		{ shown: (row) => ({ ...row, headers: { 'X-Voice-Agent-Secret': '***' } }) },
	],
	[
		'other names',
		{
			shown: ({ id, name, url }) => ({ functionId: id, functionName: name, webhookUrl: url }),
		},
	],
	[
		'a name of the address that nobody knows, and only in the detail',
		{
			shown: ({ id, name, url }) => ({ id, name, target: { callback: url } }),
		},
	],
	['an envelope', { created: (row) => ({ body: { data: { custom_function: row } } }) }],
];

test.each(MANNERS)(
	'%s: one function, with the right secret, and none at the end',
	async (_name, chosen) => {
		manner = chosen;
		const own = trigger();
		await own.publish();
		await own.publish();
		expect(rows).toHaveLength(1);
		expect(rows[0]).toMatchObject({ headers: { 'X-Voice-Agent-Secret': secrets.at(-1) } });
		expect(await statusOf(own, rows[0] ?? {})).toBe(200);
		await own.unpublish();
		expect(rows).toEqual([]);
	},
);

test('two functions may have one name: the foreign one is seen', async () => {
	rows = [{ id: 'f9', name: 'check_slots', url: 'https://other.example.com/hook' }];
	await expect(trigger().publish()).rejects.toThrow('already has a function');
	expect(rows).toHaveLength(1);
});

test('a foreign function whose address is not shown is not taken for our own, and unpublishing names it', async () => {
	rows = [{ id: 'f9', name: 'check_slots' }];
	await expect(trigger().publish()).rejects.toThrow('already has a function');
	await expect(trigger().unpublish()).rejects.toThrow('has a function "check_slots"');
	expect(rows).toHaveLength(1);
});

test.each([
	['an ID with a slash', ({ id, ...row }: IDataObject) => ({ ...row, id: `agent/${String(id)}` })],
	['no ID that is known', ({ id, ...row }: IDataObject) => ({ ...row, handle: id })],
])('%s: unpublishing says that the function is left', async (_name, shown) => {
	const own = trigger();
	manner = { shown };
	await own.publish();
	expect(rows).toHaveLength(1);
	await expect(own.unpublish()).rejects.toThrow('shows no ID with which');
});

test('a list that still shows a function that is gone does not end the publication', async () => {
	const own = trigger();
	await own.publish();
	const [gone = {}] = rows;
	late = [gone];
	rows = [];
	await own.publish();
	expect(rows).toHaveLength(1);
	expect(await statusOf(own, rows[0] ?? {})).toBe(200);
});

test('Take Over with two of the same name leaves none of them', async () => {
	const url = 'https://other.example.com/hook';
	rows = ['f8', 'f9'].map((id) => ({ id, name: 'check_slots', url }));
	const own = trigger({ options: { takeOver: true } });
	await own.publish();
	expect(rows).toEqual([expect.objectContaining({ url: expect.stringContaining('workflow-1') })]);
	expect(await statusOf(own, rows[0] ?? {})).toBe(200);
});

describe('requests with a wrong secret', () => {
	const refusalOf = async (own: WebhookTrigger) => {
		const { status, body, item } = await own.ask({ headers: {}, body: { arguments: {} } });
		expect(item).toBeUndefined();
		return [status, body?.code];
	};

	test('300 at the same moment ask the platform once, and leave a function alone that is right', async () => {
		const own = trigger({}, 'fire');
		await own.publish();
		requests.length = 0;
		const refusals = await Promise.all(Array.from({ length: 300 }, async () => refusalOf(own)));
		expect(new Set(refusals.map(String))).toEqual(new Set(['401,wrong_secret']));
		const sent = requests.filter((each) => !each.includes('/auth/'));
		expect(new Set(sent)).toEqual(new Set(['GET /agents/agent_0001/custom-functions/']));
		// The pages of one list.
		expect(sent.length).toBeLessThan(10);
	});

	test('a platform that cannot be read is asked again after ten seconds, one that can after a minute', async () => {
		const own = trigger({}, 'again');
		await own.publish();
		const { now } = Date;
		let passed = 0;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + passed);
		const isAsked = async (afterSeconds: number) => {
			passed += afterSeconds * 1000;
			requests.length = 0;
			await refusalOf(own);
			return requests.length > 0;
		};
		manner = { list: () => ({ status: 403, body: {} }) };
		expect([await isAsked(0), await isAsked(5), await isAsked(6)]).toEqual([true, false, true]);
		manner = {};
		expect([await isAsked(11), await isAsked(30), await isAsked(31)]).toEqual([true, false, true]);
		clock.mockRestore();
	});

	test('somebody changed the secret on the platform: the first question corrects it', async () => {
		const own = trigger({}, 'changed');
		await own.publish();
		rows[0]!.headers = { 'X-Voice-Agent-Secret': 'other' };
		expect(await refusalOf(own)).toEqual([401, 'secret_renewed']);
		expect(await statusOf(own, rows[0] ?? {})).toBe(200);
	});

	test.each<[string, () => void]>([
		['the function is gone', () => (rows = [])],
		['it leads elsewhere', () => (rows = [{ ...rows[0], url: 'https://other.example.com/' }])],
		['the platform cannot be read', () => (manner = { list: () => ({ status: 403, body: {} }) })],
	])('%s: nothing is changed, and the refusal says so', async (name, change) => {
		const own = trigger({}, name);
		await own.publish();
		change();
		const before = structuredClone(rows);
		expect(await refusalOf(own)).toEqual([401, 'not_registered']);
		expect(rows).toEqual(before);
	});
});

test('what cannot be read names only options that the node has', async () => {
	manner = { list: () => ({ body: { odd: [{ a: 1 }], other: [{ b: 2 }] } }) };
	const failure = await trigger()
		.publish()
		.then(() => undefined)
		.catch((error: Error) => error);
	expect(failure?.message).toContain('Check Platform');
	expect(failure?.message).not.toMatch(/Response Path|Timeout \(/);
});

test.each([400, 409, 422, 500])(
	'status %d with everything that was sent: no error shows the secret',
	async (status) => {
		manner = { refused: (body) => ({ status, body: { message: JSON.stringify(body) } }) };
		const failure = await trigger()
			.publish()
			.then(() => undefined)
			.catch((error: Error & { description?: string }) => error);
		const [secret = ''] = secrets;
		expect(secret).toHaveLength(43);
		const texts = [failure?.message, failure?.description, failure?.stack, JSON.stringify(failure)];
		expect(texts.join('\n').length).toBeGreaterThan(100);
		expect(texts.join('\n')).not.toContain(secret);
	},
);

test('a refusal with status 200 is an error', async () => {
	manner = { refused: () => ({ body: { success: false, message: 'Too many functions' } }) };
	await expect(trigger().publish()).rejects.toThrow('Too many functions');
	expect(rows).toEqual([]);
});

describe('Check Registrations', () => {
	const PATH = '/webhook/1/voice-agent-function';
	const check = async () => {
		const run = runner('voiceAgent', credential());
		const parameters = {
			resource: 'customFunction',
			operation: 'checkRegistrations',
			agentId: locator('agent_0001'),
			options: {},
		};
		const items = await run(parameters, [{ json: {} }], {
			webhookBaseUrl: `${server.origin}/webhook`,
		});
		return items.map(({ json }) => json);
	};
	const refusing = (code: string) => () => ({ status: 401, body: { error: 'x', code } });
	const accepting = () => ({ body: { say: 'The request holds no values that I can read.' } });
	const SECRET = 'a'.repeat(43);

	test.each<[string, () => Answer, boolean, string, string?]>([
		['takes the secret', accepting, true, 'A published workflow answers'],
		['has corrected it', refusing('secret_renewed'), true, 'was told it again'],
		['refuses the secret', refusing('wrong_secret'), false, 'n8n refuses the secret'],
		['cannot be asked, for it is hidden', refusing('wrong_secret'), true, 'answers', '***'],
		['knows no secret', refusing('not_registered'), false, 'unpublish the workflow'],
		['has no workflow there', () => ({ status: 404, body: {} }), false, 'No published workflow'],
		['is something else', () => ({ body: { hello: 'world' } }), false, 'Something else'],
		['is a proxy with a login', () => ({ status: 401, body: {} }), false, 'Something else'],
	])('n8n %s', async (_name, answers, isOk, finding, secret = SECRET) => {
		webhook = answers;
		rows = [{ id: 'f1', name: 'check_slots', url: `${server.origin}${PATH}?token=${secret}` }];
		expect(await check()).toEqual([
			{
				function_name: 'check_slots',
				is_ok: isOk,
				finding: expect.stringContaining(finding),
				is_this_n8n: true,
				url: `${server.origin}${PATH}`,
				function_id: 'f1',
				agent_id: 'agent_0001',
			},
		]);
	});

	test('other addresses are not called', async () => {
		const called: string[] = [];
		webhook = (path) => {
			called.push(path);
			return { body: {} };
		};
		rows = [
			{ id: 'f1', name: 'a', url: `${server.origin}/webhook/other` },
			{ id: 'f2', name: 'b', url: 'https://other.example.com/webhook/1/voice-agent-function' },
			{ id: 'f3', name: 'c' },
		];
		const found = await check();
		expect(called).toEqual([]);
		expect(found.map(({ is_this_n8n: isThis, is_ok: isOk }) => [isThis, isOk])).toEqual([
			[true, false],
			[false, false],
			[false, false],
		]);
	});

	test('an agent without functions has no items', async () => {
		expect(await check()).toEqual([]);
	});
});

describe('Respond', () => {
	const parameters = {
		resource: 'customFunction',
		operation: 'respond',
		respondWith: 'text',
		responseText: 'Yes',
	};

	test('sends no request and needs no credential; without a trigger it says what is missing', async () => {
		const run = runner('voiceAgent', credential());
		await expect(run(parameters)).rejects.toThrow('No agent waits for this answer');
	});

	test('with "Continue", the reason is an item', async () => {
		const run = runner('voiceAgent', credential());
		const settings = { onError: 'continueRegularOutput' as const };
		const items = await run(parameters, [{ json: { a: 1 } }, { json: { a: 2 } }], { settings });
		expect(items).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({ error: expect.stringContaining('No agent waits') }),
			}),
		]);
	});
});
