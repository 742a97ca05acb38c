import type { Fault } from '../../harness/faultProxy.mts';
import { useFaultySandbox } from '../support/useSandbox.mts';
import type { AxiosInstance } from 'axios';
import { signIn } from '../sandbox/client.mts';

/*
 * What goes wrong between n8n and the sandbox: that each fault shows, for one that changes nothing would let every test pass that needs it.
 */

const sandbox = useFaultySandbox({ resetEachTest: true });
let client: AxiosInstance;
beforeEach(async () => void (client = await signIn(sandbox)));

const call = async (timeout = 0) =>
	await client.post(
		'/calls/make-call',
		{ agent_id: 'agent_0001', to_number: '+12125550100' },
		{ timeout },
	);
const placed = async () => (await sandbox.api.get('/calls')).data.length;

/** Why a request got no answer. */
async function failureOf(request: Promise<unknown>): Promise<string> {
	try {
		await request;
		return 'answered';
	} catch (error) {
		return (error as { code?: string }).code ?? String(error);
	}
}

test('a status is answered as often as told, at this method and path only, and nothing is done', async () => {
	sandbox.proxy.faults = [
		{ method: 'POST', path: '^/calls', status: 429, retryAfter: 2, times: 2 },
		{ method: 'GET', path: '^/api/v1/voices/$', status: 500 },
	];
	const answers = [await call(), await call(), await call()];
	expect(answers.map(({ status }) => status)).toEqual([429, 429, 201]);
	expect(answers[0]!.headers['retry-after']).toBe('2');
	expect(await placed()).toBe(1);
	expect((await client.get('/voices/')).status).toBe(500);
	expect((await client.get('/agents/')).status).toBe(200);
});

test.each<[NonNullable<Fault['kind']>, string, number, number]>([
	['resetBefore', 'ECONNRESET', 0, 0],
	['resetAfter', 'ECONNRESET', 1, 0],
	['truncate', 'ERR_BAD_RESPONSE', 1, 0],
	['hang', 'ECONNABORTED', 0, 300],
])('%s: the client gets %s, and %i calls are placed', async (kind, failure, count, timeout) => {
	sandbox.proxy.faults = [{ path: 'make-call', kind, times: 1 }];
	expect(await failureOf(call(timeout))).toBe(failure);
	expect(await placed()).toBe(count);
	expect(sandbox.proxy.requests.at(-1)).toMatchObject({
		path: '/api/v1/calls/make-call',
		fault: kind,
	});
	expect((await call()).status).toBe(201);
});

test('delayAfter: the call is placed before the answer comes', async () => {
	sandbox.proxy.faults = [{ path: 'make-call', kind: 'delayAfter', delayMs: 400, times: 1 }];
	const order: string[] = [];
	const late = call().then(() => order.push('answer'));
	while ((await placed()) === 0);
	order.push('placed');
	await late;
	expect(order).toEqual(['placed', 'answer']);
});

test('a token that is used up is a 401, and another one is not', async () => {
	sandbox.proxy.tokenUses = 2;
	const statuses = [];
	for (let request = 0; request < 3; request += 1)
		statuses.push((await client.get('/voices/')).status);
	expect(statuses).toEqual([200, 200, 401]);
	expect((await (await signIn(sandbox)).get('/voices/')).status).toBe(200);
});

test('what is passed on is what the platform says, files and links included', async () => {
	await sandbox.api.post('/seed/invoices', { count: 1 });
	const { data } = await client.get('/billing/invoices');
	const { data: link } = await client.get(`/billing/invoices/${data.items[0].id}/pdf`);
	const file = await client.get(link.url, { responseType: 'arraybuffer' });
	expect(new URL(link.url).origin).toBe(new URL(sandbox.url).origin);
	expect(Buffer.from(file.data).toString('latin1', 0, 4)).toBe('%PDF');
});
