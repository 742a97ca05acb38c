import type { IDataObject } from 'n8n-workflow';
import { credentialFor, locator, rows, runner } from '../support/nodes.mts';
import { useFaultySandbox } from '../support/useSandbox.mts';

const sandbox = useFaultySandbox({ clock: 'manual' });
let run: ReturnType<typeof runner>;

beforeAll(async () => {
	run = runner('voiceAgentCall', credentialFor(sandbox));
});

const makeCall = {
	resource: 'call',
	operation: 'makeCall',
	agentId: locator('agent_0001'),
	toNumber: '={{ $json.phone }}',
	options: { firstName: '={{ $json.name }}' },
};
const placedCalls = async () =>
	(await sandbox.api.get('/calls')).data as Array<Record<string, unknown>>;

test('a call is placed, ends, and is read back in every way', async () => {
	const [placed] = await run(makeCall, rows({ phone: '+1 (212) 555-0101', name: 'Zoë "Z" Ñandú' }));
	expect(placed?.json).toMatchObject({
		call_id: expect.any(String),
		session_id: expect.any(String),
	});
	expect(await placedCalls()).toMatchObject([
		{ to_number: '+12125550101', first_name: 'Zoë "Z" Ñandú', agent_id: 'agent_0001' },
	]);

	const { call_id: callId, session_id: sessionId } = placed!.json;
	await sandbox.api.put(`/calls/${String(callId)}`, {});
	await sandbox.api.post('/clock', { advanceSeconds: 3600 });
	const read = async (operation: string, more: IDataObject) =>
		(await run({ resource: 'call', operation, output: 'allColumns', options: {}, ...more }))[0]
			?.json;

	const got = await read('get', { callId: locator(String(callId)) });
	expect(got).toMatchObject({
		call_id: callId,
		is_over: true,
		to_number: '+12125550101',
		agent_name: 'Appointment Setter',
	});
	const raw = await read('get', { callId: locator(String(callId)), output: 'raw' });
	expect(raw?.transcript).toEqual(expect.any(Array));
	expect(await read('getBySession', { sessionId })).toEqual(got);
	expect(await read('getTranscript', { sessionId })).toMatchObject({ session_id: sessionId });
});

test('a list is filtered by the time zone of the workflow', async () => {
	await sandbox.reset();
	await sandbox.api.post('/calls', { count: 3 });
	const [first] = await placedCalls();
	await sandbox.api.put(`/calls/${String(first?.call_id)}`, { created_at: '2026-01-31T08:30:00Z' });
	const getAll = { resource: 'call', operation: 'getAll', returnAll: true, options: {} };
	const inBerlin = { from: '2026-01-31T09:00:00', to: '2026-01-31T10:00:00' };
	const found = await run({ ...getAll, output: 'allColumns', filters: inBerlin });
	expect(found.map(({ json }) => json.call_id)).toEqual([first?.call_id]);
});

test('with On Error: Continue the others are sent, and bad rows are returned with row number and reason', async () => {
	const before = (await placedCalls()).length;
	const list = rows({ phone: '+12125550101' }, { phone: 'nobody' }, { phone: '+12125550103' });
	const copy = structuredClone(list);
	const output = await run(makeCall, list, { settings: { onError: 'continueErrorOutput' } });
	expect(await placedCalls()).toHaveLength(before + 2);
	expect(output[1]).toMatchObject({
		json: { row: 2, error: expect.stringContaining('nobody') },
		error: expect.any(Error),
	});
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	// The input is left as it was.
	expect(list).toEqual(copy);
});

test('the order of the input is kept, even if some answers are slow', async () => {
	sandbox.proxy.faults = [
		{ method: 'POST', path: 'make-call', kind: 'delayAfter', delayMs: 80, probability: 0.5 },
	];
	const numbers = Array.from({ length: 40 }, (_, index) => `+1212555${1000 + index}`);
	const output = await run(makeCall, rows(...numbers.map((phone) => ({ phone }))));
	expect(output.map(({ json }) => json.contact_number)).toEqual(numbers);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(numbers.map((_, item) => ({ item })));
});
