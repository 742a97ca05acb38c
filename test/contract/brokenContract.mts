import { useSandbox } from '../support/useSandbox.mts';
import { signIn } from '../sandbox/client.mts';

/*
 * Run by useSandbox.test.mts. In the first test the sandbox breaks its contract, which the test itself does not notice.
 */

const sandbox = useSandbox();

test('an answer against the contract', async () => {
	const client = await signIn(sandbox);
	const { data } = await sandbox.api.post('/calls', { count: 1, analysis: {} });
	expect((await client.get(`/calls/${data.call_ids[0]}`)).status).toBe(500);
});

test('answers as they should be', async () => {
	const client = await signIn(sandbox);
	expect((await client.get('/agents/')).status).toBe(200);
});
