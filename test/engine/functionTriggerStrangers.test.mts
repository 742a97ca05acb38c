import type { IDataObject } from 'n8n-workflow';
import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { StoredCredential, type WebhookTrigger } from '../../harness/n8n/engine.mts';
import { functionTrigger, statusOf } from '../support/functionTrigger.mts';
import type { Answer } from '../support/localServer.mts';
import { locator, runner } from '../support/nodes.mts';
import { FunctionPlatform } from './functionPlatform.mts';

/*
 * Platforms that do what the API document allows, and the sandbox does not: two functions may have one name, lists lag, and errors repeat what was
 * sent. What they show of a function, and how they answer a creation, is played in functionTriggerHistories.test.mts.
 */

const AGENT = 'agent_0001';
const SECRET_HEADER = 'X-Voice-Agent-Secret';
const platform = new FunctionPlatform();
let webhook: (path: string) => Answer;

const FOREIGN = { name: 'check_slots', url: 'https://other.example.com/hook' };

/** What the platform answers to these requests for functions, in place of doing it. */
const answersTo = (method: 'GET' | 'POST', answer: (body: string) => Answer | Promise<Answer>) => {
	platform.instead = (request) =>
		request.method === method && request.path.includes('/custom-functions/')
			? answer(request.body)
			: undefined;
};
const rows = () => platform.functions.map(({ id, body }): IDataObject => ({ id, ...body }));
const row = () => rows()[0] ?? {};
const hasFunctions = (...bodies: IDataObject[]) => {
	for (const body of bodies) platform.add(AGENT, body);
};
/** Requests but the login. */
const requests = () =>
	platform.journal.flatMap(({ method, path }) =>
		path.includes('/auth/') ? [] : [`${method} ${path.split('?')[0]}`],
	);
/** The secrets that it was told, the last one at the end. */
const secrets = () =>
	platform.journal.flatMap(({ body }) => {
		const { headers } = JSON.parse(body || '{}') as { headers?: Record<string, string> };
		return headers?.[SECRET_HEADER] ?? [];
	});

beforeAll(async () => void (await platform.start()));
afterAll(async () => await platform.stop());
beforeEach(() => {
	platform.reset();
	webhook = () => ({ status: 404, body: {} });
	platform.instead = ({ path }) => (path.startsWith('/webhook/') ? webhook(path) : undefined);
});

const credential = () =>
	new StoredCredential(new VoiceAgentApi(), {
		baseUrl: platform.url,
		email: 'owner@example.com',
		password: 'a-long-password',
		mfa: 'none',
	});

/** @param workflowId of a test whose refused requests no other test may have met */
const trigger = (parameters: IDataObject = {}, workflowId?: string) =>
	functionTrigger(credential(), parameters, { workflowId });

/** The error of a publication, which is expected. */
const failureOf = async (own: WebhookTrigger) =>
	await own.publish().then(
		() => undefined,
		(error: Error & { description?: string }) => error,
	);

test.each([FOREIGN, { name: 'check_slots' }])(
	'two functions may have one name: the foreign one is seen, and not taken for our own: %j',
	async (foreign) => {
		hasFunctions(foreign);
		platform.isUnique = false;
		await expect(trigger().publish()).rejects.toThrow('already has a function');
		const unpublished = trigger().unpublish();
		// Without its address, it can be our own.
		if (foreign === FOREIGN) await unpublished;
		else await expect(unpublished).rejects.toThrow('has a function "check_slots"');
		expect(rows()).toHaveLength(1);
	},
);

test('an ID with a slash: unpublishing says that the function is left', async () => {
	const own = trigger();
	platform.shown = 'idWithSlash';
	await own.publish();
	expect(rows()).toHaveLength(1);
	await expect(own.unpublish()).rejects.toThrow('shows no ID with which');
});

test('functions without an ID: publishing is an error that shows the answer', async () => {
	platform.shown = 'unknownId';
	await expect(trigger().publish()).rejects.toThrow('rows without an identifier');
});

test('a list that still shows a function that is gone does not end the publication', async () => {
	const own = trigger();
	await own.publish();
	const list = rows();
	platform.functions = [];
	platform.instead = ({ method, path }) =>
		method === 'GET' && /\/custom-functions\/(?:\?|$)/.test(path)
			? { body: [...list, ...rows()] }
			: undefined;
	await own.publish();
	expect(rows()).toHaveLength(1);
	expect(await statusOf(own, row())).toBe(200);
});

test('publishing for another agent removes the function of the first one, also if it shows no address', async () => {
	platform.shown = 'nothing';
	const own = trigger();
	await own.publish();
	own.run.parameters.agentId = locator('agent_0002');
	await own.publish();
	expect(platform.functions.map(({ agent }) => agent)).toEqual(['agent_0002']);
});

