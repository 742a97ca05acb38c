import type { AxiosInstance } from 'axios';
import fc from 'fast-check';
import { QUIRKS } from '../../sandbox/simulation/behaviour.mts';
import { examplesOf, specified } from '../support/contract.mts';
import { useSandbox } from '../support/useSandbox.mts';
import { clientOf, PASSWORD, signIn } from './client.mts';
import { runs } from '../scale.mts';

/*
 * Quirks can be combined: whatever is set together, every endpoint that reads has an answer, and after a reset all is as before.
 */

const sandbox = useSandbox({ clock: 'manual', tokenLifetime: 1_000_000 });

// A token that expires would hide all the rest.
const COMBINED = Object.entries(QUIRKS).filter(([name]) => name !== 'tokenUses');

/** A value for some of the quirks; the others have their default. */
const combination = fc.record(
	Object.fromEntries(COMBINED.map(([name, values]) => [name, fc.constantFrom<unknown>(...values)])),
	{ requiredKeys: [] },
);

async function fill(): Promise<AxiosInstance> {
	await sandbox.reset();
	const client = await signIn(sandbox);
	for (const collection of ['calls', 'bookings', 'invoices', 'transfer-events', 'agent-documents'])
		await sandbox.api.post(`/seed/${collection}`, { count: 8, agent_id: 'agent_0001' });
	const contacts = [{ phone_number: '+12125550101' }];
	const campaign = { name: 'Autumn', agent_id: 'agent_0001', contacts };
	await client.post('/campaigns/', campaign);
	return client;
}

const reading = specified.filter(({ method }) => method === 'GET');

async function addresses(client: AxiosInstance): Promise<string[]> {
	const first = async (path: string) => (await client.get(path)).data.items[0];
	const [call, campaign, invoice] = [
		await first('/calls'),
		await first('/campaigns/'),
		await first('/billing/invoices'),
	];
	const ids: Record<string, string> = {
		call_id: call.call_id,
		session_id: call.session_id,
		agent_id: 'agent_0001',
		user_id: (await first('/users/')).user_id,
		version: '1',
		kb_id: (await first('/knowledge-base/documents')).kb_id,
	};
	return reading.map((operation) => {
		const { path } = operation;
		const own = path.startsWith('/campaigns') ? campaign.id : invoice.id;
		const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? own);
		const query = new URLSearchParams({ ...examplesOf(operation), limit: '5' });
		return `${filled}?${query.toString()}`;
	});
}

test('no combination of quirks makes the sandbox fail, and a reset ends them all', async () => {
	const client = await fill();
	const paths = await addresses(client);
	const before = (await sandbox.api.get('/behaviour')).data;
	await fc.assert(
		fc.asyncProperty(combination, async (quirks) => {
			await sandbox.api.patch('/behaviour', quirks);
			const statuses = await Promise.all(
				paths.map(async (path) => [path, (await client.get(path)).status] as const),
			);
			const acting = await Promise.all([
				client.post('/calls/make-call', { agent_id: 'agent_0001', to_number: '+12125550101' }),
				client.post('/campaigns/', { name: 'Empty', agent_id: 'agent_0001', contacts: [] }),
				clientOf(sandbox).post('/auth/login', { email: 'totp@example.com', password: PASSWORD }),
			]);
			expect(statuses.filter(([, status]) => status >= 500)).toEqual([]);
			expect(acting.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
			expect((await sandbox.api.get('/violations')).data).toEqual([]);
			await sandbox.api.patch('/behaviour', before);
		}),
		runs('longSequences'),
	);
	await sandbox.reset();
	expect((await sandbox.api.get('/behaviour')).data).toEqual(before);
}, 120_000);
