import type { AxiosInstance } from 'axios';
import { exampleBody, specified } from '../support/contract.mts';
import { signIn } from './client.mts';
import { useSandbox } from '../support/useSandbox.mts';

const sandbox = useSandbox({ clock: 'manual' });
let client: AxiosInstance;
let other: AxiosInstance;
beforeAll(async () => {
	client = await signIn(sandbox);
	other = await signIn(sandbox, 'other@example.com');
});

/** A row of every kind in the first organization, by the name its id has in paths. */
async function ownIds(): Promise<Record<string, string>> {
	for (const collection of [
		'documents',
		'callbacks',
		'transfer-events',
		'bookings',
		'custom-functions',
		'campaigns',
	])
		await sandbox.api.post(`/seed/${collection}`, { count: 1 });
	const first = async (path: string) => (await client.get(path)).data.items[0];
	const call = await first('/calls');
	return {
		agent_id: 'agent_0001',
		version: '1',
		tool_id: 'end_call',
		kb_id: (await first('/knowledge-base/documents')).kb_id,
		call_id: call.call_id,
		session_id: call.session_id,
		user_id: (await first('/users/')).user_id,
		'/callbacks': (await first('/callbacks/')).id,
		'/campaigns': (await first('/campaigns/')).id,
		'/phone-numbers': (await first('/phone-numbers')).id,
		'/phone-numbers/subscriptions': (await first('/phone-numbers/subscriptions')).id,
		'/billing/invoices': (await first('/billing/invoices')).id,
		'/organisations': (await first('/organisations/')).id,
		'/agents/{agent_id}/custom-functions': (await first('/agents/agent_0001/custom-functions/')).id,
	};
}

test('an id of another organization is a 404, for every operation', async () => {
	const ids = await ownIds();
	const targets = specified.filter(({ path }) => path.includes('{'));
	expect(targets.length).toBeGreaterThan(50);
	for (const operation of targets) {
		const { method, path, operationId } = operation;
		const owner = path.slice(0, path.indexOf('/{id}'));
		const url = path.replace(/\{(\w+)\}/g, (_, name) => ids[name === 'id' ? owner : name]);
		expect(url).not.toContain('undefined');
		const data =
			operationId === 'uploadContacts' ? formWith('+12125550101') : exampleBody(operation);
		const { status } = await other.request({ method, url, data });
		expect({ operationId, status }).toEqual({ operationId, status: 404 });
	}
	expect((await client.get('/agents/agent_0001')).data).toMatchObject({ version: 1 });
});

test('ids in bodies are checked as well', async () => {
	const { data: agent } = await other.post('/agents/', { name: 'Ours' });
	const mine = { agent_id: agent.agent_id };
	const contacts = [{ phone_number: '+12125550101' }];
	const refused = [
		await client.post('/calls/make-call', { ...mine, to_number: '+12125550101' }),
		await client.post('/campaigns/', { ...mine, name: 'x', contacts }),
		await client.post('/callbacks/', {
			...mine,
			phone_number: '+12125550101',
			scheduled_at: '2100-01-01',
		}),
		await client.post('/phone-numbers/purchase', { ...mine, country: 'US' }),
		await client.post('/phone-numbers/number_0001/assign', mine),
		await other.post(`/agents/${agent.agent_id}/knowledge-base/assign`, { kb_ids: ['kb_0001'] }),
	];
	expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
});

test('no list and no figure shows what belongs to another organization', async () => {
	await sandbox.reset();
	client = await signIn(sandbox);
	other = await signIn(sandbox, 'other@example.com');
	await ownIds();
	const own = ['/users/', '/organisations/'];
	const common = [
		'/agents/meta/industries',
		'/agents/meta/use-cases',
		'/voices/',
		'/builtin-tools/',
		'/billing/plans',
		'/phone-numbers/pricing',
	];
	const lists = specified.filter(
		({ path, definition }) => definition['x-list'] && !path.includes('{'),
	);
	for (const { path } of lists.filter((list) => !common.includes(list.path)))
		expect({ path, total: (await other.get(path)).data.total }).toEqual({
			path,
			total: own.includes(path) ? 1 : 0,
		});
	expect((await other.get('/billing/balance')).data.credits).toBe(0);
	expect((await other.get('/billing/usage-summary')).data.total_credits).toBe(0);
	expect((await other.get('/analytics/calls/summary')).data.total_calls).toBe(0);
	const filtered = await other.get('/analytics/calls/summary?agent_id=agent_0001');
	expect(filtered.data.total_calls).toBe(0);
});

function formWith(number: string): FormData {
	const form = new FormData();
	form.append('file', new Blob([`phone\n${number}\n`]), 'contacts.csv');
	return form;
}