test('Take Over with two of the same name leaves none of them', async () => {
	hasFunctions(FOREIGN, FOREIGN);
	platform.isUnique = false;
	const own = trigger({ options: { takeOver: true } });
	await own.publish();
	expect(rows()).toEqual([expect.objectContaining({ url: expect.stringContaining('workflow-1') })]);
	expect(await statusOf(own, row())).toBe(200);
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
		platform.journal.length = 0;
		const refusals = await Promise.all(Array.from({ length: 300 }, async () => refusalOf(own)));
		expect(new Set(refusals.map(String))).toEqual(new Set(['401,wrong_secret']));
		const sent = requests();
		const list = 'GET /agents/agent_0001/custom-functions/';
		expect(new Set(sent)).toEqual(new Set([list, `${list}f1`]));
		// The pages of one list, and the function itself.
		expect(sent.length).toBeLessThan(10);
	});

	test('while the platform is asked, others are refused without waiting for its answer', async () => {
		const own = trigger({}, 'slow');
		await own.publish();
		const asked = Promise.withResolvers<void>();
		const answered = Promise.withResolvers<Answer>();
		answersTo('GET', () => {
			asked.resolve();
			return answered.promise;
		});
		const first = refusalOf(own);
		await asked.promise;
		expect(await refusalOf(own)).toEqual([401, 'wrong_secret']);
		answered.resolve({ status: 403, body: {} });
		expect(await first).toEqual([401, 'not_registered']);
		expect(await refusalOf(own)).toEqual([401, 'not_registered']);
	});

	test('a platform that cannot be read is asked again after ten seconds, one that can after a minute', async () => {
		const own = trigger({}, 'again');
		await own.publish();
		const { now } = Date;
		let passed = 0;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + passed);
		const isAsked = async (afterSeconds: number) => {
			passed += afterSeconds * 1000;
			platform.journal.length = 0;
			await refusalOf(own);
			return requests().length > 0;
		};
		answersTo('GET', () => ({ status: 403, body: {} }));
		expect([await isAsked(0), await isAsked(5), await isAsked(6)]).toEqual([true, false, true]);
		platform.instead = undefined;
		expect([await isAsked(11), await isAsked(30), await isAsked(31)]).toEqual([true, false, true]);
		clock.mockRestore();
	});

	test('somebody changed the secret on the platform: the first question corrects it', async () => {
		const own = trigger({}, 'changed');
		await own.publish();
		platform.functions[0]!.body.headers = { [SECRET_HEADER]: 'other' };
		expect(await refusalOf(own)).toEqual([401, 'secret_renewed']);
		expect(await statusOf(own, row())).toBe(200);
	});

	test.each<[string, () => void]>([
		['the function is gone', () => (platform.functions = [])],
		['it leads elsewhere', () => (platform.functions[0]!.body.url = 'https://other.example.com/')],
		['the platform cannot be read', () => answersTo('GET', () => ({ status: 403, body: {} }))],
	])('%s: nothing is changed, and the refusal says so', async (name, change) => {
		const own = trigger({}, name);
		await own.publish();
		change();
		const before = structuredClone(rows());
		expect(await refusalOf(own)).toEqual([401, 'not_registered']);
		expect(rows()).toEqual(before);
	});
});

test('what cannot be read names only options that the node has', async () => {
	answersTo('GET', () => ({ body: { odd: [{ a: 1 }], other: [{ b: 2 }] } }));
	const failure = await failureOf(trigger());
	expect(failure?.message).toContain('Check Platform');
	expect(failure?.message).not.toMatch(/Response Path|Timeout \(/);
});

test.each([400, 409, 500])(
	'status %d with everything that was sent: no error shows the secret',
	async (status) => {
		answersTo('POST', (message) => ({ status, body: { message } }));
		const failure = await failureOf(trigger());
		const [secret = ''] = secrets();
		expect(secret).toHaveLength(43);
		const texts = [failure?.message, failure?.description, failure?.stack, JSON.stringify(failure)];
		expect(texts.join('\n').length).toBeGreaterThan(100);
		expect(texts.join('\n')).not.toContain(secret);
	},
);

test('a refusal with status 200 is an error', async () => {
	answersTo('POST', () => ({ body: { success: false, message: 'Too many functions' } }));
	await expect(trigger().publish()).rejects.toThrow('Too many functions');
	expect(rows()).toEqual([]);
});

describe('Check Registrations', () => {
	const PATH = '/webhook/1/voice-agent-function';
	const check = async () => {
		const resource = { resource: 'customFunction', operation: 'checkRegistrations', options: {} };
		const items = await runner('voiceAgent', credential())(
			{ ...resource, agentId: locator(AGENT) },
			[{ json: {} }],
			{ webhookBaseUrl: `${platform.origin}/webhook` },
		);
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
		[
			'sends the request to another address',
			() => ({ status: 307, headers: { location: 'https://other.example.com/hook' }, body: {} }),
			false,
			'Something else',
		],
		['is a proxy with a login', () => ({ status: 401, body: {} }), false, 'Something else'],
	])('n8n %s', async (_name, answers, isOk, finding, secret = SECRET) => {
		webhook = answers;
		hasFunctions({ name: 'check_slots', url: `${platform.origin}${PATH}?token=${secret}` });
		expect(await check()).toEqual([
			{
				function_name: 'check_slots',
				is_ok: isOk,
				finding: expect.stringContaining(finding),
				is_this_n8n: true,
				url: `${platform.origin}${PATH}`,
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
		hasFunctions(
			{ name: 'a', url: `${platform.origin}/webhook/other` },
			{ name: 'b', url: 'https://other.example.com/webhook/1/voice-agent-function' },
			{ name: 'c' },
		);
		const found = await check();
		expect(called).toEqual([]);
		expect(found.map(({ is_this_n8n: isThis, is_ok: isOk }) => [isThis, isOk])).toEqual([
			[true, false],
			[false, false],
			[false, false],
		]);
	});
});

test('Respond sends no request and needs no credential; without a trigger it says what is missing', async () => {
	const respond = { resource: 'customFunction', operation: 'respond', respondWith: 'text' };
	const parameters = { ...respond, responseText: 'Yes' };
	const run = runner('voiceAgent', credential());
	await expect(run(parameters)).rejects.toThrow('No agent waits for this answer');
	const settings = { onError: 'continueRegularOutput' as const };
	const items = await run(parameters, [{ json: { a: 1 } }, { json: { a: 2 } }], { settings });
	expect(items.map(({ json }) => json.error)).toEqual([expect.stringContaining('No agent waits')]);
	expect(platform.journal).toEqual([]);
});
