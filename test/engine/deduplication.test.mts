import { forgetProcessed } from '../../harness/n8n/engine.mts';
import { credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { useFaultySandbox } from '../support/useSandbox.mts';
import { scaleOf } from '../scale.mts';

const sandbox = useFaultySandbox({ clock: 'manual', resetEachTest: true });
let run: ReturnType<typeof runner>;

beforeAll(async () => {
	run = runner('voiceAgentCall', credentialFor(sandbox));
});
beforeEach(async () => {
	forgetProcessed();
	// The reset ended the session: without this a fault meant for the call would hit the login.
	await run({ resource: 'call', operation: 'getAll', returnAll: true, options: {} });
});

const list = rows(
	{ phone: '+12125550101' },
	{ phone: '(212) 555-0102' },
	{ phone: '001 212 555 0101' },
);
const makeCall = ({ parallelRequests = 10, ...options }: Record<string, unknown> = {}) => ({
	resource: 'call',
	operation: 'makeCall',
	agentId: locator('agent_0001'),
	toNumber: '={{ $json.phone }}',
	defaultCountryCode: '1',
	options: { ...options, parallelRequests },
});
const placed = async () =>
	((await sandbox.api.get('/calls')).data as Array<{ to_number: string }>)
		.map((call) => call.to_number)
		.sort();

test('by default a number is called once a day: the next execution calls nobody, and says how to call again', async () => {
	const output = await run(makeCall(), list, { executionId: '4711' });
	expect(output[2]).toMatchObject({
		json: {
			skipped: true,
			row: 3,
			contact_number: '+12125550101',
			reason: expect.stringContaining('row 1'),
		},
		pairedItem: { item: 2 },
	});
	const [again] = await run(makeCall(), list, { executionId: '4712' });
	expect(again?.json).toMatchObject({
		skipped: true,
		reason: 'called today',
		call_id: 'call_00000001',
		description:
			"Called today already. To call again today, set Options → 'Duplicate Numbers' to Call Every Time",
	});
	expect(await placed()).toEqual(['+12125550101', '+12125550102']);
});

test('many calls, 20 in parallel, five tokens that expire: none lost, none twice, one login for each token', async () => {
	const count = scaleOf('calls');
	Object.assign(sandbox.proxy, { latencyMs: 5, tokenUses: count / 5 });
	await sandbox.api.delete('/logins');
	const numbers = Array.from({ length: count }, (_, n) => `+1212555${1000 + n}`);
	const output = await run(
		makeCall({ parallelRequests: 20 }),
		rows(...numbers.map((phone) => ({ phone }))),
	);
	expect(output.map(({ json }) => json.contact_number)).toEqual(numbers);
	expect(await placed()).toEqual(numbers);
	const logins = (await sandbox.api.get('/logins')).data as unknown[];
	// The session that earlier tests left may add one login at the start.
	expect(logins.length).toBeLessThanOrEqual(6);
});
