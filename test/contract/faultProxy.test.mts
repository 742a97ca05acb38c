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
const failureOf = async (request: Promise<unknown>): Promise<unknown> =>
	await request.then(
		() => 'answered',
		({ code }: { code?: string }) => code,
	);

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
